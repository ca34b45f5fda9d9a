import type { Month } from "@cartulary/kernel";
import { decimal, describeFec, exportFec, fecDescriptionName, fecFileName, noTotals } from "@cartulary/ledger";
import { expect, it } from "vitest";
import { modelTransact } from "./ledger-model.ts";
import { caller, entry, fileOf, findings, rentPlan, workedExample } from "./rent-book.ts";

const HEADER =
  "JournalCode JournalLib EcritureNum EcritureDate CompteNum CompteLib CompAuxNum CompAuxLib PieceRef PieceDate EcritureLib Debit Credit EcritureLet DateLet ValidDate Montantdevise Idevise";

/** The file of rental.md §3.6, with `>` for a tab. Letters: 411000 on receipt, 467000 and 467900 at zero. */
const FILE = `
${HEADER.replaceAll(" ", ">")}
LOYERS>Quittancement loyers>LOY-2026-000001>20260301>411000>Locataires>LOC0001>SARL Café Élan>AL-2026-0001>20260301>Loyer 12-31 mars 2026>967,74>0,00>AAA>20260318>20260305>>
LOYERS>Quittancement loyers>LOY-2026-000001>20260301>467000>Mandants>PRO0001>Anne Aubry>AL-2026-0001>20260301>Loyer 12-31 mars 2026>0,00>268,82>AAA>20260301>20260305>>
LOYERS>Quittancement loyers>LOY-2026-000001>20260301>467000>Mandants>PRO0001>Anne Aubry>AL-2026-0001>20260301>Loyer 12-31 mars 2026 TVA>0,00>53,76>AAA>20260301>20260305>>
LOYERS>Quittancement loyers>LOY-2026-000001>20260301>467000>Mandants>PRO0002>Bruno Bailly>AL-2026-0001>20260301>Loyer 12-31 mars 2026>0,00>537,63>AAA>20260301>20260305>>
LOYERS>Quittancement loyers>LOY-2026-000001>20260301>467000>Mandants>PRO0002>Bruno Bailly>AL-2026-0001>20260301>Loyer 12-31 mars 2026 TVA>0,00>107,53>AAA>20260301>20260305>>
CHARGES>Quittancement charges>CHA-2026-000001>20260301>411000>Locataires>LOC0001>SARL Café Élan>AL-2026-0001>20260301>Provision 12-31 mars 2026>116,12>0,00>AAA>20260318>20260305>>
CHARGES>Quittancement charges>CHA-2026-000001>20260301>467000>Mandants>PRO0001>Anne Aubry>AL-2026-0001>20260301>Provision 12-31 mars 2026>0,00>32,26>AAA>20260301>20260305>>
CHARGES>Quittancement charges>CHA-2026-000001>20260301>467000>Mandants>PRO0001>Anne Aubry>AL-2026-0001>20260301>Provision 12-31 mars 2026 TVA>0,00>6,45>AAA>20260301>20260305>>
CHARGES>Quittancement charges>CHA-2026-000001>20260301>467000>Mandants>PRO0002>Bruno Bailly>AL-2026-0001>20260301>Provision 12-31 mars 2026>0,00>64,51>AAA>20260301>20260305>>
CHARGES>Quittancement charges>CHA-2026-000001>20260301>467000>Mandants>PRO0002>Bruno Bailly>AL-2026-0001>20260301>Provision 12-31 mars 2026 TVA>0,00>12,90>AAA>20260301>20260305>>
PROPRIO>Propriétaires mandants>PRO-2026-000001>20260301>467000>Mandants>PRO0001>Anne Aubry>HON-0001>20260301>Honoraires mars 2026>22,58>0,00>AAA>20260301>20260305>>
PROPRIO>Propriétaires mandants>PRO-2026-000001>20260301>706100>Honoraires de gestion>>>HON-0001>20260301>Honoraires mars 2026>0,00>18,82>>>20260305>>
PROPRIO>Propriétaires mandants>PRO-2026-000001>20260301>445710>TVA collectée>>>HON-0001>20260301>Honoraires mars 2026 TVA>0,00>3,76>>>20260305>>
PROPRIO>Propriétaires mandants>PRO-2026-000002>20260301>467000>Mandants>PRO0002>Bruno Bailly>HON-0002>20260301>Honoraires mars 2026>45,16>0,00>AAA>20260301>20260305>>
PROPRIO>Propriétaires mandants>PRO-2026-000002>20260301>706100>Honoraires de gestion>>>HON-0002>20260301>Honoraires mars 2026>0,00>37,63>>>20260305>>
PROPRIO>Propriétaires mandants>PRO-2026-000002>20260301>445710>TVA collectée>>>HON-0002>20260301>Honoraires mars 2026 TVA>0,00>7,53>>>20260305>>
PROPRIO>Propriétaires mandants>PRO-2026-000003>20260301>467000>Mandants>PRO0001>Anne Aubry>REV-0001>20260301>Reversement mars 2026>338,71>0,00>AAA>20260301>20260305>>
PROPRIO>Propriétaires mandants>PRO-2026-000003>20260301>467900>Reversements ordonnés>PRO0001>Anne Aubry>REV-0001>20260301>Reversement mars 2026>0,00>338,71>AAA>20260320>20260305>>
PROPRIO>Propriétaires mandants>PRO-2026-000004>20260301>467000>Mandants>PRO0002>Bruno Bailly>REV-0002>20260301>Reversement mars 2026>677,41>0,00>AAA>20260301>20260305>>
PROPRIO>Propriétaires mandants>PRO-2026-000004>20260301>467900>Reversements ordonnés>PRO0002>Bruno Bailly>REV-0002>20260301>Reversement mars 2026>0,00>677,41>AAA>20260320>20260305>>
BANQUE>Banque mandants>BQ-2026-000001>20260318>512000>Banque mandants>>>VIR-77>20260318>Virement Café Élan>1083,86>0,00>>>20260318>>
BANQUE>Banque mandants>BQ-2026-000001>20260318>411000>Locataires>LOC0001>SARL Café Élan>VIR-77>20260318>Virement Café Élan>0,00>1083,86>AAA>20260318>20260318>>
BANQUE>Banque mandants>BQ-2026-000002>20260320>467900>Reversements ordonnés>PRO0001>Anne Aubry>VIR-78>20260320>Reversement mars 2026>338,71>0,00>AAA>20260320>20260320>>
BANQUE>Banque mandants>BQ-2026-000002>20260320>467900>Reversements ordonnés>PRO0002>Bruno Bailly>VIR-78>20260320>Reversement mars 2026>677,41>0,00>AAA>20260320>20260320>>
BANQUE>Banque mandants>BQ-2026-000002>20260320>512000>Banque mandants>>>VIR-78>20260320>Reversements mars 2026>0,00>1016,12>>>20260320>>
OD>Opérations diverses>OD-2026-000001>20260320>512100>Banque agence>>>RET-1>20260320>Retrait honoraires>67,74>0,00>>>20260320>>
OD>Opérations diverses>OD-2026-000001>20260320>512000>Banque mandants>>>RET-1>20260320>Retrait honoraires>0,00>67,74>>>20260320>>
`
  .trimStart()
  .replaceAll(">", "\t");

