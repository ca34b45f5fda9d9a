import type { Day, Id, Instant, Listing } from "@cartulary/kernel";
import { type Cents, ledgerLists } from "@cartulary/ledger";
import type { BillingCalendar, MandataireId } from "../mandataire.ts";

export type LeaseId = Id<"Lease">;

export const LEASE_TYPES = [
  "residential_unfurnished",
  "residential_furnished",
  "mobility",
  "student",
  "commercial",
  "professional",
  "derogatory",
  "parking",
  "storage",
  "other",
] as const;
/** One of {@link LEASE_TYPES}. */
export type LeaseType = (typeof LEASE_TYPES)[number];

export const LEASE_STATUSES = ["draft", "active", "notice", "ended", "cancelled"] as const;
/** One of {@link LEASE_STATUSES}. */
export type LeaseStatus = (typeof LEASE_STATUSES)[number];

/** How often rent is called. */
export const PAYMENT_FREQUENCIES = ["monthly", "quarterly", "annual"] as const;
/** One of {@link PAYMENT_FREQUENCIES}. */
export type PaymentFrequency = (typeof PAYMENT_FREQUENCIES)[number];

/** Whether a period is paid when it begins or when it is over. */
export const PAYMENT_TIMINGS = ["advance", "arrears"] as const;
/** One of {@link PAYMENT_TIMINGS}. */
export type PaymentTiming = (typeof PAYMENT_TIMINGS)[number];

export const REVISION_MODES = ["automatic", "manual", "none"] as const;
/** One of {@link REVISION_MODES}. */
export type RevisionMode = (typeof REVISION_MODES)[number];

/** What a part of a month costs (rental.md 2.3). */
export const PRORATIONS = ["actual_month", "thirty_days", "year_365", "full_month"] as const;
/** One of {@link PRORATIONS}. */
export type Proration = (typeof PRORATIONS)[number];

/** What somebody rents, from when, and how it is paid. What it was on a day is told by `leaseOn`. */
export interface Lease {
  readonly mandataireId: MandataireId;
  readonly id: LeaseId;
  readonly reference: string;
  readonly leaseType: LeaseType;
  /** As it was last written: one whose end is past has ended, whether somebody wrote so or not. */
  readonly status: LeaseStatus;
  readonly startDate: Day;
  /** The last day, as it was last written; `null` while nobody knows it. */
  readonly endDate: Day | null;
  /**
   * The last day as somebody gave it, no notice counted: renewals are counted from it, so that none of them moves the day
   * of the month.
   */
  readonly endDateGiven: Day | null;
  /** What a notice that is withdrawn gives back. */
  readonly endDateBeforeNotice: Day | null;
  readonly noticeDate: Day | null;
  readonly signatureDate: Day | null;
  /** 1 to 31; the first when null. */
  readonly paymentDay: number | null;
  /** Monthly when null. */
  readonly paymentFrequency: PaymentFrequency | null;
  /** In advance when null. */
  readonly paymentTiming: PaymentTiming | null;
  readonly autoRenewal: boolean;
  readonly noticeMonths: number | null;
  readonly externalId: string | null;
  readonly revisionMode: RevisionMode;
  readonly initialBalanceCents: Cents | null;
  readonly cafAllocataireNumber: string | null;
  /** The mandataire's when null. */
  readonly billingCalendar: BillingCalendar | null;
  /** 1 to 12; the mandataire's when null. */
  readonly billingCycleMonth: number | null;
  /** How many months before its end a renewal is spoken of. */
  readonly renewalNoticePeriod: number | null;
  readonly securityDepositCents: Cents | null;
  readonly proration: Proration;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

const fields = {
  id: "uuid",
  reference: "text",
  leaseType: "keyword",
  status: "keyword",
  startDate: "date",
  endDate: "date",
  tenantName: "text",
  tenantId: "uuid",
  unitIdentifier: "text",
  propertyName: "text",
  propertyId: "uuid",
  paymentTiming: "keyword",
  createdAt: "instant",
  updatedAt: "instant",
} as const;

/** A field that {@link leaseListing} knows. */
export type LeaseField = keyof typeof fields;

/** What lists of leases may be filtered and sorted by: what a date decides as of today. */
export const leaseListing: Listing<LeaseField> = {
  dialect: ledgerLists,
  fields,
  sorts: Object.keys(fields) as LeaseField[],
  sort: "createdAt",
  search: ["reference", "tenantName", "unitIdentifier", "propertyName"],
};

/** What a new lease is until something is said of it. */
export const blankLease: Omit<
  Lease,
  "mandataireId" | "id" | "reference" | "leaseType" | "startDate" | "createdAt" | "updatedAt"
> = {
  status: "draft",
  endDate: null,
  endDateGiven: null,
  endDateBeforeNotice: null,
  noticeDate: null,
  signatureDate: null,
  paymentDay: null,
  paymentFrequency: null,
  paymentTiming: null,
  autoRenewal: false,
  noticeMonths: null,
  externalId: null,
  revisionMode: "manual",
  initialBalanceCents: null,
  cafAllocataireNumber: null,
  billingCalendar: null,
  billingCycleMonth: null,
  renewalNoticePeriod: null,
  securityDepositCents: null,
  proration: "actual_month",
};
