import { createHash } from "node:crypto";
import { type BlobStore, DomainError, secondsAfter } from "@cartulary/kernel";
import type { ChunkedUploadId, ChunkedUploadView } from "@cartulary/uploads";
import fc, { type Scheduler } from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ChunkedHouse, chunkedHouse, SMALL, storedText, UPLOADER } from "../../support/chunked-fixture.ts";
import { newWorld, type World } from "../../support/document-fixture.ts";
import { runs } from "../../support/runs.ts";
import { type UploadGround, uploadGrounds } from "../../support/upload-fixtures.ts";

const DAY_MS = 86_400_000;
/** The last chunk is shorter than the others. */
const CHUNKS = 3;
const FILE_SIZE = 2 * SMALL + 1;
const RUNS = runs({ sparing: 8, usual: 40, long: 1_000 });

/** A request on one upload. */
type Act =
  | { readonly ask: "chunk"; readonly number: number; readonly variant: string }
  | { readonly ask: "complete"; readonly checksum: "none" | "right" | "wrong" }
  | { readonly ask: "cancel" | "sweep" | "collect" };

/** Concurrent acts, in the order in which the store answers; time passes before them. */
interface Round {
  readonly passMs: number;
  readonly acts: readonly Act[];
}

const chunk = fc.record({
  ask: fc.constant("chunk" as const),
  number: fc.integer({ min: 1, max: CHUNKS }),
  variant: fc.constantFrom("a", "b", "c"),
});
const complete = fc.record({
  ask: fc.constant("complete" as const),
  checksum: fc.constantFrom("none" as const, "none" as const, "right" as const, "wrong" as const),
});
const other = fc.record({ ask: fc.constantFrom("cancel" as const, "sweep" as const, "collect" as const) });
const act: fc.Arbitrary<Act> = fc.oneof(
  { arbitrary: chunk, weight: 6 },
  { arbitrary: complete, weight: 4 },
  { arbitrary: other, weight: 2 },
);
const round: fc.Arbitrary<Round> = fc.record({
  passMs: fc.oneof(
    { arbitrary: fc.constant(0), weight: 8 },
    { arbitrary: fc.constantFrom(59_000, 61_000, DAY_MS - 1, DAY_MS), weight: 1 },
  ),
  acts: fc.array(act, { minLength: 1, maxLength: 5 }),
});
/** Most stories begin with all chunks, so that most completions have something to put together. */
const story = fc
  .tuple(fc.boolean(), fc.array(round, { minLength: 1, maxLength: 5 }))
  .map(([isSent, rounds]) =>
    isSent
      ? [{ passMs: 0, acts: [1, 2, 3].map((number): Act => ({ ask: "chunk", number, variant: "a" })) }, ...rounds]
      : rounds,
  );

const textOf = (number: number, variant: string) => variant.repeat(number === CHUNKS ? 1 : SMALL);
const md5 = (text: string) => createHash("md5").update(text).digest("base64");

