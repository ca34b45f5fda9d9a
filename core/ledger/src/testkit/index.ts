import type { Caller, Day } from "@cartulary/kernel";
import type { Auxiliary, ChartAccount } from "../accounts/account.ts";
import type { LedgerPlan } from "../accounts/ledger-plan.ts";
import { cents } from "../accounts/money.ts";
import type { NewEntry, NewLine } from "../entries/entry-input.ts";
import type { Ledger } from "../ledger.ts";

export { emptyModel, type LedgerModel } from "./ledger-model.ts";
export { seriesName, subaccountName } from "./model-stores.ts";
export { modelTransact } from "./model-transact.ts";

const account = (code: string, name: string, auxiliaries: string | null = null): ChartAccount => ({
  code,
  name,
  auxiliaries,
  lettering: code === "467000" || code === "467900" ? "at_zero" : "by_hand",
});

/** The chart and journals of a managing agent (rental.md §2.6, §2.7). */
export const rentPlan: LedgerPlan = {
  chart: [
    account("120000", "Résultat de l'exercice (bénéfice)"),
    account("129000", "Résultat de l'exercice (perte)"),
    account("411000", "Locataires", "LOC"),
    account("445710", "TVA collectée"),
    account("467000", "Mandants", "PRO"),
    account("467900", "Reversements ordonnés", "PRO"),
    account("512000", "Banque mandants"),
    account("512100", "Banque agence"),
    account("706100", "Honoraires de gestion"),
  ],
  journals: [
    { code: "LOYERS", name: "Quittancement loyers", prefix: "LOY" },
    { code: "CHARGES", name: "Quittancement charges", prefix: "CHA" },
    { code: "BANQUE", name: "Banque mandants", prefix: "BQ" },
    { code: "PROPRIO", name: "Propriétaires mandants", prefix: "PRO" },
    { code: "OD", name: "Opérations diverses", prefix: "OD" },
  ],
  generalJournal: "OD",
  resultAccounts: { profit: "120000", loss: "129000" },
};

/** The auxiliaries of the worked example. */
export const rentAuxiliaries: readonly Auxiliary[] = (
  [
    ["LOC", "LOC0001", "SARL Café Élan"],
    ["PRO", "PRO0001", "Anne Aubry"],
    ["PRO", "PRO0002", "Bruno Bailly"],
  ] as const
).map(([kind, code, name]) => ({ kind, code, name, entityType: null, entityId: null }));

/** Parses a line such as `D 411000 LOC0001 967.74 Loyer mars`. */
export function parseLineText(text: string): NewLine {
  const [, side, accountCode = "", auxiliaryCode, euros, hundredths, label = ""] =
    /^([DC]) (\d{6}) (?:([A-Z]{3}\d{4}) )?(\d+)\.(\d\d) (.+)$/.exec(text) ?? [];
  if (!side) throw new TypeError(`Not a line: ${text}`);
  const amount = cents(BigInt(`${euros}${hundredths}`));
  return {
    accountCode,
    ...(auxiliaryCode && { auxiliaryCode }),
    label,
    ...(side === "D" ? { debitCents: amount } : { creditCents: amount }),
  };
}

/** Builds an entry of the society `1` from lines of text. */
export function entry(journal: string, date: string, documentReference: string, ...lines: readonly string[]): NewEntry {
  const day = date as Day;
  return {
    societyCode: "1",
    journal,
    accountingDate: day,
    documentDate: day,
    documentReference,
    lines: lines.map(parseLineText),
  };
}

/** A ledger with {@link rentPlan} and {@link rentAuxiliaries}, and its clock. */
export interface ExampleBook {
  readonly ledger: Ledger;
  readonly clock: { set(instant: string): void };
}

/**
 * Posts the worked example of rental.md §3.6: run applied, call collected, payouts executed, fees withdrawn. Sets the
 * clock after the run.
 */
