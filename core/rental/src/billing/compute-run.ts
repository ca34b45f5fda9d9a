import type { Decimal, Digests, Month } from "@cartulary/kernel";
import { type Cents, sum, ZERO } from "@cartulary/ledger";
import type { MandateId } from "../mandates/mandate.ts";
import { type Anomaly, withFinding } from "./anomalies.ts";
import { type BilledOwner, type OwnerCredit, type OwnerLine, type OwnerPremium, ownerLines } from "./owner-lines.ts";
import { inScope, type RunScope } from "./run-scope.ts";
import type { BilledLease } from "./snapshot.ts";
import { type OwnerPart, type TenantLine, tenantLines } from "./tenant-lines.ts";

/** All that a run looks at, at one moment: plain data, in any order. */
export interface RunSnapshot {
  readonly leases: readonly BilledLease[];
  readonly owners: readonly BilledOwner[];
  /** The mandates whose owners are credited when rent is called; under the others, when it is collected. */
  readonly accrualMandates: readonly MandateId[];
  /** The same of what no mandate is for: as the mandataire keeps his books. */
  readonly isAccrualWithoutMandate: boolean;
  /** What was collected under the other mandates, and not yet remitted. */
  readonly collected: readonly OwnerCredit[];
  readonly premiums: readonly OwnerPremium[];
  /** Whether the month of the run is closed in the book: its entries take a later date. */
  readonly isMonthClosed: boolean;
}

/** By which a line is known again when a run is computed anew: the same line has the same key, whatever else changed. */
export type LineKey = string & { readonly unit: "line key" };

/** A line with its key, and whether it counts. */
export type RunLine<Line> = Line & {
  readonly key: LineKey;
  /** Somebody took it out, or it was billed already. */
  readonly isExcluded: boolean;
};

/** What a run comes to. */
export interface ComputedRun {
  readonly tenantLines: readonly RunLine<TenantLine>[];
  readonly ownerLines: readonly RunLine<OwnerLine>[];
  readonly totals: RunTotals;
}

/** What the lines come to that count (rental.md 3.2). */
export interface RunTotals {
  /** VAT included: what tenants are called for. */
  readonly tenantCents: Cents;
  readonly rentCents: Cents;
  readonly chargesCents: Cents;
  /** What is paid out to owners. */
  readonly payoutCents: Cents;
  /** Lines of tenants, excluded ones too. */
  readonly linesCount: number;
  /** Lines that count and deserve a look, of tenants and of owners. */
  readonly anomaliesCount: number;
  /** By the rate, rising; what bears no VAT is at 0. */
  readonly vat: readonly VatOfRate[];
}

/** What was billed at one rate. */
export interface VatOfRate {
  /** Percent. */
  readonly rate: Decimal;
  readonly baseCents: Cents;
  readonly vatCents: Cents;
}

/**
 * One month, computed: the lines of tenants and of owners, what deserves a look, and what it comes to. The same snapshot
 * and scope give the same bytes, in whatever order they are told; no clock, and no ids but the lines' keys. A tenant's line
 * that is excluded takes its owners' parts along; an owner's line that is excluded stays what it is and does not count.
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
 * The first phase: the lines of tenants. Each lease's follow from it alone, so leases may come in chunks; those of one
 * call stand in the order of {@link inScope}.
 */
export function computeTenantLines(
  { sha256 }: Pick<Digests, "sha256">,
  { leases, isMonthClosed }: Pick<RunSnapshot, "leases" | "isMonthClosed">,
  scope: RunScope,
  excluded: ReadonlySet<LineKey> = new Set(),
): readonly RunLine<TenantLine>[] {
  return inScope(leases, scope)
    .flatMap((lease) => tenantLines(lease, scope.month))
    .map((line) => {
      const key = keyOf(sha256, scope.month, tenantParts(line));
      const isExcluded = line.isAlreadyBilled || excluded.has(key);
      return { ...(isMonthClosed ? withFinding(line, "period_closed") : line), key, isExcluded };
    });
}

/** What the lines of some owners follow from. */
export interface OwnersSnapshot extends Pick<RunSnapshot, "owners" | "premiums"> {
  readonly month: Month;
  /** Of these owners at least: what they are credited with, called or collected. */
  readonly credits: readonly OwnerCredit[];
}

/** The second phase: the lines of owners, by their ids. Each owner's follow from what is his alone. */
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

/** What tells a line from every other one of its run. */
const tenantParts = ({ leaseId, leaseUnitId, category, days }: TenantLine) => [
  leaseId,
  leaseUnitId,
  category,
  days.from,
];
const ownerParts = ({ ownerId, mandateId, category, serviceId, insurerName }: OwnerLine) => [
  ownerId,
  mandateId,
  category,
  serviceId,
  insurerName,
];

/** Under which mandates owners are credited when rent is called. */
type CreditModes = Pick<RunSnapshot, "accrualMandates" | "isAccrualWithoutMandate">;

/** What owners are credited with because it is called: of lines that count, under mandates that are kept so. */
function creditsOf(
  lines: readonly RunLine<TenantLine>[],
  { accrualMandates, isAccrualWithoutMandate }: CreditModes,
): readonly OwnerCredit[] {
  const accrual = new Set(accrualMandates);
  const isCredited = ({ mandateId }: OwnerPart) =>
    mandateId === null ? isAccrualWithoutMandate : accrual.has(mandateId);
  return lines
    .filter(({ isExcluded }) => !isExcluded)
    .flatMap(({ owners, category, leaseUnitId }) =>
      owners.filter(isCredited).map((part) => ({ ...part, category, leaseUnitId })),
    );
}

function totalsOf(tenants: readonly RunLine<TenantLine>[], owners: readonly RunLine<OwnerLine>[]): RunTotals {
  const counted = tenants.filter(({ isExcluded }) => !isExcluded);
  const paid = owners.filter(({ category, isExcluded }) => category === "payout" && !isExcluded);
  const total = (lines: readonly TenantLine[]) => sum(lines.flatMap(({ htCents, vatCents }) => [htCents, vatCents]));
  const doubtful = (line: { readonly anomaly: Anomaly | null; readonly isExcluded: boolean }) =>
    line.anomaly !== null && !line.isExcluded;
  return {
    tenantCents: total(counted),
    rentCents: total(counted.filter(({ category }) => category === "rent")),
    chargesCents: total(counted.filter(({ category }) => category === "charge_provision")),
    payoutCents: sum(paid.map(({ htCents }) => htCents)),
    linesCount: tenants.length,
    anomaliesCount: tenants.filter(doubtful).length + owners.filter(doubtful).length,
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
