import {
  type ConnectionProvider,
  type Dialect,
  DummyDriver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import type { Engine } from "./engine.ts";
import type { Send } from "./statement.ts";

/** Statements of a work that is expected to ask one. */
export interface OneStatement {
  readonly db: Kysely<unknown>;
  readonly send: Send;
  /** Whether something may still be asked. */
  readonly isOpen: boolean;
  /** Whether it asked for another, which it was refused. */
  readonly isExceeded: boolean;
  /** Nothing is answered any more. */
  end(): void;
}

/** Lets the first statement through to `engine`, outside any transaction, and no other. */
export function oneStatement({ statements, send }: Pick<Engine, "statements" | "send">): OneStatement {
  let [count, isOpen] = [0, true];
  let db: Kysely<unknown> | undefined;
  const refusal = (): Error | null => {
    if (!isOpen) return new Error("The work is over: nothing is asked of its stores any more");
    count += 1;
    return count > 1 ? new Error("A work that is a single statement asked for another") : null;
  };
  return {
    get db() {
      db ??= admitting(statements, refusal);
      return db;
    },
    send(text, parameters) {
      const refused = refusal();
      return refused ? Promise.reject(refused) : send(text, parameters);
    },
    get isOpen() {
      return isOpen;
    },
    get isExceeded() {
      return count > 1;
    },
    end: () => {
      isOpen = false;
    },
  };
}

/** For what is built as it is asked. */
function admitting(statements: Kysely<unknown>, refusal: () => Error | null): Kysely<unknown> {
  const executor = statements.getExecutor();
  const provider: ConnectionProvider = {
    async provideConnection(consumer, options) {
      const refused = refusal();
      if (refused) throw refused;
      return executor.provideConnection(consumer, options);
    },
  };
  return new Kysely<unknown>({ ...UNUSED, executor: executor.withConnectionProvider(provider) });
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
