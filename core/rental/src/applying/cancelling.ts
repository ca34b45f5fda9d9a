import { type Caller, conflict, existing, pagesOf } from "@cartulary/kernel";
import { firstOpenDay, type SealedEntry } from "@cartulary/ledger";
import type { RentCall } from "../calls/rent-call.ts";
import { withRemaining } from "../calls/rent-call.ts";
import { societyOf } from "../mandataire.ts";
import type { OwnerPayout } from "../payouts/owner-payout.ts";
import { cancelledPayout, isCancellable } from "../payouts/standing.ts";
import type { RentalStores } from "../ports.ts";
import { type BillingRun, type BillingRunId, withDoors } from "../runs/run.ts";
import { requireDoor } from "../runs/transitions.ts";
import type { ApplyingDependencies } from "./applying.ts";
import { lockAccounts } from "./locking.ts";

/** Which run is cancelled, and why. */
export interface RunCancellation {
  readonly id: BillingRunId;
  readonly reason: string;
}

/** What happens before an applied run is taken back: what applying it allocated is. */
type Cancelling = (run: BillingRun) => Promise<void>;

/**
 * Cancels a run. An applied one is taken back: its entries are reversed, its calls and payouts cancelled. Refused as 409
 * `conflict` where something is paid on one of its calls, or a payout is beyond `ordered` (rental.md 3.1, money.md 4.2).
 */
export async function cancelRun(
  stores: RentalStores,
  dependencies: ApplyingDependencies,
  caller: Caller,
  { id, reason, alive, cancelling }: RunCancellation & { readonly alive: () => void; readonly cancelling: Cancelling },
): Promise<BillingRun> {
  const run = existing(await stores.billingRuns.lock(id));
  requireDoor(run, "cancel");
  if (run.status === "applied") {
    await lockBooked(stores, run);
    await cancelling(run);
    await cancelPayouts(stores, dependencies, run);
    await cancelCalls(stores, dependencies, run, alive);
    await reverseEntries(stores, dependencies, caller, { run, alive });
  }
  const now = dependencies.clock.now();
  const cancelled = withDoors({
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

/** Numbers and letters in the order in which applying locks them. */
async function lockBooked(stores: RentalStores, run: BillingRun): Promise<void> {
  const book = existing(await stores.books.lockShared());
  const mandataire = existing(await stores.mandataires.find(run.mandataireId));
  const first = await stores.entries.ofSource(sourceOf(run), null, 1);
  const booked = first[0]?.accountingDate ?? run.periodStart;
  await lockAccounts(stores, {
    societyCode: first[0]?.societyCode ?? societyOf(mandataire),
    days: [booked, firstOpenDay(book, booked)],
    owners: await creditedOwners(stores, run),
  });
}

/** Codes of the accounts of those whom the run credited or paid. */
async function creditedOwners(
  { billingRunLines, applicationSource, ownerPayouts }: RentalStores,
  { id: runId, computation }: BillingRun,
): Promise<readonly string[]> {
  const paid = await ownerPayouts.lockOf(runId);
  const ids = new Set(paid.map(({ ownerId }) => ownerId));
  for (let after = null as (typeof paid)[number]["ownerId"] | null; ; ) {
    const page = await billingRunLines.ownerIds({ runId, computation }, after, 1000);
    for (const ownerId of page) ids.add(ownerId);
    after = page.at(-1) ?? null;
    if (after === null) break;
  }
  return (await applicationSource.payees([...ids])).map(({ accountingCode }) => accountingCode);
}

async function cancelPayouts(
  { ownerPayouts }: RentalStores,
  { clock }: Pick<ApplyingDependencies, "clock">,
  { id }: BillingRun,
): Promise<void> {
  const payouts = await ownerPayouts.lockOf(id);
  const gone = payouts.find((payout) => !isCancellable(payout));
  if (gone) throw conflict("conflict", `The payout ${gone.reference} is ${standsAs(gone)}: the run stays applied`);
  const now = clock.now();
  await ownerPayouts.update(payouts.map((payout) => cancelledPayout(payout, now)));
}

const standsAs = ({ status, refusedTransactionId }: OwnerPayout): string =>
  refusedTransactionId === null ? status : "paid by the bank with more than the owner's own money";

/** Calls, or entries, that are taken back together. */
const PORTION = 500;

async function cancelCalls(
  { rentCalls }: RentalStores,
  { clock }: Pick<ApplyingDependencies, "clock">,
  { id }: BillingRun,
  alive: () => void,
): Promise<void> {
  const pages = pagesOf<RentCall>((last) => rentCalls.lockOf(id, last?.id ?? null, PORTION));
  for await (const calls of pages) {
    const paid = calls.find(({ paidAmountCents }) => paidAmountCents !== 0);
    if (paid) throw conflict("conflict", `Something is paid on ${paid.reference}: take that back first`);
    const updatedAt = clock.now();
    await rentCalls.update(calls.map((call) => withRemaining({ ...call, status: "cancelled", updatedAt })));
    alive();
  }
}

async function reverseEntries(
  stores: RentalStores,
  { bookkeeping }: Pick<ApplyingDependencies, "bookkeeping">,
  caller: Caller,
  { run, alive }: { readonly run: BillingRun; readonly alive: () => void },
): Promise<void> {
  const book = bookkeeping(stores, caller);
  const pages = pagesOf<SealedEntry>((last) =>
    stores.entries.ofSource(sourceOf(run), last?.sourceSeq ?? null, PORTION),
  );
  for await (const entries of pages) {
    await book.reverse(entries);
    alive();
  }
  await book.end();
}

const sourceOf = ({ id }: BillingRun) => ({ sourceType: "BillingRun", sourceId: id });
