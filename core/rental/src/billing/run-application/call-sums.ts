import type { Day } from "@cartulary/kernel";
import { type Cents, sum, ZERO } from "@cartulary/ledger";
import type { LeaseId } from "../../property/leases/lease.ts";
import { traitsOf } from "../computation/tenant-category.ts";
import type { RentCallLine } from "./lines-to-book.ts";

/** The sums of one rent call. */
export interface CallSum extends Pick<RentCallLine, "callKey" | "tenantId" | "tenantName" | "dueDate"> {
  /** The first lease by reference. */
  readonly firstLease: { readonly id: LeaseId; readonly reference: string };
  readonly isOfOneLease: boolean;
  /** True if all lines are differences to days of before. */
  readonly isOfAdjustments: boolean;
  /** The first and last billed day; of a call with a period of its own, without the days of differences. */
  readonly periodStart: Day;
  readonly periodEnd: Day;
  /** VAT included; negative for a credit note. */
  readonly totalCents: Cents;
  readonly rentCents: Cents;
  readonly chargesCents: Cents;
  /** The rest: deposit and initial balance. */
  readonly otherCents: Cents;
}

/**
 * Returns the key of the call that contains a deposit: of the call of its other lines, or of one of its own where these
 * come to less than zero, since nothing could pay a deposit in a credit note (decision 0203).
 */
export const depositCallKey = (callKey: string, othersCents: Cents): string =>
  othersCents < 0 ? `${callKey}:deposit` : callKey;

/** Adds a line to its call. Lines may come in any order. */
export function addToCalls(sums: Map<string, CallSum>, line: RentCallLine): void {
  const previous = sums.get(line.callKey);
  sums.set(line.callKey, previous ? mergeSums(previous, sumOf(line)) : sumOf(line));
}

function sumOf(line: RentCallLine): CallSum {
  const { callKey, tenantId, tenantName, dueDate, periodStart, periodEnd } = line;
  const totalCents = sum([line.amountHt, line.vatAmount]);
  const { amount } = traitsOf(line.billingCategory);
  return {
    ...{ callKey, tenantId, tenantName, dueDate, periodStart, periodEnd, totalCents },
    firstLease: { id: line.leaseId, reference: line.leaseReference },
    isOfOneLease: true,
    isOfAdjustments: line.adjustment,
    rentCents: amount === "rent" ? totalCents : ZERO,
    chargesCents: amount === "charges" ? totalCents : ZERO,
    otherCents: amount === "other" ? totalCents : ZERO,
  };
}

function mergeSums(one: CallSum, other: CallSum): CallSum {
  const [first, second] = byLease(one.firstLease, other.firstLease) <= 0 ? [one, other] : [other, one];
  return {
    ...first,
    isOfOneLease: one.isOfOneLease && other.isOfOneLease && first.firstLease.id === second.firstLease.id,
    dueDate: earlier(one.dueDate, other.dueDate),
    isOfAdjustments: one.isOfAdjustments && other.isOfAdjustments,
    ...daysOf(one, other),
    totalCents: sum([one.totalCents, other.totalCents]),
    rentCents: sum([one.rentCents, other.rentCents]),
    chargesCents: sum([one.chargesCents, other.chargesCents]),
    otherCents: sum([one.otherCents, other.otherCents]),
  };
}

function daysOf(one: CallSum, other: CallSum): Pick<CallSum, "periodStart" | "periodEnd"> {
  if (one.isOfAdjustments !== other.isOfAdjustments) {
    const { periodStart, periodEnd } = one.isOfAdjustments ? other : one;
    return { periodStart, periodEnd };
  }
  return {
    periodStart: earlier(one.periodStart, other.periodStart),
    periodEnd: one.periodEnd > other.periodEnd ? one.periodEnd : other.periodEnd,
  };
}

/**
 * Returns the calls to issue, by the reference and id of the first lease, then by key. A total of zero is billed
 * without a call (rental.md 3.2).
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
