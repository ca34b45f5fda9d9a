import { type Day, type Digests, firstDay, type Instant, lastDay, type Month } from "@cartulary/kernel";
import { sum, ZERO } from "@cartulary/ledger";
import type { MandataireId } from "../../agency/mandataire.ts";
import type { MandateId } from "../../property/mandates/mandate.ts";
import type { AnomalyType } from "../computation/anomalies.ts";
import type { LineKey, RunLine } from "../computation/compute-run.ts";
import type { OwnerLine } from "../computation/owner-lines.ts";
import type { BilledLease } from "../computation/snapshot.ts";
import { traitsOf } from "../computation/tenant-category.ts";
import { callOfPeriod, type TenantLine } from "../computation/tenant-line.ts";
import { OWNER_LABELS, type OwnerAccount, ownerExplanation } from "./owner-explanation.ts";
import type { GroupingMode } from "./run.ts";
import type { BilledPart, BillingRunLine, Computation, RunLineId } from "./run-line.ts";

/** The computation that lines belong to, with what writing them needs. */
export interface LineContext extends Computation {
  readonly mandataireId: MandataireId;
  readonly month: Month;
  readonly groupingMode: GroupingMode;
  readonly now: Instant;
  readonly digests: Pick<Digests, "sha256">;
}

/** Returns the stored form of a tenant's line, with the owners' parts. */
export function buildTenantLine(
  line: RunLine<TenantLine>,
  { lease, isAccrual }: { readonly lease: BilledLease; readonly isAccrual: (mandateId: MandateId | null) => boolean },
  writing: LineContext,
): { readonly line: BillingRunLine; readonly parts: readonly BilledPart[] } {
  const unit = lease.units.find(({ id }) => id === line.leaseUnitId);
  const tenant = lease.tenants.find(({ id }) => id === line.tenantId);
  const made: BillingRunLine = {
    ...common(line, writing, "tenant"),
    billingCategory: line.category,
    label: line.label ?? tenantLabel(line),
    chargedFor: line.chargedFor ?? null,
    isAlreadyBilled: line.isAlreadyBilled,
    adjustment: line.isAdjustment ?? false,
    basis: line.basis ?? null,
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
    serviceId: line.serviceId ?? null,
    mandateId: line.mandateId ?? null,
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

/** Returns the stored form of an owner's line. */
export function buildOwnerLine(line: RunLine<OwnerLine>, account: OwnerAccount, writing: LineContext): BillingRunLine {
  const { owner, ownerName } = account;
  const service = owner.mandates
    .find(({ id }) => id === line.mandateId)
    ?.services.find(({ id }) => id === line.serviceId);
  const made = common(line, writing, "owner");
  return {
    ...made,
    ...(made.anomalyDetails && hasAnomaly(line, "deposit_late") && owner.lateDeposit
      ? { anomalyDetails: { ...made.anomalyDetails, ...owner.lateDeposit } }
      : {}),
    billingCategory: line.category,
    label: [service?.label ?? OWNER_LABELS[line.category], line.event?.label]
      .filter((each) => each !== undefined)
      .join(", "),
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

const hasAnomaly = ({ anomaly }: OwnerLine, type: AnomalyType): boolean =>
  anomaly !== null && [anomaly.type, ...anomaly.others].includes(type);

/** Derives a line's id from its run and key, so that it stays the same in every computation. */
export function lineIdOf({ digests, runId }: Pick<LineContext, "digests" | "runId">, key: LineKey): RunLineId {
  const hex = digests.sha256(JSON.stringify([runId, key]));
  // RFC 9562, version 8: a custom format, here a digest. The variant is in the first bits of the fourth group.
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
  writing: LineContext,
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
    adjustment: false,
    basis: null,
    ...NO_PARTY,
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
    // Anomalies of level `info` are acknowledged from the start (rental.md 3.4).
    reviewStatus: anomaly?.level === "info" ? "ok" : null,
    comment: null,
    createdAt: now,
    updatedAt: now,
  } as const;
}

/** The fields of a line that name whom it concerns, all empty. */
export const NO_PARTY = {
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

/** Returns the key of a line's rent call: in mode `per_tenant` by tenant if known, else by lease, period and tenant. */
function callKeyOf(line: TenantLine, mode: GroupingMode): string {
  const { leaseId, tenantId } = line;
  return mode === "per_tenant" && tenantId !== null ? `tenant:${tenantId}` : `lease:${leaseId}:${callOfPeriod(line)}`;
}

const tenantLabel = ({ category, days }: TenantLine): string =>
  category === "deposit" || category === "tenant_fee"
    ? traitsOf(category).label
    : `${traitsOf(category).label} du ${french(days.from)} au ${french(days.to)}`;

const french = (day: Day): string => day.split("-").toReversed().join("/");
