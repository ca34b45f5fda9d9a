import type { Day, Id, Instant, NewId, ReplayStores } from "@cartulary/kernel";
import { createLedger, type Line, type LineId, ledgerUseCases, type NewLine } from "@cartulary/ledger";
import { emptyModel, type LedgerModel, modelTransact } from "@cartulary/ledger/testkit";
import { rentalPlan } from "../../../src/accounting/chart-of-accounts.ts";
import { createIngestionContext } from "../../../src/money/money-in/ingestion-context.ts";
import type { MoneyStores } from "../../../src/money/ports.ts";
import { billingStores, chargeStores } from "./billing-stores.ts";
import { estateStores } from "./estate-stores.ts";
import { bankStores, moneyInStores, paymentStores } from "./money-stores.ts";
import { AGENCY, caller, digests, NOW, noRecords, type Records, short } from "./records.ts";

/**
 * Opens an agency with records: stores over plain data that follow the contracts of their ports, and a ledger. What no
 * test needs is left out.
 */
export async function openAgency(given: Partial<Records> = {}) {
  const records: Records = { ...noRecords(), ...given };
  let now = NOW;
  let count = 0;
  const newId: NewId = <Noun extends string>() => {
    count += 1;
    return `00000000-0000-7000-9000-${count.toString(16).padStart(12, "0")}` as Id<Noun>;
  };
  const clock = { now: () => now };
  const model = emptyModel();
  const transact = modelTransact(model);
  const plan = { ...rentalPlan, clock, newId, digests };
  const [ledger, bookkeeping] = [createLedger({ ...plan, transact }), ledgerUseCases(plan)];
  await ledger.open(caller, AGENCY as never);
  if (model.book) model.book = { ...model.book, closedThrough: records.closedThrough as never };
  const { owners, tenants, providers } = records;
  const people = [...owners, ...tenants, ...providers.map((each) => ({ ...each, name: each.displayName }))];
  for (const { id, accountingCode: code, name } of people)
    if (code !== null)
      model.auxiliaries.set(code, { kind: code.slice(0, 3), code, name, entityType: "Actor", entityId: id });

  const books = await transact.read(async (stores) => stores);
  const openingDay = async (society: string) => (records.openingDay as Day | null) ?? books.entries.openingDay(society);
  const stores = {
    ...{ ...books, entries: { ...books.entries, openingDay } },
    ...estateStores(records),
    ...billingStores(records),
    ...chargeStores(records),
    ...paymentStores(records),
    ...moneyInStores(records, model),
    ...bankStores(records),
  } as unknown as MoneyStores & ReplayStores;
  /** Keeps what was written before an error: a test sees it if a refusal comes too late. */
  const run = <Result>(work: (within: typeof stores) => Promise<Result>): Promise<Result> => work(stores);
  return {
    ...{ records, stores, model, ledger, bookkeeping, clock, newId },
    today(day: string) {
      now = `${day}T08:00:00.000Z` as Instant;
    },
    transactFor: () => ({ read: run, single: run, write: run, claim: run }),
    intake: () =>
      createIngestionContext(
        stores,
        { clock, newId, bookkeeping },
        { caller, mandataireId: AGENCY, heartbeat: () => {} },
      ),
    /** Posts an entry of miscellaneous operations. */
    async post(documentReference: string, lines: readonly NewLine[], day = "2026-03-01", more: object = {}) {
      const days = { accountingDate: day as Day, documentDate: day as Day };
      const entry = { societyCode: "1", journal: "OD", documentReference, lines, ...days, ...more };
      const [sealed] = await bookkeeping.post.run(stores, caller, [entry]);
      return sealed;
    },
    /** The entries after those that a test posted itself, with lines as texts. */
    entries: (from = 0) => model.sealed.slice(from).map(labelledTexts),
    /** The entries from a place on, one text each. */
    book: (from = 0): readonly string[] =>
      model.sealed.slice(from).map((entry) => `${headText(entry)}: ${letteredTexts(model, entry).join(" / ")}`),
  };
}

type SealedEntry = LedgerModel["sealed"][number];

/** The journal, day and document of an entry. */
export const headText = ({ journal, accountingDate, documentReference }: SealedEntry): string =>
  `${journal} ${accountingDate.slice(5)} ${documentReference}`;

const labelledTexts = ({ lines, sourceType, sourceId, sourceSeq, ...entry }: SealedEntry) => ({
  ...{ accountingDate: entry.accountingDate, documentReference: entry.documentReference },
  ...{ description: entry.description, source: short(`${sourceType} ${sourceId} ${sourceSeq}`) },
  lines: lines.map(
    (line) =>
      `${sideOf(line)} ${line.accountCode} ${line.auxiliaryCode ?? "-"} ${line.debitCents + line.creditCents} ${line.label}`,
  ),
});

const letteredTexts = (model: LedgerModel, { lines }: SealedEntry): readonly string[] =>
  lines.map((line) => {
    const lettering = model.letterings.get(line.id as LineId);
    const letters = lettering?.code ?? (lettering?.status === "partial" ? "partial" : null);
    const amount = `${sideOf(line)} ${line.debitCents + line.creditCents}`;
    return [line.accountCode, line.auxiliaryCode, amount, letters].filter(Boolean).join(" ");
  });

const sideOf = ({ debitCents }: Line): "D" | "C" => (debitCents > 0 ? "D" : "C");
