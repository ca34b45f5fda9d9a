import {
  type Day,
  dayAfter,
  dayRule,
  type FieldError,
  throwIfInvalid,
  unprocessable,
  withoutNulls,
} from "@cartulary/kernel";
import { fieldError } from "../../agency/field-rules.ts";
import type { Mandate, MandateStatus } from "./mandate.ts";
import { mandateOn, renewalMonthsOf } from "./mandate-status.ts";

/** Events that change a mandate's status: the passing of days, or an operation. */
export type MandateEvent = "day" | "extend" | "terminate" | "remove";

/** Statuses after each event, by current status. Events without an entry are not allowed (rental.md §4). */
export const MANDATE_TRANSITIONS: Readonly<
  Record<MandateStatus, Partial<Readonly<Record<MandateEvent, readonly MandateStatus[]>>>>
> = {
  draft: { day: ["active", "expired"], remove: [] },
  active: { day: ["expired", "terminated"], extend: ["active"], terminate: ["active", "terminated"] },
  expired: { extend: ["active"] },
  terminated: {},
};

/** Throws `invalid_transition` for an operation that the mandate's status on the day does not allow. */
function requireAllowed(mandate: Mandate, event: MandateEvent, today: Day): void {
  const { status } = mandateOn(mandate, today);
  if (event in MANDATE_TRANSITIONS[status]) return;
  throw unprocessable("invalid_transition", `The mandate is ${status}; this operation is not allowed`);
}

/** True if the mandate cannot be removed: it is numbered in the register, or its status does not allow it. */
export function isUndeletableMandate(mandate: Mandate, today: Day): boolean {
  return mandate.number !== null || !("remove" in MANDATE_TRANSITIONS[mandateOn(mandate, today).status]);
}

/** Returns the mandate with the fields that follow from its dates: months of renewal, status and end on the day. */
export function withDerivedStatus(mandate: Mandate, today: Day): Mandate {
  const { startDate, firstEndDate, renewalMode } = mandate;
  const renewsTacitly = renewalMode === "tacit" && firstEndDate !== null;
  const withRenewal = { ...mandate, renewalMonths: renewsTacitly ? renewalMonthsOf(startDate, firstEndDate) : null };
  return { ...withRenewal, ...mandateOn(withRenewal, today) };
}

/** A change of a mandate's dates. */
export type NewDates = Partial<Pick<Mandate, "startDate" | "endDate">>;

/**
 * Returns the errors of new dates: an end before the start, or a future start of a numbered mandate. Throws
 * `invalid_transition` for different dates of a terminated mandate.
 */
export function datesErrors(mandate: Mandate, change: NewDates, today: Day): readonly FieldError[] {
  const { startDate, endDate } = { ...mandate, endDate: mandateOn(mandate, today).endDate, ...change };
  if (mandate.terminatedOn !== null && (startDate !== mandate.startDate || endDate !== mandate.endDate))
    throw unprocessable("invalid_transition", "The mandate is terminated; extend it to change its dates");
  return withoutNulls(
    mandate.number !== null && startDate > today
      ? fieldError(
          "startDate",
          "less_than_or_equal_to",
          `must be ${today} or earlier: the mandate is numbered in the register`,
        )
      : null,
    endDate !== null && endDate < startDate
      ? fieldError("endDate", "greater_than_or_equal_to", `must be ${startDate} or later`)
      : null,
  );
}

/**
 * Returns the mandate with new dates. Requires that {@link datesErrors} found none. Renewals are counted from a new
 * end.
 */
export function withDates(mandate: Mandate, change: NewDates, today: Day): Mandate {
  const currentEnd = mandateOn(mandate, today).endDate;
  const { endDate = currentEnd } = change;
  const firstEndDate = endDate === currentEnd ? mandate.firstEndDate : endDate;
  return { ...mandate, ...change, endDate, firstEndDate };
}

/**
 * Extends an active or expired mandate to a day after its end, today or later. Lifts a termination. Renewals are still
 * counted from the first end.
 */
export function extendMandate(mandate: Mandate, newEndDate: Day, today: Day): Mandate {
  requireAllowed(mandate, "extend", today);
  const { endDate } = mandateOn(mandate, today);
  const earliest = [mandate.startDate, today, ...(endDate === null ? [] : [dayAfter(endDate)])].sort().at(-1) as Day;
  throwIfInvalid(
    withoutNulls(
      dayRule.errorOf("newEndDate", newEndDate),
      newEndDate < earliest
        ? fieldError("newEndDate", "greater_than_or_equal_to", `must be ${earliest} or later`)
        : null,
    ),
  );
  const firstEndDate = mandate.firstEndDate ?? newEndDate;
  return withDerivedStatus({ ...mandate, endDate: newEndDate, firstEndDate, terminatedOn: null }, today);
}

/** Terminates an active mandate from a day on, which becomes its end. */
export function terminateMandate(mandate: Mandate, terminationDate: Day, today: Day): Mandate {
  requireAllowed(mandate, "terminate", today);
  const { startDate } = mandate;
  if (terminationDate < startDate)
    throwIfInvalid([fieldError("terminationDate", "greater_than_or_equal_to", `must be ${startDate} or later`)]);
  return withDerivedStatus({ ...mandate, endDate: terminationDate, terminatedOn: terminationDate }, today);
}
