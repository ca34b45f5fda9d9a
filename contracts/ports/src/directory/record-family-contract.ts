import type { Id, Instant, ListQuery, RecordStore } from "@cartulary/kernel";
import { interleave, runInside } from "../harness/concurrent-transactions.ts";
import { later, type Records, records } from "../harness/document-records.ts";
import type { DatabaseHarness } from "../harness/document-stores.ts";
import { describe, expect, it } from "../runner/runner.ts";

/** The common fields of every record. */
interface Dated {
  readonly id: Id<string>;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

interface Family<Stores, Record extends Dated, View extends Record, Field extends string> {
  storeOf(stores: Stores): RecordStore<Record, Field, View>;
  make(make: Records): Record;
  /** Other values of all that can be changed. */
  readonly change: Partial<Record>;
  /** Returns the view of a stored record. */
  shown(record: Record): View;
  /** A field that its lists can be sorted by. */
  readonly sort: Field;
}

/** Contract of the stores of a record family. `listingContract` covers filters and order. */
export function recordFamilyContract<Stores, Record extends Dated, View extends Record, Field extends string>(
  name: string,
  { openDatabase, writesAtOnce }: DatabaseHarness<Stores>,
  { storeOf, make, change, shown, sort }: Family<Stores, Record, View, Field>,
): void {
  const query = (perPage: number, page = 1): ListQuery<Field> => ({
    page,
    perPage,
    sort,
    direction: "asc",
    conditions: [],
  });
  const changed = (record: Record): Record => ({ ...record, ...change, updatedAt: later(1.234) });

  describe(name, () => {
    it("gives back a whole record as it was given", async () => {
      const { transact } = await openDatabase();
      const kinds = records();
      const [plain, other] = [make(kinds), changed(make(kinds))] as const;
      await transact.write(async (stores) => {
        for (const record of [plain, other]) await storeOf(stores).insert(record);
      });
      for (const record of [plain, other]) {
        expect(await transact.read((stores) => storeOf(stores).find(record.id))).toEqual(shown(record));
        expect(await transact.write((stores) => storeOf(stores).lock(record.id))).toEqual(record);
      }
      const { items, ...page } = await transact.read((stores) => storeOf(stores).list(query(100)));
      expect(items.toSorted(({ id: left }, { id: right }) => (left < right ? -1 : 1))).toEqual(
        [plain, other].map(shown),
      );
      expect(page).toEqual({ total: 2, page: 1, perPage: 100 });
    });

    it("has nothing under an id never written", async () => {
      const { transact } = await openDatabase();
      const { id } = make(records());
      expect(await transact.read((stores) => storeOf(stores).find(id))).toBeNull();
      expect(await transact.write((stores) => storeOf(stores).lock(id))).toBeNull();
      await expect(transact.write((stores) => storeOf(stores).update(make(records())))).rejects.toThrow(/not found/);
    });

    it("replaces the whole record, and no other one", async () => {
      const { transact } = await openDatabase();
      const kinds = records();
      const [record, beside] = [make(kinds), make(kinds)] as const;
      await transact.write(async (stores) => {
        for (const each of [record, beside]) await storeOf(stores).insert(each);
      });
      const seen = await transact.write(async (stores) => {
        await storeOf(stores).update(changed(record));
        return storeOf(stores).find(record.id);
      });
      expect(seen).toEqual(shown(changed(record)));
      expect(await transact.read((stores) => storeOf(stores).find(beside.id))).toEqual(shown(beside));
    });

    it("removes, and removing twice is fine", async () => {
      const { transact } = await openDatabase();
      const kinds = records();
      const [record, beside] = [make(kinds), make(kinds)] as const;
      await transact.write(async (stores) => {
        for (const each of [record, beside]) await storeOf(stores).insert(each);
        await storeOf(stores).remove(record.id);
        await storeOf(stores).remove(record.id);
      });
      expect((await transact.read((stores) => storeOf(stores).list(query(100)))).items).toEqual([shown(beside)]);
    });

    it("returns the requested page and the total", async () => {
      const { transact } = await openDatabase();
      const kinds = records();
      const all = [make(kinds), make(kinds), make(kinds)];
      await transact.write(async (stores) => {
        for (const record of all) await storeOf(stores).insert(record);
      });
      const page = (number: number) => transact.read((stores) => storeOf(stores).list(query(2, number)));
      expect(await page(1)).toEqual({ items: all.slice(0, 2).map(shown), total: 3, page: 1, perPage: 2 });
      expect((await page(2)).items).toEqual(all.slice(2).map(shown));
      expect(await page(3)).toEqual({ items: [], total: 3, page: 3, perPage: 2 });
    });

    it("shows a transaction that waited for a lock the first one's change, even if it had read before", async () => {
      const place = await openDatabase();
      const record = make(records());
      await place.transact.write((stores) => storeOf(stores).insert(record));
      const [first, second] = await interleave(place, {
        first: (stores) => storeOf(stores).lock(record.id),
        second: async (stores) => {
          await storeOf(stores).find(record.id);
          return storeOf(stores).lock(record.id);
        },
        afterwards: (stores) => storeOf(stores).update(changed(record)),
      });
      expect([first, second]).toEqual([record, changed(record)]);
    });

    if (writesAtOnce) {
      it("runs a write again when another transaction changed a record that it had read", async () => {
        const place = await openDatabase();
        const record = make(records());
        await place.transact.write((stores) => storeOf(stores).insert(record));
        const found: (View | null)[] = [];
        await runInside(place, {
          first: async (stores) => {
            found.push(await storeOf(stores).find(record.id));
          },
          second: (stores) => storeOf(stores).update(changed(record)),
          afterwards: (stores) => storeOf(stores).update({ ...changed(record), updatedAt: later(9) }),
        });
        expect(found).toEqual([record, changed(record)].map(shown));
        const last = await place.transact.read((stores) => storeOf(stores).find(record.id));
        expect(last?.updatedAt).toBe(later(9));
      });
    }
  });
}
