import type { DocumentView } from "@cartulary/documents";
import type { Caller } from "@cartulary/kernel";
import type { Place } from "@cartulary/search";
import { sql } from "kysely";
import { type Subjects, seenAmong } from "../documents/access.ts";
import { inSet } from "../documents/tree.ts";
import { documentViews } from "../documents/views.ts";
import { type Source, statement } from "../engine/statement.ts";
import { numbersAt, PLACE, type SentPlaces, sentPlaces } from "./places.ts";
import type { SearchTables } from "./tables.ts";

const showing = statement(
  ({ db, dialect }: Source<SearchTables>, values: Subjects & SentPlaces, role: Caller["role"]) => {
    const ids = sql`select document_id from search_numbers where number in (${numbersAt(dialect, values)})`;
    const lying = inSet(dialect, "documents.id", ids);
    const sees = seenAmong(dialect, { role, ...values }, sql`select documents.* from documents where ${lying}`);
    return documentViews(dialect)
      .select(db.selectFrom("documents").where(lying) as unknown as Shown, sees)
      .select(sql<Place>`(select ${PLACE} from search_numbers where document_id = documents.id)`.as("place"))
      .compile();
  },
);

type Shown = Parameters<ReturnType<typeof documentViews>["select"]>[0];

/** The documents at some places, in this order, as the caller is shown them. */
export async function shownAt(
  source: Source<SearchTables>,
  { role, userId, groupIds }: Caller,
  places: readonly Place[],
): Promise<readonly DocumentView[]> {
  if (places.length === 0) return [];
  const { rows } = await showing(source, { userId, groupIds, ...sentPlaces(places) }, role);
  const { decode } = documentViews(source.dialect);
  const byPlace = new Map(rows.map((row) => [row.place, decode(row)]));
  return places.flatMap((place) => byPlace.get(place) ?? []);
}
