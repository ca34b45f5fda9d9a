import { firstDay, lastDay, type Month } from "@cartulary/kernel";
import { type Days, paymentDayIn } from "./period.ts";
import type { BilledLease } from "./snapshot.ts";
import type { TenantLine } from "./tenant-line.ts";

/** The fields that a line copies from its call. */
export interface CallOfLine extends Pick<TenantLine, "days" | "period" | "wholePeriod" | "dueDate"> {
  /** `null` for a call that has no other line. */
  readonly tenantId: TenantLine["tenantId"];
}

/**
 * Returns the call for lines that belong to no period of the run: that of the first period that the run bills, else a
 * call of the month of their own, as for tenants who left.
 */
export function callOf({ schedule }: BilledLease, lines: readonly TenantLine[], month: Month): CallOfLine {
  const billed = lines.filter(({ isAlreadyBilled }) => !isAlreadyBilled);
  const [first] = billed.toSorted((one, other) => (one.days.from < other.days.from ? -1 : 1));
  if (first) return first;
  const whole: Days = { from: firstDay(month), to: lastDay(month) };
  const dueDate = paymentDayIn(month, schedule.paymentDay);
  return { days: whole, period: whole, wholePeriod: whole, dueDate, tenantId: null };
}
