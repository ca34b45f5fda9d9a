import { createHash } from "node:crypto";
import { BlobExistsError, type BlobKey, type BlobStore, blobKey } from "@cartulary/kernel";
import { eventually } from "../harness/eventually.ts";
import { describe, expect, it } from "../runner/runner.ts";

/** The harness of {@link blobStoreContract}. */
export interface BlobStoreHarness {
  /** A store with nothing in it. Called once per test. */
  create(): Promise<BlobStore>;

  /**
   * File handles or connections that reads of the created stores hold at this moment. Give the stores as few of them as
   * they can work with: a leak is then also seen as a test that never ends.
   */
  openHandles(): number;

  /** When a created store dates the blob at a key, in milliseconds since 1970. */
  storedAt(blobs: BlobStore, key: BlobKey): Promise<number>;

  /** Keys that the store answers at a time, where it lists in pages; a thousand when absent, as of buckets. */
  readonly pageKeys?: number;
}

/** Larger than one part of a multipart upload of any adapter of ours, and no multiple of anything. */
const LARGE_BYTES = 20 * 1024 * 1024 + 1;
const BLOCK_BYTES = 65_521;
const PAGE_KEYS_USUAL = 1_000;
const PUTS_AT_ONCE = 50;
/** A machine's clock and its store's are nearer to each other than that. */
const DATED_WITHIN_MS = 30_000;
const ALWAYS = Number.MAX_SAFE_INTEGER;

