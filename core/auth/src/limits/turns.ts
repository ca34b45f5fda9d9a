import { unavailable } from "@cartulary/kernel";

/** Lets work of one key run one after the other, first come, first served; keys do not wait for each other. */
export type Turns = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

/**
 * Turns within this process, for so much work at once, that which waits counted in: 503 `temporarily_unavailable` beyond,
 * before anything is done. A key is forgotten with its last work.
 */
export function createTurns(most: number): Turns {
  const last = new Map<string, Promise<unknown>>();
  let present = 0;

  async function inTurn<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const before = last.get(key) ?? Promise.resolve();
    const own = before.then(work);
    const ended = own.catch(() => undefined);
    last.set(key, ended);
    try {
      return await own;
    } finally {
      if (last.get(key) === ended) last.delete(key);
    }
  }

  return async (key, work) => {
    if (present >= most) throw unavailable("temporarily_unavailable", "Too many sign in at once; try again", 1);
    present += 1;
    try {
      return await inTurn(key, work);
    } finally {
      present -= 1;
    }
  };
}
