import { type Day, type Decimal, dayBefore, type Month } from "@cartulary/kernel";
import { type Cents, decimal, minus, type Rational, rational, round, sum, ZERO } from "@cartulary/ledger";
import { covers } from "../../agency/time/interval.ts";
import { type AnomalyType, anomalyOf } from "./anomalies.ts";
import type { AdjustedDays, BilledDays, PriceBasis } from "./billed-days.ts";
import { type CallOfLine, callOf } from "./call-of-month.ts";
import { divideBetweenOwners, type OwnerShare, ownersOn } from "./owner-parts.ts";
import { type BillingPeriod, type Days, letDaysOf, overlap, wholePeriodOn } from "./period.ts";
import { type Price, priceOf, reductionOn, vatRateOf } from "./price.ts";
import { amountsOf, dueFor, type Tariff, vatOf, wholePeriodCents } from "./proration.ts";
import { segmentsOf } from "./segments.ts";
import type { BilledLease, BilledUnit } from "./snapshot.ts";
import { PERIODIC_CATEGORIES, type PeriodicCategory, traitsOf } from "./tenant-category.ts";
import type { OwnerPart, TenantLine } from "./tenant-line.ts";

/**
 * Returns the differences between what applied runs billed and what the same days cost now, since a term, the end of the
 * lease, the days of a unit or a franchise have changed (effects.md 1.5): one line for each billed period, unit and
 * category, on the call of the first period that the run bills, else on a call of the month of their own. The owners,
 * mandates and tenant are those of the days. `lines` are the other lines of the run: their days are left to them.
 */
export function backBillingLines(
  lease: BilledLease,
  lines: readonly TenantLine[],
  month: Month,
): readonly TenantLine[] {
  const changed = lease.units.flatMap((unit) =>
    changedPeriods(lease, unit).map((period): Omit<Subject, "category"> => ({ lease, unit, lines, ...period })),
  );
  if (changed.length === 0) return [];
  const call = callOf(lease, lines, month);
  return changed.flatMap((subject) =>
    PERIODIC_CATEGORIES.flatMap((category) => differenceLine({ ...subject, category }, call)),
  );
}

/** A billed period of a unit whose price may have changed. */
interface ChangedPeriod {
  readonly period: BillingPeriod;
  /** How its days were priced, as far as it does not change them. */
  readonly priced: Priced;
  /** The lines of the period that count, adjustments included. */
  readonly billed: readonly BilledDays[];
  /** Changed periods that begin later on the same days, by another schedule: a day that no line bills is of the last one. */
  readonly later: readonly Days[];
}

type Priced = Omit<PriceBasis, "annualCents" | "reductionPercent" | "adjusted">;

/** One category of a changed period. */
interface Subject extends ChangedPeriod {
  readonly lease: BilledLease;
  readonly unit: BilledUnit;
  readonly category: PeriodicCategory;
  /** The other lines of the run. */
  readonly lines: readonly TenantLine[];
}

/** Returns the billed periods of a unit with a line that may have another price now, by first day. */
function changedPeriods(lease: BilledLease, unit: BilledUnit): readonly ChangedPeriod[] {
  const counted = (unit.billed ?? []).filter(({ isExcluded }) => !isExcluded);
  const isChanged = (line: BilledDays) =>
    line.isAdjustment || !isUnchanged(lease, unit, line) || lacksCharges(unit, line);
  if (!counted.some(isChanged)) return [];
  // The text of a period begins with its first day.
  return [...Map.groupBy(counted, (line) => JSON.stringify(periodOf(lease, line)))]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .filter(([, billed]) => billed.some(isChanged))
    .flatMap(([, billed]) => {
      const [first] = billed;
      const found = first && periodOf(lease, first);
      // Lines of before the basis was stored may be of another schedule than the present one.
      const isWithin = billed.every(({ to }) => found && to <= found.period.whole.to);
      return found && isWithin
        ? [{ ...found, billed, period: billedPeriod(found.period, letDaysOf(lease, unit)) }]
        : [];
    })
    .map((each, index, periods) => ({ ...each, later: periods.slice(index + 1).map(({ period }) => period.whole) }));
}

/** Returns the period that a line bills, by the schedule of that time. */
function periodOf(lease: BilledLease, { from, basis }: BilledDays) {
  const { startDate, calendar, cycleMonth, frequency, proration } = basis ?? { ...lease.schedule, ...lease };
  const priced: Priced = { startDate, calendar, cycleMonth, frequency, proration };
  const period = wholePeriodOn(from, priced);
  return period && { period, priced };
}

