import {
  BREAK_DECISIONS,
  BREAK_STATUSES,
  BREAK_TYPES,
  CAPPING_TYPES,
  FRANCHISE_SCOPES,
  FRANCHISE_TYPES,
} from "@cartulary/rental";
import { z } from "zod";
import { day, decimal, flag, integer, money, text, uuid } from "../fields.ts";
import { camelRecord, record } from "../record.ts";
import { input } from "./estate-fields.ts";

/** An insurance against unpaid rent, as it is today. */
export const GliPolicy = camelRecord("GliPolicy", {
  id: uuid<"GliPolicy">(),
  insurerName: text().nullable(),
  policyNumber: text().nullable(),
  premium: money().nullable(),
  premiumFrequency: text().nullable(),
  coverageRate: decimal().nullable(),
  startDate: day().nullable(),
  endDate: day().nullable(),
  status: z.enum(["upcoming", "active", "expired"]),
  expiringSoon: flag(),
});

/** A day on which a lease may be left, as it is today. */
export const BreakDate = camelRecord("BreakDate", {
  id: uuid<"BreakDate">(),
  breakDate: day(),
  breakType: z.enum(BREAK_TYPES),
  noticeDeadline: day().nullable(),
  status: z.enum(BREAK_STATUSES),
  daysUntilBreak: integer().nullable(),
  noticePeriodStarted: flag(),
});

/** A time in which less is paid. */
export const FranchisePeriod = camelRecord("FranchisePeriod", {
  id: uuid<"FranchisePeriod">(),
  startDate: day(),
  endDate: day(),
  franchiseType: z.enum(FRANCHISE_TYPES),
  reductionPercent: decimal(),
  reason: text().nullable(),
  scopeType: z.enum(FRANCHISE_SCOPES),
});

/** What holds a rent down. */
export const CappingRule = camelRecord("CappingRule", {
  id: uuid<"CappingRule">(),
  cappingType: z.enum(CAPPING_TYPES),
  referenceAmount: money().nullable(),
  maxIncreasePercent: decimal().nullable(),
  startDate: day().nullable(),
  zone: text().nullable(),
});

/** What was agreed to help a tenant. */
export const SupportMeasure = camelRecord("SupportMeasure", {
  id: uuid<"SupportMeasure">(),
  modifierType: text(),
  category: text().nullable(),
  status: text(),
  label: text().nullable(),
  validFrom: day().nullable(),
  validTo: day().nullable(),
  priority: integer().nullable(),
  impactLabel: text().nullable(),
  sourceType: text().nullable(),
  sourceId: uuid<string>().nullable(),
});

/** What may be said of the arrays of a lease; the fields that a new element needs are refused in the core. */
export const leaseArrayInputs = {
  gliPolicies: input.listOf(
    record("GliPolicyInput", {
      id: input.id<"GliPolicy">(),
      insurerName: input.emptyText(),
      policyNumber: input.emptyText(),
      premiumCents: input.emptyCents(),
      premiumFrequency: input.emptyText(),
      coverageRate: input.emptyDecimal(),
      startDate: input.emptyDay(),
      endDate: input.emptyDay(),
    }),
  ),
  breakDates: input.listOf(
    record("BreakDateInput", {
      id: input.id<"BreakDate">(),
      breakDate: input.day(),
      breakType: input.choice(BREAK_TYPES),
      noticeDeadline: input.emptyDay(),
      status: input.emptyChoice(BREAK_DECISIONS),
    }),
  ),
  franchisePeriods: input.listOf(
    record("FranchisePeriodInput", {
      id: input.id<"FranchisePeriod">(),
      startDate: input.day(),
      endDate: input.day(),
      franchiseType: input.choice(FRANCHISE_TYPES),
      reductionPercent: input.decimal(),
      reason: input.emptyText(),
      scopeType: input.choice(FRANCHISE_SCOPES),
    }),
  ),
  cappingRules: input.listOf(
    record("CappingRuleInput", {
      id: input.id<"CappingRule">(),
      cappingType: input.choice(CAPPING_TYPES),
      referenceAmountCents: input.emptyCents(),
      maxIncreasePercent: input.emptyDecimal(),
      startDate: input.emptyDay(),
      zone: input.emptyText(),
    }),
  ),
  supportMeasures: input.listOf(
    record("SupportMeasureInput", {
      id: input.id<"SupportMeasure">(),
      modifierType: input.text(),
      category: input.emptyText(),
      status: input.text(),
      label: input.emptyText(),
      validFrom: input.emptyDay(),
      validTo: input.emptyDay(),
      priority: input.emptyInteger(),
      impactLabel: input.emptyText(),
      sourceType: input.emptyText(),
      sourceId: input.emptyId<string>(),
    }),
  ),
};
