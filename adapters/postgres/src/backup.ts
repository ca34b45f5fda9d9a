import { spawn } from "node:child_process";
import { chmod, open } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { type DatabaseBackup, MissingToolError, type NamedBlob } from "@cartulary/kernel";
import { Client } from "pg";
import { connectionUrl } from "./connection-url.ts";
import { makeTenantRole, tenantRoleIn } from "./tenant-role.ts";

/** The database to back up, or the empty one to restore into. */
export interface PostgresBackupOptions {
  /** The connection of a role that owns the tables and is not subject to row-level security. */
  readonly url: string;
  /** As for the database. */
  readonly tenantRole?: string;
}

const PAGE_COUNT = 1_000;

/**
 * Backs up a database by `pg_dump` of the PATH, in its custom format, and restores it by `pg_restore`, which must not be
 * older than the server. Roles are the server's, not the database's: a restore creates only the tenants' role.
 */
export function createPostgresBackup({ url, ...options }: PostgresBackupOptions): DatabaseBackup {
  const connection = libpqConnection(url);
  return {
    fileName: "database.dump",

    async requireTools() {
      for (const tool of ["pg_dump", "pg_restore"]) await requireTool(tool);
    },

    async *save(target) {
      const client = new Client({ connectionString: connectionUrl(url, {}).url });
      await client.connect();
      try {
        await client.query("begin isolation level repeatable read, read only");
        const { rows } = await client.query<{ readonly id: string }>("select pg_export_snapshot() as id");
        const snapshot = `--snapshot=${rows[0]?.id}`;
        const words = ["--format=custom", "--no-owner", snapshot, `--file=${target}`, "--dbname", connection.url];
        await runTool("pg_dump", words, connection);
        await syncFile(target);
        yield* liveBlobs(client);
      } finally {
        await client.end();
      }
    },

    isEmpty: () => withClient(url, async (client) => (await client.query(ANY_TABLE)).rowCount === 0),

    async load(source) {
      await withClient(url, (client) => client.query(makeTenantRole(tenantRoleIn(options))));
      const all = ["--exit-on-error", "--single-transaction", "--no-owner"];
      await runTool("pg_restore", [...all, "--dbname", connection.url, source], connection);
      // A restored database has no statistics, without which plans are bad.
      await withClient(url, (client) => client.query("analyze"));
    },
  };
}

/** Tables of extensions do not count: some providers install extensions in every new database. */
const ANY_TABLE = `
  select 1 from pg_class
  where relkind in ('r', 'p') and relnamespace::regnamespace::text not in ('pg_catalog', 'information_schema')
    and relnamespace::regnamespace::text not like 'pg\\_%'
    and not exists (select 1 from pg_depend where objid = pg_class.oid and deptype = 'e')
  limit 1`;

async function* liveBlobs(client: Client): AsyncGenerator<readonly NamedBlob[]> {
  const page = `select key, byte_size::float8 as "byteSize", sha256 from blobs
    where state = 'live' and key > $1 order by key limit ${PAGE_COUNT}`;
  for (let last = ""; ; ) {
    const { rows } = await client.query<NamedBlob>(page, [last]);
    const end = rows.at(-1);
    if (!end) return;
    yield rows;
    last = end.key;
  }
}

interface LibpqConnection {
  /** Without password and without our own parameters. */
  readonly url: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** The password goes by the environment, since others see the arguments of a process. */
function libpqConnection(url: string): LibpqConnection {
  const parsed = new URL(connectionUrl(url, {}).url);
  const { password, searchParams } = parsed;
  parsed.password = "";
  if (searchParams.get("options") === "") searchParams.delete("options");
  // libpq does not read a plus sign as a space.
  const search = parsed.search.replaceAll("+", "%20");
  const own = parsed.href.slice(0, parsed.href.length - parsed.search.length);
  return { url: `${own}${search}`, environment: password ? { PGPASSWORD: decodeURIComponent(password) } : {} };
}

const HINT = `cartulary restore needs pg_restore, and cartulary backup pg_dump, of the server's version or a newer one`;
const BY_HAND = [
  'pg_dump -Fc --no-owner --file=database.dump "$DATABASE_URL"',
  'pg_restore --exit-on-error --single-transaction --no-owner --dbname="$DATABASE_URL" database.dump',
];

async function requireTool(tool: string): Promise<void> {
  const { code } = await run(tool, ["--version"], {});
  if (code !== 0) throw new MissingToolError(`${tool} is not on the PATH. ${HINT}`, BY_HAND);
}

/** Throws with the last lines of what the program wrote to its standard error. */
async function runTool(tool: string, words: readonly string[], { environment }: LibpqConnection): Promise<void> {
  const { code, errors } = await run(tool, words, environment);
  if (code !== 0) throw new Error(`${tool} failed: ${errors.trim().split("\n").slice(-3).join(" ")}`);
}

interface Run {
  /** `null` when the program could not be started. */
  readonly code: number | null;
  readonly errors: string;
}

async function run(
  tool: string,
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<Run> {
  const child = spawn(tool, words, {
    env: { ...process.env, ...environment },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = new Promise<number | null>((resolve) => {
    child.once("error", () => resolve(null));
    child.once("close", (code) => resolve(code));
  });
  const errors = text(child.stderr).catch(() => "");
  return { code: await ended, errors: await errors };
}

async function withClient<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: connectionUrl(url, {}).url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Makes a file durable, and private to its owner. */
async function syncFile(path: string): Promise<void> {
  await chmod(path, 0o600);
  const file = await open(path, "r+");
  await file.sync();
  await file.close();
}
