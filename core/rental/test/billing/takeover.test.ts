import { createHash } from "node:crypto";
import type { Instant, NewId } from "@cartulary/kernel";
import { cents } from "@cartulary/ledger";
import { describe, expect, it } from "vitest";
import type { BillingRunLine } from "../../src/billing/runs/run-line.ts";
import { ownedLineOf, type Takeover, takeoverCall } from "../../src/billing/takeover/takeover-call.ts";
import { day, lease, owned, unit } from "./billed-lease.ts";

const NOW = "2026-03-12T09:00:00.000Z" as Instant;
const digests = { sha256: (content: Uint8Array | string) => createHash("sha256").update(content).digest("hex") };
const [TENANT] = lease().tenants;

const party = (name: string) =>
  ({
    ...{ id: `party ${name}`, leaseId: "lease", partyType: "tenant", role: null, rentContributionCents: null },
    ...{ shareNumerator: null, shareDenominator: null, validFrom: null, validTo: null, name, tenantId: name },
  }) as unknown as Takeover["parties"][number];

function callOf(fields: Partial<Takeover> = {}) {
  let count = 0;
  const newId: NewId = () => {
    count += 1;
    return `id ${count}` as never;
  };
  const takeover: Takeover = {
    ...{ lease: lease([unit({ ownerships: [owned("a", 1, 3), owned("b", 1, 3)] })]), amountCents: cents(30_000) },
    ...{ today: day("2026-03-12"), isAccrual: (mandateId) => (mandateId as string | null) === "of a" },
    ...{ parties: [party("zoe"), party("yves")], ...fields },
  };
  const mandataireId = "agency" as unknown as Parameters<typeof takeoverCall>[1]["mandataireId"];
  return takeoverCall(takeover, { mandataireId, newId, digests, now: NOW, reference: "AP-1", runReference: "QT-0" });
}

describe("The call of an initial balance", () => {
  const KEY = "lease:lease:initial_balance";
  const START = "2026-01-01";

  it("is of a hidden run, due on the first day of the lease, divided among parties and present owners", () => {
    const { run, call, line, parts } = callOf();
    expect(call).toEqual({
      ...{ mandataireId: "agency", id: "id 2", reference: "AP-1", billingRunId: "id 1", callKey: KEY },
      ...{ kind: "initial_balance", status: "issued", leaseId: "lease", leaseReference: "B-1" },
      ...{ tenantId: "tenant", tenantName: "Café Élan", periodStart: START, periodEnd: START, dueDate: START },
      ...{ totalAmountCents: 30_000, rentAmountCents: 0, chargesAmountCents: 0, otherAmountCents: 30_000 },
      ...{ paidAmountCents: 0, remainingAmountCents: 30_000, fullyPaid: false },
      contributions: [
        { partyId: "party zoe", tenantId: "zoe", name: "zoe", amountCents: 15_000 },
        { partyId: "party yves", tenantId: "yves", name: "yves", amountCents: 15_000 },
      ].toSorted((one, other) => (one.partyId < other.partyId ? -1 : 1)),
      ...{ sentAt: null, createdAt: NOW, updatedAt: NOW },
    });
    expect(run).toEqual({
      ...{ mandataireId: "agency", id: "id 1", reference: "QT-0", label: "QT-0", status: "applied" },
      ...{ periodStart: "2026-03-12", periodEnd: "2026-03-31", groupingMode: "per_lease" },
      scope: { frequencies: [], timings: [], leaseTypes: [], leaseIds: [], excludedLeaseIds: [], propertyId: null },
      ...{ totalTenantAmount: 30_000, totalOwnerAmount: 0, totalRentAmount: 0, totalChargesAmount: 0, vat: [] },
      ...{ linesCount: 1, anomaliesCount: 0, allAnomaliesAcknowledged: true, billingFrequency: null },
      ...{ computation: 1, previousComputation: 0, lastComputation: 1, computingAt: null, currentStep: 7 },
      ...{ editable: false, cancellable: false, scheduledAt: null, computedAt: NOW, computedOn: "2026-03-12" },
      ...{ validatedAt: NOW, validatedBy: null, appliedAt: NOW, cancelledAt: null, cancellationReason: null },
      ...{ failureMessage: null, createdAt: NOW, updatedAt: NOW },
    });
    const { id, ...rest } = line;
    expect(rest).toMatchObject({
      ...{ mandataireId: "agency", billingRunId: "id 1", computation: 1, lineKey: KEY, lineType: "tenant" },
      ...{ billingCategory: "initial_balance", label: "Solde de reprise", status: "active", isAlreadyBilled: false },
      ...{ adjustment: false, basis: null, leaseId: "lease", leaseReference: "B-1", leaseType: "commercial" },
      ...{ paymentFrequency: "monthly", leaseUnitId: null, tenantId: "tenant", tenantName: "Café Élan", callKey: KEY },
      ...{ periodStart: START, periodEnd: START, isProrata: false, prorataDays: null, dueDate: START },
      ...{ baseAmount: 30_000, amountHt: 30_000, vatAmount: 0, amountTtc: 30_000, vatApplicable: false, vatRate: null },
      ...{ suspenseHt: 10_000, suspenseVat: 0, alreadyPaidCents: 0, hasAnomaly: false, anomalyType: null },
      ...{ anomalyDetails: null, reviewStatus: null, comment: null, explanation: "Solde de reprise" },
      ...{ createdAt: NOW, updatedAt: NOW },
    } satisfies Partial<Record<keyof BillingRunLine, unknown>>);
    const part = { lineId: id, mandateFinding: null, htCents: 10_000, vatCents: 0 };
    expect(parts).toEqual([
      { ...part, ownerId: "a", mandateId: "of a", isAccrual: true },
      { ...part, ownerId: "b", mandateId: "of b", isAccrual: false },
    ]);
    expect(ownedLineOf({ run, call, line, parts })).toEqual({
      ...line,
      ...{ callKey: KEY, billingCategory: "initial_balance", leaseId: "lease", leaseReference: "B-1" },
      ...{ unitIdentifier: "", dueDate: START, parts },
    });
  });

  it("of a credit is paid, and no party contributes to it", () => {
    expect(callOf({ amountCents: cents(-1) }).call).toMatchObject({
      ...{ status: "paid", totalAmountCents: -1, remainingAmountCents: 0, fullyPaid: true, contributions: null },
    });
    expect(callOf({ amountCents: cents(1) }).call).toMatchObject({ status: "issued", fullyPaid: false });
  });

  it("is of the tenant of the day, or of the first one, or of none", () => {
    const tenants = (["2026-03-11", "2026-03-12", null] as const).flatMap((to, index) =>
      TENANT ? [{ ...TENANT, id: `tenant ${index}` as typeof TENANT.id, to: to && day(to) }] : [],
    );
    const tenantOf = (own: typeof tenants) => {
      const { call, line } = callOf({ lease: lease([unit()], { tenants: own }) });
      expect([line.tenantId, line.tenantName]).toEqual([call.tenantId, call.tenantName]);
      return [call.tenantId, call.tenantName];
    };
    expect(tenantOf(tenants)).toEqual(["tenant 1", "Café Élan"]);
    expect(tenantOf(tenants.slice(0, 1))).toEqual(["tenant 0", "Café Élan"]);
    expect(tenantOf([])).toEqual([null, null]);
  });
});
