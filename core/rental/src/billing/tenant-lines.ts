import { type Day, DECIMAL_ONE, type Decimal, type Id, type Month } from "@cartulary/kernel";
import { type Cents, cents, sum, ZERO } from "@cartulary/ledger";
import type { LeaseId } from "../leases/lease.ts";
import type { LeaseUnitId } from "../leases/lease-unit.ts";
import { isComplete } from "../ownerships/fraction.ts";
import { covers, earlierEnd, type Interval } from "../time/interval.ts";
import { type Anomaly, type AnomalyType, anomalyOf, withFinding } from "./anomalies.ts";
import { explanationOf } from "./explanation.ts";
import { dividedAmong, missingShare, type OwnerShare, ownersOn } from "./owner-parts.ts";
import { type BillingPeriod, common, type Days, periodsAnchoredIn } from "./period.ts";
import { amountsOf, lengthOf, type Tariff, vatOf, wholePeriodCents } from "./proration.ts";
import { segmentsOf } from "./segments.ts";
import {
  type BilledLease,
  type BilledUnit,
  type Franchise,
  type RentOfTerm,
  TENANT_CATEGORIES,
  type TenantCategory,
} from "./snapshot.ts";

/** What a tenant is billed of one category for some days of a unit: a segment of a period. */
export interface TenantLine {
  readonly leaseId: LeaseId;
  readonly leaseUnitId: LeaseUnitId;
  readonly category: TenantCategory;
  /** The days that it is for. */
  readonly days: Days;
  /** Those of the unit's period that are billed. */
  readonly period: Days;
  /** The period as the calendar cuts it: what is called for it is one rent call of the lease. */
  readonly wholePeriod: Days;
  readonly dueDate: Day;
  /** Who owes it; `null` where nobody is a tenant on the first day. */
  readonly tenantId: Id<"TenantActor"> | null;
  /** What a whole period would cost without VAT, nothing let off. */
  readonly baseCents: Cents;
  readonly htCents: Cents;
  readonly vatCents: Cents;
  readonly vatApplicable: boolean;
  /** Percent; `null` where none is borne, or none is known. */
  readonly vatRate: Decimal | null;
  /** Whether the unit is billed for fewer days than its period has. */
  readonly isProrata: boolean;
  /** For how many days of the period. */
  readonly prorataDays: number;
  /** Whose it is, by the owners' ids. */
  readonly owners: readonly OwnerPart[];
  /** What is nobody's. */
  readonly suspense: Pick<OwnerPart, "htCents" | "vatCents">;
  /** Billed by an applied run already: such a line is never counted, and never comes back. */
  readonly isAlreadyBilled: boolean;
  readonly anomaly: Anomaly | null;
  /** The formula, in words and figures: French, as accountants read it. */
  readonly explanation: string;
}

/** What is an owner's of a line: without VAT, and VAT, each divided by itself. */
export interface OwnerPart extends Omit<OwnerShare, "share"> {
  readonly htCents: Cents;
  readonly vatCents: Cents;
}

/**
 * The lines of a lease in the run of a month, by unit, period, category and day: what is said of a unit is looked at on
 * every day of its period, so that it does not matter how a change came about (rental.md 2.3, 2.4, 3.2). Only dates decide
 * what is billed; drafts and cancelled leases are not for this function.
 */
export function tenantLines(lease: BilledLease, month: Month): readonly TenantLine[] {
  const lines = lease.units.flatMap((unit) =>
    periodsOf(lease, unit, month).flatMap((period) =>
      TENANT_CATEGORIES.flatMap((category) => linesOf({ lease, unit, period, category })),
    ),
  );
  return lines.some(({ htCents }) => htCents < 0) ? withNegativeTotals(lines) : lines;
}

