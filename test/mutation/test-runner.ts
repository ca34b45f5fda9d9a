import { appendFileSync, readFileSync, statSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { inject, type RunnerTestCase, TestRunner } from "vitest";
import type { Switch } from "./switch.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A file to which each line is added as soon as it is known; see {@link Line}. */
    mutationLog: string;
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
    using _ = { [Symbol.dispose]: () => Object.assign(state, { active: 0, reached: new Set() }) };
    // A test that fails when it runs again says nothing of a mutation.
    if (await fails(attempt)) return;
    for (const id of reached) {
      readKilled();
      if (killed.has(id)) continue;
      Object.assign(state, { active: id, count: 0 });
      const isKilled = await fails(attempt);
      state.active = 0;
      if (isKilled) killed.add(id);
      report(id, isKilled ? "killed" : "reached");
    }
    if (await fails(attempt)) throw new Error("Fails after mutations: what it shares with other tests has changed");
  }
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
