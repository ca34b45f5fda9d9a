import { ContainmentError } from "./containment-error.ts";

/** Whether somebody waits for it, or nobody. */
export type Urgency = "foreground" | "background";

/** A bounded number of places, and a bounded queue before them. */
export interface Places {
  /**
   * Waits for a place, first come, first served. What is in the background takes a place that nobody else waits for, and
   * never the last one that is free, unless there is only one. Answers how to leave it, which is to be called once.
   */
  enter(signal: AbortSignal | undefined, urgency: Urgency): Promise<() => void>;
  /** Refuses whoever waits, and whoever comes. */
  close(error: Error): void;
}

interface Waiting {
  admit(): void;
  refuse(error: unknown): void;
}

export function createPlaces(places: number, waitingMax: number): Places {
  const queues: Readonly<Record<Urgency, Set<Waiting>>> = { foreground: new Set(), background: new Set() };
  const backgroundMax = Math.max(places - 1, 1);
  const taken = { foreground: 0, background: 0 };
  let closed: Error | null = null;

  const isFree = (urgency: Urgency): boolean =>
    taken.foreground + taken.background < places && (urgency === "foreground" || taken.background < backgroundMax);

  /** Whoever waits gets the place itself, so that nobody who comes now can be faster. */
  function leave(urgency: Urgency): void {
    taken[urgency] -= 1;
    const [foreground] = queues.foreground;
    const [background] = queues.background;
    if (foreground) foreground.admit();
    else if (background && isFree("background")) background.admit();
  }

  function wait(signal: AbortSignal | undefined, urgency: Urgency): Promise<void> {
    const queue = queues[urgency];
    return new Promise((resolve, reject) => {
      const settle = (then: () => void) => {
        queue.delete(waiting);
        signal?.removeEventListener("abort", abort);
        then();
      };
      const waiting: Waiting = {
        admit() {
          taken[urgency] += 1;
          settle(resolve);
        },
        refuse: (error) => settle(() => reject(error)),
      };
      const abort = () => waiting.refuse(signal?.reason);
      signal?.addEventListener("abort", abort, { once: true });
      queue.add(waiting);
    });
  }

  return {
    async enter(signal, urgency) {
      signal?.throwIfAborted();
      if (closed) throw closed;
      if (isFree(urgency)) taken[urgency] += 1;
      else if (queues[urgency].size >= waitingMax)
        throw new ContainmentError("busy", `${waitingMax} jobs wait already`);
      else await wait(signal, urgency);
      return () => leave(urgency);
    },
    close(error) {
      closed = error;
      for (const waiting of [...queues.foreground, ...queues.background]) waiting.refuse(error);
    },
  };
}
