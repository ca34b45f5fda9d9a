import type { Cents, EntryId } from "@cartulary/ledger";
import type { LedgerModel } from "@cartulary/ledger/testkit";
import { type RentCall, withRemaining } from "../../../src/billing/rent-calls/rent-call.ts";
import type { AppliedRun } from "../../../src/billing/run-application/application-listener.ts";
import { UNKNOWN_TENANT } from "../../../src/billing/run-application/entry-lines.ts";
import type { BillingRun } from "../../../src/billing/runs/run.ts";
import { assign } from "../../../src/money/assignments/assign-lines.ts";
import type { AssignmentLineInput, ValidAssignmentLine } from "../../../src/money/assignments/assignment-input.ts";
import { takeBackAssignment } from "../../../src/money/assignments/taking-back.ts";
import { applyCreditsToRun } from "../../../src/money/money-in/apply-credits.ts";
import type { BankFileInput } from "../../../src/money/money-in/file-input.ts";
import { createPaymentIngestion, type IngestionResult } from "../../../src/money/money-in/ingestion.ts";
import type { BankTransactionInput } from "../../../src/money/money-in/transaction-input.ts";
import type { DueLine } from "../../../src/money/payments/allocation.ts";
import type { BankAssignment } from "../../../src/money/payments/bank-assignment.ts";
import type { BankTransaction } from "../../../src/money/payments/bank-transaction.ts";
import type { Payment } from "../../../src/money/payments/payment.ts";
import type { PayoutMatching } from "../../../src/money/payout-matching/match-payouts.ts";
import type { MoneyStores } from "../../../src/money/ports.ts";
import { line, owner, tenant } from "./examples.ts";
import { headText, openAgency } from "./open.ts";
import { AGENCY, caller, digests, type Records } from "./records.ts";

/** The account of a tenant or an owner, whose id is a name: `LOC-ADA`, `PRO-OTTO`. */
const codeOf = (name: string): string => `${name.startsWith("o") ? "PRO" : "LOC"}-${name.toUpperCase()}`;

/** A call to issue: of a tenant, its day, its rent by owner, and whether owners are credited when it is called. */
interface NewCall {
  readonly tenant: string | null;
  readonly day: string;
  readonly rent: Readonly<Record<string, number>>;
  readonly isAccrual?: boolean;
  readonly run?: string;
  /** The lines of the call on its tenant's account, if they are several; they add up to its total. */
  readonly lines?: readonly number[];
  readonly kind?: RentCall["kind"];
  /** Whose lease it is of, if not its tenant's. */
  readonly leaseOf?: string;
}

/** A payout that the bank executes: an owner and an amount. */
export type Payouts = Readonly<Record<string, readonly [owner: string, amount: number]>>;

/** An agency with two tenants and two owners, and the use cases of incoming money. */
export async function agencyWithIncomingMoney({ payouts = {}, iban = null as string | null } = {}) {
  const agency = await openAgency({
    mandataire: { iban } as Records["mandataire"],
    tenants: ["ada", "blaise"].map((name) => tenant(name, codeOf(name))),
    owners: ["olga", "otto"].map((name) => owner(name, codeOf(name))),
  });
  const { records, model, clock, newId, intake, stores, transactFor } = agency;
  agency.today("2026-03-20");
  const unknown = { kind: "LOC", code: UNKNOWN_TENANT, name: "Inconnu", entityType: null, entityId: null };
  model.auxiliaries.set(UNKNOWN_TENANT, unknown);
  let longWrites = 0;
  const ingestion = createPaymentIngestion<MoneyStores>({
    ...{ clock, newId, digests, transactFor },
    longWrite: async (_, work) => {
      longWrites += 1;
      return work(stores, () => {});
    },
    outbound: payoutsOf(payouts, () => records.transactions),
  })(AGENCY);
  const listener = applyCreditsToRun<MoneyStores>({ clock, newId, digests });
  const runOf = (id: string) => ({ id, mandataireId: AGENCY, computation: 1 }) as unknown as BillingRun;
  const transactionOf = (reference: string) => {
    const found = records.transactions.find(({ bankReference }) => bankReference === reference);
    if (!found) throw new TypeError(`No transaction ${reference}`);
    return found;
  };

  return {
    ...agency,
    longWrites: () => longWrites,
    /** Issues a call, with its entry. Returns its reference. */
    async call({
      tenant: name,
      day,
      rent,
      isAccrual = false,
      run = "run",
      lines,
      kind = "call",
      leaseOf = name ?? "unknown",
    }: NewCall) {
      const total = Object.values(rent).reduce((all, each) => all + each, 0);
      const reference = `AP-2026-00000${records.calls.length + 1}`;
      const [tenantCode, ownerAccount] = [
        name === null ? UNKNOWN_TENANT : codeOf(name),
        isAccrual ? "467000" : "467100",
      ];
      const posted = [
        ...(lines ?? [total]).map((amount) => line("411000", tenantCode, amount, reference)),
        ...Object.entries(rent).map(([id, amount]) => line(ownerAccount, codeOf(id), -amount, reference)),
      ];
      await agency.post(reference, posted, day, { journal: "LOYERS" });
      const id = `call ${records.calls.length + 1}`;
      const call = withRemaining({
        ...{ mandataireId: AGENCY, id, reference, billingRunId: run, callKey: "", kind, status: "issued" },
        ...{ leaseId: `lease of ${leaseOf}`, leaseReference: `B-${leaseOf}`, tenantId: name, tenantName: name },
        ...{ periodStart: day, periodEnd: day, dueDate: day, totalAmountCents: total, paidAmountCents: 0 },
        sentAt: null,
      } as unknown as RentCall);
      const due = {
        ...{ rentCallId: id, billingRunId: run, computation: 1, lineId: `${id} rent`, htCents: total, vatCents: 0 },
        shares: Object.entries(rent).map(([ownerId, htCents]) => ({ ownerId, isAccrual, htCents, vatCents: 0 })),
      } as unknown as DueLine;
      records.calls = [...records.calls, call];
      records.dueLines = [...records.dueLines, due];
      if (!records.runs.some((each) => each.id === run))
        records.runs = [...records.runs, { id: run, status: "applied", cancellable: true } as unknown as BillingRun];
      return reference;
    },
    /** Brings transactions of the portal, inbound and of 5 March unless they say otherwise. */
    bring: (...transactions: readonly SentTransaction[]): Promise<IngestionResult> =>
      ingestion.ingest(caller, transactions.map(inputOf)),
    bringFile: (file: BankFileInput) => ingestion.ingestFile(caller, file),
    /** Tells the listener of applied runs that a run issued calls. */
    applied: async (run: string, references: readonly string[]) =>
      listener.applied?.(stores, caller, {
        run: runOf(run),
        calls: records.calls.filter(({ reference }) => references.includes(reference)),
      } as unknown as AppliedRun),
    cancelling: async (run: string) => listener.cancelling?.(stores, caller, runOf(run)),
    assign: async (reference: string, ...lines: readonly NewAssignmentLine[]) =>
      assign(await intake(), transactionOf(reference), lines as readonly ValidAssignmentLine[]),
    async takeBack(reference: string, place = 0) {
      const { id } = transactionOf(reference);
      const own = records.assignments.filter((each) => !each.isReversed && each.bankTransactionId === id);
      await takeBackAssignment(await intake(), transactionOf(reference), own[place] as BankAssignment);
    },
    /** The journal, day and document of an entry. */
    head(id: EntryId | null): string | null {
      const entry = model.sealed.find((each) => each.id === id);
      return entry ? headText(entry) : null;
    },
    transactions: (): readonly string[] => records.transactions.map((each) => transactionText(records, model, each)),
    payments: (): readonly string[] => records.payments.map(paymentText),
    calls: (): readonly string[] =>
      records.calls.map(
        ({ reference, status, remainingAmountCents: left }) => `${reference.slice(-1)} ${status}, ${left} left`,
      ),
    runs: (): readonly string[] => records.runs.map(({ id, cancellable }) => `${id}: ${cancellable}`),
  };
}

