import { join } from "node:path";
import { createPermissions, type WorkspaceId } from "@cartulary/documents";
import type { Caller, UserId } from "@cartulary/kernel";
import { listen } from "@cartulary/node";
import { createTestDatabases, hasPostgres, startPostgres } from "@cartulary/postgres/testkit";
import { compose, readConfig, technologyModules, tokens } from "@cartulary/server";
import { authModule } from "@cartulary/sql/auth";
import { blobsModule } from "@cartulary/sql/blobs";
import { directoryModule } from "@cartulary/sql/directory";
import { documentsModule } from "@cartulary/sql/documents";
import { replaysModule } from "@cartulary/sql/replays";
import { openSqlite } from "@cartulary/sqlite";
import { Client as PostgresClient } from "pg";
import { FIRST, temporaryFolder } from "../support/cartulary-process.ts";
import { type ArchiveSize, type ArchiveStores, archiveModule, FAMILY, folderId, VISIBLE_FOLDERS } from "./archive.ts";
import { type Client, clientOf } from "./client.ts";
import { blobWriter, type Written } from "./roof/blob.ts";
import { openPostgresRoof, openSqliteRoof, type RoofDatabase } from "./roof/database.ts";
import { roofFolders } from "./roof/folders.ts";
import { type RoofOperations, roofOperations } from "./roof/operations.ts";
import { startRoof } from "./roof/server.ts";
import { roofVisitors } from "./roof/visitors.ts";

export type Engine = "SQLite" | "Postgres";

/** A host and its roof over one archive, both listening in this process, and two people who ask them. */
export interface Scene {
  readonly engine: Engine;
  readonly container: Awaited<ReturnType<typeof compose>>;
  readonly administrator: Person;
  /** A user who sees {@link VISIBLE_FOLDERS} folders, and may write there. */
  readonly reader: Person;
  /** Another user, who sees these folders and their contents. */
  readerOf(folders: readonly number[]): Promise<Person>;
  readonly roof: RoofOperations;
  /** The database, as `DATABASE_URL` names it, and where the bytes lie. */
  readonly url: string;
  readonly directory: string;
  /** The roof's way of keeping bytes. */
  readonly write: (key: string, bytes: Buffer) => Promise<Written>;
}

/** A user with a client. */
export interface Person {
  readonly caller: Caller;
  readonly token: string;
  readonly host: Client;
  readonly roof: Client;
}

/** The archive that everything is measured on; 2,000 of its documents lie in the reader's folders. */
export const LARGE: ArchiveSize = { folders: 100_000, documents: 100_000 };
/** The same 2,000 among far fewer documents. */
export const SMALL: ArchiveSize = { folders: 1_000, documents: 10_000 };

/** The scenes of a run, each made at its first use. */
export interface Scenes extends AsyncDisposable {
  /** The engines of this machine. */
  readonly engines: readonly Engine[];
  over(engine: Engine, size: ArchiveSize): Promise<Scene>;
}

