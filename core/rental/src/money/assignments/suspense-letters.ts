import type { LineId } from "@cartulary/ledger";
import { ACCOUNTS } from "../../accounting/chart-of-accounts.ts";
import type { IngestionContext } from "../money-in/ingestion-context.ts";
import type { BankTransaction } from "../payments/bank-transaction.ts";

/** Groups the suspense entry with its assignments; the group gets letters when nothing is left in suspense. */
export async function letterSuspense(
  { stores, caller, bookkeeping }: IngestionContext,
  { id, entryId }: BankTransaction,
): Promise<void> {
  const assignments = await stores.bankAssignments.ofTransactions([id]);
  if (assignments.length === 0 || entryId === null) return;
  const entries = await stores.entries.findSealed([entryId, ...assignments.map((assignment) => assignment.entryId)]);
  const lines = entries.flatMap((entry) => entry.lines.filter(({ accountCode }) => accountCode === ACCOUNTS.suspense));
  const lineIds: readonly LineId[] = lines.map((line) => line.id);
  await bookkeeping.letterAll.run(stores, caller, [{ lineIds, partial: true }]);
}
