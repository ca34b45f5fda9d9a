import { addMonths, type Day } from "@cartulary/kernel";
import { type Cents, cents, rational, round, sum, ZERO } from "@cartulary/ledger";
import type { LeaseType } from "../../property/leases/lease.ts";
import type { LeaseParts } from "../../property/leases/lease-detail.ts";
import { leaseStatusOn } from "../../property/leases/lease-status.ts";
import { unitTermsOn } from "../../property/leases/revision-state.ts";
import { monthlyCents } from "../../property/leases/term-timeline.ts";
import type { SecurityDeposit } from "./security-deposit.ts";

/** The lease of a deposit, as far as it decides when the deposit is due. */
export type LeaseOfDeposit = Pick<LeaseParts, "lease" | "terms">;

/** The return of a deposit as the law wants it on a day. */
export interface ReturnDue {
  /** The last day on which the deposit must go back; `null` while the lease runs. */
  readonly returnDueOn: Day | null;
  /** The months begun since then; 0 in time. */
  readonly lateMonths: number;
  /** The increase owed by law: a tenth of the monthly rent for each of these months. It is shown, never posted. */
  readonly lateAmountCents: Cents;
}

/** Returns when a deposit must go back, and what a late return costs on a day (effects.md 1.2). */
export function returnDue(deposit: SecurityDeposit, lease: LeaseOfDeposit, today: Day): ReturnDue {
  const returnDueOn = dueOn(deposit, lease, today);
  if (returnDueOn === null) return NOT_DUE;
  const lateMonths = monthsLate(deposit, lease, { returnDueOn, today });
  return { returnDueOn, lateMonths, lateAmountCents: increaseOf(lease, lateMonths, today) };
}

/** For a lease that runs, or is unknown. */
export const NOT_DUE: ReturnDue = { returnDueOn: null, lateMonths: 0, lateAmountCents: ZERO };

/** Returns one month after the end of the lease or the return of the keys in conformity, else two (effects.md 1.2). */
function dueOn({ inConformity, keysReturnedOn }: SecurityDeposit, { lease }: LeaseOfDeposit, today: Day): Day | null {
  const { status, endDate } = leaseStatusOn(lease, today);
  if (status !== "ended" || endDate === null) return null;
  return addMonths(keysReturnedOn ?? endDate, inConformity === true ? 1 : 2);
}

/** The leases whose deposits increase when they are late (loi 89-462, art. 22). */
export const LATE_INCREASE_LEASES: readonly LeaseType[] = [
  "residential_unfurnished",
  "residential_furnished",
  "student",
];

function monthsLate(
  { receivedCents, returnedOn }: SecurityDeposit,
  { lease }: LeaseOfDeposit,
  { returnDueOn, today }: { readonly returnDueOn: Day; readonly today: Day },
): number {
  if (receivedCents <= 0 || !LATE_INCREASE_LEASES.includes(lease.leaseType)) return 0;
  const day = returnedOn ?? today;
  let months = 0;
  while (addMonths(returnDueOn, months) < day) months += 1;
  return months;
}

function increaseOf({ lease, terms }: LeaseOfDeposit, months: number, today: Day): Cents {
  const { endDate } = leaseStatusOn(lease, today);
  const rents = [...unitTermsOn(terms, endDate ?? today).values()];
  const monthly = sum(rents.map(({ annualAmountCents }) => monthlyCents(annualAmountCents)));
  return cents(round(rational(BigInt(monthly) * BigInt(months), 10)));
}
