import { createRotation } from "@cartulary/kernel";
import type { PoolCounts } from "./child-runtime.ts";
import { ContainmentError } from "./containment-error.ts";

type Urgency = "foreground" | "background";

/** A request for a place. */
export interface PlaceRequest {
  /** The user or mandataire of the job; `null` for the system's own. Owners take turns. */
  readonly onBehalfOf: string | null;
  /** True for jobs that no user waits for: foreground jobs go first and always find room. */
  readonly inBackground?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

const urgencyOf = ({ inBackground }: PlaceRequest): Urgency => (inBackground ? "background" : "foreground");

/** Limits of the waiting jobs. */
export interface QueueLimits {
  /** In total. */
  readonly waiting: number;
  /** Per owner, in the foreground. */
  readonly waitingEach: number;
  /** Per job, in the foreground. */
  readonly waitMilliseconds: number;
}

/** Limits from composition.md 2. The waiting time is our choice: most clients and proxies have timed out by then. */
export const QUEUE_LIMITS: QueueLimits = { waiting: 1_000, waitingEach: 32, waitMilliseconds: 120_000 };

/** Concurrent jobs per owner, in the foreground. */
const RUNNING_EACH_MAX = 1;

/** A limited number of places with a limited queue. */
export interface ConcurrencyLimiter {
  /**
   * Waits for a place and returns a function that releases it, to be called once. Owners take turns: a job waits for at
   * most one job of each other owner. In the foreground each owner runs one job at a time. Background jobs use places
   * that no foreground job needs, and never the last free one, unless there is only one place. Rejects with a {@link
   * ContainmentError}: `rate_limited` if the owner has too many waiting jobs, `busy` if there are too many in total or
   * the wait was too long. Calls `onWait` before waiting.
   */
  acquire(request: PlaceRequest, onWait?: () => void): Promise<() => void>;
  counts(): PoolCounts;
  /** Rejects waiting and later requests. */
  close(error: Error): void;
}

interface Waiting {
  admit(): void;
  fail(error: unknown): void;
}

export function createConcurrencyLimiter(places: number, limits: QueueLimits): ConcurrencyLimiter {
  const queues = {
    foreground: createRotation<Waiting>(() => RUNNING_EACH_MAX),
    background: createRotation<Waiting>(() => places),
  };
  const backgroundMax = Math.max(places - 1, 1);
  const taken = { foreground: 0, background: 0 };
  let closed: Error | null = null;

  const isFree = (urgency: Urgency): boolean =>
    taken.foreground + taken.background < places && (urgency === "foreground" || taken.background < backgroundMax);

  function begin(request: PlaceRequest): void {
    const urgency = urgencyOf(request);
    taken[urgency] += 1;
    queues[urgency].begin(request.onBehalfOf);
  }

  /** Hands the place to the next waiting job, so that a new one cannot overtake it. */
  function release(request: PlaceRequest): void {
    const urgency = urgencyOf(request);
    taken[urgency] -= 1;
    queues[urgency].end(request.onBehalfOf);
    const foreground = isFree("foreground") ? queues.foreground.next() : undefined;
    if (foreground) foreground.admit();
    else if (isFree("background")) queues.background.next()?.admit();
  }

  function requireRoom({ onBehalfOf, inBackground }: PlaceRequest): void {
    if (!inBackground && queues.foreground.waitingOf(onBehalfOf) >= limits.waitingEach)
      throw new ContainmentError("rate_limited", `${limits.waitingEach} jobs of this owner are already waiting`);
    if (queues.foreground.waiting() + queues.background.waiting() >= limits.waiting)
      throw new ContainmentError("busy", `${limits.waiting} jobs are already waiting`);
  }

  function wait(request: PlaceRequest): Promise<void> {
    const { onBehalfOf, inBackground, signal } = request;
    const queue = queues[urgencyOf(request)];
    return new Promise((resolve, reject) => {
      const settle = (then: () => void) => {
        queue.remove(onBehalfOf, waiting);
        signal?.removeEventListener("abort", abort);
        clearTimeout(timer);
        then();
      };
      const waiting: Waiting = {
        admit() {
          begin(request);
          settle(resolve);
        },
        fail: (error) => settle(() => reject(error)),
      };
      const abort = () => waiting.fail(signal?.reason);
      const timeOut = () => waiting.fail(new ContainmentError("busy", "No place became free in time"));
      const timer = inBackground ? undefined : setTimeout(timeOut, limits.waitMilliseconds);
      signal?.addEventListener("abort", abort, { once: true });
      queue.add(onBehalfOf, waiting);
    });
  }

  return {
    async acquire(request, onWait = () => {}) {
      const urgency = urgencyOf(request);
      request.signal?.throwIfAborted();
      if (closed) throw closed;
      if (isFree(urgency) && queues[urgency].mayBegin(request.onBehalfOf)) begin(request);
      else {
        requireRoom(request);
        onWait();
        await wait(request);
      }
      return () => release(request);
    },
    counts: () => ({
      waiting: queues.foreground.waiting() + queues.background.waiting(),
      running: taken.foreground + taken.background,
    }),
    close(error) {
      closed = error;
      for (const queue of Object.values(queues)) for (const waiting of queue.entries()) waiting.fail(error);
    },
  };
}
