import type { Id } from "@cartulary/kernel";
import type { TenantStoresOf } from "@cartulary/sql";
import { ledgerModule } from "@cartulary/sql/ledger";
import Database from "better-sqlite3";
import { expect, it, onTestFinished } from "vitest";
import { sqlite } from "../src/dialect.ts";
import { tenantPlansIn } from "./plans.ts";

const id = <Noun extends string>(count: number) => `00000000-0000-7000-8000-00000000000${count}` as Id<Noun>;
const series = { societyCode: "1", journal: "OD", year: 2026 };
const place = {
  date: "2026-02-01" as never,
  validatedAt: "2026-02-01T00:00:00.000Z" as never,
  reference: "OD-2026-000001",
  lineNumber: 1,
  entryId: id<"Entry">(2),
};
const owner = { accountCode: "467000", auxiliaryCode: "PRO0001" };

type LedgerStores = TenantStoresOf<[typeof ledgerModule]>;

/** Returns SQLite's plans of every statement of `work`, in a database without statistics. */
function plansOf(work: (stores: LedgerStores) => Promise<unknown>): Promise<readonly string[]> {
  const file = new Database(":memory:");
  onTestFinished(() => {
    file.close();
  });
  for (const { up } of ledgerModule.migrations) for (const step of up(sqlite)) file.exec(step);
  return tenantPlansIn(file, [ledgerModule], { tenant: id(1), work });
}

/** Indexes of a few entries of a book, one a year. */
const FEW = /\bledger_entries_(?:carried|opening)_index\b/;

/** Entries or lines of a whole book, or of all of them. */
const wasteful = (step: string) =>
  !FEW.test(step) &&
  /^(SCAN|SEARCH) (line|entry|ledger_lines|ledger_entries)\b/.test(step) &&
  (!step.includes("book_id=?") || /\(book_id=\?\)$/.test(step));

const works: Readonly<Record<string, (stores: LedgerStores) => Promise<unknown>>> = {
  "finds entries": async ({ entries }) => [await entries.find(id(2)), await entries.findSealed([id(2)])],
  "posts a month": ({ entries }) => entries.post("2026-03" as never, "2026-04-01T00:00:00.000Z" as never),
  "finds lines to be lettered": async ({ letterings }) => {
    await letterings.lines([id(2)]);
    await letterings.groups([id(2)]);
    await letterings.unlettered([owner]);
    await letterings.unletteredBalances([owner, { accountCode: "471000", auxiliaryCode: null }]);
  },
  "letters lines": ({ letterings }) =>
    letterings.set(
      [
        {
          lineId: id(2),
          lettering: { status: "partial", groupId: id(3), code: null, day: null, inOneFile: false },
          fecLettering: null,
        },
      ],
      "2026-04-01T00:00:00.000Z" as never,
    ),
  "reads an account": async ({ balances }) => {
    const range = { ...owner, from: "2026-01-01" as never, to: "2026-03-31" as never };
    await balances.lines(range);
    await balances.balance({ ...range, auxiliaryCode: null, from: null });
    await balances.turnover(range);
    await balances.page({ ...range, from: null }, place, 10);
  },
  "reads an accounting file": async ({ accountingFiles }) => {
    for await (const _ of accountingFiles.lines({ societyCode: "1", year: 2026, journals: ["OD"] }));
  },
  "reads a year day by day": async ({ accountingFiles }) => {
    for await (const _ of accountingFiles.linesByDay(2026));
  },
  "verifies a series": ({ ledgerInspection }) => ledgerInspection.entries(series, 0, 500),
};

it.each(Object.entries(works))("SQLite %s of a book without reading all of it", async (_, work) => {
  expect((await plansOf(work)).filter(wasteful)).toEqual([]);
});
