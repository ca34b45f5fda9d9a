import {
  type LetterableLine,
  type Lettering,
  type LetteringId,
  type LineId,
  NO_LETTERING,
  type SealedEntry,
  type Subaccount,
} from "@cartulary/ledger";
import { interleave, runInside } from "../harness/concurrent-transactions.ts";
import { EPOCH, idOf, later } from "../harness/document-records.ts";
import { describe, expect, it } from "../runner/runner.ts";
import { type LedgerHarness, openBook, type TestBook } from "./ledger-harness.ts";

/** Contract of lettering stores. */
export function ledgerLetteringContract(name: string, { openDatabase, writesAtOnce }: LedgerHarness): void {
  const open = async () => openBook(await openDatabase());

  describe(`${name} gives letters on subaccounts`, () => {
    it("begins missing series, and returns each with its last letters, in the order of the subaccounts", async () => {
      const { transact } = await open();
      const subaccounts = [LOC1, LOC2, BANK];
      const begun = await transact.write(({ letterings }) => letterings.lock(subaccounts));
      expect(begun).toEqual(subaccounts.map((subaccount) => ({ ...subaccount, last: null })));
      const left = [
        { ...BANK, last: "AAC" },
        { ...LOC1, last: "ZZZ" },
      ];
      await transact.write(({ letterings }) => letterings.update(left));
      const found = await transact.write(({ letterings }) => letterings.lock([LOC1, LOC2, BANK, TENANTS, LOC1]));
      expect(found.map(({ last }) => last)).toEqual(["ZZZ", null, "AAC", null, "ZZZ"]);
      expect(await transact.write(({ letterings }) => letterings.lock([]))).toEqual([]);
    });

    it("makes a second transaction wait for the letters that the first one gives", async () => {
      const [, second] = await interleave(await open(), {
        first: ({ letterings }) => letterings.lock([LOC1]),
        second: ({ letterings }) => letterings.lock([LOC2, LOC1]),
        afterwards: ({ letterings }) => letterings.update([{ ...LOC1, last: "AAB" }]),
      });
      expect(second.map(({ last }) => last)).toEqual([null, "AAB"]);
    });

    it("locks in one order for any order of subaccounts, so that transactions never deadlock", async () => {
      const { transact } = await open();
      const tried: number[] = [];
      const lockAll = (subaccounts: readonly Subaccount[], index: number) =>
        transact.write(async ({ letterings }) => {
          tried.push(index);
          const series = await letterings.lock(subaccounts);
          await letterings.update(series.map((each) => ({ ...each, last: `${each.last ?? ""}A` })));
        });
      const orders = [0, 1, 2, 3, 4, 5, 6, 7].map((index) =>
        index % 2 === 0 ? [LOC1, LOC2, BANK] : [BANK, LOC2, LOC1],
      );
      await Promise.all(orders.map(lockAll));
      // A deadlock would have ended one of them, which would have been run again.
      expect(tried).toHaveLength(orders.length);
      const [series] = await transact.write(({ letterings }) => letterings.lock([LOC2]));
      expect(series?.last).toBe("A".repeat(orders.length));
    });

    if (writesAtOnce) {
      it("lets others letter another subaccount meanwhile", async () => {
        const [, second] = await runInside(await open(), {
          first: ({ letterings }) => letterings.lock([LOC1]),
          second: ({ letterings }) => letterings.lock([LOC2]),
        });
        expect(second).toEqual([{ ...LOC2, last: null }]);
      });
    }

    it("returns the sealed lines with given ids, without unknown ones", async () => {
      const { book, call, receipt } = await furnished();
      const found = await book.transact.read(({ letterings }) =>
        letterings.lines([lineId(receipt, 1), idOf<"Line">(0xffff), lineId(call, 0), lineId(call, 0)]),
      );
      expect(sorted(found)).toEqual(sorted([letterable(call, 0), letterable(receipt, 1)]));
      expect(await book.transact.read(({ letterings }) => letterings.lines([]))).toEqual([]);
    });

    it("returns the letters of the lines of given entries, set at sealing or later, without unlettered lines", async () => {
      const { book, call, receipt } = await furnished();
      const later = book.entry(
        { journal: "OD" },
        "D 411000 LOC1 1.00",
        "C 706100 1.00",
        "D 411000 LOC2 2.00",
        "C 706100 2.00",
      );
      const fromStart = [0, 3].map((index) => ({
        ...{ lineId: lineId(later, index), lettering: full(1, "AAB") },
        fecLettering: index === 0 ? null : { code: "AAA", day: "2026-03-18" as never },
      }));
      const since = { lineId: lineId(call, 0), lettering: partial(2), fecLettering: null };
      await book.transact.write(async ({ entries, letterings }) => {
        await entries.insert([later], fromStart);
        await letterings.set([since], EPOCH);
      });
      const lettersOf = (...entries: readonly SealedEntry[]) =>
        book.transact.read(({ letterings }) => letterings.ofEntries(entries.map(({ id }) => id)));
      const sortedBy = (found: readonly { readonly lineId: LineId }[]) =>
        found.toSorted((one, other) => (one.lineId < other.lineId ? -1 : 1));
      expect(sortedBy(await lettersOf(later, call, receipt, later))).toEqual(sortedBy([...fromStart, since]));
      expect(await lettersOf(receipt)).toEqual([]);
      expect(await lettersOf()).toEqual([]);
    });

    it("returns the unlettered lines of subaccounts, by validation time, reference and line number", async () => {
      const book = await open();
      const lines = [
        "C 411000 LOC1 1.00",
        "C 411000 LOC1 2.00",
        "C 411000 LOC2 3.00",
        "C 411000 4.00",
        "D 512000 10.00",
      ];
      const late = book.entry({ journal: "A", validatedAt: later(2) }, ...lines);
      const second = book.entry({ journal: "C", validatedAt: later(1) }, ...lines);
      const first = book.entry({ journal: "B", validatedAt: later(1) }, ...lines);
      const carried = book.entry({ journal: "D", carriesForward: true }, ...lines);
      await book.seal(late, second, first, carried);
      const expected = [first, second, late].flatMap((entry) => [letterable(entry, 0), letterable(entry, 1)]);
      const unlettered = (subaccount: Subaccount) =>
        book.transact.read(({ letterings }) => letterings.unlettered([subaccount]));
      expect(await unlettered(LOC1)).toEqual(expected);
      expect(await unlettered(TENANTS)).toEqual([first, second, late].map((entry) => letterable(entry, 3)));
      const lettered = { lineId: lineId(first, 1), lettering: full(1, "AAA"), fecLettering: null };
      const unchanged = { lineId: lineId(late, 0), lettering: partial(2), fecLettering: null };
      await book.transact.write(({ letterings }) => letterings.set([lettered, unchanged], EPOCH));
      const left = expected.filter(({ id }) => id !== lettered.lineId && id !== unchanged.lineId);
      expect(await unlettered(LOC1)).toEqual(left);
      const together = await book.transact.read(({ letterings }) => letterings.unlettered([TENANTS, LOC1, BANK]));
      expect(together.map(({ id }) => id)).toEqual([
        ...[0, 3, 4].map((index) => lineId(first, index)),
        ...[0, 1, 3, 4].map((index) => lineId(second, index)),
        ...[1, 3, 4].map((index) => lineId(late, index)),
      ]);
      expect(await book.transact.read(({ letterings }) => letterings.unlettered([]))).toEqual([]);
    });

    it("sums the unlettered lines of each subaccount, in the order of the subaccounts", async () => {
      const book = await open();
      const entry = book.entry({}, "D 411000 LOC1 5.00", "C 411000 LOC1 2.00", "C 411000 4.00", "D 411000 LOC2 1.00");
      await book.seal(entry, book.entry({ carriesForward: true }, "D 411000 LOC1 9.00", "C 411000 9.00"));
      const balances = (...subaccounts: readonly Subaccount[]) =>
        book.transact.read(async ({ letterings }) =>
          (await letterings.unletteredBalances(subaccounts)).map(({ balanceCents: cents, linesCount }) => [
            cents,
            linesCount,
          ]),
        );
      const [first, second] = [
        [100, 1],
        [300, 2],
      ];
      expect(await balances(LOC2, TENANTS, BANK, LOC1, LOC2)).toEqual([first, [-400, 1], [0, 0], second, first]);
      const lettered = [
        { lineId: lineId(entry, 0), lettering: full(1, "AAA"), fecLettering: null },
        { lineId: lineId(entry, 2), lettering: partial(2), fecLettering: null },
      ];
      await book.transact.write(({ letterings }) => letterings.set(lettered, EPOCH));
      expect(await balances(LOC1, TENANTS)).toEqual([
        [-200, 1],
        [0, 0],
      ]);
      expect(await balances()).toEqual([]);
    });

    it("keeps the FEC letters of a line when its letters change", async () => {
      const { book, call } = await furnished();
      const filed = { code: "AAB", day: "2026-12-31" as never };
      for (const lettering of [full(1, "AAC"), partial(2), NO_LETTERING]) {
        await book.transact.write(({ letterings }) =>
          letterings.set([{ lineId: lineId(call, 0), lettering, fecLettering: filed }], EPOCH),
        );
        const found = await book.transact.read(({ letterings }) => letterings.lines([lineId(call, 0)]));
        expect(found).toEqual([{ ...letterable(call, 0, lettering), fecLettering: filed }]);
      }
    });

    it("sets each line's own letters, takes them back, and moves their entries' updatedAt along", async () => {
      const { book, call, receipt } = await furnished();
      const other = book.entry({}, "D 512000 1.00", "C 706100 1.00");
      await book.seal(other);
      const set = (...letterings: readonly (readonly [SealedEntry, number, Lettering])[]) =>
        letterings.map(([entry, index, lettering]) => ({
          lineId: lineId(entry, index),
          lettering,
          fecLettering: null,
        }));
      const groups = (...ids: readonly LetteringId[]) => book.transact.read(({ letterings }) => letterings.groups(ids));
      await book.transact.write(({ letterings }) =>
        letterings.set(
          set([call, 0, full(1, "AAA")], [receipt, 1, full(1, "AAA")], [receipt, 0, partial(2)]),
          later(9),
        ),
      );
      expect(sorted(await groups(idOf(1), idOf(3)))).toEqual(
        sorted([letterable(call, 0, full(1, "AAA")), letterable(receipt, 1, full(1, "AAA"))]),
      );
      expect(await groups(idOf(2))).toEqual([letterable(receipt, 0, partial(2))]);
      expect(await groups()).toEqual([]);
      const updates = () =>
        book.transact.read(async ({ entries }) =>
          Promise.all([call, receipt, other].map(async ({ id }) => (await entries.find(id))?.updatedAt)),
        );
      expect(await updates()).toEqual([later(9), later(9), EPOCH]);
      await book.transact.write(({ letterings }) => letterings.set(set([call, 0, NO_LETTERING]), later(10)));
      expect(await groups(idOf(1))).toEqual([letterable(receipt, 1, full(1, "AAA"))]);
      expect(await updates()).toEqual([later(10), later(9), EPOCH]);
      await book.transact.write(({ letterings }) => letterings.set([], later(11)));
    });

    it("sets the letters of thousands of lines", async () => {
      const book = await open();
      const entries = Array.from({ length: 3 }, () =>
        book.entry({}, ...Array.from({ length: 1000 }, () => ["D 411000 LOC1 1.00", "C 411000 LOC1 1.00"]).flat()),
      );
      await book.seal(...entries);
      const ids = entries.flatMap(({ lines }) => lines.map(({ id }) => id));
      const found = await book.transact.write(async ({ letterings }) => {
        await letterings.set(
          ids.map((each) => ({ lineId: each, lettering: full(1, "AAA"), fecLettering: null })),
          EPOCH,
        );
        return letterings.groups([idOf(1)]);
      });
      expect(found).toHaveLength(6000);
    });

    it("keeps books apart", async () => {
      const place = await openDatabase();
      const [one, other] = [await openBook(place), await openBook(place)];
      const entry = one.entry({}, "D 411000 LOC1 1.00", "C 411000 LOC1 1.00");
      await one.seal(entry);
      const lettered = { lineId: lineId(entry, 0), lettering: full(1, "AAA"), fecLettering: null };
      await one.transact.write(async ({ letterings }) => {
        await letterings.set([lettered], EPOCH);
        await letterings.lock([LOC1]);
        await letterings.update([{ ...LOC1, last: "AAA" }]);
      });
      await other.transact.write(async ({ letterings }) => {
        expect(await letterings.lock([LOC1])).toEqual([{ ...LOC1, last: null }]);
        await letterings.update([{ ...LOC1, last: "ZZZ" }]);
        await letterings.set([{ lineId: lineId(entry, 0), lettering: NO_LETTERING, fecLettering: null }], later(1));
        expect(await letterings.lines([lineId(entry, 0), lineId(entry, 1)])).toEqual([]);
        expect(await letterings.groups([idOf(1)])).toEqual([]);
        expect(await letterings.unlettered([LOC1])).toEqual([]);
        expect(await letterings.unletteredBalances([LOC1])).toEqual([{ balanceCents: 0, linesCount: 0 }]);
      });
      await one.transact.write(async ({ letterings, entries }) => {
        expect(await letterings.lock([LOC1])).toEqual([{ ...LOC1, last: "AAA" }]);
        expect(await letterings.groups([idOf(1)])).toEqual([letterable(entry, 0, full(1, "AAA"))]);
        expect((await entries.find(entry.id))?.updatedAt).toBe(EPOCH);
      });
    });
  });

  async function furnished() {
    const book = await open();
    const call = book.entry({ journal: "LOYERS" }, "D 411000 LOC1 10.00", "C 706100 10.00");
    const receipt = book.entry(
      { journal: "BANQUE", societyCode: "2", accountingDate: "2027-01-02" as never, validatedAt: later(60) },
      "D 512000 10.00",
      "C 411000 LOC1 10.00",
    );
    await book.seal(call, receipt);
    return { book, call, receipt } satisfies { readonly book: TestBook; [entry: string]: unknown };
  }
}