/** Contract of blob stores. An adapter's whole test is a call to this; it takes some seconds. */
export function blobStoreContract(
  name: string,
  { create, openHandles, storedAt, pageKeys = PAGE_KEYS_USUAL }: BlobStoreHarness,
): void {
  describe(`${name} is a blob store`, () => {
    it("gives back the bytes it was given", async () => {
      const blobs = await create();
      await blobs.put(blobKey("a", "b"), stream("hel", "", "lo"));
      expect(await textAt(blobs, blobKey("a", "b"))).toBe("hello");
    });

    it("keeps a blob without a byte", async () => {
      const blobs = await create();
      await blobs.put(blobKey("empty"), stream());
      expect(await textAt(blobs, blobKey("empty"))).toBe("");
      await blobs.put(blobKey("empty-chunk"), stream(""));
      expect(await textAt(blobs, blobKey("empty-chunk"))).toBe("");
    });

    it("has nothing at a key never written", async () => {
      const blobs = await create();
      expect(await blobs.open(blobKey("never"))).toBeNull();
      expect(await blobs.open(blobKey("never", "there"), { start: 0, end: 1 })).toBeNull();
    });

    it("has nothing at the beginning of a key, nor beyond its end", async () => {
      const blobs = await create();
      await blobs.put(blobKey("a", "b"), stream("hello"));
      for (const key of [blobKey("a"), blobKey("a", "b", "c")]) {
        expect(await blobs.open(key)).toBeNull();
        await blobs.remove(key);
      }
      expect(await textAt(blobs, blobKey("a", "b"))).toBe("hello");
    });

    it("answers ranges, first and last byte included", async () => {
      const blobs = await create();
      const key = blobKey("digits");
      await blobs.put(key, stream("01234", "56789"));
      expect(await textAt(blobs, key, { start: 0, end: 0 })).toBe("0");
      expect(await textAt(blobs, key, { start: 9, end: 9 })).toBe("9");
      expect(await textAt(blobs, key, { start: 3, end: 6 })).toBe("3456");
      expect(await textAt(blobs, key, { start: 0, end: 9 })).toBe("0123456789");
    });

    it("cuts a range at the last byte, and has no bytes beyond it", async () => {
      const blobs = await create();
      await blobs.put(blobKey("digits"), stream("0123456789"));
      await blobs.put(blobKey("empty"), stream());
      expect(await textAt(blobs, blobKey("digits"), { start: 8, end: 20 })).toBe("89");
      expect(await textAt(blobs, blobKey("digits"), { start: 10, end: 20 })).toBe("");
      expect(await textAt(blobs, blobKey("empty"), { start: 0, end: 0 })).toBe("");
    });

    it("refuses a key that exists and keeps the old bytes", async () => {
      const blobs = await create();
      await blobs.put(blobKey("k"), stream("old"));
      await expect(blobs.put(blobKey("k"), stream("new"))).rejects.toBeInstanceOf(BlobExistsError);
      expect(await textAt(blobs, blobKey("k"))).toBe("old");
    });

    it("lets exactly one of eight simultaneous puts of one key win", async () => {
      const blobs = await create();
      const texts = ["a", "b", "c", "d", "e", "f", "g", "h"];
      const outcomes = await Promise.allSettled(texts.map((text) => blobs.put(blobKey("k"), stream(text, text))));
      const winners = texts.filter((_, index) => outcomes[index]?.status === "fulfilled");
      expect(winners).toHaveLength(1);
      expect(await textAt(blobs, blobKey("k"))).toBe(`${winners[0]}${winners[0]}`);
      for (const outcome of outcomes) {
        if (outcome.status === "rejected") expect(outcome.reason).toBeInstanceOf(BlobExistsError);
      }
    });

    it("shows nothing of a blob while it is being written", async () => {
      const blobs = await create();
      const pause = paused("first ", "second");
      const put = blobs.put(blobKey("k"), pause.bytes);
      await pause.reached;
      expect(await blobs.open(blobKey("k"))).toBeNull();
      expect(await all(blobs.list("", ALWAYS))).toEqual([]);
      pause.resume();
      await put;
      expect(await textAt(blobs, blobKey("k"))).toBe("first second");
    });

    it("keeps nothing when the source breaks, and takes the key afterwards", async () => {
      const blobs = await create();
      await expect(blobs.put(blobKey("k"), broken(stream("ne")))).rejects.toThrow("the source broke");
      expect(await blobs.open(blobKey("k"))).toBeNull();
      expect(await all(blobs.list("", ALWAYS))).toEqual([]);
      await blobs.put(blobKey("k"), stream("new"));
      expect(await textAt(blobs, blobKey("k"))).toBe("new");
    });

    it("keeps nothing when the source of a large blob breaks", async () => {
      const blobs = await create();
      await expect(blobs.put(blobKey("k"), broken(large(LARGE_BYTES)))).rejects.toThrow("the source broke");
      expect(await blobs.open(blobKey("k"))).toBeNull();
      expect(await all(blobs.list("", ALWAYS))).toEqual([]);
    });

    it("keeps a large blob to the byte, and refuses to replace it", async () => {
      const blobs = await create();
      const key = blobKey("large");
      await blobs.put(key, large(LARGE_BYTES));
      await expect(blobs.put(key, large(LARGE_BYTES + 1))).rejects.toBeInstanceOf(BlobExistsError);
      expect(await digest(await opened(blobs, key))).toEqual(await digest(large(LARGE_BYTES)));
      const end = await opened(blobs, key, { start: LARGE_BYTES - 2, end: LARGE_BYTES - 1 });
      expect(await bytesOf(end)).toEqual((await bytesOf(large(LARGE_BYTES))).subarray(-2));
    });

    it("is done with each piece when it asks for the next one", async () => {
      const blobs = await create();
      const key = blobKey("large");
      await blobs.put(key, usedAgain(large(LARGE_BYTES)));
      expect(await digest(await opened(blobs, key))).toEqual(await digest(large(LARGE_BYTES)));
    });

    it("reads into memory that is lent, or into its own", async () => {
      const blobs = await create();
      const key = blobKey("large");
      await blobs.put(key, large(BLOCK_BYTES * 3));
      const memory = new Uint8Array(10_007);
      expect(await digest(await opened(blobs, key, undefined, memory))).toEqual(await digest(large(BLOCK_BYTES * 3)));
      const range = { start: 1, end: BLOCK_BYTES * 2 };
      const read = await digest(await opened(blobs, key, range, memory));
      expect(read).toEqual(await digest(await opened(blobs, key, range)));
      expect(read.byteSize).toBe(BLOCK_BYTES * 2);
    });

    it("frees the resources of a reading that ends early", async () => {
      const blobs = await create();
      const key = blobKey("large");
      await blobs.put(key, large(1024 * 1024));
      for (let time = 0; time < 64; time++) {
        for await (const chunk of await opened(blobs, key)) {
          expect(chunk.byteLength).toBeGreaterThan(0);
          break;
        }
      }
      await eventually(() => expect(openHandles()).toBe(0));
    });

    it("frees the resources of a reading that ends before its first byte", async () => {
      const blobs = await create();
      const key = blobKey("large");
      await blobs.put(key, large(1024 * 1024));
      for (let time = 0; time < 64; time++) {
        const reading = (await opened(blobs, key))[Symbol.asyncIterator]();
        await reading.return?.();
        expect(await reading.next()).toMatchObject({ done: true });
      }
      await eventually(() => expect(openHandles()).toBe(0));
    });

    it("frees the resources of a reading at its end", async () => {
      const blobs = await create();
      await blobs.put(blobKey("k"), stream("hello"));
      expect(await textAt(blobs, blobKey("k"))).toBe("hello");
      expect(await textAt(blobs, blobKey("k"), { start: 1, end: 1 })).toBe("e");
      await eventually(() => expect(openHandles()).toBe(0));
    });

    it("removes, and removing twice is fine", async () => {
      const blobs = await create();
      await blobs.put(blobKey("k", "1"), stream("x"));
      await blobs.put(blobKey("k", "2"), stream("y"));
      await blobs.remove(blobKey("k", "1"));
      await blobs.remove(blobKey("k", "1"));
      await blobs.remove(blobKey("never", "there"));
      expect(await blobs.open(blobKey("k", "1"))).toBeNull();
      expect(await textAt(blobs, blobKey("k", "2"))).toBe("y");
    });

    it("lists the keys that begin with a prefix, be it a whole segment or not", async () => {
      const blobs = await create();
      for (const key of ["ab/cd/1", "ab/cd/12", "ab/ce/2", "abc/3", "b/ab/4"]) {
        await blobs.put(blobKey(...(key.split("/") as [string, ...string[]])), stream(key));
      }
      expect(await all(blobs.list("", ALWAYS))).toEqual(["ab/cd/1", "ab/cd/12", "ab/ce/2", "abc/3", "b/ab/4"]);
      expect(await all(blobs.list("ab/", ALWAYS))).toEqual(["ab/cd/1", "ab/cd/12", "ab/ce/2"]);
      expect(await all(blobs.list("ab/cd/1", ALWAYS))).toEqual(["ab/cd/1", "ab/cd/12"]);
      expect(await all(blobs.list("a", ALWAYS))).toEqual(["ab/cd/1", "ab/cd/12", "ab/ce/2", "abc/3"]);
      expect(await all(blobs.list("../", ALWAYS))).toEqual([]);
      expect(await all(blobs.list("nothing/", ALWAYS))).toEqual([]);
    });

    it("lists only blobs stored before a time", async () => {
      const blobs = await create();
      await blobs.put(blobKey("k"), stream("x"));
      expect(await all(blobs.list("", 0))).toEqual([]);
      expect(await all(blobs.list("", ALWAYS))).toEqual(["k"]);
    });

    it("lists by ages in milliseconds, and nothing that is exactly as old", async () => {
      const blobs = await create();
      const before = Date.now();
      await blobs.put(blobKey("k"), stream("x"));
      const stored = await storedAt(blobs, blobKey("k"));
      expect(Math.abs(stored - before)).toBeLessThan(DATED_WITHIN_MS);
      for (const earlier of [stored - 60_000, stored - 1_000, stored - 1, stored]) {
        expect(await all(blobs.list("", earlier))).toEqual([]);
      }
      expect(await all(blobs.list("", stored + 1))).toEqual(["k"]);
    });

    it("tells keys apart that differ only at their ends, however long they are", async () => {
      const blobs = await create();
      const long = "k".repeat(127);
      const keys = [blobKey(long, `${long}1`), blobKey(long, `${long}2`), blobKey(long, long)];
      for (const key of keys) await blobs.put(key, stream(key.slice(-3)));
      for (const key of keys) expect(await textAt(blobs, key)).toBe(key.slice(-3));
      expect(await all(blobs.list("", ALWAYS))).toEqual(keys.toSorted());
      expect(await all(blobs.list(`${long}/${long}1`, ALWAYS))).toEqual([keys[0]]);
    });

    it("matches a prefix case-sensitively", async () => {
      const blobs = await create();
      await blobs.put(blobKey("ab", "c"), stream("x"));
      expect(await all(blobs.list("AB/", ALWAYS))).toEqual([]);
      expect(await all(blobs.list("ab/C", ALWAYS))).toEqual([]);
      expect(await blobs.open("AB/C" as BlobKey).catch(() => null)).toBeNull();
    });

    it("gives pieces away whose memory its blob does not lie in", async () => {
      const blobs = await create();
      await blobs.put(blobKey("k"), stream("hello"));
      for await (const piece of await opened(blobs, blobKey("k"))) piece.fill(0);
      expect(await textAt(blobs, blobKey("k"))).toBe("hello");
    });

    it("reads a blob to its end that is removed meanwhile", async () => {
      const blobs = await create();
      const key = blobKey("large");
      await blobs.put(key, large(LARGE_BYTES));
      const reading = (await opened(blobs, key))[Symbol.asyncIterator]();
      const first = await reading.next();
      const begun = first.done ? [] : [Buffer.from(first.value)];
      await blobs.remove(key);
      expect(await digest(rest(begun, reading))).toEqual(await digest(large(LARGE_BYTES)));
    });

    it("lists more keys than a page has, and leaves none out", async () => {
      const blobs = await create();
      const keys = Array.from({ length: pageKeys + 2 }, (_, index) => blobKey("page", `k${10_000 + index}`));
      for (let at = 0; at < keys.length; at += PUTS_AT_ONCE) {
        await Promise.all(keys.slice(at, at + PUTS_AT_ONCE).map((key) => blobs.put(key, stream("x"))));
      }
      expect(await all(blobs.list("page/", ALWAYS))).toEqual(keys);
    });

    it("lists many keys, each once, and none that was removed", async () => {
      const blobs = await create();
      const keys = Array.from({ length: 60 }, (_, index) => blobKey("many", `k${String(index).padStart(2, "0")}`));
      await Promise.all(keys.map((key) => blobs.put(key, stream("x"))));
      await blobs.remove(blobKey("many", "k30"));
      expect(await all(blobs.list("many/", ALWAYS))).toEqual(keys.filter((key) => key !== "many/k30"));
    });

    it("has nothing to list when nothing was ever stored, and a list may be left half-way", async () => {
      const blobs = await create();
      expect(await all(blobs.list("", ALWAYS))).toEqual([]);
      await blobs.put(blobKey("a"), stream("x"));
      await blobs.put(blobKey("b"), stream("x"));
      for await (const key of blobs.list("", ALWAYS)) {
        expect(["a", "b"]).toContain(key);
        break;
      }
    });

    it("says that it answers, and leaves nothing behind by saying so", async () => {
      const blobs = await create();
      await blobs.check();
      expect(await all(blobs.list("", ALWAYS))).toEqual([]);
      await blobs.put(blobKey("k"), stream("x"));
      await blobs.check();
      expect(await all(blobs.list("", ALWAYS))).toEqual(["k"]);
    });
  });
}

