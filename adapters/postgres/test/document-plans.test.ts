import type { Caller, Id, Instant } from "@cartulary/kernel";
import type { StoresOf } from "@cartulary/sql";
import { blobsModule } from "@cartulary/sql/blobs";
import { directoryModule } from "@cartulary/sql/directory";
import { documentsModule } from "@cartulary/sql/documents";
import { publicAccessModule } from "@cartulary/sql/public-access";
import { replaysModule } from "@cartulary/sql/replays";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { openPostgres } from "../src/open-postgres.ts";
import { createTestDatabases } from "../src/testkit.ts";
import { counted, watched } from "./rows-read.ts";

/** `npm test` leaves these to `npm run test:long`. */
const slowIt = process.env.CARTULARY_TEST_SPARING ? () => {} : it;

const url = inject("postgresUrl");
const modules = [blobsModule, directoryModule, documentsModule, replaysModule, publicAccessModule] as const;

const FOLDERS = 4_000;
const DOCUMENTS = 20_000;
/** Folders have up to eight others inside: the sixtieth has eight, and those have sixty-four. */
const FANOUT = 8;

const idOf = <Noun extends string>(count: number) =>
  `00000000-0000-7000-8000-${count.toString(16).padStart(12, "0")}` as Id<Noun>;
const idIn = (count: string) => `('00000000-0000-7000-8000-' || lpad(to_hex(${count}), 12, '0'))::uuid`;

const WORKSPACE = 0x100;
const FOLDER = 0x100_000;
const DOCUMENT = 0x200_000;
const GRANT = 0x300_000;
const PLAN = 0x400_000;

const caller: Caller = { userId: idOf(1), role: "user", scopes: ["read"], groupIds: [idOf(2)] };
const everything = { page: 1, perPage: 20, sort: "updatedAt", direction: "desc", conditions: [] } as const;
const named = { fields: ["name"], join: "or", predicate: "cont", values: ["7"] } as const;

/** Twenty workspaces, a forest of folders, documents all over them; the caller has one folder of it, others have many. */
const estate = [
  `insert into workspaces (id, label, label_fold, settings, business_tags, metadata_user, created_at, updated_at)
    select ${idIn(`${WORKSPACE} + n`)}, 'W' || n, 'w' || n, '{}', '[]', '{}', now(), now()
    from generate_series(0, 19) n`,
  `insert into folders (id, name, name_fold, documents_folder_id, workspace_id, tags, placed_seq, created_at, updated_at)
    select ${idIn(`${FOLDER} + n`)}, 'F' || n, 'f' || n,
      case when n >= ${FANOUT} then ${idIn(`${FOLDER} + n / ${FANOUT}`)} end, ${idIn(`${WORKSPACE} + n % 20`)},
      '[]', 0, now(), now() + n * interval '1 second'
    from generate_series(0, ${FOLDERS - 1}) n`,
  `insert into documents (id, name, name_fold, documents_folder_id, workspace_id, metadata_user, tags, versions_count,
      placed_seq, created_at, updated_at, blob_key, byte_size, sha256, file_name, content_type, declared_content_type,
      content_created_at)
    select ${idIn(`${DOCUMENT} + n`)}, 'D' || n, 'd' || n, ${idIn(`${FOLDER} + n % ${FOLDERS}`)},
      ${idIn(`${WORKSPACE} + n % 20`)}, '{}', '[]', 0, 0, now(), now() + n * interval '1 second', 'blobs/' || n, n,
      md5(n::text), 'd.pdf', 'application/pdf', 'application/pdf', now()
    from generate_series(0, ${DOCUMENTS - 1}) n`,
  `insert into grants (id, subject_type, subject_id, resource_type, resource_id, level, created_at, updated_at)
    select ${idIn(`${GRANT} + n`)}, 'user', ${idIn("100 + n % 50")}, 'folder', ${idIn(`${FOLDER} + n`)}, 'read', now(), now()
    from generate_series(0, ${FOLDERS - 1}) n
    union all select ${idIn(`${GRANT} - 1`)}, 'user', '${caller.userId}', 'folder', ${idIn(`${FOLDER} + 60`)}, 'write', now(), now()
    union all select ${idIn(`${GRANT} - 2`)}, 'group', '${caller.groupIds[0]}', 'document', ${idIn(`${DOCUMENT} + 9`)}, 'read', now(), now()`,
  `insert into classification_plans (id, label, label_fold, entries, made_by_administrator, created_at, updated_at)
    values (${idIn(`${PLAN}`)}, 'P', 'p', '[]', false, now(), now())`,
  `insert into classification_codes (plan_id, code, leaf) select ${idIn(`${PLAN}`)}, 'c' || n, true
    from generate_series(0, 49) n`,
  `update workspaces set classification_plan_id = ${idIn(`${PLAN}`)} where id = ${idIn(`${WORKSPACE}`)}`,
  `update documents set classification_code = 'c' || byte_size % 40, classification_code_fold = 'c' || byte_size % 40
    where workspace_id = ${idIn(`${WORKSPACE}`)}`,
  `insert into public_roots (folder_id, published_seq, published_at) select id, 1, now() from folders where placed_seq = 0
    and id::text similar to '%[02468ace]'`,
  `insert into public_stamps (resource_id, root_id, seq) select id, ${idIn(`${FOLDER} + 1`)}, 1 from folders
    union all select id, ${idIn(`${FOLDER} + 1`)}, 1 from documents
    union all select id, documents_folder_id, 1 from documents on conflict do nothing`,
  `insert into public_access_nodes (resource_id, excluded_seq, excluded_at) select id, 1, now() from folders
    where id::text similar to '%[13579bdf]'`,
  "analyze",
];