const TENANTS: Subaccount = { accountCode: "411000", auxiliaryCode: null };
const LOC1: Subaccount = { accountCode: "411000", auxiliaryCode: "LOC1" };
const LOC2: Subaccount = { accountCode: "411000", auxiliaryCode: "LOC2" };
const BANK: Subaccount = { accountCode: "512000", auxiliaryCode: null };

const full = (group: number, code: string): Lettering => ({
  status: "full",
  groupId: idOf(group),
  code,
  day: "2026-03-18" as never,
  inOneFile: group === 1,
});
const partial = (group: number): Lettering => ({
  status: "partial",
  groupId: idOf(group),
  code: null,
  day: null,
  inOneFile: false,
});

function lineId(entry: SealedEntry, index: number): LineId {
  return letterable(entry, index).id;
}

function letterable(entry: SealedEntry, index: number, lettering: Lettering = NO_LETTERING): LetterableLine {
  const line = entry.lines[index];
  if (!line) throw new TypeError(`No line ${index}`);
  const { id, accountCode, auxiliaryCode, debitCents, creditCents } = line;
  const { id: entryId, societyCode, accountingDate, validatedAt } = entry;
  return {
    id,
    entryId,
    accountCode,
    auxiliaryCode,
    societyCode,
    accountingDate,
    validatedAt,
    debitCents,
    creditCents,
    lettering,
    fecLettering: null,
  };
}

const sorted = (lines: readonly LetterableLine[]) => lines.toSorted((one, other) => (one.id < other.id ? -1 : 1));
