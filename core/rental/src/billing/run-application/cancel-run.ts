import { type Caller, conflict, orNotFound, readPages } from "@cartulary/kernel";
import { firstOpenDay, type SealedEntry } from "@cartulary/ledger";
import { societyOf } from "../../agency/mandataire.ts";
import type { OwnerPayout } from "../payouts/owner-payout.ts";
import { cancelledPayout, isCancellable } from "../payouts/payout-transitions.ts";
import type { BillingStores } from "../ports.ts";
import type { RentCall } from "../rent-calls/rent-call.ts";
import { withRemaining } from "../rent-calls/rent-call.ts";
import { type BillingRun, type BillingRunId, withAllowedActions } from "../runs/run.ts";
import { requireAllowedAction } from "../runs/transitions.ts";
import type { ApplyingDependencies } from "./apply-run.ts";
import { lockLedgerAccounts } from "./lock-ledger-accounts.ts";

/** The run to cancel, and the reason. */
export interface RunCancellation {
  readonly id: BillingRunId;
  readonly reason: string;
}

/** Reverses the allocations made by applying the run, before its entries are reversed. */
type Cancelling = (run: BillingRun) => Promise<void>;

/**
 * Cancels a run. An applied one has its entries reversed and its calls and payouts cancelled. Throws 409 `conflict` if
 * one of its calls is paid, one of its deposits is returned or a payout is beyond `ordered` (rental.md 3.1, money.md 4.2).
 */
export async function cancelRun(
  stores: BillingStores,
  dependencies: ApplyingDependencies,
  caller: Caller,
  {
    id,
    reason,
    heartbeat,
    cancelling,
  }: RunCancellation & { readonly heartbeat: () => void; readonly cancelling: Cancelling },
): Promise<BillingRun> {
  const run = orNotFound(await stores.billingRuns.lock(id));
  requireAllowedAction(run, "cancel");
  if (run.status === "applied") {
    await lockLedger(stores, run);
    await cancelling(run);
    await cancelPayouts(stores, dependencies, run);
    await cancelCalls(stores, dependencies, run, heartbeat);
    await stores.chargeStatements.unbill(run.id, dependencies.clock.now());
    await stores.serviceEvents.unbill(run.id, dependencies.clock.now());
    await cancelDeposits(stores, dependencies, run);
    await reverseEntries(stores, dependencies, caller, { run, heartbeat });
  }
  const now = dependencies.clock.now();
  const cancelled = withAllowedActions({
    ...run,
    status: "cancelled",
    computingAt: null,
    cancelledAt: now,
    cancellationReason: reason,
    updatedAt: now,
  });
  await stores.billingRuns.update(cancelled);
  return cancelled;
}

/** Locks numbers and letters in the same order as applying. */
async function lockLedger(stores: BillingStores, run: BillingRun): Promise<void> {
  const book = orNotFound(await stores.books.lockShared());
  const mandataire = orNotFound(await stores.mandataires.find(run.mandataireId));
  const firstEntries = await stores.entries.ofSource(sourceOf(run), null, 1);
  const accountingDate = firstEntries[0]?.accountingDate ?? run.periodStart;
  await lockLedgerAccounts(stores, {
    societyCode: firstEntries[0]?.societyCode ?? societyOf(mandataire),
    days: [accountingDate, firstOpenDay(book, accountingDate)],
    owners: await creditedOwners(stores, run),
  });
}

/** Returns the account codes of owners whom the run credited or paid. */
async function creditedOwners(
  { billingRunLines, applicationSource, ownerPayouts }: BillingStores,
  { id: runId, computation }: BillingRun,
): Promise<readonly string[]> {
  const paid = await ownerPayouts.lockOf(runId);
  const ids = new Set(paid.flatMap(({ ownerId }) => ownerId ?? []));
  for (let after = null as (typeof paid)[number]["ownerId"]; ; ) {
    const page = await billingRunLines.ownerIds({ runId, computation }, after, 1000);
    for (const ownerId of page) ids.add(ownerId);
    after = page.at(-1) ?? null;
    if (after === null) break;
  }
  return (await applicationSource.payees([...ids])).map(({ accountingCode }) => accountingCode);
}

async function cancelPayouts(
  { ownerPayouts }: BillingStores,
  { clock }: Pick<ApplyingDependencies, "clock">,
  { id }: BillingRun,
): Promise<void> {
  const payouts = await ownerPayouts.lockOf(id);
  const blocking = payouts.find((payout) => !isCancellable(payout));
  if (blocking)
    throw conflict("conflict", `Payout ${blocking.reference} is ${statusText(blocking)}; the run cannot be cancelled`);
  const now = clock.now();
  await ownerPayouts.update(payouts.map((payout) => cancelledPayout(payout, now)));
}

async function cancelDeposits(
  { securityDeposits, tombstones }: BillingStores,
  { clock }: Pick<ApplyingDependencies, "clock">,
  { id }: BillingRun,
): Promise<void> {
  const deposits = await securityDeposits.removeOf(id);
  const returned = deposits.find(({ returnedAt }) => returnedAt !== null);
  if (returned)
    throw conflict(
      "conflict",
      `The deposit of lease ${returned.leaseReference} is returned; the run cannot be cancelled`,
    );
  const ids = deposits.map((deposit) => deposit.id);
  await tombstones.insert("security_deposits", ids, clock.now());
}

const statusText = ({ status, refusedTransactionId }: OwnerPayout): string =>
  refusedTransactionId === null ? status : "paid by the bank with more than the owner's own money";

/** Calls or entries processed at once. */
const PORTION = 500;

async function cancelCalls(
  { rentCalls }: BillingStores,
  { clock }: Pick<ApplyingDependencies, "clock">,
  { id }: BillingRun,
  heartbeat: () => void,
): Promise<void> {
  const pages = readPages<RentCall>((last) => rentCalls.lockOf(id, last?.id ?? null, PORTION));
  for await (const calls of pages) {
    const paid = calls.find(({ paidAmountCents }) => paidAmountCents !== 0);
    if (paid) throw conflict("conflict", `${paid.reference} is partly paid; reverse the payment first`);
    const updatedAt = clock.now();
    await rentCalls.update(calls.map((call) => withRemaining({ ...call, status: "cancelled", updatedAt })));
    heartbeat();
  }
}

async function reverseEntries(
  stores: BillingStores,
  { bookkeeping }: Pick<ApplyingDependencies, "bookkeeping">,
  caller: Caller,
  { run, heartbeat }: { readonly run: BillingRun; readonly heartbeat: () => void },
): Promise<void> {
  const book = bookkeeping(stores, caller);
  const pages = readPages<SealedEntry>((last) =>
    stores.entries.ofSource(sourceOf(run), last?.sourceSeq ?? null, PORTION),
  );
  for await (const entries of pages) {
    await book.reverse(entries);
    heartbeat();
  }
  await book.finish();
}

const sourceOf = ({ id }: BillingRun) => ({ sourceType: "BillingRun", sourceId: id });
