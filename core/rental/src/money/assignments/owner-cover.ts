import { unprocessable } from "@cartulary/kernel";
import { decimal, negate, sum, ZERO } from "@cartulary/ledger";
import { ACCOUNTS } from "../../accounting/chart-of-accounts.ts";
import type { IngestionContext } from "../money-in/ingestion-context.ts";
import type { AssignmentLine } from "../payments/bank-assignment.ts";

/** An amount to take from an account. */
type Withdrawal = Pick<AssignmentLine, "accountCode" | "amountCents"> & { readonly auxiliaryCode?: string | null };

/**
 * Throws 422 `insufficient_funds` if lines take more from owners than their balance: money of one owner must not
 * finance another (rental.md 2.1). Locks their accounts until the transaction ends.
 */
export async function requireOwnersCovered(
  { stores, caller, bookkeeping }: IngestionContext,
  lines: readonly Withdrawal[],
): Promise<void> {
  const ofOwners = lines.filter(({ accountCode }) => accountCode === ACCOUNTS.owners);
  const withdrawals = [...Map.groupBy(ofOwners, ({ auxiliaryCode }) => auxiliaryCode ?? "")];
  if (withdrawals.length === 0) return;
  const subaccounts = withdrawals.map(([auxiliaryCode]) => ({ accountCode: ACCOUNTS.owners, auxiliaryCode }));
  const balances = await bookkeeping.lockedBalances.run(stores, caller, subaccounts);
  for (const [index, [auxiliaryCode, own]] of withdrawals.entries()) {
    const available = negate(balances[index] ?? ZERO);
    if (sum(own.map(({ amountCents }) => amountCents)) <= available) continue;
    const has = `${auxiliaryCode} has ${decimal(available)} EUR on ${ACCOUNTS.owners}`;
    throw unprocessable("insufficient_funds", `${has}; the balance must not become negative`);
  }
}
