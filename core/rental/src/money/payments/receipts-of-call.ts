import { orNotFound } from "@cartulary/kernel";
import { sum } from "@cartulary/ledger";
import type { SecurityDeposit } from "../../billing/deposits/security-deposit.ts";
import type { BillingStores } from "../../billing/ports.ts";
import type { Receipt } from "../../billing/rent-calls/receipt.ts";
import type { RentCallId } from "../../billing/rent-calls/rent-call.ts";
import type { PaymentAllocation } from "./allocation.ts";
import type { Payment } from "./payment.ts";
import type { MoneyInStores } from "./ports.ts";

/**
 * Returns the payments on a call that are not reversed, one entry per payment, by day. The credit by which the return of
 * a deposit reverses what did not come in of it is no payment.
 */
export async function receiptsOfCall(
  { paymentAllocations, payments, securityDeposits }: MoneyInStores & Pick<BillingStores, "securityDeposits">,
  id: RentCallId,
): Promise<readonly Receipt[]> {
  const byPayment = Map.groupBy(await paymentAllocations.ofCalls([id]), ({ paymentId }) => paymentId);
  const deposits = await securityDeposits.returnedOf(id);
  const receipts: Receipt[] = [];
  for (const [paymentId, allocations] of byPayment) {
    const payment = orNotFound(await payments.find(paymentId));
    if (deposits.some((deposit) => isReversalOf(deposit, payment, allocations))) continue;
    const { paymentDate, paymentMethod: method } = payment;
    receipts.push({
      ...{ paymentDate, method },
      recordedAt: allocations.map(({ createdAt }) => createdAt).reduce((one, other) => (one > other ? one : other)),
      amountCents: sum(allocations.flatMap(({ htCents, vatCents }) => [htCents, vatCents])),
    });
  }
  return receipts.toSorted((one, other) => (one.paymentDate < other.paymentDate ? -1 : 1));
}

/** True for the credit that the return of a deposit made for the deposit's own line. What it pays of others is paid. */
const isReversalOf = (
  { lineId, returnedAt }: SecurityDeposit,
  { bankTransactionId, createdAt }: Payment,
  allocations: readonly PaymentAllocation[],
): boolean =>
  bankTransactionId === null && createdAt === returnedAt && allocations.some((each) => each.lineId === lineId);
