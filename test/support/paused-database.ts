import type { Id } from "@cartulary/kernel";
import type { TestDatabase } from "./databases.ts";

/** The database of a host whose writes a test can pause. Its owner closes it. */
export interface PausedDatabase {
  readonly database: TestDatabase;
  /** Pauses the next write of a tenant before its nth call of a store. */
  pauseAt(call: number): Pause;
}

/** A paused write. */
interface Pause {
  /** Resolves once it is there. */
  readonly reached: Promise<void>;
  /** Number of calls of stores so far. */
  calls(): number;
  release(): void;
}

export function pausedDatabase(database: TestDatabase): PausedDatabase {
  let pause: { at: number; calls: number; reach(): void; readonly released: Promise<void> } | null = null;

  const slowStore = (store: object) =>
    new Proxy(store, {
      get(target, name) {
        const method = Reflect.get(target, name);
        if (typeof method !== "function") return method;
        return (...args: unknown[]) => {
          if (!pause) return method.apply(target, args);
          pause.calls += 1;
          if (pause.calls !== pause.at) return method.apply(target, args);
          pause.reach();
          return pause.released.then(() => method.apply(target, args));
        };
      },
    });
  const slow = <Stores extends object>(stores: Stores): Stores =>
    new Proxy(stores, {
      get(target, name) {
        const store = Reflect.get(target, name) as unknown;
        return typeof store === "object" && store !== null ? slowStore(store) : store;
      },
    });

  return {
    database: {
      ...database,
      transactFor: ((id: Id<string>) => {
        const transact = database.transactFor(id);
        return {
          ...transact,
          write: (work: (stores: object) => unknown) => transact.write((stores) => work(slow(stores)) as never),
        };
      }) as never,
      close: async () => {},
    },
    pauseAt(at) {
      const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const present = { at, calls: 0, reach: reached.resolve, released: released.promise };
      pause = present;
      return {
        reached: reached.promise,
        calls: () => present.calls,
        release() {
          pause = null;
          released.resolve();
        },
      };
    },
  };
}
