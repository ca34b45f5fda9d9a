import { type Day, DECIMAL_ONE, type Decimal, type Month } from "@cartulary/kernel";
import { type Cents, sum, ZERO } from "@cartulary/ledger";
import { covers, type Interval } from "../../agency/time/interval.ts";
import { isComplete } from "../../property/ownerships/fraction.ts";
import { adjustmentLines } from "./adjustment-lines.ts";
import { type AnomalyType, anomalyOf, withAnomaly } from "./anomalies.ts";
import { backBillingLines } from "./back-billing.ts";
import { depositLine } from "./deposit-line.ts";
import { explanationOf } from "./explanation.ts";
import { divideBetweenOwners, missingShare, type OwnerShare, ownersOn } from "./owner-parts.ts";
import { type BillingPeriod, type Days, letDaysOf, overlap, periodsAnchoredIn } from "./period.ts";
import { type Price, priceOf, reductionOn, vatRateOf } from "./price.ts";
import { amountsOf, dayCount, type Tariff, vatOf, wholePeriodCents } from "./proration.ts";
import { segmentsOf } from "./segments.ts";
import type { BilledLease, BilledUnit } from "./snapshot.ts";
import { PERIODIC_CATEGORIES, type PeriodicCategory } from "./tenant-category.ts";
import { tenantFeeLines } from "./tenant-fees.ts";
import { callOfPeriod, type TenantLine } from "./tenant-line.ts";

/**
 * Returns the lines of a lease for a month, by unit, period, category and day. Considers the facts of every day, so
 * that the history of a change has no influence (rental.md 2.3, 2.4, 3.2). Only dates decide; the caller leaves out
 * drafts and cancelled leases.
 */
export function tenantLines(lease: BilledLease, month: Month): readonly TenantLine[] {
  const lines = lease.units.flatMap((unit) =>
    periodsOf(lease, unit, month).flatMap((period) =>
      PERIODIC_CATEGORIES.flatMap((category) => linesOf({ lease, unit, period, category })),
    ),
  );
  const all = withCallsOfTenants([
    ...lines,
    ...backBillingLines(lease, lines, month),
    ...adjustmentLines(lease, lines, month),
    ...tenantFeeLines(lease, lines, month),
    ...depositLine(lease, lines),
  ]);
  return all.some(({ htCents }) => htCents < 0) ? withNegativeTotals(all) : all;
}

/**
 * Marks the lines of other tenants than the tenant of the call of their period. A call has one tenant, whose account its
 * lines debit and its payments credit; a tenant who left has a call of his own (effects.md 6).
 */
function withCallsOfTenants(lines: readonly TenantLine[]): readonly TenantLine[] {
  const periods = Map.groupBy(lines, ({ wholePeriod }) => wholePeriod.from);
  const tenants = new Map(
    [...periods].map(([from, own]) => [from, own.reduce((one, other) => (ranksBefore(other, one) ? other : one))]),
  );
  return lines.map((line) =>
    line.tenantId === tenants.get(line.wholePeriod.from)?.tenantId ? line : { ...line, isOfOtherTenant: true },
  );
}

/** Returns true if the first line decides the tenant of their call: lines of its period do, the earliest first. */
function ranksBefore(one: TenantLine, other: TenantLine): boolean {
  const rankOf = ({ isAlreadyBilled, isAdjustment, days }: TenantLine) =>
    `${isAlreadyBilled ? 1 : 0}${isAdjustment ? 1 : 0}${days.from}`;
  return rankOf(one) < rankOf(other);
}

/** Marks the lines of a rent call whose total is negative (rental.md 3.4). */
function withNegativeTotals(lines: readonly TenantLine[]): readonly TenantLine[] {
  const totals = new Map<string, Cents>();
  for (const line of lines.filter(({ isAlreadyBilled }) => !isAlreadyBilled))
    totals.set(callOfPeriod(line), sum([totals.get(callOfPeriod(line)) ?? ZERO, line.htCents, line.vatCents]));
  return lines.map((line) =>
    (totals.get(callOfPeriod(line)) ?? ZERO) < 0 ? withAnomaly(line, "negative_total") : line,
  );
}

