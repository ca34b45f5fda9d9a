import type { Day, Decimal, Id, Instant, Listing } from "@cartulary/kernel";
import { ledgerLists } from "@cartulary/ledger";
import {
  aDay,
  aLine,
  aName,
  anything,
  aPassage,
  decimalOf,
  type FieldRules,
  nullable,
  wholeNumber,
} from "../estate/fields.ts";
import type { AccountingMode, MandataireId } from "../mandataire.ts";
import type { MandateServiceInput } from "./mandate-service.ts";

export type MandateId = Id<"Mandate">;

export const MANDATE_TYPES = ["full_management", "rental_only", "charges_only"] as const;
/** One of {@link MANDATE_TYPES}. */
export type MandateType = (typeof MANDATE_TYPES)[number];

export const MANDATE_STATUSES = ["draft", "active", "expired", "terminated"] as const;
/** One of {@link MANDATE_STATUSES}. */
export type MandateStatus = (typeof MANDATE_STATUSES)[number];

/** What becomes of a mandate whose time is over: it goes on by itself, by agreement, or not at all. */
export const RENEWAL_MODES = ["tacit", "express", "none"] as const;
/** One of {@link RENEWAL_MODES}. */
export type RenewalMode = (typeof RENEWAL_MODES)[number];

/** How often an owner is paid what is his. */
export const DISTRIBUTION_FREQUENCIES = ["monthly", "quarterly", "annual"] as const;
/** One of {@link DISTRIBUTION_FREQUENCIES}. */
export type DistributionFrequency = (typeof DISTRIBUTION_FREQUENCIES)[number];

/** Who keeps the deposits of tenants. */
export const DEPOSIT_HOLDERS = ["agency", "owner"] as const;
/** One of {@link DEPOSIT_HOLDERS}. */
export type DepositHolder = (typeof DEPOSIT_HOLDERS)[number];

