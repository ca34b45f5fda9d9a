import type { ChartAccount } from "./account.ts";
import type { Journal } from "./journal.ts";

/** What an embedder decides once about its books. */
export interface LedgerPlan {
  readonly chart: readonly ChartAccount[];
  /** In the order that entries validated at one instant take in the accounting file. */
  readonly journals: readonly Journal[];
  /** The journal of opening entries, and of reversals whose own month is closed. */
  readonly generalJournal: string;
  /** Where the result of a closed year goes: a profit (120000), a loss (129000). */
  readonly resultAccounts: { readonly profit: string; readonly loss: string };
}

/** A plan that was found to hold together. */
export interface Plan extends LedgerPlan {
  readonly accountsByCode: ReadonlyMap<string, ChartAccount>;
  readonly journalsByCode: ReadonlyMap<string, Journal>;
}

/** Reads the plan once. Throws TypeError for one that contradicts itself: that is the embedder's own mistake. */
export function planned(plan: LedgerPlan): Plan {
  const accountsByCode = byCode(plan.chart);
  const journalsByCode = byCode(plan.journals);
  for (const { code } of plan.chart) {
    if (!/^[1-7]\d{5}$/.test(code)) throw new TypeError(`Not a six-digit account of classes 1 to 7: ${code}`);
  }
  if (new Set(plan.journals.map(({ prefix }) => prefix)).size < plan.journals.length)
    throw new TypeError("Two journals have one prefix: their entries would have the same references");
  if (!journalsByCode.has(plan.generalJournal)) throw new TypeError(`There is no journal ${plan.generalJournal}`);
  for (const code of Object.values(plan.resultAccounts)) {
    if (accountsByCode.get(code)?.auxiliaries !== null) throw new TypeError(`${code} cannot take the result of a year`);
  }
  return { ...plan, accountsByCode, journalsByCode };
}

function byCode<Coded extends { readonly code: string }>(list: readonly Coded[]): ReadonlyMap<string, Coded> {
  const map = new Map(list.map((each) => [each.code, each]));
  if (map.size < list.length) throw new TypeError("A code stands twice");
  return map;
}
