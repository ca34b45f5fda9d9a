import { join } from "node:path";
import type { Caller } from "@cartulary/kernel";
import { createTestDatabases, startPostgres } from "@cartulary/postgres/testkit";
import { compose, type Host, readConfig, technologyModules, tokens } from "@cartulary/server";
import { directoryModule } from "@cartulary/sql/directory";
import Sqlite from "better-sqlite3";
import { Client } from "pg";
import { type Environment, FIRST, temporaryFolder } from "../support/cartulary-process.ts";
import { insertions, type Row } from "./ledger-ground.ts";
import { callerOf, type Engine } from "./scene.ts";

/** Rows by their tables. */
export type TableRows = readonly (readonly [table: string, rows: readonly Row[]])[];

/** A host in this process over an empty database, with its first administrator. */
export interface AgencyGround extends AsyncDisposable {
  readonly container: Host;
  readonly administrator: Caller;
  /** The database, as `DATABASE_URL` names it. */
  readonly url: string;
  /** The arguments with which another process opens the same database. */
  readonly environment: Environment;
  /** Runs statements one by one, past the host. */
  run(...statements: readonly string[]): Promise<void>;
  rows(statement: string): Promise<readonly Row[]>;
  /** Multi-row inserts of rows as they are, in one transaction. */
  insert(tables: TableRows): Promise<void>;
}

export async function agencyGround(engine: Engine): Promise<AgencyGround> {
  const opened = new AsyncDisposableStack();
  const { path: directory } = opened.use(await temporaryFolder());
  const { url, ...database } = await databaseOf(engine, directory, opened);
  const environment = { ...FIRST, CARTULARY_DATA: directory, DATABASE_URL: url, LOG_LEVEL: "warn", LOG_FORMAT: "json" };
  const config = readConfig(environment, { directory, isTerminal: false });
  const container = await compose(config, await technologyModules(config));
  opened.defer(() => container.unbindAllAsync());
  const { administrator, application } = container.get(tokens.config);
  const { bootstrap } = await container.getAsync(tokens.identity);
  await bootstrap.ensureFirstAccess({ ...administrator, ...application });
  const { transact } = await container.getAsync(tokens.database);
  const found = await transact.read(({ users }) => users.findByEmail(administrator.emailAddress));
  if (!found) throw new Error("The first administrator was not made");
  return {
    ...{ container, environment, url, ...database },
    administrator: { ...callerOf(found.id, "super_admin"), scopes: ["read", "write", "admin"] },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

async function databaseOf(engine: Engine, directory: string, opened: AsyncDisposableStack) {
  if (engine === "SQLite") return onSqlite(join(directory, "cartulary.db"));
  const server = await startPostgres();
  opened.defer(() => server.stop());
  const databases = createTestDatabases(server.url, [directoryModule]);
  opened.defer(() => databases.close());
  const { url, close } = await databases.open();
  opened.defer(close);
  return onPostgres(url);
}

/** By the driver of the host: another copy of SQLite in this process would not know of its locks, and drop them. */
function onSqlite(path: string) {
  const using = async <Result>(work: (file: Sqlite.Database) => Result): Promise<Result> => {
    const file = new Sqlite(path);
    file.pragma("synchronous = full");
    file.pragma("foreign_keys = on");
    try {
      return work(file);
    } finally {
      file.close();
    }
  };
  return {
    url: `sqlite:${path}`,
    run: (...statements: readonly string[]) =>
      using((file) => {
        for (const statement of statements) file.exec(statement);
      }),
    rows: (statement: string) => using((file) => file.prepare(statement).all() as readonly Row[]),
    insert: (tables: TableRows) =>
      using((file) => {
        file.exec("begin immediate");
        for (const { text, values } of insertions(tables, () => "?")) file.prepare(text).run(values);
        file.exec("commit");
      }),
  };
}

function onPostgres(url: string) {
  const using = async <Result>(work: (client: Client) => Promise<Result>): Promise<Result> => {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  };
  return {
    url,
    run: (...statements: readonly string[]) =>
      using(async (client) => {
        for (const statement of statements) await client.query(statement);
      }),
    rows: (statement: string) => using(async (client) => (await client.query<Row>(statement)).rows),
    insert: (tables: TableRows) =>
      using(async (client) => {
        await client.query("begin");
        for (const { text, values } of insertions(tables, (place) => `$${place}`))
          await client.query(text, [...values]);
        await client.query("commit");
      }),
  };
}