function periodsOf({ schedule, endDate }: BilledLease, unit: BilledUnit, month: Month): readonly BillingPeriod[] {
  return periodsAnchoredIn(month, schedule, letDaysOf({ schedule, endDate }, unit));
}

/** One category of one period of one unit. */
interface Subject {
  readonly lease: BilledLease;
  readonly unit: BilledUnit;
  readonly period: BillingPeriod;
  readonly category: PeriodicCategory;
}

/** The facts that decide the amount of a day and its owners. */
interface DayFacts {
  readonly rent: Price | null;
  readonly reductionPercent: Decimal;
  readonly owners: readonly OwnerShare[];
  readonly isAlreadyBilled: boolean;
  readonly isPending: boolean;
}

function linesOf(subject: Subject): readonly TenantLine[] {
  const { lease, unit, period, category } = subject;
  const { startDate, calendar, cycleMonth, frequency } = lease.schedule;
  const priced = { startDate, calendar, cycleMonth, frequency, proration: lease.proration };
  const segments = segmentsOf(period.billed, spansOf(subject), (day) => factsOn(subject, day));
  const tariffs = segments.map(({ from, to, facts }): Tariff => {
    const { reductionPercent, rent } = facts;
    return { from, to, annualCents: rent?.annualCents ?? ZERO, reductionPercent };
  });
  const hts = amountsOf(lease.proration, period, tariffs);
  const vats = vatOf(segments.map(({ facts }, index) => ({ htCents: hts[index] ?? ZERO, vatRate: vatRateOn(facts) })));
  const lines = segments.map(({ from, to, facts }, index): TenantLine => {
    const [tariff, htCents, vatCents] = [tariffs[index] as Tariff, hts[index] ?? ZERO, vats[index] ?? ZERO];
    const days = { from, to };
    return {
      leaseId: lease.id,
      leaseUnitId: unit.id,
      category,
      days,
      period: period.billed,
      wholePeriod: period.whole,
      dueDate: period.dueDate,
      tenantId: tenantsOn(lease, from)[0]?.id ?? null,
      baseCents: wholePeriodCents(period, tariff.annualCents),
      htCents,
      vatCents,
      vatApplicable: facts.rent?.vatApplicable ?? false,
      vatRate: vatRateOn(facts),
      isProrata: isProrata(period),
      prorataDays: dayCount(period.billed),
      ...partsOf(htCents, vatCents, facts.owners),
      isAlreadyBilled: facts.isAlreadyBilled,
      basis: { ...priced, annualCents: tariff.annualCents, reductionPercent: tariff.reductionPercent },
      anomaly: anomalyOf(anomaliesOf(subject, days, facts)),
      explanation: explanationOf({
        proration: lease.proration,
        period,
        tariff,
        htCents,
        vatCents,
        vatRate: vatRateOn(facts),
      }),
    };
  });
  return category === "rent" ? lines : lines.filter(({ htCents }) => htCents !== 0);
}

function partsOf(
  htCents: Cents,
  vatCents: Cents,
  owners: readonly OwnerShare[],
): Pick<TenantLine, "owners" | "suspense"> {
  const [ht, vat] = [divideBetweenOwners(htCents, owners), divideBetweenOwners(vatCents, owners)];
  return {
    owners: owners.map(({ share: _, ...owner }, index) => ({
      ...owner,
      htCents: ht.amountsCents[index] ?? ZERO,
      vatCents: vat.amountsCents[index] ?? ZERO,
    })),
    suspense: { htCents: ht.suspenseCents, vatCents: vat.suspenseCents },
  };
}

/** Returns the spans that may change an amount. */
function spansOf({ lease, unit, category }: Subject): readonly Interval[] {
  return [
    ...unit.rents,
    ...lease.franchises,
    ...unit.ownerships,
    ...unit.mandates,
    ...unit.alreadyBilled.filter((billed) => billed.category === category),
    ...unit.pendingInOtherRuns.filter((billed) => billed.category === category),
  ];
}

