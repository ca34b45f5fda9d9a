import { addMonths, type Day, firstDay, lastDay, type Month } from "@cartulary/kernel";
import { dayInParis, negate, ZERO } from "@cartulary/ledger";
import type { AccountingMode } from "../../agency/mandataire.ts";
import type { IndexValue } from "../../property/indexation/index-value.ts";
import type { LeaseId } from "../../property/leases/lease.ts";
import type { MandateId } from "../../property/mandates/mandate.ts";
import type { MandateService } from "../../property/mandates/mandate-service.ts";
import type { OwnerId } from "../../property/people/owner.ts";
import type { OwnerPremium } from "../computation/owner-lines.ts";
import type { RunScope } from "../computation/run-scope.ts";
import type { BilledLease } from "../computation/snapshot.ts";
import type { BillingStores } from "../ports.ts";
import { type LeaseReadContext, type LeaseToBill, type TenantServicesToBill, toBilledLease } from "./billed-leases.ts";
import { lettingsIn, type ManagedLetting, mandatesWithServices, ownerBasis, premiumsOf } from "./owner-inputs.ts";
import type { BillingSource, MandateToBill, OwnerBasis, UnremittedCollection } from "./ports.ts";
import type { BillingRunId } from "./run.ts";

/** The run, month and day for which inputs are read. */
export interface ReadContext {
  readonly runId: BillingRunId;
  readonly month: Month;
  /** The day of the computation. */
  readonly today: Day;
  readonly indexValues: readonly IndexValue[];
  /** The mandataire's mode. */
  readonly accountingMode: AccountingMode;
  /** Replaces the source's reader of mandates, e.g. by {@link cachedMandates}. */
  readonly mandates?: BillingSource["mandates"];
}

/** Returns a reader of mandates that reads each owner once; for repeated reads in one transaction. */
export function cachedMandates({ mandates }: BillingSource): BillingSource["mandates"] {
  const known = new Map<OwnerId, readonly MandateToBill[]>();
  return async (owners) => {
    const unknown = owners.filter((id) => !known.has(id));
    const found = Map.groupBy(unknown.length === 0 ? [] : await mandates(unknown), ({ mandate }) => mandate.ownerId);
    for (const id of unknown) known.set(id, found.get(id) ?? []);
    return owners.flatMap((id) => known.get(id) ?? []);
  };
}

/** Leases as input of a run, with the insurance premiums of their owners. */
export interface BilledLeases {
  readonly leases: readonly BilledLease[];
  readonly premiums: readonly OwnerPremium[];
  /** The units let in the month, for services that owners pay without receipts. */
  readonly lettings: readonly ManagedLetting[];
  /** Returns true if owners are credited when rent is called, under a mandate or without one. */
  readonly isAccrual: (mandateId: MandateId | null) => boolean;
}

/** Reads leases in a constant number of statements. */
export async function readLeases(
  stores: BillingStores,
  ids: readonly LeaseId[],
  { runId, month, today, indexValues, accountingMode, mandates: mandatesOf }: ReadContext,
): Promise<BilledLeases> {
  const source = stores.billingSource;
  const parts = await source.leases(ids);
  const units = parts.flatMap(({ units }) => units);
  const unitIds = [...new Set(units.map(({ unitId }) => unitId))];
  const ownerships = await source.ownerships(unitIds);
  const owners = [...new Set(ownerships.map(({ ownerId }) => ownerId))];
  const mandates = await (mandatesOf ?? source.mandates)(owners);
  const modes = new Map(mandates.map(({ mandate }) => [mandate.id, mandate.accountingMode ?? accountingMode]));
  const tenantServices = await readTenantServices(stores, mandates, { ids, runId, month });
  const context: LeaseReadContext = {
    tenantServices,
    month,
    today,
    indexValues,
    ownerships: Map.groupBy(ownerships, ({ unitId }) => unitId),
    mandates: Map.groupBy(mandates, ({ mandate }) => mandate.ownerId),
    lettings: Map.groupBy(await source.lettings(unitIds), ({ unitId }) => unitId),
    adjustments: Map.groupBy(await stores.chargeStatements.dueAdjustments(ids), ({ leaseId }) => leaseId),
    elsewhere: Map.groupBy(
      await stores.billingRunLines.billedElsewhere(
        runId,
        units.map(({ id }) => id),
        earliestDay(parts, month),
      ),
      ({ leaseUnitId }) => leaseUnitId,
    ),
  };
  const leases = parts.map((each) => toBilledLease(each, context));
  const policies = new Map(parts.map(({ lease, arrays }) => [lease.id, arrays.gliPolicies]));
  const premiums = leases.flatMap((lease) => premiumsOf(lease, policies.get(lease.id) ?? [], month));
  const isAccrual = (id: MandateId | null) => (id === null ? accountingMode : modes.get(id)) === "accrual";
  const served = mandatesWithServices(mandates);
  return { leases, premiums, lettings: leases.flatMap((lease) => lettingsIn(lease, month, served)), isAccrual };
}

/** How far back a run looks for billed periods: an annual period in arrears and the one before it. */
const MONTHS_BACK = 24;
/** How far back a changed term may reach: rents are barred after five years (art. 2224 of the Code civil). */
const MONTHS_BACK_MAX = 60;

