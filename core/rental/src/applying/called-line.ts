import type { Day, Id } from "@cartulary/kernel";
import type { Cents } from "@cartulary/ledger";
import type { OwnerCategory } from "../billing/owner-lines.ts";
import type { TenantCategory } from "../billing/snapshot.ts";
import type { LeaseId } from "../leases/lease.ts";
import type { MandateId } from "../mandates/mandate.ts";

/** A line of a tenant that counts, as it is called for, with the names of when it was computed. */
export interface CalledLine {
  /** What it is called with: lines of one key make one rent call. */
  readonly callKey: string;
  readonly billingCategory: TenantCategory;
  readonly label: string;
  readonly leaseId: LeaseId;
  readonly leaseReference: string;
  readonly unitIdentifier: string;
  /** `null` where nobody is known to owe it. */
  readonly tenantId: Id<"TenantActor"> | null;
  readonly tenantName: string | null;
  /** The days that it is for. */
  readonly periodStart: Day;
  readonly periodEnd: Day;
  readonly dueDate: Day;
  readonly amountHt: Cents;
  readonly vatAmount: Cents;
  /** What of it nobody owns. */
  readonly suspenseHt: Cents;
  readonly suspenseVat: Cents;
}

/** What an owner has of a called line. Parts and suspense sum to the line, without VAT and VAT each. */
export interface CalledPart {
  readonly ownerId: Id<"OwnerActor">;
  /** Whether he is credited when it is called; else when it is collected (rental.md 2.5). */
  readonly isAccrual: boolean;
  readonly htCents: Cents;
  readonly vatCents: Cents;
}

/** A line of an owner's account that counts: signed from where he stands. */
export interface AccountLine {
  readonly ownerId: Id<"OwnerActor">;
  readonly mandateId: MandateId | null;
  readonly billingCategory: OwnerCategory;
  readonly label: string;
  /** Of a premium: who is owed it, where that is known. */
  readonly insurerName: string | null;
  readonly amountHt: Cents;
  readonly vatAmount: Cents;
}