function factsOn({ lease, unit, category }: Subject, day: Day): DayFacts {
  const term = unit.rents.findLast((each) => covers(each, day));
  const isBilled = (billed: BilledUnit["alreadyBilled"]) =>
    billed.some((each) => each.category === category && covers(each, day));
  return {
    rent: term ? priceOf(term, category) : null,
    reductionPercent: reductionOn(lease, category, day),
    owners: ownersOn(unit, day),
    isAlreadyBilled: isBilled(unit.alreadyBilled),
    isPending: isBilled(unit.pendingInOtherRuns),
  };
}

const vatRateOn = ({ rent }: DayFacts): Decimal | null => rent && vatRateOf(rent);

const isProrata = ({ whole, billed }: BillingPeriod): boolean => whole.from !== billed.from || whole.to !== billed.to;

const tenantsOn = ({ tenants }: BilledLease, day: Day) => tenants.filter((tenant) => covers(tenant, day));

/** Returns all anomalies of a segment (rental.md 3.4). */
function anomaliesOf(subject: Subject, days: Days, facts: DayFacts): readonly AnomalyType[] {
  const { lease, unit, period } = subject;
  const found: Readonly<Partial<Record<AnomalyType, boolean>>> = {
    missing_term: facts.rent === null,
    zero_rent: isZeroRent(subject, facts),
    overlapping_lease: unit.otherLeases.some((other) => overlaps(other, days)),
    overlapping_terms: unit.rents.filter((rent) => overlaps(rent, days)).length > 1,
    already_billed: facts.isAlreadyBilled,
    pending_in_other_run: facts.isPending,
    ownership_shares_incomplete: missingShare(facts.owners).numerator !== 0n,
    ownership_changed: ownersChange(subject),
    ...tenantFindings(tenantsOn(lease, days.from)),
    ...(unit.revision && { [unit.revision]: true }),
    capping_exceeded: unit.isCapExceeded,
    lease_ended: endsWithin(subject),
    notice_running: lease.status === "notice",
    lease_not_signed: lease.signatureDate === null,
    franchise_applied: facts.reductionPercent > 0,
    prorata: isProrata(period),
    vat_rate_missing: (facts.rent?.vatApplicable ?? false) && facts.rent?.vatRate === null,
    amount_variation: hasVaried(subject, facts),
    gli_expired: isUninsured(lease, days),
  };
  return (Object.keys(found) as AnomalyType[]).filter((type) => found[type]);
}

/** Returns true if the last day of the unit lies in the period or before it; it may be the last day of the period. */
function endsWithin({ lease, unit, period }: Subject): boolean {
  const { to } = letDaysOf(lease, unit);
  return to !== null && to <= period.whole.to;
}

function isZeroRent({ category }: Subject, { rent, reductionPercent }: DayFacts): boolean {
  return category === "rent" && rent?.annualCents === 0 && reductionPercent < 100 * DECIMAL_ONE;
}

function tenantFindings(tenants: BilledLease["tenants"]): Partial<Record<AnomalyType, boolean>> {
  const shares = tenants.flatMap(({ share }) => share ?? []);
  return { missing_tenant: tenants.length === 0, tenant_shares_incomplete: shares.length > 0 && !isComplete(shares) };
}

/** Returns true if the owners of the unit change during the period. */
function ownersChange({ unit, period }: Subject): boolean {
  const sharesOn = (day: Day) => ownersOn({ ...unit, mandates: [] }, day);
  return segmentsOf(period.billed, unit.ownerships, sharesOn).length > 1;
}

/** Returns true if an insurance against unpaid rent ended before the last of the days and none covers that day. */
function isUninsured({ insurances }: BilledLease, { to }: Days): boolean {
  const over = insurances.some((insurance) => insurance.to !== null && insurance.to < to);
  return over && !insurances.some((insurance) => covers(insurance, to));
}

/** Returns true if the price of a whole period differs by more than a fifth from the last one billed. */
function hasVaried({ unit, period, category }: Subject, { rent }: DayFacts): boolean {
  const last = unit.lastBaseCents[category];
  if (last === null || rent === null) return false;
  return Math.abs(wholePeriodCents(period, rent.annualCents) - last) * 5 > Math.abs(last);
}

/** Returns true if an interval has a day in common with the days. */
function overlaps({ from, to }: Interval, days: Days): boolean {
  return overlap({ from: from ?? days.from, to: to ?? days.to }, days) !== null;
}
