import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { accessSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { startFakeS3 } from "@cartulary/blobs-s3/testkit";
import { until } from "./cartulary-process.ts";
import { emptyPostgres, type GroundKind, hostGrounds } from "./host-fixtures.ts";

/** A PostgreSQL server that the `pg_dump` of this machine can read. */
interface DumpedServer extends AsyncDisposable {
  /** As a user who may create databases and roles, and is not subject to row-level security. */
  readonly url: string;
}

/** The folder of `pg_dump` and of a server of the same version; `null` where one of them is missing. */
const BINARIES = binariesOfPath();
if (BINARIES === null) {
  console.error("!!! no pg_dump with a PostgreSQL server of its version on the PATH: no backup of Postgres is tried");
}

function binariesOfPath(): string | null {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const server = folders.find((folder) => ["postgres", "initdb"].every((name) => isThere(join(folder, name))));
  if (server === undefined || !folders.some((folder) => isThere(join(folder, "pg_dump")))) return null;
  const version = (program: string) =>
    /\d+/.exec(execFileSync(program, ["--version"], { encoding: "utf8" }).replace(/^[^)]*\)/, ""))?.[0];
  return version("pg_dump") === version(join(server, "postgres")) ? server : null;
}

function isThere(path: string): boolean {
  try {
    accessSync(path);
    return true;
  } catch {
    return false;
  }
}

/** Starts a server of the PATH on a socket in a temporary folder, without durability. */
async function startServer(binaries: string): Promise<DumpedServer> {
  const folder = mkdtempSync(join(tmpdir(), "cartulary-dumped-"));
  const user = process.getuid?.() === 0 ? postgresUser() : null;
  if (user) execFileSync("chown", [`${user.uid}:${user.gid}`, folder]);
  const data = join(folder, "data");
  const options = { ...user, cwd: folder, env: { LC_ALL: "C", PATH: process.env.PATH } };
  const initdb = [`--pgdata=${data}`, "--username=postgres", "--auth=trust", "--no-sync", "--encoding=UTF8"];
  execFileSync(join(binaries, "initdb"), initdb, { ...options, stdio: ["ignore", "ignore", "pipe"] });
  const settings = ["listen_addresses=", `unix_socket_directories=${folder}`, "fsync=off", "max_connections=100"];
  const words = ["-D", data, ...settings.flatMap((setting) => ["-c", setting])];
  const server = spawn(join(binaries, "postgres"), words, { ...options, stdio: ["ignore", "ignore", "pipe"] });
  let log = "";
  server.stderr.setEncoding("utf8").on("data", (text: string) => {
    log += text;
  });
  await until("the server accepts connections", async () => log.includes("ready to accept connections"));
  return {
    url: `postgres://postgres@localhost/postgres?host=${folder}`,
    async [Symbol.asyncDispose]() {
      server.kill("SIGINT");
      await once(server, "exit");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** PostgreSQL does not run as root. */
function postgresUser(): { readonly uid: number; readonly gid: number } {
  const line = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((each) => /^(postgres|nobody):/.test(each));
  const [, , uid, gid] = line?.split(":") ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}

/** Grounds whose database can be backed up: SQLite and files, and Postgres and S3 where this machine has the tools. */
export const backupGrounds: readonly GroundKind[] = [
  ...hostGrounds.filter(({ name }) => name === "SQLite and files"),
  ...(BINARIES === null ? [] : [dumpedGround(BINARIES)]),
];

function dumpedGround(binaries: string): GroundKind {
  let server: Promise<DumpedServer> | null = null;
  let users = 0;
  return {
    name: "Postgres and S3",
    async prepare() {
      server ??= startServer(binaries);
      users += 1;
      const { url } = await server;
      const database = await emptyPostgres(url);
      const s3 = await startFakeS3();
      return {
        environment: {
          DATABASE_URL: database.url,
          BLOBS_URL: s3.url,
          AWS_ACCESS_KEY_ID: s3.accessKeyId,
          AWS_SECRET_ACCESS_KEY: s3.secretAccessKey,
        },
        quiet: async () => {},
        async [Symbol.asyncDispose]() {
          await s3.stop();
          await database[Symbol.asyncDispose]();
          users -= 1;
          if (users > 0) return;
          const last = server;
          server = null;
          await (await last)?.[Symbol.asyncDispose]();
        },
      };
    },
  };
}
