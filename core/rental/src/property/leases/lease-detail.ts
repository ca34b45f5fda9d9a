import { addMonths, type Day, type Decimal, type Id } from "@cartulary/kernel";
import type { Cents } from "@cartulary/ledger";
import type { BillingCalendar } from "../../agency/mandataire.ts";
import type { IndexValue } from "../indexation/index-value.ts";
import type { LeaseArrays } from "./arrays.ts";
import { type BreakDateView, breakDateOn } from "./break-date.ts";
import { type CappingRuleView, cappingRuleView } from "./capping-rule.ts";
import { type GliPolicyView, gliPolicyOn } from "./gli-policy.ts";
import type { HouseholdMember } from "./household-member.ts";
import type { Lease } from "./lease.ts";
import { type LeaseSummary, leaseSummaryOn } from "./lease-summary-on-day.ts";
import type { LeaseParty, LeasePartyView } from "./party.ts";
import { type NamedRevision, type RevisionView, revisionView } from "./revision.ts";
import { indicatorOn, type RevisionIndicator } from "./revision-indicator.ts";
import type { RevisableUnit } from "./revision-state.ts";
import type { LeaseTerm, LeaseUnitTerm } from "./term.ts";
import {
  type MonthlyAmounts,
  monthlyCents,
  type TermWithUnits,
  termOn,
  unitTermsOf,
  withMonthlyAmounts,
} from "./term-timeline.ts";

/** A unit of a lease in a list. */
export interface LeaseUnitRef {
  readonly identifier: string;
  readonly propertyName: string;
}

/** A lease in a list. */
export interface ListedLease
  extends LeaseSummary,
    Pick<Lease, "id" | "reference" | "leaseType" | "startDate" | "paymentTiming" | "updatedAt"> {
  readonly units: readonly LeaseUnitRef[];
}

/** A unit of a lease with its property. */
export interface LeaseUnitRecord extends RevisableUnit, LeaseUnitRef {
  readonly propertyId: Id<"Property">;
  readonly areaSqm: Decimal | null;
}

/** A unit of a lease with its rent on a day. */
export interface LeaseUnitView extends Omit<LeaseUnitRecord, "leaseId"> {
  readonly baseRentCents: Cents | null;
  readonly annualAmountCents: Cents | null;
  readonly chargeProvisionCents: Cents | null;
  readonly vatApplicable: boolean;
  readonly vatRate: Decimal | null;
  readonly chargeProvisionVatApplicable: boolean;
}

/** Fields of a term in the detail. */
type TermHeader = Pick<LeaseTerm, "id" | "effectiveFrom" | "effectiveTo" | "revisionMonth" | "revisionFrequencyYears">;

/** A term with its monthly totals. */
export interface LeaseTermAmounts extends TermHeader {
  readonly baseRent: Cents;
  readonly chargeProvision: Cents;
  readonly totalMonthly: Cents;
}

/** A party with its name and address. */
export interface LeaseDetailParty
  extends Omit<LeasePartyView, "leaseId" | "createdAt" | "updatedAt">,
    Pick<LeaseParty, "contributesToRent" | "rentContributionCents" | "declared"> {
  readonly name: string | null;
  readonly email: string | null;
  readonly householdMember: Omit<HouseholdMember, "mandataireId"> | null;
}

/** The lease and its parts as stored, read in one statement. */
export interface LeaseParts {
  readonly lease: Lease;
  /** Ordered by identifier. */
  readonly units: readonly LeaseUnitRecord[];
  /** Ordered by first day, each with the rents it sets itself. */
  readonly terms: readonly (TermHeader & Pick<TermWithUnits, "units" | "reachesBack" | "updatedAt">)[];
  readonly parties: readonly LeaseDetailParty[];
  readonly arrays: LeaseArrays;
  readonly revisions: readonly NamedRevision[];
  /** Published values of the units' indices. */
  readonly indexValues: readonly Pick<IndexValue, "indexCode" | "period" | "value" | "publishedOn">[];
  /** Defaults of the mandataire. */
  readonly defaults: { readonly billingCalendar: BillingCalendar; readonly billingCycleMonth: number };
}

