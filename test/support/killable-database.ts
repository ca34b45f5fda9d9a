import type { Id } from "@cartulary/kernel";
import type { TestDatabase } from "./databases.ts";
import { type Life, lifeOf, mortalTransact } from "./killed-process.ts";

/** The database of a host that may be killed. Its owner closes it. */
export interface MortalDatabase {
  readonly database: TestDatabase;
  /** Kills the host at its nth step from now: a transaction's beginning or end, or a call that writes. */
  lose(steps: number): Life;
  /** It is there again, and nothing that it did not write. */
  revive(): void;
}

/** Names of methods of stores that only read: every other call is a step. */
const READING = /^(?:find|list|lock|page|of|view|these|known|read|has|is|any|count|oldest|resumable|ids)/;

export function mortalDatabase(database: TestDatabase): MortalDatabase {
  let life: Life = lifeOf(Number.POSITIVE_INFINITY);

  const dyingStore = (store: object) =>
    new Proxy(store, {
      get(target, name) {
        const method = Reflect.get(target, name);
        if (typeof method !== "function" || READING.test(String(name))) return method;
        return (...args: unknown[]) => {
          life.step();
          return method.apply(target, args);
        };
      },
    });
  const dying = <Stores extends object>(stores: Stores): Stores =>
    new Proxy(stores, {
      get(target, name) {
        const store = Reflect.get(target, name) as unknown;
        return typeof store === "object" && store !== null ? dyingStore(store) : store;
      },
    });
  /** The life is looked up anew each time: hosts open transactions once for all. */
  const mortal = (transact: Transacting): Transacting => ({
    read: (work) => mortalTransact(transact as never, life).read(work as never) as never,
    single: (work) => mortalTransact(transact as never, life).single(work as never) as never,
    write: (work) =>
      mortalTransact(transact as never, life).write((stores) => work(dying(stores as object) as never)) as never,
    claim: (work) =>
      mortalTransact(transact as never, life).claim((stores) => work(dying(stores as object) as never)) as never,
  });

  return {
    database: {
      ...database,
      transact: mortal(database.transact),
      transactFor: ((id: Id<string>) => mortal(database.transactFor(id) as never)) as never,
      close: async () => {},
    },
    lose(steps) {
      life = lifeOf(steps);
      return life;
    },
    revive() {
      life = lifeOf(Number.POSITIVE_INFINITY);
    },
  };
}

type Transacting = TestDatabase["transact"];