const folder = idOf<"Folder">(FOLDER + 60);
const document = idOf<"Document">(DOCUMENT + 60);
const workspaceId = idOf<"Workspace">(WORKSPACE);
const NOW = "2026-01-01T00:00:00.000Z" as Instant;
const planId = idOf<"ClassificationPlan">(PLAN);

type Stores = StoresOf<typeof modules>;

const works: Readonly<Record<string, (stores: Stores) => Promise<unknown>>> = {
  "lists documents": ({ documents }) => documents.list(caller, everything, {}),
  "lists documents by a part of their name": ({ documents }) =>
    documents.list(caller, { ...everything, conditions: [named] }, {}),
  "lists the documents of a workspace": ({ documents }) => documents.list(caller, everything, { workspaceId }),
  "lists the documents of a folder": ({ documents }) =>
    documents.list(caller, everything, { documentsFolderId: folder }),
  "lists folders": ({ folders }) => folders.list(caller, everything, {}),
  "lists the folders of a workspace": ({ folders }) => folders.list(caller, everything, { workspaceId }),
  "lists tags": ({ tags }) => tags.list(caller, { ...everything, sort: "name", conditions: [named] }),
  "tells how complete a workspace is": async ({ workspaces }) =>
    expect((await workspaces.find(workspaceId))?.completionPercentage).toBeGreaterThan(0),
  "clears the codes of a workspace": ({ documents }) => documents.keepCodes(workspaceId, null),
  "removes a plan": ({ plans }) => plans.remove(planId),
  "finds a document": ({ documents }) => documents.find(caller, document),
  "finds a folder": ({ folders }) => folders.find(caller, folder),
  "tells a level": ({ grants }) => grants.levelOn(caller, { type: "document", id: document }),
  "shows the permissions that reach a document": ({ grants }) =>
    grants.list({ type: "document", id: document }, everything),
  "tells what gives a level": ({ grants }) => grants.deciding(caller, { type: "document", id: document }),
  "shows a folder's content": ({ folders }) => folders.items(folder, 1000),
  "walks the tree": async ({ folders }) => [await folders.chain(folder), await folders.height(folder)],
  "gives a subtree another workspace": ({ folders }) => folders.assignWorkspace(folder, null),
  "explains a document": ({ publicAccess }) => publicAccess.chain({ type: "document", id: document }),
  "explains a folder": ({ publicAccess }) => publicAccess.chain({ type: "folder", id: folder }),
  "cuts and opens": async ({ publicAccess }) => {
    const { rootId, ...act } = { rootId: folder, publishedAt: NOW, publishedBy: caller.userId };
    await publicAccess.removeRoot(rootId);
    await publicAccess.insertRoot({ ...act, folderId: rootId, publishedSeq: 3 });
    await publicAccess.startPropagation(rootId, 4, NOW);
    await publicAccess.setFloor({ type: "folder", id: folder }, 2);
    await publicAccess.folderLinks([folder]);
  },
  "stamps a folder's content": ({ publicAccess }) =>
    publicAccess.stamp({ rootId: idOf(FOLDER + 0x10), seq: 9, folderIds: [folder] }),
  "counts the public states below a folder": async ({ publicAccess }) => {
    const start = {
      isExcluded: false,
      floorSeq: 0,
      roots: [{ id: idOf(FOLDER + 1), publishedSeq: 1, lastPlacedSeq: 0 }],
    };
    expect((await publicAccess.counts(folder, start)).public).toBeGreaterThan(0);
    await publicAccess.unstamped(folder, start, 20);
    await publicAccess.exclusions(folder, 20);
  },
  "shows visitors a folder's content": async ({ publicAccess }) => {
    expect(await publicAccess.candidates(folder, null, 1000)).not.toEqual([]);
    await publicAccess.publicFolder(folder);
    await publicAccess.publicDocument(document);
  },
  "forgets removed resources": ({ publicAccess }) => publicAccess.forget([{ type: "folder", id: folder }]),
  "removes a document": ({ documents }) => documents.remove(document),
  "removes a subtree": ({ folders }) => folders.removeSubtree(folder),
};

