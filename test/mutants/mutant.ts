/** A plausible bug: one text of a file replaced by another one. */
export interface Mutant {
  /** The effect of the bug, in a few words. */
  readonly name: string;
  /** From the root of the repository. */
  readonly file: string;
  /** It occurs in the file once. */
  readonly text: string;
  readonly replacement: string;
  /** Test files of which one must fail, from the root of the repository. */
  readonly tests: readonly string[];
}

/** The result of a bug: `stale` when its text does not occur exactly once, or a test of it does not exist. */
export type Verdict = "caught" | "survived" | "stale";

/** A bug of a file: its name, the text, the replacement, and the tests of which one must fail. */
type Bug = readonly [name: string, text: string, replacement: string, ...tests: readonly string[]];

/** Bugs by their files, from the root of the repository. */
export type Bugs = Readonly<Record<string, readonly Bug[]>>;

/**
 * The mutants of a table. A test is named without its ending: `core/auth/test/scope` from the root, `http/folders` from
 * test/src.
 */
export function mutantsOf(bugs: Bugs): readonly Mutant[] {
  return Object.entries(bugs).flatMap(([file, rows]) =>
    rows.map(([name, text, replacement, ...tests]) => ({ name, file, text, replacement, tests: tests.map(pathOf) })),
  );
}

const PACKAGES = /^(?:core|contracts|adapters|hosts)\//;

const pathOf = (test: string): string => `${PACKAGES.test(test) ? "" : "test/src/"}${test}.test.ts`;

/** The source with the bug in it; `null` where its text does not stand there exactly once. */
export function planted(source: string, { text, replacement }: Mutant): string | null {
  const parts = source.split(text);
  return parts.length === 2 ? parts.join(replacement) : null;
}