async function* stream(...parts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield Buffer.from(part);
}

/** Bytes that differ from block to block, so that one lost, doubled or misplaced is seen. */
async function* large(byteSize: number): AsyncGenerator<Uint8Array> {
  for (let sent = 0, block = 0; sent < byteSize; sent += BLOCK_BYTES, block++) {
    const bytes = Buffer.alloc(Math.min(BLOCK_BYTES, byteSize - sent), block % 251);
    bytes.writeUInt16BE(block, 0);
    yield bytes;
  }
}

/** Yields the bytes with one reused buffer. */
async function* usedAgain(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const memory = Buffer.alloc(BLOCK_BYTES);
  for await (const piece of bytes) {
    memory.set(piece);
    yield memory.subarray(0, piece.byteLength);
    memory.fill(0xff);
  }
}

/** Yields the chunks already read and the rest of a reading. */
async function* rest(begun: readonly Uint8Array[], reading: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* begun;
  for (let next = await reading.next(); !next.done; next = await reading.next()) yield next.value;
}

async function* broken(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* bytes;
  throw new Error("the source broke");
}

/** A source that pauses between its two parts until it is resumed. */
function paused(first: string, second: string) {
  const reached = Promise.withResolvers<void>();
  const resumed = Promise.withResolvers<void>();
  async function* bytes(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(first);
    reached.resolve();
    await resumed.promise;
    yield Buffer.from(second);
  }
  return { bytes: bytes(), reached: reached.promise, resume: () => resumed.resolve() };
}

async function opened(blobs: BlobStore, ...where: Parameters<BlobStore["open"]>): Promise<AsyncIterable<Uint8Array>> {
  const bytes = await blobs.open(...where);
  if (!bytes) throw new Error(`Nothing is stored at ${where[0]}`);
  return bytes;
}

async function textAt(blobs: BlobStore, ...where: Parameters<BlobStore["open"]>): Promise<string> {
  return (await bytesOf(await opened(blobs, ...where))).toString();
}

async function bytesOf(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  return Buffer.concat(await collected(bytes));
}

async function digest(bytes: AsyncIterable<Uint8Array>): Promise<{ byteSize: number; sha256: string }> {
  const hash = createHash("sha256");
  let byteSize = 0;
  for await (const chunk of bytes) {
    hash.update(chunk);
    byteSize += chunk.byteLength;
  }
  return { byteSize, sha256: hash.digest("hex") };
}

async function all(keys: AsyncIterable<BlobKey>): Promise<readonly BlobKey[]> {
  return (await collected(keys)).sort();
}

async function collected<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}
