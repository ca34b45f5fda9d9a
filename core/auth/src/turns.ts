/** Lets work of one key run one after the other, first come, first served; keys do not wait for each other. */
export type Turns = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

/** Turns within this process. A key is forgotten with its last work. */
export function createTurns(): Turns {
  const last = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const before = last.get(key) ?? Promise.resolve();
    const own = before.then(work);
    const ended = own.catch(() => undefined);
    last.set(key, ended);
    try {
      return await own;
    } finally {
      if (last.get(key) === ended) last.delete(key);
    }
  };
}
