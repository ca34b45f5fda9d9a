import type { Month } from "@cartulary/kernel";
import { type BookFormat, exportBook, writeBook } from "@cartulary/ledger/files";
import { entry, modelTransact } from "@cartulary/ledger/testkit";
import { expect, it } from "vitest";
import { caller, type RentBook, rentBook, workedExample } from "./rent-book.ts";

function exported({ model }: RentBook, format: BookFormat, year: number | null = null): Promise<string> {
  return exportBook(modelTransact(model), { year }, async (lines) => {
    let text = "";
    for await (const piece of writeBook(lines, format)) text += piece;
    return text;
  });
}

it("writes a journal that hledger reads: receipts above zero, payments below", async () => {
  const text = await exported(await workedExample(), "hledger");
  expect(text.slice(0, text.indexOf("\n\n2026-03-01 * (CHA"))).toBe(
    `; Amounts in euros, debits above zero.
decimal-mark .
commodity 1000.00 EUR

2026-03-01 * (LOY-2026-000001) 1 LOYERS AL-2026-0001
    411000:LOC0001  967.74 EUR  ; Loyer 12-31 mars 2026
    467000:PRO0001  -268.82 EUR  ; Loyer 12-31 mars 2026
    467000:PRO0001  -53.76 EUR  ; Loyer 12-31 mars 2026 TVA
    467000:PRO0002  -537.63 EUR  ; Loyer 12-31 mars 2026
    467000:PRO0002  -107.53 EUR  ; Loyer 12-31 mars 2026 TVA
`.trimEnd(),
  );
  expect(text.match(/^2026/gm)).toHaveLength(9);
});

it("writes entries day by day, in the order in which they were entered on one day", async () => {
  const book = await rentBook();
  const on = (day: string, label: string) =>
    entry("BANQUE", day, "V", `D 512000 1.00 ${label}`, `C 411000 LOC0001 1.00 ${label}`);
  await book.ledger.post(caller, [on("2026-03-31", "a"), on("2026-01-05", "b"), on("2026-03-31", "c")]);
  await book.ledger.post(caller, [on("2026-01-05", "d"), on("2025-12-31", "e")]);
  const labels = (await exported(book, "hledger")).matchAll(/512000 .*; (\w)$/gm);
  expect([...labels].map(([, label]) => label)).toEqual(["e", "b", "d", "a", "c"]);
});

it("writes every line as a record of a CSV", async () => {
  const lines = (await exported(await workedExample(), "csv")).trimEnd().split("\r\n");
  expect(lines).toHaveLength(28);
  expect(lines[0]).toBe(
    "society,journal,reference,accounting_date,document_date,document_reference,validation_date,account,account_name,auxiliary,auxiliary_name,label,debit,credit,lettering,lettering_date",
  );
  expect(lines[1]).toBe(
    "1,LOYERS,LOY-2026-000001,2026-03-01,2026-03-01,AL-2026-0001,2026-03-05,411000,Locataires,LOC0001,SARL Café Élan,Loyer 12-31 mars 2026,967.74,0.00,AAA,2026-03-18",
  );
});

it("contains no formula and no directive, for any labels", async () => {
  const book = await rentBook();
  const label = '=HYPERLINK("x") ; date:2026-13-45 [2026-99-99] (a) |';
  await book.ledger.post(caller, [
    entry("BANQUE", "2026-03-02", "V;) date:", `D 512000 1.00 ${label}`, `C 411000 LOC0001 1.00 ${label}`),
  ]);
  expect(await exported(book, "hledger")).toContain(
    '2026-03-02 * (BQ-2026-000001) 1 BANQUE V date\n    512000  1.00 EUR  ; =HYPERLINK "x" date 2026-13-45 2026-99-99 a\n',
  );
  expect(await exported(book, "csv")).toContain(`,"'=HYPERLINK(""x"") ; date:2026-13-45 [2026-99-99] (a) |",1.00,`);
});

it("counts no balance twice over several years, and begins a single year with its opening balances", async () => {
  const book = await rentBook();
  const { ledger, clock } = book;
  await ledger.post(caller, [entry("BANQUE", "2026-12-01", "V", "D 512000 1.00 A", "C 411000 LOC0001 1.00 B")]);
  clock.set("2027-01-02T09:00:00Z");
  await ledger.closeMonth(caller, "2026-12" as Month);
  await ledger.post(caller, [entry("BANQUE", "2027-01-02", "W", "D 512000 2.00 A", "C 411000 LOC0001 2.00 B")]);
  const references = (text: string) => [...text.matchAll(/\((\w+-\d+-\d+)\)/g)].map(([, reference]) => reference);
  expect(references(await exported(book, "hledger"))).toEqual(["BQ-2026-000001", "BQ-2027-000001"]);
  expect(references(await exported(book, "hledger", 2027))).toEqual(["OD-2027-000001", "BQ-2027-000001"]);
  expect(references(await exported(book, "hledger", 2025))).toEqual([]);
});
