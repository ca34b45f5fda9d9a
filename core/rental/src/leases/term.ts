import type { Day, Decimal, Id, Instant, Listing } from "@cartulary/kernel";
import { type Cents, ledgerLists } from "@cartulary/ledger";
import type { MandataireId } from "../mandataire.ts";
import type { LeaseUnitId } from "./lease-unit.ts";

export type LeaseTermId = Id<"LeaseTerm">;

export const PAYMENT_TOLERANCE_TYPES = ["none", "amount", "percent", "days"] as const;
/** One of {@link PAYMENT_TOLERANCE_TYPES}. */
export type PaymentToleranceType = (typeof PAYMENT_TOLERANCE_TYPES)[number];

/** What a lease says from a day on: when it is revised, how late a payment may be, and the rents beside it. */
export interface LeaseTerm {
  readonly mandataireId: MandataireId;
  readonly id: LeaseTermId;
  readonly leaseId: Id<"Lease">;
  readonly effectiveFrom: Day;
  /** The last day: see `arranged`. Null where nothing ends it. */
  readonly effectiveTo: Day | null;
  /** The last day that was asked for; the next term may end it earlier. */
  readonly effectiveToGiven: Day | null;
  /** 1 is January; null is the month in which the lease starts. */
  readonly revisionMonth: number | null;
  /** Null is every year. */
  readonly revisionFrequencyYears: number | null;
  readonly paymentToleranceType: PaymentToleranceType | null;
  readonly paymentToleranceValue: Decimal | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** By what a rent was given, and is revised: a rent by the month is twelve of them a year. */
export type RentPeriod = "month" | "year";

/** What a term says of one unit of its lease. */
export interface LeaseUnitTerm {
  readonly id: Id<"LeaseUnitTerm">;
  readonly leaseUnitId: LeaseUnitId;
  /** Without VAT. What everything else follows from (rental.md 2.3). */
  readonly annualAmountCents: Cents;
  readonly rentPeriod: RentPeriod;
  /** By the month. */
  readonly chargeProvisionCents: Cents | null;
  /** Null is as `vatApplicable`. */
  readonly chargeProvisionVatApplicable: boolean | null;
  readonly vatApplicable: boolean;
  /** Percent. */
  readonly vatRate: Decimal | null;
}

/** A term whole: what it says of every unit, of those too that it does not name. */
export interface LeaseTermDetail extends Omit<LeaseTerm, "mandataireId" | "effectiveToGiven"> {
  readonly leaseUnitTerms: readonly LeaseUnitTerm[];
}

const fields = {
  id: "uuid",
  leaseId: "uuid",
  effectiveFrom: "date",
  effectiveTo: "date",
  revisionMonth: "integer",
  revisionFrequencyYears: "integer",
  paymentToleranceType: "keyword",
  paymentToleranceValue: "decimal",
  createdAt: "instant",
  updatedAt: "instant",
} as const;

/** A field that {@link leaseTermListing} knows. */
export type LeaseTermField = keyof typeof fields;

/** What lists of lease terms may be filtered and sorted by. There is no text to search. */
export const leaseTermListing: Listing<LeaseTermField> = {
  dialect: ledgerLists,
  fields,
  sorts: Object.keys(fields) as LeaseTermField[],
  sort: "createdAt",
};
