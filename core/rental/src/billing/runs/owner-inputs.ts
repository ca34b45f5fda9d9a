import { type Day, firstDay, type Id, lastDay, type Month } from "@cartulary/kernel";
import { apportion, type Cents, minus, plus, type Rational, rational, times } from "@cartulary/ledger";
import type { AccountingMode } from "../../agency/mandataire.ts";
import { covers } from "../../agency/time/interval.ts";
import type { GliPolicy } from "../../property/leases/gli-policy.ts";
import type { LeaseId } from "../../property/leases/lease.ts";
import type { MandateId } from "../../property/mandates/mandate.ts";
import type { MandateService } from "../../property/mandates/mandate-service.ts";
import {
  type BilledMandate,
  type BilledService,
  isDueIn,
  type OwnerPremium,
  type OwnerSnapshot,
} from "../computation/owner-lines.ts";
import { ownersOn } from "../computation/owner-parts.ts";
import { letDaysOf, overlap } from "../computation/period.ts";
import type { BilledLease } from "../computation/snapshot.ts";
import { dueEvent } from "../computation/tenant-service.ts";
import { VAT_ON_FEES } from "../computation/vat-on-fees.ts";
import type { ServiceEvent } from "../service-events/service-event.ts";
import { daysOf } from "./billed-leases.ts";
import type { ChargedByOtherRun, MandateToBill, OwnerBasis, OwnerToBill, UnremittedCollection } from "./ports.ts";

/** The database records from which an owner's lines are computed. */
export interface OwnerRead {
  readonly owner: OwnerToBill;
  readonly mandates: readonly MandateToBill[];
  /** The balance of 467000; credit positive. */
  readonly creditCents: Cents;
  /** The collected and unremitted part of that balance, which this run or another one remits. */
  readonly waitingCents: Cents;
  /** True if a rejected payment is in suspense. */
  readonly hasUnmatchedRejection: boolean;
  readonly collected: readonly UnremittedCollection[];
  readonly premiums: readonly OwnerPremium[];
  /** Units of the run's scope that are let in the month. */
  readonly lettings: readonly ManagedLetting[];
  /** Events of the owner's services that no applied run has billed. */
  readonly events: readonly ServiceEvent[];
  /** Prices charged by other applied runs of the month. */
  readonly charged: readonly ChargedByOtherRun[];
  /** The mandates under which this run credits the owner. */
  readonly credited: ReadonlySet<MandateId>;
}

/** Returns the input of an owner's lines for a month, without called amounts. */
export function ownerBasis(
  {
    owner,
    mandates,
    creditCents,
    waitingCents,
    hasUnmatchedRejection,
    collected,
    premiums: due,
    lettings,
    events,
    charged,
    credited,
  }: OwnerRead,
  { month, accountingMode }: { readonly month: Month; readonly accountingMode: AccountingMode },
): OwnerBasis {
  const premiums = due.filter(
    ({ leaseId, insurerName }) =>
      !charged.some(
        (each) => each.serviceId === null && each.insurerName === insurerName && each.chargedFor.includes(leaseId),
      ),
  );
  const chargedFor = (service: MandateService["id"]) =>
    charged.flatMap((each) => (each.serviceId === service ? each.chargedFor : [])).toSorted();
  const creditedIds = new Set<MandateId | null>([
    ...credited,
    ...[...collected, ...premiums, ...events].map(({ mandateId }) => mandateId),
  ]);
  const ended = endedMandate(mandates, month);
  const billedMandates = mandates.filter(
    ({ mandate }) => creditedIds.has(mandate.id) || runsIn(mandate, month) || mandate.id === ended,
  );
  const billed: OwnerSnapshot = {
    id: owner.id,
    balanceCents: minus(creditCents, waitingCents),
    hasBankAccount: owner.hasBankAccount,
    ...(hasUnmatchedRejection && { hasUnmatchedRejection }),
    ...(ended !== null && { endedMandateId: ended }),
    mandates: billedMandates
      .map(({ mandate, services }) => ({
        id: mandate.id,
        managementFeeRate: mandate.managementFeeRate,
        vatRateOnFees: mandate.vatRateOnFees ?? VAT_ON_FEES,
        distributionFrequency: mandate.distributionFrequency ?? "monthly",
        ...lettingsOf(lettings.filter((each) => each.mandateId === mandate.id)),
        services: dueServices(services, runsIn(mandate, month)).map(
          ({ id, label, billingMode, rate, amountCents, calculationBase, frequency, triggerEvent, ...service }) => ({
            ...{ id, label, billingMode, rate, amountCents, calculationBase, frequency, triggerEvent },
            ...{ target: service.target, vatApplicable: service.vatApplicable },
            ...{ vatRate: service.vatRate ?? VAT_ON_FEES, active: service.active },
            chargedElsewhere: chargedFor(id),
            ...eventsOf(events.filter((event) => event.mandateServiceId === id)),
          }),
        ),
      }))
      .toSorted((one, other) => (one.id < other.id ? -1 : 1)),
  };
  const modeOf = ({ mandate }: MandateToBill) => mandate.accountingMode ?? accountingMode;
  return {
    owner: billed,
    ownerName: owner.displayName,
    accrualMandates: mandates
      .filter((each) => modeOf(each) === "accrual")
      .map(({ mandate }) => mandate.id)
      .toSorted(),
    isAccrualWithoutMandate: accountingMode === "accrual",
    collected,
    premiums,
  };
}

