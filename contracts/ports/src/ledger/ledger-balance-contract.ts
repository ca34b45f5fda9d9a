import type { Day } from "@cartulary/kernel";
import {
  type AccountLine,
  type AccountRange,
  type BalanceStore,
  type LineCursor,
  type LineWithCursor,
  type Movement,
  minus,
  type Range,
  type SealedEntry,
  sum,
} from "@cartulary/ledger";
import fc from "fast-check";
import { later } from "../harness/document-records.ts";
import { describe, expect, it } from "../runner/runner.ts";
import { type LedgerHarness, openBook, type TestBook } from "./ledger-harness.ts";

/** Contract of balance stores: they return the sums of the sealed entries. */
export function ledgerBalanceContract(name: string, { openDatabase }: LedgerHarness): void {
  const open = async () => openBook(await openDatabase());

  describe(`${name} sums up sealed lines`, () => {
    it("gives the balances of a walk over the entries, for any range", async () => {
      const book = await open();
      const entries = someEntries(book);
      await book.seal(...entries);
      const names = await named(book);
      const day = fc.constantFrom(null, ...DAYS);
      const ranges = fc.record(
        { from: day, to: day, societyCode: fc.constantFrom("1", "é") },
        { requiredKeys: ["from", "to"] },
      );
      const accounts = fc.record({
        accountCode: fc.constantFrom(...CODES),
        auxiliaryCode: fc.constantFrom(null, ...AUXILIARIES),
      });
      await fc.assert(
        fc.asyncProperty(ranges, accounts, async (range, account) => {
          const counted = entries.filter((entry) => isIn(entry, range));
          const accountRange = { ...range, ...account };
          await book.transact.read(async ({ balances }) => {
            expect(await balances.movements(range)).toEqual(movementsOf(counted, names));
            expect(await balances.balances(range)).toEqual(movementsOf(counted, names).map(balanceOf));
            expect(await balances.societies(range)).toEqual(
              [...new Set(counted.map((entry) => entry.societyCode))].sort(),
            );
            const lines = linesOf(counted, accountRange);
            expect(await balances.lines(accountRange)).toEqual(lines);
            expect(await balances.balance(accountRange)).toBe(balanceOf(totalsOf(lines)).balanceCents);
            const moved = linesOf(
              counted.filter(({ carriesForward }) => !carriesForward),
              accountRange,
            );
            expect(await paged(balances, accountRange)).toEqual(moved);
            expect(await balances.turnover(accountRange)).toEqual(totalsOf(moved));
          });
        }),
        { numRuns: 40 },
      );
    });

    it("names an account as the book does, and an auxiliary as it is called now", async () => {
      const book = await open();
      await named(book);
      await book.seal(book.entry({}, "D 411000 LOC1 1.00", "C 411000 LOC2 0.40", "C 411000 0.60"));
      const movements = await book.transact.read(({ balances }) => balances.movements(EVER));
      expect(movements.map(({ accountName, auxiliaryName }) => [accountName, auxiliaryName])).toEqual([
        ["Account 411000", null],
        ["Account 411000", "Now LOC1"],
        ["Account 411000", null],
      ]);
    });

    it("orders codes by their bytes, none first", async () => {
      const book = await open();
      const auxiliaries = ["a", "É", "Z", "LOC10", "LOC1", "LOC2"];
      await book.seal(
        book.entry({}, ...auxiliaries.map((code) => `D 467000 ${code} 1.00`), "C 467000 5.00", "C 411000 1.00"),
      );
      const movements = await book.transact.read(({ balances }) => balances.movements(EVER));
      expect(movements.map(({ auxiliaryCode }) => auxiliaryCode)).toEqual([
        null,
        null,
        "LOC1",
        "LOC10",
        "LOC2",
        "Z",
        "a",
        "É",
      ]);
    });

    it("leaves out the opening balances of a closed year, unless the range begins on their day", async () => {
      const book = await open();
      const called = book.entry({ accountingDate: "2026-12-31" as Day }, "D 411000 LOC1 5.00", "C 706100 5.00");
      const carried = book.entry(
        { accountingDate: "2027-01-01" as Day, carriesForward: true, sourceType: "Opening", societyCode: "2" },
        "D 411000 LOC1 5.00",
        "C 120000 5.00",
      );
      const imported = book.entry(
        { accountingDate: "2027-01-01" as Day, sourceType: "Opening" },
        "D 411000 LOC1 0.50",
        "C 120000 0.50",
      );
      await book.seal(called, carried, imported);
      const debit = async (from: string | null, to: string | null = null) => {
        const range = { from, to, accountCode: "411000", auxiliaryCode: null } as AccountRange;
        const [total, movements, societies] = await book.transact.read(async ({ balances }) => [
          await balances.balance(range),
          await balances.movements(range),
          await balances.societies(range),
        ]);
        const moved = movements.find(({ accountCode }) => accountCode === "411000");
        expect(moved?.debitCents ?? 0).toBe(total);
        return [total, ...societies];
      };
      expect(await debit(null)).toEqual([550, "1"]);
      expect(await debit("2026-12-31", "2027-01-01")).toEqual([550, "1"]);
      expect(await debit("2027-01-01")).toEqual([550, "1", "2"]);
      expect(await debit("2027-01-02")).toEqual([0]);
    });

    it("sums to the cent beyond the precision of floats, and refuses sums beyond integers", async () => {
      const book = await open();
      const most = "90071992547409.91";
      await book.seal(book.entry({}, `D 411000 LOC1 ${most}`, `C 512000 ${most}`));
      const balance = (auxiliaryCode: string | null) =>
        book.transact.read(({ balances }) => balances.balance({ ...EVER, accountCode: "411000", auxiliaryCode }));
      expect(await balance(null)).toBe(Number.MAX_SAFE_INTEGER);
      await book.seal(book.entry({}, "D 411000 LOC2 0.02", "C 512000 0.02"));
      await expect(balance(null)).rejects.toMatchObject({ code: "amount_too_large" });
      expect(await balance("LOC2")).toBe(2);
    });

    it("returns exact balances when the totals of a side exceed 64 bits", async () => {
      const book = await open();
      const most = "90071992547409.91";
      const swung = Array.from({ length: 1100 }, () => [
        book.entry({}, `D 411000 LOC1 ${most}`, `C 512000 ${most}`),
        book.entry({}, `D 512000 ${most}`, `C 411000 LOC1 ${most}`),
      ]).flat();
      await book.seal(...swung.filter((_, at) => at % 2 === 0), ...swung.filter((_, at) => at % 2 === 1));
      await book.seal(book.entry({}, "D 411000 LOC1 0.03", "C 512000 0.03"));
      await book.transact.read(async ({ balances }) => {
        expect(await balances.balances(EVER)).toMatchObject([
          { accountCode: "411000", auxiliaryCode: "LOC1", balanceCents: 3 },
          { accountCode: "512000", auxiliaryCode: null, balanceCents: -3 },
        ]);
        expect(await balances.balance({ ...EVER, accountCode: "512000", auxiliaryCode: null })).toBe(-3);
      });
      const movements = book.transact.read(({ balances }) => balances.movements(EVER));
      await expect(movements).rejects.toMatchObject({ code: "amount_too_large" });
    });

    it("never counts a draft, and keeps books apart", async () => {
      const place = await openDatabase();
      const [one, other] = [await openBook(place), await openBook(place)];
      const [sealed, draft] = [1, 2].map(() => one.entry({}, "D 411000 LOC1 1.00", "C 512000 1.00"));
      if (!sealed || !draft) throw new TypeError("No entries");
      await one.seal(sealed);
      await one.transact.write(({ drafts }) => drafts.insert(draft));
      const accountRange = { ...EVER, accountCode: "411000", auxiliaryCode: null };
      await one.transact.read(async ({ balances }) => {
        expect(await balances.balance(accountRange)).toBe(100);
        expect(await balances.lines(accountRange)).toHaveLength(1);
      });
      await other.transact.read(async ({ balances }) => {
        expect(await balances.movements(EVER)).toEqual([]);
        expect(await balances.societies(EVER)).toEqual([]);
        expect(await balances.lines(accountRange)).toEqual([]);
        expect(await balances.page(accountRange, null, 10)).toEqual([]);
        expect(await balances.turnover(accountRange)).toEqual({ debitCents: 0, creditCents: 0 });
        expect(await balances.balances(EVER)).toEqual([]);
        expect(await balances.balance(accountRange)).toBe(0);
      });
    });
  });

  describe(`${name} keeps the months that were closed`, () => {
    it("gives them back by month, each book its own", async () => {
      const place = await openDatabase();
      const [one, other] = [await openBook(place), await openBook(place)];
      const closed = ["2026-02", "2026-11", "2026-12"].map((period, index) => ({
        period: period as never,
        entriesPosted: index,
        closedAt: later(index),
      }));
      await one.transact.write(async ({ books, periods }) => {
        const book = await books.lock();
        for (const each of closed) {
          if (book) await books.update({ ...book, closedThrough: each.period });
          await periods.insert(each);
        }
      });
      expect(await one.transact.read(({ periods }) => periods.list())).toEqual(closed);
      expect(await other.transact.read(({ periods }) => periods.list())).toEqual([]);
    });
  });
}

