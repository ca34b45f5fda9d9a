import { randomBytes } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type { Opened, SqlModule } from "@cartulary/sql";
import { Client } from "pg";
import type { Limits } from "./limits.ts";
import { openPostgres, type PostgresOptions } from "./open-postgres.ts";
import { TENANT_ROLE } from "./tenant-role.ts";

/** A database of a test's own, served as in earnest: by a role that owns nothing and that row-level security holds for. */
export type TestPostgresDatabase<Modules extends readonly SqlModule[]> = Opened<Modules> & {
  /** As the user that the databases are made by. */
  readonly url: string;
  /** Resolves when a transaction waits for a lock that another one holds. */
  untilBlocked(): Promise<void>;
  /** Runs statements past everything that would refuse them, foreign keys too. */
  damage(...statements: readonly string[]): Promise<void>;
};

/** Databases on one server, all with the schema of the same modules. */
export interface TestDatabases<Modules extends readonly SqlModule[]> {
  /** A new database with nothing in it, gone when it is closed. */
  open(options?: Pick<PostgresOptions<Modules>, "pool">): Promise<TestPostgresDatabase<Modules>>;
  /** What the databases are copied from, migrated by now: for others to copy, in other processes too, until the close. */
  template(): Promise<TestTemplate>;
  /** Removes what was kept to make databases from, unless it is another one's. */
  close(): Promise<void>;
}

/** A migrated database that others are copied from, as plain data. */
export interface TestTemplate {
  readonly prefix: string;
}

const POLL_MS = 5;
const PATIENCE_MS = 60_000;
const PATIENT: Limits = {
  statementMs: PATIENCE_MS,
  lockMs: PATIENCE_MS,
  idleMs: PATIENCE_MS,
  transactionMs: null,
  answerMs: PATIENCE_MS,
};
/**
 * Options of databases for tests. Those ask for much at once on machines that do much else: what waits long for a
 * connection or a lock is slow, and not stuck.
 */
export const TEST_PATIENCE: Required<Pick<PostgresOptions<readonly SqlModule[]>, "connectTimeoutMs" | "limits">> = {
  connectTimeoutMs: PATIENCE_MS,
  limits: { reading: PATIENT, writing: PATIENT },
};

/**
 * Databases for tests, copied from a template that is migrated once: a `given` one, which has these modules at least, or
 * one of their own. `url` is of a user who may create databases. Modules that need to know where they are opened come from
 * a function of that.
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
      // Files, not pages through the log: half the work where nothing is fsynced, and less to forget when it is dropped.
      await administer(url, `create database ${copy} template ${name} strategy file_copy`);
      const own = databaseAt(url, copy);
      const served = databaseAt(url, copy, `${serving}:${prefix}`);
      const opened = await openPostgres({
        ...TEST_PATIENCE,
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

/** The same server, another database; also another user than that of `url`, with `name:password`. */
export function databaseAt(url: string, name: string, credentials?: string): string {
  const { protocol, username, password, host, search } = new URL(url);
  const own = password ? `${username}:${password}` : username;
  return `${protocol}//${credentials ?? own}@${host}/${name}${search}`;
}

/** Runs statements on a connection of their own, one after another; answers the rows of the last one. */
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

/** No database is copied while somebody is connected to it, and the server ends connections in its own time. */
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
