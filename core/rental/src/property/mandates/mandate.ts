import {
  type CreationOf,
  choice,
  day,
  decimal,
  filtersOf,
  type Id,
  id,
  integer,
  type Listing,
  type PatchOf,
  passage,
  type RecordOf,
  record,
  text,
} from "@cartulary/kernel";
import { LEDGER_LIST_DIALECT } from "@cartulary/ledger";
import { ofMandataire, PERCENTAGE, timestamps } from "../../agency/field-rules.ts";
import { ACCOUNTING_MODES } from "../../agency/mandataire.ts";
import type { MandateServiceInput } from "./mandate-service.ts";

export type MandateId = Id<"Mandate">;

export const MANDATE_TYPES = ["full_management", "rental_only", "charges_only"] as const;
export type MandateType = (typeof MANDATE_TYPES)[number];

export const MANDATE_STATUSES = ["draft", "active", "expired", "terminated"] as const;
export type MandateStatus = (typeof MANDATE_STATUSES)[number];

/** Renewal at the end of a mandate: automatic, by agreement, or none. */
export const RENEWAL_MODES = ["tacit", "express", "none"] as const;
export type RenewalMode = (typeof RENEWAL_MODES)[number];

/** Intervals of payouts to an owner. */
export const DISTRIBUTION_FREQUENCIES = ["monthly", "quarterly", "annual"] as const;
export type DistributionFrequency = (typeof DISTRIBUTION_FREQUENCIES)[number];

/** Holder of tenants' security deposits. */
export const DEPOSIT_HOLDERS = ["agency", "owner"] as const;

/** Beneficiaries of deductions from deposits. */
export const RETENTION_DESTINATIONS = ["owner", "agency"] as const;
export type RetentionDestination = (typeof RETENTION_DESTINATIONS)[number];
export type DepositHolder = (typeof DEPOSIT_HOLDERS)[number];

/** A hundred years. */
const MONTHS_MAX = 1200;

/** The declaration of a mandate (mandat de gestion). */
export const mandateRecord = record("mandate", {
  ...ofMandataire,
  id: id("Mandate", { set: "program", filter: true, description: "Identifier of the mandate" }),
  reference: text({ filled: true, filter: true, description: "Reference that the agency gives the mandate" }),
  mandateType: choice(MANDATE_TYPES, {
    default: "full_management",
    filter: true,
    description: "Whether the agency manages everything, only lets, or only divides charges",
  }),
  /** As it was last written; mandate-status.ts computes the status of a day. */
  status: choice(MANDATE_STATUSES, {
    set: "program",
    default: "draft",
    filter: true,
    description: "How far the mandate is today, which its dates decide",
  }),
  ownerId: id("OwnerActor", { set: "program", filter: true, description: "Owner who gave the mandate" }),
  /** The first of the properties in the mandate. */
  propertyId: id("Property", {
    set: "program",
    nullable: true,
    filter: true,
    description: "First property in the mandate; null where it covers every property of the owner",
  }),
  /** Its place in the register of mandates (law 70-9, decree 72-678 art. 72). */
  number: integer({
    set: "program",
    nullable: true,
    description: "Number in the register; null until the mandate begins",
  }),
  startDate: day({ filter: true, description: "First day of the mandate" }),
  endDate: day({ nullable: true, filter: true, description: "Last day, renewals included; null is without end" }),
  /** Tacit renewals are counted from it. */
  firstEndDate: day({ set: "program", nullable: true, description: "Last day of the first period" }),
  renewalMonths: integer({
    set: "program",
    nullable: true,
    unit: "months",
    description: "Length of a tacit renewal; null where the mandate does not renew",
  }),
  terminatedOn: day({ set: "program", nullable: true, description: "Day from which the mandate is terminated" }),
  managementFeeRate: decimal({
    ...PERCENTAGE,
    default: null,
    filter: true,
    description: "Fee of the agency, without VAT, as a part of the rent",
  }),
  signatureDate: day({ nullable: true, description: "Day on which the owner signed" }),
  vatRateOnFees: decimal({ ...PERCENTAGE, nullable: true, description: "Rate of VAT on fees; 20 where it is null" }),
  renewalMode: choice(RENEWAL_MODES, {
    nullable: true,
    description: "Renewal at the end: tacit, by agreement, or none",
  }),
  noticeMonths: integer({
    min: 0,
    max: MONTHS_MAX,
    unit: "months",
    nullable: true,
    description: "Notice that either side gives to terminate",
  }),
  specialConditions: passage({ nullable: true, description: "Clauses beside the standard contract" }),
  distributionFrequency: choice(DISTRIBUTION_FREQUENCIES, {
    nullable: true,
    description: "How often the owner is paid",
  }),
  distributionDay: integer({
    min: 1,
    max: 31,
    nullable: true,
    description: "Day of the month on which the owner is paid",
  }),
  distributionMarginDays: integer({
    min: 0,
    max: 366,
    unit: "days",
    nullable: true,
    description: "Time between the receipt of a rent and its payment to the owner",
  }),
  depotGarantieDetention: choice(DEPOSIT_HOLDERS, {
    nullable: true,
    description: "Whether the agency or the owner keeps the deposits of tenants",
  }),
  retenueDestination: choice(RETENTION_DESTINATIONS, {
    nullable: true,
    description: "Whether deductions from deposits go to the owner or to the agency; to the owner where it is null",
  }),
  accountingMode: choice(ACCOUNTING_MODES, {
    nullable: true,
    description: "Whether the owner is credited on receipt or on call; the mandataire's mode where it is null",
  }),
  ...timestamps,
});

/** The contract by which an owner has the agency manage a property, for a time and a fee. */
export type Mandate = RecordOf<typeof mandateRecord>;

const {
  id: mandateId,
  reference,
  mandateType,
  status,
  ownerId,
  propertyId,
  ...otherFilters
} = filtersOf(mandateRecord);
const fields = {
  id: mandateId,
  reference,
  mandateType,
  status,
  ownerId,
  ownerActorId: "uuid",
  ownerName: "text",
  propertyId,
  propertyName: "text",
  ...otherFilters,
  businessCode: "keyword",
  ownerBusinessCode: "keyword",
  propertyBusinessCode: "text",
} as const;

export type MandateField = keyof typeof fields;

/** The filters and sorts of lists of mandates. `ownerId` is the owner's profile, as everywhere in mandates. */
export const mandateListing: Listing<MandateField> = {
  dialect: LEDGER_LIST_DIALECT,
  fields,
  sorts: Object.keys(fields) as MandateField[],
  sort: "createdAt",
  search: ["reference", "businessCode", "ownerName", "propertyName"],
};

/** The services of a mandate in inputs. */
interface MandateServicesInput {
  /** Replaces the stored array. */
  readonly mandateServices?: readonly MandateServiceInput[];
}

/** The input that creates a mandate. */
export type NewMandateInput = CreationOf<typeof mandateRecord> &
  MandateServicesInput & {
    readonly ownerProfileId: Id<"OwnerProfile">;
    readonly propertyId?: Id<"Property">;
  };

/** The input of a change of a mandate. */
export type MandateChange = PatchOf<typeof mandateRecord> &
  MandateServicesInput & {
    /** Replaces the stored properties. An empty array covers all properties of the owner. */
    readonly propertyIds?: readonly Id<"Property">[];
  };