/** All pages of an account, a few lines each, without what only places them. */
async function paged(balances: BalanceStore, account: AccountRange): Promise<readonly AccountLine[]> {
  const lines: AccountLine[] = [];
  for (let after: LineCursor | null = null; ; ) {
    const page: readonly LineWithCursor[] = await balances.page(account, after, 3);
    for (const { societyCode: _, number: __, validatedAt: ___, lineNumber: ____, ...line } of page) lines.push(line);
    after = page.at(-1) ?? null;
    if (page.length < 3) return lines;
  }
}

const EVER: Range = { from: null, to: null };
const DAYS = ["2025-12-31", "2026-01-01", "2026-01-02", "2026-06-15", "2027-01-01"] as Day[];
const CODES = ["411000", "467000", "512000"] as const;
const AUXILIARIES = ["LOC1", "é"] as const;

/** Thirty entries over several days, some equal except for their number, some opening entries. */
function someEntries({ entry }: TestBook): readonly SealedEntry[] {
  return Array.from({ length: 30 }, (_, index) => {
    const accountingDate = DAYS[index % DAYS.length] as Day;
    const auxiliary = index % 4 === 0 ? "" : `${AUXILIARIES[index % 2]} `;
    const [one, other] = [CODES[index % 3], CODES[(index + (index % 2)) % 3]];
    return entry(
      {
        accountingDate,
        journal: ["OD", "BQ"][index % 2] ?? "",
        societyCode: index % 7 === 0 ? "é" : "1",
        validatedAt: later(index % 6),
        carriesForward: accountingDate.endsWith("-01-01") && index % 3 === 0,
      },
      `D ${one} ${auxiliary}${index + 1}.01 Line ${index}`,
      `C ${one} ${auxiliary}${index + 1}.00`,
      `C ${other} 0.01`,
    );
  });
}

