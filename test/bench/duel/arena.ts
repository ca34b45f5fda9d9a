import { DOCUMENTS_BASE } from "@cartulary/wire";
import { Client as PostgresClient } from "pg";
import {
  announced,
  type CartularyProcess,
  FIRST,
  programArguments,
  startProcess,
} from "../../support/cartulary-process.ts";
import { type ArchiveSize, documentId, folderId, indexing } from "../archive.ts";
import { BULK_SQL } from "../bulk-sql.ts";
import { clientOf, expected } from "../client.ts";
import { openPostgresRoof, openSqliteRoof } from "../roof/database.ts";
import { type Engine, LARGE, type Scene, type Scenes } from "../scene.ts";
import { parentOf, workersOf } from "./processor-time.ts";
import type { Askers, Estate } from "./works.ts";

/** One server in a process of its own. */
export interface Contender {
  readonly url: string;
  readonly process: CartularyProcess;
  readonly askers: Askers;
}

/** A host and its roof over one archive. */
export interface Arena {
  readonly engine: Engine;
  readonly scene: Scene;
  readonly host: Contender;
  readonly roof: Contender;
  readonly estate: Estate;
  /** The processes of the database server; none on SQLite. */
  readonly server: () => readonly number[];
}

interface ArenaOptions {
  /** Node's own, before the host's program. */
  readonly nodeOptions?: readonly string[];
  /** {@link LARGE} when absent. */
  readonly size?: ArchiveSize;
}

const HOST = ["hosts/cli/src/cartulary.ts", "serve"];
const ROOF = ["test/bench/roof/main.ts"];

/** Both servers, each started as it is in earnest: the host writes its log. All ends with `opened`. */
export async function arena(
  scenes: Scenes,
  engine: Engine,
  opened: AsyncDisposableStack,
  { nodeOptions = [], size = LARGE }: ArenaOptions = {},
): Promise<Arena> {
  const scene = await scenes.over(engine, size);
  const contender = async (words: readonly string[], options: readonly string[]): Promise<Contender> => {
    const environment = {
      ...FIRST,
      PORT: "0",
      LOG_FORMAT: "json",
      DATABASE_URL: scene.url,
      CARTULARY_DATA: scene.directory,
    };
    const child = opened.use(startProcess(process.execPath, [...options, ...programArguments(words)], environment));
    const { url } = await announced(child);
    return { url, process: child, askers: askersOf(url, scene, opened) };
  };
  const host = await contender(HOST, nodeOptions);
  const estate = await makeEstate(scene, host.askers);
  const roof = await contender(ROOF, []);
  const postmaster = engine === "Postgres" ? await postmasterOf(scene.url) : null;
  const server = () => (postmaster === null ? [] : workersOf(postmaster));
  return { engine, scene, host, roof, estate, server };
}

function askersOf(url: string, { reader, administrator }: Scene, opened: AsyncDisposableStack): Askers {
  const asking = (token: string) => opened.adopt(clientOf(url, token), (client) => client.close());
  return { reader: asking(reader.token), administrator: asking(administrator.token), visitor: asking("") };
}

/** The records of the works, created through the host's API. */
async function makeEstate(scene: Scene, { reader, administrator }: Askers): Promise<Estate> {
  const FOLDERS = `${DOCUMENTS_BASE}/folders`;
  const made = async (answer: ReturnType<typeof expected>) => JSON.parse((await answer).body).id as string;
  const shown = await made(expected(201, administrator.send("POST", FOLDERS, { name: "For all users" })));
  const within = { documents_folder_id: shown };
  const publicId = await made(expected(201, administrator.upload(`${DOCUMENTS_BASE}/documents`, within)));
  await expected(201, administrator.send("POST", `${FOLDERS}/${shown}/public_access`, {}));
  const ownFolderId = await made(expected(201, reader.send("POST", FOLDERS, { name: "My own" })));
  const permission = { subject_type: "user", subject_id: scene.administrator.caller.userId, level: "read" };
  const permissionId = await made(
    expected(201, reader.send("POST", `${FOLDERS}/${ownFolderId}/permissions`, permission)),
  );
  const fullFolderId = folderId(25);
  await fill(scene, fullFolderId);
  return { publicId, fullFolderId, ownFolderId, permissionId };
}

/** Puts a thousand documents more into a folder, as others are. */
async function fill({ engine, url }: Scene, folder: string): Promise<void> {
  const database = engine === "SQLite" ? openSqliteRoof(url.slice("sqlite:".length)) : await openPostgresRoof(url);
  const columns = `name, name_fold, description, workspace_id, metadata_user, tags, tags_fold, versions_count, placed_seq,
    created_by, created_at, updated_at, blob_key, byte_size, sha256, file_name, content_type, declared_content_type,
    content_created_at`;
  const some =
    "(select documents.*, row_number() over (order by id) as n from documents where id >= $2 order by id limit 1000) as chosen";
  await database.write((ask) =>
    ask(
      `insert into documents (id, documents_folder_id, ${columns})
        select ${BULK_SQL[engine].id("n")}, $1, ${columns} from ${some}`,
      folder,
      documentId(0),
    ),
  );
  await database.write((ask) => ask(indexing("documents_folder_id = $1"), folder));
  await database.close();
}

/** The process that started those which serve connections; `null` where it runs on another machine. */
async function postmasterOf(url: string): Promise<number | null> {
  const client = new PostgresClient({ connectionString: url });
  await client.connect();
  const { rows } = await client.query("select pg_backend_pid() as pid");
  const postmaster = parentOf(rows[0].pid);
  await client.end();
  return postmaster;
}
