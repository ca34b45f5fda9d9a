import { choice, type Decimal, day, decimal, type Id, id, type RecordOf, record, text } from "@cartulary/kernel";
import { PERCENTAGE } from "../../agency/field-rules.ts";
import type { ElementOf } from "../estate/array-elements.ts";

export type FranchisePeriodId = Id<"FranchisePeriod">;

export const FRANCHISE_TYPES = ["rent_free", "reduced_rent", "stepped"] as const;
export type FranchiseType = (typeof FRANCHISE_TYPES)[number];

export const FRANCHISE_SCOPES = ["rent", "charges", "all"] as const;
export type FranchiseScope = (typeof FRANCHISE_SCOPES)[number];

/** The declaration of a franchise: a time in which less is paid. */
export const franchisePeriodRecord = record("franchise period", {
  id: id("FranchisePeriod", { set: "program", description: "Identifier of the franchise" }),
  startDate: day({ description: "First day on which less is paid" }),
  endDate: day({ description: "Last day on which less is paid" }),
  franchiseType: choice(FRANCHISE_TYPES, {
    default: "rent_free",
    description: "Whether nothing is paid, a reduced rent, or a rent that rises by steps",
  }),
  reductionPercent: decimal({
    ...PERCENTAGE,
    default: 1_000_000 as Decimal,
    description: "Part that is not paid; a new franchise that is not rent_free must contain it",
  }),
  reason: text({ nullable: true, description: "Why less is paid, such as works" }),
  scopeType: choice(FRANCHISE_SCOPES, { default: "rent", description: "Whether rent, charges or both are reduced" }),
});

/** A period of reduced payment, both days included (rental.md 2.1). */
export type FranchisePeriod = RecordOf<typeof franchisePeriodRecord>;

/** A franchise in inputs. */
export type FranchisePeriodInput = ElementOf<typeof franchisePeriodRecord>;
