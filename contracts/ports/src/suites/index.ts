import { type Runner, useRunner } from "../runner/index.ts";
import * as all from "./all.ts";

export type { Assertion, Expect, Matchers, Runner } from "../runner/index.ts";

/** The suites of all ports, to be run by `runner`: `describe`, `it` and `expect` of whatever runs your tests. */
export function suites(runner: Runner): typeof all {
  useRunner(runner);
  return all;
}
