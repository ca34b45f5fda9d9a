import * as nodeFiles from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { createFsBlobStore } from "@cartulary/blobs-fs";
import type { FolderId } from "@cartulary/documents";
import { secondsAfter } from "@cartulary/kernel";
import { describe, expect, it } from "vitest";
import { databases, type TestDatabase } from "../../support/databases.ts";
import {
  ADMINISTRATOR,
  archives,
  BLOB_GRACE_SECONDS,
  type DocumentHouse,
  documentHouse,
  newWorld,
  type World,
} from "../../support/document-fixture.ts";
import { lifeOf, mortalFiles, mortalTransact } from "../../support/killed-process.ts";
import { runs } from "../../support/runs.ts";
import {
  brokenCreation,
  collection,
  creation,
  folderRemoval,
  type Holdings,
  holdingsOf,
  keyedVersion,
  outdatedVersion,
  purge,
  type Request,
  removal,
  replacement,
  restoration,
  sorted,
  trashRestoration,
} from "./requests.ts";

const DAY_MS = 86_400_000;
/** After this, nothing that was staged, discarded or released may be left. */
const LONG_AFTER_MS = BLOB_GRACE_SECONDS * 1000 + 2 * DAY_MS;

/** Requests of one client, and the requests that succeeded before. */
interface Chapter {
  readonly title: string;
  /** How long deletions can be taken back, in seconds; not at all by default. */
  readonly trashSeconds?: number;
  before(folder: FolderId): readonly Request[];
  requests(folder: FolderId, world: World): readonly Request[];
}

/** Every way in which bytes come, are shared, and go. */
const CHAPTERS: readonly Chapter[] = [
  {
    title: "bytes come in",
    before: () => [],
    requests: (folder) => [
      creation("lease", "the lease", folder),
      brokenCreation("photo", folder),
      replacement("lease", "the lease, mended"),
      keyedVersion("lease", "the lease, signed", "the lease, mended"),
      outdatedVersion("lease", "the lease, signed late", "the lease"),
    ],
  },
  {
    title: "bytes are shared",
    before: (folder) => [
      creation("lease", "the lease", folder),
      keyedVersion("lease", "the lease, signed", "the lease"),
    ],
    requests: (_, world) => [
      restoration("lease", 1),
      replacement("lease", "the lease, renewed"),
      collection(LONG_AFTER_MS, world),
      restoration("lease", 1),
      removal("lease"),
      collection(LONG_AFTER_MS, world),
    ],
  },
  {
    title: "bytes go",
    before: (folder) => [
      creation("lease", "the lease", folder),
      creation("plan", "the plan of the house", folder),
      keyedVersion("plan", "the plan, corrected", "the plan of the house"),
    ],
    requests: (folder, world) => [
      brokenCreation("photo", folder),
      collection(DAY_MS, world),
      folderRemoval(folder, ["lease", "plan"]),
      collection(LONG_AFTER_MS, world),
    ],
  },
  {
    title: "bytes go to the trash and come back",
    trashSeconds: 86_400,
    before: (folder) => [creation("lease", "the lease", folder), keyedVersion("lease", "signed", "the lease")],
    requests: (folder, world) => {
      const lease = { name: "lease", content: "signed", archived: ["the lease"] };
      return [
        removal("lease"),
        trashRestoration("lease", [lease]),
        folderRemoval(folder, ["lease"]),
        trashRestoration("Untitled", [lease]),
        removal("lease"),
        collection(LONG_AFTER_MS, world),
        creation("plan", "the plan", folder),
        folderRemoval(folder, ["plan"]),
        purge("Untitled"),
        collection(LONG_AFTER_MS, world),
      ];
    },
  },
];

/** `npm test` takes some of the moments only: on Postgres, the statements being the same, fewer still. */
const everyNth = (engine: string) =>
  engine === "SQLite" ? runs({ sparing: 13, usual: 3, long: 1 }) : runs({ sparing: 83, usual: 20, long: 1 });

describe.each(databases)("A process that is lost at any moment, on $name and files,", ({ name, open }) => {
  it.each(CHAPTERS)(
    "loses nothing acknowledged, shows nothing half and leaves nothing for ever, while $title",
    async (chapter) => {
      const directory = await nodeFiles.mkdtemp(join(tmpdir(), "cartulary-lost-"));
      const { trashSeconds = 0 } = chapter;
      const ground: Ground = { database: await open(), directory, world: newWorld(), trashSeconds };
      try {
        const steps = await afterEveryLoss(ground, chapter, everyNth(name));
        expect(steps).toBeGreaterThan(60);
      } finally {
        await ground.database.close();
        await nodeFiles.rm(directory, { recursive: true });
      }
    },
    600_000,
  );
});

