import type { BillingStores } from "../ports.ts";
import type { BillingRun } from "../runs/run.ts";
import type { RentCallLine } from "./lines-to-book.ts";

/**
 * Gives deposits a call of their own where their call has an amount in the tenant's favour (decision 0203). Returns all
 * deposits with the keys of their calls.
 */
export async function separateDeposits(
  { billingRunLines }: BillingStores,
  { id: runId, computation }: BillingRun,
  { deposits, favouring }: { readonly deposits: readonly RentCallLine[]; readonly favouring: ReadonlySet<string> },
): Promise<readonly RentCallLine[]> {
  const separated = new Map(
    deposits.filter(({ callKey }) => favouring.has(callKey)).map(({ id, callKey }) => [id, `${callKey}:deposit`]),
  );
  const stored = await billingRunLines.findMany({ runId, computation }, [...separated.keys()]);
  for (const line of stored) await billingRunLines.update({ ...line, callKey: separated.get(line.id) ?? line.callKey });
  return deposits.map((line) => ({ ...line, callKey: separated.get(line.id) ?? line.callKey }));
}
