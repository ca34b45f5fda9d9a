import { type Day, day, daysBetween, decimal, type Id, id, type RecordOf, record, text } from "@cartulary/kernel";
import type { Cents } from "@cartulary/ledger";
import { amountInCents, PERCENTAGE } from "../../agency/field-rules.ts";
import { covers } from "../../agency/time/interval.ts";
import type { ElementOf } from "../estate/array-elements.ts";

export type GliPolicyId = Id<"GliPolicy">;

/** The declaration of a policy against unpaid rent (garantie des loyers impayés). */
export const gliPolicyRecord = record("GLI policy", {
  id: id("GliPolicy", { set: "program", description: "Identifier of the policy" }),
  insurerName: text({ nullable: true, description: "Company that insures the rent" }),
  policyNumber: text({ nullable: true, description: "Number of the policy at the insurer" }),
  premiumCents: amountInCents({ nullable: true, description: "Premium of one period" }),
  premiumFrequency: text({ nullable: true, description: "How often the premium is paid" }),
  coverageRate: decimal({
    ...PERCENTAGE,
    nullable: true,
    description: "Part of the unpaid rent that the insurer pays back; information only",
  }),
  startDate: day({ nullable: true, description: "First day of the cover" }),
  endDate: day({ nullable: true, description: "Last day of the cover" }),
});

/** Insurance of a lease against unpaid rent (garantie des loyers impayés). */
export type GliPolicy = RecordOf<typeof gliPolicyRecord>;

/** A policy in responses, computed for a day. */
export interface GliPolicyView extends Omit<GliPolicy, "premiumCents"> {
  readonly premium: Cents | null;
  readonly status: "upcoming" | "active" | "expired";
  /** In force and ending within sixty days. */
  readonly expiringSoon: boolean;
}

/** A policy in inputs. */
export type GliPolicyInput = ElementOf<typeof gliPolicyRecord>;

/** Days before its end from which a policy counts as expiring soon (estate.md 1.2). */
const EXPIRING_SOON_DAYS = 60;

/** Computes a policy for a day. */
export function gliPolicyOn({ premiumCents: premium, ...policy }: GliPolicy, today: Day): GliPolicyView {
  const { startDate, endDate } = policy;
  const isInForce = covers({ from: startDate, to: endDate }, today);
  const status = isInForce ? "active" : endDate !== null && endDate < today ? "expired" : "upcoming";
  return {
    ...policy,
    premium,
    status,
    expiringSoon: isInForce && endDate !== null && daysBetween(today, endDate) <= EXPIRING_SOON_DAYS,
  };
}
