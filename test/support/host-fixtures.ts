import { randomBytes } from "node:crypto";
import { startFakeS3 } from "@cartulary/blobs-s3/testkit";
import { administer } from "@cartulary/postgres/testkit";
import { inject } from "vitest";
import { type Environment, temporaryFolder, until } from "./cartulary-process.ts";
import { dataFolder } from "./data-folder.ts";

/** An empty data folder of a test; removed on disposal. */
export interface HostGround extends AsyncDisposable {
  /** The settings with which a host uses it. */
  readonly environment: Environment;
  /** Resolves when nothing is under way any more that hosts began which are gone: a database may still commit it. */
  quiet(): Promise<void>;
}

/** A kind of ground. */
export interface GroundKind {
  readonly name: string;
  /** With the tables of a host, unless it is to be `empty`, which a first start is tried on: migrating takes most of it. */
  prepare(state?: "empty"): Promise<HostGround>;
}

/** A database of a test's own, which any number of hosts may share. */
export interface EmptyDatabase extends AsyncDisposable {
  readonly url: string;
}

/** Makes a database without any table on the server at `url`. */
export const emptyPostgres = (url: string): Promise<EmptyDatabase> => newPostgres(url, "create database $");

/** Makes a database with the tables of a host and nothing in them: migrating it would take two seconds. */
export function migratedPostgres(url: string): Promise<EmptyDatabase> {
  const template = inject("postgresTemplate");
  if (template === null) throw new Error("Where there is a server, there is a template");
  return newPostgres(url, `create database $ template ${template.prefix}_template strategy file_copy`);
}

async function newPostgres(url: string, statement: string): Promise<EmptyDatabase> {
  const name = `cartulary_host_${randomBytes(6).toString("hex")}`;
  await administer(url, statement.replace("$", name));
  const own = new URL(url.replace(/^[^:]+/, "http"));
  own.pathname = `/${name}`;
  return {
    url: own.href.replace(/^http/, "postgres"),
    [Symbol.asyncDispose]: () => administer(url, `drop database ${name} with (force)`).then(() => {}),
  };
}

/** True when another client is connected to the database. */
async function isConnected(url: string): Promise<boolean> {
  const others = await administer(
    url,
    `select from pg_stat_activity
     where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
  );
  return others.length > 0;
}

const sqliteAndFiles: GroundKind = {
  name: "SQLite and files",
  async prepare(state) {
    const folder = await (state === "empty" ? temporaryFolder() : dataFolder());
    return {
      environment: { CARTULARY_DATA: folder.path },
      quiet: async () => {},
      [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
    };
  },
};

function postgresAndS3(url: string): GroundKind {
  return {
    name: "Postgres and S3",
    async prepare(state) {
      await using made = new AsyncDisposableStack();
      const database = made.use(await (state === "empty" ? emptyPostgres(url) : migratedPostgres(url)));
      const s3 = await startFakeS3();
      made.defer(() => s3.stop());
      const stored = made.move();
      const environment = {
        DATABASE_URL: database.url,
        BLOBS_URL: s3.url,
        AWS_ACCESS_KEY_ID: s3.accessKeyId,
        AWS_SECRET_ACCESS_KEY: s3.secretAccessKey,
      };
      const quiet = () => until("no connection is left", async () => !(await isConnected(database.url)));
      return { environment, quiet, [Symbol.asyncDispose]: () => stored.disposeAsync() };
    },
  };
}

const postgresUrl = inject("postgresUrl");

/** Every kind of ground that this machine has: `describe.each(hostGrounds)`. */
export const hostGrounds: readonly GroundKind[] =
  postgresUrl === null ? [sqliteAndFiles] : [sqliteAndFiles, postgresAndS3(postgresUrl)];

/**
 * For commands that cannot differ by ground while hosts on each start, stop and come back (restart, readiness, runtimes):
 * SQLite and files, and in a long run every ground.
 */
export const usualGrounds: readonly GroundKind[] = process.env.CARTULARY_TEST_LONG ? hostGrounds : [sqliteAndFiles];

/**
 * True when a command on a ground runs as a process of its own, which must end without a signal: on the last ground,
 * which has the most to close.
 */
export const isWorthProcess = (name: string): boolean => usualGrounds.at(-1)?.name === name;
