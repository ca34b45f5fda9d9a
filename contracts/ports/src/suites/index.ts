import { type Runner, useRunner } from "../runner/index.ts";
import * as all from "./all.ts";

export type { Assertion, Expect, Matchers, Runner } from "../runner/index.ts";

/**
 * The suites of all ports, run by `runner`: `describe`, `it` and `expect` of your test runner.
 *
 * @example
 * ```ts
 * import { suites } from "@cartulary/ports/suites";
 * import { createContentTypes } from "@cartulary/content-types";
 * import { describe, expect, it } from "vitest";
 *
 * suites({ describe, it, expect }).contentTypesContract("Our own", { create: createContentTypes });
 * ```
 */
export function suites(runner: Runner): typeof all {
  useRunner(runner);
  return all;
}
