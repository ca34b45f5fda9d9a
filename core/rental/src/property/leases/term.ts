import {
  choice,
  type Decimal,
  day,
  decimal,
  type FilterOf,
  flag,
  type Id,
  id,
  integer,
  type Listing,
  listingOf,
  type PatchOf,
  type RecordOf,
  record,
} from "@cartulary/kernel";
import { type Cents, LEDGER_LIST_DIALECT } from "@cartulary/ledger";
import { ofMandataire, timestamps } from "../../agency/field-rules.ts";
import type { LeaseUnitId } from "./lease-unit.ts";

export type LeaseTermId = Id<"LeaseTerm">;

export const PAYMENT_TOLERANCE_TYPES = ["none", "amount", "percent", "days"] as const;

const FREQUENCY_MAX = 99;
/** Decimals with eleven digits before the point. */
const DECIMAL_MAX = 999_999_999_999_999;

/** The declaration of a term: the conditions of a lease from a day on. */
export const leaseTermRecord = record("lease term", {
  ...ofMandataire,
  id: id("LeaseTerm", { set: "program", filter: true, description: "Identifier of the term" }),
  leaseId: id("Lease", { set: "program", filter: true, description: "Lease that the term belongs to for good" }),
  effectiveFrom: day({ filter: true, description: "First day of the term" }),
  effectiveTo: day({
    set: "program",
    nullable: true,
    filter: true,
    description: "Last day: the day before the next term, or the end that was requested; null is without end",
  }),
  effectiveToGiven: day({
    input: "effectiveTo",
    nullable: true,
    description: "Last day that was requested; the next term may end it earlier",
  }),
  revisionMonth: integer({
    min: 1,
    max: 12,
    default: null,
    filter: true,
    description: "Month of the yearly revision, 1 is January; null is the month in which the lease starts",
  }),
  revisionFrequencyYears: integer({
    min: 1,
    max: FREQUENCY_MAX,
    unit: "years",
    default: null,
    filter: true,
    description: "Time between two revisions; null is one year",
  }),
  paymentToleranceType: choice(PAYMENT_TOLERANCE_TYPES, {
    default: null,
    filter: true,
    description: "Whether a shortfall is tolerated as an amount, a percentage of the call or days after the due date",
  }),
  paymentToleranceValue: decimal({
    places: 4,
    min: 0,
    max: DECIMAL_MAX,
    default: null,
    filter: true,
    description: "Tolerated shortfall: cents for amount, percent of the call for percent, days for days",
  }),
  reachesBack: flag({
    set: "program",
    default: true,
    description: "Whether the term changes days that are billed already",
  }),
  ...timestamps,
});

/** The conditions of a lease from a day on: when it is revised, how late a payment may be, and the rents. */
export type LeaseTerm = RecordOf<typeof leaseTermRecord>;

/** A term in inputs, without its units. A field that it leaves out keeps its value. */
export type TermFieldsInput = PatchOf<typeof leaseTermRecord>;

/** Unit in which a rent is agreed and revised; a monthly rent is multiplied by twelve. */
export type RentPeriod = "month" | "year";

/** Rent of one unit in a term. */
export interface LeaseUnitTerm {
  readonly id: Id<"LeaseUnitTerm">;
  readonly leaseUnitId: LeaseUnitId;
  /** Without VAT; all other amounts are derived from it (rental.md 2.3). */
  readonly annualAmountCents: Cents;
  readonly rentPeriod: RentPeriod;
  /** Per month. */
  readonly chargeProvisionCents: Cents | null;
  /** Null means `vatApplicable`. */
  readonly chargeProvisionVatApplicable: boolean | null;
  readonly vatApplicable: boolean;
  /** Percent. */
  readonly vatRate: Decimal | null;
}

/** A term in responses, with the rents of all units. */
export interface LeaseTermDetail extends Omit<LeaseTerm, "mandataireId" | "effectiveToGiven" | "reachesBack"> {
  readonly leaseUnitTerms: readonly LeaseUnitTerm[];
}

export type LeaseTermField = FilterOf<typeof leaseTermRecord>;

/** The filters and sorts of lists of lease terms. There is no text to search. */
export const leaseTermListing: Listing<LeaseTermField> = listingOf(leaseTermRecord, LEDGER_LIST_DIALECT, {
  sort: "createdAt",
});