describe.each(uploadGrounds)("Chunked uploads on $name in whatever order things happen,", ({ name, open }) => {
  let ground: UploadGround;
  /** Of each host. */
  let stores: readonly [BlobStore, BlobStore];
  const world: World = newWorld("chunks");
  beforeAll(async () => {
    ground = await open();
    stores = [ground.storeOf().blobStore, ground.storeOf().blobStore];
  });
  afterAll(() => ground[Symbol.asyncDispose]());

  it("keep the invariants of every upload [U-1, U-2, U-3, U-4, U-5, U-6, U-7, U-9, U-10]", async () => {
    const numRuns = name === "SQLite and files" ? RUNS : Math.ceil(RUNS / 5);
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), story, async (scheduler, rounds) => {
        const hostOf = (index: 0 | 1) => {
          const blobStore = scheduled(stores[index], scheduler);
          return chunkedHouse({ transact: ground.databases[index].transact, blobStore, world });
        };
        const [house, secondHost] = [hostOf(0), hostOf(1)];
        const id = await house.open(FILE_SIZE);
        const replies = noReplies();
        for (const each of rounds) {
          world.clock.pass(each.passMs);
          const acts = each.acts.map((one, index) => acted(index % 2 === 0 ? house : secondHost, id, one, replies));
          await scheduler.waitFor(Promise.all(acts));
          await inspect(secondHost, id, replies);
        }
        await endOf(house, id, scheduler);
      }),
      { numRuns },
    );
  });

  /** All answers that clients received about an upload so far. */
  interface Replies {
    /** For each chunk, the variants that the last round with an acknowledgement acknowledged. */
    readonly variants: Map<number, Set<string>>;
    /** Of this round. */
    readonly acknowledged: { number: number; variant: string }[];
    readonly keys: Set<string>;
    last: ChunkedUploadView | null;
  }
  const noReplies = (): Replies => ({ variants: new Map(), acknowledged: [], keys: new Set(), last: null });

  /** Does one act; a refusal is one of those that the state may have. */
  async function acted(house: ChunkedHouse, id: ChunkedUploadId, one: Act, replies: Replies): Promise<void> {
    try {
      if (one.ask === "sweep") await house.sweep();
      if (one.ask === "collect") await house.collect();
      if (one.ask === "cancel") await house.chunkedUploads.cancel(UPLOADER, id);
      if (one.ask === "chunk") {
        await house.send(id, one.number, textOf(one.number, one.variant));
        replies.acknowledged.push(one);
      }
      if (one.ask === "complete") {
        const { objectKey } = await house.chunkedUploads.complete(UPLOADER, { id, checksum: checksumOf(one, replies) });
        // A checksum of other bytes completes nothing (U6).
        expect(one.checksum).not.toBe("wrong");
        replies.keys.add(objectKey ?? "");
      }
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      expect(REFUSALS[one.ask]).toContain(error.code);
    }
  }

  const checksumOf = ({ checksum }: Extract<Act, { ask: "complete" }>, { variants }: Replies): string | null => {
    if (checksum === "none") return null;
    if (checksum === "wrong") return md5("bytes that were never sent");
    return md5([1, 2, 3].map((number) => textOf(number, [...(variants.get(number) ?? "a")][0] ?? "a")).join(""));
  };

  async function inspect(house: ChunkedHouse, id: ChunkedUploadId, replies: Replies): Promise<void> {
    const view = await house.chunkedUploads.get(UPLOADER, id);
    for (const number of new Set(replies.acknowledged.map((each) => each.number))) {
      const variants = replies.acknowledged.filter((each) => each.number === number).map(({ variant }) => variant);
      replies.variants.set(number, new Set(variants));
    }
    replies.acknowledged.length = 0;
    expectFollows(replies.last, view);
    const present = [1, 2, 3].filter((number) => replies.variants.has(number));
    if (view.status === "pending") {
      expect(view.missingChunks).toEqual([1, 2, 3].filter((number) => !replies.variants.has(number)));
      const bytes = present.reduce((sum, number) => sum + textOf(number, "a").length, 0);
      expect([view.uploadedChunks, view.uploadedBytes]).toEqual([present.length, bytes]);
    }
    if (view.status === "completed") await expectWhole(view, replies);
    expect(view.status).not.toBe("processing");
    replies.last = view;
  }

  /** Bytes that each sender's last acknowledged chunk is in, and one file however often it was completed (U1, U5, U10). */
  async function expectWhole({ objectKey, fileSize }: ChunkedUploadView, { variants, keys }: Replies): Promise<void> {
    const text = await storedText(stores[0], objectKey ?? "");
    expect(text).toHaveLength(fileSize);
    for (const number of [1, 2, 3]) {
      const part = text.slice((number - 1) * SMALL, number * SMALL);
      expect([...(variants.get(number) ?? [])].map((variant) => textOf(number, variant))).toContain(part);
    }
    expect([...keys].filter((key) => key !== objectKey)).toEqual([]);
    const [record] = await ground.databases[1].transact.read(async ({ blobs }) => [
      ...(await blobs.find([objectKey as never])).values(),
    ]);
    expect(record).toMatchObject({ state: "live", holders: 1, byteSize: fileSize, sha256: sha256(text) });
  }

  /** Terminal states never change, and only the invisible `processing` state goes back (U2, U3). */
  function expectFollows(last: ChunkedUploadView | null, view: ChunkedUploadView): void {
    if (!last) return;
    expect(NEXT[last.status]).toContain(view.status);
    if (view.status === "pending") expect(view.uploadedChunks).toBeGreaterThanOrEqual(last.uploadedChunks);
  }

  /** Whatever became of it: a day later it has ended, nothing mutates it, and no byte of it is left (U4, U9). */
  async function endOf(house: ChunkedHouse, id: ChunkedUploadId, scheduler: Scheduler): Promise<void> {
    world.clock.pass(2 * DAY_MS);
    const { status } = await house.chunkedUploads.get(UPLOADER, id);
    expect(["cancelled", "expired"]).toContain(status);
    const late = scheduler.waitFor(house.send(id, 1, textOf(1, "a")));
    await expect(late).rejects.toMatchObject({ code: status === "expired" ? "upload_expired" : "upload_not_open" });
    await house.sweep();
    await scheduler.waitFor(house.collect());
    expect((await house.chunkedUploads.get(UPLOADER, id)).status).toBe(status);
    expect(await ground.stored()).toEqual([]);
    const muchLater = secondsAfter(world.clock.now(), 1e9);
    expect(await ground.databases[1].transact.write(({ blobs }) => blobs.claim(muchLater, muchLater, 10))).toEqual([]);
  }
});

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** The statuses that may follow a status, as a client sees them between requests. */
const NEXT: Readonly<Record<ChunkedUploadView["status"], readonly string[]>> = {
  pending: ["pending", "completed", "cancelled", "expired"],
  processing: [],
  completed: ["completed", "expired"],
  failed: [],
  cancelled: ["cancelled"],
  expired: ["expired"],
};

const CLOSED = ["upload_not_open", "upload_expired", "upload_processing"];
const REFUSALS: Readonly<Record<Act["ask"], readonly string[]>> = {
  chunk: CLOSED,
  complete: [...CLOSED, "chunks_missing", "checksum_mismatch"],
  cancel: ["upload_processing", "already_completed"],
  sweep: [],
  collect: [],
};

/** The same store with each call answered when the scheduler runs it. */
function scheduled(store: BlobStore, scheduler: Scheduler): BlobStore {
  const turn = (what: string) => scheduler.schedule(Promise.resolve(), what);
  return {
    ...store,
    async put(key, bytes) {
      await turn("put");
      await store.put(key, bytes);
      await turn("stored");
    },
    async open(...where) {
      await turn("open");
      return store.open(...where);
    },
    async remove(key) {
      await turn("remove");
      await store.remove(key);
    },
  };
}
