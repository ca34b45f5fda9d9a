import { DatabaseSync } from "node:sqlite";
import type { DocumentStores } from "@cartulary/documents";
import type { Caller, Id, Transact } from "@cartulary/kernel";
import { createTestDatabases, hasPostgres, startPostgres } from "@cartulary/postgres/testkit";
import { blobsModule } from "@cartulary/sql/blobs";
import { directoryModule } from "@cartulary/sql/directory";
import { documentsModule } from "@cartulary/sql/documents";
import { replaysModule } from "@cartulary/sql/replays";
import { openTestSqlite } from "@cartulary/sqlite/testkit";
import { Client } from "pg";
import type { Measurement, Report } from "./measurement.ts";

const FOLDERS = [1_000, 100_000] as const;
/** The largest cost of a check in the larger tree, as a multiple of its cost in the smaller one. */
const RATIO_MAX = 1.5;
const ROUNDS = 15;
const CHECKS_A_ROUND = 200;

const modules = [blobsModule, directoryModule, documentsModule, replaysModule] as const;

/** The cost of one access check for a user who sees the same few folders in a small tree and in a large one. */
export const accessChecks: Measurement = {
  name: "access",
  async run() {
    const engines = [await measured("SQLite", openSqlites)];
    if (hasPostgres()) engines.push(await measured("Postgres", openPostgreses));
    return reportOf(engines);
  },
};

/** An opened database with that many folders. */
interface Estate {
  readonly transact: Transact<DocumentStores>;
  close(): Promise<void>;
}

interface Measured {
  readonly engine: string;
  /** Median microseconds of a check in the smaller and in the larger tree. */
  readonly costs: readonly [number, number];
}

async function measured(engine: string, open: () => Promise<readonly [Estate, Estate]>): Promise<Measured> {
  const estates = await open();
  const costs: [number[], number[]] = [[], []];
  for (const estate of estates) await microsecondsOfACheck(estate);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, estate] of estates.entries()) costs[index]?.push(await microsecondsOfACheck(estate));
  }
  for (const estate of estates) await estate.close();
  return { engine, costs: [median(costs[0]), median(costs[1])] };
}

/** A folder that a group lets in, a document that a workspace does, and a folder that nothing does. */
async function microsecondsOfACheck({ transact }: Estate): Promise<number> {
  return transact.read(async ({ grants, folders, documents }) => {
    const began = performance.now();
    for (let check = 0; check < CHECKS_A_ROUND; check += 1) {
      const levels = [
        (await folders.find(CALLER, idOf(SEEN + DEPTH)))?.level,
        (await documents.find(CALLER, idOf(DOCUMENT)))?.level,
        await grants.levelOn(CALLER, { type: "folder", id: idOf(HIDDEN) }),
      ];
      if (levels.join() !== "write,read,") throw new Error(`A check was wrong: ${levels.join()}`);
    }
    return ((performance.now() - began) * 1000) / (3 * CHECKS_A_ROUND);
  });
}

function reportOf(engines: readonly Measured[]): Report {
  return {
    title: `What a check of access costs, in microseconds, by the number of folders`,
    columns: ["", ...FOLDERS.map(String), "ratio"],
    rows: engines.map(({ engine, costs: [small, large] }) => [
      engine,
      small.toFixed(0),
      large.toFixed(0),
      (large / small).toFixed(2),
    ]),
    verdicts: engines.map(({ engine, costs: [small, large] }) => ({
      promise: `On ${engine}, a hundred times the folders cost at most ${RATIO_MAX} times as much`,
      holds: large / small <= RATIO_MAX,
    })),
  };
}

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;

/** The caller's access is the same in every tree: a chain of folders, granted to a group at its top, and a workspace. */
const DEPTH = 6;
const [WORKSPACE, DOCUMENT, SEEN, HIDDEN, GRANT] = [0x100, 0x200, 0x300, 0x100_000, 0x800_000] as const;
const CALLER: Caller = { userId: idOf(1), role: "user", scopes: ["read"], groupIds: [idOf(2), idOf(3)] };

function idOf<Noun extends string>(count: number): Id<Noun> {
  return `00000000-0000-7000-8000-${count.toString(16).padStart(12, "0")}` as Id<Noun>;
}

