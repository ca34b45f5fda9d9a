import { addMonths, type Day, firstDay, type Id, lastDay, type Month, monthOf } from "@cartulary/kernel";
import { type Cents, sum } from "@cartulary/ledger";
import { covers, type Interval } from "../../agency/time/interval.ts";
import type { IndexValue } from "../../property/indexation/index-value.ts";
import type { LeaseId, PaymentTiming } from "../../property/leases/lease.ts";
import type { LeaseParts } from "../../property/leases/lease-detail.ts";
import { leaseStatusOn } from "../../property/leases/lease-status.ts";
import { increasePercent } from "../../property/leases/revised-rent.ts";
import { type RevisableLease, revisionStateOn, unitTermsOn } from "../../property/leases/revision-state.ts";
import { monthlyCents, withUnitTerms } from "../../property/leases/term-timeline.ts";
import type { MandateService } from "../../property/mandates/mandate-service.ts";
import type { Ownership } from "../../property/ownerships/ownership.ts";
import type { ChargeAdjustment } from "../charges/charge-statement.ts";
import type { BilledLease, BilledUnit, RentOfTerm, UnitMandate } from "../computation/snapshot.ts";
import { PERIODIC_CATEGORIES, type PeriodicCategory } from "../computation/tenant-category.ts";
import { dueEvent, type TenantService } from "../computation/tenant-service.ts";
import type { ServiceEvent } from "../service-events/service-event.ts";
import type { BilledByOtherRun, MandateToBill, TenantFeeByOtherRun, UnitLetting } from "./ports.ts";

/** A lease as read from the database; index values are read separately. */
export type LeaseToBill = Omit<LeaseParts, "indexValues">;

/** The context of a chunk of leases. */
export interface LeaseReadContext {
  readonly month: Month;
  /** The day of the computation: decides the state of revisions and the status of a lease. */
  readonly today: Day;
  readonly indexValues: readonly IndexValue[];
  readonly ownerships: ReadonlyMap<Id<"Unit">, readonly Ownership[]>;
  readonly mandates: ReadonlyMap<Id<"OwnerActor">, readonly MandateToBill[]>;
  readonly lettings: ReadonlyMap<Id<"Unit">, readonly UnitLetting[]>;
  /** Balances of charges that no applied run has billed. */
  readonly adjustments: ReadonlyMap<LeaseId, readonly ChargeAdjustment[]>;
  readonly elsewhere: ReadonlyMap<Id<"LeaseUnit">, readonly BilledByOtherRun[]>;
  /** Absent for readers that bill nothing. */
  readonly tenantServices?: TenantServicesToBill;
}

/** The services that tenants pay, with what other runs billed of them and what is due. */
export interface TenantServicesToBill {
  readonly services: readonly (MandateService & Pick<TenantService, "mandateId" | "ownerId">)[];
  readonly billed: readonly TenantFeeByOtherRun[];
  readonly events: readonly ServiceEvent[];
}

/** Returns a lease as input of a run. */
export function toBilledLease(parts: LeaseToBill, context: LeaseReadContext): BilledLease {
  const { lease, defaults, arrays } = parts;
  const adjustments = context.adjustments.get(lease.id) ?? [];
  // A tacit renewal is billed as if it had happened, up to the end of an annual period.
  const renewed = leaseStatusOn(lease, addMonths(lastDay(context.month), 12));
  return {
    id: lease.id,
    reference: lease.reference,
    leaseType: lease.leaseType,
    status: leaseStatusOn(lease, context.today).status,
    signatureDate: lease.signatureDate,
    schedule: {
      startDate: lease.startDate,
      calendar: lease.billingCalendar ?? defaults.billingCalendar,
      cycleMonth: lease.billingCycleMonth ?? defaults.billingCycleMonth,
      frequency: lease.paymentFrequency ?? "monthly",
      timing: lease.paymentTiming ?? "advance",
      paymentDay: lease.paymentDay ?? 1,
    },
    endDate: renewed.endDate,
    proration: lease.proration,
    tenants: tenantsOf(parts),
    franchises: arrays.franchisePeriods.map(({ startDate: from, endDate: to, scopeType, reductionPercent }) => ({
      ...{ from, to, scopeType, reductionPercent },
    })),
    depositCents: lease.depositCall === "due" ? lease.securityDepositCents || null : null,
    ...(adjustments.length > 0 && { adjustments }),
    ...tenantServicesOf(parts, context),
    insurances: arrays.gliPolicies.map(({ startDate: from, endDate: to }) => ({ from, to })),
    units: unitsOf(parts, context),
  };
}

