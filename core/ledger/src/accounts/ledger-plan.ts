import type { ChartAccount } from "./account.ts";
import type { Journal } from "./journal.ts";

/** Chart and journals, which the embedder defines. */
export interface LedgerPlan {
  readonly chart: readonly ChartAccount[];
  /** Their order is the order in the accounting file of entries validated at the same instant. */
  readonly journals: readonly Journal[];
  /** Journal of opening entries, and of reversals of entries in closed months. */
  readonly generalJournal: string;
  /** Accounts of a closed year's result: profit (120000), loss (129000). */
  readonly resultAccounts: { readonly profit: string; readonly loss: string };
}

/** A consistent plan, indexed by code. */
export interface ValidatedPlan extends LedgerPlan {
  readonly accountsByCode: ReadonlyMap<string, ChartAccount>;
  readonly journalsByCode: ReadonlyMap<string, Journal>;
}

/** Validates and indexes the plan. Throws TypeError for an inconsistent one, which is the embedder's bug. */
export function validatePlan(plan: LedgerPlan): ValidatedPlan {
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
  if (map.size < list.length) throw new TypeError("Two items have the same code");
  return map;
}
