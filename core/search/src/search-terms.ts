/**
 * The indexed form of a text. `terms` are unique and without blanks: the words, `~` before each stem, `#` before each
 * number and date in one form. `words` are the words in order, with a space before and after each, for phrases and
 * distances.
 */
export interface IndexedTerms {
  readonly terms: readonly string[];
  readonly words: string;
}

/** A part of a query. A document matches with one of the terms, a word with the prefix, or the words in sequence. */
export type Clause =
  /** `exact` are the terms of the word as spelled; `others` are its stems. */
  | { readonly kind: "word"; readonly exact: readonly string[]; readonly others: readonly string[] }
  | { readonly kind: "prefix"; readonly prefix: string }
  /** `terms` occur in every text with the phrase: indexes look them up before comparing words. */
  | { readonly kind: "phrase"; readonly words: readonly string[]; readonly terms: readonly string[] };

/** A parsed query. A document matches all of `wanted` and none of `unwanted`. */
export interface SearchTerms {
  readonly wanted: readonly Clause[];
  readonly unwanted: readonly Clause[];
}
