import { cents, day } from "../fields.ts";
import { operations, RENTAL_BASE } from "../operation.ts";
import { record } from "../record.ts";
import { AccountingEntryDetail } from "./accounting-entries.ts";

/** Fees that are moved to the agency's account: cents above zero, and the day on which that was done. */
export const FeeWithdrawalCreation = record("FeeWithdrawal", { amountCents: cents(), bookedOn: day() });

/** What an agency takes of its fees from the mandants' account. */
export const feeWithdrawalOperations = operations({
  createFeeWithdrawal: {
    method: "post",
    path: `${RENTAL_BASE}/accounting/fee_withdrawals`,
    tag: "extensions",
    summary: "Withdraw fees to the agency's bank: at most what is due, and what is there",
    scope: "write",
    mandataire: true,
    body: FeeWithdrawalCreation,
    headers: ["Idempotency-Key"],
    replies: { 201: AccountingEntryDetail },
  },
});
