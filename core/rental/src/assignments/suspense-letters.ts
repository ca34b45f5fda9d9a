import type { LineId } from "@cartulary/ledger";
import { ACCOUNTS } from "../chart.ts";
import type { Intake } from "../money-in/intake.ts";
import type { BankTransaction } from "../payments/bank-transaction.ts";

/**
 * Letters what put a transaction into suspense with what people moved out of there: one group, that gets letters once
 * nothing is left.
 */
export async function letterSuspense(
  { stores, caller, bookkeeping }: Intake,
  { id, entryId }: BankTransaction,
): Promise<void> {
  const assignments = await stores.bankAssignments.ofTransactions([id]);
  if (assignments.length === 0 || entryId === null) return;
  const entries = await stores.entries.sealed([entryId, ...assignments.map((assignment) => assignment.entryId)]);
  const lines = entries.flatMap((entry) => entry.lines.filter(({ accountCode }) => accountCode === ACCOUNTS.suspense));
  const lineIds: readonly LineId[] = lines.map((line) => line.id);
  await bookkeeping.letterAll.run(stores, caller, [{ lineIds, partial: true }]);
}
