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
  const keyOf = ({ callKey }: RentCallLine) => depositCallKey(callKey, sums.get(callKey)?.totalCents ?? ZERO);
  const leaving = deposits.filter((line) => keyOf(line) !== line.callKey);
  const keys = new Map(leaving.map((line) => [line.id, keyOf(line)]));
  const stored = await billingRunLines.findMany({ runId, computation }, [...keys.keys()]);
  for (const line of stored) await billingRunLines.update({ ...line, callKey: keys.get(line.id) ?? line.callKey });
  return deposits.map((line) => ({ ...line, callKey: keyOf(line) }));
}
