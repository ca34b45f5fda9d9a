/**
 * Why work in a child came to no answer. `timeout`, `memory` and `crash` are the work's own doing and would most likely
 * come again; `busy` (too much waits, or its turn did not come in time), `rate_limited` (too much of the same owner waits)
 * and `closed` (the host stops) are not, and the same work may be tried later.
 */
export type ContainmentReason = "timeout" | "memory" | "crash" | "busy" | "rate_limited" | "closed";

/** Work in a child that came to no answer. The host and its other children are as they were. */
export class ContainmentError extends Error {
  readonly reason: ContainmentReason;
  /** The last the child said on stderr: for a log, never for whoever brought the work. */
  readonly stderr: string;

  constructor(reason: ContainmentReason, message: string, stderr = "") {
    super(message);
    this.name = "ContainmentError";
    this.reason = reason;
    this.stderr = stderr;
  }
}

/** How a process ended, as Node.js tells it, and the last it said. */
export interface Death {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stderr: string;
}

/** What the watchdog of a child says last before it kills it. */
export const WATCHDOG_WORDS = { memory: "watchdog: memory\n", timeout: "watchdog: time\n" } as const;

/** Of an allocator that gave up: Rust's, V8's, and the one of array buffers. */
const ALLOCATION_FAILED = /memory allocation of \d+ bytes failed|out of memory|allocation failed/i;

/** Why a child that we did not kill ourselves is gone. */
export function reasonOf({ stderr }: Death): "timeout" | "memory" | "crash" {
  if (stderr.endsWith(WATCHDOG_WORDS.memory)) return "memory";
  if (stderr.endsWith(WATCHDOG_WORDS.timeout)) return "timeout";
  return ALLOCATION_FAILED.test(stderr) ? "memory" : "crash";
}