/** What an owner charged the agency with: to manage what is his, from a day to a day, for a fee. */
export interface Mandate {
  readonly mandataireId: MandataireId;
  readonly id: MandateId;
  readonly ownerId: Id<"OwnerActor">;
  /** The first of the properties that it is of; `null` where it is of all that the owner has. */
  readonly propertyId: Id<"Property"> | null;
  readonly reference: string;
  readonly mandateType: MandateType;
  /** As it was when somebody wrote it last; what it is on a day is for mandate-of-day.ts to say. */
  readonly status: MandateStatus;
  /** Its place in the register of mandates (law 70-9, decree 72-678 art. 72); `null` until it has begun. */
  readonly number: number | null;
  readonly startDate: Day;
  /** The last day, renewals included; `null` is without end. */
  readonly endDate: Day | null;
  /** The last day of its first time: what tacit renewals are counted from. */
  readonly firstEndDate: Day | null;
  /** By how many months it goes on by itself; `null` where it does not. */
  readonly renewalMonths: number | null;
  /** From which day it is terminated, today or later; `null` for one that nobody terminated. */
  readonly terminatedOn: Day | null;
  /** Percent of the rent. */
  readonly managementFeeRate: Decimal | null;
  readonly signatureDate: Day | null;
  /** Percent; 20 where nothing is said. */
  readonly vatRateOnFees: Decimal | null;
  readonly renewalMode: RenewalMode | null;
  readonly noticeMonths: number | null;
  readonly specialConditions: string | null;
  readonly distributionFrequency: DistributionFrequency | null;
  readonly distributionDay: number | null;
  readonly distributionMarginDays: number | null;
  readonly depotGarantieDetention: DepositHolder | null;
  readonly retenueDestination: string | null;
  /** The mandataire's where it is `null`. */
  readonly accountingMode: AccountingMode | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

const fields = {
  id: "uuid",
  reference: "text",
  mandateType: "keyword",
  status: "keyword",
  ownerId: "uuid",
  ownerActorId: "uuid",
  ownerName: "text",
  propertyId: "uuid",
  propertyName: "text",
  startDate: "date",
  endDate: "date",
  managementFeeRate: "decimal",
  createdAt: "instant",
  updatedAt: "instant",
  businessCode: "keyword",
  ownerBusinessCode: "keyword",
  propertyBusinessCode: "text",
} as const;

/** A field that {@link mandateListing} knows. */
export type MandateField = keyof typeof fields;

/** What lists of mandates may be filtered and sorted by. `ownerId` is the owner's profile, as everywhere in mandates. */
export const mandateListing: Listing<MandateField> = {
  dialect: ledgerLists,
  fields,
  sorts: Object.keys(fields) as MandateField[],
  sort: "createdAt",
  search: ["reference", "businessCode", "ownerName", "propertyName"],
};

/** What may be said of a mandate. An absent field keeps its value; on creation it gets its default. */
interface MandateInput {
  readonly reference?: string;
  /** Default `full_management`. */
  readonly mandateType?: MandateType;
  readonly startDate?: Day;
  readonly endDate?: Day | null;
  readonly managementFeeRate?: Decimal;
  readonly signatureDate?: Day | null;
  readonly vatRateOnFees?: Decimal | null;
  readonly renewalMode?: RenewalMode | null;
  readonly noticeMonths?: number | null;
  readonly specialConditions?: string | null;
  readonly distributionFrequency?: DistributionFrequency | null;
  readonly distributionDay?: number | null;
  readonly distributionMarginDays?: number | null;
  readonly depotGarantieDetention?: DepositHolder | null;
  readonly retenueDestination?: string | null;
  readonly accountingMode?: AccountingMode | null;
  /** Replaces all of them. */
  readonly mandateServices?: readonly MandateServiceInput[];
}

/** What is said of a mandate that is being made. */
export type NewMandateInput = MandateInput & {
  readonly ownerProfileId: Id<"OwnerProfile">;
  readonly propertyId?: Id<"Property">;
  readonly reference: string;
  readonly startDate: Day;
};

/** What is said of one that is there. */
export type MandateChange = MandateInput & {
  /** Replaces all of them; none is every property of the owner. */
  readonly propertyIds?: readonly Id<"Property">[];
};

/** A mandate by itself, without its arrays. */
export type OwnMandateInput = Omit<MandateInput, "mandateServices">;

/** 100 percent. */
const PERCENT_MAX = 1_000_000;
/** A hundred years. */
const MONTHS_MAX = 1200;

/** What each field of a mandate has to be. */
export const mandateRules: FieldRules<OwnMandateInput> = {
  reference: aName,
  mandateType: anything(),
  startDate: aDay,
  endDate: nullable(aDay),
  managementFeeRate: decimalOf(4, 0, PERCENT_MAX),
  signatureDate: nullable(aDay),
  vatRateOnFees: nullable(decimalOf(4, 0, PERCENT_MAX)),
  renewalMode: anything(),
  noticeMonths: nullable(wholeNumber(0, MONTHS_MAX)),
  specialConditions: nullable(aPassage),
  distributionFrequency: anything(),
  distributionDay: nullable(wholeNumber(1, 31)),
  distributionMarginDays: nullable(wholeNumber(0, 366)),
  depotGarantieDetention: anything(),
  retenueDestination: nullable(aLine),
  accountingMode: anything(),
};

/** What a new mandate is until something is said of it. */
export const blankMandate: Omit<
  Mandate,
  "mandataireId" | "id" | "ownerId" | "reference" | "startDate" | "createdAt" | "updatedAt"
> = {
  propertyId: null,
  mandateType: "full_management",
  status: "draft",
  number: null,
  endDate: null,
  firstEndDate: null,
  renewalMonths: null,
  terminatedOn: null,
  managementFeeRate: null,
  signatureDate: null,
  vatRateOnFees: null,
  renewalMode: null,
  noticeMonths: null,
  specialConditions: null,
  distributionFrequency: null,
  distributionDay: null,
  distributionMarginDays: null,
  depotGarantieDetention: null,
  retenueDestination: null,
  accountingMode: null,
};
