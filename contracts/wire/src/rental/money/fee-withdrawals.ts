import { cents, day } from "../../fields.ts";
import { operations, RENTAL_BASE } from "../../operation.ts";
import { record } from "../../record.ts";
import { AccountingEntryDetail } from "../accounting/accounting-entries.ts";

/** A transfer of fees to the agency's account: cents above zero, and its day. */
export const FeeWithdrawalCreation = record("FeeWithdrawal", { amountCents: cents(), bookedOn: day() });

export const feeWithdrawalOperations = operations({
  createFeeWithdrawal: {
    method: "post",
    path: `${RENTAL_BASE}/accounting/fee_withdrawals`,
    tag: "extensions",
    summary: "Withdraw fees to the agency's account, limited by the fees due and the balance",
    scope: "write",
    mandataire: true,
    body: FeeWithdrawalCreation,
    headers: ["Idempotency-Key"],
    replies: { 201: AccountingEntryDetail },
  },
});
