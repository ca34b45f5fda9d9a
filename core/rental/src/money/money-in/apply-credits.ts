import type { Clock, Digests } from "@cartulary/kernel";
import { type Caller, type NewId, orNotFound, readPages } from "@cartulary/kernel";
import { type LineId, ledgerUseCases, minus, type NewEntry, sum } from "@cartulary/ledger";
import { rentalPlan } from "../../accounting/chart-of-accounts.ts";
import type { RentCall } from "../../billing/rent-calls/rent-call.ts";
import type { ApplicationListener } from "../../billing/run-application/application-listener.ts";
import type { RunInput } from "../../billing/runs/ports.ts";
import type { BillingRun, BillingRunId } from "../../billing/runs/run.ts";
import type { OwnerId } from "../../property/people/owner.ts";
import type { TenantId } from "../../property/people/tenant.ts";
import { type Payment, withAllocations } from "../payments/payment.ts";
import type { MoneyStores } from "../ports.ts";
import { allocateToCalls, createDues, type Dues, type PaidCall } from "./amounts-due.ts";
import { creditNotes, withdrawCreditNotes } from "./credit-notes.ts";
import { createIngestionContext, type IngestionContext, postAll } from "./ingestion-context.ts";
import { letterTenantAccounts } from "./letter-tenant-accounts.ts";
import { borneTransfers, collectedOf, collectionTransfers, type Transfer } from "./receipt-entries.ts";
import { transferOf } from "./record-receipts.ts";
import { borneByOwners, type RefundedCredit } from "./refunded-credits.ts";
import { reverseAllocations, saveSettlements } from "./save-allocations.ts";

interface Dependencies {
  readonly clock: Clock;
  readonly newId: NewId;
  readonly digests: Digests;
}

/**
 * Returns a listener that, when a run is applied, marks the collected amounts it remits, makes its credit notes free
 * credits, and allocates tenants' free credits to their new calls, earliest due date first (rental.md 2.5, 3.2, 3.5). A
 * cancellation reverses all of it.
 */
export function applyCreditsToRun<Stores extends MoneyStores>(settings: Dependencies): ApplicationListener<Stores> {
  const dependencies = { ...settings, bookkeeping: ledgerUseCases({ ...rentalPlan, ...settings }) };
  const intakeOf = (stores: Stores, caller: Caller, { mandataireId }: Pick<BillingRun, "mandataireId">) =>
    createIngestionContext(stores, dependencies, { caller, mandataireId, heartbeat: () => {} });
  return {
    async applied(stores, caller, { run, calls }) {
      await markRemitted(stores, run);
      const intake = await intakeOf(stores, caller, run);
      await creditNotes(intake, calls);
      await payByCredits(intake, { run, calls });
    },
    async cancelling(stores, caller, run) {
      await stores.paymentAllocations.reverseOf(run.id);
      const allocations = await stores.paymentAllocations.madeBy(run.id);
      const intake = await intakeOf(stores, caller, run);
      const calls = await reverseAllocations(intake, allocations, async (transfers) => {
        const { reverseAll } = dependencies.bookkeeping;
        await reverseAll.run(
          stores,
          caller,
          transfers.map((id) => ({ id })),
        );
      });
      await letterTenantAccounts(intake, { calls: calls.map(({ id }) => id) });
      const pages = readPages<RentCall>((last) => stores.rentCalls.lockOf(run.id, last?.id ?? null, PAGE));
      for await (const own of pages) await withdrawCreditNotes(intake, own);
    },
  };
}

/** Inputs or calls read at once. */
const PAGE = 500;

/** Marks the collected amounts in the run's inputs as remitted by it. */
async function markRemitted(
  { billingRunInputs, paymentAllocations }: MoneyStores,
  { id: runId, computation }: BillingRun,
): Promise<void> {
  const pages = readPages<RunInput>((last) => billingRunInputs.page({ runId, computation }, last?.part ?? null, PAGE));
  for await (const inputs of pages) {
    const partIds = inputs.flatMap(({ content }) => content?.collected.map(({ id }) => id) ?? []);
    await paymentAllocations.remit(partIds, runId);
  }
}

/** The calls that a credit pays. */
interface Credited {
  readonly payment: Payment;
  readonly paid: readonly PaidCall[];
  readonly transfers: readonly Transfer[];
}

/** Allocates the free credits of tenants to new calls, and letters both. */
export async function payByCredits(
  intake: IngestionContext,
  { run, calls }: { readonly run: Pick<BillingRun, "id">; readonly calls: readonly RentCall[] },
): Promise<void> {
  const { stores, now } = intake;
  const tenants = new Set(calls.flatMap(({ tenantId }): readonly TenantId[] => (tenantId ? [tenantId] : [])));
  const credits = await stores.payments.lockCredits([...tenants]);
  if (credits.length === 0) return;
  const owing = new Set(credits.map(({ tenantId }) => tenantId));
  const paidFor = calls.filter(({ tenantId }) => owing.has(tenantId));
  const dues = createDues(paidFor, await stores.moneyInSource.linesOf(paidFor.map(({ id }) => id)), [], []);
  const allocated = credits.map((payment) => allocateCredit(payment, dues, now));
  await settleCredits(
    intake,
    allocated.filter(({ paid }) => paid.length > 0),
    { dues, madeByRunId: run.id },
  );
}

/** A payment on a tenant's account and the calls that it pays. */
export interface CreditToSettle extends Omit<Credited, "transfers"> {
  /** What of the calls was called for no owner in cash, where owners bear the credit. Absent otherwise. */
  readonly borne?: readonly BorneOfCall[];
}

