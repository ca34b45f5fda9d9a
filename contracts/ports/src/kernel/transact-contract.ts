import type { BlobRecordStore, BlobStores } from "@cartulary/blobs";
import type { DirectoryStores } from "@cartulary/directory";
import { type BlobKey, blobKey, type Transact, type UserId } from "@cartulary/kernel";
import { interleave, runInside } from "../harness/concurrent-transactions.ts";
import { EPOCH, records } from "../harness/document-records.ts";
import type { DatabaseHarness } from "../harness/document-stores.ts";
import { withTimeout } from "../harness/eventually.ts";
import { describe, expect, it } from "../runner/runner.ts";

/** The stores that transactions are tried out with. */
export type TransactStoresUnderTest = BlobStores & DirectoryStores;

/** Contract of transactions, with any stores. */
export function transactContract(
  name: string,
  { openDatabase, writesAtOnce }: DatabaseHarness<TransactStoresUnderTest>,
): void {
  describe(`${name} makes transactions`, () => {
    it("keeps the writes of finished work", async () => {
      const { transact } = await openDatabase();
      const answer = await transact.write(async ({ blobs }) => {
        await blobs.stage(blobKey("a"), EPOCH);
        return "done";
      });
      expect(answer).toBe("done");
      expect(await recorded(transact, "a")).toBe(true);
    });

    it("keeps the writes of a claim, and rolls them back when it throws", async () => {
      const { transact } = await openDatabase();
      await transact.claim(({ blobs }) => blobs.stage(blobKey("a"), EPOCH));
      const failed = transact.claim(async ({ blobs }) => {
        await blobs.stage(blobKey("b"), EPOCH);
        throw new Error("Not claimed");
      });
      await expect(failed).rejects.toThrow("Not claimed");
      expect([await recorded(transact, "a"), await recorded(transact, "b")]).toEqual([true, false]);
    });

    it("shows work its own writes", async () => {
      const { transact } = await openDatabase();
      const unrecorded = await transact.write(async ({ blobs }) => {
        await blobs.stage(blobKey("a"), EPOCH);
        return blobs.findUnrecorded([blobKey("a"), blobKey("b")]);
      });
      expect(unrecorded).toEqual(["b"]);
    });

    it("rolls everything back when the work throws, and throws the same value", async () => {
      const { transact } = await openDatabase();
      const thrown = { not: "an Error" };
      const user = records().user();
      const failed = transact.write(async ({ blobs, users }) => {
        await blobs.stage(blobKey("a"), EPOCH);
        await users.insert(user);
        throw thrown;
      });
      await expect(failed).rejects.toBe(thrown);
      expect(await recorded(transact, "a")).toBe(false);
      expect(await transact.read(({ users }) => users.find(user.id))).toBeNull();
    });

    it("rolls back a transaction that continues after a failed statement", async () => {
      const { transact } = await openDatabase();
      const make = records();
      const [user, other] = [make.user({ emailAddress: "a@b.fr" }), make.user({ emailAddress: "a@b.fr" })] as const;
      await transact.write(({ users }) => users.insert(user));
      const going = transact.write(async ({ blobs, users }) => {
        await blobs.stage(blobKey("a"), EPOCH);
        await users.insert(other).catch(() => null);
      });
      await expect(going).rejects.toThrow(/earlier statement|aborted/);
      expect(await recorded(transact, "a")).toBe(false);
      await transact.write(({ blobs }) => blobs.stage(blobKey("a"), EPOCH));
    });

    it("rolls back the concurrent writes of several stores, though one was still writing when another failed", async () => {
      const { transact } = await openDatabase();
      const keys = Array.from({ length: 20 }, (_, index) => blobKey("key", `${index}`));
      let straggler: Promise<unknown> = Promise.resolve();
      const failed = transact.write(async ({ blobs }) => {
        straggler = stageInTurn(blobs, keys).catch(() => null);
        const twice = Promise.all([blobs.stage(blobKey("twice"), EPOCH), blobs.stage(blobKey("twice"), EPOCH)]);
        await Promise.all([straggler, twice]);
      });
      await expect(failed).rejects.toThrow(/unique|duplicate/i);
      await straggler;
      // Another transaction, so that what was late would have had one to slip into.
      await transact.write(({ blobs }) => blobs.stage(blobKey("next"), EPOCH));
      const unrecorded = await transact.read(({ blobs }) => blobs.findUnrecorded([...keys, blobKey("twice")]));
      expect(unrecorded).toHaveLength(keys.length + 1);
    });

    it("reads from one snapshot during other writes", async () => {
      const { transact } = await openDatabase();
      const looked = Promise.withResolvers<void>();
      const written = Promise.withResolvers<void>();
      const reading = transact.read(async ({ blobs }) => {
        const before = await blobs.findUnrecorded([blobKey("a")]);
        looked.resolve();
        await written.promise;
        return [before, await blobs.findUnrecorded([blobKey("a")])];
      });
      await looked.promise;
      await withTimeout(transact.write(({ blobs }) => blobs.stage(blobKey("a"), EPOCH)));
      written.resolve();
      expect(await reading).toEqual([["a"], ["a"]]);
      expect(await recorded(transact, "a")).toBe(true);
    });

    it("returns the result of a single statement", async () => {
      const { transact } = await openDatabase();
      const user = records().user();
      await transact.write(({ users }) => users.insert(user));
      expect(await transact.single(({ users }) => users.find(user.id))).toEqual(user);
      expect(await transact.single(async () => "no query")).toBe("no query");
      const thrown = { not: "an Error" };
      await expect(transact.single(() => Promise.reject(thrown))).rejects.toBe(thrown);
    });

    it("runs `single` again in one snapshot when it queries more than once", async () => {
      const { transact } = await openDatabase();
      const looked = Promise.withResolvers<void>();
      const written = Promise.withResolvers<void>();
      let runs = 0;
      const reading = transact.single(async ({ blobs }) => {
        runs += 1;
        const before = await blobs.findUnrecorded([blobKey("a")]);
        if (runs === 2) looked.resolve();
        if (runs === 2) await written.promise;
        return [before, await blobs.findUnrecorded([blobKey("a")]).catch(() => "swallowed")];
      });
      await looked.promise;
      await withTimeout(transact.write(({ blobs }) => blobs.stage(blobKey("a"), EPOCH)));
      written.resolve();
      expect(await reading).toEqual([["a"], ["a"]]);
      expect(runs).toBe(2);
    });

    it("reads the committed state during another transaction's write", async () => {
      const { transact } = await openDatabase();
      const written = Promise.withResolvers<void>();
      const looked = Promise.withResolvers<void>();
      const writing = transact.write(async ({ blobs }) => {
        await blobs.stage(blobKey("a"), EPOCH);
        written.resolve();
        await looked.promise;
      });
      await written.promise;
      const seen = await withTimeout(recorded(transact, "a"));
      looked.resolve();
      await writing;
      expect(seen).toBe(false);
      expect(await recorded(transact, "a")).toBe(true);
    });

    it("writes nothing in a read", async () => {
      const { transact } = await openDatabase();
      const user = records().user();
      for (const kind of ["read", "single"] as const) {
        await expect(transact[kind](({ blobs }) => blobs.stage(blobKey("a"), EPOCH))).rejects.toThrow(
          /read-?only|does not (?:answer|return data)/i,
        );
        await expect(transact[kind](({ users }) => users.insert(user))).rejects.toThrow(
          /read-?only|does not (?:answer|return data)/i,
        );
      }
      expect(await recorded(transact, "a")).toBe(false);
      expect(await transact.read(({ users }) => users.find(user.id))).toBeNull();
    });

    it("loses no change when many read a record and write it back at the same time", async () => {
      const { transact } = await openDatabase();
      const user = records().user({ externalId: "0" });
      await transact.write(({ users }) => users.insert(user));
      await Promise.all(Array.from({ length: 6 }, () => transact.write(countUp(user.id))));
      expect(await transact.read(({ users }) => users.find(user.id))).toMatchObject({ externalId: "6" });
    });

    it("runs a work again when another one and it waited for each other", async () => {
      const place = await openDatabase();
      const make = records();
      const [one, two] = [make.user({ externalId: "0" }), make.user({ externalId: "0" })] as const;
      await place.transact.write(async ({ users }) => {
        await users.insert(one);
        await users.insert(two);
      });
      await interleave(place, {
        first: countUp(one.id),
        second: async (stores) => {
          await countUp(two.id)(stores);
          await countUp(one.id)(stores);
        },
        afterwards: countUp(two.id),
      });
      const found = await place.transact.read(async ({ users }) => [
        await users.find(one.id),
        await users.find(two.id),
      ]);
      expect(found.map((user) => user?.externalId)).toEqual(["2", "2"]);
    });

    it("keeps writers of different things apart, each with its own end", async () => {
      const { transact } = await openDatabase();
      const outcomes = await Promise.allSettled(
        Array.from({ length: 12 }, (_, index) =>
          transact.write(async ({ blobs }) => {
            await blobs.stage(blobKey("key", `${index}`), EPOCH);
            if (index % 3 === 0) throw new Error("changed my mind");
          }),
        ),
      );
      expect(outcomes.map(({ status }) => status === "fulfilled")).toEqual(
        Array.from({ length: 12 }, (_, index) => index % 3 !== 0),
      );
      const keys = Array.from({ length: 12 }, (_, index) => blobKey("key", `${index}`));
      const unrecorded = await transact.read(({ blobs }) => blobs.findUnrecorded(keys));
      expect(unrecorded).toEqual(keys.filter((_, index) => index % 3 === 0));
    });

    if (writesAtOnce) {
      it("lets writers of different things go on side by side", async () => {
        const place = await openDatabase();
        await withTimeout(
          runInside(place, {
            first: ({ blobs }) => blobs.stage(blobKey("a"), EPOCH),
            second: ({ blobs }) => blobs.stage(blobKey("b"), EPOCH),
          }),
        );
        expect(await recorded(place.transact, "a")).toBe(true);
        expect(await recorded(place.transact, "b")).toBe(true);
      });
    }

    for (const outer of ["read", "single", "write"] as const) {
      for (const inner of ["read", "single", "write"] as const) {
        it(`refuses a ${inner} inside a ${outer} at once, and the outer one continues`, async () => {
          const { transact } = await openDatabase();
          const answer = transact[outer](async ({ blobs }) => {
            await expect(withTimeout(transact[inner](async () => null))).rejects.toThrow(/open/);
            return blobs.findUnrecorded([blobKey("a")]);
          });
          expect(await withTimeout(answer)).toEqual(["a"]);
        });
      }
    }

    it("begins a new transaction for late calls of finished work", async () => {
      const { transact } = await openDatabase();
      const ended = Promise.withResolvers<void>();
      let later: Promise<boolean> = Promise.resolve(true);
      await transact.write(async () => {
        later = ended.promise.then(() => recorded(transact, "a"));
      });
      ended.resolve();
      expect(await withTimeout(later)).toBe(false);
    });

    it("gives stores that answer nothing after the end", async () => {
      const { transact } = await openDatabase();
      const user = records().user();
      for (const kind of ["read", "single", "write"] as const) {
        const { blobs, users } = await transact[kind](async (stores) => stores);
        await expect(withTimeout(blobs.findUnrecorded([blobKey("a")]))).rejects.toThrow(/has ended|already committed/);
        await expect(withTimeout(blobs.stage(blobKey("a"), EPOCH))).rejects.toThrow(/has ended|already committed/);
        await expect(withTimeout(users.find(user.id))).rejects.toThrow(/has ended|already committed/);
        await expect(withTimeout(users.insert(user))).rejects.toThrow(/has ended|already committed/);
      }
      expect(await recorded(transact, "a")).toBe(false);
      expect(await transact.read(({ users }) => users.find(user.id))).toBeNull();
    });
  });
}

async function recorded(transact: Transact<TransactStoresUnderTest>, key: string): Promise<boolean> {
  return (await transact.read(({ blobs }) => blobs.findUnrecorded([blobKey(key)]))).length === 0;
}

async function stageInTurn(blobs: BlobRecordStore, keys: readonly BlobKey[]): Promise<void> {
  for (const key of keys) await blobs.stage(key, EPOCH);
}

/** Reads a record, and writes it back with a number that is one higher. */
const countUp =
  (id: UserId) =>
  async ({ users }: TransactStoresUnderTest): Promise<void> => {
    const user = await users.find(id);
    if (user) await users.update({ ...user, externalId: `${Number(user.externalId) + 1}` });
  };
