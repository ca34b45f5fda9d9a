import type { Place } from "@cartulary/search";
import { type RawBuilder, sql } from "kysely";
import { inSet } from "../documents/tree.ts";
import type { Dialect } from "../engine/dialect.ts";

/** A page of what was found, by places. */
export interface FoundPlaces {
  readonly places: readonly Place[];
  readonly total: number;
}

/** Which of what was found are on a page. */
export interface Wanted {
  readonly from: number;
  readonly until: number;
}

/** The place of a row of search_numbers. */
export const PLACE = sql<Place>`coalesce(slot, -number)`;

/** The latest change first; of one moment, the highest id. */
export const ORDER = sql`changed_at desc, document_id desc`;

/** Rows that have a `place` as one text, in their order: a row each would take longer than to find them. */
export const placesAsText = ({ name }: Dialect, places: RawBuilder<unknown>): RawBuilder<{ places: string | null }> =>
  name === "sqlite"
    ? sql`select json_group_array(place) as places from (${places}) as each`
    : sql`select '[' || string_agg(place::text, ',') || ']' as places from (${places}) as each`;

export const placesIn = (text: string | null | undefined): readonly Place[] =>
  text ? (JSON.parse(text) as readonly Place[]) : [];

/** Places as they are sent with a statement. */
export interface SentPlaces {
  readonly slots: string;
  readonly numbers: string;
}

export const sentPlaces = (places: readonly Place[]): SentPlaces => ({
  slots: JSON.stringify(places.filter((place) => place >= 0)),
  numbers: JSON.stringify(places.filter((place) => place < 0).map((place) => -place)),
});

/** Selects the numbers of the entries at places that were sent. */
export function numbersAt(dialect: Dialect, { slots, numbers }: SentPlaces): RawBuilder<unknown> {
  const sent = (json: string) => sql`select value from (${listed(dialect, json)}) as sent`;
  return sql`select number from search_numbers where ${inSet(dialect, "slot", sent(slots))} union all ${sent(numbers)}`;
}

/** Whole numbers that are sent as the text of a JSON array: their `position` there, from 0, beside each `value`. */
export function listed({ name }: Dialect, json: string): RawBuilder<unknown> {
  return name === "sqlite"
    ? sql`select key as position, value from json_each(${json})`
    : sql`select ordinality - 1 as position, value::bigint as value
        from json_array_elements_text(${json}::json) with ordinality as each (value, ordinality)`;
}
