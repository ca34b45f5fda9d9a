import { DatabaseSync } from "node:sqlite";
import type { DocumentId, FolderId } from "@cartulary/documents";
import type { Caller, Id, Transact } from "@cartulary/kernel";
import { createTestDatabases, startPostgres } from "@cartulary/postgres/testkit";
import type { PublicAccessStores } from "@cartulary/public-access";
import { blobsModule } from "@cartulary/sql/blobs";
import { directoryModule } from "@cartulary/sql/directory";
import { documentsModule } from "@cartulary/sql/documents";
import { publicAccessModule } from "@cartulary/sql/public-access";
import { replaysModule } from "@cartulary/sql/replays";
import { openTestSqlite } from "@cartulary/sqlite/testkit";
import { Client } from "pg";
import { BULK_SQL } from "./bulk-sql.ts";
import type { Engine } from "./scene.ts";

const modules = [blobsModule, directoryModule, documentsModule, replaysModule, publicAccessModule] as const;

/** A database with published folders, and a separate connection for statements written by hand. */
export interface PublicEstate {
  readonly transact: Transact<PublicAccessStores>;
  /** Runs statements one by one. */
  run(...statements: readonly string[]): Promise<void>;
  /** The first row of a statement, planned once; each `?` is one of `values`. */
  row(statement: string, ...values: readonly string[]): Promise<unknown>;
  close(): Promise<void>;
}

/** The caller of all requests. */
export const PUBLISHER: Caller = { userId: idOf(1), role: "admin", scopes: ["read", "write"], groupIds: [] };

/** A root of many folders; the chains of {@link chainAt} are outside it. */
const FOLDER = 0x10_0000;
const DOCUMENT = 0x40_0000;
export const ROOT: FolderId = idOf(FOLDER);

function idOf<Noun extends string>(count: number): Id<Noun> {
  return `00000000-0000-7000-8000-${count.toString(16).padStart(12, "0")}` as Id<Noun>;
}

/** The document at the end of a public chain of that many folders. */
export const endOf = (depth: number): DocumentId => idOf(depth * 0x1000 + 0xfff);

/** A root of that many folders, ten in each, and documents spread over them; all stamped. And chains, each public. */
export async function publicEstate(
  engine: Engine,
  {
    folders,
    documents,
    depths,
  }: { readonly folders: number; readonly documents: number; readonly depths: readonly number[] },
): Promise<PublicEstate> {
  const estate = engine === "SQLite" ? await onSqlite() : await onPostgres();
  const { id, series, now } = BULK_SQL[engine];
  const folder = (count: number, own: string, parent: string) =>
    `insert into folders (id, name, name_fold, documents_folder_id, tags, placed_seq, created_at, updated_at)
      ${series(count)} select ${own}, 'F', 'f', ${parent}, '[]', 0, ${now}, ${now} from series`;
  const document = (count: number, own: string, parent: string) =>
    `insert into documents (id, name, name_fold, documents_folder_id, metadata_user, tags, versions_count, placed_seq,
      created_at, updated_at, blob_key, byte_size, sha256, file_name, content_type, declared_content_type,
      content_created_at) ${series(count)} select ${own}, 'D', 'd', ${parent}, '{}', '[]', 0, 0, ${now}, ${now},
      'blobs/1', 1, 'x', 'd', 'd', 'd', ${now} from series`;
  const root = (own: string) =>
    `insert into public_roots (folder_id, published_seq, published_at) values (${own}, 1, ${now})`;
  await estate.run(
    "update tree_clock set seq = 10",
    folder(folders, id(`${FOLDER} + n`), `case when n > 0 then ${id(`${FOLDER} + n / 10`)} end`),
    ...(documents > 0 ? [document(documents, id(`${DOCUMENT} + n`), id(`${FOLDER} + n % ${folders}`))] : []),
    root(id(`${FOLDER}`)),
    `insert into public_stamps (resource_id, root_id, seq) select id, ${id(`${FOLDER}`)}, 2 from folders
      union all select id, ${id(`${FOLDER}`)}, 2 from documents`,
    ...depths.flatMap((depth) => {
      const [top, end] = [id(`${depth * 0x1000}`), id(`${depth * 0x1000 + 0xfff}`)];
      const own = id(`${depth * 0x1000} + n`);
      return [
        folder(depth, own, `case when n > 0 then ${id(`${depth * 0x1000} + n - 1`)} end`),
        document(1, end, id(`${depth * 0x1000 + depth - 1}`)),
        root(top),
        `insert into public_stamps (resource_id, root_id, seq) values (${end}, ${top}, 2)`,
      ];
    }),
    "analyze",
  );
  return estate;
}

async function onSqlite(): Promise<PublicEstate> {
  const { path, transact, close } = await openTestSqlite(modules);
  const file = new DatabaseSync(path);
  file.exec("pragma synchronous = off");
  const prepared = new Map<string, ReturnType<typeof file.prepare>>();
  return {
    transact,
    async run(...statements) {
      for (const statement of statements) file.exec(statement);
    },
    async row(statement, ...values) {
      const memoised = prepared.get(statement) ?? file.prepare(statement);
      prepared.set(statement, memoised);
      return memoised.get(...values);
    },
    async close() {
      file.close();
      await close();
    },
  };
}

async function onPostgres(): Promise<PublicEstate> {
  const server = await startPostgres();
  const databases = createTestDatabases(server.url, modules);
  const database = await databases.open();
  const client = new Client({ connectionString: database.url });
  await client.connect();
  const named = new Map<string, string>();
  return {
    transact: database.transact,
    async run(...statements) {
      for (const statement of statements) await client.query(statement);
    },
    async row(statement, ...values) {
      const name = named.get(statement) ?? `bare${named.size}`;
      named.set(statement, name);
      let count = 0;
      const text = statement.replaceAll("?", () => `$${++count}`);
      return (await client.query({ name, text, values: [...values] })).rows[0];
    },
    async close() {
      await client.end();
      await database.close();
      await databases.close();
      await server.stop();
    },
  };
}