it("gives the file of the worked example to the byte, in either encoding and with either separator", async () => {
  const book = await workedExample();
  const totals = noTotals();
  expect((await fileOf(book, {}, totals)).toString("utf8")).toBe(FILE);
  expect(totals).toEqual({ entriesCount: 9, linesCount: 27, totalDebitCents: 433544, totalCreditCents: 433544 });
  expect((await fileOf(book, { separator: "pipe" })).toString("utf8")).toBe(FILE.replaceAll("\t", "|"));
  expect((await fileOf(book, { encoding: "iso-8859-15" })).toString("latin1")).toBe(FILE);
});

it("is found conform in all of them", async () => {
  const book = await workedExample();
  for (const separator of ["tab", "pipe"] as const)
    for (const encoding of ["utf-8", "iso-8859-15"] as const)
      expect(await findings(await fileOf(book, { separator, encoding }))).toEqual([]);
});

it("leaves on the accounts what the example says", async () => {
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

it("is exported out of one snapshot, told what may still change, and the same again", async () => {
  const { ledger, model, clock } = await workedExample();
  const transact = modelTransact(model);
  const exported = (year: number) =>
    exportFec({ transact, plan: rentPlan }, { societyCode: "1", year }, async (file) => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of file) chunks.push(chunk);
      return Buffer.concat(chunks).toString("utf8");
    });
  expect(await exported(2026)).toMatchObject({ result: FILE, caveats: ["year_open"], totals: { linesCount: 27 } });
  await ledger.draft(caller, entry("OD", "2026-03-31", "P", "D 512000 1.00 x"));
  expect((await exported(2026)).result).toBe(FILE);
  expect(await exported(2027)).toMatchObject({ caveats: ["year_open", "opening_missing"], totals: { linesCount: 0 } });

  const [draft] = [...model.drafts.keys()];
  if (draft) await ledger.discard(caller, draft);
  clock.set("2027-01-15T10:00:00.000Z");
  for (let month = 3; month <= 12; month += 1)
    await ledger.closeMonth(caller, `2026-${String(month).padStart(2, "0")}` as Month);
  expect(await exported(2026)).toMatchObject({ result: FILE, caveats: [] });
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
