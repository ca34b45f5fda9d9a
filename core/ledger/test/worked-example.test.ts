import type { Month } from "@cartulary/kernel";
import { decimal, describeFec, emptyTotals, exportFec, fecDescriptionName, fecFileName } from "@cartulary/ledger";
import { entry, modelTransact, rentPlan, WORKED_EXAMPLE_FILE } from "@cartulary/ledger/testkit";
import { expect, it } from "vitest";
import { caller, fileOf, findings, rentBook, workedExample } from "./rent-book.ts";

it("gives the file of the worked example to the byte, in either encoding and with either separator", async () => {
  const book = await workedExample();
  const totals = emptyTotals();
  expect((await fileOf(book, {}, totals)).toString("utf8")).toBe(WORKED_EXAMPLE_FILE);
  expect(totals).toEqual({ entriesCount: 9, linesCount: 27, totalDebitCents: 433544, totalCreditCents: 433544 });
  expect((await fileOf(book, { separator: "pipe" })).toString("utf8")).toBe(WORKED_EXAMPLE_FILE.replaceAll("\t", "|"));
  expect((await fileOf(book, { encoding: "iso-8859-15" })).toString("latin1")).toBe(WORKED_EXAMPLE_FILE);
});

it("is found conform in all of them", async () => {
  const book = await workedExample();
  for (const separator of ["tab", "pipe"] as const)
    for (const encoding of ["utf-8", "iso-8859-15"] as const)
      expect(await findings(await fileOf(book, { separator, encoding }))).toEqual([]);
});

it("leaves the balances of the example", async () => {
  const { ledger } = await workedExample();
  const { accounts, totalDebitCents, totalCreditCents } = await ledger.trialBalance(caller, { from: null, to: null });
  const left = accounts.filter(({ balanceCents }) => balanceCents !== 0);
  expect(left.map(({ accountCode, balanceCents }) => `${accountCode} ${decimal(balanceCents)}`)).toEqual([
    "445710 -11.29",
    "512100 67.74",
    "706100 -56.45",
  ]);
  expect(totalDebitCents).toBe(totalCreditCents);
});

it("shows a voucher's own day, and for a reversal the reversed entry and its day", async () => {
  const book = await rentBook();
  const newEntry = entry("OD", "2026-03-02", "P-1", "D 512000 1.00 Dépôt", "C 512100 1.00 Dépôt");
  const [posted] = await book.ledger.post(caller, [{ ...newEntry, documentDate: "2026-02-27" as never }]);
  await book.ledger.reverse(caller, { id: posted?.id as never });
  const rows = (await fileOf(book)).toString("utf8").split("\n").slice(1, -1);
  expect(rows.map((row) => [3, 8, 9, 10].map((at) => row.split("\t")[at]).join(" "))).toEqual([
    ...Array(2).fill("20260302 P-1 20260227 Dépôt"),
    ...Array(2).fill("20260302 OD-2026-000001 20260305 Extourne Dépôt"),
  ]);
});

it("names the files after the society and the closing date, and describes how they are written", () => {
  expect([fecFileName("123456782", 2026), fecDescriptionName("123456782", 2026)]).toEqual([
    "123456782FEC20261231.txt",
    "123456782FEC20261231.description.txt",
  ]);
  const notice = Buffer.from(describeFec("123456782", 2026, { separator: "pipe", encoding: "iso-8859-15" }));
  expect(notice.toString("latin1")).toContain("Jeu de caractères : ISO 8859-15\n");
  expect(notice.toString("latin1")).toContain("barre verticale");
  expect(notice.toString("latin1").match(/^\d+\. /gm)).toHaveLength(18);
});

it("is exported from one snapshot, with its caveats, and the same again", async () => {
  const { ledger, model, clock } = await workedExample();
  const transact = modelTransact(model);
  const exported = (year: number) =>
    exportFec({ transact, plan: rentPlan }, { societyCode: "1", year }, async (file) => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of file) chunks.push(chunk);
      return Buffer.concat(chunks).toString("utf8");
    });
  expect(await exported(2026)).toMatchObject({
    result: WORKED_EXAMPLE_FILE,
    caveats: ["year_open"],
    totals: { linesCount: 27 },
  });
  await ledger.draft(caller, entry("OD", "2026-03-31", "P", "D 512000 1.00 x"));
  expect((await exported(2026)).result).toBe(WORKED_EXAMPLE_FILE);
  expect(await exported(2027)).toMatchObject({ caveats: ["year_open", "opening_missing"], totals: { linesCount: 0 } });

  const [draft] = [...model.drafts.keys()];
  if (draft) await ledger.discard(caller, draft);
  clock.set("2027-01-15T10:00:00.000Z");
  for (let month = 3; month <= 12; month += 1)
    await ledger.closeMonth(caller, `2026-${String(month).padStart(2, "0")}` as Month);
  expect(await exported(2026)).toMatchObject({ result: WORKED_EXAMPLE_FILE, caveats: [] });
  const next = await exported(2027);
  expect(next).toMatchObject({ caveats: ["year_open"], totals: { linesCount: 3 } });
  expect(
    next.result
      .split("\n")
      .slice(1, 4)
      .map((row) => row.split("\t").slice(2, 13).join(" ")),
  ).toEqual([
    "OD-2027-000001 20270101 445710 TVA collectée   AN-2027 20270101 À-nouveaux 2027 0,00 11,29",
    "OD-2027-000001 20270101 512100 Banque agence   AN-2027 20270101 À-nouveaux 2027 67,74 0,00",
    "OD-2027-000001 20270101 120000 Résultat de l'exercice (bénéfice)   AN-2027 20270101 À-nouveaux 2027 0,00 56,45",
  ]);
});

it("names other societies with entries in its year, and misses no opening of a year with which the book begins", async () => {
  const { ledger, model } = await rentBook();
  const on = (date: string, societyCode: string) => ({
    ...entry("OD", date, "P", "D 512000 1.00 x", "C 512100 1.00 x"),
    societyCode,
  });
  await ledger.post(caller, [
    on("2026-01-01", "1"),
    on("2026-03-01", "3"),
    on("2026-12-31", "2"),
    on("2027-01-01", "4"),
  ]);
  const exported = (societyCode: string, year: number) =>
    exportFec({ transact: modelTransact(model), plan: rentPlan }, { societyCode, year }, async (file) => {
      for await (const _chunk of file);
    });
  expect(await exported("1", 2026)).toMatchObject({ caveats: ["year_open"], otherSocieties: ["2", "3"] });
  expect(await exported("4", 2026)).toMatchObject({ otherSocieties: ["1", "2", "3"], totals: { linesCount: 0 } });
  expect(await exported("4", 2027)).toMatchObject({ caveats: ["year_open", "opening_missing"], otherSocieties: [] });
});
