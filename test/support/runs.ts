import * as vitest from "vitest";

/** How often something is tried that chance or a list chooses from very many. */
interface Runs {
  /** In a run of all tests, where everything else is tried as well. */
  readonly sparing: number;
  /** True in a file that is run alone. */
  readonly usual: number;
  /** In a long run. As often as usual when absent. */
  readonly long?: number;
}

/** The number for this run, which `test/run.ts` tells. */
export function runs({ sparing, usual, long = usual }: Runs): number {
  if (process.env.CARTULARY_TEST_LONG) return long;
  return process.env.CARTULARY_TEST_SPARING ? sparing : usual;
}

const isSparing = process.env.CARTULARY_TEST_SPARING !== undefined;

/**
 * Declares tests that `npm test` leaves to `npm run test:long`: slow ones of a subject that has quicker tests, too. A
 * file that is run alone has them too.
 */
export const slow: Pick<typeof vitest, "it"> = { it: isSparing ? withoutTests() : vitest.it };

/** Has the form of `it`, and declares nothing. */
function withoutTests(): typeof vitest.it {
  const declare = Object.assign(() => {}, {
    each: () => declare,
    runIf: () => declare,
  });
  return declare as unknown as typeof vitest.it;
}
