import type { Id } from "@cartulary/kernel";
import { cents } from "@cartulary/ledger";
import type { RentCall } from "../../../src/billing/rent-calls/rent-call.ts";
import type { BankTransaction } from "../../../src/money/payments/bank-transaction.ts";

const tenant = (name: string) => name as Id<"TenantActor">;
export const named = (name: string) => ({ tenantId: tenant(name), tenantName: name });
/** A receipt of 100 on 5 March. */
export const transactionOf = (more: Partial<BankTransaction> = {}): BankTransaction =>
  ({
    ...{ id: "t", bankReference: "B", direction: "inbound", amountCents: cents(100), method: null, reverses: null },
    ...{ servicerReference: null, endToEndId: null, label: null, referenceLines: null, counterpartyName: null },
    ...{ counterpartyIban: null, bookedOn: "2026-03-05", settledCents: cents(0), assignedCents: cents(0), ...more },
  }) as BankTransaction;
/** An unpaid call of a tenant, due on the day of its number in March. */
export const callOf = (
  number: number,
  tenantName: string | null,
  remaining = 100,
  more: Partial<RentCall> = {},
): RentCall =>
  ({
    ...{ id: `call ${number}`, reference: `AP-2026-00000${number}`, leaseId: "L", leaseReference: "B-L", sentAt: null },
    ...{ tenantId: tenantName, tenantName, dueDate: `2026-03-0${number}`, periodEnd: `2026-03-0${number}` },
    ...{ totalAmountCents: remaining, paidAmountCents: 0, remainingAmountCents: remaining, status: "issued", ...more },
  }) as unknown as RentCall;
export const [ONE, TWO] = [callOf(1, "ada"), callOf(2, "blaise")];
