/** How often something is tried that chance or a list chooses from very many. */
interface Runs {
  /** In a run of all tests, where everything else is tried as well. */
  readonly sparing: number;
  /** In a file that is run by itself. */
  readonly usual: number;
  /** In a long run. As often as usual when absent. */
  readonly long?: number;
}

/** The number for this run, which `test/run.ts` tells. */
export function runs({ sparing, usual, long = usual }: Runs): number {
  if (process.env.CARTULARY_TEST_LONG) return long;
  return process.env.CARTULARY_TEST_SPARING ? sparing : usual;
}