export async function postWorkedExample({ ledger, clock }: ExampleBook, caller: Caller): Promise<void> {
  const posted = await ledger.post(caller, [
    entry(
      "LOYERS",
      "2026-03-01",
      "AL-2026-0001",
      "D 411000 LOC0001 967.74 Loyer 12-31 mars 2026",
      "C 467000 PRO0001 268.82 Loyer 12-31 mars 2026",
      "C 467000 PRO0001 53.76 Loyer 12-31 mars 2026 TVA",
      "C 467000 PRO0002 537.63 Loyer 12-31 mars 2026",
      "C 467000 PRO0002 107.53 Loyer 12-31 mars 2026 TVA",
    ),
    entry(
      "CHARGES",
      "2026-03-01",
      "AL-2026-0001",
      "D 411000 LOC0001 116.12 Provision 12-31 mars 2026",
      "C 467000 PRO0001 32.26 Provision 12-31 mars 2026",
      "C 467000 PRO0001 6.45 Provision 12-31 mars 2026 TVA",
      "C 467000 PRO0002 64.51 Provision 12-31 mars 2026",
      "C 467000 PRO0002 12.90 Provision 12-31 mars 2026 TVA",
    ),
    entry(
      "PROPRIO",
      "2026-03-01",
      "HON-0001",
      "D 467000 PRO0001 22.58 Honoraires mars 2026",
      "C 706100 18.82 Honoraires mars 2026",
      "C 445710 3.76 Honoraires mars 2026 TVA",
    ),
    entry(
      "PROPRIO",
      "2026-03-01",
      "HON-0002",
      "D 467000 PRO0002 45.16 Honoraires mars 2026",
      "C 706100 37.63 Honoraires mars 2026",
      "C 445710 7.53 Honoraires mars 2026 TVA",
    ),
    entry(
      "PROPRIO",
      "2026-03-01",
      "REV-0001",
      "D 467000 PRO0001 338.71 Reversement mars 2026",
      "C 467900 PRO0001 338.71 Reversement mars 2026",
    ),
    entry(
      "PROPRIO",
      "2026-03-01",
      "REV-0002",
      "D 467000 PRO0002 677.41 Reversement mars 2026",
      "C 467900 PRO0002 677.41 Reversement mars 2026",
    ),
  ]);
  clock.set("2026-03-18T22:30:00.000Z");
  const [receipt] = await ledger.post(caller, [
    entry(
      "BANQUE",
      "2026-03-18",
      "VIR-77",
      "D 512000 1083.86 Virement Café Élan",
      "C 411000 LOC0001 1083.86 Virement Café Élan",
    ),
  ]);
  const called = [...posted, ...(receipt ? [receipt] : [])]
    .flatMap(({ lines }) => lines)
    .filter(({ accountCode }) => accountCode === "411000");
  await ledger.letter(caller, { lineIds: called.map(({ id }) => id) });
  clock.set("2026-03-19T23:30:00.000Z");
  await ledger.post(caller, [
    entry(
      "BANQUE",
      "2026-03-20",
      "VIR-78",
      "D 467900 PRO0001 338.71 Reversement mars 2026",
      "D 467900 PRO0002 677.41 Reversement mars 2026",
      "C 512000 1016.12 Reversements mars 2026",
    ),
    entry("OD", "2026-03-20", "RET-1", "D 512100 67.74 Retrait honoraires", "C 512000 67.74 Retrait honoraires"),
  ]);
}

const HEADER =
  "JournalCode JournalLib EcritureNum EcritureDate CompteNum CompteLib CompAuxNum CompAuxLib PieceRef PieceDate EcritureLib Debit Credit EcritureLet DateLet ValidDate Montantdevise Idevise";

/** The accounting file of the worked example in fec.md. Letters: 411000 on receipt, 467000 and 467900 at zero. */
export const WORKED_EXAMPLE_FILE: string = `
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