/** Returns the units and new leases of a mandate, each once. */
function lettingsOf(own: readonly ManagedLetting[]): Pick<BilledMandate, "letUnits" | "newLeases" | "newUnits"> {
  if (own.length === 0) return {};
  const ofNew = own.filter(({ isNew }) => isNew);
  return {
    letUnits: [...new Set(own.map(({ leaseUnitId }) => leaseUnitId))].toSorted(),
    ...(ofNew.length > 0 && {
      newLeases: [...new Set(ofNew.map(({ leaseId }) => leaseId))].toSorted(),
      newUnits: [...new Set(ofNew.map(({ leaseUnitId }) => leaseUnitId))].toSorted(),
    }),
  };
}

const eventsOf = (events: readonly ServiceEvent[]): Pick<BilledService, "events"> =>
  events.length === 0 ? {} : { events: events.map(dueEvent) };

/** A unit that is let in a month, under a mandate whose owner pays services without receipts. */
export interface ManagedLetting {
  readonly leaseId: LeaseId;
  readonly leaseUnitId: Id<"LeaseUnit">;
  readonly ownerId: Id<"OwnerActor">;
  readonly mandateId: MandateId;
  /** True if the lease begins in the month. */
  readonly isNew: boolean;
}

/** Returns the lettings of a lease in a month, on the first day of each, under some mandates. */
export function lettingsIn(
  lease: BilledLease,
  month: Month,
  mandates: ReadonlySet<MandateId>,
): readonly ManagedLetting[] {
  if (mandates.size === 0 || lease.status === "draft" || lease.status === "cancelled") return [];
  return lease.units.flatMap((unit) => {
    const { from, to } = letDaysOf(lease, unit);
    const days = overlap({ from, to: to ?? lastDay(month) }, monthDays(month));
    if (!days) return [];
    return ownersOn(unit, days.from).flatMap(({ ownerId, mandateId }): readonly ManagedLetting[] => {
      if (mandateId === null || !mandates.has(mandateId)) return [];
      const isNew = lease.schedule.startDate >= firstDay(month);
      return [{ leaseId: lease.id, leaseUnitId: unit.id, ownerId, mandateId, isNew }];
    });
  });
}

/** Returns the mandates with a service that their owner pays without receipts. */
export const mandatesWithServices = (mandates: readonly MandateToBill[]): ReadonlySet<MandateId> =>
  new Set(
    mandates.flatMap(({ mandate, services }) =>
      services.some(({ active, target, billingMode }) => active && target === "owner" && IN_ANY_MONTH.has(billingMode))
        ? [mandate.id]
        : [],
    ),
  );

