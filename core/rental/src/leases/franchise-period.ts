import type { Day, Decimal, Id } from "@cartulary/kernel";
import type { ElementInput, ElementRules } from "../estate/elements.ts";
import { aDay, aLine, anything, aPercentage, nullable } from "../estate/fields.ts";

export type FranchisePeriodId = Id<"FranchisePeriod">;

export const FRANCHISE_TYPES = ["rent_free", "reduced_rent", "stepped"] as const;
/** One of {@link FRANCHISE_TYPES}. */
export type FranchiseType = (typeof FRANCHISE_TYPES)[number];

export const FRANCHISE_SCOPES = ["rent", "charges", "all"] as const;
/** One of {@link FRANCHISE_SCOPES}. */
export type FranchiseScope = (typeof FRANCHISE_SCOPES)[number];

/** A time in which less is paid, both days included (rental.md 2.1). */
export interface FranchisePeriod {
  readonly id: FranchisePeriodId;
  readonly startDate: Day;
  readonly endDate: Day;
  readonly franchiseType: FranchiseType;
  /** Percent that is not paid. */
  readonly reductionPercent: Decimal;
  readonly reason: string | null;
  /** What of it. */
  readonly scopeType: FranchiseScope;
}

/** What may be said of a franchise; with an id, of one that is there. */
export interface FranchisePeriodInput extends ElementInput {
  readonly id?: FranchisePeriodId;
  readonly startDate?: Day;
  readonly endDate?: Day;
  /** Default `rent_free`. */
  readonly franchiseType?: FranchiseType;
  /** Default the whole where the type is `rent_free`; any other type says how much. */
  readonly reductionPercent?: Decimal;
  readonly reason?: string | null;
  /** Default `rent`. */
  readonly scopeType?: FranchiseScope;
}

/** What a franchise has to be. */
export const franchisePeriodRules: ElementRules<FranchisePeriodInput> = {
  rules: {
    startDate: aDay,
    endDate: aDay,
    franchiseType: anything(),
    reductionPercent: aPercentage,
    reason: nullable(aLine),
    scopeType: anything(),
  },
  required: ["startDate", "endDate"],
};

/** What a new franchise is until something is said of it. */
export const blankFranchisePeriod: Omit<FranchisePeriod, "id" | "startDate" | "endDate"> = {
  franchiseType: "rent_free",
  reductionPercent: 1_000_000 as Decimal,
  reason: null,
  scopeType: "rent",
};
