import {
  BREAK_STATUSES,
  breakDateRecord,
  cappingRuleRecord,
  franchisePeriodRecord,
  gliPolicyRecord,
  supportMeasureRecord,
} from "@cartulary/rental/property";
import { z } from "zod";
import { flag, integer, money } from "../../fields.ts";
import { camelRecord, record } from "../../record.ts";
import { answerShape, patchShape } from "../../record-shapes.ts";
import { input } from "../agency/input-fields.ts";

const { premiumCents: _, ...gliPolicy } = answerShape(gliPolicyRecord);

/** An insurance against unpaid rent, as it is today. */
export const GliPolicy = camelRecord("GliPolicy", {
  ...gliPolicy,
  premium: money().nullable(),
  status: z.enum(["upcoming", "active", "expired"]),
  expiringSoon: flag(),
});

/** A day on which a lease may be left, as it is today. */
export const BreakDate = camelRecord("BreakDate", {
  ...answerShape(breakDateRecord),
  status: z.enum(BREAK_STATUSES),
  daysUntilBreak: integer().nullable(),
  noticePeriodStarted: flag(),
});

/** A time in which less is paid. */
export const FranchisePeriod = camelRecord("FranchisePeriod", answerShape(franchisePeriodRecord));

const { referenceAmountCents: __, ...cappingRule } = answerShape(cappingRuleRecord);

/** A rule that caps a rent. */
export const CappingRule = camelRecord("CappingRule", { ...cappingRule, referenceAmount: money().nullable() });

/** A measure that was agreed to help a tenant. */
export const SupportMeasure = camelRecord("SupportMeasure", answerShape(supportMeasureRecord));

/** The arrays of a lease in bodies. The use case refuses a new element that lacks a required field. */
export const leaseArrayInputs = {
  gliPolicies: input.listOf(record("GliPolicyInput", { id: input.id<"GliPolicy">(), ...patchShape(gliPolicyRecord) })),
  breakDates: input.listOf(record("BreakDateInput", { id: input.id<"BreakDate">(), ...patchShape(breakDateRecord) })),
  franchisePeriods: input.listOf(
    record("FranchisePeriodInput", { id: input.id<"FranchisePeriod">(), ...patchShape(franchisePeriodRecord) }),
  ),
  cappingRules: input.listOf(
    record("CappingRuleInput", { id: input.id<"CappingRule">(), ...patchShape(cappingRuleRecord) }),
  ),
  supportMeasures: input.listOf(
    record("SupportMeasureInput", { id: input.id<"SupportMeasure">(), ...patchShape(supportMeasureRecord) }),
  ),
};
