/**
 * The reason why a job has no output. `timeout`, `memory` and `crash` are caused by the job and would probably recur.
 * `busy` (too many jobs wait, or the wait was too long), `rate_limited` (too many jobs of the owner wait) and `closed`
 * (the host stops) are temporary: the job may be repeated later.
 */
export type ContainmentReason = "timeout" | "memory" | "crash" | "busy" | "rate_limited" | "closed";

/** A job without output. The host and its other children are unaffected. */
export class ContainmentError extends Error {
  readonly reason: ContainmentReason;
  /** The end of the child's stderr: for logs, never for users. */
  readonly stderr: string;

  constructor(reason: ContainmentReason, message: string, stderr = "") {
    super(message);
    this.name = "ContainmentError";
    this.reason = reason;
    this.stderr = stderr;
  }
}

/** The exit code and signal of a process, and the end of its stderr. */
export interface ChildExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stderr: string;
}

/** Messages that a child's watchdog writes before it kills the child. */
export const WATCHDOG_MESSAGE = { memory: "watchdog: memory\n", timeout: "watchdog: time\n" } as const;

/** Messages of allocators that gave up: Rust's, V8's, and that of array buffers. */
const ALLOCATION_FAILED = /memory allocation of \d+ bytes failed|out of memory|allocation failed/i;

/** Returns why a child ended that the pool did not kill. */
export function reasonOf({ stderr }: ChildExit): "timeout" | "memory" | "crash" {
  if (stderr.endsWith(WATCHDOG_MESSAGE.memory)) return "memory";
  if (stderr.endsWith(WATCHDOG_MESSAGE.timeout)) return "timeout";
  return ALLOCATION_FAILED.test(stderr) ? "memory" : "crash";
}
