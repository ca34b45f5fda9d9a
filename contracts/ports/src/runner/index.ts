export { type Assertion, type Expect, type Runner, useRunner } from "./runner.ts";