describe.runIf(url !== null)("On Postgres, a store reads only the rows of its result: it", () => {
  const databases = createTestDatabases(url ?? "", modules, inject("postgresTemplate") ?? undefined);
  let database: Awaited<ReturnType<typeof databases.open>>;
  let client: Client;

  beforeAll(async () => {
    database = await databases.open();
    client = new Client({ connectionString: database.url });
    await client.connect();
    await database.damage(...estate);
  });
  afterAll(async () => {
    await client.end();
    await database.close();
    await databases.close();
  });

  for (const [name, work] of Object.entries(works)) {
    it(name, async () => {
      const before = await rowsScanned(client);
      await withoutTrace(database.url, work);
      expect((await rowsScanned(client)) - before).toBe(0);
    });
  }

  it("reads a few rows for each ancestor folder, to explain a node [I-24]", async () => {
    for (const [count, links] of [
      [FOLDER + 7, 1],
      [FOLDER + 60, 2],
      [FOLDER + 3_999, 4],
    ] as const) {
      const before = await rowsRead(client);
      await withoutTrace(database.url, async ({ publicAccess }) => {
        const chain = await publicAccess.chain({ type: "folder", id: idOf(count) });
        expect(chain?.links).toHaveLength(links);
      });
      // The folder, its marks, what makes it a root, its stamp; and whether there is any stamp at all.
      expect((await rowsRead(client)) - before).toBeLessThanOrEqual(4 * links + 1);
    }
  });
});

/** The first of many names, and those that came after statistics were gathered; or they never were. */
const [OLD, NEW] = [300, 6_000];
const filed = (
  name: string,
  from: number,
  to: number,
) => `insert into documents (id, name, name_fold, metadata_user, tags,
    versions_count, placed_seq, created_at, updated_at, blob_key, byte_size, sha256, file_name, content_type,
    declared_content_type, content_created_at)
  select ${idIn(`${DOCUMENT} + n`)}, '${name} ' || n || '.pdf', '${name} ' || n || '.pdf', '{}', '[]', 0, 0, now(),
    now() + n * interval '1 second', 'blobs/' || n, n, md5(n::text), 'd.pdf', 'application/pdf', 'application/pdf', now()
  from generate_series(${from}, ${to - 1}) n`;

const names = Array.from({ length: NEW }, (_, n) => `${n < OLD ? "lease" : "plan"} ${n}.pdf`);

