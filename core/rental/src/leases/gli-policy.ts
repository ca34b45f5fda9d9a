import { type Day, type Decimal, daysBetween, type Id } from "@cartulary/kernel";
import type { Cents } from "@cartulary/ledger";
import type { ElementInput, ElementRules } from "../estate/elements.ts";
import { aDay, aLine, anAmount, aPercentage, nullable } from "../estate/fields.ts";
import { covers } from "../time/interval.ts";

export type GliPolicyId = Id<"GliPolicy">;

/** An insurance of a lease against unpaid rent (garantie des loyers impayés). */
export interface GliPolicy {
  readonly id: GliPolicyId;
  readonly insurerName: string | null;
  readonly policyNumber: string | null;
  readonly premiumCents: Cents | null;
  readonly premiumFrequency: string | null;
  /** Percent. */
  readonly coverageRate: Decimal | null;
  readonly startDate: Day | null;
  /** The last day. */
  readonly endDate: Day | null;
}

/** A policy as it is answered on a day. */
export interface GliPolicyView extends Omit<GliPolicy, "premiumCents"> {
  readonly premium: Cents | null;
  readonly status: "upcoming" | "active" | "expired";
  /** In force, for sixty days more at most. */
  readonly expiringSoon: boolean;
}

/** What may be said of a policy; with an id, of one that is there. */
export interface GliPolicyInput extends ElementInput {
  readonly id?: GliPolicyId;
  readonly insurerName?: string | null;
  readonly policyNumber?: string | null;
  readonly premiumCents?: Cents | null;
  readonly premiumFrequency?: string | null;
  readonly coverageRate?: Decimal | null;
  readonly startDate?: Day | null;
  readonly endDate?: Day | null;
}

/** What a policy has to be. */
export const gliPolicyRules: ElementRules<GliPolicyInput> = {
  rules: {
    insurerName: nullable(aLine),
    policyNumber: nullable(aLine),
    premiumCents: nullable(anAmount()),
    premiumFrequency: nullable(aLine),
    coverageRate: nullable(aPercentage),
    startDate: nullable(aDay),
    endDate: nullable(aDay),
  },
  required: [],
};

/** What a new policy is until something is said of it. */
export const blankGliPolicy: Omit<GliPolicy, "id"> = {
  insurerName: null,
  policyNumber: null,
  premiumCents: null,
  premiumFrequency: null,
  coverageRate: null,
  startDate: null,
  endDate: null,
};

/** Days before its end from which a policy is about to expire (estate.md 1.2). */
const SOON = 60;

/** The policy on a day. */
export function gliPolicyOn({ premiumCents: premium, ...policy }: GliPolicy, today: Day): GliPolicyView {
  const { startDate, endDate } = policy;
  const isInForce = covers({ from: startDate, to: endDate }, today);
  const status = isInForce ? "active" : endDate !== null && endDate < today ? "expired" : "upcoming";
  return {
    ...policy,
    premium,
    status,
    expiringSoon: isInForce && endDate !== null && daysBetween(today, endDate) <= SOON,
  };
}
