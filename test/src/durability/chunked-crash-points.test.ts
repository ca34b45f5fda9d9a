import { createHash } from "node:crypto";
import { secondsAfter } from "@cartulary/kernel";
import type { ChunkedUploadId, ChunkedUploadView } from "@cartulary/uploads";
import { describe, expect, it } from "vitest";
import { type ChunkedHouse, chunkedHouse, storedText, UPLOADER } from "../../support/chunked-fixture.ts";
import { newWorld, type World } from "../../support/document-fixture.ts";
import { lifeOf, mortalTransact } from "../../support/killed-process.ts";
import { runs } from "../../support/runs.ts";
import { type UploadGround, uploadGrounds } from "../../support/upload-fixtures.ts";

const DAY_MS = 86_400_000;
/** Longer than an upload can be claimed by one process. */
const LEASE_MS = 61_000;
const PIECES = ["abcd", "efgh", "i"] as const;
const WHOLE = PIECES.join("");
const MD5 = createHash("md5").update(WHOLE).digest("base64");

/** `npm test` takes some of the moments only: on Postgres, the statements being the same, fewer still. */
const everyNth = (ground: string) =>
  ground === "SQLite and files" ? runs({ sparing: 31, usual: 7, long: 1 }) : runs({ sparing: 97, usual: 23, long: 1 });

/** The acknowledged state of a client's upload. */
interface Acknowledged {
  readonly chunks: Set<number>;
  completed: boolean;
  made: boolean;
  cancelled: boolean;
}

describe.each(uploadGrounds)("A process that is lost at any moment of a chunked upload, on $name", ({ name, open }) => {
  it("loses no acknowledged byte, makes one document, and leaves nothing for ever", async () => {
    await using shared = await open();
    const ground: Ground = { ...shared, world: newWorld() };
    let steps = 0;
    while (await lostAfter(ground, steps)) steps += everyNth(name);
    expect(steps).toBeGreaterThan(100);
  }, 600_000);
});

type Ground = Pick<UploadGround, "databases" | "storeOf" | "stored"> & { readonly world: World };

/** Loses a process after some steps, has the client go on with the next one, and looks; false when it was not lost. */
async function lostAfter(ground: Ground, steps: number): Promise<boolean> {
  const { databases, storeOf, world } = ground;
  const next = survivor(ground);
  const [finished, abandoned] = [await next.open(WHOLE.length), await next.open(WHOLE.length)];
  const acknowledged: Acknowledged = { chunks: new Set(), completed: false, made: false, cancelled: false };

  const life = lifeOf(steps);
  const { blobStore, closeAll } = storeOf(life);
  const house = chunkedHouse({ transact: mortalTransact(databases[0].transact, life), blobStore, world });
  await upload(house, { finished, abandoned }, acknowledged).catch((error: unknown) => {
    if (!life.isOver) throw error;
  });
  await closeAll();
  await inspect(ground, { finished, abandoned }, acknowledged).catch((cause: unknown) => {
    throw new Error(`Lost after ${steps} steps`, { cause });
  });
  return life.isOver;
}

interface Sessions {
  readonly finished: ChunkedUploadId;
  /** An upload that is cancelled. */
  readonly abandoned: ChunkedUploadId;
}

/** Everything that bytes can go through: they come, are replaced, are put together, belong to a document, and go. */
async function upload(
  house: ChunkedHouse,
  { finished, abandoned }: Sessions,
  acknowledged: Acknowledged,
): Promise<void> {
  await house.send(finished, 1, "xxxx");
  acknowledged.chunks.add(1);
  await house.send(abandoned, 1, "abcd");
  for (const [index, text] of PIECES.entries()) {
    await house.send(finished, index + 1, text);
    acknowledged.chunks.add(index + 1);
  }
  await house.collect();
  await house.chunkedUploads.cancel(UPLOADER, abandoned);
  acknowledged.cancelled = true;
  await house.collect();
  await house.chunkedUploads.complete(UPLOADER, { id: finished, checksum: MD5 });
  acknowledged.completed = true;
  await house.collect();
  await house.make(finished);
  acknowledged.made = true;
  await house.sweep();
}

async function inspect(ground: Ground, { finished, abandoned }: Sessions, acknowledged: Acknowledged): Promise<void> {
  const house = survivor(ground);
  const { chunkedUploads } = house;
  const found = await chunkedUploads.get(UPLOADER, finished);
  expectNothingLost(found, acknowledged);
  if (acknowledged.cancelled) expect((await chunkedUploads.get(UPLOADER, abandoned)).status).toBe("cancelled");

  ground.world.clock.pass(LEASE_MS);
  await house.sweep();
  const document = await resumed(house, finished);
  expect(await textOfDocument(ground, document)).toBe(WHOLE);

  ground.world.clock.pass(2 * DAY_MS);
  await house.sweep();
  await house.collect();
  expect(await textOfDocument(ground, document)).toBe(WHOLE);
  expect(await ground.stored()).toHaveLength(1);
  const muchLater = secondsAfter(ground.world.clock.now(), 1e9);
  expect(await ground.databases[1].transact.write(({ blobs }) => blobs.claim(muchLater, muchLater, 100))).toEqual([]);

  await house.documents.remove(UPLOADER, document as never);
  ground.world.clock.pass(30 * DAY_MS);
  await house.collect();
  expect(await ground.stored()).toEqual([]);
}

function expectNothingLost(view: ChunkedUploadView, { chunks, completed, made }: Acknowledged): void {
  expect(view.missingChunks.filter((number) => chunks.has(number))).toEqual([]);
  if (completed) expect(view.status).toBe("completed");
  if (made) expect(view.documentId).not.toBeNull();
}

/** A client's recovery from a missing answer: it reads the state, sends missing or uncertain chunks, and continues. */
async function resumed({ chunkedUploads, send, make }: ChunkedHouse, id: ChunkedUploadId): Promise<string> {
  const { status, documentId } = await chunkedUploads.get(UPLOADER, id);
  if (documentId) return documentId;
  if (status === "pending") {
    for (const [index, text] of PIECES.entries()) await send(id, index + 1, text);
    await chunkedUploads.complete(UPLOADER, { id, checksum: MD5 });
  }
  return (await make(id)).id;
}

async function textOfDocument(ground: Ground, id: string): Promise<string> {
  const { blobKey } = await survivor(ground).documents.content(UPLOADER, id as never);
  return storedText(ground.storeOf().blobStore, blobKey);
}

/** The process that comes after the lost one: the other host's, where there are two. */
function survivor({ databases: [, { transact }], storeOf, world }: Ground): ChunkedHouse {
  return chunkedHouse({ transact, blobStore: storeOf().blobStore, world });
}
