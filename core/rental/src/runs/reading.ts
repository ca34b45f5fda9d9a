import { addMonths, type Day, firstDay, type Month } from "@cartulary/kernel";
import { negated, ZERO } from "@cartulary/ledger";
import type { OwnerPremium } from "../billing/owner-lines.ts";
import type { RunScope } from "../billing/run-scope.ts";
import type { BilledLease } from "../billing/snapshot.ts";
import type { IndexValue } from "../indexation/index-value.ts";
import type { LeaseId } from "../leases/lease.ts";
import type { AccountingMode } from "../mandataire.ts";
import type { MandateId } from "../mandates/mandate.ts";
import type { OwnerId } from "../people/owner.ts";
import type { RentalStores } from "../ports.ts";
import { billedLease, type Surroundings } from "./leases-read.ts";
import { ownerBasis, premiumsOf } from "./owners-read.ts";
import type { BillingSource, Collected, MandateToBill, OwnerBasis } from "./ports.ts";
import type { BillingRunId } from "./run.ts";

/** As of when, and for which run, something is read. */
export interface Moment {
  readonly runId: BillingRunId;
  readonly month: Month;
  /** The day of the computation. */
  readonly today: Day;
  readonly indexValues: readonly IndexValue[];
  /** The mandataire's. */
  readonly accountingMode: AccountingMode;
  /** Who reads the mandates of owners, where that is not the source: {@link mandatesOnce}. */
  readonly mandates?: BillingSource["mandates"];
}

/** The same mandates, of each owner read once: for whoever asks again and again in one transaction. */
export function mandatesOnce({ mandates }: BillingSource): BillingSource["mandates"] {
  const known = new Map<OwnerId, readonly MandateToBill[]>();
  return async (owners) => {
    const unknown = owners.filter((id) => !known.has(id));
    const found = Map.groupBy(unknown.length === 0 ? [] : await mandates(unknown), ({ mandate }) => mandate.ownerId);
    for (const id of unknown) known.set(id, found.get(id) ?? []);
    return owners.flatMap((id) => known.get(id) ?? []);
  };
}

/** Leases as a run looks at them, and what their owners pay of insurances. */
export interface LeasesRead {
  readonly leases: readonly BilledLease[];
  readonly premiums: readonly OwnerPremium[];
  /** Whether owners are credited when rent is called, under one of their mandates or without one. */
  readonly isAccrual: (mandateId: MandateId | null) => boolean;
}

/** Some leases, in a number of statements that does not grow with them. */
export async function readLeases(
  stores: RentalStores,
  ids: readonly LeaseId[],
  { runId, month, today, indexValues, accountingMode, mandates: mandatesOf }: Moment,
): Promise<LeasesRead> {
  const source = stores.billingSource;
  const parts = await source.leases(ids);
  const units = parts.flatMap(({ units }) => units);
  const unitIds = [...new Set(units.map(({ unitId }) => unitId))];
  const ownerships = await source.ownerships(unitIds);
  const owners = [...new Set(ownerships.map(({ ownerId }) => ownerId))];
  const mandates = await (mandatesOf ?? source.mandates)(owners);
  const modes = new Map(mandates.map(({ mandate }) => [mandate.id, mandate.accountingMode ?? accountingMode]));
  const since = addMonths(firstDay(month), -MONTHS_BACK);
  const around: Surroundings = {
    month,
    today,
    indexValues,
    ownerships: Map.groupBy(ownerships, ({ unitId }) => unitId),
    mandates: Map.groupBy(mandates, ({ mandate }) => mandate.ownerId),
    lettings: Map.groupBy(await source.lettings(unitIds), ({ unitId }) => unitId),
    elsewhere: Map.groupBy(
      await stores.billingRunLines.billedElsewhere(
        runId,
        units.map(({ id }) => id),
        since,
      ),
      ({ leaseUnitId }) => leaseUnitId,
    ),
  };
  const leases = parts.map((each) => billedLease(each, around));
  const policies = new Map(parts.map(({ lease, arrays }) => [lease.id, arrays.gliPolicies]));
  const premiums = leases.flatMap((lease) => premiumsOf(lease, policies.get(lease.id) ?? [], month));
  const isAccrual = (id: MandateId | null) => (id === null ? accountingMode : modes.get(id)) === "accrual";
  return { leases, premiums, isAccrual };
}

/** How far back a run looks for what was billed: a year's period in arrears, and the one before it. */
const MONTHS_BACK = 24;

/** What is known of some owners before their lines are computed. */
export interface OwnersAsked {
  readonly runId: BillingRunId;
  readonly ids: readonly OwnerId[];
  readonly month: Month;
  readonly accountingMode: AccountingMode;
  readonly premiums: readonly OwnerPremium[];
  readonly collected: readonly Collected[];
  /** The mandates that they are credited by. */
  readonly credited: ReadonlySet<MandateId>;
}

/** What the lines of some owners follow from beside what is called; likewise. By id. */
export async function readOwners(
  stores: RentalStores,
  { runId, ids, month, accountingMode, ...asked }: OwnersAsked,
): Promise<readonly OwnerBasis[]> {
  const owners = (await stores.billingSource.owners(ids)).toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const mandates = Map.groupBy(await stores.billingSource.mandates(ids), ({ mandate }) => mandate.ownerId);
  const balances = await stores.letterings.unletteredBalances(
    owners.map(({ accountingCode }) => ({ accountCode: OWNERS_ACCOUNT, auxiliaryCode: accountingCode })),
  );
  const charged = Map.groupBy(
    await stores.billingRunLines.chargedElsewhere(runId, firstDay(month), ids),
    ({ ownerId }) => ownerId,
  );
  const waiting = await stores.collections.waiting(ids);
  const hasUnmatchedRejection = await stores.collections.hasUnmatchedRejection();
  const premiums = Map.groupBy(asked.premiums, ({ ownerId }) => ownerId);
  const collected = Map.groupBy(asked.collected, ({ ownerId }) => ownerId);
  return owners.map((owner, index) =>
    ownerBasis(
      {
        owner,
        mandates: mandates.get(owner.id) ?? [],
        creditCents: negated(balances[index]?.balanceCents ?? ZERO),
        waitingCents: waiting.get(owner.id) ?? ZERO,
        hasUnmatchedRejection,
        collected: collected.get(owner.id) ?? [],
        premiums: premiums.get(owner.id) ?? [],
        charged: charged.get(owner.id) ?? [],
        credited: asked.credited,
      },
      { month, accountingMode },
    ),
  );
}

/** Mandants, available (rental.md 2.6). */
const OWNERS_ACCOUNT = "467000";

/** Whether a run is asked for all leases: only then does it look after owners who have nothing in it but a balance. */
export function isWhole(scope: RunScope): boolean {
  const { propertyId, frequencies, timings, leaseTypes, leaseIds, excludedLeaseIds } = scope;
  const filters = [frequencies, timings, leaseTypes, leaseIds, excludedLeaseIds];
  return propertyId === null && filters.every((filter) => filter.length === 0);
}
