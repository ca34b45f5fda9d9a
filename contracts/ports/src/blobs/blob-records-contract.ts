import type { BlobStores, StagedBlob } from "@cartulary/blobs";
import { type BlobKey, blobKey, type Id, type Instant, type Transact } from "@cartulary/kernel";
import { interleave } from "../harness/concurrent-transactions.ts";
import { digestOf, later } from "../harness/document-records.ts";
import type { DatabaseHarness } from "../harness/document-stores.ts";
import { describe, expect, it } from "../runner/runner.ts";

/** When things are due in these tests, and when they are looked at. */
const DUE = later(10);
const BEFORE = later(9.999);
const LONG_AFTER = later(1_000_000);

/** Contract of blob records: no live blob is collected, and every race has one winner. */
export function blobRecordsContract(name: string, { openDatabase }: DatabaseHarness<BlobStores>): void {
  describe(`${name} keeps blob records`, () => {
    it("claims a staged blob when it is due, and again only from its retry time", async () => {
      const { transact } = await openDatabase();
      await staged(transact, "a");
      expect(await claimed(transact, BEFORE)).toEqual([]);
      expect(await claimed(transact, DUE, later(20))).toEqual(["a"]);
      expect(await claimed(transact, later(19))).toEqual([]);
      expect(await claimed(transact, later(20))).toEqual(["a"]);
    });

    it("claims nothing during a pause, which ends at its time or early", async () => {
      const { transact } = await openDatabase();
      await staged(transact, "a");
      const [first, second] = [pauseId(1), pauseId(2)];
      await transact.write(({ blobs }) => blobs.pause(first, later(20), DUE));
      await transact.write(({ blobs }) => blobs.pause(second, later(15), DUE));
      await transact.write(({ blobs }) => blobs.pause(second, later(30), DUE));
      expect(await claimed(transact, later(29))).toEqual([]);
      await transact.write(({ blobs }) => blobs.resume(second));
      expect(await claimed(transact, later(19))).toEqual([]);
      expect(await claimed(transact, later(20))).toEqual(["a"]);
    });

    it("refuses to stage a key twice", async () => {
      const { transact } = await openDatabase();
      await staged(transact, "a");
      await expect(staged(transact, "a")).rejects.toThrow(/unique|duplicate/i);
    });

    it("attaches a staged blob only once, and never claims an attached one", async () => {
      const { transact } = await openDatabase();
      await staged(transact, "a");
      expect(await transact.write(({ blobs }) => blobs.attach(blob("a")))).toBe(true);
      expect(await transact.write(({ blobs }) => blobs.attach(blob("a")))).toBe(false);
      expect(await claimed(transact, LONG_AFTER)).toEqual([]);
    });

    it("does not attach or share blobs that are unknown, discarded or claimed", async () => {
      const { transact } = await openDatabase();
      await staged(transact, "discarded", "due");
      await transact.write(({ blobs }) => blobs.discard(blobKey("discarded"), LONG_AFTER));
      await claimed(transact, DUE);
      for (const key of ["never", "discarded", "due"]) {
        expect(await transact.write(({ blobs }) => blobs.attach(blob(key)))).toBe(false);
        expect(await transact.write(({ blobs }) => blobs.share(blobKey(key)))).toBe(false);
      }
    });

    it("releases a blob with its last holder", async () => {
      const { transact } = await openDatabase();
      await live(transact, "a");
      expect(await transact.write(({ blobs }) => blobs.share(blobKey("a")))).toBe(true);
      await transact.write(({ blobs }) => blobs.release([blobKey("a")], DUE));
      expect(await claimed(transact, LONG_AFTER)).toEqual([]);
      await transact.write(({ blobs }) => blobs.release([blobKey("a")], DUE));
      expect(await transact.write(({ blobs }) => blobs.share(blobKey("a")))).toBe(false);
      expect(await claimed(transact, BEFORE)).toEqual([]);
      expect(await claimed(transact, DUE)).toEqual(["a"]);
    });

    it("removes one holder of a key for each occurrence in the list", async () => {
      const { transact } = await openDatabase();
      await live(transact, "a", "b", "c");
      await transact.write(async ({ blobs }) => {
        await blobs.share(blobKey("a"));
        await blobs.share(blobKey("a"));
        await blobs.share(blobKey("b"));
      });
      await transact.write(({ blobs }) =>
        blobs.release(
          ["a", "b", "a", "c", "b"].map((key) => blobKey(key)),
          DUE,
        ),
      );
      expect(await claimed(transact, DUE, LONG_AFTER)).toEqual(["b", "c"]);
      await transact.write(({ blobs }) => blobs.release([blobKey("a")], DUE));
      expect(await claimed(transact, DUE)).toEqual(["a"]);
    });

    it("releases thousands at once", async () => {
      const { transact } = await openDatabase();
      const keys = Array.from({ length: 2_500 }, (_, index) => `key-${index}`);
      await live(transact, ...keys);
      await transact.write(({ blobs }) => blobs.release([...keys.map((key) => blobKey(key))], DUE));
      expect(await claimed(transact, DUE, LONG_AFTER, 10_000)).toHaveLength(keys.length);
    });

    it("releases nothing that is not live", async () => {
      const { transact } = await openDatabase();
      await staged(transact, "a");
      await transact.write(({ blobs }) => blobs.release([blobKey("a"), blobKey("never")], later(1)));
      await transact.write(({ blobs }) => blobs.release([], later(1)));
      expect(await claimed(transact, BEFORE)).toEqual([]);
    });

    it("discards staged blobs only", async () => {
      const { transact } = await openDatabase();
      await staged(transact, "staged");
      await live(transact, "live");
      const discarded = [];
      for (const key of ["staged", "live", "never", "staged"]) {
        discarded.push(await transact.write(({ blobs }) => blobs.discard(blobKey(key), later(1))));
      }
      expect(discarded).toEqual([true, false, false, false]);
      expect(await claimed(transact, later(0.999))).toEqual([]);
      expect(await claimed(transact, later(1))).toEqual(["staged"]);
      expect(await claimed(transact, LONG_AFTER)).toEqual(["staged"]);
    });

    it("claims at most `limit` blobs, those that have waited longest first", async () => {
      const { transact } = await openDatabase();
      await transact.write(async ({ blobs }) => {
        await blobs.stage(blobKey("young"), later(3));
        await blobs.stage(blobKey("old"), later(1));
        await blobs.stage(blobKey("middle"), later(2));
      });
      expect(await claimed(transact, DUE, LONG_AFTER, 2)).toEqual(["middle", "old"]);
      expect(await claimed(transact, DUE, LONG_AFTER, 2)).toEqual(["young"]);
    });

    it("forgets claimed blobs only, not live or staged ones", async () => {
      const { transact } = await openDatabase();
      await staged(transact, "garbage");
      await claimed(transact, DUE);
      await staged(transact, "staged");
      await live(transact, "live");
      for (const key of ["garbage", "staged", "live"]) {
        await transact.write(({ blobs }) => blobs.forget(blobKey(key)));
      }
      const keys = ["live", "garbage", "never", "staged"].map((key) => blobKey(key));
      expect(await transact.read(({ blobs }) => blobs.findUnrecorded(keys))).toEqual(["garbage", "never"]);
    });

    it("finds those of thousands of keys that have no record", async () => {
      const { transact } = await openDatabase();
      await staged(transact, "a", "b");
      const many = Array.from({ length: 2_500 }, (_, index) => blobKey(`key-${index}`));
      expect(await transact.read(({ blobs }) => blobs.findUnrecorded([blobKey("a"), ...many, blobKey("b")]))).toEqual(
        many,
      );
      expect(await transact.read(({ blobs }) => blobs.findUnrecorded([]))).toEqual([]);
    });

    it("finds the record of a blob in each of its states", async () => {
      const { transact } = await openDatabase();
      await staged(transact, "staged", "garbage");
      await live(transact, "live", "shared", "released");
      await transact.write(async ({ blobs }) => {
        await blobs.share(blobKey("shared"));
        await blobs.release([blobKey("released")], DUE);
        await blobs.discard(blobKey("garbage"), DUE);
      });
      const keys = ["staged", "garbage", "live", "shared", "released", "never"].map((key) => blobKey(key));
      const unknown = { byteSize: null, sha256: null };
      const known = { byteSize: 5, sha256: digestOf(5) };
      const found = await transact.read(({ blobs }) => blobs.find(keys));
      expect([...found.values()].toSorted((left, right) => (left.key < right.key ? -1 : 1))).toEqual([
        { key: "garbage", state: "garbage", holders: 0, ...unknown },
        { key: "live", state: "live", holders: 1, ...known },
        { key: "released", state: "garbage", holders: 0, ...known },
        { key: "shared", state: "live", holders: 2, ...known },
        { key: "staged", state: "staged", holders: 0, ...unknown },
      ]);
      expect([...found].every(([key, record]) => key === record.key)).toBe(true);
      expect((await transact.read(({ blobs }) => blobs.find([]))).size).toBe(0);
    });

    it("returns live blobs by key, page by page", async () => {
      const { transact } = await openDatabase();
      await live(transact, "d", "b", "a", "e");
      await staged(transact, "c", "z");
      const page = async (after: string | null, limit: number) =>
        (await transact.read(({ blobs }) => blobs.live(after as BlobKey | null, limit))).map(({ key }) => key);
      expect(await page(null, 100)).toEqual(["a", "b", "d", "e"]);
      expect(await page(null, 2)).toEqual(["a", "b"]);
      expect(await page("b", 2)).toEqual(["d", "e"]);
      expect(await page("c", 1)).toEqual(["d"]);
      expect(await page("e", 2)).toEqual([]);
    });

    it("shares the work between hosts that ask at the same time", async () => {
      const { transact } = await openDatabase();
      const keys = Array.from({ length: 40 }, (_, index) => `key-${index}`);
      await staged(transact, ...keys);
      const shares = await Promise.all(Array.from({ length: 8 }, () => claimed(transact, DUE, LONG_AFTER, 10)));
      const handedOut = [...shares.flat(), ...(await claimed(transact, DUE, LONG_AFTER, 40))];
      expect(handedOut.toSorted()).toEqual(keys.toSorted());
    });

    it("does not attach a blob during its claim", async () => {
      const place = await openDatabase();
      await staged(place.transact, "a");
      const [keys, locked] = await interleave(place, {
        first: ({ blobs }) => blobs.claim(DUE, LONG_AFTER, 10),
        second: ({ blobs }) => blobs.attach(blob("a")),
      });
      expect([keys, locked]).toEqual([["a"], false]);
    });

    it("does not claim a blob while it is attached", async () => {
      const place = await openDatabase();
      await staged(place.transact, "a");
      const [locked, keys] = await interleave(place, {
        first: ({ blobs }) => blobs.attach(blob("a")),
        second: ({ blobs }) => blobs.claim(DUE, LONG_AFTER, 10),
      });
      expect([locked, keys]).toEqual([true, []]);
      expect(await claimed(place.transact, LONG_AFTER)).toEqual([]);
    });

    it("does not share a blob during its last release", async () => {
      const place = await openDatabase();
      await live(place.transact, "a");
      const [, shared] = await interleave(place, {
        first: ({ blobs }) => blobs.release([blobKey("a")], DUE),
        second: ({ blobs }) => blobs.share(blobKey("a")),
      });
      expect(shared).toBe(false);
      expect(await claimed(place.transact, DUE)).toEqual(["a"]);
    });

    it("keeps a blob that is shared while another transaction releases it", async () => {
      const place = await openDatabase();
      await live(place.transact, "a");
      const [shared] = await interleave(place, {
        first: ({ blobs }) => blobs.share(blobKey("a")),
        second: ({ blobs }) => blobs.release([blobKey("a")], DUE),
      });
      expect(shared).toBe(true);
      expect(await claimed(place.transact, LONG_AFTER)).toEqual([]);
    });

    it("counts every holder of many at the same time", async () => {
      const { transact } = await openDatabase();
      await live(transact, "a");
      await Promise.all(Array.from({ length: 10 }, () => transact.write(({ blobs }) => blobs.share(blobKey("a")))));
      const release = () => transact.write(({ blobs }) => blobs.release([blobKey("a")], DUE));
      await Promise.all(Array.from({ length: 10 }, release));
      expect(await claimed(transact, LONG_AFTER)).toEqual([]);
      await release();
      expect(await claimed(transact, LONG_AFTER)).toEqual(["a"]);
    });
  });
}

const pauseId = (number: number) => `0198a2f0-0000-7000-8000-00000000000${number}` as Id<"CollectionPause">;

const blob = (key: string): StagedBlob => ({ key: blobKey(key), byteSize: 5, sha256: digestOf(5) });

async function staged(transact: Transact<BlobStores>, ...keys: readonly string[]): Promise<void> {
  await transact.write(async ({ blobs }) => {
    for (const key of keys) await blobs.stage(blobKey(key), DUE);
  });
}

async function live(transact: Transact<BlobStores>, ...keys: readonly string[]): Promise<void> {
  await transact.write(async ({ blobs }) => {
    for (const key of keys) {
      await blobs.stage(blobKey(key), DUE);
      expect(await blobs.attach(blob(key))).toBe(true);
    }
  });
}

/** The keys that are handed out at `now`, by name. */
async function claimed(
  transact: Transact<BlobStores>,
  now: Instant,
  retryAfter: Instant = now,
  limit = 100,
): Promise<readonly BlobKey[]> {
  return (await transact.write(({ blobs }) => blobs.claim(now, retryAfter, limit))).toSorted();
}
