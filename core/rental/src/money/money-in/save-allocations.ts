import type { Day } from "@cartulary/kernel";
import { type EntryId, type LineId, negate, sum } from "@cartulary/ledger";
import { type RentCall, type RentCallId, withPaidAmount } from "../../billing/rent-calls/rent-call.ts";
import type { BillingRunId } from "../../billing/runs/run.ts";
import type { CollectedPart, PaymentAllocation } from "../payments/allocation.ts";
import { type Payment, type PaymentId, withAllocations } from "../payments/payment.ts";
import type { PaidCall } from "./amounts-due.ts";
import type { IngestionContext } from "./ingestion-context.ts";

/** The allocations of a payment, with the lines and entries that book them. */
export interface PaymentAllocations {
  readonly payment: Pick<Payment, "id" | "paymentDate">;
  readonly paid: readonly PaidCall[];
  readonly allocationDate: Day;
  /** Returns the line on the tenant's account that pays a call. */
  readonly carrierOf: (call: RentCallId) => LineId;
  readonly transferOf: (call: RentCallId) => EntryId | null;
  readonly madeByRunId: BillingRunId | null;
}

/** Saves the allocations of payments by line, with the owners' parts. */
export async function saveSettlements(
  intake: IngestionContext,
  settlements: readonly PaymentAllocations[],
): Promise<void> {
  const records = settlements.flatMap((settlement) =>
    settlement.paid.flatMap((paid) => allocated(intake, settlement, paid)),
  );
  await intake.stores.paymentAllocations.insert(
    records.map(({ allocation }) => allocation),
    records.flatMap(({ parts }) => parts),
  );
  await intake.stores.securityDeposits.refresh(
    [...new Set(records.map(({ allocation }) => allocation.rentCallId))],
    intake.now,
  );
}

interface Allocated {
  readonly allocation: PaymentAllocation;
  readonly parts: readonly CollectedPart[];
}

function allocated(
  { mandataireId, newId, now }: IngestionContext,
  settlement: PaymentAllocations,
  paid: PaidCall,
): readonly Allocated[] {
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

/** Reverses the entries that transferred collected amounts. */
export type TransferReversal = (transfers: readonly EntryId[]) => Promise<void>;

/**
 * Reverses allocations: their calls become due again and the payments' remainders grow. Parts that a run has already
 * remitted get negative counterparts for the next run, so that fees are not charged twice. Returns the calls.
 */
export async function reverseAllocations(
  intake: IngestionContext,
  allocations: readonly PaymentAllocation[],
  reverseTransfers: TransferReversal,
): Promise<readonly RentCall[]> {
  if (allocations.length === 0) return [];
  const { stores, now } = intake;
  await reverseTransfers([...new Set(allocations.flatMap(({ transferId }) => transferId ?? []))]);
  await stores.paymentAllocations.update(
    allocations.map((allocation) => ({ ...allocation, status: "reversed", updatedAt: now })),
  );
  await reverseParts(intake, allocations);
  const calls = await stores.rentCalls.lock([...new Set(allocations.map(({ rentCallId }) => rentCallId))]);
  const ofCall = Map.groupBy(allocations, ({ rentCallId }) => rentCallId);
  await stores.rentCalls.update(
    calls.map((call) =>
      withPaidAmount(call, sum([call.paidAmountCents, negate(totalOf(ofCall.get(call.id) ?? []))]), now),
    ),
  );
  await stores.securityDeposits.refresh(
    calls.map(({ id }) => id),
    now,
  );
  const ofPayment = Map.groupBy(allocations, ({ paymentId }) => paymentId);
  const payments = await stores.payments.lock([...ofPayment.keys()] as readonly PaymentId[]);
  await stores.payments.update(
    payments.map((payment) => {
      const reversedCents = totalOf(ofPayment.get(payment.id) ?? []);
      return withAllocations(payment, { allocatedCents: sum([payment.allocatedCents, negate(reversedCents)]) }, now);
    }),
  );
  return calls;
}

const totalOf = (allocations: readonly Pick<PaymentAllocation, "htCents" | "vatCents">[]) =>
  sum(allocations.flatMap(({ htCents, vatCents }) => [htCents, vatCents]));

async function reverseParts(
  { stores: { paymentAllocations }, newId }: IngestionContext,
  allocations: readonly PaymentAllocation[],
): Promise<void> {
  const parts = await paymentAllocations.partsOf(allocations.map(({ id }) => id));
  const unremitted = parts.filter(({ remittedByRunId }) => remittedByRunId === null);
  await paymentAllocations.updateParts(unremitted.map((part) => ({ ...part, status: "reversed" })));
  const remitted = parts.filter(({ remittedByRunId }) => remittedByRunId !== null);
  await paymentAllocations.insert(
    [],
    remitted.map((part) => ({
      ...part,
      id: newId<"CollectedPart">(),
      htCents: negate(part.htCents),
      vatCents: negate(part.vatCents),
      remittedByRunId: null,
    })),
  );
}
