import { type DocumentId, levelByRole } from "@cartulary/documents";
import type { Caller } from "@cartulary/kernel";
import type { Found, SearchTerms } from "@cartulary/search";
import { type QueryCreator, type RawBuilder, type SelectQueryBuilder, sql } from "kysely";
import { grantedAmong, grantedParents, type Subjects, seenAmong } from "../documents/access.ts";
import { inSet } from "../documents/tree.ts";
import { documentViews } from "../documents/views.ts";
import type { Dialect } from "../engine/dialect.ts";
import { type Source, statement } from "../engine/statement.ts";
import { type Looked, lookedOf, type PassageColumns, passagesIn, withPassages } from "./passages.ts";
import type { SearchTables } from "./tables.ts";

/** What a row of a page says. */
type ShownRow = Parameters<ReturnType<typeof documentViews>["decode"]>[0] & PassageColumns;

type Shown = Parameters<ReturnType<typeof documentViews>["select"]>[0];

/** What lies in a folder that the caller may read is judged, and what it lies in is shown: the walk up is made once. */
const PARENTS = sql`select id from readable_parents`;
const PAGE = sql`select id from page`;

const showing = statement(
  (
    { db, dialect }: Source<SearchTables>,
    { ids, ...values }: Subjects & Looked & { readonly ids: string },
    role: Caller["role"],
  ) => {
    const caller = { role, userId: values.userId, groupIds: values.groupIds };
    const sets: Record<string, RawBuilder<unknown>> = { page: idsIn(dialect, ids) };
    const few = sql`select documents.* from documents where ${inSet(dialect, "documents.id", PAGE)}`;
    if (levelByRole(caller) === null) sets.readable_parents = grantedParents(dialect, caller, few);
    const begun = Object.entries(sets).reduce(
      (before, [name, rows]) =>
        before.with(
          (set) => set(name).materialized(),
          () => sql<object>`(${rows})`,
        ) as unknown as typeof before,
      db as unknown as QueryCreator<Record<string, object>>,
    );
    const passages = withPassages(dialect, begun, { ids: PAGE, looked: values });
    const documents = (passages.begun as unknown as QueryCreator<SearchTables>)
      .selectFrom("documents")
      .where(inSet(dialect, "documents.id", PAGE));
    const views = documentViews(dialect).select(documents as unknown as Shown, seenAmong(caller, PARENTS));
    return (passages.select(views) as unknown as SelectQueryBuilder<Record<string, object>, string, ShownRow>)
      .where(grantedAmong(caller, PARENTS))
      .compile();
  },
);

/** Ids that are sent as the text of a JSON array. */
const idsIn = ({ name }: Dialect, ids: string): RawBuilder<unknown> =>
  name === "sqlite"
    ? sql`select value as id from json_each(${ids})`
    : sql`select cast(value as uuid) as id from json_array_elements_text(cast(${ids} as json)) as each (value)`;

/** Those of some documents that the caller may read, in this order, as he is shown them. */
export async function shownAt(
  source: Source<SearchTables>,
  { role, userId, groupIds }: Caller,
  terms: SearchTerms,
  ids: readonly DocumentId[],
): Promise<readonly Found[]> {
  if (ids.length === 0) return [];
  const values = { userId, groupIds, ...lookedOf(terms), ids: JSON.stringify(ids) };
  const { rows } = await showing(source, values, role);
  const found = rows.map((row) => ({
    document: documentViews(source.dialect).decode(row),
    passages: passagesIn(row),
  }));
  const byId = new Map(found.map((each) => [each.document.id, each]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
