import { levelByRole } from "@cartulary/documents";
import type { FoundPage } from "@cartulary/search";
import { type QueryCreator, type SqlBool, sql } from "kysely";
import { type Asker, grantedAmong, readableIds, type Subjects, seenAmong } from "../documents/access.ts";
import { contentRows, holders, inSet } from "../documents/tree.ts";
import { documentViews } from "../documents/views.ts";
import type { Dialect } from "../engine/dialect.ts";
import { type Source, statement } from "../engine/statement.ts";
import { entriesWith, rankIn, type Sought } from "./matching.ts";
import type { SearchTables } from "./tables.ts";

/** Hits that are judged one by one; of more it is cheaper to know first what the caller may read. */
const JUDGED_MAX = 1_000;

/** How a search is gone about: for whom, and whether the hits are few. */
export interface FindingShape {
  readonly role: Asker["role"];
  readonly areFew: boolean;
}

type FindingValues = Sought & Subjects & { readonly limit: number; readonly offset: number };

/** Whoever may read everything is asked nothing. */
export async function findingShape(
  source: Source<SearchTables>,
  role: Asker["role"],
  { words, match }: Sought,
): Promise<FindingShape> {
  if (levelByRole({ role }) !== null) return { role, areFew: false };
  const { rows } = await counting(source, { words, match }, undefined);
  return { role, areFew: (rows[0]?.hits ?? 0) <= JUDGED_MAX };
}

const counting = statement(({ db, dialect }: Source<SearchTables>, sought: Sought) =>
  sql<{ readonly hits: number }>`select count(*) as hits
    from (select 1 as hit from ${entriesWith(dialect, sought)} limit ${sql.lit(JUDGED_MAX + 1)}) as hits`.compile(db),
);

/** One page of documents, best first, each beside the number of all. */
export const finding = statement(
  ({ db, dialect }: Source<SearchTables>, values: FindingValues, { role, areFew }: FindingShape) => {
    const caller = { role, userId: values.userId, groupIds: values.groupIds };
    const page = sql`select id, rank, changed_at from matching
      order by rank, changed_at desc, id desc limit ${values.limit} offset ${values.offset}`;
    const begun = matching(db, dialect, values, caller, areFew)
      .with("page", () => sql<object>`(${page})`)
      .with(
        "placed",
        () => sql<object>`(select id, row_number() over (order by rank, changed_at desc, id desc) as place from page)`,
      ) as unknown as QueryCreator<SearchTables>;
    const shown = begun.selectFrom("documents").where(inSet(dialect, "documents.id", sql`select id from page`));
    const lying = sql`select documents.* from documents where ${inSet(dialect, "documents.id", sql`select id from page`)}`;
    return documentViews(dialect)
      .select(shown as unknown as Shown, seenAmong(dialect, caller, lying))
      .select(sql<number>`(select count(*) from matching)`.as("found_total"))
      .orderBy(sql`(select place from placed where placed.id = documents.id)`)
      .compile();
  },
);

type Shown = Parameters<ReturnType<typeof documentViews>["select"]>[0];

/** How many documents there are in all; asked where a page is empty. */
export const total = statement(
  ({ db, dialect }: Source<SearchTables>, values: Sought & Subjects, { role, areFew }: FindingShape) => {
    const caller = { role, userId: values.userId, groupIds: values.groupIds };
    const begun = matching(db, dialect, values, caller, areFew) as unknown as QueryCreator<{ matching: object }>;
    return begun.selectFrom("matching").select(sql<number>`count(*)`.as("found_total")).compile();
  },
);

/** Begins with the set `matching` of what the caller finds: ids, and what they are sorted by. */
function matching(
  db: Source<SearchTables>["db"],
  dialect: Dialect,
  sought: Sought,
  caller: Asker,
  areFew: boolean,
): QueryCreator<Record<string, object>> {
  const entries = sql<object>`(select entry.document_id as id, entry.changed_at, ${rankIn(dialect, sought)} as rank
    from ${entriesWith(dialect, sought)})`;
  const readable = sql<object>`(select * from found where ${isReadable(dialect, caller, areFew)})`;
  return (db as unknown as QueryCreator<Record<string, object>>)
    .with(
      (set) => set("found").materialized(),
      () => entries,
    )
    .with(
      (set) => set("matching").materialized(),
      () => readable,
    );
}

/** Few are judged by what they lie in; many by whether they are among all that the caller may read. */
function isReadable(dialect: Dialect, caller: Asker, areFew: boolean) {
  if (!areFew) return readableIds(dialect, "documents", caller, (ids) => inSet(dialect, "found.id", ids));
  const { from, where } = contentRows(dialect, "documents", holders(dialect, sql`select id from found`, "id"));
  const judged = grantedAmong(dialect, caller, sql`select documents.* from ${from} where ${where}`);
  return sql<SqlBool>`${inSet(dialect, "found.id", sql`select documents.id from ${from} where ${where} and ${judged}`)}`;
}

/** The rows of a page. */
export function rowsOfPage({ page, perPage }: FoundPage): { readonly limit: number; readonly offset: number } {
  return { limit: perPage, offset: (page - 1) * perPage };
}
