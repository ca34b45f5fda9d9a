import type { Day, Id } from "@cartulary/kernel";
import {
  apportion,
  type Cents,
  minus,
  plus,
  type Rational,
  rational,
  round,
  sum,
  times,
  ZERO,
} from "@cartulary/ledger";
import { covers } from "../../agency/time/interval.ts";
import type { LeaseParty, LeasePartyId } from "../../property/leases/party.ts";
import { fractionOf, reduceFraction } from "../../property/ownerships/fraction.ts";

/** A party that may pay a part of a rent call. */
export interface Contributor
  extends Pick<
    LeaseParty,
    | "id"
    | "leaseId"
    | "partyType"
    | "role"
    | "rentContributionCents"
    | "shareNumerator"
    | "shareDenominator"
    | "validFrom"
    | "validTo"
  > {
  readonly name: string | null;
  /** The tenant who is the party; `null` for a contact or a household member. */
  readonly tenantId: Id<"TenantActor"> | null;
}

/** The part of a call that a party owes among the parties, frozen at issue. They owe the call together. */
export interface Contribution {
  readonly partyId: LeasePartyId;
  readonly tenantId: Id<"TenantActor"> | null;
  readonly name: string | null;
  readonly amountCents: Cents;
}

/** A part with what is paid of it. */
export interface ContributionView extends Pick<Contribution, "partyId" | "name" | "amountCents"> {
  readonly paidCents: Cents;
  readonly remainingCents: Cents;
}

/** The amount to divide between the parties of a lease. */
export interface AmountToDivide {
  /** Positive. */
  readonly totalCents: Cents;
  /** The day on which parties must be valid. */
  readonly dueDate: Day;
  /** The months of rent in the total: 3 for a whole quarter, 1/2 for half a month, 0 without rent. */
  readonly rentMonths: Rational;
}

/**
 * Returns the parts of the parties that contribute to the rent on the due date; `null` if there are none. Fixed
 * contributions come first, each at most what is left; the rest is apportioned by the shares of the others, equally if
 * none has a share. If all have a fixed contribution, the primary party takes the rest (effects.md 1.3, 6). The parts sum
 * to the total.
 */
export function divideBetweenParties(
  { totalCents, dueDate, rentMonths }: AmountToDivide,
  parties: readonly Contributor[],
): readonly Contribution[] | null {
  const contributors = parties
    .filter(({ validFrom: from, validTo: to }) => covers({ from, to }, dueDate))
    .toSorted((one, other) => (rankOf(one) < rankOf(other) ? -1 : 1));
  const [first] = contributors;
  if (!first) return null;
  let rest = totalCents;
  const amounts = new Map<LeasePartyId, Cents>();
  for (const { id, rentContributionCents } of contributors) {
    if (rentContributionCents === null) continue;
    const amount = least(round(times(rational(rentContributionCents), rentMonths)), rest);
    rest = minus(rest, amount);
    amounts.set(id, amount);
  }
  const others = contributors.filter(({ rentContributionCents }) => rentContributionCents === null);
  for (const [id, amount] of divideRest(rest, others.length > 0 ? others : [primaryOf(contributors) ?? first]))
    amounts.set(id, sum([amounts.get(id) ?? ZERO, amount]));
  return contributors.map(({ id, tenantId, name }) => ({
    ...{ partyId: id, tenantId, name },
    amountCents: amounts.get(id) ?? ZERO,
  }));
}

/** Returns the parties that may owe a part of a call; none of those who follow a tenant who left before it is due. */
export function partiesOwing(
  parties: readonly Contributor[],
  { tenantId, dueDate }: { readonly tenantId: Contributor["tenantId"]; readonly dueDate: Day },
): readonly Contributor[] {
  const own = tenantId === null ? [] : parties.filter((party) => party.tenantId === tenantId);
  const hasLeft = own.length > 0 && own.every(({ validTo }) => validTo !== null && validTo < dueDate);
  return hasLeft ? [] : parties;
}

/** Sorts a party without first day, valid since the lease began, before all others. */
const rankOf = ({ validFrom, id }: Contributor): string => `${validFrom ?? ""} ${id}`;

const primaryOf = (contributors: readonly Contributor[]): Contributor | undefined =>
  contributors.find(({ role }) => role === "primary") ?? contributors.find(({ partyType }) => partyType === "tenant");

const least = (one: Cents, other: Cents): Cents => (one < other ? one : other);

/** Divides by shares; if some parties have shares, the others get nothing. */
function divideRest(rest: Cents, parties: readonly Contributor[]): readonly (readonly [LeasePartyId, Cents])[] {
  const hasShares = parties.some(({ shareNumerator }) => shareNumerator !== null);
  const weights = parties.map(({ id, shareNumerator, shareDenominator }) => ({
    id,
    weight:
      shareNumerator !== null && shareDenominator !== null
        ? fractionOf({ shareNumerator, shareDenominator })
        : rational(hasShares ? 0 : 1),
  }));
  const parts = apportion(rest, weights);
  return parties.map(({ id }, index) => [id, parts[index] ?? ZERO]);
}

/** The rent line of a call, as far as it says how much of a period is billed. */
export interface RentOfPeriod {
  readonly leaseUnitId: Id<"LeaseUnit"> | null;
  readonly dueDate: Day;
  /** The months of the whole period. */
  readonly months: number;
  /** False if the whole period is billed. */
  readonly isProrata: boolean;
  /** The rent of the whole period, without VAT. */
  readonly baseCents: Cents;
  /** The billed rent, without VAT. */
  readonly htCents: Cents;
}

/**
 * Returns the months of rent that lines bill: the months of each whole period, of a part of one in proportion to its
 * rent (effects.md 6). Of several units, each counts by its rent.
 */
export function rentMonthsOf(lines: readonly RentOfPeriod[]): Rational {
  let months = rational(0);
  for (const period of Map.groupBy(lines, ({ dueDate }) => dueDate).values()) {
    const units = [...Map.groupBy(period, ({ leaseUnitId }) => leaseUnitId).values()];
    const bases = units.map(([line]) => line?.baseCents ?? ZERO);
    const whole = sum(bases);
    if (whole === 0) continue;
    const billed = units
      .map((own, index) => times(rational(bases[index] ?? ZERO), billedPart(own)))
      .reduce(add, rational(0));
    months = add(months, times(billed, rational(period[0]?.months ?? 1, whole)));
  }
  return months;
}

/** Returns the billed part of a period of one unit: 1 for the whole period. */
function billedPart(lines: readonly RentOfPeriod[]): Rational {
  if (!lines.some(({ isProrata }) => isProrata)) return rational(1);
  return lines
    .filter(({ baseCents }) => baseCents !== 0)
    .map(({ htCents, baseCents }) => rational(htCents, baseCents))
    .reduce(add, rational(0));
}

const add = (one: Rational, other: Rational): Rational => reduceFraction(plus(one, other));
