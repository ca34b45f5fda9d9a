import { setTimeout } from "node:timers/promises";
import type { Arena, Contender } from "./arena.ts";
import { processorTimes, spentSince } from "./processor-time.ts";
import type { Work } from "./works.ts";

/** How long one round of one contender takes, as near as whole requests come. */
const ROUND_MS = 250;
/** Number and duration of the requests that warm a contender up: compiling its code costs time, too. */
const WARM_UP = { turns: 1_500, milliseconds: 8_000 };
const TURNS_MIN = 4;
/** Requests in a round at most. */
export const TURNS_MAX = 400;

/** A host is at rest that takes less than this share of a processor, looked at for so long. */
const REST = { share: 0.05, lookMs: 500, looksMax: 120 };

/** Waits until the host has done the background work of the last requests: new documents are indexed later. */
export async function restOf({ host: { process }, server }: Arena): Promise<void> {
  const pids = [process.pid, ...server()];
  for (let look = 0; look < REST.looksMax; look += 1) {
    const before = processorTimes(pids);
    await setTimeout(REST.lookMs);
    if (spentSince(before, processorTimes(pids)) < REST.share * REST.lookMs) return;
  }
}

/** Warms a contender up, and returns how many requests fit into a round. */
export async function turnsIn(work: Pick<Work, "ask">, { askers }: Contender, { estate }: Arena): Promise<number> {
  const start = performance.now();
  const took = () => performance.now() - start;
  let turns = 0;
  for (; turns < WARM_UP.turns && took() < WARM_UP.milliseconds; turns += 1) await work.ask(askers, estate);
  return Math.min(TURNS_MAX, Math.max(TURNS_MIN, Math.round((turns * ROUND_MS) / took())));
}

/** Processor time of one request, out of so many. */
export async function spentBy(
  { process }: Contender,
  { server }: Arena,
  requests: number,
  work: () => Promise<unknown>,
): Promise<number> {
  const spent = () => processorTimes([process.pid, ...server()]);
  const before = spent();
  await work();
  return spentSince(before, spent()) / requests;
}
