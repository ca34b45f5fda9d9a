import type { Day, Instant } from "@cartulary/kernel";
import { describe, expect, it } from "vitest";
import type { RentCallId } from "../../src/billing/rent-calls/rent-call.ts";
import { receiptsOfCall } from "../../src/money/payments/receipts-of-call.ts";

const CALL = "call" as RentCallId;
const RETURNED_AT = "2026-04-10T08:00:00.000Z" as Instant;

/** A payment with what it pays of lines; without a bank transaction it is a credit. */
const payment = (
  id: string,
  paymentDate: string,
  { fromBank = true, createdAt = RETURNED_AT }: { readonly fromBank?: boolean; readonly createdAt?: string } = {},
) => ({
  ...{ id, paymentDate: paymentDate as Day, paymentMethod: fromBank ? "bank_transfer" : "other", createdAt },
  bankTransactionId: fromBank ? `bank of ${id}` : null,
});
const paying = (paymentId: string, lineId: string, htCents: number, createdAt: string = RETURNED_AT) => ({
  ...{ paymentId, lineId, htCents, vatCents: htCents / 10, createdAt },
});

const receiptsOf = (
  payments: readonly ReturnType<typeof payment>[],
  allocations: readonly ReturnType<typeof paying>[],
  deposits: readonly object[] = [{ lineId: "deposit", returnedAt: RETURNED_AT }],
) => {
  const stores = {
    paymentAllocations: { ofCalls: async (ids: readonly string[]) => (ids.includes(CALL) ? allocations : []) },
    payments: { find: async (id: string) => payments.find((each) => each.id === id) ?? null },
    securityDeposits: { returnedOf: async (id: string) => (id === CALL ? deposits : []) },
  };
  return receiptsOfCall(stores as unknown as Parameters<typeof receiptsOfCall>[0], CALL);
};
const shown = async (...of: Parameters<typeof receiptsOf>) =>
  (await receiptsOf(...of)).map(({ paymentDate, amountCents }) => `${paymentDate} ${amountCents}`);

describe("The receipts of a call", () => {
  it("are one for each payment, by day, recorded when the last of it was", async () => {
    const payments = [payment("P-1", "2026-03-09"), payment("P-2", "2026-03-02", { fromBank: false })];
    const early = "2026-03-02T08:00:00.000Z";
    const allocations = [
      paying("P-1", "rent", 1000),
      paying("P-2", "rent", 50, early),
      paying("P-1", "charges", 200, early),
    ];
    expect(await receiptsOf(payments, allocations)).toEqual([
      { paymentDate: "2026-03-02", method: "other", amountCents: 55, recordedAt: early },
      { paymentDate: "2026-03-09", method: "bank_transfer", amountCents: 1320, recordedAt: RETURNED_AT },
    ]);
  });

  it("leave out the credit by which a return reverses its deposit, and only that", async () => {
    const reversal = payment("C-1", "2026-04-10", { fromBank: false });
    const paid = [paying("C-1", "deposit", 500)];
    expect(await shown([reversal], paid)).toEqual([]);
    expect(await shown([reversal], paid, [])).toEqual(["2026-04-10 550"]);
    expect(await shown([reversal], paid, [{ lineId: "another", returnedAt: RETURNED_AT }])).toEqual(["2026-04-10 550"]);
    // What the deposit paid of rent, a payment of the deposit itself, and a credit that paid it before.
    expect(await shown([reversal], [paying("C-1", "rent", 500)])).toEqual(["2026-04-10 550"]);
    expect(await shown([payment("C-1", "2026-04-10")], paid)).toEqual(["2026-04-10 550"]);
    const before = payment("C-1", "2026-04-02", { fromBank: false, createdAt: "2026-04-02T08:00:00.000Z" });
    expect(await shown([before], paid)).toEqual(["2026-04-02 550"]);
  });
});