/** Returns the services of the mandates of the lease's units that its tenant pays, by mandate, then by service. */
function tenantServicesOf(parts: LeaseToBill, context: LeaseReadContext): Pick<BilledLease, "tenantServices"> {
  const { services = [], billed = [], events = [] } = context.tenantServices ?? {};
  const mandates = new Set(
    services.length === 0
      ? []
      : parts.units.flatMap(({ unitId, propertyId }) =>
          mandatesOf(context.ownerships.get(unitId) ?? [], propertyId, context).map(({ id }) => id),
        ),
  );
  const own = services.filter(({ mandateId }) => mandates.has(mandateId));
  if (own.length === 0) return {};
  const leaseId = parts.lease.id;
  return {
    tenantServices: own.map((service): TenantService => {
      const { id, label, serviceType, billingMode, rate, amountCents, calculationBase, frequency } = service;
      const months = billed.filter((each) => each.leaseId === leaseId && each.serviceId === id);
      return {
        ...{ id, label, serviceType, billingMode, rate, amountCents, calculationBase, frequency },
        ...{ triggerEvent: service.triggerEvent, vatApplicable: service.vatApplicable, vatRate: service.vatRate },
        ...{ mandateId: service.mandateId, ownerId: service.ownerId },
        billedMonths: [...new Set(months.map(({ month }) => monthOf(month)))].toSorted(),
        events: events.filter((event) => event.mandateServiceId === id && event.leaseId === leaseId).map(dueEvent),
      };
    }),
  };
}

/** Returns the tenants: the primary tenant first, then in the order of the parties. */
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

function unitsOf(parts: LeaseToBill, context: LeaseReadContext): readonly BilledUnit[] {
  const revisable: RevisableLease = {
    lease: leaseStatusOn(parts.lease, context.today),
    units: parts.units,
    terms: parts.terms,
    cappingRules: parts.arrays.cappingRules,
    revisions: parts.revisions,
    indexValues: context.indexValues,
  };
  const waiting = revisionsOf(revisable, context.today);
  const isCapExceeded = exceedsCap(parts, lastDay(context.month));
  return parts.units.map((unit): BilledUnit => {
    const elsewhere = context.elsewhere.get(unit.id) ?? [];
    const ownerships = context.ownerships.get(unit.unitId) ?? [];
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
      mandates: mandatesOf(ownerships, unit.propertyId, context),
      alreadyBilled: elsewhere.flatMap((line) => (line.isApplied && !line.isExcluded ? daysBilledBy(line) : [])),
      pendingInOtherRuns: elsewhere.filter(({ isApplied, isAdjustment }) => !isApplied && !isAdjustment),
      billed: elsewhere.filter(({ isApplied }) => isApplied),
      pendingAdjustments: elsewhere.filter(({ isApplied, isAdjustment }) => !isApplied && isAdjustment),
      otherLeases: (context.lettings.get(unit.unitId) ?? []).filter(({ leaseId }) => leaseId !== parts.lease.id),
      lastBaseCents: lastBasesOf(elsewhere, context.month, parts.lease.paymentTiming ?? "advance"),
      revision: waiting.get(unit.id) ?? null,
      isCapExceeded,
    };
  });
}

