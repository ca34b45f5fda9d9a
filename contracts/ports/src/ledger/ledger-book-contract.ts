import type { Month, Transact } from "@cartulary/kernel";
import type { Account, Auxiliary, Book, LedgerStores } from "@cartulary/ledger";
import { interleave, runInside } from "../harness/concurrent-transactions.ts";
import { EPOCH, idOf, later } from "../harness/document-records.ts";
import { describe, expect, it } from "../runner/runner.ts";
import { entryMaker, type LedgerHarness, openBook } from "./ledger-harness.ts";

const CLOSED = "2026-01" as Month;

/** Counts the new books; each test has its own. */
let count = 0;
const newBook = (): Book => ({ id: idOf(0xbb_0000 + ++count), closedThrough: null, createdAt: EPOCH });
const account = (code: string, overrides: Partial<Account> = {}): Account => ({
  id: idOf(0xc00 + Number(code)),
  code,
  name: `Compte ${code}`,
  ...overrides,
});
const owner = (code: string, overrides: Partial<Auxiliary> = {}): Auxiliary => ({
  kind: "PRO",
  code,
  name: "Anne Aubry",
  entityType: null,
  entityId: null,
  ...overrides,
});

/** Contract of the stores of a book, its accounts and auxiliaries. */
export function ledgerBookContract(name: string, { openDatabase, writesAtOnce }: LedgerHarness): void {
  describe(`${name} keeps books`, () => {
    it("has none before one was opened", async () => {
      const book = newBook();
      const transact = (await openDatabase()).transactFor(book.id);
      expect(await transact.read(({ books }) => books.find())).toBeNull();
      expect(await transact.write(({ books }) => books.lockShared())).toBeNull();
      expect(await transact.write(({ books }) => books.lock())).toBeNull();
    });

    it("opens one once, and moves the end of its closed months", async () => {
      const book = newBook();
      const transact = (await openDatabase()).transactFor(book.id);
      expect(await transact.write(({ books }) => books.insert(book))).toBe(true);
      expect(await transact.write(({ books }) => books.insert({ ...book, createdAt: later(1) }))).toBe(false);
      expect(await transact.read(({ books }) => books.find())).toEqual(book);
      const closed = { ...book, closedThrough: CLOSED };
      await transact.write(({ books }) => books.update(closed));
      expect(await transact.write(({ books }) => books.lockShared())).toEqual(closed);
      expect(await transact.write(({ books }) => books.lock())).toEqual(closed);
    });

    it("removes one that nothing was ever written into, and no other", async () => {
      const place = await openDatabase();
      const removed = (transact: Transact<LedgerStores>) =>
        transact.write(async ({ books }) => [await books.lock(), await books.removeEmpty(), await books.find()]);
      const written: readonly ((stores: LedgerStores) => Promise<unknown>)[] = [
        ({ accounts }) => accounts.saveAuxiliary(owner("PRO1")),
        ({ drafts }) => drafts.insert(entryMaker()({})),
        ({ letterings }) => letterings.lock([{ accountCode: "411000", auxiliaryCode: null }]),
        async ({ books, periods }) => {
          const book = await books.lock();
          if (book) await books.update({ ...book, closedThrough: CLOSED });
          await periods.insert({ period: CLOSED, entriesPosted: 0, closedAt: EPOCH });
        },
        ({ series }) => series.lock([{ societyCode: "1", journal: "OD", year: 2026 }]),
      ];
      for (const write of written) {
        const { transact } = await openBook(place);
        await transact.write(write);
        const [book, gone, found] = await removed(transact);
        expect([gone, found]).toEqual([false, book]);
      }
      const { transact } = await openBook(place);
      expect((await removed(transact)).slice(1)).toEqual([true, null]);
      expect((await removed(transact)).slice(1)).toEqual([true, null]);
    });

    it("shows and changes no book but that of its transaction", async () => {
      const { transactFor } = await openDatabase();
      const [book, another] = [newBook(), newBook()];
      const [one, other] = [transactFor(book.id), transactFor(another.id)];
      await one.write(async ({ books, accounts }) => {
        await books.insert(book);
        await accounts.insertMissing([account("411000")]);
        await accounts.saveAuxiliary(owner("PRO1"));
      });
      const seen = await other.write(async ({ books, accounts }) => [
        await books.find(),
        await books.lockShared(),
        await books.lock(),
        await accounts.list(),
        await accounts.auxiliaries(["PRO1"]),
      ]);
      expect(seen).toEqual([null, null, null, [], []]);
      await expect(other.write(({ books }) => books.insert(book))).rejects.toThrow(/belong to the book/);
      await expect(other.write(({ books }) => books.update({ ...book, closedThrough: CLOSED }))).rejects.toThrow(
        /belong to the book/,
      );
      await other.write(async ({ books, accounts }) => {
        await books.insert(another);
        await accounts.insertMissing([account("411000", { id: idOf(0xd00), name: "Autre" })]);
        await accounts.saveAuxiliary(owner("PRO1", { name: "Autre" }));
      });
      const remaining = await one.read(async ({ books, accounts }) => [
        await books.find(),
        await accounts.list(),
        await accounts.auxiliaries(["PRO1"]),
      ]);
      expect(remaining).toEqual([book, [account("411000")], [owner("PRO1")]]);
    });

    it("keeps accounts by code, and leaves those alone that are there", async () => {
      const book = newBook();
      const transact = (await openDatabase()).transactFor(book.id);
      await transact.write(({ books }) => books.insert(book));
      await transact.write(({ accounts }) => accounts.insertMissing([account("512000"), account("411000")]));
      await transact.write(({ accounts }) => accounts.insertMissing([]));
      const renamed = account("411000", { id: idOf(0xd00), name: "Another name" });
      await transact.write(({ accounts }) => accounts.insertMissing([account("706100"), renamed]));
      const found = await transact.read(({ accounts }) => accounts.list());
      expect(found).toEqual([account("411000"), account("512000"), account("706100")]);
    });

    it("keeps auxiliaries by code, and replaces one whole", async () => {
      const book = newBook();
      const transact = (await openDatabase()).transactFor(book.id);
      const changed = owner("PRO2", { name: "Élan & Cie", entityType: "OwnerActor", entityId: "42" });
      await transact.write(async ({ books, accounts }) => {
        await books.insert(book);
        for (const each of [owner("PRO1"), owner("PRO2"), changed, owner("PRO3")]) await accounts.saveAuxiliary(each);
      });
      const found = await transact.read(({ accounts }) => accounts.auxiliaries(["PRO2", "PRO1", "PRO9"]));
      expect(found.toSorted((one, another) => (one.code < another.code ? -1 : 1))).toEqual([owner("PRO1"), changed]);
      expect(await transact.read(({ accounts }) => accounts.auxiliaries([]))).toEqual([]);
      expect(await transact.read(({ accounts }) => accounts.auxiliariesOf("PRO"))).toEqual([
        owner("PRO1"),
        changed,
        owner("PRO3"),
      ]);
      expect(await transact.read(({ accounts }) => accounts.auxiliariesOf("LOC"))).toEqual([]);
      const remove = (code: string) => transact.write(({ accounts }) => accounts.removeAuxiliary(code));
      expect([await remove("PRO2"), await remove("PRO2")]).toEqual([true, true]);
      expect(await transact.read(({ accounts }) => accounts.auxiliaries(["PRO2"]))).toEqual([]);
    });

    it("lets several lock a book shared at the same time, where several may write", async () => {
      if (!writesAtOnce) return;
      const place = await openBook(await openDatabase());
      const both = await runInside(place, {
        first: ({ books }) => books.lockShared(),
        second: ({ books }) => books.lockShared(),
      });
      expect(both.map((book) => book?.id)).toEqual([place.bookId, place.bookId]);
    });

    it("lets an exclusive lock wait until shared locks of the book end", async () => {
      const place = await openBook(await openDatabase());
      const order: string[] = [];
      await interleave(place, {
        first: ({ books }) => books.lockShared(),
        afterwards: async () => void order.push("held"),
        second: async ({ books }) => {
          await books.lock();
          order.push("locked");
        },
      });
      expect(order).toEqual(["held", "locked"]);
    });

    it("shows the closed month to a transaction that waited for the closing", async () => {
      const place = await openBook(await openDatabase());
      const [, found] = await interleave(place, {
        first: ({ books }) => books.lock(),
        afterwards: ({ books }, book) => books.update({ ...book, closedThrough: CLOSED } as Book),
        second: ({ books }) => books.lockShared(),
      });
      expect(found?.closedThrough).toBe(CLOSED);
    });
  });
}
