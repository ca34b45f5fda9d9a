import type { Day, Decimal } from "@cartulary/kernel";
import { type Cents, compareRationals } from "@cartulary/ledger";
import type { CappingRule } from "./capping-rule.ts";
import { increaseOf, indexRatio, revisedRent } from "./revised-rent.ts";
import { capOn } from "./revision-caps.ts";
import type { DueRevision } from "./revision-due.ts";
import type { IndexClause } from "./revision-quarters.ts";
import type { LeaseUnitTerm } from "./term.ts";
import { monthlyCents } from "./term-timeline.ts";

/** The revision to apply to a unit's rent. */
export interface UnitRevisionInput extends Omit<DueRevision, "state"> {
  readonly clause: Pick<IndexClause, "indexCode">;
  readonly rules: readonly Pick<CappingRule, "cappingType" | "maxIncreasePercent" | "startDate">[];
}

/** The rent of a unit after a revision. */
export interface RevisedUnit {
  readonly annualAmountCents: Cents;
  /** Per month. */
  readonly oldCents: Cents;
  readonly newCents: Cents;
  /** Limit of the increase in percent; null if no limit applied. */
  readonly maxIncreasePercent: Decimal | null;
}

/** Returns the rent of a unit revised by the index, limited by caps in force on `effectiveFrom`. */
export function revisedUnit(
  rent: Pick<LeaseUnitTerm, "annualAmountCents" | "rentPeriod">,
  { clause: { indexCode }, reference, revision, rules }: UnitRevisionInput,
  effectiveFrom: Day,
): RevisedUnit {
  const ratio = indexRatio(revision.value, reference.value);
  const cap = capOn({ indexCode, revisionPeriod: revision.period, rules, effectiveFrom });
  const isCapped = cap !== null && compareRationals(increaseOf(cap), ratio) < 0;
  const annualAmountCents = revisedRent(rent, isCapped ? increaseOf(cap) : ratio);
  return {
    annualAmountCents,
    oldCents: monthlyCents(rent.annualAmountCents),
    newCents: monthlyCents(annualAmountCents),
    maxIncreasePercent: isCapped ? cap : null,
  };
}
