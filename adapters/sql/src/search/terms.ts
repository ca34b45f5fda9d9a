import { utf8Length } from "@cartulary/kernel";
import type { IndexedTerms } from "@cartulary/search";

/** Where a document has a term. It is found by lookups alone how good a match is: so terms of names are in the index again. */
export type Place = "name" | "heading" | "anywhere";

/** How good a hit is: where all that is wanted is, and whether as it is spelt. */
export interface Level {
  readonly place: Place;
  readonly isExact: boolean;
}

/** What stands before a term of the name, and before a term of name or description. No term begins with it. */
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
