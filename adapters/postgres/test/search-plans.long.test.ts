import type { Caller, Id } from "@cartulary/kernel";
import { parsedQuery } from "@cartulary/search";
import { blobsModule } from "@cartulary/sql/blobs";
import { directoryModule } from "@cartulary/sql/directory";
import { documentsModule } from "@cartulary/sql/documents";
import { replaysModule } from "@cartulary/sql/replays";
import { searchModule } from "@cartulary/sql/search";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { createTestDatabases } from "../src/testkit.ts";
import { type Counted, openCounted } from "./rows-touched.ts";

const url = inject("postgresUrl");
const modules = [blobsModule, directoryModule, documentsModule, replaysModule, searchModule] as const;

const DOCUMENTS = 20_000;
const FOLDERS = 200;

const id = (kind: string, count: string) =>
  `('${kind}000000-0000-7000-8000-' || lpad(to_hex(${count}), 12, '0'))::uuid`;
const USER = "0a000000-0000-7000-8000-000000000001" as Id<"User">;
const administrator: Caller = { userId: USER, role: "super_admin", scopes: ["read"], groupIds: [] };
const reader: Caller = { userId: USER, role: "user", scopes: ["read"], groupIds: [] };

/** One document in so many has each of these words. */
const RARE = 1_000;
const SELDOM = 100;
const estate = [
  `insert into folders (id, name, name_fold, tags, placed_seq, created_at, updated_at)
    select ${id("0f", "n")}, 'F' || n, 'f' || n, '[]', 0, now(), now() from generate_series(0, ${FOLDERS - 1}) n`,
  `insert into documents (id, name, name_fold, documents_folder_id, metadata_user, tags, versions_count, placed_seq,
      created_at, updated_at, blob_key, byte_size, sha256, file_name, content_type, declared_content_type, content_created_at)
    select ${id("0d", "n")}, 'plan', 'plan', ${id("0f", `n % ${FOLDERS}`)}, '{}', '[]', 0, 0, now(),
      now() + n * interval '1 second', 'blobs/' || n, n, md5(n::text), 'd.pdf', 'application/pdf', 'application/pdf', now()
    from generate_series(0, ${DOCUMENTS - 1}) n`,
  `insert into search_entries (document_id, changed_at, blob_key, heading_terms, text_terms, name_words, description_words,
      text_words)
    select id, updated_at, blob_key, ' plan ~plan <plan <~plan >plan >~plan ',
      ' rare' || byte_size % ${RARE} || ' seldom' || byte_size % ${SELDOM} || ' text ~text', ' plan ', '',
      ' rare' || byte_size % ${RARE} || ' seldom' || byte_size % ${SELDOM} || ' text '
    from documents`,
  `insert into grants (id, subject_type, subject_id, resource_type, resource_id, level, created_at, updated_at)
    select ${id("0e", "n")}, 'user', '${USER}', 'folder', ${id("0f", "n")}, 'read', now(), now()
    from generate_series(0, 9) n`,
];

/** The documents that the reader may read. */
const READABLE = (10 * DOCUMENTS) / FOLDERS;

/** Queries and how many of their hits a search reads: no more than it counts, and some thousands of 20,000 where all are hits. */
const SEARCHES = [
  ["rare7", 20],
  ["seldom7", 200],
  ["seldom7 plan", 200],
  ["seldom7 -rare7", 200],
  ['"seldom7 text"', 200],
  ["text", DOCUMENTS],
  ["plan", DOCUMENTS],
  ["plan text", DOCUMENTS],
] as const;
/** A statement finds, counts, compares and orders rows; it may also read the few folders once. */
const STEPS = 8;

describe.runIf(url !== null).each([
  ["without statistics", []],
  ["with statistics", ["vacuum analyze"]],
])("On Postgres, %s,", (_, statistics) => {
  const databases = createTestDatabases(url ?? "", modules, inject("postgresTemplate") ?? undefined);
  let database: Awaited<ReturnType<typeof databases.open>>;
  let stores: Counted<typeof modules>;

  beforeAll(async () => {
    database = await databases.open();
    await database.damage("alter table search_entries set (autovacuum_enabled = false)", ...estate);
    for (const each of statistics) await database.damage(each);
    stores = await openCounted(database.url, modules);
  });
  afterAll(async () => {
    await stores.close();
    await database.close();
    await databases.close();
  });

  for (const [query, hits] of SEARCHES) {
    for (const [who, caller, readable] of [
      ["an administrator", administrator, 0],
      ["a reader", reader, READABLE],
    ] as const) {
      it(`a search of ${who} for ${query} reads its hits, not all documents`, async () => {
        const touched = await stores.touchedBy(USER, ({ search }) =>
          search.find(caller, parsedQuery(query), { page: 1, perPage: 20 }),
        );
        expect(touched.length).toBeGreaterThan(1);
        expect(touched.filter(({ rows }) => rows > FOLDERS + STEPS * (hits + readable))).toEqual([]);
      });
    }
  }
});