/** Names for some auxiliaries; the rest have none any more. */
async function named({ transact }: TestBook): Promise<ReadonlyMap<string, string>> {
  const names = new Map([
    ["LOC1", "Now LOC1"],
    ["é", "Élan"],
  ]);
  await transact.write(async ({ accounts }) => {
    for (const [code, name] of names)
      await accounts.saveAuxiliary({ kind: "LOC", code, name, entityType: null, entityId: null });
  });
  return names;
}

const isIn = (entry: SealedEntry, { from, to, societyCode }: Range): boolean =>
  (from === null || entry.accountingDate >= from) &&
  (to === null || entry.accountingDate <= to) &&
  (societyCode === undefined || entry.societyCode === societyCode) &&
  (!entry.carriesForward || entry.accountingDate === from);

const totalsOf = (lines: readonly Pick<Movement, "debitCents" | "creditCents">[]) => ({
  debitCents: sum(lines.map(({ debitCents }) => debitCents)),
  creditCents: sum(lines.map(({ creditCents }) => creditCents)),
});

const balanceOf = <Moved extends Pick<Movement, "debitCents" | "creditCents">>({
  debitCents,
  creditCents,
  ...moved
}: Moved) => ({ ...moved, balanceCents: minus(debitCents, creditCents) });

function movementsOf(entries: readonly SealedEntry[], names: ReadonlyMap<string, string>): readonly Movement[] {
  const bySubaccount = Map.groupBy(
    entries.flatMap(({ lines }) => lines),
    ({ accountCode, auxiliaryCode }) => `${accountCode} ${auxiliaryCode ?? ""}`,
  );
  return [...bySubaccount]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, lines]) => {
      const { accountCode = "", accountName = "", auxiliaryCode = null } = lines[0] ?? {};
      const auxiliaryName = auxiliaryCode && (names.get(auxiliaryCode) ?? null);
      return { accountCode, accountName, auxiliaryCode, auxiliaryName, ...totalsOf(lines) };
    });
}

function linesOf(
  entries: readonly SealedEntry[],
  { accountCode, auxiliaryCode }: AccountRange,
): readonly AccountLine[] {
  const keyOf = ({ accountingDate, validatedAt, reference }: SealedEntry) =>
    `${accountingDate} ${validatedAt} ${reference}`;
  return entries
    .toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
    .flatMap((entry) =>
      entry.lines
        .filter((line) => line.accountCode === accountCode)
        .filter((line) => auxiliaryCode === null || line.auxiliaryCode === auxiliaryCode)
        .map((line) => ({
          entryId: entry.id,
          date: entry.accountingDate,
          journal: entry.journal,
          reference: entry.reference,
          auxiliaryCode: line.auxiliaryCode,
          label: line.label,
          debitCents: line.debitCents,
          creditCents: line.creditCents,
          letteringCode: null,
        })),
    );
}
