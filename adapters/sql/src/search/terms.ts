import { utf8Length } from "@cartulary/kernel";
import type { IndexedTerms } from "@cartulary/search";

/** The part of a document that has a term. Terms of names are indexed once more, so that lookups alone rank a match. */
export type Place = "name" | "heading" | "anywhere";

/** The rank of a hit: the part that has all terms, and whether they are spelt as in the query. */
export interface Level {
  readonly place: Place;
  readonly isExact: boolean;
}

/** Prefixes that mark terms of the name, and of name or description. No term begins with them. */
export const PLACE_MARKS: Readonly<Record<Place, string>> = { name: "<", heading: ">", anywhere: "" };

/** Bytes of the terms of a heading: Postgres has room for 1,048,575 of a document, most of it for its text (tsvector). */
const HEADING_BYTES_MAX = 240_000;

/** The terms of name and description as an entry has them, each with a space before it, and one after the last. */
export function headingTerms(name: IndexedTerms, description: IndexedTerms): string {
  const heading = [...new Set([...name.terms, ...description.terms])];
  const marked = (place: Place, terms: readonly string[]) => terms.map((term) => `${PLACE_MARKS[place]}${term}`);
  // What there is no room for is left out from the end: tiers first.
  const all = [...heading, ...marked("name", name.terms), ...marked("heading", heading)];
  let left = HEADING_BYTES_MAX;
  const end = all.findIndex((term) => {
    left -= utf8Length(term);
    return left < 0;
  });
  return joined(end === -1 ? all : all.slice(0, end));
}

/** The terms of a text in the same way. */
export const textTerms = (text: IndexedTerms | null): string => joined(text?.terms ?? []);

const joined = (terms: readonly string[]): string => (terms.length === 0 ? "" : ` ${terms.join(" ")} `);
