import type { Day, Decimal, Digests, Month } from "@cartulary/kernel";
import { type Cents, sum, ZERO } from "@cartulary/ledger";
import type { MandateId } from "../../property/mandates/mandate.ts";
import { type Anomaly, withAnomaly } from "./anomalies.ts";
import { type OwnerCredit, type OwnerLine, type OwnerPremium, type OwnerSnapshot, ownerLines } from "./owner-lines.ts";
import { type RunScope, selectLeases } from "./run-scope.ts";
import type { BilledLease } from "./snapshot.ts";
import { categoriesOf } from "./tenant-category.ts";
import type { OwnerPart, TenantLine } from "./tenant-line.ts";
import { tenantLines } from "./tenant-lines.ts";

/** The input of a run at one moment: plain data, in any order. */
export interface RunSnapshot {
  readonly leases: readonly BilledLease[];
  readonly owners: readonly OwnerSnapshot[];
  /** Mandates in accrual mode: their owners are credited when rent is called. Other mandates credit on collection. */
  readonly accrualMandates: readonly MandateId[];
  /** True if amounts without a mandate are credited when called, as the mandataire's accounting mode says. */
  readonly isAccrualWithoutMandate: boolean;
  /** Amounts collected under the other mandates and not yet remitted. */
  readonly collected: readonly OwnerCredit[];
  readonly premiums: readonly OwnerPremium[];
  /** True if the run's month is closed in the book; its entries then take a later date. */
  readonly isMonthClosed: boolean;
}

/** Identifies a line across computations of a run: a line keeps its key when its amounts or other lines change. */
export type LineKey = string & { readonly unit: "line key" };

/** A line with its key and its exclusion. */
export type RunLine<Line> = Line & {
  readonly key: LineKey;
  /** True if a user excluded the line or it is billed already. */
  readonly isExcluded: boolean;
};

/** The result of computing a run. */
export interface ComputedRun {
  readonly tenantLines: readonly RunLine<TenantLine>[];
  readonly ownerLines: readonly RunLine<OwnerLine>[];
  readonly totals: RunTotals;
}

/** The totals of the lines that are not excluded (rental.md 3.2). */
export interface RunTotals {
  /** Called from tenants, VAT included. */
  readonly tenantCents: Cents;
  readonly rentCents: Cents;
  readonly chargesCents: Cents;
  /** The sum of the payouts to owners. */
  readonly payoutCents: Cents;
  /** The number of tenant lines, excluded ones included. */
  readonly linesCount: number;
  /** The number of lines with an anomaly, of tenants and owners, excluded ones left out. */
  readonly anomaliesCount: number;
  /** VAT by rate, ascending; lines without VAT are at rate 0. */
  readonly vat: readonly VatOfRate[];
}

/** The base and VAT of one rate. */
export interface VatOfRate {
  /** Percent. */
  readonly rate: Decimal;
  readonly baseCents: Cents;
  readonly vatCents: Cents;
}

/**
 * Computes one month: the lines of tenants and owners, with anomalies and totals. Deterministic: the same snapshot and
 * scope give the same bytes in any input order, without a clock or ids other than line keys. An excluded tenant line
 * credits no owner; an excluded owner line remains in the result and does not count.
 */
export function computeRun(
  digests: Pick<Digests, "sha256">,
  snapshot: RunSnapshot,
  scope: RunScope,
  excluded: ReadonlySet<LineKey> = new Set(),
): ComputedRun {
  const tenants = computeTenantLines(digests, snapshot, scope, excluded);
  const credits = [...snapshot.collected, ...creditsOf(tenants, snapshot)];
  const owners = computeOwnerLines(digests, { ...snapshot, credits, month: scope.month }, excluded);
  return { tenantLines: tenants, ownerLines: owners, totals: totalsOf(tenants, owners) };
}

/**
 * Computes the tenant lines, the first phase. Each lease is independent, so the caller may pass leases in chunks. The
 * result follows the order of {@link selectLeases}.
 */
export function computeTenantLines(
  { sha256 }: Pick<Digests, "sha256">,
  { leases, isMonthClosed }: Pick<RunSnapshot, "leases" | "isMonthClosed">,
  scope: RunScope,
  excluded: ReadonlySet<LineKey> = new Set(),
): readonly RunLine<TenantLine>[] {
  return selectLeases(leases, scope)
    .flatMap((lease) => tenantLines(lease, scope.month))
    .map((line) => {
      const key = keyOf(sha256, scope.month, tenantParts(line));
      const isExcluded = line.isAlreadyBilled || excluded.has(key);
      return { ...(isMonthClosed ? withAnomaly(line, "period_closed") : line), key, isExcluded };
    });
}

/** The input of the owner lines of some owners. */
export interface OwnersSnapshot extends Pick<RunSnapshot, "owners" | "premiums"> {
  readonly month: Month;
  /** Credits, called or collected, of at least these owners. */
  readonly credits: readonly OwnerCredit[];
}

