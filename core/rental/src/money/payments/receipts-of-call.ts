import { orNotFound } from "@cartulary/kernel";
import { sum } from "@cartulary/ledger";
import type { Receipt } from "../../billing/rent-calls/receipt.ts";
import type { RentCallId } from "../../billing/rent-calls/rent-call.ts";
import type { MoneyInStores } from "./ports.ts";

/** Returns the payments on a call that are not reversed, one entry per payment, by day. */
export async function receiptsOfCall(
  { paymentAllocations, payments }: MoneyInStores,
  id: RentCallId,
): Promise<readonly Receipt[]> {
  const byPayment = Map.groupBy(await paymentAllocations.ofCalls([id]), ({ paymentId }) => paymentId);
  const receipts: Receipt[] = [];
  for (const [paymentId, allocations] of byPayment) {
    const { paymentDate, paymentMethod: method } = orNotFound(await payments.find(paymentId));
    receipts.push({
      ...{ paymentDate, method },
      recordedAt: allocations.map(({ createdAt }) => createdAt).reduce((one, other) => (one > other ? one : other)),
      amountCents: sum(allocations.flatMap(({ htCents, vatCents }) => [htCents, vatCents])),
    });
  }
  return receipts.toSorted((one, other) => (one.paymentDate < other.paymentDate ? -1 : 1));
}
