import type { Runner } from "@cartulary/ports/runner";
import { suites } from "@cartulary/ports/suites";
import { describe, expect, it } from "vitest";

/** A test of a suite. */
export interface Collected {
  readonly name: string;
  readonly work: () => Promise<void> | void;
}

/** Returns the tests of a suite, which a runner of our own lists instead of running them. */
export function collected(run: (all: ReturnType<typeof suites>) => void): readonly Collected[] {
  const tests: Collected[] = [];
  const runner: Runner = {
    describe: (_name, work) => work(),
    it: (name, work) => tests.push({ name, work }),
    expect,
  };
  try {
    run(suites(runner));
  } finally {
    suites({ describe, it, expect });
  }
  return tests;
}

/** The names of those that fail. A suite looks for its `expect` when it runs: that is Vitest's in either case. */
async function failing(tests: readonly Collected[]): Promise<readonly string[]> {
  const names: string[] = [];
  for (const { name, work } of tests) {
    try {
      await work();
    } catch {
      names.push(name);
    }
  }
  return names;
}

/** Each wrong adapter, and the words by which its suite says so. */
export function holds<Adapter>(
  name: string,
  testsOf: (adapter: Adapter) => readonly Collected[],
  right: Adapter,
  wrongs: Readonly<Record<string, readonly [Adapter, RegExp]>>,
): void {
  describe(`The suite of ${name}`, () => {
    it("accepts a correct adapter", async () => {
      expect(await failing(testsOf(right))).toEqual([]);
    });
    it.each(Object.entries(wrongs))("refuses: %s", async (_what, [wrong, words]) => {
      const tests = testsOf(wrong).filter((test) => words.test(test.name));
      expect(tests.length).toBeGreaterThan(0);
      expect(await failing(tests)).not.toEqual([]);
    });
  });
}
