import { addMonths, choice, type Day, day, daysBetween, type Id, id, type RecordOf, record } from "@cartulary/kernel";
import type { ElementOf } from "../estate/array-elements.ts";

export type BreakDateId = Id<"BreakDate">;

export const BREAK_TYPES = ["triennial", "contractual", "legal"] as const;
export type BreakType = (typeof BREAK_TYPES)[number];

/** Decisions about a break. The other statuses follow from dates. */
export const BREAK_DECISIONS = ["exercised", "waived"] as const;
export type BreakDecision = (typeof BREAK_DECISIONS)[number];

export const BREAK_STATUSES = ["upcoming", "notice_open", "exercised", "waived", "passed"] as const;
export type BreakStatus = (typeof BREAK_STATUSES)[number];

/** The declaration of a day on which the tenant may leave a lease before its end. */
export const breakDateRecord = record("break date", {
  id: id("BreakDate", { set: "program", description: "Identifier of the break date" }),
  breakDate: day({ description: "Day on which the lease may end early" }),
  breakType: choice(BREAK_TYPES, { default: "contractual", description: "Whether law or contract grants the break" }),
  noticeDeadline: day({
    nullable: true,
    description: "Last day on which notice may be given; without one, the lease's months of notice before the break",
  }),
  status: choice(BREAK_DECISIONS, {
    nullable: true,
    description: "Decision about the break; without one, dates decide",
  }),
});

/** A day on which a lease may be left before its end, as it is stored: `status` is the decision alone. */
export type BreakDate = RecordOf<typeof breakDateRecord>;

/** A break date in responses, computed for a day. */
export interface BreakDateView extends Omit<BreakDate, "status"> {
  /** Explicit deadline, else the break minus the lease's months of notice. */
  readonly noticeDeadline: Day | null;
  readonly status: BreakStatus;
  /** `null` once the break is past. */
  readonly daysUntilBreak: number | null;
  /** True from the deadline on. */
  readonly noticePeriodStarted: boolean;
}

/** A break date in inputs. */
export type BreakDateInput = ElementOf<typeof breakDateRecord>;

/** Computes a break date for a day, with the lease's months of notice (estate.md 1.2). */
export function breakDateOn(stored: BreakDate, noticeMonths: number | null, today: Day): BreakDateView {
  const { breakDate } = stored;
  const noticeDeadline = stored.noticeDeadline ?? (noticeMonths === null ? null : addMonths(breakDate, -noticeMonths));
  const noticePeriodStarted = noticeDeadline !== null && noticeDeadline <= today;
  const isPassed = breakDate < today;
  const statusByDate = isPassed ? "passed" : noticePeriodStarted ? "notice_open" : "upcoming";
  const daysUntilBreak = isPassed ? null : daysBetween(today, breakDate);
  return { ...stored, noticeDeadline, status: stored.status ?? statusByDate, daysUntilBreak, noticePeriodStarted };
}
