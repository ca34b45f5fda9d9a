import type { Day, Id } from "@cartulary/kernel";
import type { Cents } from "@cartulary/ledger";
import type { LeaseId, PaymentFrequency } from "../../property/leases/lease.ts";
import type { MandateId } from "../../property/mandates/mandate.ts";
import type { OwnerCategory } from "../computation/owner-lines.ts";
import type { TenantCategory } from "../computation/tenant-category.ts";
import type { RunLineId } from "../runs/run-line.ts";

/** A tenant line that is not excluded, with the names at its computation. */
export interface RentCallLine {
  readonly id: RunLineId;
  /** Lines with one key form one rent call. */
  readonly callKey: string;
  readonly billingCategory: TenantCategory;
  readonly label: string;
  readonly leaseId: LeaseId;
  readonly leaseReference: string;
  readonly unitIdentifier: string;
  /** `null` without a known tenant. */
  readonly tenantId: Id<"TenantActor"> | null;
  readonly tenantName: string | null;
  /** The billed days. */
  readonly periodStart: Day;
  readonly periodEnd: Day;
  /** True for a difference to days that an applied run billed. */
  readonly adjustment: boolean;
  readonly dueDate: Day;
  readonly leaseUnitId: Id<"LeaseUnit"> | null;
  readonly paymentFrequency: PaymentFrequency | null;
  readonly isProrata: boolean;
  /** The price of a whole period, without VAT and reductions. */
  readonly baseAmount: Cents | null;
  readonly amountHt: Cents;
  readonly vatAmount: Cents;
  /** Ids for which a line that is no period is billed; see {@link TenantLine.chargedFor}. */
  readonly chargedFor: readonly string[] | null;
  /** The unowned part. */
  readonly suspenseHt: Cents;
  readonly suspenseVat: Cents;
}

/** An owner's part of a called line. Parts and suspense add up to the line, separately for the VAT. */
export interface OwnerPartOfLine {
  readonly ownerId: Id<"OwnerActor">;
  /** True if the owner is credited when it is called, false when it is collected (rental.md 2.5). */
  readonly isAccrual: boolean;
  readonly htCents: Cents;
  readonly vatCents: Cents;
}

/** An owner line that is not excluded; credit positive. */
export interface OwnerLineToBook {
  readonly ownerId: Id<"OwnerActor">;
  readonly mandateId: MandateId | null;
  readonly billingCategory: OwnerCategory;
  readonly label: string;
  /** The insurer of a premium, if known. */
  readonly insurerName: string | null;
  readonly amountHt: Cents;
  readonly vatAmount: Cents;
}
