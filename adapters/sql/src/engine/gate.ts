import { createRotation } from "@cartulary/kernel";

/** The maximum number of concurrent transactions of one kind, and the time that others wait for a place. */
export interface GateLimits {
  readonly places: number;
  /** `null`: no limit. */
  readonly waitMilliseconds: number | null;
}

/** Limits concurrent transactions. Owners take turns, so that an owner with a thousand delays others little. */
export interface Gate {
  /**
   * Waits for a place; returns a function that releases it, to be called once. One owner has at most half of the
   * places, or the only one; work without an owner (`null`) may use all. Rejects with the error of `late` after the
   * time limit.
   */
  enter(owner: string | null, late: () => Error): Promise<() => void>;
  /** The number of transactions that wait for a place. */
  waiting(): number;
}

interface Waiting {
  admit(): void;
}

/** Creates a gate whose places are all free. */
export function createGate({ places, waitMilliseconds }: GateLimits): Gate {
  const queue = createRotation<Waiting>((owner) => (owner === null ? places : Math.ceil(places / 2)));
  let taken = 0;

  function leave(owner: string | null): void {
    queue.end(owner);
    taken -= 1;
    queue.next()?.admit();
  }

  function begin(owner: string | null): () => void {
    queue.begin(owner);
    taken += 1;
    return () => leave(owner);
  }

  function turnOf(owner: string | null, late: () => Error): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        admit() {
          queue.remove(owner, waiting);
          clearTimeout(timer);
          resolve(begin(owner));
        },
      };
      const giveUp = () => {
        queue.remove(owner, waiting);
        reject(late());
      };
      const timer = waitMilliseconds === null ? undefined : setTimeout(giveUp, waitMilliseconds);
      queue.add(owner, waiting);
    });
  }

  return {
    enter: async (owner, late) => (taken < places && queue.mayBegin(owner) ? begin(owner) : await turnOf(owner, late)),
    waiting: () => queue.waiting(),
  };
}
