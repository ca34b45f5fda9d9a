import { expect } from "vitest";
import type { Body } from "./estate.ts";

/** A run as it was last read: its detail, and its lines of both sides. */
export interface RunRead {
  readonly run: Body;
  readonly tenant: readonly Body[];
  readonly owner: readonly Body[];
}

/** Cents of a decimal as it is answered. */
export const centsOf = (decimal: string): number => Number(decimal.replace(".", ""));

export const total = (lines: readonly Body[], field = "amountTtc"): number =>
  lines.reduce((sum: number, line) => sum + centsOf(line[field]), 0);

export const counted = (lines: readonly Body[]): readonly Body[] => lines.filter(({ status }) => status === "active");

export const of = (lines: readonly Body[], ...categories: readonly string[]): readonly Body[] =>
  lines.filter(({ billingCategory }) => categories.includes(billingCategory));

/** True when a line waits for a review. */
const isOpen = ({ hasAnomaly, status, reviewStatus }: Body): boolean =>
  hasAnomaly && status === "active" && reviewStatus !== "ok";

/** That nothing waits for a word: what lets a run be validated without force (rental-invariants 18). */
export const isReviewed = ({ tenant, owner }: RunRead): boolean => ![...tenant, ...owner].some(isOpen);

/** Invariant 17: a run's totals are the sums of its lines. */
export function expectTotals({ run, tenant, owner }: RunRead): void {
  const billed = counted(tenant);
  const rates = Map.groupBy(billed, ({ vatRate }) => Number(vatRate ?? 0).toFixed(2));
  const decimal = (cents: number) => (cents / 100).toFixed(2);
  expect({
    tenants: centsOf(run.totalTenantAmount),
    rent: centsOf(run.totalRentAmount),
    charges: centsOf(run.totalChargesAmount),
    owners: centsOf(run.totalOwnerAmount),
    lines: [run.linesCount, run.scopeSummary.excludedCount],
    anomalies: run.anomaliesCount,
    reviewed: run.allAnomaliesAcknowledged,
    vat: run.vatBreakdown,
    net: centsOf(run.ownerPaymentsSummary.totalNet),
  }).toEqual({
    tenants: total(billed),
    rent: total(of(billed, "rent")),
    charges: total(of(billed, "charge_provision")),
    owners: total(of(counted(owner), "payout")),
    lines: [tenant.length, tenant.length - billed.length],
    anomalies: counted([...tenant, ...owner]).filter(({ hasAnomaly }) => hasAnomaly).length,
    reviewed: isReviewed({ run, tenant, owner }),
    vat: Object.fromEntries(
      [...rates].map(([rate, lines]) => [
        rate,
        {
          base: decimal(total(lines, "amountHt")),
          vat: decimal(total(lines, "vatAmount")),
          total: decimal(total(lines)),
        },
      ]),
    ),
    net: total(of(counted(owner), "payout")),
  });
  for (const { amountHt, vatAmount, amountTtc, computedAmount, totalAmount } of [...tenant, ...owner]) {
    expect(centsOf(amountHt) + centsOf(vatAmount)).toBe(centsOf(amountTtc));
    expect([computedAmount, totalAmount]).toEqual([amountTtc, amountTtc]);
  }
}

const FINDINGS = ["missing_mandate", "mandate_expired", "mandate_overlap"];

/**
 * Invariant 16: for each owner the payout is the remainder after fees, VAT and premiums, and never negative; an owner
 * who distributes by quarter or is not managed gets at most that.
 */
export function expectPayouts({ owner }: RunRead, isAlwaysPaid: (ownerId: string) => boolean): void {
  for (const [ownerId, lines] of Map.groupBy(owner, (line): string => line.ownerId)) {
    const payouts = of(lines, "payout");
    const rest = lines.filter((line) => !payouts.includes(line));
    const net = Math.max(0, total(counted(rest)));
    for (const { amountTtc } of payouts) expect(centsOf(amountTtc)).toBeGreaterThanOrEqual(0);
    expect(total(payouts)).toBeLessThanOrEqual(net);
    const isManaged = payouts.length > 0 && !rest.some(({ anomalyType }) => FINDINGS.includes(anomalyType));
    if (isManaged && isAlwaysPaid(ownerId)) expect(total(payouts)).toBe(net);
  }
}

/** Invariant 22: of runs that are applied, no day of a unit's rent or charges is billed by two lines. */
export function expectBilledOnce(runs: readonly RunRead[]): void {
  const lines = runs.flatMap(({ tenant }) => counted(tenant));
  const series = Map.groupBy(lines, (line) => [line.leaseId, line.unitIdentifier, line.billingCategory].join(" "));
  for (const [name, own] of series) {
    const ordered = own.toSorted((one, other) => (one.periodStart < other.periodStart ? -1 : 1));
    for (const [index, { periodStart }] of ordered.entries())
      if (index > 0) expect([name, ordered[index - 1]?.periodEnd < periodStart]).toEqual([name, true]);
  }
}

/** A line without the fields that others change: the time of the change, the call made of it, and its payments. */
export function fixedPart({ updatedAt: _, rentCallId: __, alreadyPaidCents, remainingCents, ...line }: Body): Body {
  return line;
}
