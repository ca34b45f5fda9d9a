import {
  choice,
  day,
  filtersOf,
  flag,
  type Id,
  id,
  integer,
  type Listing,
  type RecordOf,
  record,
  text,
} from "@cartulary/kernel";
import { LEDGER_LIST_DIALECT } from "@cartulary/ledger";
import { amountInCents, ofMandataire, timestamps } from "../../agency/field-rules.ts";
import { BILLING_CALENDARS } from "../../agency/mandataire.ts";

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
export type LeaseType = (typeof LEASE_TYPES)[number];

export const LEASE_STATUSES = ["draft", "active", "notice", "ended", "cancelled"] as const;
export type LeaseStatus = (typeof LEASE_STATUSES)[number];

/** Intervals at which rent is called. */
export const PAYMENT_FREQUENCIES = ["monthly", "quarterly", "annual"] as const;
export type PaymentFrequency = (typeof PAYMENT_FREQUENCIES)[number];

/** Payment at the beginning (`advance`) or at the end (`arrears`) of a period. */
export const PAYMENT_TIMINGS = ["advance", "arrears"] as const;
export type PaymentTiming = (typeof PAYMENT_TIMINGS)[number];

export const REVISION_MODES = ["automatic", "manual", "none"] as const;
export type RevisionMode = (typeof REVISION_MODES)[number];

/** Methods to prorate a part of a month (rental.md 2.3). */
export const PRORATIONS = ["actual_month", "thirty_days", "year_365", "full_month"] as const;
export type Proration = (typeof PRORATIONS)[number];

/**
 * The calls of a lease's deposit: `due` if the next run makes its line, `called` once an applied run has it or the
 * agency took it over, `none` if the deposit was paid before the agency's book begins (effects.md 6).
 */
const DEPOSIT_CALLS = ["due", "called", "none"] as const;
export type DepositCall = (typeof DEPOSIT_CALLS)[number];

/** Ways in which the tenant pays charges: provisions that are settled yearly, or a flat amount that is not. */
export const CHARGE_TYPES = ["provision", "flat"] as const;
export type ChargeType = (typeof CHARGE_TYPES)[number];

/** Fifty years. */
const MONTHS_MAX = 600;

/** The declaration of a lease (bail). Its units, terms, parties and arrays are records of their own. */
export const leaseRecord = record("lease", {
  ...ofMandataire,
  id: id("Lease", { set: "program", filter: true, description: "Identifier of the lease" }),
  reference: text({ filled: true, filter: true, description: "Reference that the agency gives the lease" }),
  leaseType: choice(LEASE_TYPES, { filter: true, description: "Kind of lease, which decides the law that applies" }),
  /** As it was last written; `leaseStatusOn` computes the status of a day. */
  status: choice(LEASE_STATUSES, {
    set: "program",
    default: "draft",
    filter: true,
    description: "How far the lease is today, which its dates and its operations decide",
  }),
  startDate: day({ filter: true, description: "First day of the lease" }),
  /** As it was last written. */
  endDate: day({ nullable: true, filter: true, description: "Last day of the lease; null while it is not known" }),
  /** Renewals are counted from it, so that none of them moves the day of the month. */
  endDateGiven: day({ set: "program", nullable: true, description: "Last day as it was requested, without a notice" }),
  endDateBeforeNotice: day({
    set: "program",
    nullable: true,
    description: "Last day that a withdrawn notice restores",
  }),
  noticeDate: day({ set: "program", nullable: true, description: "Day on which notice was given" }),
  signatureDate: day({ nullable: true, description: "Day on which the lease was signed; an active lease has one" }),
  paymentDay: integer({
    min: 1,
    max: 31,
    default: null,
    description: "Day of the month on which rent is due; the first where it is null",
  }),
  paymentFrequency: choice(PAYMENT_FREQUENCIES, {
    default: null,
    description: "How often rent is called; monthly where it is null",
  }),
  paymentTiming: choice(PAYMENT_TIMINGS, {
    default: null,
    filter: true,
    description: "Whether rent is due before or after its period; before where it is null",
  }),
  autoRenewal: flag({ default: false, description: "Whether the lease renews tacitly at its end" }),
  noticeMonths: integer({
    min: 0,
    max: MONTHS_MAX,
    unit: "months",
    default: null,
    description: "Notice that the tenant gives",
  }),
  externalId: text({ nullable: true, description: "Identifier of the lease in another system" }),
  revisionMode: choice(REVISION_MODES, {
    default: "manual",
    description: "Whether rents are revised by the server, by the agency, or never",
  }),
  initialBalanceCents: amountInCents({
    signed: true,
    nullable: true,
    description: "Balance of the tenant at the takeover, positive is owed; called when the lease is activated",
  }),
  cafAllocataireNumber: text({
    nullable: true,
    description: "Number of the tenant at the family benefits office (CAF)",
  }),
  billingCalendar: choice(BILLING_CALENDARS, {
    nullable: true,
    description: "Whether periods follow the civil year or the lease's anniversary; the mandataire's where it is null",
  }),
  billingCycleMonth: integer({
    min: 1,
    max: 12,
    nullable: true,
    description: "Month that the billing year begins with, 1 is January; the mandataire's where it is null",
  }),
  renewalNoticePeriod: integer({
    min: 0,
    max: MONTHS_MAX,
    unit: "months",
    nullable: true,
    description: "Time before the end at which a renewal is to be discussed",
  }),
  securityDepositCents: amountInCents({
    nullable: true,
    description: "Deposit that the tenant pays (dépôt de garantie), called once by the next run of the lease",
  }),
  depositCall: choice(DEPOSIT_CALLS, {
    set: "program",
    default: "due",
    description: "Whether the next run calls the deposit, or who has it already",
  }),
  proration: choice(PRORATIONS, {
    default: "actual_month",
    description: "How the price of a part of a month is computed",
  }),
  chargeType: choice(CHARGE_TYPES, {
    default: "provision",
    description: "Whether charges are provisions, which statements settle, or a flat amount (forfait)",
  }),
  ...timestamps,
});

/** The contract by which a tenant rents units, with how and when the rent is paid. */
export type Lease = RecordOf<typeof leaseRecord>;

const { paymentTiming, createdAt, updatedAt, ...ownFilters } = filtersOf(leaseRecord);
const fields = {
  ...ownFilters,
  tenantName: "text",
  tenantId: "uuid",
  unitIdentifier: "text",
  propertyName: "text",
  propertyId: "uuid",
  paymentTiming,
  createdAt,
  updatedAt,
} as const;

export type LeaseField = keyof typeof fields;

/** Filters and sorts of lists of leases. Fields that depend on dates are computed for today. */
export const leaseListing: Listing<LeaseField> = {
  dialect: LEDGER_LIST_DIALECT,
  fields,
  sorts: Object.keys(fields) as LeaseField[],
  sort: "createdAt",
  search: ["reference", "tenantName", "unitIdentifier", "propertyName"],
};
