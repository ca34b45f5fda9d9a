import { utf8Length } from "@cartulary/kernel";
import type { IndexedTerms } from "@cartulary/search";

/** Where a document has a term. It is found by lookups alone how good a match is: so terms of names are in the index again. */
export type Place = "name" | "heading" | "anywhere";

/** What stands before a term of the name, and before a term of name or description. No term begins with it. */
export const PLACE_MARKS: Readonly<Record<Place, string>> = { name: "<", heading: ">", anywhere: "" };

/** Bytes of the terms of a heading, and of a text: Postgres has room for 1,048,575 of a document (tsvector). */
const HEADING_BYTES_MAX = 240_000;
const TEXT_BYTES_MAX = 800_000;
/** Bytes of the longest term: Postgres has room for 2,046. */
const TERM_BYTES_MAX = 2_000;

/** The terms of name and description as an entry has them, each with a space after it. */
export function headingTerms(name: IndexedTerms, description: IndexedTerms): string {
  const heading = [...new Set([...name.terms, ...description.terms])];
  const marked = (place: Place, terms: readonly string[]) => terms.map((term) => `${PLACE_MARKS[place]}${term}`);
  // What there is no room for is left out from the end: tiers first.
  return stored([...heading, ...marked("name", name.terms), ...marked("heading", heading)], HEADING_BYTES_MAX);
}

/** The terms of a text in the same way. */
export const textTerms = (text: IndexedTerms | null): string => stored(text?.terms ?? [], TEXT_BYTES_MAX);

function stored(terms: readonly string[], bytesMax: number): string {
  let left = bytesMax;
  const kept = terms.filter((term) => {
    const bytes = utf8Length(term);
    if (bytes > TERM_BYTES_MAX) return false;
    left -= bytes;
    return left >= 0;
  });
  return kept.map((term) => `${term} `).join("");
}
