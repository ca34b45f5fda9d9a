import { setImmediate } from "node:timers";
import { setImmediate as turn } from "node:timers/promises";
import type { Database } from "better-sqlite3";
import type { CompiledQuery, DatabaseConnection } from "kysely";

/** The time that transactions run before other work of the process gets a turn. */
const TURN_MS = 1;

let [turnAt, isSameTurn] = [0, false];

/** Returns the milliseconds since the last turn of the event loop, for the transactions of all connections. */
function millisecondsSinceTurn(): number {
  const now = performance.now();
  if (!isSameTurn) {
    [turnAt, isSameTurn] = [now, true];
    setImmediate(() => {
      isSameTurn = false;
    });
  }
  return now - turnAt;
}

/** Yields to the event loop and restarts the measurement. */
async function yieldToOthers(): Promise<void> {
  await turn();
  millisecondsSinceTurn();
}

/**
 * Yields to the event loop between the statements of one connection's transactions. Statements run synchronously: a
 * transaction of thousands of them, such as a month's billing, would block all other requests until its end. So would
 * many short transactions in sequence: it yields between them, but not within a short one.
 */
export class EventLoopYielder {
  readonly #database: Pick<Database, "inTransaction">;
  #turnAt = 0;
  #transactions = 0;

  constructor(database: Pick<Database, "inTransaction">) {
    this.#database = database;
  }

  /** Call at the beginning of a transaction. */
  begin(): void {
    millisecondsSinceTurn();
    this.#turnAt = performance.now();
    this.#transactions += 1;
  }

  /** Wraps a connection: it yields before statements inside transactions. */
  between(connection: DatabaseConnection): DatabaseConnection {
    return {
      streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
      executeQuery: async <Row>(query: CompiledQuery) => {
        if (this.#database.inTransaction) await this.#yield();
        return connection.executeQuery<Row>(query);
      },
    };
  }

  /**
   * Call at the end of a transaction. Otherwise, the next of several transactions would begin in the same turn, after
   * what may be the longest statement of all: the commit writes all changes.
   */
  async end(): Promise<void> {
    if (millisecondsSinceTurn() >= TURN_MS) await yieldToOthers();
  }

  /**
   * Runs before a statement. Rejects if the transaction ended meanwhile: the statement must not run in the next one.
   */
  async #yield(): Promise<void> {
    if (performance.now() - this.#turnAt < TURN_MS) return;
    const own = this.#transactions;
    await yieldToOthers();
    if (own !== this.#transactions || !this.#database.inTransaction) throw new Error("The transaction has ended");
    this.#turnAt = performance.now();
  }
}
