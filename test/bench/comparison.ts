import { deepEqual } from "node:assert/strict";
import type { Answer } from "./client.ts";
import type { Report, Verdict } from "./measurement.ts";
import { median, type Rounds, ratio, type Turn, timed } from "./rounds.ts";

/** The same work on the host and on the roof. */
export interface Pair {
  readonly what: string;
  readonly host: Turn;
  readonly roof: Turn;
  /** The least share of the roof that the host has to reach. */
  readonly aim?: number;
}

/** One line of a table, and its comparison. */
interface Compared {
  readonly row: readonly string[];
  readonly verdicts: readonly Verdict[];
}

/** How much of the roof the host reaches, pair by pair. */
export async function compared(title: string, pairs: readonly Pair[], rounds: Rounds): Promise<Report> {
  const results: Compared[] = [];
  for (const pair of pairs) results.push(await compare(pair, rounds));
  return {
    title,
    columns: ["", "host, ms", "roof, ms", "of the roof", "from", "to"],
    rows: results.map(({ row }) => row),
    verdicts: results.flatMap(({ verdicts }) => verdicts),
  };
}

async function compare({ what, host, roof, aim }: Pair, rounds: Rounds): Promise<Compared> {
  const took = await timed({ host, roof }, rounds);
  const reached = ratio(took.roof, took.host);
  const each = took.roof.map((value, round) => value / (took.host[round] ?? Number.NaN));
  const figures = [reached, Math.min(...each), Math.max(...each)].map((share) => share.toFixed(2));
  return {
    row: [what, median(took.host).toFixed(2), median(took.roof).toFixed(2), ...figures],
    verdicts:
      aim === undefined
        ? []
        : [{ promise: `${what} at ${reached.toFixed(2)} of the roof (at least ${aim})`, holds: reached >= aim }],
  };
}

/** Throws unless both answers are equal, field by field, except for counters and generated values. */
export async function requireSame(
  { host, roof }: { readonly host: () => Promise<Answer>; readonly roof: () => Promise<Answer> },
  ...apart: readonly string[]
): Promise<void> {
  const [ours, theirs] = [await host(), await roof()].map(({ headers, body }) => {
    const value = headers["content-type"] === "application/json" ? { ...JSON.parse(body) } : { body };
    for (const field of apart) delete value[field];
    return { total: headers["x-total-count"], value };
  });
  deepEqual(theirs, ours);
}
