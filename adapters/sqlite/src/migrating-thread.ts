import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type Transaction,
} from "kysely";
import { isBusy } from "./immediate-dialect.ts";

/** A statement for the thread. */
export interface ThreadStatement {
  readonly text: string;
  readonly parameters: readonly unknown[];
}

/** The answer of the thread: rows and the number of changed rows, or an error. */
export type ThreadReply =
  | { readonly rows: readonly unknown[]; readonly changes: number }
  | { readonly error: { readonly message: string; readonly code: string | undefined } };

/**
 * Runs migrations in a transaction of a connection in a separate thread: a statement over all documents takes minutes,
 * in which the host still answers its liveness probe. Waits for another process that migrates the same file, however
 * long that takes.
 */
export async function migratingInThread(
  path: string,
  work: (transaction: Transaction<unknown>) => Promise<void>,
): Promise<void> {
  const worker = new Worker(entryBeside(import.meta.url), { workerData: path });
  const ask = askerOf(worker);
  const writes = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new ThreadDriver(ask),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
  try {
    await writes.transaction().execute(work);
  } finally {
    await writes.destroy();
    await worker.terminate();
  }
}

/** Runs one statement at a time. */
type Ask = (statement: ThreadStatement) => Promise<QueryResult<never>>;

function askerOf(worker: Worker): Ask {
  const broken = Promise.withResolvers<never>();
  broken.promise.catch(() => {});
  worker.once("error", broken.reject);
  worker.once("exit", () => broken.reject(new Error("The thread that migrates has ended")));
  return async (statement) => {
    const reply = once(worker, "message");
    worker.postMessage(statement);
    const [answer] = (await Promise.race([reply, broken.promise])) as [ThreadReply];
    if ("error" in answer) throw Object.assign(new Error(answer.error.message), { code: answer.error.code });
    return { rows: answer.rows as never[], numAffectedRows: BigInt(answer.changes) };
  };
}

class ThreadDriver implements Driver {
  readonly #connection: DatabaseConnection;

  constructor(ask: Ask) {
    this.#connection = {
      executeQuery: async <Row>({ sql, parameters }: CompiledQuery) =>
        (await ask({ text: sql, parameters })) as QueryResult<Row>,
      // biome-ignore lint/correctness/useYield: migrations read whole results.
      async *streamQuery() {
        throw new Error("Migrations do not stream");
      },
    };
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection;
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    for (;;) {
      try {
        return void (await connection.executeQuery(CompiledQuery.raw("begin immediate")));
      } catch (error) {
        if (!isBusy(error)) throw error;
      }
      await setTimeout(BUSY_PAUSE_MS);
    }
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("commit"));
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("rollback"));
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {}
}

const BUSY_PAUSE_MS = 100;

/** `migration.worker.ts` from source, `migration.worker.js` after a build. */
const entryBeside = (ownUrl: string): URL =>
  new URL(`./migration.worker${ownUrl.slice(ownUrl.lastIndexOf("."))}`, ownUrl);
