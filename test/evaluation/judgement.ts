/** A query as users type it, and the results that it must have. Keys are those of the corpus. */
export interface Judgement {
  readonly query: string;
  /** Every text that answers the query; the search must find these and no others. */
  readonly right: readonly string[];
  /** Texts that people judge differently, or that the rules leave open: they count neither for nor against the search. */
  readonly either?: readonly string[];
  /** With which keys the answer begins, best first. */
  readonly first?: readonly string[];
  /** How the query is understood when it has a typing error; absent where it must not be corrected. */
  readonly corrected?: string;
}
