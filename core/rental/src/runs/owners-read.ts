import { type Day, firstDay, type Id, lastDay, type Month } from "@cartulary/kernel";
import { apportion, type Cents, minus, plus, type Rational, rational, times } from "@cartulary/ledger";
import type { BilledOwner, OwnerPremium } from "../billing/owner-lines.ts";
import { isDueIn } from "../billing/owner-lines.ts";
import { ownersOn } from "../billing/owner-parts.ts";
import { common } from "../billing/period.ts";
import type { BilledLease } from "../billing/snapshot.ts";
import type { GliPolicy } from "../leases/gli-policy.ts";
import type { AccountingMode } from "../mandataire.ts";
import type { MandateId } from "../mandates/mandate.ts";
import type { MandateService } from "../mandates/mandate-service.ts";
import { covers } from "../time/interval.ts";
import { daysOf } from "./leases-read.ts";
import type { ChargedElsewhere, Collected, MandateToBill, OwnerBasis, OwnerToBill } from "./ports.ts";

/** What the lines of an owner are made from, as it was read. */
export interface OwnerRead {
  readonly owner: OwnerToBill;
  readonly mandates: readonly MandateToBill[];
  /** What stands on 467000: credit positive. */
  readonly creditCents: Cents;
  /** What of that was collected and not remitted: this run takes it up, or another one. */
  readonly waitingCents: Cents;
  /** Whether a payment that came back stands in suspense. */
  readonly hasUnmatchedRejection: boolean;
  readonly collected: readonly Collected[];
  readonly premiums: readonly OwnerPremium[];
  /** By other applied runs of the month. */
  readonly charged: readonly ChargedElsewhere[];
  /** The mandates that he is credited by in this run. */
  readonly credited: ReadonlySet<MandateId>;
}

/** What an owner's lines follow from beside what is called, in the run of a month. */
export function ownerBasis(
  {
    owner,
    mandates,
    creditCents,
    waitingCents,
    hasUnmatchedRejection,
    collected,
    premiums: due,
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
  const named = new Set([...credited, ...[...collected, ...premiums].map(({ mandateId }) => mandateId)]);
  const ended = endedMandate(mandates, month);
  const wanted = mandates.filter(
    ({ mandate }) => named.has(mandate.id) || runsIn(mandate, month) || mandate.id === ended,
  );
  const billed: BilledOwner = {
    id: owner.id,
    balanceCents: minus(creditCents, waitingCents),
    hasBankAccount: owner.hasBankAccount,
    ...(hasUnmatchedRejection && { hasUnmatchedRejection }),
    ...(ended !== null && { endedMandateId: ended }),
    mandates: wanted
      .map(({ mandate, services }) => ({
        id: mandate.id,
        managementFeeRate: mandate.managementFeeRate,
        vatRateOnFees: mandate.vatRateOnFees ?? (VAT_ON_FEES as NonNullable<typeof mandate.vatRateOnFees>),
        distributionFrequency: mandate.distributionFrequency ?? "monthly",
        services: dueServices(services, runsIn(mandate, month)).map(
          ({ id, label, billingMode, rate, amountCents, calculationBase, frequency, ...service }) => ({
            ...{ id, label, billingMode, rate, amountCents, calculationBase, frequency },
            ...{ target: service.target, vatApplicable: service.vatApplicable },
            ...{ vatRate: service.vatRate ?? (VAT_ON_FEES as NonNullable<typeof rate>), active: service.active },
            chargedElsewhere: chargedFor(id),
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

/** The price of a month is of a month in which the mandate runs. */
const dueServices = (services: readonly MandateService[], runs: boolean): readonly MandateService[] =>
  services.filter(({ billingMode }) => runs || billingMode !== "fixed");

/** The mandate that ended last, before a month in which none runs any more; `null` where one does, or none has ended. */
function endedMandate(mandates: readonly MandateToBill[], month: Month): MandateId | null {
  if (mandates.some(({ mandate }) => runsIn(mandate, month))) return null;
  const ended = mandates.flatMap(({ mandate }) => {
    const { to } = daysOf(mandate);
    return to !== null && to < firstDay(month) ? [{ id: mandate.id, to }] : [];
  });
  const [last] = ended.toSorted((one, other) => (one.to + one.id < other.to + other.id ? 1 : -1));
  return last?.id ?? null;
}

/** 20 percent: the agent's fees always bear VAT (rental.md 2.1). */
const VAT_ON_FEES: number = 200_000;

const runsIn = (mandate: MandateToBill["mandate"], month: Month): boolean => {
  const { from, to } = daysOf(mandate);
  return common({ from: from ?? firstDay(month), to: to ?? lastDay(month) }, monthDays(month)) !== null;
};

const monthDays = (month: Month) => ({ from: firstDay(month), to: lastDay(month) });

/** What the owners of a lease pay of its insurances that are due in a month, by their parts of its rent on the first day. */
export function premiumsOf(lease: BilledLease, policies: readonly GliPolicy[], month: Month): readonly OwnerPremium[] {
  const due = policies.filter(
    ({ premiumCents, premiumFrequency, startDate: from, endDate: to }) =>
      premiumCents !== null && premiumCents > 0 && isDueIn(premiumFrequency, month) && meets({ from, to }, month),
  );
  return due.flatMap(({ premiumCents, startDate, insurerName }) => {
    const day = startDate !== null && startDate > firstDay(month) ? startDate : firstDay(month);
    return divided(premiumCents as Cents, lease, day).map((part) => ({ ...part, leaseId: lease.id, insurerName }));
  });
}

const meets = (span: { readonly from: Day | null; readonly to: Day | null }, month: Month): boolean =>
  common({ from: span.from ?? firstDay(month), to: span.to ?? lastDay(month) }, monthDays(month)) !== null;

/** An amount among the owners of a lease on a day, each by what is his of its rents; what nobody has is everybody's. */
function divided(
  amount: Cents,
  lease: BilledLease,
  day: Day,
): readonly Omit<OwnerPremium, "leaseId" | "insurerName">[] {
  const weights = new Map<Id<"OwnerActor">, { weight: Rational; mandateId: MandateId | null }>();
  for (const unit of lease.units.filter(({ entryDate: from, exitDate: to }) => covers({ from, to }, day))) {
    const rent = unit.rents.findLast((each) => covers(each, day))?.annualAmountCents ?? 0;
    // A lease that costs nothing is insured all the same.
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
