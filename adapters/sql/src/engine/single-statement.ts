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

/** Access to the database for work that is expected to run one statement. */
export interface SingleStatement {
  readonly db: Kysely<unknown>;
  readonly send: Send;
  /** False after `end`. */
  readonly isOpen: boolean;
  /** True if the work tried to run a second statement, which was refused. */
  readonly isExceeded: boolean;
  /** Refuses all further statements. */
  end(): void;
}

/** Passes the first statement to `engine`, outside any transaction, and refuses all others. */
export function createSingleStatement({ statements, send }: Pick<Engine, "statements" | "send">): SingleStatement {
  let [count, isOpen] = [0, true];
  let db: Kysely<unknown> | undefined;
  const refusal = (): Error | null => {
    if (!isOpen) return new Error("The work has ended: its stores can no longer be used");
    count += 1;
    return count > 1 ? new Error("Work limited to a single statement tried to run another") : null;
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

/** For statements that Kysely executes directly. */
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

/**
 * A dialect without a connection, whose queries return nothing. MikroORM's statements are the same on either engine.
 */
export const DISCONNECTED_DIALECT: Dialect = {
  createAdapter: () => new SqliteAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
};

/** Options that Kysely requires to begin transactions; unused. */
const UNUSED = { config: { dialect: DISCONNECTED_DIALECT }, dialect: DISCONNECTED_DIALECT, driver: new DummyDriver() };
