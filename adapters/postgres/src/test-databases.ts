import { randomBytes } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type { OpenDatabase, SqlModule } from "@cartulary/sql";
import { Client } from "pg";
import { openPostgres, type PostgresOptions } from "./open-postgres.ts";
import { TENANT_ROLE } from "./tenant-role.ts";
import type { Timeouts } from "./timeouts.ts";

/** A database for one test, served like in production: by a role without tables, under row-level security. */
export type TestPostgresDatabase<Modules extends readonly SqlModule[]> = OpenDatabase<Modules> & {
  /** As the user who creates the databases. */
  readonly url: string;
  /** Resolves when a transaction waits for another's lock. */
  untilBlocked(): Promise<void>;
  /** Runs statements without foreign keys and triggers. */
  damage(...statements: readonly string[]): Promise<void>;
};

/** Databases on one server, with the schema of the same modules. */
export interface TestDatabases<Modules extends readonly SqlModule[]> {
  /** Creates an empty database, which is deleted on close. */
  open(options?: Pick<PostgresOptions<Modules>, "pool">): Promise<TestPostgresDatabase<Modules>>;
  /** Migrates the template if necessary and returns it, for copies, also in other processes, until `close`. */
  template(): Promise<TestTemplate>;
  /** Deletes the template, unless it was passed as an argument. */
  close(): Promise<void>;
}

/** A migrated database to copy, as plain data. */
export interface TestTemplate {
  readonly prefix: string;
}

const POLL_MS = 5;
const PATIENCE_MS = 60_000;
const PATIENT: Timeouts = {
  statementMs: PATIENCE_MS,
  lockMs: PATIENCE_MS,
  idleMs: PATIENCE_MS,
  transactionMs: null,
  answerMs: PATIENCE_MS,
};
/** Timeouts of test databases. Tests are many on busy machines: long waits for connections or locks are no failures. */
export const TEST_TIMEOUTS: Required<Pick<PostgresOptions<readonly SqlModule[]>, "connectTimeoutMs" | "timeouts">> = {
  connectTimeoutMs: PATIENCE_MS,
  timeouts: { reading: PATIENT, writing: PATIENT },
};

/**
 * Creates databases for tests as copies of a template that is migrated once: `template`, which must have at least these
 * modules, or a new one. `url` is of a user who may create databases. Modules that depend on the location are created
 * by a function of the URL.
 */
export function createTestDatabases<const Modules extends readonly SqlModule[]>(
  url: string,
  modules: Modules | ((url: string) => Modules),
  template?: TestTemplate,
): TestDatabases<Modules> {
  const modulesAt = (own: string) => (typeof modules === "function" ? modules(own) : modules);
  const prefix = template?.prefix ?? newName("cartulary");
  const [name, serving] = [`${prefix}_template`, `${prefix}_serving`];
  let made: Promise<void> | null = template ? Promise.resolve() : null;

  const migrate = async () => {
    await administer(url, `create database ${name}`);
    const own = databaseAt(url, name);
    await (await openPostgres({ url: own, modules: modulesAt(own) })).close();
    await untilLeft(url, name);
    await administer(url, `create role ${serving} login password '${prefix}' in role ${TENANT_ROLE}`);
  };
  const migrated = () => {
    made ??= migrate();
    return made;
  };

  return {
    async open(options = {}) {
      await migrated();
      const copy = newName(prefix);
      // Copying files takes half the work of copying pages through the log without fsync, and leaves less to clean up.
      await administer(url, `create database ${copy} template ${name} strategy file_copy`);
      const own = databaseAt(url, copy);
      const served = databaseAt(url, copy, `${serving}:${prefix}`);
      const opened = await openPostgres({
        ...TEST_TIMEOUTS,
        ...options,
        url: served,
        modules: modulesAt(own),
      });
      const closing = new AbortController();
      const watches = new Set<Promise<void>>();
      return {
        ...opened,
        url: own,
        untilBlocked() {
          const watch = untilBlocked(own, closing.signal);
          watches.add(watch);
          return watch;
        },
        damage: (...statements) =>
          withClient(own, async (client) => {
            await client.query("set session_replication_role = replica");
            for (const statement of statements) await client.query(statement);
          }),
        async close() {
          closing.abort();
          await Promise.all([...watches, opened.close()]);
          await administer(url, `drop database ${copy} with (force)`);
        },
      };
    },

    async template() {
      await migrated();
      return { prefix };
    },

    async close() {
      if (template || made === null) return;
      await made;
      await administer(url, `drop database ${name} with (force)`, `drop role ${serving}`);
    },
  };
}

const newName = (prefix: string): string => `${prefix}_${randomBytes(6).toString("hex")}`;

/** Returns the URL of another database on the same server, optionally for another user, as `name:password`. */
export function databaseAt(url: string, name: string, credentials?: string): string {
  const { protocol, username, password, host, search } = new URL(url);
  const own = password ? `${username}:${password}` : username;
  return `${protocol}//${credentials ?? own}@${host}/${name}${search}`;
}

/** Runs statements on a separate connection, in sequence; returns the rows of the last one. */
export async function administer(url: string, ...statements: readonly string[]): Promise<readonly object[]> {
  let rows: readonly object[] = [];
  await withClient(url, async (client) => {
    for (const statement of statements) ({ rows } = await client.query<object>(statement));
  });
  return rows;
}

async function untilBlocked(url: string, closing: AbortSignal): Promise<void> {
  const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await withClient(url, async (client) => {
    while (!closing.aborted && (await client.query(waiting)).rowCount === 0) await setTimeout(POLL_MS);
  });
}

/** Postgres refuses to copy a database with connections, and ends connections with a delay. */
async function untilLeft(url: string, name: string): Promise<void> {
  await withClient(url, async (client) => {
    const connected = () => client.query("select from pg_stat_activity where datname = $1", [name]);
    while ((await connected()).rowCount !== 0) await setTimeout(POLL_MS);
  });
}

async function withClient(url: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
