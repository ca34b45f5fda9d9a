import type { BlobStores } from "@cartulary/blobs";
import type { DirectoryStores } from "@cartulary/directory";
import { blobKey, type Id, type Transact, type TransactFor } from "@cartulary/kernel";
import { EPOCH, records } from "../harness/document-records.ts";
import { withTimeout } from "../harness/eventually.ts";
import { describe, expect, it } from "../runner/runner.ts";

type Ordinary = BlobStores & DirectoryStores;

/** The stores of a tenant's transaction. */
export interface TenantStoresUnderTest {
  readonly notes: {
    add(text: string): Promise<void>;
    texts(): Promise<readonly string[]>;
  };
}

/** One database, and both ways into it. */
export interface TenantPlace {
  readonly transact: Transact<Ordinary>;
  readonly transactFor: TransactFor<Id<string>, Ordinary & TenantStoresUnderTest>;
}

export interface TenantTransactHarness {
  /** A database with nothing in it. Called once per test. */
  openDatabase(): Promise<TenantPlace>;
}

const ONE = "00000000-0000-7000-8000-0000000000a1" as Id<string>;
const OTHER = "00000000-0000-7000-8000-0000000000b2" as Id<string>;

/** Contract of tenant transactions, in addition to `transactContract`. */
export function tenantTransactContract(name: string, { openDatabase }: TenantTransactHarness): void {
  describe(`${name} makes transactions of one tenant`, () => {
    it("shows a tenant's records to that tenant only", async () => {
      const { transactFor } = await openDatabase();
      await transactFor(ONE).write(({ notes }) => notes.add("of one"));
      await transactFor(OTHER).write(async ({ notes }) => {
        expect(await notes.texts()).toEqual([]);
        await notes.add("of the other");
        expect(await notes.texts()).toEqual(["of the other"]);
      });
      expect(await transactFor(ONE).read(({ notes }) => notes.texts())).toEqual(["of one"]);
      expect(await transactFor(OTHER).read(({ notes }) => notes.texts())).toEqual(["of the other"]);
    });

    it("lets two tenants use the same name", async () => {
      const { transactFor } = await openDatabase();
      for (const tenant of [ONE, OTHER]) await transactFor(tenant).write(({ notes }) => notes.add("same"));
      for (const tenant of [ONE, OTHER]) {
        expect(await transactFor(tenant).read(({ notes }) => notes.texts())).toEqual(["same"]);
      }
    });

    it("has the stores that belong to no tenant too, and commits both together", async () => {
      const { transact, transactFor } = await openDatabase();
      const user = records().user();
      await transactFor(ONE).write(async ({ notes, users, blobs }) => {
        await notes.add("a");
        await users.insert(user);
        await blobs.stage(blobKey("a"), EPOCH);
      });
      expect(await transact.read(({ users }) => users.find(user.id))).toEqual(user);
      expect(await transactFor(OTHER).read(({ users }) => users.find(user.id))).toEqual(user);
      expect(await transactFor(OTHER).read(({ blobs }) => blobs.findUnrecorded([blobKey("a")]))).toEqual([]);
    });

    it("rolls everything back when the work throws, and throws the same error", async () => {
      const { transact, transactFor } = await openDatabase();
      const thrown = { not: "an Error" };
      const user = records().user();
      const failed = transactFor(ONE).write(async ({ notes, users }) => {
        await notes.add("a");
        await users.insert(user);
        throw thrown;
      });
      await expect(failed).rejects.toBe(thrown);
      expect(await transactFor(ONE).read(({ notes }) => notes.texts())).toEqual([]);
      expect(await transact.read(({ users }) => users.find(user.id))).toBeNull();
    });

    it("writes nothing in a read", async () => {
      const { transactFor } = await openDatabase();
      const user = records().user();
      await expect(transactFor(ONE).read(({ notes }) => notes.add("a"))).rejects.toThrow(
        /read-?only|does not (?:answer|return data)/i,
      );
      await expect(transactFor(ONE).read(({ users }) => users.insert(user))).rejects.toThrow(
        /read-?only|does not (?:answer|return data)/i,
      );
      expect(await transactFor(ONE).read(({ notes }) => notes.texts())).toEqual([]);
      expect(await transactFor(ONE).read(({ users }) => users.find(user.id))).toBeNull();
    });

    it("reads from one snapshot during writes of the same tenant", async () => {
      const { transactFor } = await openDatabase();
      const looked = Promise.withResolvers<void>();
      const written = Promise.withResolvers<void>();
      const reading = transactFor(ONE).read(async ({ notes }) => {
        const before = await notes.texts();
        looked.resolve();
        await written.promise;
        return [before, await notes.texts()];
      });
      await looked.promise;
      await withTimeout(transactFor(ONE).write(({ notes }) => notes.add("a")));
      written.resolve();
      expect(await reading).toEqual([[], []]);
    });

    for (const kind of ["read", "write"] as const) {
      it(`refuses any transaction inside a ${kind}, and the outer one continues`, async () => {
        const { transact, transactFor } = await openDatabase();
        const answer = transactFor(ONE)[kind](async ({ notes }) => {
          for (const inner of [transact, transactFor(ONE), transactFor(OTHER)]) {
            await expect(withTimeout(inner.read(async () => null))).rejects.toThrow(/open/);
            await expect(withTimeout(inner.write(async () => null))).rejects.toThrow(/open/);
          }
          return notes.texts();
        });
        expect(await withTimeout(answer)).toEqual([]);
        await expect(transact[kind](() => transactFor(ONE).read(async () => null))).rejects.toThrow(/open/);
      });
    }

    it("gives stores that answer nothing after the end, nor in another tenant's transaction", async () => {
      const { transactFor } = await openDatabase();
      const { notes } = await transactFor(ONE).write(async (stores) => stores);
      await expect(withTimeout(notes.texts())).rejects.toThrow(/has ended|already committed/);
      await transactFor(OTHER).write(() =>
        expect(withTimeout(notes.add("late"))).rejects.toThrow(/has ended|already committed/),
      );
      expect(await transactFor(ONE).read((stores) => stores.notes.texts())).toEqual([]);
    });

    it("serves tenants side by side, each its own", async () => {
      const { transactFor } = await openDatabase();
      const tenants = Array.from({ length: 12 }, (_, index) => (index % 2 === 0 ? ONE : OTHER));
      await Promise.all(
        tenants.map((tenant, index) =>
          transactFor(tenant).write(({ notes }) => notes.add(String(index).padStart(2, "0"))),
        ),
      );
      const seen = await Promise.all(tenants.map((tenant) => transactFor(tenant).read(({ notes }) => notes.texts())));
      const [even, odd] = [
        ["00", "02", "04", "06", "08", "10"],
        ["01", "03", "05", "07", "09", "11"],
      ];
      expect(seen).toEqual(tenants.map((tenant) => (tenant === ONE ? even : odd)));
    });
  });
}