/** Lines of a call that comes to less than nothing say so: it is one of a lease and period (rental.md 3.4). */
function withNegativeTotals(lines: readonly TenantLine[]): readonly TenantLine[] {
  const totals = new Map<Day, Cents>();
  for (const { wholePeriod, htCents, vatCents, isAlreadyBilled } of lines)
    if (!isAlreadyBilled) totals.set(wholePeriod.from, sum([totals.get(wholePeriod.from) ?? ZERO, htCents, vatCents]));
  return lines.map((line) =>
    (totals.get(line.wholePeriod.from) ?? ZERO) < 0 ? withFinding(line, "negative_total") : line,
  );
}

function periodsOf({ schedule, endDate }: BilledLease, unit: BilledUnit, month: Month): readonly BillingPeriod[] {
  const from = later(schedule.startDate, unit.entryDate);
  const to = earlierEnd(endDate, unit.exitDate);
  return to !== null && to < from ? [] : periodsAnchoredIn(month, schedule, { from, to });
}

/** One category of one period of one unit. */
interface Subject {
  readonly lease: BilledLease;
  readonly unit: BilledUnit;
  readonly period: BillingPeriod;
  readonly category: TenantCategory;
}

/** What decides the amount of a day, and whose it is. */
interface DayFacts {
  readonly rent: Price | null;
  readonly reductionPercent: Decimal;
  readonly owners: readonly OwnerShare[];
  readonly isAlreadyBilled: boolean;
  readonly isPending: boolean;
}

/** What a day costs by the year, and its VAT. */
interface Price {
  readonly annualCents: Cents;
  readonly vatApplicable: boolean;
  readonly vatRate: Decimal | null;
}

