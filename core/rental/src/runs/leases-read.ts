import { addMonths, type Day, firstDay, type Id, lastDay, type Month } from "@cartulary/kernel";
import { type Cents, sum } from "@cartulary/ledger";
import type { BilledLease, BilledUnit, RentOfTerm, TenantCategory, UnitMandate } from "../billing/snapshot.ts";
import { TENANT_CATEGORIES } from "../billing/snapshot.ts";
import type { IndexValue } from "../indexation/index-value.ts";
import type { PaymentTiming } from "../leases/lease.ts";
import type { LeaseParts } from "../leases/lease-detail.ts";
import { type RevisableLease, saidOn, standingOn } from "../leases/revisable.ts";
import { increasePercent } from "../leases/revised-rent.ts";
import { monthlyCents, withUnitTerms } from "../leases/terms.ts";
import { leaseOn } from "../leases/time.ts";
import type { Ownership } from "../ownerships/ownership.ts";
import { covers, type Interval } from "../time/interval.ts";
import type { LettingOfUnit, MandateToBill, OtherBilling } from "./ports.ts";

/** A lease as it was read; values of indices stand beside it. */
export type LeaseToBill = Omit<LeaseParts, "indexValues">;

/** What a chunk of leases is read with. */
export interface Surroundings {
  readonly month: Month;
  /** The day of the computation: revisions are judged as of it, and what a lease has become. */
  readonly today: Day;
  readonly indexValues: readonly IndexValue[];
  readonly ownerships: ReadonlyMap<Id<"Unit">, readonly Ownership[]>;
  readonly mandates: ReadonlyMap<Id<"OwnerActor">, readonly MandateToBill[]>;
  readonly lettings: ReadonlyMap<Id<"Unit">, readonly LettingOfUnit[]>;
  readonly elsewhere: ReadonlyMap<Id<"LeaseUnit">, readonly OtherBilling[]>;
}

/** A lease as a run looks at it. */
export function billedLease(parts: LeaseToBill, around: Surroundings): BilledLease {
  const { lease, defaults, arrays } = parts;
  // Whatever goes on by itself is billed as if it had, to the end of a year's period.
  const ofThen = leaseOn(lease, addMonths(lastDay(around.month), 12));
  return {
    id: lease.id,
    reference: lease.reference,
    leaseType: lease.leaseType,
    status: leaseOn(lease, around.today).status,
    signatureDate: lease.signatureDate,
    schedule: {
      startDate: lease.startDate,
      calendar: lease.billingCalendar ?? defaults.billingCalendar,
      cycleMonth: lease.billingCycleMonth ?? defaults.billingCycleMonth,
      frequency: lease.paymentFrequency ?? "monthly",
      timing: lease.paymentTiming ?? "advance",
      paymentDay: lease.paymentDay ?? 1,
    },
    endDate: ofThen.endDate,
    proration: lease.proration,
    tenants: tenantsOf(parts),
    franchises: arrays.franchisePeriods.map(({ startDate: from, endDate: to, scopeType, reductionPercent }) => ({
      ...{ from, to, scopeType, reductionPercent },
    })),
    insurances: arrays.gliPolicies.map(({ startDate: from, endDate: to }) => ({ from, to })),
    units: unitsOf(parts, around),
  };
}

/** Whoever owes the rent: the primary tenant first, then by the first day. */
function tenantsOf({ parties }: LeaseToBill): BilledLease["tenants"] {
  const tenants = parties.filter(
    ({ partyType, partyableType }) => partyType === "tenant" && partyableType === "TenantActor",
  );
  const rank = ({ role }: (typeof tenants)[number]) => (role === "primary" ? 0 : 1);
  return tenants
    .toSorted((one, other) => rank(one) - rank(other))
    .map(({ partyableId, name, validFrom: from, validTo: to, shareNumerator, shareDenominator }) => ({
      id: partyableId as Id<"TenantActor">,
      name: name ?? "",
      share: shareNumerator === null || shareDenominator === null ? null : { shareNumerator, shareDenominator },
      ...{ from, to },
    }));
}

function unitsOf(parts: LeaseToBill, around: Surroundings): readonly BilledUnit[] {
  const revisable: RevisableLease = {
    lease: leaseOn(parts.lease, around.today),
    units: parts.units,
    terms: parts.terms,
    cappingRules: parts.arrays.cappingRules,
    revisions: parts.revisions,
    indexValues: around.indexValues,
  };
  const waiting = revisionsOf(revisable, around.today);
  const isCapExceeded = exceedsCap(parts, lastDay(around.month));
  return parts.units.map((unit): BilledUnit => {
    const elsewhere = around.elsewhere.get(unit.id) ?? [];
    const ownerships = around.ownerships.get(unit.unitId) ?? [];
    return {
      id: unit.id,
      unitId: unit.unitId,
      identifier: unit.identifier,
      propertyId: unit.propertyId,
      propertyName: unit.propertyName,
      entryDate: unit.entryDate,
      exitDate: unit.exitDate,
      rents: rentsOf(parts, unit.id),
      ownerships: ownerships.map(({ ownerId, shareNumerator, shareDenominator, validFrom: from, validTo: to }) => ({
        ...{ ownerId, shareNumerator, shareDenominator, from, to },
      })),
      mandates: mandatesOf(ownerships, unit.propertyId, around),
      alreadyBilled: elsewhere.filter(({ isApplied }) => isApplied),
      pendingElsewhere: elsewhere.filter(({ isApplied }) => !isApplied),
      otherLeases: (around.lettings.get(unit.unitId) ?? []).filter(({ leaseId }) => leaseId !== parts.lease.id),
      lastBaseCents: lastBasesOf(elsewhere, around.month, parts.lease.paymentTiming ?? "advance"),
      revision: waiting.get(unit.id) ?? null,
      isCapExceeded,
    };
  });
}

