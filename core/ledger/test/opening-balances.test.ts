import type { Day } from "@cartulary/kernel";
import { CENTS_MAX, ENTRY_LINES_MAX, type NewLine } from "@cartulary/ledger";
import { parseOpening } from "@cartulary/ledger/files";
import { entry, parseLineText } from "@cartulary/ledger/testkit";
import { expect, it } from "vitest";
import { caller, rentBook } from "./rent-book.ts";

const BALANCES = ["D 512000 300.00 Banque", "C 467000 PRO0003 250.00 Chloé Costa", "C 411000 LOC0009 50.00 Trop-perçu"];

const opening = (date: string, ...lines: readonly string[]) => ({
  societyCode: "1",
  date: date as Day,
  lines: (lines.length > 0 ? lines : BALANCES).map(parseLineText),
});

it("begins a book with one entry, and makes the auxiliaries that its lines name", async () => {
  const { ledger, model } = await rentBook();
  const entered = await ledger.enterOpening(caller, opening("2026-01-01"));
  expect(entered).toMatchObject({
    reference: "OD-2026-000001",
    sourceType: "Opening",
    documentReference: "AN-2026",
    accountingDate: "2026-01-01",
    carriesForward: false,
    totalCents: 30_000,
  });
  expect(entered.lines.map(({ auxiliaryName }) => auxiliaryName)).toEqual([null, "Chloé Costa", "Trop-perçu"]);
  expect(model.auxiliaries.get("LOC0009")).toMatchObject({ kind: "LOC", name: "Trop-perçu", entityId: null });
});

it("leaves the names of existing auxiliaries", async () => {
  const { ledger, model } = await rentBook();
  await ledger.enterOpening(caller, opening("2026-01-01", "D 512000 1.00 Banque", "C 467000 PRO0001 1.00 Solde"));
  expect(model.auxiliaries.get("PRO0001")?.name).toBe("Anne Aubry");
});

it("makes no auxiliary of a code that cannot be stored", async () => {
  const { ledger } = await rentBook();
  const [bank, owner] = ["D 512000 1.00 Banque", "C 467000 PRO0003 1.00 Solde"].map(parseLineText);
  const lines = [bank, { ...owner, auxiliaryCode: "PRO\u0000" }] as never;
  await expect(ledger.enterOpening(caller, { ...opening("2026-01-01"), lines })).rejects.toMatchObject({
    details: [{ field: "entries[0].lines[1].auxiliaryCode", code: "not_found" }],
  });
});

it("is entered once a society, until it was taken back", async () => {
  const { ledger } = await rentBook();
  const first = await ledger.enterOpening(caller, opening("2026-01-01"));
  for (const date of ["2026-02-01", "2025-01-01"])
    await expect(ledger.enterOpening(caller, opening(date))).rejects.toMatchObject({ code: "opening_exists" });
  await ledger.enterOpening(caller, { ...opening("2026-01-01"), societyCode: "2" });
  await ledger.reverse(caller, { id: first.id });
  await ledger.enterOpening(caller, opening("2026-02-01"));
  await expect(ledger.enterOpening(caller, opening("2026-02-01"))).rejects.toMatchObject({ code: "opening_exists" });
});

const moved = (date: string) => entry("BANQUE", date, "V", "D 512000 1.00 A", "C 411000 LOC0001 1.00 B");

it("begins the book: it is refused after an earlier entry, sealed or drafted", async () => {
  const { ledger } = await rentBook();
  const begun = opening("2026-01-01");
  const draft = await ledger.draft(caller, moved("2025-12-31"));
  await expect(ledger.enterOpening(caller, begun)).rejects.toMatchObject({ code: "not_the_beginning" });
  await ledger.discard(caller, draft.id);
  await ledger.post(caller, [moved("2026-01-01"), { ...moved("2025-12-31"), societyCode: "2" }]);
  const { id } = await ledger.enterOpening(caller, begun);
  await ledger.reverse(caller, { id });
  await ledger.post(caller, [moved("2025-12-31")]);
  await expect(ledger.enterOpening(caller, begun)).rejects.toMatchObject({ code: "not_the_beginning" });
});

it("lets nothing be drafted, validated or posted before it", async () => {
  const { ledger } = await rentBook();
  await ledger.enterOpening(caller, opening("2026-01-01"));
  const before = { code: "before_opening" };
  await expect(ledger.draft(caller, moved("2025-12-31"))).rejects.toMatchObject(before);
  await expect(ledger.post(caller, [moved("2026-01-01"), moved("2025-12-31")])).rejects.toMatchObject(before);
  const { id } = await ledger.draft(caller, moved("2026-01-01"));
  await expect(ledger.updateDraft(caller, { id, entry: moved("2025-12-31") })).rejects.toMatchObject(before);
  await ledger.post(caller, [{ ...moved("2025-12-31"), societyCode: "2" }]);
  await ledger.validate(caller, id);
});

it("is in the balances once, in the years after too", async () => {
  const { ledger, clock } = await rentBook();
  await ledger.enterOpening(caller, opening("2026-01-01"));
  clock.set("2027-02-02T09:00:00Z");
  for (let month = 1; month <= 12; month += 1)
    await ledger.closeMonth(caller, `2026-${String(month).padStart(2, "0")}` as never);
  for (const from of [null, "2026-01-01", "2027-01-01", "2027-02-01"])
    expect(await ledger.accountLedger(caller, { accountCode: "512000", from: from as never, to: null })).toMatchObject({
      closingBalanceCents: 30_000,
    });
});