type SentTransaction = Omit<BankTransactionInput, "amountCents" | "bookedOn" | "allocations"> & {
  readonly amountCents: number;
  readonly bookedOn?: string;
  readonly allocations?: readonly { readonly rentCallReference: string; readonly amountCents: number }[];
};
type NewAssignmentLine = Omit<AssignmentLineInput, "amountCents"> & { readonly amountCents: number };

function inputOf(sent: SentTransaction): BankTransactionInput {
  return { bookedOn: "2026-03-05", direction: "inbound", ...sent } as BankTransactionInput;
}

/** Matches movements whose label names a payout of the list, of exactly its amount; `RETRAIT` is in the book before. */
function payoutsOf(payouts: Payouts, transactions: () => readonly BankTransaction[]): PayoutMatching<MoneyStores> {
  let seq = 0;
  const entryOf = (text: string, amount: Cents, side: "debitCents" | "creditCents") => {
    if (text.includes("RETRAIT")) return { entry: null };
    const place = Object.keys(payouts).findIndex((each) => text.includes(each));
    const [name, [ownerName, expected]] = Object.entries(payouts)[place] ?? ["", ["", 0]];
    if (expected !== amount) return null;
    seq += 1;
    const booked = { accountCode: "467900", auxiliaryCode: codeOf(ownerName), label: name, [side]: amount };
    const sourceType = name.startsWith("F") ? ("SupplierInvoice" as const) : ("OwnerPayout" as const);
    const sourceId = `00000000-0000-7000-8000-00000000000${place}` as never;
    return { entry: { lines: [booked], source: { sourceType, sourceId, sourceSeq: seq } } };
  };
  const done = async () => {};
  return {
    match: async (_, __, movements) => ({
      each: movements.map(({ movement, hint: { payoutReference } }) =>
        entryOf(`${payoutReference} ${movement.label}`, movement.amountCents, "debitCents"),
      ),
      done,
    }),
    returned: async (_, __, { amountCents }, { id }) => {
      const found = entryOf(transactions().find((each) => each.id === id)?.label ?? "", amountCents, "creditCents");
      return found && { ...found, done };
    },
    returnedByReference: async (_, __, { label, amountCents }, { payoutReference }) => {
      const found = entryOf(`${payoutReference} ${label}`, amountCents, "creditCents");
      return found && { ...found, done };
    },
  };
}

/** A transaction with what is settled and assigned of it, its payment and the head of its entry. */
function transactionText(records: Records, model: LedgerModel, each: BankTransaction): string {
  const payment = records.payments.find(({ id }) => id === each.paymentId)?.reference;
  const entry = model.sealed.find(({ id }) => id === each.entryId);
  return [
    `${each.bankReference} ${each.status}`,
    `${each.settledCents} + ${each.assignedCents} of ${each.amountCents}`,
    ...[payment, entry && headText(entry)].flatMap((text) => text ?? []),
  ].join(", ");
}

const paymentText = ({ reference, status, ...each }: Payment): string =>
  [
    `${reference} ${status}`,
    `${each.allocatedCents} + ${each.refundedCents} of ${each.amountCents}, ${each.remainingCents} left`,
    ...(each.tenantName === null ? [] : [each.tenantName]),
  ].join(", ");
