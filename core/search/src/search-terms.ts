/**
 * A text as the index keeps it. `terms` are what it is found by, each once and without blanks: its words, `~` before each
 * of their stems, `#` before each number and date in one form. `words` are the words as they follow each other, with a
 * space before and after each: phrases and distances are found there.
 */
export interface IndexedTerms {
  readonly terms: readonly string[];
  readonly words: string;
}

/** One part of a query. A document has it when it has one of the terms, a word with the prefix, or the words in a row. */
export type Clause =
  /** `exact` are the terms of the word as it is spelt; `others` are those that its stems add. */
  | { readonly kind: "word"; readonly exact: readonly string[]; readonly others: readonly string[] }
  | { readonly kind: "prefix"; readonly prefix: string }
  /** `terms` are in every text that has the phrase: all of them are looked up before the words are compared. */
  | { readonly kind: "phrase"; readonly words: readonly string[]; readonly terms: readonly string[] };

/** A query as an index understands it. A document is found when it has all of `wanted` and none of `unwanted`. */
export interface SearchTerms {
  readonly wanted: readonly Clause[];
  readonly unwanted: readonly Clause[];
}
