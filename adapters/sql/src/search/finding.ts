import { levelByRole } from "@cartulary/documents";
import type { FoundPage } from "@cartulary/search";
import { type QueryCreator, type RawBuilder, type SqlBool, sql } from "kysely";
import { type Asker, grantedAmong, readableIds, type Subjects } from "../documents/access.ts";
import { contentRows, holders, inSet } from "../documents/tree.ts";
import type { Dialect } from "../engine/dialect.ts";
import { type Source, statement } from "../engine/statement.ts";
import { entriesHit, entriesWith, hitCount, hitsWith, rankIn, type Sought } from "./matching.ts";
import { withPassages } from "./passages.ts";
import { shownOn } from "./showing.ts";
import type { SearchTables } from "./tables.ts";

/** Hits that are judged one by one; of more it is cheaper to know first what the caller may read. */
const JUDGED_MAX = 100;

/** How a search is gone about: for whom, and who may read what is found. */
export interface FindingShape {
  readonly role: Asker["role"];
  readonly readers: "everybody" | "judged" | "known";
}

type FindingValues = Sought & Subjects & { readonly limit: number; readonly offset: number };

/** Whoever may read everything is asked nothing; few hits are judged one by one. */
export async function findingShape(
  source: Source<SearchTables>,
  role: Asker["role"],
  { words, match }: Sought,
): Promise<FindingShape> {
  if (levelByRole({ role }) !== null) return { role, readers: "everybody" };
  const { rows } = await counting(source, { words, match }, undefined);
  return { role, readers: (rows[0]?.hits ?? 0) <= JUDGED_MAX ? "judged" : "known" };
}

const counting = statement(({ db, dialect }: Source<SearchTables>, sought: Sought) =>
  sql<{ readonly hits: number }>`select count(*) as hits
    from (select 1 as hit from ${entriesWith(dialect, sought)} limit ${sql.lit(JUDGED_MAX + 1)}) as hits`.compile(db),
);

/** One page of documents, best first, each beside the number of all. */
export const finding = statement(
  ({ db, dialect }: Source<SearchTables>, values: FindingValues, shape: FindingShape) => {
    const caller = { role: shape.role, userId: values.userId, groupIds: values.groupIds };
    const { begun, matching, count } = matches(db, dialect, values, caller, shape.readers);
    const order = sql`rank, changed_at desc, id desc`;
    const page = begun
      .with(
        (set) => set("page").materialized(),
        () =>
          sql<object>`(select * from (${matching}) as matches order by ${order} limit ${values.limit} offset ${values.offset})`,
      )
      .with("placed", () => sql<object>`(select id, row_number() over (order by ${order}) as place from page)`);
    const passages = withPassages(dialect, page, { ids: sql`select id from page`, words: values.words });
    return shownOn(dialect, passages, caller)
      .select(sql<number>`(${count})`.as("found_total"))
      .orderBy(sql`(select place from placed where placed.id = documents.id)`)
      .compile();
  },
);

/** How many documents there are in all; asked where a page is empty. */
export const total = statement(
  ({ db, dialect }: Source<SearchTables>, values: Sought & Subjects, { role, readers }: FindingShape) => {
    const caller = { role, userId: values.userId, groupIds: values.groupIds };
    const { begun, count } = matches(db, dialect, values, caller, readers);
    return begun.selectNoFrom(sql<number>`(${count})`.as("found_total")).compile();
  },
);

/** What the caller finds: what to begin with, ids beside what they are sorted by, and how many there are. */
interface Matches {
  readonly begun: QueryCreator<Record<string, object>>;
  readonly matching: RawBuilder<unknown>;
  readonly count: RawBuilder<unknown>;
}

function matches(
  db: Source<SearchTables>["db"],
  dialect: Dialect,
  sought: Sought,
  caller: Asker,
  readers: FindingShape["readers"],
): Matches {
  const plain = db as unknown as QueryCreator<Record<string, object>>;
  const selected = sql`select entry.document_id as id, entry.changed_at, ${rankIn(dialect, sought)} as rank`;
  if (readers === "everybody") {
    const matching = sql`${selected} from ${entriesWith(dialect, sought)}`;
    return { begun: plain, matching, count: hitCount(dialect, sought) };
  }
  const found = plain.with(
    (set) => set("found").materialized(),
    () => sql<object>`(select ${hitsWith(dialect, sought)})`,
  );
  const mine = sql`${selected} from ${entriesHit(dialect, readers === "judged")} and ${isReadable(dialect, caller, readers)}`;
  const begun = found.with(
    (set) => set("matching").materialized(),
    () => sql<object>`(${mine})`,
  );
  return { begun, matching: sql`select * from matching`, count: sql`select count(*) from matching` };
}

/** Few are judged by what they lie in; many by whether they are among all that the caller may read. */
function isReadable(dialect: Dialect, caller: Asker, readers: "judged" | "known"): RawBuilder<SqlBool> {
  if (readers === "known") {
    return readableIds(dialect, "documents", caller, (ids) => inSet(dialect, "entry.document_id", ids));
  }
  const ids = sql`select entry.document_id as id from ${entriesHit(dialect, true)}`;
  const { from, where } = contentRows(dialect, "documents", holders(dialect, ids, "id"));
  const judged = grantedAmong(dialect, caller, sql`select documents.* from ${from} where ${where}`);
  const readable = sql`select documents.id from ${from} where ${where} and ${judged}`;
  return inSet(dialect, "entry.document_id", readable);
}

/** The rows of a page. */
export function rowsOfPage({ page, perPage }: FoundPage): { readonly limit: number; readonly offset: number } {
  return { limit: perPage, offset: (page - 1) * perPage };
}
