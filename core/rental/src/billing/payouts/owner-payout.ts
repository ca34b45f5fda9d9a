import type { Id, Instant, Listing } from "@cartulary/kernel";
import { type Cents, LEDGER_LIST_DIALECT } from "@cartulary/ledger";
import type { MandataireId } from "../../agency/mandataire.ts";
import type { MandateId } from "../../property/mandates/mandate.ts";
import type { OwnerId } from "../../property/people/owner.ts";
import type { TenantId } from "../../property/people/tenant.ts";
import type { SecurityDepositId } from "../deposits/security-deposit.ts";

export type OwnerPayoutId = Id<"OwnerPayout">;
/** Identifies a bank file. */
export type PayoutExportId = Id<"PayoutExport">;

/**
 * The statuses of a payout (rental.md §4, money.md 4): `blocked` without a bank account to pay to, `transmitted` while
 * the bank has the file that orders it.
 */
export const PAYOUT_STATUSES = ["blocked", "ordered", "transmitted", "executed", "failed", "cancelled"] as const;
export type PayoutStatus = (typeof PAYOUT_STATUSES)[number];

/** A payout to an owner, or of a deposit to its tenant. */
export const PAYOUT_KINDS = ["owner", "deposit"] as const;
export type PayoutKind = (typeof PAYOUT_KINDS)[number];

/** A payout that a run ordered for an owner under one mandate, or that the return of a deposit ordered. */
export interface OwnerPayout {
  readonly mandataireId: MandataireId;
  readonly id: OwnerPayoutId;
  /** RV-2026-000001, of deposits RD-2026-000001: without gaps per mandataire and year. */
  readonly reference: string;
  readonly kind: PayoutKind;
  /** `null` for a deposit. */
  readonly ownerId: OwnerId | null;
  /** The name of the owner, or of the tenant, when it was ordered. */
  readonly ownerName: string;
  /** The tenant of a deposit; `null` for a payout to an owner, likewise the deposit. */
  readonly tenantId: TenantId | null;
  readonly securityDepositId: SecurityDepositId | null;
  readonly mandateId: MandateId | null;
  /** `null` for a deposit. */
  readonly billingRunId: Id<"BillingRun"> | null;
  /** Positive. */
  readonly amountCents: Cents;
  readonly currency: "EUR";
  readonly status: PayoutStatus;
  readonly orderedAt: Instant;
  readonly executedAt: Instant | null;
  /** When it was put in a bank file; `null` without one. */
  readonly transmittedAt: Instant | null;
  /** The last bank file with it. A failed payout keeps it, an ordered one has none. */
  readonly exportId: PayoutExportId | null;
  /** The owner's default account at the order, or the last one recorded since; `null` without one. */
  readonly bankAccountId: Id<"BankAccount"> | null;
  /** The bank transaction that paid it; `null` until then. */
  readonly bankTransactionId: Id<"BankTransaction"> | null;
  /**
   * A bank transaction that paid more than the owner's own money, while it is in suspense. The money has left the bank,
   * so no further file may order the payout.
   */
  readonly refusedTransactionId: Id<"BankTransaction"> | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** A payout with its bank account; `iban` is `null` if the account is deleted or has none. */
export interface PayoutWithAccount {
  readonly payout: OwnerPayout;
  readonly iban: string | null;
  readonly bic: string | null;
}

const fields = {
  id: "uuid",
  reference: "keyword",
  kind: "keyword",
  ownerId: "uuid",
  ownerName: "text",
  tenantId: "uuid",
  securityDepositId: "uuid",
  billingRunId: "uuid",
  amountCents: "integer",
  currency: "keyword",
  status: "keyword",
  orderedAt: "instant",
  executedAt: "instant",
  transmittedAt: "instant",
  exportId: "uuid",
  bankAccountId: "uuid",
  createdAt: "instant",
  updatedAt: "instant",
} as const;

export type OwnerPayoutField = keyof typeof fields;

export const ownerPayoutListing: Listing<OwnerPayoutField> = {
  dialect: LEDGER_LIST_DIALECT,
  fields,
  sorts: Object.keys(fields) as OwnerPayoutField[],
  sort: "createdAt",
  search: ["reference", "ownerName"],
};
