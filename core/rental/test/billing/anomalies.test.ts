import { createHash } from "node:crypto";
import { type Day, type Decimal, type Month, parseDay } from "@cartulary/kernel";
import { type Cents, cents } from "@cartulary/ledger";
import {
  type Anomaly,
  type AnomalyLevel,
  type AnomalyType,
  type BilledLease,
  type BilledMandate,
  type BilledUnit,
  computeRun,
  type OwnerSnapshot,
  type OwnershipPart,
  type RentOfTerm,
  type RunSnapshot,
  type UnitMandate,
} from "@cartulary/rental/billing";
import { describe, expect, it } from "vitest";

const day = (text: string): Day => parseDay(text) as Day;
const percent = (number: number) => (number * 10_000) as Decimal;
const digests = { sha256: (content: Uint8Array | string) => createHash("sha256").update(content).digest("hex") };

const rent = (fields: Partial<RentOfTerm> = {}): RentOfTerm => ({
  ...{ from: day("2026-01-01"), to: null, annualAmountCents: cents(1_200_000), chargeProvisionCents: null },
  ...{ vatApplicable: false, chargeProvisionVatApplicable: false, vatRate: null, reachesBack: true },
  ...fields,
});
const part = (fields: Partial<OwnershipPart> = {}) =>
  ({ ownerId: "a", shareNumerator: 1, shareDenominator: 1, from: null, to: null, ...fields }) as OwnershipPart;
const mandate = (fields: object = {}) =>
  ({ id: "m", ownerId: "a", from: day("2020-01-01"), to: null, ...fields }) as UnitMandate;
const march = { category: "rent" as const, from: day("2026-03-01"), to: day("2026-03-31") };

/** A rent of 900.00 that was billed for February. */
const FEBRUARY: NonNullable<BilledUnit["billed"]>[number] = {
  ...{ category: "rent", from: day("2026-02-01"), to: day("2026-02-28"), htCents: cents(90_000), vatCents: cents(0) },
  ...{ vatRate: null, isProrata: false, isAdjustment: false, isExcluded: false, basis: null },
};

/** One unit of one owner, let since January for 1,000.00 a month, and nothing strange about it. */
function snapshot({ lease = {}, unit = {}, owner = {}, ...fields }: Strange = {}): RunSnapshot {
  const billed = {
    ...{ id: "u", unitId: "unit", identifier: "A1", propertyId: "p", propertyName: "Lilas", entryDate: null },
    ...{ exitDate: null, rents: [rent()], ownerships: [part()], mandates: [mandate()], alreadyBilled: [] },
    ...{ pendingInOtherRuns: [], otherLeases: [], lastBaseCents: { rent: null, charge_provision: null } },
    ...{ revision: null, isCapExceeded: false },
    ...unit,
  };
  const schedule = { calendar: "civil", cycleMonth: 1, frequency: "monthly", timing: "advance", paymentDay: 1 };
  const one = {
    ...{ id: "l", reference: "B-1", leaseType: "commercial", status: "active", signatureDate: day("2025-12-01") },
    depositCents: null,
    ...{ schedule: { ...schedule, startDate: day("2026-01-01") }, endDate: null, proration: "actual_month" },
    ...{ tenants: [{ id: "t", name: "Zoé", share: null, from: null, to: null }], franchises: [], insurances: [] },
    ...{ units: [billed], ...lease },
  };
  const terms = { managementFeeRate: percent(7), vatRateOnFees: percent(20), distributionFrequency: "monthly" };
  const owned = { id: "a", balanceCents: 0, hasBankAccount: true, mandates: [{ id: "m", ...terms, services: [] }] };
  return {
    leases: [one as unknown as BilledLease],
    owners: [{ ...owned, ...owner } as unknown as OwnerSnapshot],
    accrualMandates: ["m"] as readonly string[] as RunSnapshot["accrualMandates"],
    ...{ isAccrualWithoutMandate: true, collected: [], premiums: [], isMonthClosed: false },
    ...fields,
  };
}

/** The unusual inputs of an example. */
interface Strange extends Partial<RunSnapshot> {
  readonly lease?: Partial<BilledLease>;
  readonly unit?: Partial<BilledUnit>;
  readonly owner?: Partial<OwnerSnapshot>;
}

/** The line of an anomaly: a tenant's line, the owner's payout, or the owner's rent without a mandate. */
type Place = "tenant" | "payout" | "owner_rent";

