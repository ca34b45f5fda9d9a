import { levelByRole } from "@cartulary/documents";
import type { Caller } from "@cartulary/kernel";
import type { Found, Place } from "@cartulary/search";
import { type QueryCreator, type SelectQueryBuilder, sql } from "kysely";
import { type Asker, grantedAmong, grantedParents, type Subjects, seenAmong } from "../documents/access.ts";
import { inSet } from "../documents/tree.ts";
import { documentViews } from "../documents/views.ts";
import type { Dialect } from "../engine/dialect.ts";
import { type Source, statement } from "../engine/statement.ts";
import type { Sought } from "./matching.ts";
import { type PassageColumns, passagesIn, withPassages } from "./passages.ts";
import { numbersAt, PLACE, type SentPlaces, sentPlaces } from "./places.ts";
import type { SearchTables } from "./tables.ts";

const showing = statement(
  ({ db, dialect }: Source<SearchTables>, values: Subjects & SentPlaces & Worded, role: Caller["role"]) => {
    const page = sql<object>`(select document_id as id, ${PLACE} as place from search_numbers
      where number in (${numbersAt(dialect, values)}))`;
    const begun = (db as unknown as QueryCreator<Record<string, object>>).with(
      (set) => set("page").materialized(),
      () => page,
    );
    const caller = { role, ...values };
    return shownOn(dialect, withShown(dialect, begun, caller, values.words), caller)
      .where(grantedAmong(caller, PARENTS))
      .select(sql<Place>`(select place from page where page.id = documents.id)`.as("place"))
      .compile();
  },
);

interface Worded {
  readonly words: readonly string[];
}

type Shown = Parameters<ReturnType<typeof documentViews>["select"]>[0];

/** What a row of a page says. */
export type ShownRow = Parameters<ReturnType<typeof documentViews>["decode"]>[0] & PassageColumns;

/** What lies in a folder that the caller may read is judged where it is found and where it is shown: the walk up is made once. */
const PARENTS = sql`select id from readable_parents`;

/** What {@link shownOn} needs, added to a statement that begins with the set `page` of the ids of documents. */
export function withShown(
  dialect: Dialect,
  begun: QueryCreator<Record<string, object>>,
  caller: Asker,
  words: readonly string[],
): ReturnType<typeof withPassages> {
  const passages = withPassages(dialect, begun, { ids: sql`select id from page`, words });
  if (levelByRole(caller) !== null) return passages;
  const few = sql`select documents.* from documents where ${inSet(dialect, "documents.id", sql`select id from page`)}`;
  const withParents = passages.begun.with(
    (set) => set("readable_parents").materialized(),
    () => sql<object>`(${grantedParents(dialect, caller, few)})`,
  );
  return { ...passages, begun: withParents as unknown as typeof begun };
}

/** The documents of `page` as the caller is shown them, each beside its passages. */
export function shownOn(
  dialect: Dialect,
  { begun, select }: ReturnType<typeof withPassages>,
  caller: Asker,
): SelectQueryBuilder<Record<string, object>, string, ShownRow> {
  const lying = inSet(dialect, "documents.id", sql`select id from page`);
  const documents = (begun as unknown as QueryCreator<SearchTables>).selectFrom("documents").where(lying);
  return select(documentViews(dialect).select(documents as unknown as Shown, seenAmong(caller, PARENTS)));
}

/** The document of a row, and what its text says around so many words. */
export function foundIn(dialect: Dialect, row: ShownRow, words: number): Found {
  return { document: documentViews(dialect).decode(row), passages: passagesIn(row, words) };
}

/** Those documents at some places that the caller may read, in this order, as he is shown them. */
export async function shownAt(
  source: Source<SearchTables>,
  { role, userId, groupIds }: Caller,
  { words }: Sought,
  places: readonly Place[],
): Promise<readonly Found[]> {
  if (places.length === 0) return [];
  const { rows } = await showing(source, { userId, groupIds, words, ...sentPlaces(places) }, role);
  const byPlace = new Map(rows.map((row) => [row.place, foundIn(source.dialect, row, words.length)]));
  return places.flatMap((place) => byPlace.get(place) ?? []);
}
