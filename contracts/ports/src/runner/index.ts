export { type Assertion, type Expect, type Matchers, type Runner, useRunner } from "./runner.ts";
