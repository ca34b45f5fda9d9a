import { createHash } from "node:crypto";
import {
  type Caller,
  type Clock,
  type Day,
  type Digests,
  type Id,
  type Instant,
  instantOf,
  type NewId,
  type UserId,
} from "@cartulary/kernel";
import {
  type BookId,
  type ChartAccount,
  cents,
  checkFec,
  createLedger,
  type FecForm,
  type FecTotals,
  type Ledger,
  type LedgerPlan,
  type NewEntry,
  type NewLine,
  writeFec,
} from "@cartulary/ledger";
import fc from "fast-check";
import { emptyModel, type LedgerModel, modelTransact } from "./ledger-model.ts";

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

export const caller: Caller = {
  userId: "00000000-0000-7000-8000-00000000000a" as UserId,
  role: "user",
  scopes: ["write"],
  groupIds: [],
};

/** An open book on the model, with a clock that is told the time. */
export interface RentBook {
  readonly ledger: Ledger;
  readonly model: LedgerModel;
  readonly bookId: BookId;
  readonly clock: Clock & { set(instant: string): void };
}

export async function rentBook(): Promise<RentBook> {
  const model = emptyModel();
  let now = instantOf(Date.parse("2026-03-05T09:00:00Z"));
  const clock = {
    now: () => now,
    set(instant: string) {
      now = instant as Instant;
    },
  };
  const ledger = createLedger({
    ...rentPlan,
    transact: modelTransact(model),
    clock,
    newId: countedIds(),
    digests: sha256,
  });
  const bookId = "00000000-0000-7000-8000-0000000000b0" as BookId;
  await ledger.open(caller, bookId);
  for (const [kind, code, name] of [
    ["LOC", "LOC0001", "SARL Café Élan"],
    ["PRO", "PRO0001", "Anne Aubry"],
    ["PRO", "PRO0002", "Bruno Bailly"],
  ] as const)
    await ledger.saveAuxiliary(caller, { kind, code, name, entityType: null, entityId: null });
  return { ledger, model, bookId, clock };
}

/** Ids in a row, so that a failure reads the same twice. */
function countedIds(): NewId {
  let count = 0;
  return <Noun extends string>() => {
    count += 1;
    return `00000000-0000-7000-9000-${count.toString(16).padStart(12, "0")}` as Id<Noun>;
  };
}

export const sha256: Digests = {
  sha256: (content) => createHash("sha256").update(content).digest("hex"),
  startSha256: () => {
    throw new Error("Entries are hashed whole");
  },
  equal: (left, right) => left === right,
};

/** A line as an accountant jots it down: `D 411000 LOC0001 967.74 Loyer mars`. */
export function jotted(text: string): NewLine {
  const [, side, accountCode = "", auxiliaryCode, euros, hundredths, label = ""] =
    /^([DC]) (\d{6}) (?:([A-Z]{3}\d{4}) )?(\d+)\.(\d\d) (.+)$/.exec(text) ?? [];
  if (!side) throw new TypeError(`Not a line: ${text}`);
  const amount = cents(Number(`${euros}${hundredths}`));
  return {
    accountCode,
    ...(auxiliaryCode && { auxiliaryCode }),
    label,
    ...(side === "D" ? { debitCents: amount } : { creditCents: amount }),
  };
}

/** An entry of the society `1`, jotted down. */
export function entry(journal: string, date: string, documentReference: string, ...lines: readonly string[]): NewEntry {
  const day = date as Day;
  return {
    societyCode: "1",
    journal,
    accountingDate: day,
    documentDate: day,
    documentReference,
    lines: lines.map(jotted),
  };
}

/** The worked example of rental.md §3.6: a run applied, its call collected, its payouts executed, the fees withdrawn. */
export async function workedExample(): Promise<RentBook> {
  const book = await rentBook();
  const { ledger, clock } = book;
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
  return book;
}

/** The accounting file of 2026 as its bytes. */
export async function fileOf({ model }: RentBook, form: FecForm = {}, totals?: FecTotals): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  await modelTransact(model).read(async ({ accountingFiles }) => {
    const query = { societyCode: "1", year: 2026, journals: rentPlan.journals.map(({ code }) => code) };
    for await (const chunk of writeFec(accountingFiles.lines(query), rentPlan.journals, form, totals))
      chunks.push(chunk);
  });
  return Buffer.concat(chunks);
}

/** Findings on a file, one a line as the command prints them. */
export async function findings(
  file: Buffer | string,
  name = "123456782FEC20261231.txt",
  chunkSize = 65_536,
): Promise<readonly string[]> {
  const found: string[] = [];
  const bytes = Buffer.from(file);
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += chunkSize) yield bytes.subarray(at, at + chunkSize);
  }
  for await (const { line, rule, message } of checkFec(chunks(), name)) found.push(`line ${line}: ${rule}: ${message}`);
  return found;
}

/** Any text at all, halves of surrogate pairs included; the library's own takes seconds to prepare. */
export const anyText = (maxLength: number): fc.Arbitrary<string> =>
  fc.array(fc.nat({ max: 0x10ffff }), { maxLength }).map((points) => String.fromCodePoint(...points));
