import { type Day, type Digests, firstDay, type Instant, lastDay, type Month } from "@cartulary/kernel";
import { sum, ZERO } from "@cartulary/ledger";
import type { LineKey, RunLine } from "../billing/compute-run.ts";
import type { OwnerLine } from "../billing/owner-lines.ts";
import type { BilledLease, TenantCategory } from "../billing/snapshot.ts";
import type { TenantLine } from "../billing/tenant-lines.ts";
import type { MandataireId } from "../mandataire.ts";
import type { MandateId } from "../mandates/mandate.ts";
import { OWNER_LABELS, type OwnerAccount, ownerExplanation } from "./owner-explanation.ts";
import type { GroupingMode } from "./run.ts";
import type { BilledPart, BillingRunLine, Computation, RunLineId } from "./run-line.ts";

/** Into which computation lines are written, and when. */
export interface Writing extends Computation {
  readonly mandataireId: MandataireId;
  readonly month: Month;
  readonly groupingMode: GroupingMode;
  readonly now: Instant;
  readonly digests: Pick<Digests, "sha256">;
}

/** A tenant's line as it is kept, and whose it is. */
export function tenantLineMade(
  line: RunLine<TenantLine>,
  { lease, isAccrual }: { readonly lease: BilledLease; readonly isAccrual: (mandateId: MandateId | null) => boolean },
  writing: Writing,
): { readonly line: BillingRunLine; readonly parts: readonly BilledPart[] } {
  const unit = lease.units.find(({ id }) => id === line.leaseUnitId);
  const tenant = lease.tenants.find(({ id }) => id === line.tenantId);
  const made: BillingRunLine = {
    ...common(line, writing, "tenant"),
    billingCategory: line.category,
    label: tenantLabel(line),
    isAlreadyBilled: line.isAlreadyBilled,
    leaseId: lease.id,
    leaseReference: lease.reference,
    leaseType: lease.leaseType,
    paymentFrequency: lease.schedule.frequency,
    leaseUnitId: line.leaseUnitId,
    unitIdentifier: unit?.identifier ?? null,
    propertyId: unit?.propertyId ?? null,
    propertyName: unit?.propertyName ?? null,
    tenantId: line.tenantId,
    tenantName: tenant?.name ?? null,
    callKey: callKeyOf(line, writing.groupingMode),
    periodStart: line.days.from,
    periodEnd: line.days.to,
    isProrata: line.isProrata,
    prorataDays: line.prorataDays,
    dueDate: line.dueDate,
    baseAmount: line.baseCents,
    vatApplicable: line.vatApplicable,
    vatRate: line.vatRate,
    suspenseHt: line.suspense.htCents,
    suspenseVat: line.suspense.vatCents,
    explanation: line.explanation,
  };
  const parts = line.owners.map((part) => ({
    ...part,
    lineId: made.id,
    isAccrual: isAccrual(part.mandateId),
  }));
  return { line: made, parts };
}

/** A line of an owner's account as it is kept. */
export function ownerLineMade(line: RunLine<OwnerLine>, account: OwnerAccount, writing: Writing): BillingRunLine {
  const { owner, ownerName } = account;
  const service = owner.mandates
    .find(({ id }) => id === line.mandateId)
    ?.services.find(({ id }) => id === line.serviceId);
  return {
    ...common(line, writing, "owner"),
    billingCategory: line.category,
    label: service?.label ?? OWNER_LABELS[line.category],
    ownerId: line.ownerId,
    ownerName,
    mandateId: line.mandateId,
    serviceId: line.serviceId,
    insurerName: line.insurerName,
    chargedFor: line.chargedFor.length === 0 ? null : line.chargedFor,
    vatApplicable: line.vatCents !== 0,
    explanation: ownerExplanation(line, account),
  };
}

/** By which a line is found: it follows from its run and its key, so that it stays the same however often it is computed. */
function lineIdOf({ digests, runId }: Pick<Writing, "digests" | "runId">, key: LineKey): RunLineId {
  const hex = digests.sha256(JSON.stringify([runId, key]));
  // RFC 9562, version 8: what an application makes of its own, here a digest. The variant is the third group's first bits.
  const variant = "89ab"[Number.parseInt(hex.slice(16, 17), 16) % 4];
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join("-") as RunLineId;
}

function common(
  { key, isExcluded, anomaly, htCents, vatCents }: RunLine<TenantLine> | RunLine<OwnerLine>,
  writing: Writing,
  lineType: BillingRunLine["lineType"],
) {
  const { mandataireId, runId, computation, month, now } = writing;
  return {
    mandataireId,
    billingRunId: runId,
    computation,
    id: lineIdOf(writing, key),
    lineKey: key,
    lineType,
    status: isExcluded ? "excluded" : "active",
    isAlreadyBilled: false,
    ...NOBODY,
    callKey: null,
    periodStart: firstDay(month),
    periodEnd: lastDay(month),
    isProrata: false,
    prorataDays: null,
    dueDate: null,
    baseAmount: null,
    amountHt: htCents,
    vatAmount: vatCents,
    amountTtc: sum([htCents, vatCents]),
    vatRate: null,
    suspenseHt: ZERO,
    suspenseVat: ZERO,
    alreadyPaidCents: ZERO,
    hasAnomaly: anomaly !== null,
    anomalyType: anomaly?.type ?? null,
    anomalyDetails: anomaly && { level: anomaly.level, others: anomaly.others },
    // What only informs is acknowledged from the start (rental.md 3.4).
    reviewStatus: anomaly?.level === "info" ? "ok" : null,
    comment: null,
    createdAt: now,
    updatedAt: now,
  } as const;
}

const NOBODY = {
  leaseId: null,
  leaseReference: null,
  leaseType: null,
  paymentFrequency: null,
  leaseUnitId: null,
  unitIdentifier: null,
  propertyId: null,
  propertyName: null,
  tenantId: null,
  tenantName: null,
  ownerId: null,
  ownerName: null,
  mandateId: null,
  serviceId: null,
  insurerName: null,
  chargedFor: null,
} as const;

/** A lease's call is of one period; a tenant's is of all that he is billed. What nobody owes stays with its lease. */
function callKeyOf({ leaseId, tenantId, wholePeriod }: TenantLine, mode: GroupingMode): string {
  return mode === "per_tenant" && tenantId !== null ? `tenant:${tenantId}` : `lease:${leaseId}:${wholePeriod.from}`;
}

const TENANT_LABELS: Readonly<Record<TenantCategory, string>> = {
  rent: "Loyer",
  charge_provision: "Provision sur charges",
};

const tenantLabel = ({ category, days }: TenantLine): string =>
  `${TENANT_LABELS[category]} du ${french(days.from)} au ${french(days.to)}`;

const french = (day: Day): string => day.split("-").toReversed().join("/");
