import type { Day, Decimal, Id } from "@cartulary/kernel";
import type { Cents } from "@cartulary/ledger";
import type { LeaseId } from "../../property/leases/lease.ts";
import type { LeaseUnitId } from "../../property/leases/lease-unit.ts";
import type { Anomaly } from "./anomalies.ts";
import type { PriceBasis } from "./billed-days.ts";
import type { OwnerShare } from "./owner-parts.ts";
import type { Days } from "./period.ts";
import type { TenantCategory } from "./tenant-category.ts";
import type { DueEvent } from "./tenant-service.ts";

/** An amount of one category billed to a tenant for one segment of a unit's period. */
export interface TenantLine {
  readonly leaseId: LeaseId;
  /** `null` for a line of the whole lease. */
  readonly leaseUnitId: LeaseUnitId | null;
  readonly category: TenantCategory;
  /** The days of the segment. */
  readonly days: Days;
  /** The billed days of the unit's period. */
  readonly period: Days;
  /** The whole calendar period; a lease has one rent call for each, and one more for each further tenant. */
  readonly wholePeriod: Days;
  readonly dueDate: Day;
  /** The first tenant on the first day; `null` without a tenant. */
  readonly tenantId: Id<"TenantActor"> | null;
  /** The price of a whole period, without VAT and reductions. */
  readonly baseCents: Cents;
  readonly htCents: Cents;
  readonly vatCents: Cents;
  readonly vatApplicable: boolean;
  /** Percent; `null` without VAT, or if the rate is unknown. */
  readonly vatRate: Decimal | null;
  /** True if the unit is billed for fewer days than its period has. */
  readonly isProrata: boolean;
  /** The number of billed days of the period; `null` for a line of no period. */
  readonly prorataDays: number | null;
  /** The owners' parts, by owner id. */
  readonly owners: readonly OwnerPart[];
  /** The part without an owner. */
  readonly suspense: Pick<OwnerPart, "htCents" | "vatCents">;
  /** True if an applied run billed it already: the line is always excluded. */
  readonly isAlreadyBilled: boolean;
  readonly anomaly: Anomaly | null;
  /** True if the line concerns another tenant than the call of its period: it is on a call of that tenant. */
  readonly isOfOtherTenant?: true;
  /** True for a difference to days that an applied run billed. */
  readonly isAdjustment?: true;
  /** How the days are priced; only lines of rent and charge provisions have it. */
  readonly basis?: PriceBasis;
  /** The text of a line whose category and days do not say enough. */
  readonly label?: string;
  /** Ids for which a line that is no period is billed: the statement of charges. */
  readonly chargedFor?: readonly string[];
  /** The service of a fee that the tenant pays, and its mandate. */
  readonly serviceId?: Id<"MandateService">;
  readonly mandateId?: Id<"Mandate">;
  /** The event that the fee is for, if it has a line of its own. */
  readonly eventId?: DueEvent["id"];
  /** The calculation in French, as accountants read it. */
  readonly explanation: string;
}

/** Returns the key of a line's rent call among the calls of its lease in one run. */
export const callOfPeriod = ({ wholePeriod, tenantId, isOfOtherTenant }: TenantLine): string =>
  isOfOtherTenant ? `${wholePeriod.from}:${tenantId ?? ""}` : wholePeriod.from;

/** An owner's part of a line. The amount without VAT and the VAT are divided separately. */
export interface OwnerPart extends Omit<OwnerShare, "share"> {
  readonly htCents: Cents;
  readonly vatCents: Cents;
}