it("has no account of a class that no year begins with", async () => {
  const { ledger, model } = await rentBook();
  const input = opening("2026-01-01", "D 512000 300.00 Banque", "C 706100 300.00 Honoraires");
  await expect(ledger.enterOpening(caller, input)).rejects.toMatchObject({
    details: [
      { field: "entries[0].lines[1].accountCode", code: "invalid", message: expect.stringMatching(/120000.*129000/) },
    ],
  });
  expect(model.sealed).toEqual([]);
});

it("has as many lines as an entry may, and no more", async () => {
  const { ledger } = await rentBook();
  const [debit, credit] = ["D 512000 1.00 Banque", "C 512100 1.00 Agence"].map(parseLineText) as [NewLine, NewLine];
  const lines = Array.from({ length: ENTRY_LINES_MAX }, (_, index) => (index % 2 === 0 ? debit : credit));
  await expect(
    ledger.enterOpening(caller, { ...opening("2026-01-01"), lines: [...lines, debit] }),
  ).rejects.toMatchObject({
    details: [{ field: "entries[0].lines", code: "invalid" }],
  });
  const entered = await ledger.enterOpening(caller, { ...opening("2026-01-01"), lines });
  expect(entered.lines).toHaveLength(ENTRY_LINES_MAX);
});

it("is refused whole where it does not balance", async () => {
  const { ledger, model } = await rentBook();
  const unbalanced = opening("2026-01-01", "D 512000 300.00 Banque", "C 467000 PRO0003 250.00 Chloé Costa");
  await expect(ledger.enterOpening(caller, unbalanced)).rejects.toMatchObject({ code: "entry_unbalanced" });
  expect(model.sealed).toEqual([]);
  expect(model.auxiliaries.has("PRO0003")).toBe(false);
});

it("is refused where closing the year before carried its balances", async () => {
  const { ledger, clock } = await rentBook();
  await ledger.post(caller, [entry("BANQUE", "2026-12-01", "V", "D 512000 1.00 A", "C 411000 LOC0001 1.00 B")]);
  clock.set("2027-01-02T09:00:00Z");
  await ledger.closeMonth(caller, "2026-12" as never);
  await expect(ledger.enterOpening(caller, opening("2027-01-01"))).rejects.toMatchObject({ code: "not_the_beginning" });
});

const HEADER = "account,auxiliary,label,debit_cents,credit_cents";

it("is read from a file of cents", () => {
  const text = `\uFEFF${HEADER}\r\n512000,,"Banque, mandants",30000,\r\n467000, PRO0003 ,Chloé Costa,0,30000\r\n\r\n`;
  expect(parseOpening(text)).toEqual({
    lines: [
      { accountCode: "512000", auxiliaryCode: null, label: "Banque, mandants", debitCents: 30_000, creditCents: 0 },
      { accountCode: "467000", auxiliaryCode: "PRO0003", label: "Chloé Costa", debitCents: 0, creditCents: 30_000 },
    ],
    numbers: [2, 3],
    faults: [],
  });
});

it("is read with blanks around its fields and between its lines, up to the largest amount", () => {
  const [header, line] = [` ${HEADER.replaceAll(",", " , ")} `, " 512000 ,, Banque , 9007199254740991 , "];
  expect(parseOpening(`${header}\n , ,,,\n${line}\n`)).toEqual({
    lines: [{ accountCode: "512000", auxiliaryCode: null, label: "Banque", debitCents: CENTS_MAX, creditCents: 0 }],
    numbers: [3],
    faults: [],
  });
});

it("has the lines of a file that are well formed, and the faults of the others", () => {
  expect(parseOpening(`${HEADER}\n512000,,Banque,x,0\n512000,,Banque,1,0\n512000,,Banque,1\n`)).toEqual({
    lines: [{ accountCode: "512000", auxiliaryCode: null, label: "Banque", debitCents: 1, creditCents: 0 }],
    numbers: [3],
    faults: ["line 2: amounts are whole cents, as 123456", "line 4: has not the 5 fields of the header"],
  });
});

it.each([
  ["account;auxiliary", `line 1: must be ${HEADER}`],
  ["", `line 1: must be ${HEADER}`],
  [`${HEADER}\n512000,,Banque,300.00,0`, "line 2: amounts are whole cents, as 123456"],
  [`${HEADER}\n512000,,Banque,-1,0`, "line 2: amounts are whole cents, as 123456"],
  [`${HEADER}\n512000,,Banque,9007199254740993,0`, "line 2: amounts are whole cents, as 123456"],
  [`${HEADER}\n\n512000,Banque,1,0`, "line 3: has not the 5 fields of the header"],
  [`${HEADER}\n467000,PRO0001,No\uFFFDl,1,0`, "line 2: is not in UTF-8"],
  [`${HEADER}\n512000,,"Banque,1,0`, "line 2: has not the 5 fields of the header"],
])("is not read from %j", (text, fault) => {
  expect(parseOpening(text).faults).toEqual([fault]);
});
