import type { LineKey } from "../computation/compute-run.ts";
import type { BillingRunLine } from "./run-line.ts";

/** The lines of the previous computation, by key. */
export type PreviousLines = ReadonlyMap<LineKey, BillingRunLine>;

/** Copies exclusion and review from the previous line if its anomalies are unchanged (rental.md 3.1). */
export function carryOver(line: BillingRunLine, before: PreviousLines): BillingRunLine {
  const old = before.get(line.lineKey);
  if (!old || !hasSameAnomalies(line, old)) return line;
  const isExcluded = line.isAlreadyBilled || isManuallyExcluded(old);
  return {
    ...line,
    status: isExcluded ? "excluded" : "active",
    reviewStatus: old.reviewStatus,
    comment: old.comment,
    createdAt: old.createdAt,
  };
}

/** Returns true if a user excluded the line, and it was not excluded as billed already. */
export const isManuallyExcluded = ({ status, isAlreadyBilled }: BillingRunLine): boolean =>
  status === "excluded" && !isAlreadyBilled;

/** Returns true if two lines have the same anomalies. */
export function hasSameAnomalies(one: BillingRunLine, other: BillingRunLine): boolean {
  const anomaliesText = ({ anomalyType, anomalyDetails }: BillingRunLine) =>
    JSON.stringify([anomalyType, [...(anomalyDetails?.others ?? [])].toSorted()]);
  return anomaliesText(one) === anomaliesText(other);
}