function rentsOf({ terms }: LeaseToBill, unitId: Id<"LeaseUnit">): readonly RentOfTerm[] {
  return withUnitTerms(terms).flatMap(({ effectiveFrom: from, effectiveTo: to, unitTerms }) => {
    const said = unitTerms.get(unitId);
    if (!said) return [];
    const { annualAmountCents, chargeProvisionCents, vatApplicable, vatRate } = said;
    const chargeProvisionVatApplicable = said.chargeProvisionVatApplicable ?? vatApplicable;
    return [
      { from, to, annualAmountCents, chargeProvisionCents, vatApplicable, chargeProvisionVatApplicable, vatRate },
    ];
  });
}

/** The mandates of a unit's owners that are of its property; one without properties is of all. */
function mandatesOf(
  ownerships: readonly Ownership[],
  propertyId: Id<"Property">,
  { mandates }: Surroundings,
): readonly UnitMandate[] {
  const owners = [...new Set(ownerships.map(({ ownerId }) => ownerId))];
  return owners.flatMap((ownerId) =>
    (mandates.get(ownerId) ?? [])
      .filter(({ propertyIds }) => propertyIds.length === 0 || propertyIds.includes(propertyId))
      .map(({ mandate }) => ({ id: mandate.id, ownerId, ...daysOf(mandate) })),
  );
}

/** The days of a mandate: one that goes on by itself has no end until somebody terminates it. */
export function daysOf({ startDate, endDate, renewalMonths, terminatedOn }: MandateToBill["mandate"]): Interval {
  return { from: startDate, to: renewalMonths !== null && terminatedOn === null ? null : endDate };
}

/** What a whole period cost the last time that it was billed: the last one that is anchored before this month. */
function lastBasesOf(
  elsewhere: readonly OtherBilling[],
  month: Month,
  timing: PaymentTiming,
): BilledUnit["lastBaseCents"] {
  const before = elsewhere.filter(
    ({ isApplied, from, to }) => isApplied && (timing === "advance" ? from : to) < firstDay(month),
  );
  const lastOf = (category: TenantCategory): Cents | null =>
    before
      .filter((each) => each.category === category)
      .reduce<OtherBilling | null>((last, each) => (last && last.to > each.to ? last : each), null)?.baseCents ?? null;
  return Object.fromEntries(TENANT_CATEGORIES.map((category) => [category, lastOf(category)])) as Record<
    TenantCategory,
    Cents | null
  >;
}

/** What the revisions of a lease's units wait for on a day. */
function revisionsOf(
  revisable: RevisableLease,
  today: Day,
): ReadonlyMap<Id<"LeaseUnit">, NonNullable<BilledUnit["revision"]>> {
  const { units, isFrozen } = standingOn(revisable, today);
  return new Map(
    units.flatMap(({ unit, revision: { state } }) => {
      if (state === "resting") return [];
      const finding = isFrozen ? "revision_frozen_dpe" : state === "due" ? "revision_due" : "index_missing";
      return [[unit.id, finding] as const];
    }),
  );
}

/** Whether the rents of a lease are above the reference of a rule, or rose more than one allows (rental.md 2.1). */
function exceedsCap({ terms, arrays: { cappingRules } }: LeaseToBill, day: Day): boolean {
  const rules = cappingRules.filter(({ startDate: from }) => covers({ from, to: null }, day));
  if (rules.length === 0) return false;
  const present = saidOn(terms, day);
  const begun = terms.filter(({ effectiveFrom }) => effectiveFrom <= day);
  const before = withUnitTerms(begun).at(-2)?.unitTerms;
  const rent = sum([...present.values()].map(({ annualAmountCents }) => monthlyCents(annualAmountCents)));
  const rises = [...present].map(([id, { annualAmountCents }]) => {
    const old = before?.get(id)?.annualAmountCents;
    return old === undefined ? null : increasePercent(old, annualAmountCents);
  });
  return rules.some(
    ({ referenceAmountCents, maxIncreasePercent: most }) =>
      (referenceAmountCents !== null && rent > referenceAmountCents) ||
      (most !== null && rises.some((rise) => rise !== null && rise > most)),
  );
}
