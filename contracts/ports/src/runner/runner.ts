// Loaded for what it says to an older Node.js.
import "@cartulary/kernel";

/** The matchers of Vitest and Jest that the suites use. */
export interface Matchers<Result = void> {
  toBe(expected: unknown): Result;
  toBeGreaterThan(expected: number): Result;
  toBeGreaterThanOrEqual(expected: number): Result;
  toBeInstanceOf(expected: abstract new (...parts: never[]) => unknown): Result;
  toBeLessThan(expected: number): Result;
  toBeLessThanOrEqual(expected: number): Result;
  toBeNull(): Result;
  toBeUndefined(): Result;
  toContain(expected: unknown): Result;
  toEqual(expected: unknown): Result;
  toHaveLength(expected: number): Result;
  toMatch(expected: string | RegExp): Result;
  toMatchObject<Expected extends object = object>(expected: Expected): Result;
  toThrow(expected?: unknown): Result;
}

/** The result of `expect`. `.not.not` and `.rejects.rejects` are meaningless and missing from Jest's types. */
export interface Assertion extends Matchers {
  readonly not: Matchers;
  readonly rejects: Matchers<Promise<void>>;
  readonly resolves: Matchers<Promise<void>>;
}

/** Creates assertions and asymmetric matchers. */
export interface Expect {
  (value: unknown): Assertion;
  // biome-ignore lint/suspicious/noExplicitAny: it replaces a value of any type
  any(type: unknown): any;
  // biome-ignore lint/suspicious/noExplicitAny: likewise
  arrayContaining(items: readonly unknown[]): any;
  // biome-ignore lint/suspicious/noExplicitAny: likewise
  closeTo(value: number, digits?: number): any;
  // biome-ignore lint/suspicious/noExplicitAny: likewise
  objectContaining(fields: object): any;
  // biome-ignore lint/suspicious/noExplicitAny: likewise
  stringContaining(text: string): any;
  // biome-ignore lint/suspicious/noExplicitAny: likewise
  stringMatching(text: string | RegExp): any;
}

/** Runs suites: `describe` and `it` of Vitest, Jest, Node.js, Bun or Deno, and an `expect` with Jest's matchers. */
export interface Runner {
  describe(name: string, work: () => void): unknown;
  it(name: string, work: () => Promise<void> | void, milliseconds?: number): unknown;
  readonly expect: Expect;
}

let handedIn: Runner | undefined;

/** Runs every suite that is called from here on by `runner`. */
export function useRunner(runner: Runner): void {
  handedIn = runner;
}

function runner(): Runner {
  if (handedIn) return handedIn;
  throw new Error("Hand describe, it and expect in first: suites({ describe, it, expect }) of @cartulary/ports/suites");
}

type Row<Item> = Item extends readonly unknown[] ? Item : readonly [Item];
type Each<Reply> = <const Item>(
  rows: readonly Item[],
) => (name: string, work: (...row: [...Row<Item>]) => Reply) => void;
type Test = (name: string, work: () => Promise<void> | void, milliseconds?: number) => void;

/** One test. */
export const it: Test & { readonly each: Each<Promise<void> | void>; runIf(holds: boolean): Test } = Object.assign(
  (...test: Parameters<Test>) => void runner().it(...test),
  {
    each: eachBy((name, work: () => Promise<void> | void) => void runner().it(name, work)),
    runIf: (holds: boolean): Test => (holds ? it : () => {}),
  },
);

type Group = (name: string, work: () => void) => void;

/** A group of tests. */
export const describe: Group & { readonly each: Each<void> } = Object.assign(
  (...group: Parameters<Group>) => void runner().describe(...group),
  { each: eachBy((name, work: () => void) => void runner().describe(name, work)) },
);

function eachBy<Reply>(run: (name: string, work: () => Reply) => void): Each<Reply> {
  return (rows) => (name, work) => {
    for (const row of rows) {
      const parts = (Array.isArray(row) ? row : [row]) as Parameters<typeof work>;
      run(named(name, parts), () => work(...parts));
    }
  };
}

/** `%s` is the next part of the row, as text. */
function named(name: string, parts: readonly unknown[]): string {
  let next = 0;
  return name.replace(/%s/g, () => String(parts[next++]));
}

/** Judges a value. */
export const expect: Expect & { unreachable(): never } = Object.assign(
  (value: unknown): Assertion => runner().expect(value),
  {
    any: (type: unknown) => runner().expect.any(type),
    arrayContaining: (items: readonly unknown[]) => runner().expect.arrayContaining(items),
    closeTo: (value: number, digits?: number) => runner().expect.closeTo(value, digits),
    objectContaining: (fields: object) => runner().expect.objectContaining(fields),
    stringContaining: (text: string) => runner().expect.stringContaining(text),
    stringMatching: (text: string | RegExp) => runner().expect.stringMatching(text),
    unreachable(): never {
      throw new Error("Nothing may get here");
    },
  },
);
