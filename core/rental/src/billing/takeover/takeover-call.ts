import { type Day, lastDay, monthOf, type NewId } from "@cartulary/kernel";
import { type Cents, rational, ZERO } from "@cartulary/ledger";
import type { MandataireId } from "../../agency/mandataire.ts";
import { covers } from "../../agency/time/interval.ts";
import type { LeaseId } from "../../property/leases/lease.ts";
import type { MandateId } from "../../property/mandates/mandate.ts";
import { leaseOwnersOn } from "../computation/lease-owners.ts";
import { divideBetweenOwners } from "../computation/owner-parts.ts";
import type { BilledLease, BilledTenant } from "../computation/snapshot.ts";
import { traitsOf } from "../computation/tenant-category.ts";
import { type Contributor, divideBetweenParties } from "../rent-calls/contribution.ts";
import { type RentCall, withRemaining } from "../rent-calls/rent-call.ts";
import type { OwnedLine } from "../run-application/call-entries.ts";
import type { LineContext } from "../runs/build-lines.ts";
import { lineIdOf, NO_PARTY } from "../runs/build-lines.ts";
import { type BillingRun, EMPTY_TOTALS, RUN_STEPS } from "../runs/run.ts";
import type { BilledPart, BillingRunLine } from "../runs/run-line.ts";

/** A lease that the agency takes over, with the balance of its tenant. */
export interface Takeover {
  readonly lease: BilledLease;
  /** Not zero; positive is owed by the tenant. */
  readonly amountCents: Cents;
  /** The day of activation in Paris, whose owners are credited. */
  readonly today: Day;
  readonly isAccrual: (mandateId: MandateId | null) => boolean;
  /** The parties of the lease that contribute to the rent. */
  readonly parties: readonly Contributor[];
}

/** The call of an initial balance, with the hidden run that its line belongs to. */
export interface TakeoverCall {
  readonly run: BillingRun;
  readonly call: RentCall;
  readonly line: BillingRunLine;
  readonly parts: readonly BilledPart[];
}

interface Identity extends Pick<LineContext, "digests" | "now"> {
  readonly mandataireId: MandataireId;
  readonly newId: NewId;
  /** The reference of the call. */
  readonly reference: string;
  /** The reference of the hidden run. */
  readonly runReference: string;
}

/** Returns the tenant who is called: the first tenant of the day, else the first one. */
const tenantOf = ({ tenants }: Pick<BilledLease, "tenants">, day: Day): BilledTenant | null =>
  tenants.find((tenant) => covers(tenant, day)) ?? tenants[0] ?? null;

/** Returns the call of an initial balance: one line, due on the first day of the lease, without VAT (effects.md 6). */
export function takeoverCall(takeover: Takeover, identity: Identity): TakeoverCall {
  const { lease, amountCents, today, parties } = takeover;
  const { mandataireId, newId, now, reference } = identity;
  const tenant = tenantOf(lease, today);
  const run = hiddenRun(takeover, identity);
  const { line, parts } = takeoverLine(takeover, { ...identity, run, tenant });
  const { startDate } = lease.schedule;
  const divided = { totalCents: amountCents, dueDate: startDate, rentMonths: rational(0) };
  const call = withRemaining({
    ...{ mandataireId, id: newId<"RentCall">(), reference, billingRunId: run.id, callKey: callKeyOf(lease.id) },
    kind: "initial_balance",
    status: amountCents < 0 ? "paid" : "issued",
    ...{ leaseId: lease.id, leaseReference: lease.reference },
    ...{ tenantId: tenant?.id ?? null, tenantName: tenant?.name ?? null },
    ...{ periodStart: startDate, periodEnd: startDate, dueDate: startDate },
    ...{ totalAmountCents: amountCents, rentAmountCents: ZERO, chargesAmountCents: ZERO, paidAmountCents: ZERO },
    contributions: amountCents > 0 ? divideBetweenParties(divided, parties) : null,
    ...{ otherAmountCents: amountCents, sentAt: null, createdAt: now, updatedAt: now },
  });
  return { run, call, line, parts };
}

