import { type Day, dayAfter, type FieldError, presentErrors, refused, requireSound } from "@cartulary/kernel";
import { aDay, fault } from "../estate/fields.ts";
import type { Mandate, MandateStatus } from "./mandate.ts";
import { mandateOn, renewalMonthsOf } from "./mandate-of-day.ts";

/** What makes a mandate something else: a day that comes, or an operation. */
export type MandateDoor = "day" | "extend" | "terminate" | "remove";

/** Where each door leads from each status; one that a status does not have is closed then (rental.md §4). */
export const MANDATE_TRANSITIONS: Readonly<
  Record<MandateStatus, Partial<Readonly<Record<MandateDoor, readonly MandateStatus[]>>>>
> = {
  draft: { day: ["active", "expired"], remove: [] },
  active: { day: ["expired", "terminated"], extend: ["active"], terminate: ["active", "terminated"] },
  expired: { extend: ["active"] },
  terminated: {},
};

/** Refuses (`invalid_transition`) what a mandate does not allow on a day. */
function requireOpen(mandate: Mandate, door: MandateDoor, today: Day): void {
  const { status } = mandateOn(mandate, today);
  const doors = MANDATE_TRANSITIONS[status];
  if (door in doors) return;
  const allowed = Object.keys(doors).filter((each) => each !== "day");
  throw refused("invalid_transition", `The mandate is ${status}: it cannot be changed so`, { allowed });
}

/** Whether a mandate stays for good: whatever stood in the register once. */
export function isKeptMandate(mandate: Mandate, today: Day): boolean {
  return mandate.number !== null || !("remove" in MANDATE_TRANSITIONS[mandateOn(mandate, today).status]);
}

/** The mandate with what follows from its days: how it goes on by itself, and what it is on a day. */
export function settled(mandate: Mandate, today: Day): Mandate {
  const { startDate, firstEndDate, renewalMode } = mandate;
  const goesOn = renewalMode === "tacit" && firstEndDate !== null;
  const renewing = { ...mandate, renewalMonths: goesOn ? renewalMonthsOf(startDate, firstEndDate) : null };
  return { ...renewing, ...mandateOn(renewing, today) };
}

/** What may be said of the days of a mandate that has others. */
export type NewDates = Partial<Pick<Mandate, "startDate" | "endDate">>;

/**
 * What is wrong with days that replace those of a mandate: an end before the start, and a start to come of one that stands
 * in the register. One that somebody terminated has its days for good (`invalid_transition`).
 */
export function datesErrors(mandate: Mandate, change: NewDates, today: Day): readonly FieldError[] {
  const { startDate, endDate } = { ...mandate, endDate: mandateOn(mandate, today).endDate, ...change };
  if (mandate.terminatedOn !== null && (startDate !== mandate.startDate || endDate !== mandate.endDate))
    throw refused("invalid_transition", "The mandate is terminated: extend it to change its days");
  return presentErrors(
    mandate.number !== null && startDate > today
      ? fault("startDate", "less_than_or_equal_to", `must be ${today} or earlier: the mandate stands in the register`)
      : null,
    endDate !== null && endDate < startDate
      ? fault("endDate", "greater_than_or_equal_to", `must be ${startDate} or later`)
      : null,
  );
}

/** The mandate with these days, in which {@link datesErrors} found nothing. A new end is one that renewals count from. */
export function withDates(mandate: Mandate, change: NewDates, today: Day): Mandate {
  const present = mandateOn(mandate, today).endDate;
  const { endDate = present } = change;
  const firstEndDate = endDate === present ? mandate.firstEndDate : endDate;
  return { ...mandate, ...change, endDate, firstEndDate };
}

/**
 * An active or expired mandate until a later day, today or after it. One that was to be terminated goes on; renewals are
 * counted from its first end as before.
 */
export function extended(mandate: Mandate, newEndDate: Day, today: Day): Mandate {
  requireOpen(mandate, "extend", today);
  const { endDate } = mandateOn(mandate, today);
  const least = [mandate.startDate, today, ...(endDate === null ? [] : [dayAfter(endDate)])].sort().at(-1) as Day;
  requireSound(
    presentErrors(
      aDay.errorOf("newEndDate", newEndDate),
      newEndDate < least ? fault("newEndDate", "greater_than_or_equal_to", `must be ${least} or later`) : null,
    ),
  );
  const firstEndDate = mandate.firstEndDate ?? newEndDate;
  return settled({ ...mandate, endDate: newEndDate, firstEndDate, terminatedOn: null }, today);
}

/** An active mandate that ends on a day: from that day on it is terminated. */
export function terminated(mandate: Mandate, terminationDate: Day, today: Day): Mandate {
  requireOpen(mandate, "terminate", today);
  const { startDate } = mandate;
  if (terminationDate < startDate)
    requireSound([fault("terminationDate", "greater_than_or_equal_to", `must be ${startDate} or later`)]);
  return settled({ ...mandate, endDate: terminationDate, terminatedOn: terminationDate }, today);
}