/** Returns the first day for which billed lines are read: earlier if a term that was written since reaches further back. */
function earliestDay(leases: readonly Pick<LeaseToBill, "terms">[], month: Month): Day {
  const usual = addMonths(firstDay(month), -MONTHS_BACK);
  const reached = leases
    .flatMap(({ terms }) => terms)
    .filter((term) => term.reachesBack && dayInParis(term.updatedAt) >= usual)
    .reduce((first, { effectiveFrom }) => (effectiveFrom < first ? effectiveFrom : first), usual);
  const limit = addMonths(firstDay(month), -MONTHS_BACK_MAX);
  return reached < limit ? limit : reached;
}

/** Items by their owner. Grouped once: thousands of chunks of owners read them. */
export type OfOwners<Item> = ReadonlyMap<OwnerId, readonly Item[]>;

/** The input known before the lines of some owners are computed. */
export interface OwnersQuery {
  readonly runId: BillingRunId;
  readonly ids: readonly OwnerId[];
  readonly month: Month;
  readonly accountingMode: AccountingMode;
  readonly premiums: OfOwners<OwnerPremium>;
  readonly lettings: OfOwners<ManagedLetting>;
  readonly collected: OfOwners<UnremittedCollection>;
  /** The mandates under which they are credited. */
  readonly credited: ReadonlySet<MandateId>;
}

/** Returns the input of some owners' lines without called amounts, by owner id, in a constant number of statements. */
export async function readOwners(
  stores: BillingStores,
  { runId, ids, month, accountingMode, ...query }: OwnersQuery,
): Promise<readonly OwnerBasis[]> {
  const owners = (await stores.billingSource.owners(ids)).toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const allMandates = await stores.billingSource.mandates(ids);
  const mandates = Map.groupBy(allMandates, ({ mandate }) => mandate.ownerId);
  const byEvent = allMandates.filter(({ services }) => services.some((each) => isBilledByEvent(each, "owner")));
  const events = await stores.serviceEvents.due(
    byEvent.map(({ mandate }) => mandate.id),
    lastDay(month),
  );
  const balances = await stores.letterings.unletteredBalances(
    owners.map(({ accountingCode }) => ({ accountCode: OWNERS_ACCOUNT, auxiliaryCode: accountingCode })),
  );
  const charged = Map.groupBy(
    await stores.billingRunLines.chargedElsewhere(runId, firstDay(month), ids),
    ({ ownerId }) => ownerId,
  );
  const waiting = await stores.collections.waiting(ids);
  const hasUnmatchedRejection = await stores.collections.hasUnmatchedRejection();
  const ofMandates = (own: readonly MandateToBill[]) => {
    const known = new Set(own.flatMap(({ services }) => services.filter((each) => isBilledByEvent(each, "owner"))));
    const serviceIds = new Set([...known].map(({ id }) => id));
    return events.filter(({ mandateServiceId }) => serviceIds.has(mandateServiceId));
  };
  return owners.map((owner, index) =>
    ownerBasis(
      {
        owner,
        mandates: mandates.get(owner.id) ?? [],
        creditCents: negate(balances[index]?.balanceCents ?? ZERO),
        waitingCents: waiting.get(owner.id) ?? ZERO,
        hasUnmatchedRejection,
        collected: query.collected.get(owner.id) ?? [],
        premiums: query.premiums.get(owner.id) ?? [],
        lettings: query.lettings.get(owner.id) ?? [],
        events: ofMandates(mandates.get(owner.id) ?? []),
        charged: charged.get(owner.id) ?? [],
        credited: query.credited,
      },
      { month, accountingMode },
    ),
  );
}

/** An inactive service counts: it has no new events, and those from before are still owed. */
const isBilledByEvent = ({ billingMode, target }: MandateService, payer: MandateService["target"]): boolean =>
  billingMode === "per_event" && target === payer;

/** Groups items by their owner. */
export const byOwner = <Item extends { readonly ownerId: OwnerId }>(items: readonly Item[]): OfOwners<Item> =>
  Map.groupBy(items, ({ ownerId }) => ownerId);

/** Reads what the services that tenants pay need; no statement runs without such a service. */
async function readTenantServices(
  { billingRunLines, serviceEvents }: BillingStores,
  mandates: readonly MandateToBill[],
  { ids, runId, month }: { readonly ids: readonly LeaseId[]; readonly runId: BillingRunId; readonly month: Month },
): Promise<TenantServicesToBill> {
  const paidByTenants = mandates.flatMap(({ mandate, services }) =>
    services
      .filter((service) => (service.active && service.target === "tenant") || isBilledByEvent(service, "tenant"))
      .map((service) => ({ ...service, mandateId: mandate.id, ownerId: mandate.ownerId })),
  );
  if (paidByTenants.length === 0) return { services: [], billed: [], events: [] };
  const byEvent = paidByTenants.filter((service) => isBilledByEvent(service, "tenant"));
  return {
    services: paidByTenants,
    billed: await billingRunLines.tenantFeesElsewhere(runId, ids),
    events: await serviceEvents.due([...new Set(byEvent.map(({ mandateId }) => mandateId))], lastDay(month)),
  };
}

/** Mandants, available (rental.md 2.6). */
const OWNERS_ACCOUNT = "467000";

/** Returns true if the scope has no filter: only then does a run include owners with only a balance. */
export function coversAllLeases(scope: RunScope): boolean {
  const { propertyId, frequencies, timings, leaseTypes, leaseIds, excludedLeaseIds } = scope;
  const filters = [frequencies, timings, leaseTypes, leaseIds, excludedLeaseIds];
  return propertyId === null && filters.every((filter) => filter.length === 0);
}
