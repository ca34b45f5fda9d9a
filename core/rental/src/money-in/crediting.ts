import type { Clock, Digests } from "@cartulary/kernel";
import { type Caller, existing, type NewId, pagesOf } from "@cartulary/kernel";
import { type LineId, ledgerUseCases, type NewEntry, sum } from "@cartulary/ledger";
import type { ApplicationListener, AppliedRun } from "../applying/application-listener.ts";
import type { RentCall } from "../calls/rent-call.ts";
import { rentalPlan } from "../chart.ts";
import { type Payment, settledPayment } from "../payments/payment.ts";
import type { OwnerId } from "../people/owner.ts";
import type { TenantId } from "../people/tenant.ts";
import type { RentalStores } from "../ports.ts";
import type { RunInput } from "../runs/ports.ts";
import type { BillingRun } from "../runs/run.ts";
import { type Dues, duesOf, type PaidCall, pay } from "./dues.ts";
import { type Intake, openIntake, postAll } from "./intake.ts";
import { letterTouched } from "./lettering.ts";
import { collectionTransfers, type Transfer } from "./receipt-entries.ts";
import { transferOf } from "./receiving.ts";
import { saveSettlements, takeBackAllocations } from "./settling.ts";

interface Dependencies {
  readonly clock: Clock;
  readonly newId: NewId;
  readonly digests: Digests;
}

/**
 * What applying a run does with money that came in before (rental.md 2.5, 3.5): what it remits is marked as its own, and
 * tenants' free credits pay their new calls, due first, first. Taking the run back takes both back.
 */
export function creditsOnApplication<Stores extends RentalStores>(settings: Dependencies): ApplicationListener<Stores> {
  const dependencies = { ...settings, bookkeeping: ledgerUseCases({ ...rentalPlan, ...settings }) };
  const intakeOf = (stores: Stores, caller: Caller, { mandataireId }: Pick<BillingRun, "mandataireId">) =>
    openIntake(stores, dependencies, { caller, mandataireId, alive: () => {} });
  return {
    async applied(stores, caller, { run, calls }) {
      await remitted(stores, run);
      await payByCredits(await intakeOf(stores, caller, run), { run, calls });
    },
    async cancelling(stores, caller, run) {
      await stores.paymentAllocations.takeBackFrom(run.id);
      const allocations = await stores.paymentAllocations.madeBy(run.id);
      const intake = await intakeOf(stores, caller, run);
      const calls = await takeBackAllocations(intake, allocations, async (transfers) => {
        const { reverseAll } = dependencies.bookkeeping;
        await reverseAll.run(
          stores,
          caller,
          transfers.map((id) => ({ id })),
        );
      });
      await letterTouched(intake, { calls: calls.map(({ id }) => id) });
    },
  };
}

/** Inputs that are read at once. */
const PAGE = 500;

/** Marks what the run's computation saw of what was collected: it is handed over by it. */
async function remitted(
  { billingRunInputs, paymentAllocations }: RentalStores,
  { id: runId, computation }: BillingRun,
): Promise<void> {
  const pages = pagesOf<RunInput>((last) => billingRunInputs.page({ runId, computation }, last?.part ?? null, PAGE));
  for await (const inputs of pages) {
    const taken = inputs.flatMap(({ content }) => content?.collected.map(({ id }) => id) ?? []);
    await paymentAllocations.remit(taken, runId);
  }
}

/** What a credit pays of new calls. */
interface Credited {
  readonly payment: Payment;
  readonly paid: readonly PaidCall[];
  readonly transfers: readonly Transfer[];
}

async function payByCredits(intake: Intake, { run, calls }: AppliedRun): Promise<void> {
  const { stores, now, today } = intake;
  const tenants = new Set(calls.flatMap(({ tenantId }): readonly TenantId[] => (tenantId ? [tenantId] : [])));
  const credits = await stores.payments.lockCredits([...tenants]);
  if (credits.length === 0) return;
  const owing = new Set(credits.map(({ tenantId }) => tenantId));
  const paidFor = calls.filter(({ tenantId }) => owing.has(tenantId));
  const dues = duesOf(paidFor, await stores.moneyInSource.linesOf(paidFor.map(({ id }) => id)), [], []);
  const shared = credits.map((payment) => ({ payment, paid: paidBy(payment, dues, now) }));
  const credited = await withTransfers(
    intake,
    shared.filter(({ paid }) => paid.length > 0),
  );
  const sealed = await postAll(intake, credited.flatMap(entriesOf));
  const touched = [...new Set(credited.flatMap(({ paid }) => paid.map(({ call }) => call.id)))];
  await stores.rentCalls.update(touched.map((id) => existing(dues.calls.get(id))));
  await stores.payments.update(credited.map((each) => paymentAfter(each, now)));
  let next = 0;
  const settlements = credited.map(({ payment, paid, transfers }) => {
    next += transfers.length;
    const own = sealed.slice(next - transfers.length, next);
    return {
      ...{ payment, paid, allocationDate: today, madeByRunId: run.id },
      carrierOf: () => payment.creditLineId as LineId,
      transferOf: (call: RentCall["id"]) => transferOf(transfers, own, call),
    };
  });
  await saveSettlements(intake, settlements);
  await letterTouched(intake, { calls: touched });
}

function paidBy({ tenantId, remainingCents }: Payment, dues: Dues, now: Intake["now"]): readonly PaidCall[] {
  const open = tenantId === null ? [] : (dues.inOrder.get(tenantId) ?? []);
  return pay(
    dues,
    open.map((callId) => ({ callId })),
    remainingCents,
    now,
  );
}

async function withTransfers(
  { stores, book, societyCode, today }: Intake,
  shared: readonly Omit<Credited, "transfers">[],
): Promise<readonly Credited[]> {
  const paid = shared.flatMap((each) => each.paid);
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
  return shared.map((each) => {
    const { id: paymentId, reference, paymentDate: day } = each.payment;
    const collected = { paymentId, reference, day, documentDate: day, documentReference: reference };
    return { ...each, transfers: collectionTransfers(each.paid, collected, bookings) };
  });
}

const entriesOf = ({ payment, transfers }: Credited): readonly NewEntry[] =>
  transfers.map(({ entry }, index) => ({ ...entry, sourceSeq: payment.entriesCount + index }));

function paymentAfter({ payment, paid, transfers }: Credited, now: Intake["now"]): Payment {
  const allocatedCents = sum([payment.allocatedCents, ...paid.map(({ amountCents }) => amountCents)]);
  return { ...settledPayment(payment, { allocatedCents }, now), entriesCount: payment.entriesCount + transfers.length };
}
