import type { Day } from "@cartulary/kernel";
import { type Cents, sum, ZERO } from "@cartulary/ledger";
import type { LeaseId } from "../leases/lease.ts";
import type { CalledLine } from "./called-line.ts";

/** What the lines of one rent call come to. */
export interface CallSum extends Pick<CalledLine, "callKey" | "tenantId" | "tenantName" | "dueDate"> {
  /** The first one by reference, where lines are of several. */
  readonly firstLease: { readonly id: LeaseId; readonly reference: string };
  readonly isOfOneLease: boolean;
  /** From the first day that is billed to the last. */
  readonly periodStart: Day;
  readonly periodEnd: Day;
  /** VAT included; below zero of a credit note. */
  readonly totalCents: Cents;
  readonly rentCents: Cents;
  readonly chargesCents: Cents;
}

/** Adds a line to the call that it belongs to. Lines may come in any order. */
export function addToCalls(sums: Map<string, CallSum>, line: CalledLine): void {
  const known = sums.get(line.callKey);
  sums.set(line.callKey, known ? together(known, sumOf(line)) : sumOf(line));
}

function sumOf(line: CalledLine): CallSum {
  const { callKey, tenantId, tenantName, dueDate, periodStart, periodEnd } = line;
  const totalCents = sum([line.amountHt, line.vatAmount]);
  return {
    ...{ callKey, tenantId, tenantName, dueDate, periodStart, periodEnd, totalCents },
    firstLease: { id: line.leaseId, reference: line.leaseReference },
    isOfOneLease: true,
    rentCents: line.billingCategory === "rent" ? totalCents : ZERO,
    chargesCents: line.billingCategory === "charge_provision" ? totalCents : ZERO,
  };
}

function together(one: CallSum, other: CallSum): CallSum {
  const [first, second] = byLease(one.firstLease, other.firstLease) <= 0 ? [one, other] : [other, one];
  return {
    ...first,
    isOfOneLease: one.isOfOneLease && other.isOfOneLease && first.firstLease.id === second.firstLease.id,
    dueDate: earlier(one.dueDate, other.dueDate),
    periodStart: earlier(one.periodStart, other.periodStart),
    periodEnd: one.periodEnd > other.periodEnd ? one.periodEnd : other.periodEnd,
    totalCents: sum([one.totalCents, other.totalCents]),
    rentCents: sum([one.rentCents, other.rentCents]),
    chargesCents: sum([one.chargesCents, other.chargesCents]),
  };
}

/**
 * The calls that are written, in the order of their first leases' references, then of their ids and periods. What comes to
 * nothing is billed and not called for (rental.md 3.2).
 */
export function callsToIssue(sums: ReadonlyMap<string, CallSum>): readonly CallSum[] {
  return [...sums.values()]
    .filter(({ totalCents }) => totalCents !== 0)
    .toSorted((one, other) => byLease(one.firstLease, other.firstLease) || compared(one.callKey, other.callKey));
}

const byLease = (one: CallSum["firstLease"], other: CallSum["firstLease"]): number =>
  compared(one.reference, other.reference) || compared(one.id, other.id);

const compared = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
const earlier = (one: Day, other: Day): Day => (other < one ? other : one);
