import type { Day, Decimal, Id, Instant, Listing } from "@cartulary/kernel";
import { type Cents, ledgerLists } from "@cartulary/ledger";
import type { AnomalyLevel, AnomalyType } from "../billing/anomalies.ts";
import type { LineKey } from "../billing/compute-run.ts";
import type { OwnerCategory } from "../billing/owner-lines.ts";
import type { MandateFinding } from "../billing/owner-parts.ts";
import type { TenantCategory } from "../billing/snapshot.ts";
import type { LeaseType, PaymentFrequency } from "../leases/lease.ts";
import type { MandataireId } from "../mandataire.ts";
import type { BillingRunId } from "./run.ts";

export type RunLineId = Id<"BillingRunLine">;

/** Whose side of a run a line is on. */
export const LINE_TYPES = ["tenant", "owner"] as const;
/** One of {@link LINE_TYPES}. */
export type LineType = (typeof LINE_TYPES)[number];

/** What somebody made of what was noticed about a line. */
export const REVIEW_STATUSES = ["ok", "flagged"] as const;
/** One of {@link REVIEW_STATUSES}. */
export type ReviewStatus = (typeof REVIEW_STATUSES)[number];

/** What was noticed about a line, beside the worst of it. */
export interface AnomalyDetails {
  readonly level: AnomalyLevel;
  readonly others: readonly AnomalyType[];
}

/** The lines of one computation of a run. */
export interface Computation {
  readonly runId: BillingRunId;
  readonly computation: number;
}

/**
 * A line of a run as it was computed, with the names of that moment, and what was made of it since. Amounts are signed:
 * from the owner's point of view on his lines.
 */
export interface BillingRunLine {
  readonly mandataireId: MandataireId;
  readonly billingRunId: BillingRunId;
  /** Of a later computation: {@link BillingRun.computation}. */
  readonly computation: number;
  /** The same in each computation of its run: it follows from the key. */
  readonly id: RunLineId;
  readonly lineKey: LineKey;
  readonly lineType: LineType;
  readonly billingCategory: TenantCategory | OwnerCategory;
  readonly label: string;
  readonly status: "active" | "excluded";
  /** Billed by an applied run already: such a line is never counted, and never comes back. */
  readonly isAlreadyBilled: boolean;
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
  /** Of an owner's line; `null` for what no mandate is for. */
  readonly mandateId: Id<"Mandate"> | null;
  readonly serviceId: Id<"MandateService"> | null;
  /** Of a premium, where the insurer has a name: whose account it goes to. */
  readonly insurerName: string | null;
  /** Of an owner's line: for what it takes the price of a month, which no other run of the month takes again. */
  readonly chargedFor: readonly string[] | null;
  /** Which rent call a tenant's line belongs to: `lease:<id>:<first day of the period>` or `tenant:<id>`. */
  readonly callKey: string | null;
  /** The days that it is for. */
  readonly periodStart: Day;
  readonly periodEnd: Day;
  readonly isProrata: boolean;
  readonly prorataDays: number | null;
  readonly dueDate: Day | null;
  /** What a whole period would cost without VAT, nothing let off. */
  readonly baseAmount: Cents | null;
  readonly amountHt: Cents;
  readonly vatAmount: Cents;
  readonly amountTtc: Cents;
  readonly vatApplicable: boolean;
  readonly vatRate: Decimal | null;
  /** What of a tenant's line nobody owns: it goes to suspense. */
  readonly suspenseHt: Cents;
  readonly suspenseVat: Cents;
  /** What the tenant's credit covers of it. */
  readonly alreadyPaidCents: Cents;
  readonly hasAnomaly: boolean;
  readonly anomalyType: AnomalyType | null;
  readonly anomalyDetails: AnomalyDetails | null;
  readonly reviewStatus: ReviewStatus | null;
  readonly comment: string | null;
  /** The formula, in words and figures. */
  readonly explanation: string;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** Whose a part of a tenant's line is. */
export interface BilledPart {
  readonly lineId: RunLineId;
  readonly ownerId: Id<"OwnerActor">;
  readonly mandateId: Id<"Mandate"> | null;
  readonly mandateFinding: MandateFinding | null;
  /** Whether he is credited when it is called, rather than when it is collected: as it was when it was computed. */
  readonly isAccrual: boolean;
  readonly htCents: Cents;
  readonly vatCents: Cents;
}

/** A line as it is answered. */
export interface BillingRunLineView
  extends Omit<
    BillingRunLine,
    | "mandataireId"
    | "computation"
    | "isAlreadyBilled"
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
  /** The charge part where one line shows both; no line does. */
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

/** A field that {@link billingRunLineListing} knows. */
export type BillingRunLineField = keyof typeof fields;

/** What lists of a run's lines may be filtered and sorted by. */
export const billingRunLineListing: Listing<BillingRunLineField> = {
  dialect: ledgerLists,
  fields,
  sorts: Object.keys(fields) as BillingRunLineField[],
  sort: "createdAt",
  search: ["label", "leaseReference", "unitIdentifier", "tenantName", "propertyName", "ownerName"],
};