const billedPeriod = (
  period: Pick<BillingPeriod, "whole" | "blocks">,
  { from, to }: ReturnType<typeof letDaysOf>,
): BillingPeriod => ({
  ...period,
  billed: overlap(period.whole, { from, to: to ?? period.whole.to }) ?? period.whole,
  dueDate: period.whole.from,
});

/** Returns true if the days of a line certainly cost now what they were billed for. */
function isUnchanged(lease: BilledLease, unit: BilledUnit, line: BilledDays): boolean {
  const { from, to, basis, category } = line;
  const rent = unit.rents.findLast((each) => covers(each, from));
  const letDays = letDaysOf(lease, unit);
  if (!rent || rent !== unit.rents.findLast((each) => covers(each, to))) return false;
  if (!covers(letDays, from) || !covers(letDays, to)) return false;
  if (basis === null) return !rent.reachesBack;
  const price = priceOf(rent, category);
  return (
    !line.isProrata &&
    price.annualCents === basis.annualCents &&
    vatRateOf(price) === line.vatRate &&
    basis.reductionPercent === 0 &&
    !lease.franchises.some((franchise) => overlap(franchise, line) !== null)
  );
}

/** Returns true if charges are due on the days of a billed rent and no line has them. */
function lacksCharges({ billed = [], rents }: BilledUnit, line: BilledDays): boolean {
  if (line.category !== "rent") return false;
  const isDue = rents.some(
    ({ from, to, chargeProvisionCents }) =>
      chargeProvisionCents !== null &&
      chargeProvisionCents !== 0 &&
      overlap({ from: from ?? line.from, to: to ?? line.to }, line) !== null,
  );
  return isDue && !billed.some((each) => each.category === "charge_provision" && overlap(each, line) !== null);
}

/** The facts of a day that decide its difference. */
interface DayFacts {
  readonly price: Price | null;
  readonly reductionPercent: Decimal;
  readonly owners: readonly OwnerShare[];
  readonly isLet: boolean;
  /** True if a line bills the day. */
  readonly isBilled: boolean;
  /** False for days that are not compared. */
  readonly isCompared: boolean;
}

/** Days with equal facts: what they cost now, what they were billed for, and the difference. */
interface Comparison extends Days {
  readonly facts: DayFacts;
  readonly due: Amounts;
  readonly billed: Amounts;
  readonly difference: Amounts;
}

type Amounts = Pick<AdjustedDays, "htCents" | "vatCents">;

function differenceLine(subject: Subject, call: CallOfLine): readonly TenantLine[] {
  const { lease, unit, category, period, priced } = subject;
  const compared = comparisonsOf(subject);
  const difference = totalOf(compared.map((each) => each.difference));
  const changed = compared.filter((each) => each.difference.htCents !== 0 || each.difference.vatCents !== 0);
  const named = changed.some(isMoreThanRounding) ? changed.filter(isMoreThanRounding) : changed;
  const [first, last] = [named[0], named.at(-1)];
  if (!first || !last || (difference.htCents === 0 && difference.vatCents === 0)) return [];
  const days = { from: first.from, to: last.to };
  const price = changed.findLast(({ facts }) => facts.price !== null)?.facts.price ?? null;
  const vatRate =
    (price && vatRateOf(price)) ?? linesOf(subject).findLast((line) => line.vatRate !== null)?.vatRate ?? null;
  const tenantId = lease.tenants.find((each) => covers(each, days.from))?.id ?? call.tenantId;
  const line: TenantLine = {
    ...{ leaseId: lease.id, leaseUnitId: unit.id, category, days, period: call.period, tenantId },
    ...{ wholePeriod: call.wholePeriod, dueDate: call.dueDate, isAdjustment: true },
    baseCents: price ? wholePeriodCents(period, price.annualCents) : ZERO,
    ...difference,
    ...{ vatApplicable: vatRate !== null, vatRate, isProrata: false, prorataDays: null, isAlreadyBilled: false },
    ...partsOf(changed),
    anomaly: anomalyOf(findingsOf(subject, days, tenantId !== null)),
    label: `${traitsOf(category).label} du ${french(days.from)} au ${french(days.to)}, ${kindOf(difference)}`,
    explanation: explained(compared, difference),
    basis: {
      ...priced,
      ...{ annualCents: price?.annualCents ?? ZERO, reductionPercent: NO_REDUCTION },
      adjusted: changed.map(({ from, to, difference: each }) => ({ from, to, ...each })),
    },
  };
  return [line];
}

