import { unavailable } from "@cartulary/kernel";

/** Lets a few pieces of work run at once; some others wait, first come, first served. */
export type Gate = <Result>(work: () => Promise<Result>) => Promise<Result>;

/**
 * A gate with so many places, before which so many may wait: 503 `temporarily_unavailable` for one more. What work throws
 * comes out, and its place is free again.
 */
export function createGate(places: number, waitingMax: number): Gate {
  let free = places;
  const waiting: (() => void)[] = [];

  async function enter(): Promise<void> {
    if (free > 0) free -= 1;
    else if (waiting.length >= waitingMax) throw unavailable("temporarily_unavailable", "Busy; try again", 1);
    else await new Promise<void>((resolve) => waiting.push(resolve));
  }

  /** Whoever waits gets the place itself, so that nobody who comes now can be faster. */
  function leave(): void {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  }

  return async (work) => {
    await enter();
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
