import {
  type ConnectionProvider,
  type Dialect,
  DummyDriver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";

/** Statements of a work that is expected to ask one. */
export interface OneStatement {
  readonly db: Kysely<unknown>;
  /** Whether it asked for another, which it was refused. */
  readonly isExceeded: boolean;
  /** Nothing is answered any more. */
  end(): void;
}

/** Lets the first statement through to `statements`, outside any transaction, and no other. */
export function oneStatement(statements: Kysely<unknown>): OneStatement {
  const executor = statements.getExecutor();
  let [count, ended] = [0, false];
  const provider: ConnectionProvider = {
    async provideConnection(consumer, options) {
      if (ended) throw new Error("The work is over: nothing is asked of its stores any more");
      count += 1;
      if (count > 1) throw new Error("A work that is a single statement asked for another");
      return executor.provideConnection(consumer, options);
    },
  };
  const db = new Kysely<unknown>({ ...UNUSED, executor: executor.withConnectionProvider(provider) });
  return {
    db,
    get isExceeded() {
      return count > 1;
    },
    end: () => {
      ended = true;
    },
  };
}

/** Answers nothing to whoever asks outside a transaction. MikroORM writes its own statements on either engine. */
export const UNCONNECTED: Dialect = {
  createAdapter: () => new SqliteAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
};

/** What Kysely asks for besides, to begin transactions. */
const UNUSED = { config: { dialect: UNCONNECTED }, dialect: UNCONNECTED, driver: new DummyDriver() };
