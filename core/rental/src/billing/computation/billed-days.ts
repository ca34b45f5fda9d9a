import type { Decimal } from "@cartulary/kernel";
import type { Cents } from "@cartulary/ledger";
import type { Proration } from "../../property/leases/lease.ts";
import type { BillingSchedule, Days } from "./period.ts";
import type { PeriodicCategory } from "./tenant-category.ts";

/**
 * The terms by which a line was priced, stored with it: later changes of the schedule do not change what its days cost,
 * changes of the price do.
 */
export interface PriceBasis extends Pick<BillingSchedule, "startDate" | "calendar" | "cycleMonth" | "frequency"> {
  readonly proration: Proration;
  /** Per year, without VAT. */
  readonly annualCents: Cents;
  /** The rent-free reduction in percent. */
  readonly reductionPercent: Decimal;
  /** The days that an adjustment changes, with the amounts. Absent for other lines. */
  readonly adjusted?: readonly AdjustedDays[];
}

/** The amount by which an adjustment changes the price of some days. */
export interface AdjustedDays extends Days {
  readonly htCents: Cents;
  readonly vatCents: Cents;
}

/** A line of an applied run, as back billing compares it with the present price of its days. */
export interface BilledDays extends AdjustedDays {
  readonly category: PeriodicCategory;
  /** Percent; `null` without VAT. */
  readonly vatRate: Decimal | null;
  readonly isProrata: boolean;
  /** True for a difference to days that another line bills. */
  readonly isAdjustment: boolean;
  /** True if a user excluded the line: its days are not to be billed. */
  readonly isExcluded: boolean;
  /** `null` for lines billed before it was stored. */
  readonly basis: PriceBasis | null;
}