/** The searches, with the most rows that each may read where it reads more than two look-ups of its result. */
const searches = [
  ["cont", "lease"],
  ["start", "lease"],
  ["end", " 77.pdf"],
  ["cont", "nothing"],
  // More than are looked up: all names are gone through, and the list in its order until the page is full.
  ["cont", "plan", 2 * NEW],
  ["end", ".pdf", 3 * NEW],
  // Too short for the index.
  ["cont", "77", 2 * NEW],
] as const;

const IS_FOUND = {
  cont: (name: string, part: string) => name.includes(part),
  start: (name: string, part: string) => name.startsWith(part),
  end: (name: string, part: string) => name.endsWith(part),
};

describe.runIf(url !== null)("On Postgres a substring of a name is found through its index", () => {
  const databases = createTestDatabases(url ?? "", modules, inject("postgresTemplate") ?? undefined);
  afterAll(() => databases.close());

  for (const [statistics, between] of [
    ["that were never gathered", "select 1"],
    ["of other names", "analyze documents"],
  ] as const) {
    slowIt(`with statistics ${statistics}, at each repetition`, async () => {
      await using database = await openedDatabase();
      const unattended = "alter table documents set (autovacuum_enabled = off)";
      await database.damage(unattended, filed("lease", 0, OLD), between, filed("plan", OLD, NEW), "analyze folders");
      await using client = await connected(database.url);
      for (const [predicate, value, most] of searches) {
        const total = names.filter((name) => IS_FOUND[predicate](name, value)).length;
        const query = {
          ...everything,
          conditions: [{ fields: ["name"], join: "or", predicate, values: [value] }],
        } as const;
        const before = await rowsRead(client);
        // After so many executions the server uses one plan for all values, if it estimates it to be as good.
        await withoutTrace(database.url, async ({ documents }) => {
          for (let time = 0; time < EXECUTIONS; time += 1) {
            const found = await documents.list({ ...caller, role: "admin" }, query, {});
            const newest = found.items.map(({ createdAt: _, updatedAt }) => updatedAt);
            expect([found.total, found.items.length]).toEqual([total, Math.min(total, 20)]);
            expect(newest).toEqual(newest.toSorted().toReversed());
          }
        });
        expect((await rowsRead(client)) - before, `${predicate} ${value}`).toBeLessThanOrEqual(
          EXECUTIONS * (most ?? 2 * total + 100),
        );
      }
    });
  }

  it("which contains names soon after they are written", async () => {
    await using database = await openedDatabase();
    await using client = await connected(database.url);
    const { rows } = await client.query(
      "select reloptions from pg_class where relname like '%\\_name\\_trigrams' order by 1",
    );
    expect(rows).toEqual(Array(2).fill({ reloptions: ["gin_pending_list_limit=64"] }));
  });

  async function openedDatabase() {
    const database = await databases.open();
    return { ...database, [Symbol.asyncDispose]: () => database.close() };
  }

  async function connected(databaseUrl: string) {
    const client = new Client({ connectionString: databaseUrl });
    await client.connect();
    return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
  }
});

const EXECUTIONS = 7;

/** Does the work and takes it back, on a connection that is gone afterwards. */
async function withoutTrace(databaseUrl: string, work: (stores: Stores) => Promise<unknown>): Promise<void> {
  const opened = await openPostgres({ url: watched(databaseUrl), modules, pool: 1 });
  const undone = new Error("The work is done and to be undone");
  const run = opened.transact.write(async (stores) => {
    await work(stores);
    throw undone;
  });
  await expect(run).rejects.toBe(undone);
  await opened.close();
}

const TABLES = [
  "folders",
  "documents",
  "versions",
  "grants",
  "public_access_nodes",
  "public_roots",
  "public_stamps",
] as const;

/** Rows that scans of whole tables have gone through. */
const rowsScanned = (client: Client) => counted(client, "seq_tup_read", TABLES);

/** Rows that scans and indexes have read. */
const rowsRead = (client: Client) => counted(client, "seq_tup_read + idx_tup_fetch", TABLES);
