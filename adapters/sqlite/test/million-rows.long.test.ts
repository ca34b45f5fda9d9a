import { type Caller, type Id, orNotFound } from "@cartulary/kernel";
import type { StoresOf } from "@cartulary/sql";
import { directoryModule } from "@cartulary/sql/directory";
import { documentsModule } from "@cartulary/sql/documents";
import { publicAccessModule } from "@cartulary/sql/public-access";
import { replaysModule } from "@cartulary/sql/replays";
import Database from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sqlite } from "../src/dialect.ts";
import { plansIn, wasteful } from "./plans.ts";

const modules = [directoryModule, documentsModule, replaysModule, publicAccessModule] as const;
type Stores = StoresOf<typeof modules>;

const FOLDERS = 10_000;
const DOCUMENTS = 1_000_000;
/** The rows at the time of the statistics, which are out of date afterwards. */
const EARLY = 1_000;
const FANOUT = 10;
const HOUR_MS = 3_600_000;

const FOLDER = 0x100_000;
const DOCUMENT = 0x1_000_000;
const GRANT = 0x4_000_000;

const idOf = <Noun extends string>(count: number) =>
  `00000000-0000-7000-8000-${count.toString(16).padStart(12, "0")}` as Id<Noun>;
const idIn = (count: string) => `('00000000-0000-7000-8000-' || printf('%012x', ${count}))`;
const series = (from: number, to: number) =>
  `with recursive series (n) as (select ${from} union all select n + 1 from series where n < ${to - 1})`;

const folders = `${series(0, FOLDERS)} insert into folders (id, name, name_fold, documents_folder_id, tags, placed_seq,
    created_at, updated_at)
  select ${idIn(`${FOLDER} + n`)}, 'F' || n, 'f' || n, case when n >= ${FANOUT} then ${idIn(`${FOLDER} + n / ${FANOUT}`)} end,
    '[]', 0, 0, n from series`;

const grants = `${series(0, FOLDERS)} insert into grants (id, subject_type, subject_id, resource_type, resource_id, level,
    created_at, updated_at)
  select ${idIn(`${GRANT} + n`)}, 'user', ${idIn("100 + n % 50")}, 'folder', ${idIn(`${FOLDER} + n`)}, 'manage', 0, 0 from series`;

const documents = (from: number, to: number) => `${series(from, to)} insert into documents (id, name, name_fold,
    documents_folder_id, metadata_user, tags, versions_count, placed_seq, created_at, updated_at, blob_key, byte_size,
    sha256, file_name, content_type, declared_content_type, content_created_at)
  select ${idIn(`${DOCUMENT} + n`)}, 'Pièce ' || n, 'pièce ' || n, ${idIn(`${FOLDER} + n % ${FOLDERS}`)}, '{}', '[]', 0, 0, 0, n,
    'blobs/' || n, n, printf('%064x', n), 'd.pdf', 'application/pdf', 'application/pdf', 0 from series`;

const caller: Caller = { userId: idOf(100), role: "user", scopes: ["read"], groupIds: [] };
const own = { type: "folder", id: idOf<"Folder">(FOLDER + 50) } as const;
const document = idOf<"Document">(DOCUMENT + 50);
const everything = { page: 1, perPage: 20, sort: "updatedAt", direction: "desc", conditions: [] } as const;
const byName = { ...everything, sort: "name", direction: "asc" } as const;
const named = { fields: ["name"], join: "or", predicate: "cont", values: ["ce 98765"] } as const;

/** Frequent queries of hosts. */
const works: Readonly<Record<string, (stores: Stores) => Promise<unknown>>> = {
  "finds a document": ({ documents: store }) => store.find(caller, document),
  "finds a public document": ({ publicAccess }) => publicAccess.publicDocument(document),
  "shows a page of a folder": ({ documents: store }) => store.list(caller, byName, { documentsFolderId: own.id }),
  "lists all that a reader may read": ({ documents: store }) => store.list(caller, everything, {}),
  "finds a part of a name": ({ documents: store }) =>
    store.list({ ...caller, role: "admin" }, { ...everything, conditions: [named] }, {}),
  "creates a document": async (stores) => {
    const record = { ...orNotFound(await stores.documents.lock(document)), id: idOf<"Document">(1) };
    await stores.documents.findDuplicate(caller, record.sha256);
    await stores.documents.insert(record);
    await stores.documents.remove(record.id);
  },
  "changes a permission": async ({ grants: store }) => {
    await store.levelOn(caller, own);
    await store.lock(own, idOf(GRANT + 50));
  },
};

/**
 * True for the steps of a search for a part of a name: the hits of the index of names; the list in its order, which
 * stays unread after a few hits; and the page, which comes from one of the two.
 */
const isSearch = (step: string) =>
  /^SCAN (hits|sorted|passed|documents_name_texts VIRTUAL TABLE INDEX 0:M|documents USING INDEX documents_updated_at_index)/.test(
    step,
  );

describe("Among a million documents on SQLite, a host uses indexes when it", () => {
  let file: Database.Database;

  beforeAll(() => {
    file = new Database("");
    file.pragma("synchronous = off");
    for (const { up } of modules.flatMap(({ migrations }) => migrations))
      for (const step of up(sqlite)) file.exec(step);
    for (const step of [folders, grants, documents(0, EARLY), "analyze", documents(EARLY, DOCUMENTS)]) file.exec(step);
  }, HOUR_MS);
  afterAll(() => {
    file.close();
  });

  for (const statistics of ["of the first thousand", "of all of them"]) {
    describe(`has statistics ${statistics} and`, () => {
      beforeAll(() => {
        if (statistics === "of all of them") file.exec("analyze");
      }, HOUR_MS);

      for (const [name, work] of Object.entries(works)) {
        it(name, async () => {
          const steps = (await plansIn(file, modules, work)).filter(wasteful);
          expect(name === "finds a part of a name" ? steps.filter((step) => !isSearch(step)) : steps).toEqual([]);
        });
      }
    });
  }
});