/** Returns the days that a line bills; an adjustment may bill days that no other line does. */
const daysBilledBy = ({ category, basis, ...line }: BilledByOtherRun): BilledUnit["alreadyBilled"] =>
  (basis?.adjusted ?? [line]).map(({ from, to }) => ({ category, from, to }));

function rentsOf({ terms }: LeaseToBill, unitId: Id<"LeaseUnit">): readonly RentOfTerm[] {
  return withUnitTerms(terms).flatMap(({ effectiveFrom: from, effectiveTo: to, reachesBack, unitTerms }) => {
    const unitTerm = unitTerms.get(unitId);
    if (!unitTerm) return [];
    const { annualAmountCents, chargeProvisionCents, vatApplicable, vatRate } = unitTerm;
    const chargeProvisionVatApplicable = unitTerm.chargeProvisionVatApplicable ?? vatApplicable;
    return [
      {
        ...{ from, to, annualAmountCents, chargeProvisionCents, vatApplicable, chargeProvisionVatApplicable, vatRate },
        reachesBack,
      },
    ];
  });
}

/** Returns the mandates of a unit's owners for its property; a mandate without properties covers all of them. */
function mandatesOf(
  ownerships: readonly Ownership[],
  propertyId: Id<"Property">,
  { mandates }: LeaseReadContext,
): readonly UnitMandate[] {
  const owners = [...new Set(ownerships.map(({ ownerId }) => ownerId))];
  return owners.flatMap((ownerId) =>
    (mandates.get(ownerId) ?? [])
      .filter(({ propertyIds }) => propertyIds.length === 0 || propertyIds.includes(propertyId))
      .map(({ mandate }) => ({
        ...{ id: mandate.id, ownerId, isDepositHeldByOwner: mandate.depotGarantieDetention === "owner" },
        ...daysOf(mandate),
      })),
  );
}

/** Returns the days of a mandate: with tacit renewal, without end until terminated. */
export function daysOf({ startDate, endDate, renewalMonths, terminatedOn }: MandateToBill["mandate"]): Interval {
  return { from: startDate, to: renewalMonths !== null && terminatedOn === null ? null : endDate };
}

/** Returns the price of a whole period when last billed, by category: of the last period anchored before this month. */
function lastBasesOf(
  elsewhere: readonly BilledByOtherRun[],
  month: Month,
  timing: PaymentTiming,
): BilledUnit["lastBaseCents"] {
  const before = elsewhere.filter(
    ({ isApplied, isAdjustment, isExcluded, from, to }) =>
      isApplied && !isAdjustment && !isExcluded && (timing === "advance" ? from : to) < firstDay(month),
  );
  const lastOf = (category: PeriodicCategory): Cents | null =>
    before
      .filter((each) => each.category === category)
      .reduce<BilledByOtherRun | null>((last, each) => (last && last.to > each.to ? last : each), null)?.baseCents ??
    null;
  return Object.fromEntries(PERIODIC_CATEGORIES.map((category) => [category, lastOf(category)])) as Record<
    PeriodicCategory,
    Cents | null
  >;
}

/** Returns the pending revision of each unit of a lease on a day. */
function revisionsOf(
  revisable: RevisableLease,
  today: Day,
): ReadonlyMap<Id<"LeaseUnit">, NonNullable<BilledUnit["revision"]>> {
  const { units, isFrozen } = revisionStateOn(revisable, today);
  return new Map(
    units.flatMap(({ unit, revision: { state } }) => {
      if (state === "resting") return [];
      const finding = isFrozen ? "revision_frozen_dpe" : state === "due" ? "revision_due" : "index_missing";
      return [[unit.id, finding] as const];
    }),
  );
}

/** Returns true if the rents exceed the reference of a capping rule or its maximum increase (rental.md 2.1). */
function exceedsCap({ terms, arrays: { cappingRules } }: LeaseToBill, day: Day): boolean {
  const rules = cappingRules.filter(({ startDate: from }) => covers({ from, to: null }, day));
  if (rules.length === 0) return false;
  const present = unitTermsOn(terms, day);
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