/** The table of rental.md 3.4 in its order, each with an example of when. */
const EXAMPLES: Readonly<Record<AnomalyType, readonly [AnomalyLevel, Place, Strange]>> = {
  missing_term: ["error", "tenant", { unit: { rents: [] } }],
  zero_rent: ["warn", "tenant", { unit: { rents: [rent({ annualAmountCents: cents(0) })] } }],
  negative_total: ["error", "tenant", { unit: { rents: [rent({ annualAmountCents: cents(-1_200) })] } }],
  overlapping_lease: ["error", "tenant", { unit: { otherLeases: [{ from: day("2026-03-31"), to: null }] } }],
  overlapping_terms: ["error", "tenant", { unit: { rents: [rent(), rent({ from: day("2026-03-01") })] } }],
  already_billed: ["error", "tenant", { unit: { alreadyBilled: [march] } }],
  pending_in_other_run: ["warn", "tenant", { unit: { pendingInOtherRuns: [march] } }],
  ownership_shares_incomplete: ["error", "tenant", { unit: { ownerships: [part({ shareDenominator: 2 })] } }],
  ownership_changed: [
    "info",
    "tenant",
    {
      unit: { ownerships: [part({ to: day("2026-03-10") }), part({ ownerId: "b" as never, from: day("2026-03-11") })] },
    },
  ],
  missing_mandate: ["error", "owner_rent", { unit: { mandates: [] } }],
  mandate_expired: ["error", "owner_rent", { unit: { mandates: [mandate({ to: day("2026-02-28") })] } }],
  mandate_overlap: ["error", "owner_rent", { unit: { mandates: [mandate(), mandate({ id: "n" })] } }],
  missing_tenant: ["error", "tenant", { lease: { tenants: [] } }],
  tenant_shares_incomplete: [
    "warn",
    "tenant",
    {
      lease: {
        tenants: [
          { id: "t" as never, name: "Zoé", share: { shareNumerator: 1, shareDenominator: 2 }, from: null, to: null },
        ],
      },
    },
  ],
  revision_due: ["warn", "tenant", { unit: { revision: "revision_due" } }],
  index_missing: ["warn", "tenant", { unit: { revision: "index_missing" } }],
  revision_frozen_dpe: ["info", "tenant", { unit: { revision: "revision_frozen_dpe" } }],
  capping_exceeded: ["warn", "tenant", { unit: { isCapExceeded: true } }],
  lease_ended: ["warn", "tenant", { lease: { endDate: day("2026-03-20") } }],
  notice_running: ["warn", "tenant", { lease: { status: "notice" } }],
  lease_not_signed: ["warn", "tenant", { lease: { signatureDate: null } }],
  franchise_applied: [
    "info",
    "tenant",
    { lease: { franchises: [{ ...march, scopeType: "rent", reductionPercent: percent(50) }] } },
  ],
  prorata: ["info", "tenant", { unit: { entryDate: day("2026-03-12") } }],
  vat_rate_missing: ["error", "tenant", { unit: { rents: [rent({ vatApplicable: true })] } }],
  amount_variation: [
    "warn",
    "tenant",
    { unit: { lastBaseCents: { rent: cents(83_333), charge_provision: null } as BilledUnit["lastBaseCents"] } },
  ],
  missing_iban: ["warn", "payout", { owner: { hasBankAccount: false } }],
  debit_owner_balance: ["warn", "payout", { owner: { balanceCents: cents(-500_000) } }],
  period_closed: ["error", "tenant", { isMonthClosed: true }],
  gli_expired: ["info", "tenant", { lease: { insurances: [{ from: day("2025-01-01"), to: day("2026-03-30") }] } }],
  unmatched_rejection: ["error", "payout", { owner: { hasUnmatchedRejection: true } }],
  mandate_ended: ["info", "payout", { owner: { endedMandateId: "m" as BilledMandate["id"] } }],
  deposit_late: [
    "warn",
    "payout",
    { owner: { lateDeposit: { securityDepositId: "d" as never, months: 1, amountCents: cents(1) } } },
  ],
  deposit_above_law: ["warn", "tenant", { lease: { leaseType: "mobility", depositCents: cents(1) } }],
  back_billing: ["warn", "tenant", { unit: { billed: [FEBRUARY] } }],
};

const run = (strange?: Strange) =>
  computeRun(digests, snapshot(strange), {
    ...{ month: "2026-03" as Month, propertyId: null, frequencies: [], timings: [], leaseTypes: [] },
    ...{ leaseIds: [], excludedLeaseIds: [] },
  });

/** The anomalies of a place, each once. */
function noticed(place: Place, strange?: Strange): readonly Anomaly[] {
  const { tenantLines, ownerLines } = run(strange);
  const lines = place === "tenant" ? tenantLines : ownerLines.filter(({ category }) => category === place);
  return lines.flatMap(({ anomaly }) => anomaly ?? []);
}

describe("Each anomaly type", () => {
  it("is absent without irregularities", () => {
    for (const place of ["tenant", "payout", "owner_rent"] as const) expect(noticed(place)).toEqual([]);
  });

  it.each(Object.entries(EXAMPLES))("is noticed, at its level, where it is: %s", (type, [level, place, strange]) => {
    const found = noticed(place, strange);
    expect(found.some((each) => each.type === type || each.others.includes(type as AnomalyType))).toBe(true);
    expect(found.filter((each) => each.type === type).map((each) => each.level)).toContain(level);
  });

  it("is ordered by level, then by the table: the worst first, the others after it", () => {
    const types = Object.keys(EXAMPLES) as AnomalyType[];
    const levels = Object.fromEntries(Object.entries(EXAMPLES).map(([type, [level]]) => [type, level]));
    const strange: Strange = {
      lease: { tenants: [], signatureDate: null, status: "notice" },
      ...{ unit: { rents: [], entryDate: day("2026-03-12"), isCapExceeded: true, mandates: [] }, isMonthClosed: true },
    };
    const [{ type, others } = { type: "", others: [] as readonly AnomalyType[] }] = noticed("tenant", strange);
    const all = [type, ...others] as AnomalyType[];
    const rank = (each: AnomalyType) =>
      ["error", "warn", "info"].indexOf(levels[each] ?? "") * 100 + types.indexOf(each);
    expect(all).toEqual(all.toSorted((one, other) => rank(one) - rank(other)));
    expect(all).toEqual([
      ...["missing_term", "missing_tenant", "period_closed", "capping_exceeded", "notice_running", "lease_not_signed"],
      "prorata",
    ]);
  });

  it("for a negative call is on all of its lines, and on none for a positive call", () => {
    const two = (annual: number): Strange => ({
      unit: { rents: [rent({ annualAmountCents: cents(annual), chargeProvisionCents: cents(5_000) as Cents })] },
    });
    expect(noticed("tenant", two(-120_000)).map(({ type }) => type)).toEqual(["negative_total", "negative_total"]);
    expect(noticed("tenant", two(-12_000))).toEqual([]);
  });
});
