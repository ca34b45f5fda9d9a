import type { Day, Decimal } from "@cartulary/kernel";
import { type Cents, compareRationals } from "@cartulary/ledger";
import type { CappingRule } from "./capping-rule.ts";
import { increaseOf, indexRatio, revisedRent } from "./revised-rent.ts";
import { capOn } from "./revision-caps.ts";
import type { DueRevision } from "./revision-due.ts";
import type { IndexClause } from "./revision-quarters.ts";
import type { LeaseUnitTerm } from "./term.ts";
import { monthlyCents } from "./terms.ts";

/** What is to be applied to the rent of a unit. */
export interface UnitRevising extends Omit<DueRevision, "state"> {
  readonly clause: Pick<IndexClause, "indexCode">;
  readonly rules: readonly Pick<CappingRule, "cappingType" | "maxIncreasePercent" | "startDate">[];
}

/** What a revision makes of the rent of a unit. */
export interface RevisedUnit {
  readonly annualAmountCents: Cents;
  /** By the month. */
  readonly oldCents: Cents;
  readonly newCents: Cents;
  /** By how many percent it could rise at most, where that is what held it down. */
  readonly maxIncreasePercent: Decimal | null;
}

/** The rent of a unit after its revision from a day on: by the index, and by no more than what it may rise. */
export function revisedUnit(
  rent: Pick<LeaseUnitTerm, "annualAmountCents" | "rentPeriod">,
  { clause: { indexCode }, reference, revision, rules }: UnitRevising,
  effectiveFrom: Day,
): RevisedUnit {
  const ratio = indexRatio(revision.value, reference.value);
  const cap = capOn({ indexCode, revisionPeriod: revision.period, rules, effectiveFrom });
  const isHeld = cap !== null && compareRationals(increaseOf(cap), ratio) < 0;
  const annualAmountCents = revisedRent(rent, isHeld ? increaseOf(cap) : ratio);
  return {
    annualAmountCents,
    oldCents: monthlyCents(rent.annualAmountCents),
    newCents: monthlyCents(annualAmountCents),
    maxIncreasePercent: isHeld ? cap : null,
  };
}
