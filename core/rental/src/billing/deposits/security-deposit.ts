import type { Day, Id, Instant, Listing } from "@cartulary/kernel";
import { type Cents, LEDGER_LIST_DIALECT } from "@cartulary/ledger";
import type { MandataireId } from "../../agency/mandataire.ts";
import type { LeaseId } from "../../property/leases/lease.ts";
import type { TenantId } from "../../property/people/tenant.ts";
import type { RentCallId } from "../rent-calls/rent-call.ts";

export type SecurityDepositId = Id<"SecurityDeposit">;

/**
 * `called` until the tenant has paid all of it, then `held`; `returned` if all of it went back to the tenant,
 * `partially_returned` if something was kept.
 */
export const DEPOSIT_STATUSES = ["called", "held", "partially_returned", "returned"] as const;
export type DepositStatus = (typeof DEPOSIT_STATUSES)[number];

/** Holders of the money of a deposit. */
export const DEPOSIT_KEEPERS = ["agency", "owner"] as const;
export type DepositKeeper = (typeof DEPOSIT_KEEPERS)[number];

/** A deduction from a deposit at its return. */
export interface DepositDeduction {
  readonly label: string;
  /** 1 or more. */
  readonly amountCents: Cents;
}

/** The deposit of a tenant, called by a run or taken over with the lease (dépôt de garantie, effects.md 1.2). */
export interface SecurityDeposit {
  readonly mandataireId: MandataireId;
  readonly id: SecurityDepositId;
  readonly leaseId: LeaseId;
  readonly leaseReference: string;
  /** `null` if the lease had no known tenant. */
  readonly tenantId: TenantId | null;
  readonly tenantName: string | null;
  readonly amountCents: Cents;
  /** The part that came in; frozen by the return. */
  readonly receivedCents: Cents;
  readonly heldBy: DepositKeeper;
  readonly status: DepositStatus;
  /** The run, call and line that called it; `null` if the deposit was taken over. */
  readonly billingRunId: Id<"BillingRun"> | null;
  readonly rentCallId: RentCallId | null;
  readonly lineId: Id<"BillingRunLine"> | null;
  /** Of the return: whether the premises were in conformity; `null` until then. */
  readonly inConformity: boolean | null;
  readonly keysReturnedOn: Day | null;
  readonly returnedOn: Day | null;
  readonly returnedAt: Instant | null;
  /** The rent and charges that the deposit paid at its return. */
  readonly arrearsCents: Cents;
  readonly deductions: readonly DepositDeduction[];
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

const fields = {
  id: "uuid",
  leaseId: "uuid",
  leaseReference: "text",
  tenantId: "uuid",
  tenantName: "text",
  amountCents: "integer",
  receivedCents: "integer",
  heldBy: "keyword",
  status: "keyword",
  returnedOn: "date",
  returnedAt: "instant",
  createdAt: "instant",
  updatedAt: "instant",
} as const;

export type SecurityDepositField = keyof typeof fields;

export const securityDepositListing: Listing<SecurityDepositField> = {
  dialect: LEDGER_LIST_DIALECT,
  fields,
  sorts: Object.keys(fields) as SecurityDepositField[],
  sort: "createdAt",
  search: ["leaseReference", "tenantName"],
};
