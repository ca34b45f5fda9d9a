import { ZERO } from "@cartulary/ledger";
import type { BillingStores } from "../ports.ts";
import type { BillingRun } from "../runs/run.ts";
import { type CallSum, depositCallKey } from "./call-sums.ts";
import type { RentCallLine } from "./lines-to-book.ts";

/**
 * Saves the call keys of deposits that leave their call ({@link depositCallKey}), and returns all deposits with their
 * keys. `sums` are those of the other lines, by call key.
 */
export async function separateDeposits(
  { billingRunLines }: BillingStores,
  { id: runId, computation }: BillingRun,
  { deposits, sums }: { readonly deposits: readonly RentCallLine[]; readonly sums: ReadonlyMap<string, CallSum> },
): Promise<readonly RentCallLine[]> {
  const keyed = deposits.map((line) => {
    const callKey = depositCallKey(line.callKey, sums.get(line.callKey)?.totalCents ?? ZERO);
    return { ...line, callKey, isApart: callKey !== line.callKey };
  });
  const keys = new Map(keyed.flatMap(({ id, callKey, isApart }) => (isApart ? [[id, callKey]] : [])));
  const stored = await billingRunLines.findMany({ runId, computation }, [...keys.keys()]);
  for (const line of stored) await billingRunLines.update({ ...line, callKey: keys.get(line.id) ?? line.callKey });
  return keyed;
}
