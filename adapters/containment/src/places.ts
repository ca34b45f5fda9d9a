import { createRotation } from "@cartulary/kernel";
import { ContainmentError } from "./containment-error.ts";

type Urgency = "foreground" | "background";

/** What a place is wanted for. */
export interface PlaceRequest {
  /** The person, or the mandataire, whose work it is; `null` for the house's own. Turns go round between them. */
  readonly onBehalfOf: string | null;
  /** Set where nobody waits for it: whoever does comes first, and finds room. */
  readonly inBackground?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

const urgencyOf = ({ inBackground }: PlaceRequest): Urgency => (inBackground ? "background" : "foreground");

/** How much may wait for a place, and how long. */
export interface QueueLimits {
  /** In all. */
  readonly waiting: number;
  /** Of one owner, in the foreground. */
  readonly waitingEach: number;
  /** Of each, in the foreground. */
  readonly waitMilliseconds: number;
}

/** composition.md 2; how long is ours: most clients and proxies have given up by then. */
export const QUEUE_LIMITS: QueueLimits = { waiting: 1_000, waitingEach: 32, waitMilliseconds: 120_000 };

/** Of one owner, in the foreground. */
const RUNNING_EACH_MAX = 1;

/** A bounded number of places, and a bounded queue before them. */
export interface Places {
  /**
   * Waits for a place. Owners have turns: nobody waits for more than one piece of each other's work. In the foreground one
   * piece of each owner runs. What is in the background takes a place that nobody else waits for, and never the last one
   * that is free, unless there is only one. Answers how to leave it, which is to be called once. Rejects with a
   * {@link ContainmentError}: `rate_limited` where this owner has too many waiting, `busy` where all have, or where
   * its turn did not come in time. `onWait` is called before it waits.
   */
  enter(request: PlaceRequest, onWait?: () => void): Promise<() => void>;
  /** Refuses whoever waits, and whoever comes. */
  close(error: Error): void;
}

interface Waiting {
  admit(): void;
  refuse(error: unknown): void;
}

export function createPlaces(places: number, limits: QueueLimits): Places {
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

  /** Whoever waits gets the place itself, so that nobody who comes now can be faster. */
  function leave(request: PlaceRequest): void {
    const urgency = urgencyOf(request);
    taken[urgency] -= 1;
    queues[urgency].end(request.onBehalfOf);
    const foreground = isFree("foreground") ? queues.foreground.next() : undefined;
    if (foreground) foreground.admit();
    else if (isFree("background")) queues.background.next()?.admit();
  }

  function requireRoom({ onBehalfOf, inBackground }: PlaceRequest): void {
    if (!inBackground && queues.foreground.waitingOf(onBehalfOf) >= limits.waitingEach)
      throw new ContainmentError("rate_limited", `${limits.waitingEach} jobs of this owner wait already`);
    if (queues.foreground.waiting() + queues.background.waiting() >= limits.waiting)
      throw new ContainmentError("busy", `${limits.waiting} jobs wait already`);
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
        refuse: (error) => settle(() => reject(error)),
      };
      const abort = () => waiting.refuse(signal?.reason);
      const giveUp = () => waiting.refuse(new ContainmentError("busy", "No place was free in time"));
      const timer = inBackground ? undefined : setTimeout(giveUp, limits.waitMilliseconds);
      signal?.addEventListener("abort", abort, { once: true });
      queue.add(onBehalfOf, waiting);
    });
  }

  return {
    async enter(request, onWait = () => {}) {
      const urgency = urgencyOf(request);
      request.signal?.throwIfAborted();
      if (closed) throw closed;
      if (isFree(urgency) && queues[urgency].mayBegin(request.onBehalfOf)) begin(request);
      else {
        requireRoom(request);
        onWait();
        await wait(request);
      }
      return () => leave(request);
    },
    close(error) {
      closed = error;
      for (const queue of Object.values(queues)) for (const waiting of queue.entries()) waiting.refuse(error);
    },
  };
}
