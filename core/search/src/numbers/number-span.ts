/** A number, date or code in a folded text. */
export interface NumberSpan {
  readonly start: number;
  readonly end: number;
  /** Its terms: more than one when it is ambiguous. A query matches any of them. */
  readonly exact: readonly string[];
  /** Additional terms of a text. */
  readonly wider: readonly string[];
  /** True when its digit groups are not indexed as numbers. */
  readonly hidesPieces: boolean;
  /** Set when a query may mean its parts as separate words. */
  readonly isGuess?: boolean;
}