const callKeyOf = (id: LeaseId): string => `lease:${id}:initial_balance`;

/** Returns the run that no list shows: lines of calls belong to a computation (decision 0175). */
function hiddenRun({ amountCents, today }: Takeover, { mandataireId, newId, now, runReference }: Identity): BillingRun {
  const scope = { frequencies: [], timings: [], leaseTypes: [], leaseIds: [], excludedLeaseIds: [], propertyId: null };
  return {
    ...{ mandataireId, id: newId<"BillingRun">(), reference: runReference, label: runReference, status: "applied" },
    ...{ periodStart: today, periodEnd: lastDay(monthOf(today)), groupingMode: "per_lease", scope },
    ...EMPTY_TOTALS,
    ...{ totalTenantAmount: amountCents, linesCount: 1 },
    ...{
      computation: 1,
      previousComputation: 0,
      lastComputation: 1,
      computingAt: null,
      currentStep: RUN_STEPS.applied,
    },
    ...{ editable: false, cancellable: false, scheduledAt: null, computedAt: now, computedOn: today },
    ...{ validatedAt: now, validatedBy: null, appliedAt: now, cancelledAt: null, cancellationReason: null },
    ...{ failureMessage: null, createdAt: now, updatedAt: now },
  };
}

function takeoverLine(
  { lease, amountCents, today, isAccrual }: Takeover,
  { run, tenant, digests, now }: Identity & { readonly run: BillingRun; readonly tenant: BilledTenant | null },
): Pick<TakeoverCall, "line" | "parts"> {
  const owners = leaseOwnersOn(lease, today);
  const { amountsCents, suspenseCents } = divideBetweenOwners(amountCents, owners);
  const lineKey = callKeyOf(lease.id) as BillingRunLine["lineKey"];
  const id = lineIdOf({ digests, runId: run.id }, lineKey);
  const { startDate, frequency } = lease.schedule;
  const { label } = traitsOf("initial_balance");
  const line: BillingRunLine = {
    ...{ mandataireId: run.mandataireId, billingRunId: run.id, computation: run.computation, id, lineKey },
    ...{ lineType: "tenant", billingCategory: "initial_balance", label, status: "active", isAlreadyBilled: false },
    ...{ adjustment: false, basis: null, ...NO_PARTY },
    ...{ leaseId: lease.id, leaseReference: lease.reference, leaseType: lease.leaseType, paymentFrequency: frequency },
    ...{ tenantId: tenant?.id ?? null, tenantName: tenant?.name ?? null, callKey: callKeyOf(lease.id) },
    ...{ periodStart: startDate, periodEnd: startDate, isProrata: false, prorataDays: null, dueDate: startDate },
    ...{ baseAmount: amountCents, amountHt: amountCents, vatAmount: ZERO, amountTtc: amountCents },
    ...{ vatApplicable: false, vatRate: null, suspenseHt: suspenseCents, suspenseVat: ZERO, alreadyPaidCents: ZERO },
    ...{ hasAnomaly: false, anomalyType: null, anomalyDetails: null, reviewStatus: null, comment: null },
    ...{ explanation: label, createdAt: now, updatedAt: now },
  };
  const parts = owners.map(({ share: _, ...owner }, index) => ({
    ...owner,
    ...{ lineId: id, isAccrual: isAccrual(owner.mandateId), htCents: amountsCents[index] ?? ZERO, vatCents: ZERO },
  }));
  return { line, parts };
}

/** Returns the line of the call as its entry books it. */
export const ownedLineOf = ({ call, line, parts }: TakeoverCall): OwnedLine => ({
  ...line,
  ...{ callKey: call.callKey, billingCategory: "initial_balance", leaseId: line.leaseId as LeaseId },
  ...{ leaseReference: line.leaseReference ?? "", unitIdentifier: "", dueDate: call.dueDate, parts },
});
