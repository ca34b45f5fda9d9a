import type { Day, Id } from "@cartulary/kernel";
import type { Cents } from "@cartulary/ledger";

/** The credits of an owner for one unit and tenant, by category of the called lines. */
export interface OwnerCreditRow {
  readonly propertyId: Id<"Property"> | null;
  readonly propertyName: string | null;
  readonly unitId: Id<"Unit"> | null;
  readonly unitIdentifier: string | null;
  readonly tenantId: Id<"TenantActor"> | null;
  readonly tenantName: string | null;
  readonly leaseId: Id<"Lease"> | null;
  readonly billingCategory: string;
  /** False for what was called or received before the period: it counts for what is owed alone. */
  readonly isInPeriod: boolean;
  readonly htCents: Cents;
  readonly vatCents: Cents;
}

/** A fee or premium that the agency charged. */
export interface OwnerChargeRow {
  readonly on: Day;
  readonly billingCategory: string;
  readonly label: string;
  /** Negative, as the owner's account shows it. */
  readonly htCents: Cents;
  readonly vatCents: Cents;
}

/** A supplier's invoice that the owner bears a part of. */
export interface OwnerInvoiceRow {
  readonly on: Day;
  readonly label: string;
  readonly amountCents: Cents;
  readonly chargeNature: string | null;
}

/** A payout that left the owner's account. */
export interface OwnerPayoutRow {
  readonly reference: string;
  readonly on: Day;
  readonly amountCents: Cents;
}

/** All that happened to an owner in a period. */
export interface OwnerActivity {
  readonly called: readonly OwnerCreditRow[];
  readonly received: readonly OwnerCreditRow[];
  readonly charges: readonly OwnerChargeRow[];
  readonly invoices: readonly OwnerInvoiceRow[];
  readonly payouts: readonly OwnerPayoutRow[];
}
