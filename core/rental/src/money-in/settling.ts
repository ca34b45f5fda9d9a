import type { Day } from "@cartulary/kernel";
import { type EntryId, type LineId, negated, sum } from "@cartulary/ledger";
import { paidCall, type RentCall, type RentCallId } from "../calls/rent-call.ts";
import type { CollectedPart, PaymentAllocation } from "../payments/allocation.ts";
import { type Payment, type PaymentId, settledPayment } from "../payments/payment.ts";
import type { BillingRunId } from "../runs/run.ts";
import type { PaidCall } from "./dues.ts";
import type { Intake } from "./intake.ts";

/** What a payment pays, and by which lines and entries of the book. */
export interface Settlement {
  readonly payment: Pick<Payment, "id" | "paymentDate">;
  readonly paid: readonly PaidCall[];
  readonly allocationDate: Day;
  /** The line on the tenant's account that carries what pays a call. */
  readonly carrierOf: (call: RentCallId) => LineId;
  readonly transferOf: (call: RentCallId) => EntryId | null;
  readonly madeByRunId: BillingRunId | null;
}

/** Writes down what payments pay, line by line, and whose it is. */
export async function saveSettlements(intake: Intake, settlements: readonly Settlement[]): Promise<void> {
  const made = settlements.flatMap((settlement) =>
    settlement.paid.flatMap((paid) => allocated(intake, settlement, paid)),
  );
  await intake.stores.paymentAllocations.insert(
    made.map(({ allocation }) => allocation),
    made.flatMap(({ parts }) => parts),
  );
}

interface Allocated {
  readonly allocation: PaymentAllocation;
  readonly parts: readonly CollectedPart[];
}

function allocated({ mandataireId, newId, now }: Intake, settlement: Settlement, paid: PaidCall): readonly Allocated[] {
  const { payment, allocationDate, carrierOf, transferOf, madeByRunId } = settlement;
  const callId = paid.call.id;
  return paid.instalments.map(({ line, htCents, vatCents, shares }): Allocated => {
    const id = newId<"PaymentAllocation">();
    const { rentCallId, billingRunId, computation, lineId } = line;
    return {
      allocation: {
        ...{
          mandataireId,
          id,
          paymentId: payment.id,
          rentCallId,
          billingRunId,
          computation,
          lineId,
          htCents,
          vatCents,
        },
        ...{ allocationDate, status: "allocated", madeByRunId, createdAt: now, updatedAt: now },
        tenantLineId: carrierOf(callId),
        transferId: transferOf(callId),
      },
      parts: shares.map(({ ownerId, isAccrual, ...share }) => ({
        ...{ mandataireId, id: newId<"CollectedPart">(), allocationId: id, ownerId, isAccrual },
        ...{ bookedOn: payment.paymentDate, htCents: share.htCents, vatCents: share.vatCents },
        ...{ status: "allocated", remittedByRunId: null },
      })),
    };
  });
}

/** How entries are taken back that handed over what was collected. */
export type TransferReversal = (transfers: readonly EntryId[]) => Promise<void>;

/**
 * Takes allocations back: their calls are to be paid again, what they were made of is left of their payments. What a run
 * remitted of them already is taken back by parts below zero, that the next run takes, so that nobody pays a fee twice.
 * Answers the calls.
 */
export async function takeBackAllocations(
  intake: Intake,
  allocations: readonly PaymentAllocation[],
  reverseTransfers: TransferReversal,
): Promise<readonly RentCall[]> {
  if (allocations.length === 0) return [];
  const { stores, now } = intake;
  await reverseTransfers([...new Set(allocations.flatMap(({ transferId }) => transferId ?? []))]);
  await stores.paymentAllocations.update(
    allocations.map((allocation) => ({ ...allocation, status: "reversed", updatedAt: now })),
  );
  await takeBackParts(intake, allocations);
  const calls = await stores.rentCalls.lock([...new Set(allocations.map(({ rentCallId }) => rentCallId))]);
  const ofCall = Map.groupBy(allocations, ({ rentCallId }) => rentCallId);
  await stores.rentCalls.update(
    calls.map((call) => paidCall(call, sum([call.paidAmountCents, negated(totalOf(ofCall.get(call.id) ?? []))]), now)),
  );
  const ofPayment = Map.groupBy(allocations, ({ paymentId }) => paymentId);
  const payments = await stores.payments.lock([...ofPayment.keys()] as readonly PaymentId[]);
  await stores.payments.update(
    payments.map((payment) => {
      const taken = totalOf(ofPayment.get(payment.id) ?? []);
      return settledPayment(payment, { allocatedCents: sum([payment.allocatedCents, negated(taken)]) }, now);
    }),
  );
  return calls;
}

const totalOf = (allocations: readonly Pick<PaymentAllocation, "htCents" | "vatCents">[]) =>
  sum(allocations.flatMap(({ htCents, vatCents }) => [htCents, vatCents]));

async function takeBackParts(
  { stores: { paymentAllocations }, newId }: Intake,
  allocations: readonly PaymentAllocation[],
): Promise<void> {
  const parts = await paymentAllocations.partsOf(allocations.map(({ id }) => id));
  const waiting = parts.filter(({ remittedByRunId }) => remittedByRunId === null);
  await paymentAllocations.updateParts(waiting.map((part) => ({ ...part, status: "reversed" })));
  const remitted = parts.filter(({ remittedByRunId }) => remittedByRunId !== null);
  await paymentAllocations.insert(
    [],
    remitted.map((part) => ({
      ...part,
      id: newId<"CollectedPart">(),
      htCents: negated(part.htCents),
      vatCents: negated(part.vatCents),
      remittedByRunId: null,
    })),
  );
}