/** Returns true if the difference is more than a cent that rounding moved between neighbouring days. */
const isMoreThanRounding = ({ difference: { htCents, vatCents } }: Comparison): boolean =>
  Math.abs(htCents) > 1 || Math.abs(vatCents) > 1;

/** Returns the counted lines of the period and category. */
const linesOf = ({ billed, category }: Subject): readonly BilledDays[] =>
  billed.filter((line) => line.category === category);

/** Compares the days of a period with what they were billed for, by segments of equal facts, in order. */
function comparisonsOf(subject: Subject): readonly Comparison[] {
  const { lease, unit, period, priced } = subject;
  const billed = linesOf(subject).flatMap(daysOf);
  const days = [...billed, period.billed];
  const span = {
    from: days.map(({ from }) => from).toSorted()[0] as Day,
    to: days
      .map(({ to }) => to)
      .toSorted()
      .at(-1) as Day,
  };
  const letDays = letDaysOf(lease, unit);
  const elsewhere = elsewhereOf(subject);
  const spans = [letDays, ...unit.rents, ...lease.franchises, ...unit.ownerships, ...unit.mandates, ...billed];
  const segments = segmentsOf(span, [...spans, ...subject.billed, ...elsewhere], (day) =>
    factsOn(subject, elsewhere, day),
  );
  const present = segments.filter(({ facts }) => facts.isLet);
  const hts = amountsOf(
    priced.proration,
    period,
    present.map(({ from, to, facts }): Tariff => {
      const { price, reductionPercent } = facts;
      return { from, to, annualCents: price?.annualCents ?? ZERO, reductionPercent };
    }),
  );
  const vats = vatOf(
    present.map(({ facts }, index) => ({
      htCents: hts[index] ?? ZERO,
      vatRate: facts.price && vatRateOf(facts.price),
    })),
  );
  const costOf = (each: Days): Rational =>
    dueFor(
      priced.proration,
      { ...period, billed: span },
      { ...each, annualCents: ONE_PRICE, reductionPercent: NO_REDUCTION },
    );
  return segments
    .filter(({ facts }) => facts.isCompared)
    .map((segment): Comparison => {
      const index = present.indexOf(segment);
      const due = { htCents: hts[index] ?? ZERO, vatCents: vats[index] ?? ZERO };
      const was = totalOf(billed.map((each) => amountOn(each, segment, costOf)));
      return { ...segment, due, billed: was, difference: minusAmounts(due, was) };
    });
}

/** A price that divides into equal months. */
const ONE_PRICE = 1_200_000 as Cents;
const NO_REDUCTION = 0 as Decimal;

function factsOn(subject: Subject, elsewhere: readonly Days[], day: Day): DayFacts {
  const { lease, unit, category, billed } = subject;
  const line = linesOf(subject).find((each) => !each.isAdjustment && covers(each, day));
  const rent = unit.rents.findLast((each) => covers(each, day));
  const price = rent ? priceOf(rent, category) : null;
  const basis = line?.basis ?? null;
  // A term that does not reach back leaves billed days at their price.
  const isKept = rent !== undefined && !rent.reachesBack && line !== undefined;
  const keepsPrice = isKept && basis !== null && basis.annualCents !== price?.annualCents;
  const isLet = covers(letDaysOf(lease, unit), day);
  const isAdjusted = linesOf(subject).some(({ basis }) => basis?.adjusted?.some((each) => covers(each, day)));
  // A term that does not reach back leaves days for which the other category was billed.
  const isSettled = rent?.reachesBack === false && billed.some((each) => !each.isAdjustment && covers(each, day));
  return {
    price: keepsPrice ? { ...basis, vatApplicable: line.vatRate !== null, vatRate: line.vatRate } : price,
    reductionPercent: keepsPrice ? basis.reductionPercent : reductionOn(lease, category, day),
    owners: ownersOn(unit, day),
    isLet,
    isBilled: line !== undefined || isAdjusted,
    isCompared: line
      ? !(isKept && basis === null && isLet)
      : isLet
        ? !isSettled && (isAdjusted || !elsewhere.some((days) => covers(days, day)))
        : isAdjusted,
  };
}

/** Returns the days of the category that another period or run bills, or that a user excluded. */
function elsewhereOf({ unit: { id, billed = [] }, category, later, lines }: Subject): readonly Days[] {
  // An excluded difference may be billed later.
  const others = billed.filter((line) => line.category === category && !(line.isAdjustment && line.isExcluded));
  const now = lines.filter((line) => line.leaseUnitId === id && line.category === category && !line.isAlreadyBilled);
  return [...others.flatMap(daysOf), ...later, ...now.map(({ days }) => days)];
}