/** A lease with all its details. */
export interface LeaseDetail
  extends Omit<ListedLease, "units">,
    Pick<LeaseArrays, "franchisePeriods" | "supportMeasures">,
    Pick<
      Lease,
      | "externalId"
      | "signatureDate"
      | "revisionMode"
      | "cafAllocataireNumber"
      | "paymentDay"
      | "paymentFrequency"
      | "billingCalendar"
      | "billingCycleMonth"
      | "noticeMonths"
      | "autoRenewal"
      | "renewalNoticePeriod"
      | "proration"
      | "chargeType"
    > {
  readonly units: readonly LeaseUnitView[];
  readonly initialBalance: Cents | null;
  readonly securityDeposit: Cents | null;
  /** The lease's own calendar, else the mandataire's. */
  readonly effectiveBillingCalendar: BillingCalendar;
  readonly effectiveBillingCycleMonth: number;
  /** The lease's end minus its `renewalNoticePeriod` in months. */
  readonly renewalNoticeDate: Day | null;
  readonly terms: readonly LeaseTermAmounts[];
  readonly parties: readonly LeaseDetailParty[];
  readonly gliPolicies: readonly GliPolicyView[];
  readonly breakDates: readonly BreakDateView[];
  readonly cappingRules: readonly CappingRuleView[];
  readonly revisionIndicator: RevisionIndicator;
  readonly revisions: readonly RevisionView[];
}

/** Computes the detail of a lease for a day. */
export function leaseDetailOn(parts: LeaseParts, today: Day): LeaseDetail {
  const { lease, units, terms, parties, arrays, revisions, indexValues, defaults } = parts;
  const revisable = { lease, units, terms, cappingRules: arrays.cappingRules, revisions, indexValues };
  const currentTerm = termOn(terms, today);
  const unitTerms = unitTermsOf(terms.slice(0, currentTerm === null ? 0 : terms.indexOf(currentTerm) + 1));
  const summary = leaseSummaryOn(parts, unitTerms, today);
  const { initialBalanceCents: initialBalance, securityDepositCents: securityDeposit, renewalNoticePeriod } = lease;
  return {
    ...lease,
    ...summary,
    ...arrays,
    initialBalance,
    securityDeposit,
    effectiveBillingCalendar: lease.billingCalendar ?? defaults.billingCalendar,
    effectiveBillingCycleMonth: lease.billingCycleMonth ?? defaults.billingCycleMonth,
    renewalNoticeDate:
      summary.endDate === null || renewalNoticePeriod === null
        ? null
        : addMonths(summary.endDate, -renewalNoticePeriod),
    units: units.map((unit) => ({ ...unit, ...costOf(unitTerms.get(unit.id)) })),
    terms: withMonthlyAmounts(terms).map(amountsOf),
    parties,
    gliPolicies: arrays.gliPolicies.map((policy) => gliPolicyOn(policy, today)),
    breakDates: arrays.breakDates.map((each) => breakDateOn(each, lease.noticeMonths, today)),
    cappingRules: arrays.cappingRules.map(cappingRuleView),
    revisionIndicator: indicatorOn(revisable, today),
    revisions: revisions.map(revisionView),
  };
}

function amountsOf({
  amounts,
  reachesBack: _,
  updatedAt: __,
  ...term
}: LeaseParts["terms"][number] & { readonly amounts: MonthlyAmounts }): LeaseTermAmounts {
  const { baseRentCents, chargeProvisionCents, totalCents } = amounts;
  return { ...term, baseRent: baseRentCents, chargeProvision: chargeProvisionCents, totalMonthly: totalCents };
}

function costOf(term: LeaseUnitTerm | undefined) {
  return {
    baseRentCents: term ? monthlyCents(term.annualAmountCents) : null,
    annualAmountCents: term?.annualAmountCents ?? null,
    chargeProvisionCents: term?.chargeProvisionCents ?? null,
    vatApplicable: term?.vatApplicable ?? false,
    vatRate: term?.vatRate ?? null,
    chargeProvisionVatApplicable: term?.chargeProvisionVatApplicable ?? term?.vatApplicable ?? false,
  };
}
