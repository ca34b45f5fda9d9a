/** A bug that somebody could make: one text of a file replaced by another one. */
export interface Mutant {
  /** What is wrong then, for whoever reads the list. */
  readonly name: string;
  /** From the root of the repository. */
  readonly file: string;
  /** It stands in the file once. */
  readonly text: string;
  readonly replacement: string;
  /** Test files of which one must fail, from the root of the repository. */
  readonly tests: readonly string[];
}

/** What became of one: `stale` where its text is not in the file, or not once. */
export type Verdict = "caught" | "survived" | "stale";

/** The source with the bug in it; `null` where its text does not stand there exactly once. */
export function planted(source: string, { text, replacement }: Mutant): string | null {
  const parts = source.split(text);
  return parts.length === 2 ? parts.join(replacement) : null;
}