/** Returns the days that a line bills, with their amounts. */
const daysOf = (line: BilledDays): readonly AdjustedDays[] => line.basis?.adjusted ?? [line];

/**
 * Returns the part of an amount for the days of a segment: the difference of two rounded sums, by what the days cost at
 * one price.
 */
function amountOn(amounts: AdjustedDays, segment: Days, costOf: (days: Days) => Rational): Amounts {
  const days = overlap(amounts, segment);
  if (!days) return NOTHING;
  if (days.from === amounts.from && days.to === amounts.to) return amounts;
  const sumsOf = (until: Day): Amounts => {
    const { numerator, denominator } = shareOf(costOf({ from: amounts.from, to: until }), costOf(amounts));
    const part = (amount: Cents) => round(rational(BigInt(amount) * numerator, denominator));
    return { htCents: part(amounts.htCents), vatCents: part(amounts.vatCents) };
  };
  const before = days.from === amounts.from ? NOTHING : sumsOf(dayBefore(days.from));
  return minusAmounts(sumsOf(days.to), before);
}

const NOTHING: Amounts = { htCents: ZERO, vatCents: ZERO };

/** Returns a part as a fraction of the whole; all of it if the whole is nothing. */
const shareOf = (part: Rational, whole: Rational): Rational =>
  whole.numerator === 0n
    ? rational(1)
    : { numerator: part.numerator * whole.denominator, denominator: part.denominator * whole.numerator };

/** Divides the differences among the owners of their days, each owner once. */
function partsOf(changed: readonly Comparison[]): Pick<TenantLine, "owners" | "suspense"> {
  const owners = new Map<OwnerShare["ownerId"], OwnerPart>();
  const suspense: Amounts[] = [];
  for (const { facts, difference } of changed) {
    const [ht, vat] = [
      divideBetweenOwners(difference.htCents, facts.owners),
      divideBetweenOwners(difference.vatCents, facts.owners),
    ];
    suspense.push({ htCents: ht.suspenseCents, vatCents: vat.suspenseCents });
    for (const [index, { share: _, ...owner }] of facts.owners.entries()) {
      const part = { htCents: ht.amountsCents[index] ?? ZERO, vatCents: vat.amountsCents[index] ?? ZERO };
      const before = owners.get(owner.ownerId);
      owners.set(owner.ownerId, { ...owner, ...totalOf(before ? [before, part] : [part]) });
    }
  }
  return {
    owners: [...owners.values()].toSorted((one, other) => (one.ownerId < other.ownerId ? -1 : 1)),
    suspense: totalOf(suspense),
  };
}

function findingsOf({ unit, category }: Subject, days: Days, hasTenant: boolean): readonly AnomalyType[] {
  const isPending = (unit.pendingAdjustments ?? []).some(
    (each) => each.category === category && overlap(each, days) !== null,
  );
  return [
    "back_billing",
    ...(isPending ? (["pending_in_other_run"] as const) : []),
    ...(hasTenant ? [] : (["missing_tenant"] as const)),
  ];
}

const totalOf = (amounts: readonly Amounts[]): Amounts => ({
  htCents: sum(amounts.map(({ htCents }) => htCents)),
  vatCents: sum(amounts.map(({ vatCents }) => vatCents)),
});

const minusAmounts = (one: Amounts, other: Amounts): Amounts => ({
  htCents: minus(one.htCents, other.htCents),
  vatCents: minus(one.vatCents, other.vatCents),
});

/** `1050,00 € dus − 1000,00 € facturés = 50,00 € HT + TVA 10,00 €`. */
function explained(compared: readonly Comparison[], { htCents, vatCents }: Amounts): string {
  const [due, billed] = [totalOf(compared.map((each) => each.due)), totalOf(compared.map((each) => each.billed))];
  const vat = vatCents === 0 ? "" : ` + TVA ${euros(vatCents)}`;
  return `${euros(due.htCents)} dus − ${euros(billed.htCents)} facturés = ${euros(htCents)} HT${vat}`;
}

const kindOf = ({ htCents, vatCents }: Amounts): string => (htCents + vatCents < 0 ? "trop-perçu" : "rappel");
const euros = (amount: Cents): string => `${decimal(amount, ",")} €`;
const french = (day: Day): string => day.split("-").toReversed().join("/");
