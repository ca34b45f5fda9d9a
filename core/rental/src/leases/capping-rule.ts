import type { Day, Decimal, Id } from "@cartulary/kernel";
import type { Cents } from "@cartulary/ledger";
import type { ElementInput, ElementRules } from "../estate/elements.ts";
import { aDay, aLine, anAmount, anything, aPercentage, nullable } from "../estate/fields.ts";

export type CappingRuleId = Id<"CappingRule">;

export const CAPPING_TYPES = ["reference_rent", "max_increase", "relocation_freeze"] as const;
/** One of {@link CAPPING_TYPES}. */
export type CappingType = (typeof CAPPING_TYPES)[number];

/** What holds a rent down (rental.md 2.1). */
export interface CappingRule {
  readonly id: CappingRuleId;
  readonly cappingType: CappingType;
  readonly referenceAmountCents: Cents | null;
  readonly maxIncreasePercent: Decimal | null;
  readonly startDate: Day | null;
  readonly zone: string | null;
}

/** A rule as it is answered. */
export interface CappingRuleView extends Omit<CappingRule, "referenceAmountCents"> {
  readonly referenceAmount: Cents | null;
}

/** The rule as it is answered. */
export function cappingRuleView({ referenceAmountCents: referenceAmount, ...rule }: CappingRule): CappingRuleView {
  return { ...rule, referenceAmount };
}

/** What may be said of a rule; with an id, of one that is there. */
export interface CappingRuleInput extends ElementInput {
  readonly id?: CappingRuleId;
  readonly cappingType?: CappingType;
  readonly referenceAmountCents?: Cents | null;
  readonly maxIncreasePercent?: Decimal | null;
  readonly startDate?: Day | null;
  readonly zone?: string | null;
}

/** What a rule has to be. */
export const cappingRuleRules: ElementRules<CappingRuleInput> = {
  rules: {
    cappingType: anything(),
    referenceAmountCents: nullable(anAmount()),
    maxIncreasePercent: nullable(aPercentage),
    startDate: nullable(aDay),
    zone: nullable(aLine),
  },
  required: ["cappingType"],
};

/** What a new rule is until something is said of it. */
export const blankCappingRule: Omit<CappingRule, "id" | "cappingType"> = {
  referenceAmountCents: null,
  maxIncreasePercent: null,
  startDate: null,
  zone: null,
};
