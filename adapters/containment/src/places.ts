import { ContainmentError } from "./containment-error.ts";

/** A bounded number of places, and a bounded queue before them. */
export interface Places {
  /** Waits for a place, first come, first served. Answers how to leave it, which is to be called once. */
  enter(signal: AbortSignal | undefined): Promise<() => void>;
  /** Refuses whoever waits, and whoever comes. */
  close(error: Error): void;
}

interface Waiting {
  admit(): void;
  refuse(error: unknown): void;
}

export function createPlaces(places: number, waitingMax: number): Places {
  const queue = new Set<Waiting>();
  let free = places;
  let closed: Error | null = null;

  /** Whoever waits gets the place itself, so that nobody who comes now can be faster. */
  function leave(): void {
    const [next] = queue;
    if (next) next.admit();
    else free += 1;
  }

  function wait(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = (then: () => void) => {
        queue.delete(waiting);
        signal?.removeEventListener("abort", abort);
        then();
      };
      const waiting: Waiting = {
        admit: () => settle(resolve),
        refuse: (error) => settle(() => reject(error)),
      };
      const abort = () => waiting.refuse(signal?.reason);
      signal?.addEventListener("abort", abort, { once: true });
      queue.add(waiting);
    });
  }

  return {
    async enter(signal) {
      signal?.throwIfAborted();
      if (closed) throw closed;
      if (free > 0) free -= 1;
      else if (queue.size >= waitingMax) throw new ContainmentError("busy", `${waitingMax} jobs wait already`);
      else await wait(signal);
      return leave;
    },
    close(error) {
      closed = error;
      for (const waiting of [...queue]) waiting.refuse(error);
    },
  };
}
