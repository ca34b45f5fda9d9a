import { type DocumentId, levelByRole } from "@cartulary/documents";
import type { Caller } from "@cartulary/kernel";
import type { SearchHit, SearchTerms } from "@cartulary/search";
import { type QueryCreator, type RawBuilder, type SelectQueryBuilder, sql } from "kysely";
import { areParentsReadable, isReadableByGrants, readableParentIds, type Subjects } from "../documents/access.ts";

import { documentViews } from "../documents/views.ts";
import type { SentColumn } from "../engine/dialect.ts";
import { type Source, statement } from "../engine/statement.ts";
import { type ClauseSpellings, type PassageColumns, passagesIn, spellingsOf, withPassages } from "./excerpts.ts";
import type { SearchTables } from "./tables.ts";

/** A row of a page. */
type HitRow = Parameters<ReturnType<typeof documentViews>["decode"]>[0] & PassageColumns;

type Shown = Parameters<ReturnType<typeof documentViews>["select"]>[0];

/** The readable parent folders: read once, for the rights and for the names that are shown. */
const PARENTS = sql`select id from readable_parents`;
const PAGE = sql`select id from page`;

const showing = statement(
  (
    { db, dialect }: Source<SearchTables>,
    { ids, ...values }: Subjects & ClauseSpellings & { readonly ids: string },
    role: Caller["role"],
  ) => {
    const caller = { role, userId: values.userId, groupIds: values.groupIds };
    const sets: Record<string, RawBuilder<unknown>> = { page: dialect.sentRows(ID, ids) };
    const few = sql`select documents.* from documents where ${dialect.inSet("documents.id", PAGE)}`;
    if (levelByRole(caller) === null) sets.readable_parents = readableParentIds(dialect, caller, few);
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
      .where(dialect.inSet("documents.id", PAGE));
    const views = documentViews(dialect).select(documents as unknown as Shown, areParentsReadable(caller, PARENTS));
    return (passages.select(views) as unknown as SelectQueryBuilder<Record<string, object>, string, HitRow>)
      .where(isReadableByGrants(caller, PARENTS))
      .compile();
  },
);

const ID: readonly SentColumn[] = [{ name: "id", kind: "id" }];

/** Those of some documents that the caller may read, in this order, as he is shown them. */
export async function hitViewsAt(
  source: Source<SearchTables>,
  { role, userId, groupIds }: Caller,
  terms: SearchTerms,
  ids: readonly DocumentId[],
): Promise<readonly SearchHit[]> {
  if (ids.length === 0) return [];
  const values = { userId, groupIds, ...spellingsOf(terms), ids: JSON.stringify(ids.map((id) => [id])) };
  const { rows } = await showing(source, values, role);
  const found = rows.map((row) => ({
    document: documentViews(source.dialect).decode(row),
    passages: passagesIn(row),
  }));
  const byId = new Map(found.map((each) => [each.document.id, each]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
