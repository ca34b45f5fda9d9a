import { unavailable } from "./errors.ts";
import { createRotation } from "./rotation.ts";

/** Runs work as soon as its owner has a turn. Rejects with what the work throws. */
export type WorkQueue = <Result>(owner: string | null, work: () => Promise<Result>) => Promise<Result>;

/** Limits of a {@link WorkQueue}. */
export interface WorkQueueLimits {
  /** Pieces of work that run at once; any number when absent. */
  readonly running?: number;
  /** Of one owner; as many as of all when absent. */
  readonly runningEach?: number;
  /** Pieces of work that run or wait. */
  readonly present: number;
  /** Says why one more is refused. */
  readonly message: string;
}

/**
 * Creates a queue within this process: work of one owner begins in the order of its calls, and owners take turns. Beyond
 * `present` it throws 503 `temporarily_unavailable` before any work is done.
 */
export function createWorkQueue({
  running = Infinity,
  runningEach = running,
  present,
  message,
}: WorkQueueLimits): WorkQueue {
  const lines = createRotation<() => void>(() => runningEach);
  let active = 0;

  function begin(owner: string | null): void {
    active += 1;
    lines.begin(owner);
  }

  /** A place that becomes free goes to work that waits, before any work that comes now. */
  function end(owner: string | null): void {
    active -= 1;
    lines.end(owner);
    lines.next()?.();
  }

  function turn(owner: string | null): Promise<void> {
    return new Promise((resolve) => {
      const admit = () => {
        lines.remove(owner, admit);
        begin(owner);
        resolve();
      };
      lines.add(owner, admit);
    });
  }

  return async (owner, work) => {
    if (active + lines.waiting() >= present) throw unavailable("temporarily_unavailable", message, 1);
    if (active < running && lines.mayBegin(owner)) begin(owner);
    else await turn(owner);
    try {
      return await work();
    } finally {
      end(owner);
    }
  };
}
