import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { createDigests, newId } from "@cartulary/crypto";
import type { Caller, Clock, Id, TransactFor } from "@cartulary/kernel";
import { type BookId, createLedger, type Ledger, type LedgerStores } from "@cartulary/ledger";
import { rentPlan } from "@cartulary/ledger/testkit";
import { createTestDatabases, startPostgres } from "@cartulary/postgres/testkit";
import { ledgerModule } from "@cartulary/sql/ledger";
import { openTestSqlite } from "@cartulary/sqlite/testkit";
import { Client } from "pg";
import { steadyClock } from "../support/fixed-clock.ts";
import { copyOut } from "./copy-out.ts";
import type { Engine } from "./scene.ts";

/** A row as its own database gives and takes it. */
export type Row = Readonly<Record<string, unknown>>;

/** A database of books, with a separate connection for statements written by hand. */
export interface LedgerGround extends AsyncDisposable {
  readonly engine: Engine;
  readonly transactFor: TransactFor<Id<string>, LedgerStores>;
  /** Runs statements one by one. */
  run(...statements: readonly string[]): Promise<void>;
  rows(statement: string): Promise<readonly Row[]>;
  /** Inserts rows into tables one after another, in statements of {@link ROWS_AT_ONCE}, all in one transaction. */
  insert(...tables: readonly (readonly [table: string, rows: readonly Row[]])[]): Promise<void>;
  /** Removes the triggers: rows need not balance any more, and can be changed. */
  unguard(): Promise<void>;
  /** How many bytes the server itself makes of a query: `COPY … TO STDOUT`. Postgres only. */
  copy(query: string): Promise<number>;
}

/** Rows of a bare insert: as many as SQLite takes values for. */
const ROWS_AT_ONCE = 1000;

/** The user who does the accounting. */
export const ACCOUNTANT: Caller = {
  userId: "00000000-0000-7000-8000-00000000000a" as Caller["userId"],
  role: "user",
  scopes: ["write"],
  groupIds: [],
};

/** The dependencies of all books here. */
export const settings = { ...rentPlan, digests: createDigests(), newId };

/** A new book, and its service. It has no auxiliary accounts yet. */
export async function newBook(
  { transactFor }: Pick<LedgerGround, "transactFor">,
  clock: Clock = steadyClock(),
): Promise<{ readonly bookId: BookId; readonly ledger: Ledger }> {
  const bookId = newId<"Book">();
  const ledger = createLedger({ ...settings, clock, transact: transactFor(bookId) });
  await ledger.open(ACCOUNTANT, bookId);
  return { bookId, ledger };
}

export function ledgerGround(engine: Engine): Promise<LedgerGround> {
  return engine === "SQLite" ? onSqlite() : onPostgres();
}

async function onSqlite(): Promise<LedgerGround> {
  const { path, transactFor, close } = await openTestSqlite([ledgerModule]);
  const file = new DatabaseSync(path);
  file.exec("pragma synchronous = off; pragma foreign_keys = on");
  const rows = async (statement: string) => file.prepare(statement).all() as unknown as readonly Row[];
  return {
    engine: "SQLite",
    transactFor,
    rows,
    async run(...statements) {
      for (const statement of statements) file.exec(statement);
    },
    async insert(...tables) {
      file.exec("begin immediate");
      for (const { text, values } of insertions(tables, () => "?"))
        file.prepare(text).run(...(values as SQLInputValue[]));
      file.exec("commit");
    },
    async unguard() {
      for (const { name } of await rows("select name from sqlite_master where type = 'trigger'"))
        file.exec(`drop trigger ${name}`);
    },
    copy: () => Promise.reject(new Error("SQLite has no COPY")),
    async [Symbol.asyncDispose]() {
      file.close();
      await close();
    },
  };
}

async function onPostgres(): Promise<LedgerGround> {
  const server = await startPostgres();
  const databases = createTestDatabases(server.url, [ledgerModule]);
  const database = await databases.open();
  const client = new Client({ connectionString: database.url });
  await client.connect();
  const run = async (...statements: readonly string[]) => {
    for (const statement of statements) await client.query(statement);
  };
  return {
    engine: "Postgres",
    transactFor: database.transactFor,
    run,
    rows: async (statement) => (await client.query(statement)).rows,
    async insert(...tables) {
      await client.query("begin");
      for (const { text, values } of insertions(tables, (place) => `$${place}`)) await client.query(text, [...values]);
      await client.query("commit");
    },
    unguard: () =>
      run(
        ...["ledger_lines", "ledger_entries", "ledger_series"].map(
          (table) => `alter table ${table} disable trigger user`,
        ),
      ),
    copy: (query) => copyOut(client, query),
    async [Symbol.asyncDispose]() {
      await client.end();
      await database.close();
      await databases.close();
      await server.stop();
    },
  };
}

/** Multi-row inserts with their values. */
export function* insertions(
  tables: readonly (readonly [table: string, rows: readonly Row[]])[],
  mark: (place: number) => string,
): Generator<{ readonly text: string; readonly values: readonly unknown[] }> {
  for (const [table, rows] of tables) {
    const columns = Object.keys(rows[0] ?? {});
    for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
      const some = rows.slice(start, start + ROWS_AT_ONCE);
      let place = 0;
      const marks = some.map(() => `(${columns.map(() => mark(++place)).join()})`);
      const text = `insert into ${table} (${columns.join()}) values ${marks.join()}`;
      yield { text, values: some.flatMap((row) => columns.map((column) => row[column])) };
    }
  }
}