/** How an engine writes what the statements below need. */
interface Dialect {
  id(count: string): string;
  /** A table `series` with a column `n` from 0. */
  series(length: number): string;
  readonly now: string;
}

const sqlite: Dialect = {
  id: (count) => `('00000000-0000-7000-8000-' || printf('%012x', ${count}))`,
  series: (length) =>
    `with recursive series (n) as (select 0 union all select n + 1 from series where n < ${length - 1})`,
  now: "0",
};
const postgres: Dialect = {
  id: (count) => `('00000000-0000-7000-8000-' || lpad(to_hex(${count}), 12, '0'))::uuid`,
  series: (length) => `with series (n) as (select generate_series(0, ${length - 1}))`,
  now: "now()",
};

/** The caller's folders, and `folders` others in trees of ten branches, each of them granted to another user. */
function estate(folders: number, { id, series, now }: Dialect): readonly string[] {
  const folderColumns =
    "id, name, name_fold, documents_folder_id, workspace_id, tags, placed_seq, created_at, updated_at";
  const grantColumns = "id, subject_type, subject_id, resource_type, resource_id, level, created_at, updated_at";
  return [
    `insert into workspaces (id, label, label_fold, settings, business_tags, metadata_user, created_at, updated_at)
      ${series(2)} select ${id(`${WORKSPACE} + n`)}, 'W', 'w', '{}', '[]', '{}', ${now}, ${now} from series`,
    `insert into folders (${folderColumns}) ${series(DEPTH + 1)}
      select ${id(`${SEEN} + n`)}, 'F', 'f', case when n > 0 then ${id(`${SEEN} + n - 1`)} end, ${id(`${WORKSPACE}`)},
      '[]', 0, ${now}, ${now} from series`,
    `insert into folders (${folderColumns}) ${series(folders)}
      select ${id(`${HIDDEN} + n`)}, 'F', 'f', case when n >= 10 then ${id(`${HIDDEN} + n / 10`)} end,
      ${id(`${WORKSPACE} + 1`)}, '[]', 0, ${now}, ${now} from series`,
    `insert into documents (id, name, name_fold, documents_folder_id, workspace_id, metadata_user, tags, versions_count,
      placed_seq, created_at, updated_at, blob_key, byte_size, sha256, file_name, content_type, declared_content_type,
      content_created_at) ${series(1)}
      select ${id(`${DOCUMENT}`)}, 'D', 'd', null, ${id(`${WORKSPACE}`)}, '{}', '[]', 0, 0, ${now}, ${now}, 'blobs/1', 1,
      'x', 'd', 'd', 'd', ${now} from series`,
    `insert into grants (${grantColumns}) ${series(folders)}
      select ${id(`${GRANT} + n`)}, 'user', ${id("100 + n % 50")}, 'folder', ${id(`${HIDDEN} + n`)}, 'read', ${now}, ${now}
      from series`,
    `insert into grants (${grantColumns}) values
      (${id(`${GRANT} - 1`)}, 'group', ${id("3")}, 'folder', ${id(`${SEEN}`)}, 'write', ${now}, ${now}),
      (${id(`${GRANT} - 2`)}, 'user', ${id("1")}, 'workspace', ${id(`${WORKSPACE}`)}, 'read', ${now}, ${now})`,
    "analyze",
  ];
}

async function openSqlites(): Promise<readonly [Estate, Estate]> {
  const open = async (folders: number): Promise<Estate> => {
    const database = await openTestSqlite(modules);
    const file = new DatabaseSync(database.path);
    for (const statement of estate(folders, sqlite)) file.exec(statement);
    file.close();
    return database;
  };
  return [await open(FOLDERS[0]), await open(FOLDERS[1])];
}

async function openPostgreses(): Promise<readonly [Estate, Estate]> {
  const server = await startPostgres();
  const databases = createTestDatabases(server.url, modules);
  const open = async (folders: number) => {
    const database = await databases.open();
    const client = new Client({ connectionString: database.url });
    await client.connect();
    for (const statement of estate(folders, postgres)) await client.query(statement);
    await client.end();
    return database;
  };
  const [small, large] = [await open(FOLDERS[0]), await open(FOLDERS[1])];
  return [
    small,
    {
      ...large,
      async close() {
        await large.close();
        await databases.close();
        await server.stop();
      },
    },
  ];
}
