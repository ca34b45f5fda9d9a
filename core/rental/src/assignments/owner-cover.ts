import { refused } from "@cartulary/kernel";
import { decimal, negated, sum, ZERO } from "@cartulary/ledger";
import { ACCOUNTS } from "../chart.ts";
import type { Intake } from "../money-in/intake.ts";
import type { AssignmentLine } from "../payments/bank-assignment.ts";

/** What is to be taken from an account. */
type Taken = Pick<AssignmentLine, "accountCode" | "amountCents"> & { readonly auxiliaryCode?: string | null };

/**
 * Refuses with 422 `insufficient_funds` what would take more from owners than they can have: no owner is financed with
 * another's money (rental.md 2.1). Their accounts stay as they are until the transaction ends.
 */
export async function requireOwnersCovered(
  { stores, caller, bookkeeping }: Intake,
  lines: readonly Taken[],
): Promise<void> {
  const ofOwners = lines.filter(({ accountCode }) => accountCode === ACCOUNTS.owners);
  const taken = [...Map.groupBy(ofOwners, ({ auxiliaryCode }) => auxiliaryCode ?? "")];
  if (taken.length === 0) return;
  const subaccounts = taken.map(([auxiliaryCode]) => ({ accountCode: ACCOUNTS.owners, auxiliaryCode }));
  const balances = await bookkeeping.lockedBalances.run(stores, caller, subaccounts);
  for (const [index, [auxiliaryCode, own]] of taken.entries()) {
    const available = negated(balances[index] ?? ZERO);
    if (sum(own.map(({ amountCents }) => amountCents)) <= available) continue;
    const has = `${auxiliaryCode} has ${decimal(available)} EUR on ${ACCOUNTS.owners}`;
    throw refused("insufficient_funds", `${has}: taking more would leave the account below zero`);
  }
}