/** Computes the owner lines, the second phase, by owner id. Owners are independent of each other. */
export function computeOwnerLines(
  { sha256 }: Pick<Digests, "sha256">,
  { owners, premiums, month, credits }: OwnersSnapshot,
  excluded: ReadonlySet<LineKey> = new Set(),
): readonly RunLine<OwnerLine>[] {
  const lineKey = (line: OwnerLine) => keyOf(sha256, month, ownerParts(line));
  const creditsOfOwner = Map.groupBy(credits, ({ ownerId }) => ownerId);
  const premiumsOfOwner = Map.groupBy(premiums, ({ ownerId }) => ownerId);
  return owners
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
    .flatMap((owner) => {
      const [own, insured] = [creditsOfOwner.get(owner.id) ?? [], premiumsOfOwner.get(owner.id) ?? []];
      return ownerLines(month, owner, own, insured, (line) => !excluded.has(lineKey(line)));
    })
    .map((line) => {
      const key = lineKey(line);
      return { ...line, key, isExcluded: excluded.has(key) };
    });
}

const keyOf = (sha256: Digests["sha256"], month: Month, parts: readonly (string | null)[]): LineKey =>
  sha256(JSON.stringify([month, ...parts])) as LineKey;

/** The fields that identify a line in its run. */
const tenantParts = ({
  leaseId,
  leaseUnitId,
  category,
  days,
  isAdjustment,
  serviceId,
  eventId,
  chargedFor = [],
}: TenantLine) => [
  leaseId,
  leaseUnitId,
  category,
  days.from,
  ...(isAdjustment ? ["adjustment"] : []),
  // The events of a service may change, the line remains the same.
  ...(serviceId ? [serviceId] : chargedFor),
  ...(eventId ? [eventId] : []),
];
const ownerParts = ({ ownerId, mandateId, category, serviceId, insurerName, event }: OwnerLine) => [
  ownerId,
  mandateId,
  category,
  serviceId,
  insurerName,
  ...(event ? [event.id] : []),
];

/** The mandates whose owners are credited when rent is called, and the leases. */
type CreditModes = Pick<RunSnapshot, "accrualMandates" | "isAccrualWithoutMandate" | "leases">;

/** Returns the credits of called lines that are not excluded, under mandates in accrual mode. */
function creditsOf(
  lines: readonly RunLine<TenantLine>[],
  { accrualMandates, isAccrualWithoutMandate, leases }: CreditModes,
): readonly OwnerCredit[] {
  const startOf = new Map(leases.map(({ id, schedule }) => [id, schedule.startDate]));
  const counted = lines.filter(({ isExcluded }) => !isExcluded);
  const begins = new Set(counted.filter((line) => beginsLease(line, startOf.get(line.leaseId))).map(unitOf));
  const accrual = new Set(accrualMandates);
  const isCredited = ({ mandateId }: OwnerPart) =>
    mandateId === null ? isAccrualWithoutMandate : accrual.has(mandateId);
  return counted.flatMap((line) => {
    const { owners, category, leaseUnitId } = line;
    const isOfFirstCall = begins.has(unitOf(line));
    return owners.filter(isCredited).map((part) => ({ ...part, category, leaseUnitId, isOfFirstCall }));
  });
}

const unitOf = ({ leaseUnitId }: TenantLine) => leaseUnitId;

/** True if the line bills the rent of a unit from the first day of its lease, and no difference to billed days. */
const beginsLease = ({ category, days, isAdjustment }: TenantLine, startDate: Day | undefined): boolean =>
  category === "rent" && !isAdjustment && days.from === startDate;

function totalsOf(tenants: readonly RunLine<TenantLine>[], owners: readonly RunLine<OwnerLine>[]): RunTotals {
  const counted = tenants.filter(({ isExcluded }) => !isExcluded);
  const paid = owners.filter(({ category, isExcluded }) => category === "payout" && !isExcluded);
  const total = (lines: readonly TenantLine[]) => sum(lines.flatMap(({ htCents, vatCents }) => [htCents, vatCents]));
  const totalOf = (amount: Parameters<typeof categoriesOf>[0]) =>
    total(counted.filter(({ category }) => categoriesOf(amount).includes(category)));
  const hasCountedAnomaly = (line: { readonly anomaly: Anomaly | null; readonly isExcluded: boolean }) =>
    line.anomaly !== null && !line.isExcluded;
  return {
    tenantCents: total(counted),
    rentCents: totalOf("rent"),
    chargesCents: totalOf("charges"),
    payoutCents: sum(paid.map(({ htCents }) => htCents)),
    linesCount: tenants.length,
    anomaliesCount: tenants.filter(hasCountedAnomaly).length + owners.filter(hasCountedAnomaly).length,
    vat: vatByRate(counted),
  };
}

function vatByRate(lines: readonly TenantLine[]): readonly VatOfRate[] {
  const rates = new Map<Decimal, VatOfRate>();
  for (const { vatRate, htCents, vatCents } of lines) {
    const rate = vatRate ?? (0 as Decimal);
    const { baseCents, vatCents: vat } = rates.get(rate) ?? { baseCents: ZERO, vatCents: ZERO };
    rates.set(rate, { rate, baseCents: sum([baseCents, htCents]), vatCents: sum([vat, vatCents]) });
  }
  return [...rates.values()].toSorted((one, other) => one.rate - other.rate);
}
