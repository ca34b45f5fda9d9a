import { type Caller, type Id, orNotFound } from "@cartulary/kernel";
import { sqlModules } from "@cartulary/sql/modules";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { createTestDatabases } from "../src/testkit.ts";
import { UNATTENDED } from "./fresh/filling.ts";
import { BY_KEY, type Way, type Work } from "./fresh/works.ts";
import { type Counted, openCounted } from "./rows-touched.ts";

const url = inject("postgresUrl");

const FOLDERS = 10_000;
const DOCUMENTS = 1_000_000;
/** The rows at the time of the statistics, which are out of date afterwards. */
const EARLY = 1_000;
/** Folders have up to ten others inside. */
const FANOUT = 10;
/** The reader has every 500th folder; the first one is at the top, so that he sees its content. */
const READERS_STEP = 500;
const HOUR_MS = 3_600_000;

const USER = 1;
const FOLDER = 0x100_000;
const DOCUMENT = 0x1_000_000;
const GRANT = 0x4_000_000;

const idOf = <Noun extends string>(count: number) =>
  `00000000-0000-7000-8000-${count.toString(16).padStart(12, "0")}` as Id<Noun>;
const idIn = (count: string) => `('00000000-0000-7000-8000-' || lpad(to_hex(${count}), 12, '0'))::uuid`;

const folders = `insert into folders (id, name, name_fold, documents_folder_id, tags, placed_seq, created_at, updated_at)
  select ${idIn(`${FOLDER} + n`)}, 'F' || n, 'f' || n, case when n >= ${FANOUT} then ${idIn(`${FOLDER} + n / ${FANOUT}`)} end,
    '[]', 0, now(), now() + n * interval '1 second'
  from generate_series(0, ${FOLDERS - 1}) n`;

const grants = `insert into grants (id, subject_type, subject_id, resource_type, resource_id, level, created_at, updated_at)
  select ${idIn(`${GRANT} + n`)}, 'user', ${idIn(`case when n % ${READERS_STEP} = ${READERS_STEP - 1} then ${USER} else 100 + n % 50 end`)},
    'folder', ${idIn(`${FOLDER} + n`)}, 'manage', now(), now()
  from generate_series(0, ${FOLDERS - 1}) n`;

const documents = (from: number, to: number) => `insert into documents (id, name, name_fold, documents_folder_id,
    metadata_user, tags, versions_count, placed_seq, created_at, updated_at, blob_key, byte_size, sha256, file_name,
    content_type, declared_content_type, content_created_at)
  select ${idIn(`${DOCUMENT} + n`)}, 'Pièce ' || n, case when n < ${EARLY} then 'avenant ' else 'pièce ' end || n, ${idIn(`${FOLDER} + n % ${FOLDERS}`)}, '{}', '[]', 0, 0,
    now(), now() + n * interval '1 second', 'blobs/' || n, n, md5(n::text), 'd.pdf', 'application/pdf',
    'application/pdf', now()
  from generate_series(${from}, ${to - 1}) n`;

const published = [
  `insert into public_roots (folder_id, published_seq, published_at) values (${idIn(`${FOLDER} + 7`)}, 1, now())`,
  `insert into public_stamps (resource_id, root_id, seq)
    select id, ${idIn(`${FOLDER} + 7`)}, 1 from documents where byte_size % ${FOLDERS} between 70 and 79`,
];

const caller: Caller = { userId: idOf(USER), role: "user", scopes: ["read"], groupIds: [] };
const own = idOf<"Folder">(FOLDER + READERS_STEP - 1);
const document = idOf<"Document">(DOCUMENT + READERS_STEP - 1);
const shown = idOf<"Document">(DOCUMENT + 75);
const everything = { page: 1, perPage: 20, sort: "updatedAt", direction: "desc", conditions: [] } as const;
const byName = { ...everything, sort: "name", direction: "asc" } as const;
const named =
  (predicate: "cont" | "start" | "end", value: string): Way =>
  ({ documents: store }) => {
    const conditions = [{ fields: ["name"], join: "or", predicate, values: [value] }] as const;
    return store.list({ ...caller, role: "admin" }, { ...everything, conditions }, {});
  };

/** The documents in each folder; and in the reader's twenty folders and the eighteen folders inside them. */
const IN_A_FOLDER = DOCUMENTS / FOLDERS;
const READERS = 38 * IN_A_FOLDER;

/** Frequent queries of hosts, and how many rows each step may read. */
const works: Readonly<Record<string, Work>> = {
  "finds a document": [BY_KEY, ({ documents: store }) => store.find(caller, document)],
  "finds a public document": [BY_KEY, ({ publicAccess }) => publicAccess.publicDocument(shown)],
  "shows a page of a folder": [
    2 * IN_A_FOLDER + BY_KEY,
    ({ documents: store }) => store.list(caller, byName, { documentsFolderId: own }),
  ],
  "lists all that a reader may read": [4 * READERS, ({ documents: store }) => store.list(caller, everything, {})],
  "finds a part of a few names": [
    1_000,
    named("cont", "ce 98765"),
    named("cont", "98765"),
    named("start", "pièce 98765"),
    named("end", "98765"),
  ],
  // The first thousand are called so, which statistics may take for all.
  "finds a part of a thousand names": [6 * EARLY, named("cont", "avenant"), named("start", "avenant")],
  "finds a part of most names": [2 * DOCUMENTS + 20 * EARLY, named("cont", "pièce"), named("cont", "98")],
  "finds a part of names that a reader may read": [
    4 * READERS,
    ({ documents: store }) =>
      store.list(
        caller,
        { ...everything, conditions: [{ fields: ["name"], join: "or", predicate: "cont", values: ["98"] }] },
        {},
      ),
  ],
  "creates a document": [
    BY_KEY,
    async (stores) => {
      const record = { ...orNotFound(await stores.documents.lock(document)), id: idOf<"Document">(USER) };
      await stores.documents.findDuplicate(caller, record.sha256);
      await stores.documents.insert(record);
    },
  ],
  "changes a permission": [
    BY_KEY,
    async ({ grants: store }) => {
      await store.levelOn(caller, { type: "folder", id: own });
      await store.lock({ type: "folder", id: own }, idOf(GRANT + READERS_STEP - 1));
    },
  ],
};

describe.runIf(url !== null)(
  "Among a million documents on Postgres, a host reads only the rows that it needs when it",
  () => {
    const databases = createTestDatabases(url ?? "", sqlModules);
    let database: Awaited<ReturnType<typeof databases.open>>;
    let stores: Counted<typeof sqlModules>;

    beforeAll(async () => {
      database = await databases.open();
      await database.damage(...UNATTENDED, folders, grants, documents(0, EARLY), "analyze");
      await database.damage(documents(EARLY, DOCUMENTS), ...published);
      stores = await openCounted(database.url, sqlModules);
    }, HOUR_MS);
    afterAll(async () => {
      await stores.close();
      await database.close();
      await databases.close();
    });

    for (const statistics of ["of the first thousand", "of all of them"]) {
      describe(`has statistics ${statistics} and`, () => {
        beforeAll(async () => {
          if (statistics === "of all of them") await database.damage("analyze");
        }, HOUR_MS);

        for (const [name, [most, ...ways]] of Object.entries(works)) {
          it(name, async () => {
            for (const way of ways) {
              const touched = await stores.touchedBy(idOf(USER), way);
              expect(touched).not.toEqual([]);
              expect(touched.filter(({ rows }) => rows > most)).toEqual([]);
            }
          });
        }
      });
    }
  },
);
