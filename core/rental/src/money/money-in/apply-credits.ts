import type { Clock, Digests } from "@cartulary/kernel";
import { type Caller, type NewId, orNotFound, readPages } from "@cartulary/kernel";
import { type LineId, ledgerUseCases, type NewEntry, sum } from "@cartulary/ledger";
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
import { collectionTransfers, type Transfer } from "./receipt-entries.ts";
import { transferOf } from "./record-receipts.ts";
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
  const allocated = credits.map((payment) => ({ payment, paid: allocateCredit(payment, dues, now) }));
  await settleCredits(
    intake,
    allocated.filter(({ paid }) => paid.length > 0),
    { dues, madeByRunId: run.id },
  );
}

/** A payment on a tenant's account and the calls that it pays. */
export type CreditToSettle = Omit<Credited, "transfers">;

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

function allocateCredit(
  { tenantId, remainingCents, bankTransactionId }: Payment,
  dues: Dues,
  now: IngestionContext["now"],
): readonly PaidCall[] {
  const open = tenantId === null ? [] : (dues.inOrder.get(tenantId) ?? []);
  const paid = allocateToCalls(
    dues,
    open.map((callId) => ({ callId })),
    remainingCents,
    now,
  );
  return bankTransactionId === null ? paid.map(withoutTransfer) : paid;
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
  { stores, book, societyCode, today }: IngestionContext,
  allocated: readonly CreditToSettle[],
): Promise<readonly Credited[]> {
  const paid = allocated.flatMap((each) => each.paid);
  const lines = await stores.moneyInSource.callLines([...new Set(paid.map(({ call }) => call.id))]);
  const owners = paid
    .flatMap(({ instalments }) => instalments.flatMap(({ shares }) => shares))
    .map(({ ownerId }) => ownerId);
  const payees = await stores.applicationSource.payees([...new Set<OwnerId>(owners)]);
  const bookings = {
    ...{ book, societyCode, today },
    codes: new Map<OwnerId | TenantId, string>(payees.map(({ id, accountingCode }) => [id, accountingCode])),
    callDays: new Map(lines.map(({ rentCallId, accountingDate }) => [rentCallId, accountingDate] as const)),
  };
  return allocated.map((each) => {
    const { id: paymentId, reference, paymentDate: day } = each.payment;
    const collected = { paymentId, reference, day, documentDate: day, documentReference: reference };
    return { ...each, transfers: collectionTransfers(each.paid, collected, bookings) };
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
