import { createHash, randomUUID } from "node:crypto";
import { required, shown } from "./answers.ts";
import type { Written } from "./blob.ts";
import type { RoofDatabase, Row, Statement, Value } from "./database.ts";
import { statementsFor } from "./statements.ts";

/** The caller. */
export interface RoofCaller {
  readonly userId: string;
  readonly isAdministrator: boolean;
}

/** A requested page of the documents whose folded names contain `word`. */
interface RoofPage {
  readonly word: string;
  readonly page: number;
  readonly perPage: number;
}

export interface RoofItems {
  readonly total: number;
  readonly items: readonly unknown[];
}

/** The same work as the product's, written by hand. A refused request rejects; the benches send none. */
export interface RoofOperations {
  caller(token: string): Promise<RoofCaller>;
  list(caller: RoofCaller, page: RoofPage): Promise<RoofItems>;
  get(caller: RoofCaller, id: string): Promise<unknown>;
  create(caller: RoofCaller, folderId: string, file: Buffer): Promise<unknown>;
  addVersion(caller: RoofCaller, documentId: string, file: Buffer): Promise<unknown>;
}

const DAY_MS = 86_400_000;
/** From when on the host would do the jobs of the roof: not while it is measured. */
const LATER_MS = 365 * DAY_MS;
/** The rank of a caller who may write. */
export const WRITE = 2;

export function roofOperations(
  database: RoofDatabase,
  write: (key: string, bytes: Buffer) => Promise<Written>,
): RoofOperations {
  const sql = statementsFor(database);
  const { instant } = database;
  const rowOf = async (rows: Promise<readonly Row[]>) => required((await rows)[0]);

  async function documentOf(ask: Statement, caller: RoofCaller, id: string): Promise<Row> {
    if (caller.isAdministrator) return rowOf(ask(sql.documentView, id));
    const row = await rowOf(ask(sql.document, id, caller.userId));
    return Number(row.rank) > 0 ? row : required();
  }

  async function writableFolder(ask: Statement, caller: RoofCaller, id: string): Promise<Row> {
    const row = await rowOf(ask(sql.folder, id, caller.userId));
    return caller.isAdministrator || Number(row.rank) >= WRITE ? row : required();
  }

  async function stage(file: Buffer): Promise<Written & { readonly key: string }> {
    const uuid = randomUUID();
    const key = `${uuid.slice(0, 2)}/${uuid.slice(2, 4)}/${uuid}`;
    await database.write((ask) => ask(sql.stageBlob, key, instant(new Date(Date.now() + DAY_MS))));
    return { key, ...(await write(key, file)) };
  }

  function listAll({ word, page, perPage }: RoofPage): Promise<RoofItems> {
    return database.read(async (ask) => {
      const { total } = await rowOf(ask(sql.countAll, word));
      const rows = await ask(sql.pageOfAll, word, perPage, (page - 1) * perPage);
      return { total: Number(total), items: rows.map(shown) };
    });
  }

  async function listReadable({ userId }: RoofCaller, { word, page, perPage }: RoofPage): Promise<RoofItems> {
    const rows = await database.ask(sql.pageOfReadable, userId, word, perPage, (page - 1) * perPage);
    return { total: Number(rows[0]?.total), items: rows.filter(({ id }) => id !== null).map(shown) };
  }

  return {
    async caller(token) {
      const hash = createHash("sha256").update(token).digest("hex");
      const row = await rowOf(database.ask(sql.caller, hash));
      if (row.revoked_at !== null || !row.active || new Date(row.expires_at as number) < new Date()) required();
      return { userId: String(row.user_id), isAdministrator: /admin$/.test(String(row.role)) };
    },

    list: (caller, page) => (caller.isAdministrator ? listAll(page) : listReadable(caller, page)),

    get: async (caller, id) => shown(await documentOf(database.ask, caller, id)),

    async create(caller, folderId, file) {
      await writableFolder(database.ask, caller, folderId);
      const { key, byteSize, sha256 } = await stage(file);
      return database.write(async (ask) => {
        const { seq } = await rowOf(ask(sql.lockTree));
        const { workspace_id } = await writableFolder(ask, caller, folderId);
        await ask(sql.attachBlob, key, byteSize, sha256);
        const [id, now] = [randomUUID(), instant(new Date())];
        const duplicate_of = (await ask(sql.duplicate, sha256))[0]?.id ?? null;
        const place = [folderId, workspace_id as string, Number(seq), caller.userId, now] as const;
        await ask(sql.insertDocument, id, NAME, NAME, ...place, key, byteSize, sha256, TYPE);
        await ask(sql.insertGrant, randomUUID(), caller.userId, id, now);
        const later = instant(new Date(Date.now() + LATER_MS));
        await ask(sql.insertJob, randomUUID(), id, JSON.stringify({ documentId: id }), later);
        return { ...shown(await documentOf(ask, caller, id)), ...ONE_BY_ONE, duplicate_of };
      });
    },

    async addVersion(caller, documentId, file) {
      await documentOf(database.ask, caller, documentId);
      const { key, byteSize, sha256 } = await stage(file);
      return database.write(async (ask) => {
        await documentOf(ask, caller, documentId);
        const old = await rowOf(ask(sql.lockedDocument, documentId));
        await ask(sql.attachBlob, key, byteSize, sha256);
        const [count, now] = [Number(old.versions_count) + 1, instant(new Date())];
        const content = CONTENT.map((column) => old[column] as Value);
        await ask(sql.insertVersion, randomUUID(), documentId, count, caller.userId, now, ...content);
        await ask(sql.updateDocument, documentId, key, byteSize, sha256, NAME, TYPE, now, count);
        return shown(await documentOf(ask, caller, documentId));
      });
    },
  };
}

const NAME = "bench.bin";
const TYPE = "application/octet-stream";
const CONTENT = [
  "blob_key",
  "byte_size",
  "sha256",
  "file_name",
  "content_type",
  "declared_content_type",
  "charset",
  "content_created_at",
] as const;
/** The fields that only the answer of a creation has. */
const ONE_BY_ONE = { bulk_upload_id: null, classification_reason: null };
