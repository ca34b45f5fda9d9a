import { setImmediate } from "node:timers";
import { setImmediate as turn } from "node:timers/promises";
import type { Database } from "better-sqlite3";
import type { CompiledQuery, DatabaseConnection } from "kysely";

/** How long transactions go on before whoever else waits in this process has a turn. */
const TURN_MS = 1;

let [turnAt, isSameTurn] = [0, false];

/** Since when nobody else had a turn, in milliseconds: whatever transactions there were, of one connection or of several. */
function sinceTurn(): number {
  const now = performance.now();
  if (!isSameTurn) {
    [turnAt, isSameTurn] = [now, true];
    setImmediate(() => {
      isSameTurn = false;
    });
  }
  return now - turnAt;
}

/** Others have their turn; from there on it is counted again. */
async function othersHadTurn(): Promise<void> {
  await turn();
  sinceTurn();
}

/**
 * The turns that the transactions of one connection give. A statement is done before anybody else in this process is: a
 * transaction of thousands of them, a month's billing, would keep every other request waiting to its end, whether it reads
 * or writes. So would many short ones of one work, one after another: a turn is given between them. Within a short one
 * there is none.
 */
export class Turns {
  readonly #database: Pick<Database, "inTransaction">;
  #turnAt = 0;
  #transactions = 0;

  constructor(database: Pick<Database, "inTransaction">) {
    this.#database = database;
  }

  /** A transaction begins. */
  begin(): void {
    sinceTurn();
    this.#turnAt = performance.now();
    this.#transactions += 1;
  }

  /** A connection whose statements inside transactions come after turns. */
  between(connection: DatabaseConnection): DatabaseConnection {
    return {
      streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
      executeQuery: async <Row>(query: CompiledQuery) => {
        if (this.#database.inTransaction) await this.#give();
        return connection.executeQuery<Row>(query);
      },
    };
  }

  /**
   * A transaction has ended. Whoever writes one after another would begin the next one in the same turn, after what may have
   * been the longest statement of all: the end itself writes what was changed.
   */
  async end(): Promise<void> {
    if (sinceTurn() >= TURN_MS) await othersHadTurn();
  }

  /** Before a statement of a transaction; rejects where that has ended meanwhile: the statement is not for the next one. */
  async #give(): Promise<void> {
    if (performance.now() - this.#turnAt < TURN_MS) return;
    const own = this.#transactions;
    await othersHadTurn();
    if (own !== this.#transactions || !this.#database.inTransaction) throw new Error("The transaction is over");
    this.#turnAt = performance.now();
  }
}