export function benchScenes(): Scenes {
  const opened = new AsyncDisposableStack();
  const known = new Map<string, Promise<Scene>>();
  const server = memoised(async () => {
    const { url, stop } = await startPostgres();
    opened.defer(stop);
    return url;
  });
  return {
    engines: hasPostgres() ? ["SQLite", "Postgres"] : ["SQLite"],
    over(engine, size) {
      const key = `${engine} ${size.folders} ${size.documents}`;
      const make = async () => {
        const ground = engine === "SQLite" ? await sqliteGround(opened) : await postgresGround(opened, server());
        return set(engine, size, ground, opened);
      };
      const scene = known.get(key) ?? make();
      known.set(key, scene);
      return scene;
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

function memoised<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let done: Promise<Result> | null = null;
  return () => {
    done ??= work();
    return done;
  };
}

const modules = [blobsModule, directoryModule, authModule, documentsModule, replaysModule, archiveModule] as const;

/** An empty database and directory. */
interface Ground {
  readonly url: string;
  readonly directory: string;
  fill(work: (stores: ArchiveStores) => Promise<void>): Promise<void>;
  openRoof(): Promise<RoofDatabase>;
}

async function sqliteGround(opened: AsyncDisposableStack): Promise<Ground> {
  const { path: directory } = opened.use(await temporaryFolder());
  const path = join(directory, "cartulary.db");
  return {
    url: `sqlite:${path}`,
    directory,
    async fill(work) {
      const database = await openSqlite({ path, modules });
      await database.transact.write(work);
      await database.close();
    },
    openRoof: async () => openSqliteRoof(path),
  };
}

async function postgresGround(opened: AsyncDisposableStack, server: Promise<string>): Promise<Ground> {
  const { path: directory } = opened.use(await temporaryFolder());
  const databases = createTestDatabases(await server, modules);
  opened.defer(() => databases.close());
  const { url, transact, close } = await databases.open();
  opened.defer(close);
  return {
    url,
    directory,
    async fill(work) {
      await transact.write(work);
      await vacuum(url);
    },
    openRoof: () => openPostgresRoof(url),
  };
}

/** Postgres's automatic maintenance: statistics, and the visibility map. */
export async function vacuum(url: string): Promise<void> {
  const client = new PostgresClient({ connectionString: url });
  await client.connect();
  await client.query("vacuum analyze");
  await client.end();
}

async function set(engine: Engine, size: ArchiveSize, ground: Ground, opened: AsyncDisposableStack): Promise<Scene> {
  const environment = {
    ...FIRST,
    CARTULARY_DATA: ground.directory,
    DATABASE_URL: ground.url,
    LOG_LEVEL: "warn",
    LOG_FORMAT: "json",
  };
  const config = readConfig(environment, { directory: ground.directory, isTerminal: false });
  const container = await compose(config, await technologyModules(config));
  opened.defer(() => container.unbindAllAsync());
  const people = await settle(container, size, ground);

  const listener = await listen(await container.getAsync(tokens.app), { host: "127.0.0.1", port: 0 });
  opened.defer(() => listener.close(0));
  const database = await ground.openRoof();
  opened.defer(() => database.close());
  const write = blobWriter(join(ground.directory, "blobs"));
  const roof = roofOperations(database, write);
  const others = { folders: roofFolders(database), visitors: roofVisitors(database, join(ground.directory, "blobs")) };
  const server = await startRoof({ ...roof, ...others });
  opened.defer(() => server.close());

  const asking = ({ caller, token }: Identity): Person => {
    const [host, above] = [clientOf(`http://127.0.0.1:${listener.port}`, token), clientOf(server.url, token)];
    opened.defer(() => {
      host.close();
      above.close();
    });
    return { caller, token, host, roof: above };
  };
  const [administrator, reader] = [asking(people.administrator), asking(people.reader)];
  const { url, directory } = ground;
  const readerOf = async (folders: readonly number[]) =>
    asking(
      await newReader(container, people.administrator.caller, `reader-of-${folders.join("-")}@example.org`, folders),
    );
  return { engine, container, administrator, reader, readerOf, roof, write, url, directory };
}

interface Identity {
  readonly caller: Caller;
  readonly token: string;
}

const READER = "reader@example.org";

/** Makes the people and what they see. */
async function settle(
  container: Scene["container"],
  size: ArchiveSize,
  ground: Ground,
): Promise<{ readonly administrator: Identity; readonly reader: Identity }> {
  const { administrator: first, application } = container.get(tokens.config);
  const { bootstrap, personalTokens } = await container.getAsync(tokens.identity);
  await bootstrap.ensureFirstAccess({ ...first, ...application });
  const { transact } = await container.getAsync(tokens.database);
  const found = await transact.read(({ users }) => users.findByEmail(first.emailAddress));
  if (!found) throw new Error("The first administrator was not made");
  const administrator = callerOf(found.id, "super_admin");
  const { workspaces } = await container.getAsync(tokens.archive);
  const made: WorkspaceId[] = [];
  for (let index = 0; index < 10; index += 1) {
    made.push((await workspaces.create(administrator, { label: `Résidence ${index}` })).id);
  }
  await ground.fill(({ archive }) => archive.fill(size, { workspaces: made, creator: found.id }));

  const heads = Array.from({ length: VISIBLE_FOLDERS / FAMILY }, (_, family) => family * FAMILY);
  const { token } = await personalTokens.issuePersonalToken({
    emailAddress: first.emailAddress,
    scope: "read write",
    name: "bench",
  });
  return {
    administrator: { caller: administrator, token },
    reader: await newReader(container, administrator, READER, heads),
  };
}

/** Creates a user who may write in these folders, and in those within. */
async function newReader(
  container: Scene["container"],
  administrator: Caller,
  emailAddress: string,
  folders: readonly number[],
): Promise<Identity> {
  const { users, personalTokens } = await container.getAsync(tokens.identity);
  const { transact } = await container.getAsync(tokens.database);
  const { id } = await users.create(administrator, { emailAddress });
  const [clock, newId] = [container.get(tokens.clock), container.get(tokens.newId)];
  const permissions = createPermissions({ transact, clock, newId, extraReadRules: [], grantListeners: [] });
  for (const folder of folders) {
    const resource = { type: "folder", id: folderId(folder) } as const;
    await permissions.grant(administrator, { resource, subjectType: "user", subjectId: id, level: "write" });
  }
  const { token } = await personalTokens.issuePersonalToken({ emailAddress, scope: "read write", name: "bench" });
  return { caller: callerOf(id, "user"), token };
}

/** A user with a role, who may read and write. */
export function callerOf(userId: UserId, role: Caller["role"]): Caller {
  return { userId, role, scopes: ["read", "write"], groupIds: [] };
}
