import { choice, day, decimal, type Id, id, type RecordOf, record, text } from "@cartulary/kernel";
import type { Cents } from "@cartulary/ledger";
import { amountInCents, PERCENTAGE } from "../../agency/field-rules.ts";
import type { ElementOf } from "../estate/array-elements.ts";

export type CappingRuleId = Id<"CappingRule">;

export const CAPPING_TYPES = ["reference_rent", "max_increase", "relocation_freeze"] as const;
export type CappingType = (typeof CAPPING_TYPES)[number];

/** The declaration of a rule that caps a rent (rental.md 2.1). */
export const cappingRuleRecord = record("capping rule", {
  id: id("CappingRule", { set: "program", description: "Identifier of the rule" }),
  cappingType: choice(CAPPING_TYPES, {
    description: "Whether a reference rent, a highest increase or a freeze applies",
  }),
  referenceAmountCents: amountInCents({ nullable: true, description: "Reference rent of the zone" }),
  maxIncreasePercent: decimal({ ...PERCENTAGE, nullable: true, description: "Highest increase at one revision" }),
  startDate: day({ nullable: true, description: "Day from which the rule applies" }),
  zone: text({ nullable: true, description: "Area of rent control that the unit is in" }),
});

/** A rule that caps a rent (rental.md 2.1). */
export type CappingRule = RecordOf<typeof cappingRuleRecord>;

/** A capping rule in responses. */
export interface CappingRuleView extends Omit<CappingRule, "referenceAmountCents"> {
  readonly referenceAmount: Cents | null;
}

export function cappingRuleView({ referenceAmountCents: referenceAmount, ...rule }: CappingRule): CappingRuleView {
  return { ...rule, referenceAmount };
}

/** A rule in inputs. */
export type CappingRuleInput = ElementOf<typeof cappingRuleRecord>;
