import { levelByRole } from "@cartulary/documents";
import { sql } from "kysely";
import type { Asker, Subjects } from "../documents/access.ts";
import type { Dialect } from "../engine/dialect.ts";
import { type Source, statement } from "../engine/statement.ts";
import { entriesWith, hitCount, rankIn, type Sought } from "./matching.ts";
import { type Matches, readableMatches, type WholeColumns } from "./readable-matches.ts";
import { type ShownRow, shownOn, withShown } from "./showing.ts";
import type { SearchTables } from "./tables.ts";

type FindingValues = Sought & Subjects & { readonly limit: number; readonly offset: number };

/** A document of a page, beside what is said of all; of an empty page, that alone. */
type FindingRow = WholeColumns & (ShownRow | { readonly id: null });

/** One page of documents, best first. */
export const finding = statement(
  ({ db, dialect }: Source<SearchTables>, values: FindingValues, role: Asker["role"]) => {
    const caller = { role, userId: values.userId, groupIds: values.groupIds };
    const { begun, matching, whole } = matches(db, dialect, values, caller);
    const order = sql`rank, changed_at desc, id desc`;
    const page = begun
      .with(
        (set) => set("page").materialized(),
        () =>
          sql<object>`(select * from (${matching}) as matches order by ${order} limit ${values.limit} offset ${values.offset})`,
      )
      .with("placed", () => sql<object>`(select id, row_number() over (order by ${order}) as place from page)`);
    const withPage = withShown(dialect, page, caller, values.words);
    const shown = shownOn(dialect, { ...withPage, begun: db as unknown as Matches["begun"] }, caller)
      .select(sql`(select place from placed where placed.id = documents.id)`.as("place"))
      .as("shown");
    return withPage.begun
      .selectFrom(sql<WholeColumns>`(${whole})`.as("whole"))
      .leftJoin(shown, (join) => join.onTrue())
      .selectAll(["whole", "shown"])
      .orderBy(sql`shown.place`)
      .$castTo<FindingRow>()
      .compile();
  },
);

function matches(db: Source<SearchTables>["db"], dialect: Dialect, sought: Sought, caller: Asker): Matches {
  if (levelByRole(caller) === null) return readableMatches(db, dialect, sought, caller);
  const selected = sql`select entry.document_id as id, entry.changed_at, ${rankIn(dialect, sought)} as rank`;
  return {
    begun: db as unknown as Matches["begun"],
    matching: sql`${selected} from ${entriesWith(dialect, sought)}`,
    whole: sql`select (${hitCount(dialect, sought)}) as found_total, null as places, null as postings`,
  };
}