/** The state that a lost process leaves behind. */
interface Ground {
  readonly database: TestDatabase;
  readonly directory: string;
  readonly world: World;
  readonly trashSeconds: number;
}

/** Runs the chapter with a process that is lost after some steps, one step later each time, up to the chapter's end. */
async function afterEveryLoss(ground: Ground, chapter: Chapter, stride: number): Promise<number> {
  for (let steps = 0; ; steps += stride) {
    const loss = await live(ground, chapter, steps);
    if (loss) {
      await inspect(ground, loss).catch((cause: unknown) => {
        throw new Error(`Lost after ${steps} steps, while ${loss.lost.what}`, { cause });
      });
    }
    await removeAll(ground);
    await expectTidy(ground);
    await removeFolders(ground);
    if (!loss) return steps;
  }
}

interface Loss {
  /** The clients' expectations when the process was lost. */
  readonly before: Holdings;
  /** Their pending requests at that moment. */
  readonly lost: Request;
}

/** `null` when the chapter came to its end. */
async function live(ground: Ground, chapter: Chapter, steps: number): Promise<Loss | null> {
  const { database, directory, world, trashSeconds } = ground;
  const next = survivor(ground);
  const { id: folder } = await next.folders.create(ADMINISTRATOR, {});
  let holdings: Holdings = [];
  for (const request of chapter.before(folder)) {
    await request.send(next);
    holdings = request.done(holdings);
  }

  const life = lifeOf(steps);
  const files = mortalFiles(nodeFiles, life);
  const blobStore = createFsBlobStore({ directory, files });
  const house = documentHouse({ transact: mortalTransact(database.transact, life), blobStore, world, trashSeconds });
  for (const request of chapter.requests(folder, world)) {
    await request.send(house).catch((error: unknown) => {
      if (!life.isOver) throw error;
    });
    if (life.isOver) {
      await files.closeAll();
      return { before: holdings, lost: request };
    }
    holdings = request.done(holdings);
  }
  return null;
}

/** The state that the next process finds, the result of a repeated request, and the state long afterwards. */
async function inspect(ground: Ground, { before, lost }: Loss): Promise<void> {
  const house = survivor(ground);
  const found = await holdingsOf(house);
  expect([before, lost.done(before)].map(sorted)).toContainEqual(found);

  await (lost.retry ?? lost.send)(house);
  const holdings = sorted(lost.done(found));
  expect(await holdingsOf(house)).toEqual(holdings);

  ground.world.clock.pass(LONG_AFTER_MS);
  await house.endTrash();
  await house.blobs.collectGarbage();
  expect(await holdingsOf(house)).toEqual(holdings);
  await expectTidy(ground);
}

/** The process that comes after the lost one. */
function survivor({ database: { transact }, directory, world, trashSeconds }: Ground): DocumentHouse {
  const files = mortalFiles(nodeFiles, lifeOf(Number.POSITIVE_INFINITY));
  return documentHouse({ transact, blobStore: createFsBlobStore({ directory, files }), world, trashSeconds });
}

/** Every file is one that a document or version refers to, and every record of a blob is of one in use. */
async function expectTidy(ground: Ground): Promise<void> {
  const { database, world } = ground;
  const all = await archives(survivor(ground));
  const used = new Set(all.flatMap(({ document, versions }) => [document, ...versions].map((each) => each.blobKey)));
  expect((await filesIn(ground.directory)).sort()).toEqual([...used].sort());

  const muchLater = secondsAfter(world.clock.now(), 1e9);
  const unused = await database.transact.write(({ blobs }) => blobs.claim(muchLater, muchLater, 100));
  expect(unused).toEqual([]);
}

async function filesIn(directory: string): Promise<string[]> {
  const entries = await nodeFiles.readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => relative(directory, join(parentPath, name)));
}

async function removeAll(ground: Ground): Promise<void> {
  const house = survivor(ground);
  for (const { document } of await archives(house)) await house.documents.remove(ADMINISTRATOR, document.id);
  ground.world.clock.pass(LONG_AFTER_MS);
  await house.endTrash();
  await house.blobs.collectGarbage();
}

/** Folders of bytes stay when the bytes are removed, and thousands of them take long to list. */
async function removeFolders({ directory }: Ground): Promise<void> {
  for (const name of await nodeFiles.readdir(directory)) {
    await nodeFiles.rm(join(directory, name), { recursive: true });
  }
}
