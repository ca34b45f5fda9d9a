import type { LineKey } from "../billing/compute-run.ts";
import type { BillingRunLine } from "./run-line.ts";

/** The lines of the computation before, by their keys. */
export type LinesBefore = ReadonlyMap<LineKey, BillingRunLine>;

/**
 * The line with what somebody made of it before: whether it counts, its review and its comment stay as long as the same is
 * noticed about it (rental.md 3.1).
 */
export function carried(line: BillingRunLine, before: LinesBefore): BillingRunLine {
  const old = before.get(line.lineKey);
  if (!old || !isNoticedAlike(line, old)) return line;
  const isTakenOut = line.isAlreadyBilled || isTakenOutBySomebody(old);
  return {
    ...line,
    status: isTakenOut ? "excluded" : "active",
    reviewStatus: old.reviewStatus,
    comment: old.comment,
    createdAt: old.createdAt,
  };
}

/** Whether somebody excluded it, and not that it was billed already. */
export const isTakenOutBySomebody = ({ status, isAlreadyBilled }: BillingRunLine): boolean =>
  status === "excluded" && !isAlreadyBilled;

/** Whether the same was noticed about two lines. */
export function isNoticedAlike(one: BillingRunLine, other: BillingRunLine): boolean {
  const noticed = ({ anomalyType, anomalyDetails }: BillingRunLine) =>
    JSON.stringify([anomalyType, [...(anomalyDetails?.others ?? [])].toSorted()]);
  return noticed(one) === noticed(other);
}