function linesOf(subject: Subject): readonly TenantLine[] {
  const { lease, unit, period, category } = subject;
  const segments = segmentsOf(period.billed, spansOf(subject), (day) => factsOn(subject, day));
  const tariffs = segments.map(({ from, to, facts }): Tariff => {
    const { reductionPercent, rent } = facts;
    return { from, to, annualCents: rent?.annualCents ?? ZERO, reductionPercent };
  });
  const hts = amountsOf(lease.proration, period, tariffs);
  const vats = vatOf(segments.map(({ facts }, index) => ({ htCents: hts[index] ?? ZERO, vatRate: vatRateOf(facts) })));
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
      vatRate: vatRateOf(facts),
      isProrata: isProrata(period),
      prorataDays: lengthOf(period.billed),
      ...partsOf(htCents, vatCents, facts.owners),
      isAlreadyBilled: facts.isAlreadyBilled,
      anomaly: anomalyOf(noticed(subject, days, facts)),
      explanation: explanationOf({
        proration: lease.proration,
        period,
        tariff,
        htCents,
        vatCents,
        vatRate: vatRateOf(facts),
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
  const [ht, vat] = [dividedAmong(htCents, owners), dividedAmong(vatCents, owners)];
  return {
    owners: owners.map(({ share: _, ...owner }, index) => ({
      ...owner,
      htCents: ht.amountsCents[index] ?? ZERO,
      vatCents: vat.amountsCents[index] ?? ZERO,
    })),
    suspense: { htCents: ht.suspenseCents, vatCents: vat.suspenseCents },
  };
}

/** Where something that decides an amount begins or ends. */
function spansOf({ lease, unit, category }: Subject): readonly Interval[] {
  return [
    ...unit.rents,
    ...lease.franchises,
    ...unit.ownerships,
    ...unit.mandates,
    ...unit.alreadyBilled.filter((billed) => billed.category === category),
    ...unit.pendingElsewhere.filter((billed) => billed.category === category),
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
    isPending: isBilled(unit.pendingElsewhere),
  };
}

function priceOf(term: RentOfTerm, category: TenantCategory): Price {
  const { annualAmountCents, chargeProvisionCents, vatRate } = term;
  return category === "rent"
    ? { annualCents: annualAmountCents, vatApplicable: term.vatApplicable, vatRate }
    : {
        annualCents: cents((chargeProvisionCents ?? 0) * 12),
        vatApplicable: term.chargeProvisionVatApplicable,
        vatRate,
      };
}

/** The most that is let off on a day, of this category. */
function reductionOn({ franchises }: BilledLease, category: TenantCategory, day: Day): Decimal {
  const percents = franchises
    .filter((franchise) => FRANCHISED[category].includes(franchise.scopeType) && covers(franchise, day))
    .map(({ reductionPercent }) => reductionPercent);
  return percents.reduce((most, percent) => Math.max(most, percent), 0) as Decimal;
}

const FRANCHISED: Readonly<Record<TenantCategory, readonly Franchise["scopeType"][]>> = {
  rent: ["rent", "all"],
  charge_provision: ["charges", "all"],
};

const vatRateOf = ({ rent }: DayFacts): Decimal | null => (rent?.vatApplicable ? rent.vatRate : null);

const isProrata = ({ whole, billed }: BillingPeriod): boolean => whole.from !== billed.from || whole.to !== billed.to;

const tenantsOn = ({ tenants }: BilledLease, day: Day) => tenants.filter((tenant) => covers(tenant, day));

/** Everything that deserves a look about a segment (rental.md 3.4). */
function noticed(subject: Subject, days: Days, facts: DayFacts): readonly AnomalyType[] {
  const { lease, unit, period } = subject;
  const found: Readonly<Partial<Record<AnomalyType, boolean>>> = {
    missing_term: facts.rent === null,
    zero_rent: isForNothing(subject, facts),
    overlapping_lease: unit.otherLeases.some((other) => meets(other, days)),
    overlapping_terms: unit.rents.filter((rent) => meets(rent, days)).length > 1,
    already_billed: facts.isAlreadyBilled,
    pending_in_other_run: facts.isPending,
    ownership_shares_incomplete: missingShare(facts.owners).numerator !== 0n,
    ownership_changed: ownersChange(subject),
    ...tenantFindings(tenantsOn(lease, days.from)),
    ...(unit.revision && { [unit.revision]: true }),
    capping_exceeded: unit.isCapExceeded,
    lease_ended: period.billed.to < period.whole.to,
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

function isForNothing({ category }: Subject, { rent, reductionPercent }: DayFacts): boolean {
  return category === "rent" && rent?.annualCents === 0 && reductionPercent < 100 * DECIMAL_ONE;
}

function tenantFindings(tenants: BilledLease["tenants"]): Partial<Record<AnomalyType, boolean>> {
  const shares = tenants.flatMap(({ share }) => share ?? []);
  return { missing_tenant: tenants.length === 0, tenant_shares_incomplete: shares.length > 0 && !isComplete(shares) };
}

/** Whether others own the unit on one day of the period than on another. */
function ownersChange({ unit, period }: Subject): boolean {
  const sharesOn = (day: Day) => ownersOn({ ...unit, mandates: [] }, day);
  return segmentsOf(period.billed, unit.ownerships, sharesOn).length > 1;
}

/** Whether an insurance against unpaid rent has run out by the last of some days, and none covers it. */
function isUninsured({ insurances }: BilledLease, { to }: Days): boolean {
  const over = insurances.some((insurance) => insurance.to !== null && insurance.to < to);
  return over && !insurances.some((insurance) => covers(insurance, to));
}

/** More than a fifth away from what a whole period cost the last time. */
function hasVaried({ unit, period, category }: Subject, { rent }: DayFacts): boolean {
  const last = unit.lastBaseCents[category];
  if (last === null || rent === null) return false;
  return Math.abs(wholePeriodCents(period, rent.annualCents) - last) * 5 > Math.abs(last);
}

/** Whether a span has a day in common with some days. */
function meets({ from, to }: Interval, days: Days): boolean {
  return common({ from: from ?? days.from, to: to ?? days.to }, days) !== null;
}

const later = (one: Day, other: Day | null): Day => (other !== null && other > one ? other : one);