/** An amount of a call that owners bear. */
interface BorneOfCall extends RefundedCredit {
  readonly call: RentCall;
}

/** Posts and saves what credits pay: transfers to owners, calls, payments, allocations and letters. */
export async function settleCredits(
  intake: IngestionContext,
  allocated: readonly CreditToSettle[],
  { dues, madeByRunId }: { readonly dues: Dues; readonly madeByRunId: BillingRunId | null },
): Promise<void> {
  const { stores, now, today } = intake;
  if (allocated.length === 0) return;
  const credited = await withTransfers(intake, allocated);
  const sealed = await postAll(intake, credited.flatMap(entriesOf));
  const paidCallIds = [...new Set(credited.flatMap(({ paid }) => paid.map(({ call }) => call.id)))];
  await stores.rentCalls.update(paidCallIds.map((id) => orNotFound(dues.calls.get(id))));
  await stores.payments.update(credited.map((each) => paymentAfter(each, now)));
  let next = 0;
  const settlements = credited.map(({ payment, paid, transfers }) => {
    next += transfers.length;
    const own = sealed.slice(next - transfers.length, next);
    return {
      ...{ payment, paid, allocationDate: today, madeByRunId },
      carrierOf: () => payment.creditLineId as LineId,
      transferOf: (call: RentCall["id"]) => transferOf(transfers, own, call),
    };
  });
  await saveSettlements(intake, settlements);
  await letterTenantAccounts(intake, { calls: paidCallIds });
}

function allocateCredit(payment: Payment, dues: Dues, now: IngestionContext["now"]): CreditToSettle {
  const { tenantId, remainingCents, bankTransactionId } = payment;
  const open = tenantId === null ? [] : (dues.inOrder.get(tenantId) ?? []);
  const paid = allocateToCalls(
    dues,
    open.map((callId) => ({ callId })),
    remainingCents,
    now,
  );
  if (bankTransactionId !== null) return { payment, paid };
  return { payment, paid: paid.map(withoutTransfer), borne: borneOf(payment, paid) };
}

/**
 * Returns what a credit that came from no bank pays of deposits of the agency, fees and other amounts that were called for
 * no owner in cash. Its owners were debited what was called of them (467100), which none of these calls evens out.
 */
function borneOf(payment: Payment, paid: readonly PaidCall[]): readonly BorneOfCall[] {
  let allocatedCents = payment.allocatedCents;
  return paid.flatMap(({ call, amountCents: paidCents, instalments }): readonly BorneOfCall[] => {
    const calledCents = sum([...collectedOf(instalments).values()]);
    const before = sum([allocatedCents, calledCents]);
    allocatedCents = sum([allocatedCents, paidCents]);
    const amountCents = minus(paidCents, calledCents);
    return amountCents === 0 ? [] : [{ call, payment: { ...payment, allocatedCents: before }, amountCents }];
  });
}

/**
 * The credit of an initial balance or of a credit note debited the owners already: nothing came in that is handed over
 * (effects.md 6).
 */
const withoutTransfer = (paid: PaidCall): PaidCall => ({
  ...paid,
  instalments: paid.instalments.map((instalment) => ({
    ...instalment,
    shares: instalment.shares.map((share) => ({ ...share, isAccrual: true })),
  })),
});

async function withTransfers(
  intake: IngestionContext,
  allocated: readonly CreditToSettle[],
): Promise<readonly Credited[]> {
  const { stores, book, societyCode, today } = intake;
  const paid = allocated.flatMap((each) => each.paid);
  const callLines = await stores.moneyInSource.callLines([...new Set(paid.map(({ call }) => call.id))]);
  const owners = paid
    .flatMap(({ instalments }) => instalments.flatMap(({ shares }) => shares))
    .map(({ ownerId }) => ownerId);
  const payees = await stores.applicationSource.payees([...new Set<OwnerId>(owners)]);
  const bookings = {
    ...{ book, societyCode, today },
    codes: new Map<OwnerId | TenantId, string>(payees.map(({ id, accountingCode }) => [id, accountingCode])),
    callDays: new Map(callLines.map(({ rentCallId, accountingDate }) => [rentCallId, accountingDate] as const)),
  };
  const amounts = allocated.flatMap(({ borne = [] }) => borne);
  const lines = await borneByOwners(intake, amounts, "Avoir imputé");
  const linesOf = new Map(amounts.map((amount, index) => [amount, lines[index] ?? []]));
  return allocated.map(({ payment, paid, borne = [] }) => {
    const { id: paymentId, reference, paymentDate: day } = payment;
    const collected = { paymentId, reference, day, documentDate: day, documentReference: reference };
    const transfers = [
      ...borne.flatMap((amount) => borneTransfers(amount.call, linesOf.get(amount) ?? [], collected, bookings)),
      ...collectionTransfers(paid, collected, bookings),
    ];
    return { payment, paid, transfers };
  });
}

const entriesOf = ({ payment, transfers }: Credited): readonly NewEntry[] =>
  transfers.map(({ entry }, index) => ({ ...entry, sourceSeq: payment.entriesCount + index }));

function paymentAfter({ payment, paid, transfers }: Credited, now: IngestionContext["now"]): Payment {
  const allocatedCents = sum([payment.allocatedCents, ...paid.map(({ amountCents }) => amountCents)]);
  return {
    ...withAllocations(payment, { allocatedCents }, now),
    entriesCount: payment.entriesCount + transfers.length,
  };
}
