import { createRotation } from "@cartulary/kernel";

/** How many transactions of one kind go on at once, and how long others wait for a turn. */
export interface GateLimits {
  readonly places: number;
  /** `null`: as long as it takes. */
  readonly waitMilliseconds: number | null;
}

/** Places for transactions, which owners have in turns: a thousand of one keep no other waiting for more than a few. */
export interface Gate {
  /**
   * Waits for a place; answers how to leave it, which is to be called once. One owner has at most half of the places, unless
   * there is only one; `null`, work that is not done for one owner, may have all. Rejects with what `late` makes where the turn does not come in time.
   */
  enter(owner: string | null, late: () => Error): Promise<() => void>;
}

interface Waiting {
  admit(): void;
}

/** A gate that nobody is in. */
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
  };
}
