import type { Day, Month } from "@cartulary/kernel";
import { type AccountRange, accountStatement, type LedgerStores, statementPage } from "@cartulary/ledger";
import { entry, modelTransact, parseLineText } from "@cartulary/ledger/testkit";
import { describe, expect, it } from "vitest";
import { caller, type RentBook, rentBook } from "./rent-book.ts";

const BANK: AccountRange = { accountCode: "512000", auxiliaryCode: null, from: null, to: null };
const from = (day: string, to: string | null = null): AccountRange => ({
  ...BANK,
  from: day as Day,
  to: to as Day | null,
});

const receipt = (date: string, euros: string) =>
  entry("BANQUE", date, "V", `D 512000 ${euros} ${date}`, `C 706100 ${euros} x`);
const payment = (date: string, euros: string) =>
  entry("OD", date, "V", `C 512000 ${euros} ${date}`, `D 706100 ${euros} x`);

const read = <Result>({ model }: RentBook, work: (stores: LedgerStores) => Promise<Result>) =>
  modelTransact(model).read(work);

/** The balances of a statement, and the days of its lines. */
async function stated(book: RentBook, range: AccountRange) {
  const statement = await read(book, (stores) => accountStatement(stores, range));
  const { openingBalanceCents, debitCents, creditCents, closingBalanceCents, firstPage } = statement;
  return [
    [openingBalanceCents, debitCents, creditCents, closingBalanceCents],
    firstPage.lines.map(({ label }) => label),
  ];
}

describe("A statement of an account", () => {
  it("opens with what came before its first day, and closes with its lines added", async () => {
    const book = await rentBook();
    await book.ledger.post(caller, [
      receipt("2026-01-10", "30.00"),
      payment("2026-02-10", "7.00"),
      receipt("2026-03-10", "4.00"),
    ]);
    expect(await stated(book, BANK)).toEqual([
      [0, 3400, 700, 2700],
      ["2026-01-10", "2026-02-10", "2026-03-10"],
    ]);
    expect(await stated(book, from("2026-02-10"))).toEqual([
      [3000, 400, 700, 2700],
      ["2026-02-10", "2026-03-10"],
    ]);
    expect(await stated(book, from("2026-02-11", "2026-03-09"))).toEqual([[2300, 0, 0, 2300], []]);
    expect(await stated(book, from("2025-01-01", "2026-01-09"))).toEqual([[0, 0, 0, 0], []]);
  });

  it("counts what a closed year carries forward once", async () => {
    const book = await rentBook();
    book.clock.set("2027-03-05T09:00:00.000Z");
    await book.ledger.post(caller, [receipt("2026-12-10", "30.00"), receipt("2027-01-10", "4.00")]);
    await book.ledger.closeMonth(caller, "2026-12" as Month);
    expect(await stated(book, BANK)).toEqual([
      [0, 3400, 0, 3400],
      ["2026-12-10", "2027-01-10"],
    ]);
    for (const day of ["2027-01-01", "2027-01-10"])
      expect(await stated(book, from(day))).toEqual([[3000, 400, 0, 3400], ["2027-01-10"]]);
    expect(await stated(book, from("2027-01-11"))).toEqual([[3400, 0, 0, 3400], []]);
    const { openingBalanceCents } = await book.ledger.accountLedger(caller, from("2027-01-01"));
    expect(openingBalanceCents).toBe(0);
  });

  it("has no entries on its pages that were sealed after it was begun", async () => {
    const book = await rentBook();
    await book.ledger.post(caller, [receipt("2026-03-01", "1.00"), payment("2026-03-02", "2.00")]);
    const { heads } = await read(book, (stores) => accountStatement(stores, BANK));
    await book.ledger.post(caller, [
      receipt("2026-03-01", "3.00"),
      payment("2026-03-02", "4.00"),
      receipt("2025-03-01", "5.00"),
      entry("CHARGES", "2026-03-03", "V", "D 512000 6.00 x", "C 706100 6.00 x"),
      { ...receipt("2026-03-04", "7.00"), societyCode: "2" },
    ]);
    const page = await read(book, (stores) => statementPage(stores, BANK, { heads }, null));
    expect(page).toMatchObject({ lines: [{ debitCents: 100 }, { creditCents: 200 }], next: null });
    expect(page.lines).toHaveLength(2);
  });

  it("has pages of a thousand lines", async () => {
    const book = await rentBook();
    const lines = (count: number) => ({
      ...entry("OD", "2026-03-01", "V"),
      lines: Array.from({ length: count }, (_, at) => parseLineText(`${at % 2 ? "C" : "D"} 512000 1.00 ${at + 1}`)),
    });
    await book.ledger.post(caller, [lines(998)]);
    const page = async (after: Parameters<typeof statementPage>[3]) =>
      read(book, async (stores) => {
        const { heads } = await accountStatement(stores, BANK);
        return statementPage(stores, BANK, { heads }, after);
      });
    expect(await page(null)).toMatchObject({ lines: { length: 998 }, next: null });
    await book.ledger.post(caller, [lines(4)]);
    const first = await page(null);
    expect(first).toMatchObject({ lines: { length: 1000 }, next: { number: 2, lineNumber: 2 } });
    expect((await page(first.next)).lines.map(({ label }) => label)).toEqual(["3", "4"]);
  });
});
