import type { Day, Decimal, Id, Instant, Listing } from "@cartulary/kernel";
import { type Cents, LEDGER_LIST_DIALECT } from "@cartulary/ledger";
import type { MandataireId } from "../../agency/mandataire.ts";
import type { LeaseType, PaymentFrequency } from "../../property/leases/lease.ts";
import type { AnomalyLevel, AnomalyType } from "../computation/anomalies.ts";
import type { PriceBasis } from "../computation/billed-days.ts";
import type { LineKey } from "../computation/compute-run.ts";
import type { LateDeposit, OwnerCategory } from "../computation/owner-lines.ts";
import type { MandateFinding } from "../computation/owner-parts.ts";
import type { TenantCategory } from "../computation/tenant-category.ts";
import type { BillingRunId } from "./run.ts";

export type RunLineId = Id<"BillingRunLine">;

/** The two sides of a run. */
export const LINE_TYPES = ["tenant", "owner"] as const;
export type LineType = (typeof LINE_TYPES)[number];

/** The review of a line's anomalies by a user. */
export const REVIEW_STATUSES = ["ok", "flagged"] as const;
export type ReviewStatus = (typeof REVIEW_STATUSES)[number];

/** The level of a line's anomaly and its remaining anomalies. */
export interface AnomalyDetails extends Partial<LateDeposit> {
  readonly level: AnomalyLevel;
  readonly others: readonly AnomalyType[];
}

/** Identifies one computation of a run. */
export interface Computation {
  readonly runId: BillingRunId;
  readonly computation: number;
}

/** A computed line of a run, with the names at that time and its review. Owner lines are credit positive. */
export interface BillingRunLine {
  readonly mandataireId: MandataireId;
  readonly billingRunId: BillingRunId;
  /** See {@link BillingRun.computation}. */
  readonly computation: number;
  /** Derived from the key: the same in every computation of the run. */
  readonly id: RunLineId;
  readonly lineKey: LineKey;
  readonly lineType: LineType;
  readonly billingCategory: TenantCategory | OwnerCategory;
  readonly label: string;
  readonly status: "active" | "excluded";
  /** True if an applied run billed it already: the line is always excluded. */
  readonly isAlreadyBilled: boolean;
  /** True for a difference to days that an applied run billed. */
  readonly adjustment: boolean;
  /** How the days of a rent or charge provision are priced; `null` for other lines, and for those of before it was stored. */
  readonly basis: PriceBasis | null;
  readonly leaseId: Id<"Lease"> | null;
  readonly leaseReference: string | null;
  readonly leaseType: LeaseType | null;
  readonly paymentFrequency: PaymentFrequency | null;
  readonly leaseUnitId: Id<"LeaseUnit"> | null;
  readonly unitIdentifier: string | null;
  readonly propertyId: Id<"Property"> | null;
  readonly propertyName: string | null;
  readonly tenantId: Id<"TenantActor"> | null;
  readonly tenantName: string | null;
  readonly ownerId: Id<"OwnerActor"> | null;
  readonly ownerName: string | null;
  /** The mandate of an owner's line; `null` for amounts without a mandate. */
  readonly mandateId: Id<"Mandate"> | null;
  readonly serviceId: Id<"MandateService"> | null;
  /** The insurer of a premium, if it has a name; selects the supplier's account. */
  readonly insurerName: string | null;
  /** Owner lines: the ids for which the line takes a monthly price; see {@link OwnerLine.chargedFor}. */
  readonly chargedFor: readonly string[] | null;
  /** The rent call of a tenant's line: `lease:<id>:<first day of the period>` or `tenant:<id>`. */
  readonly callKey: string | null;
  /** The billed days. */
  readonly periodStart: Day;
  readonly periodEnd: Day;
  readonly isProrata: boolean;
  readonly prorataDays: number | null;
  readonly dueDate: Day | null;
  /** The price of a whole period, without VAT and reductions. */
  readonly baseAmount: Cents | null;
  readonly amountHt: Cents;
  readonly vatAmount: Cents;
  readonly amountTtc: Cents;
  readonly vatApplicable: boolean;
  readonly vatRate: Decimal | null;
  /** The unowned part of a tenant's line, which goes into suspense. */
  readonly suspenseHt: Cents;
  readonly suspenseVat: Cents;
  /** The part covered by the tenant's credit. */
  readonly alreadyPaidCents: Cents;
  readonly hasAnomaly: boolean;
  readonly anomalyType: AnomalyType | null;
  readonly anomalyDetails: AnomalyDetails | null;
  readonly reviewStatus: ReviewStatus | null;
  readonly comment: string | null;
  /** The calculation in French. */
  readonly explanation: string;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** An owner's part of a tenant's line. */
export interface BilledPart {
  readonly lineId: RunLineId;
  readonly ownerId: Id<"OwnerActor">;
  readonly mandateId: Id<"Mandate"> | null;
  readonly mandateFinding: MandateFinding | null;
  /** True if the owner is credited when it is called, not when it is collected; as of the computation. */
  readonly isAccrual: boolean;
  readonly htCents: Cents;
  readonly vatCents: Cents;
}

/** A line as clients see it. */
export interface BillingRunLineView
  extends Omit<
    BillingRunLine,
    | "mandataireId"
    | "computation"
    | "isAlreadyBilled"
    | "basis"
    | "leaseUnitId"
    | "mandateId"
    | "serviceId"
    | "insurerName"
    | "chargedFor"
    | "callKey"
    | "suspenseHt"
    | "suspenseVat"
    | "createdAt"
  > {
  readonly computedAmount: Cents;
  readonly totalAmount: Cents;
  readonly totalDueCents: Cents;
  readonly remainingCents: Cents;
  /** The charge part of a line that shows both; no line does today. */
  readonly chargeProvision: Cents | null;
  readonly currency: "EUR";
  readonly rentCallId: Id<"RentCall"> | null;
}

const fields = {
  id: "uuid",
  lineType: "keyword",
  billingCategory: "keyword",
  label: "text",
  computedAmount: "amount",
  baseAmount: "amount",
  status: "keyword",
  adjustment: "boolean",
  leaseId: "uuid",
  unitIdentifier: "text",
  hasAnomaly: "boolean",
  anomalyType: "keyword",
  updatedAt: "instant",
  billingRunId: "uuid",
  amountHt: "amount",
  vatAmount: "amount",
  vatRate: "decimal",
  amountTtc: "amount",
  vatApplicable: "boolean",
  periodStart: "date",
  periodEnd: "date",
  isProrata: "boolean",
  prorataDays: "integer",
  leaseType: "keyword",
  paymentFrequency: "keyword",
  tenantName: "text",
  tenantId: "uuid",
  rentCallId: "uuid",
  propertyName: "text",
  propertyId: "uuid",
  ownerName: "text",
  ownerId: "uuid",
  chargeProvision: "amount",
  totalAmount: "amount",
  dueDate: "date",
  alreadyPaidCents: "integer",
  totalDueCents: "integer",
  remainingCents: "integer",
  currency: "keyword",
  reviewStatus: "keyword",
  leaseReference: "text",
  explanation: "text",
  comment: "text",
  lineKey: "keyword",
  createdAt: "instant",
} as const;

export type BillingRunLineField = keyof typeof fields;

export const billingRunLineListing: Listing<BillingRunLineField> = {
  dialect: LEDGER_LIST_DIALECT,
  fields,
  sorts: Object.keys(fields) as BillingRunLineField[],
  sort: "createdAt",
  search: ["label", "leaseReference", "unitIdentifier", "tenantName", "propertyName", "ownerName"],
};
