import { addMonths, type Day, daysBetween, type Id } from "@cartulary/kernel";
import type { ElementInput, ElementRules } from "../estate/elements.ts";
import { aDay, anything, nullable } from "../estate/fields.ts";

export type BreakDateId = Id<"BreakDate">;

export const BREAK_TYPES = ["triennial", "contractual", "legal"] as const;
/** One of {@link BREAK_TYPES}. */
export type BreakType = (typeof BREAK_TYPES)[number];

/** What somebody decided about a break; everything else follows from the dates. */
export const BREAK_DECISIONS = ["exercised", "waived"] as const;
/** One of {@link BREAK_DECISIONS}. */
export type BreakDecision = (typeof BREAK_DECISIONS)[number];

export const BREAK_STATUSES = ["upcoming", "notice_open", "exercised", "waived", "passed"] as const;
/** One of {@link BREAK_STATUSES}. */
export type BreakStatus = (typeof BREAK_STATUSES)[number];

/** A day on which a lease may be left before its end. */
export interface BreakDate {
  readonly id: BreakDateId;
  readonly breakDate: Day;
  readonly breakType: BreakType;
  /** As somebody gave it. */
  readonly noticeDeadline: Day | null;
  /** As somebody decided it. */
  readonly status: BreakDecision | null;
}

/** A break date as it is answered on a day. */
export interface BreakDateView extends Omit<BreakDate, "status"> {
  /** As given, else the lease's notice before the break. */
  readonly noticeDeadline: Day | null;
  readonly status: BreakStatus;
  /** `null` once it is past. */
  readonly daysUntilBreak: number | null;
  /** Whether the deadline has come. */
  readonly noticePeriodStarted: boolean;
}

/** What may be said of a break date; with an id, of one that is there. */
export interface BreakDateInput extends ElementInput {
  readonly id?: BreakDateId;
  readonly breakDate?: Day;
  /** Default `contractual`. */
  readonly breakType?: BreakType;
  readonly noticeDeadline?: Day | null;
  readonly status?: BreakDecision | null;
}

/** What a break date has to be. */
export const breakDateRules: ElementRules<BreakDateInput> = {
  rules: { breakDate: aDay, breakType: anything(), noticeDeadline: nullable(aDay), status: anything() },
  required: ["breakDate"],
};

/** What a new break date is until something is said of it. */
export const blankBreakDate: Omit<BreakDate, "id" | "breakDate"> = {
  breakType: "contractual",
  noticeDeadline: null,
  status: null,
};

/** The break date on a day, of a lease with so many months of notice (estate.md 1.2). */
export function breakDateOn(given: BreakDate, noticeMonths: number | null, today: Day): BreakDateView {
  const { breakDate } = given;
  const noticeDeadline = given.noticeDeadline ?? (noticeMonths === null ? null : addMonths(breakDate, -noticeMonths));
  const noticePeriodStarted = noticeDeadline !== null && noticeDeadline <= today;
  const isPassed = breakDate < today;
  const following = isPassed ? "passed" : noticePeriodStarted ? "notice_open" : "upcoming";
  const daysUntilBreak = isPassed ? null : daysBetween(today, breakDate);
  return { ...given, noticeDeadline, status: given.status ?? following, daysUntilBreak, noticePeriodStarted };
}