const IN_ANY_MONTH: ReadonlySet<MandateService["billingMode"]> = new Set(["fixed", "per_unit"]);

/** Leaves out fixed prices unless the mandate runs in the month. */
const dueServices = (services: readonly MandateService[], runs: boolean): readonly MandateService[] =>
  services.filter(({ billingMode }) => runs || billingMode !== "fixed");

/** Returns the mandate that ended last before the month; `null` if one runs in the month or none has ended. */
function endedMandate(mandates: readonly MandateToBill[], month: Month): MandateId | null {
  if (mandates.some(({ mandate }) => runsIn(mandate, month))) return null;
  const ended = mandates.flatMap(({ mandate }) => {
    const { to } = daysOf(mandate);
    return to !== null && to < firstDay(month) ? [{ id: mandate.id, to }] : [];
  });
  const [last] = ended.toSorted((one, other) => (one.to + one.id < other.to + other.id ? 1 : -1));
  return last?.id ?? null;
}

const runsIn = (mandate: MandateToBill["mandate"], month: Month): boolean => {
  const { from, to } = daysOf(mandate);
  return overlap({ from: from ?? firstDay(month), to: to ?? lastDay(month) }, monthDays(month)) !== null;
};

const monthDays = (month: Month) => ({ from: firstDay(month), to: lastDay(month) });

/**
 * Returns the insurance premiums of a lease due in a month, divided among its owners by their parts of its rent on the
 * first insured day of the month.
 */
export function premiumsOf(lease: BilledLease, policies: readonly GliPolicy[], month: Month): readonly OwnerPremium[] {
  if (lease.endDate !== null && lease.endDate < firstDay(month)) return [];
  const due = policies.filter(
    ({ premiumCents, premiumFrequency, startDate: from, endDate: to }) =>
      premiumCents !== null &&
      premiumCents > 0 &&
      isDueIn(premiumFrequency, month) &&
      overlapsMonth({ from, to }, month),
  );
  return due.flatMap(({ premiumCents, startDate, insurerName }) => {
    const day = startDate !== null && startDate > firstDay(month) ? startDate : firstDay(month);
    return divideByRent(premiumCents as Cents, lease, day).map((part) => ({ ...part, leaseId: lease.id, insurerName }));
  });
}

const overlapsMonth = (span: { readonly from: Day | null; readonly to: Day | null }, month: Month): boolean =>
  overlap({ from: span.from ?? firstDay(month), to: span.to ?? lastDay(month) }, monthDays(month)) !== null;

/** Divides an amount among a lease's owners on a day by their parts of its rents; no part stays unowned. */
function divideByRent(
  amount: Cents,
  lease: BilledLease,
  day: Day,
): readonly Omit<OwnerPremium, "leaseId" | "insurerName">[] {
  const weights = new Map<Id<"OwnerActor">, { weight: Rational; mandateId: MandateId | null }>();
  for (const unit of lease.units.filter(({ entryDate: from, exitDate: to }) => covers({ from, to }, day))) {
    const rent = unit.rents.findLast((each) => covers(each, day))?.annualAmountCents ?? 0;
    // A lease without rent is insured, too.
    const size = rational(rent > 0 ? rent : 1);
    for (const { ownerId, share, mandateId } of ownersOn(unit, day)) {
      const known = weights.get(ownerId);
      const weight = plus(known?.weight ?? rational(0), times(share, size));
      weights.set(ownerId, { weight, mandateId: known?.mandateId ?? mandateId });
    }
  }
  if (weights.size === 0) return [];
  const owners = [...weights].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const parts = apportion(
    amount,
    owners.map(([id, { weight }]) => ({ id: id as string, weight })),
  );
  return owners.map(([ownerId, { mandateId }], index) => ({ ownerId, mandateId, amountCents: parts[index] as Cents }));
}
