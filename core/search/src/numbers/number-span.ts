/** A number, date or code in a text that is folded. */
export interface NumberSpan {
  readonly start: number;
  readonly end: number;
  /** What it is, one term or, where it can be read in two ways, more. A query asks for one of these. */
  readonly exact: readonly string[];
  /** What a text is found by as well. */
  readonly wider: readonly string[];
  /** Whether its groups of digits are no numbers of their own. */
  readonly hidesPieces: boolean;
  /** Set where a query may mean its pieces instead, one by one. */
  readonly isGuess?: boolean;
}
