import { appendFileSync, readFileSync, statSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { inject, type RunnerTestCase, type RunnerTestSuite, TestRunner } from "vitest";
import type { Switch } from "./switch.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A file to which each line is added as soon as it is known; see {@link Line}. */
    mutationLog: string;
    /** Ids that are not tried, because a reason says that no test can notice them. */
    explainedMutations: readonly number[];
  }
}

/** A line of the log: a mutation that a test reached or killed, or that ran outside tests: once, when a module was loaded. */
export interface Line {
  readonly id: number;
  readonly test: string;
  readonly verdict: "reached" | "killed" | "outside";
}

/** A test with the work that it registered for its end. */
interface Closable {
  readonly onFinished?: (() => unknown)[];
}

const PATIENCE_MS = 20_000;
/** Of all workers, as far as the log was read. */
const killed = new Set<number>();
let sizeRead = 0;

/** Reads from the log what other workers killed since. */
function readKilled(): void {
  const log = inject("mutationLog");
  const size = statSync(log, { throwIfNoEntry: false })?.size ?? 0;
  if (size === sizeRead) return;
  const text = readFileSync(log, "utf8");
  sizeRead = size;
  for (const [, id] of text.matchAll(/^\{"id":(\d+),"verdict":"killed"/gm)) killed.add(Number(id));
}

/** Runs each test as usual, then again with each mutation that it reaches, until one test has failed for it. */
export default class MutationRunner extends TestRunner {
  async runTask(test: RunnerTestCase): Promise<void> {
    const run = TestRunner.getTestFn(test);
    if (!run) throw new Error(`${test.name} has no function`);
    const state = (globalThis as unknown as { cartularySwitch: Switch }).cartularySwitch;
    const attempt = async () => {
      try {
        await run();
      } finally {
        // What a test opened is closed before it runs again.
        for (const close of (test as Closable).onFinished?.splice(0).toReversed() ?? []) await close();
      }
    };
    const report = (id: number, verdict: Line["verdict"]) =>
      appendFileSync(inject("mutationLog"), `${JSON.stringify({ id, verdict, test: test.fullTestName })}\n`);
    for (const id of state.reached ?? []) report(id, "outside");
    const reached = new Set<number>();
    state.reached = reached;
    await attempt();
    state.reached = null;
    for (const id of inject("explainedMutations")) reached.delete(id);
    readKilled();
    using _ = { [Symbol.dispose]: () => Object.assign(state, { active: 0, reached: new Set() }) };
    if ([...reached].every((id) => killed.has(id))) return;
    // A test that fails when it runs again needs what its suites share to be opened again each time.
    const isOnce = await fails(attempt);
    if (isOnce) await renew(test);
    // A test that still fails shows nothing about a mutation.
    if (isOnce && (await fails(attempt))) return;
    let isUsed = isOnce;
    for (const id of reached) {
      readKilled();
      if (killed.has(id)) continue;
      // What a mutation has left behind must not kill the next one.
      if (isUsed) await renew(test);
      Object.assign(state, { active: id, count: 0 });
      const isKilled = await fails(attempt);
      state.active = 0;
      isUsed = isOnce || isKilled;
      if (isKilled) killed.add(id);
      report(id, isKilled ? "killed" : "reached");
    }
    if (isUsed) await renew(test);
    if (await fails(attempt)) throw new Error("Fails after mutations: what it shares with other tests has changed");
  }
}

/** Closes what the suites of a test share, and opens it again. */
async function renew(test: RunnerTestCase): Promise<void> {
  const suites = suitesOf(test);
  for (const suite of suites) for (const close of TestRunner.getSuiteHooks(suite).afterAll) await close(suite);
  for (const suite of suites.toReversed())
    for (const open of TestRunner.getSuiteHooks(suite).beforeAll) await open(suite);
}

/** Returns the suites around a test, the innermost first. */
function suitesOf({ suite, file }: RunnerTestCase): readonly RunnerTestSuite[] {
  const suites: RunnerTestSuite[] = [];
  for (let each = suite; each && each !== file; each = each.suite) suites.push(each);
  return [...suites, file];
}

async function fails(attempt: () => Promise<void>): Promise<boolean> {
  const late = new AbortController();
  try {
    return await Promise.race([attempt().then(() => false), setTimeout(PATIENCE_MS, true, { signal: late.signal })]);
  } catch {
    return true;
  } finally {
    late.abort();
  }
}
