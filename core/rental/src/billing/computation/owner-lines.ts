import { type Decimal, firstDay, type Id, type Month, monthNumberOf } from "@cartulary/kernel";
import { type Cents, cents, minus, negate, sum, ZERO } from "@cartulary/ledger";
import type { LeaseId } from "../../property/leases/lease.ts";
import type { DistributionFrequency, MandateId } from "../../property/mandates/mandate.ts";
import type { MandateService } from "../../property/mandates/mandate-service.ts";
import { type Anomaly, anomalyOf } from "./anomalies.ts";
import type { MandateFinding } from "./owner-parts.ts";
import { timesPrice } from "./price.ts";
import { percentOfCents } from "./proration.ts";
import { categoriesOf, type TenantCategory, traitsOf } from "./tenant-category.ts";
import type { OwnerPart, TenantLine } from "./tenant-line.ts";
import { type DueEvent, linesOfService } from "./tenant-service.ts";

/** The trigger of a service that is due once, when a lease begins. */
export const LEASE_START = "lease_start";

/** The categories of an owner's lines, in the order of the lines. */
export type OwnerCategory =
  | "owner_rent"
  | "owner_charges"
  | "owner_vat"
  | "owner_other"
  | "management_fee"
  | "management_fee_vat"
  | "gli_premium"
  | "service_fee"
  | "owner_balance"
  | "payout";

/** An amount credited to an owner: the owner's part of a called line (accrual) or of a collection (cash). */
export interface OwnerCredit extends OwnerPart {
  readonly category: TenantCategory;
  /** The lease unit; services with a price per unit count these. */
  readonly leaseUnitId: TenantLine["leaseUnitId"];
  /** True if the run of the called line bills the unit from the first day of its lease. */
  readonly isOfFirstCall?: boolean;
}

/** An owner's premium for insurance against unpaid rent. */
export interface OwnerPremium {
  /** The insured lease. */
  readonly leaseId: LeaseId;
  readonly ownerId: Id<"OwnerActor">;
  readonly mandateId: MandateId | null;
  /** The insurer; each name is a supplier of its own. */
  readonly insurerName: string | null;
  readonly amountCents: Cents;
}

/** A deposit that should have gone back to its tenant, of a lease of the owner's units. */
export interface LateDeposit {
  readonly securityDepositId: Id<"SecurityDeposit">;
  /** The months begun since it was due. */
  readonly months: number;
  /** The increase by law, which is shown and not posted. */
  readonly amountCents: Cents;
}

/** An owner, as input of a run. */
export interface OwnerSnapshot {
  readonly id: Id<"OwnerActor">;
  /** The balance of 467000 without the amounts of the other lines; credit positive. */
  readonly balanceCents: Cents;
  readonly hasBankAccount: boolean;
  /** True if an unmatched rejected payment may reduce the owner's money. Absent otherwise. */
  readonly hasUnmatchedRejection?: true;
  /** The first late deposit of a lease of the owner's units. Absent otherwise. */
  readonly lateDeposit?: LateDeposit;
  /**
   * The owner's last mandate, if none runs in the month any more: the balance is paid out under it (art. 1993 of the
   * Code civil). Absent otherwise.
   */
  readonly endedMandateId?: MandateId;
  /** Sorted by id. */
  readonly mandates: readonly BilledMandate[];
}

/** The billing conditions of one mandate. */
export interface BilledMandate {
  readonly id: MandateId;
  /** Percent of the rent without VAT; `null` means no fee. */
  readonly managementFeeRate: Decimal | null;
  /** Percent. */
  readonly vatRateOnFees: Decimal;
  readonly distributionFrequency: DistributionFrequency;
  readonly services: readonly BilledService[];
  /** The lease units of the run's scope that are let in the month, for services without receipts. Absent without any. */
  readonly letUnits?: readonly Id<"LeaseUnit">[];
  /** The leases of the run's scope that begin in the month, for services of new leases. Absent without any. */
  readonly newLeases?: readonly LeaseId[];
  /** The units of these leases. */
  readonly newUnits?: readonly Id<"LeaseUnit">[];
}

/** The fields of a service that a run needs. */
export type BilledService = Pick<
  MandateService,
  | "id"
  | "label"
  | "billingMode"
  | "rate"
  | "amountCents"
  | "calculationBase"
  | "frequency"
  | "triggerEvent"
  | "target"
  | "vatApplicable"
  | "vatRate"
  | "active"
> & {
  /** The {@link OwnerLine.chargedFor} of other runs of the month. */
  readonly chargedElsewhere: readonly string[];
  /** Events that no applied run has billed. Absent without any. */
  readonly events?: readonly DueEvent[];
};

/** One line of an owner's account; credit positive. */
export interface OwnerLine {
  readonly ownerId: Id<"OwnerActor">;
  /** `null` for amounts without a mandate. */
  readonly mandateId: MandateId | null;
  readonly category: OwnerCategory;
  /** The service of a service fee; `null` for other categories. */
  readonly serviceId: MandateService["id"] | null;
  /** The insurer of a premium, if it has a name. */
  readonly insurerName: string | null;
  readonly htCents: Cents;
  readonly vatCents: Cents;
  readonly anomaly: Anomaly | null;
  /**
   * Ids for which this line takes a monthly price, so that no other run of the month takes it again: the service of a
   * fixed price, the lease units of a price per unit, the leases of a premium. Empty for lines that are a part of other
   * amounts.
   */
  readonly chargedFor: readonly string[];
  /** The event that the line is for, if it has a line of its own. */
  readonly event?: DueEvent;
}

/**
 * Returns the lines of one owner for a month, by mandate id, amounts without a mandate last (rental.md 3.2, 3.3). The
 * lines other than payouts sum up to the owner's credit. Payouts never exceed that sum: the debt of one mandate reduces
 * the payout of the next. A line for which `counts` is false is returned but changes no payout.
 */
export function ownerLines(
  month: Month,
  owner: OwnerSnapshot,
  credits: readonly OwnerCredit[],
  premiums: readonly OwnerPremium[] = [],
  counts: (line: OwnerLine) => boolean = () => true,
): readonly OwnerLine[] {
  const balanceUnder = owner.endedMandateId ?? owner.mandates[0]?.id;
  const accounts = owner.mandates.map((mandate) => ({
    mandate,
    lines: [
      ...creditLines(owner, mandate.id, credits),
      ...feeLines(owner, mandate, credits),
      ...premiumLines(owner, mandate.id, premiums),
      ...serviceLines(month, owner, mandate, credits),
      ...(mandate.id === balanceUnder ? line(owner, mandate.id, "owner_balance", owner.balanceCents) : []),
    ],
  }));
  const unmanaged = [...creditLines(owner, null, credits), ...premiumLines(owner, null, premiums)];
  const countedOf = (lines: readonly OwnerLine[]) => totalOf(lines.filter(counts));
  const debts = [unmanaged, ...accounts.map(({ lines }) => lines)].map(countedOf).filter((total) => total < 0);
  let debt = negate(sum(debts));
  const managed = accounts.flatMap(({ mandate, lines }) => {
    if (lines.length === 0) return [];
    const available = countedOf(lines);
    const taken = cents(Math.max(0, Math.min(debt, available)));
    debt = minus(debt, taken);
    return [...lines, payoutLine(month, owner, mandate, { available, payableCents: minus(available, taken) })];
  });
  return [...managed, ...unmanaged];
}

/** Returns the sum of some lines or parts, VAT included. */
function totalOf(lines: readonly Pick<OwnerLine, "htCents" | "vatCents">[]): Cents {
  return sum(lines.flatMap(({ htCents, vatCents }) => [htCents, vatCents]));
}

function creditLines(owner: OwnerSnapshot, mandateId: MandateId | null, credits: readonly OwnerCredit[]) {
  const own = credits.filter((credit) => credit.ownerId === owner.id && credit.mandateId === mandateId);
  const findings = own.flatMap(({ mandateFinding }): MandateFinding[] => (mandateFinding ? [mandateFinding] : []));
  const ht = (category: OwnerCategory) =>
    sum(own.filter((each) => traitsOf(each.category).ownerCategory === category).map(({ htCents }) => htCents));
  const lines = [
    ...line(owner, mandateId, "owner_rent", ht("owner_rent")),
    ...line(owner, mandateId, "owner_charges", ht("owner_charges")),
    ...line(owner, mandateId, "owner_vat", ZERO, sum(own.map(({ vatCents }) => vatCents))),
    ...line(owner, mandateId, "owner_other", ht("owner_other")),
  ];
  // An owner without a valid mandate has the reason on the first line (rental.md 3.4).
  return lines.map((each, index): OwnerLine => (index === 0 ? { ...each, anomaly: anomalyOf(findings) } : each));
}

/** Returns the management fee on the rent without VAT, and its VAT as a second line, since the book posts both. */
function feeLines(owner: OwnerSnapshot, mandate: BilledMandate, credits: readonly OwnerCredit[]): readonly OwnerLine[] {
  const fee = percentOfCents(
    mandate.managementFeeRate ?? (0 as Decimal),
    basisOf("rent_excl_tax", owner, mandate, credits),
  );
  return [
    ...line(owner, mandate.id, "management_fee", negate(fee)),
    ...line(owner, mandate.id, "management_fee_vat", ZERO, negate(percentOfCents(mandate.vatRateOnFees, fee))),
  ];
}

function premiumLines(
  owner: OwnerSnapshot,
  mandateId: MandateId | null,
  premiums: readonly OwnerPremium[],
): readonly OwnerLine[] {
  const own = premiums.filter((premium) => premium.ownerId === owner.id && premium.mandateId === mandateId);
  const byInsurer = [...Map.groupBy(own, ({ insurerName }) => insurerName)];
  return byInsurer
    .toSorted(([one], [other]) => ((one ?? "") < (other ?? "") ? -1 : 1))
    .flatMap(([insurerName, paid]) =>
      line(owner, mandateId, "gli_premium", negate(sum(paid.map(({ amountCents }) => amountCents)))).map((each) => ({
        ...each,
        insurerName,
        chargedFor: [...new Set(paid.map(({ leaseId }) => leaseId))].toSorted(),
      })),
    );
}

/** Returns a line with its own VAT for each service due, and one for each of its events with a text. */
function serviceLines(
  month: Month,
  owner: OwnerSnapshot,
  mandate: BilledMandate,
  credits: readonly OwnerCredit[],
): readonly OwnerLine[] {
  const due = mandate.services.filter(
    ({ active, target, frequency, billingMode }) =>
      target === "owner" && (billingMode === "per_event" || (active && isDueIn(frequency, month))),
  );
  return due.flatMap(linesOfService).flatMap(({ service, event }) => {
    const chargedFor = chargesOf(service, mandate, creditsOf(owner, mandate, credits));
    const basis = basisOf(
      service.calculationBase ?? "rent_excl_tax",
      owner,
      mandate,
      credits.filter((each) => isBasisOf(service, each)),
    );
    const ht =
      service.billingMode === "percentage"
        ? percentOfCents(service.rate ?? (0 as Decimal), basis)
        : timesPrice(service, timesOf(service, chargedFor));
    const vat = service.vatApplicable && service.vatRate !== null ? percentOfCents(service.vatRate, ht) : ZERO;
    return line(owner, mandate.id, "service_fee", negate(ht), negate(vat)).map((each) => ({
      ...each,
      serviceId: service.id,
      chargedFor,
      ...(event && { event }),
    }));
  });
}

/** True if a percentage is due of a credit: with the trigger {@link LEASE_START}, only of the lease's first call. */
const isBasisOf = (
  { triggerEvent }: Pick<BilledService, "triggerEvent">,
  { isOfFirstCall = false }: Pick<OwnerCredit, "isOfFirstCall">,
): boolean => triggerEvent !== LEASE_START || isOfFirstCall;

/** Returns how many times a price is due. */
const timesOf = ({ events = [] }: BilledService, chargedFor: readonly string[]): number =>
  events.length > 0 ? events.reduce((all, { quantity }) => all + quantity, 0) : chargedFor.length;

/**
 * Returns the ids for which this run charges a service: the service itself for a fixed price, the new leases for a
 * price of new leases, the lease units for a price per unit, those of new leases for such a price of new leases, the
 * events for a price by event (rental.md 3.3, effects.md 2.1). Without receipts, a price per unit is due for the units
 * that are let.
 */
function chargesOf(
  { id, billingMode, triggerEvent, chargedElsewhere, events = [] }: BilledService,
  { letUnits = [], newLeases = [], newUnits = [] }: BilledMandate,
  credits: readonly OwnerCredit[],
): readonly string[] {
  const credited = credits.flatMap(({ leaseUnitId }) => leaseUnitId ?? []);
  const due: Readonly<Partial<Record<BilledService["billingMode"], () => readonly string[]>>> = {
    fixed: () => (triggerEvent === LEASE_START ? newLeases : [id]),
    per_unit: () =>
      triggerEvent === LEASE_START ? newUnits : [...new Set(credited.length > 0 ? credited : letUnits)].toSorted(),
    per_event: () => events.map((event) => event.id),
  };
  return (due[billingMode]?.() ?? []).filter((each) => !chargedElsewhere.includes(each));
}

/** Returns the amount that a percentage applies to. */
function basisOf(
  base: NonNullable<BilledService["calculationBase"]>,
  owner: OwnerSnapshot,
  mandate: BilledMandate,
  credits: readonly OwnerCredit[],
): Cents {
  const own = creditsOf(owner, mandate, credits);
  if (base === "rent_excl_tax")
    return sum(own.filter(({ category }) => category === "rent").map(({ htCents }) => htCents));
  if (base === "rent_and_charges_excl_tax") return sum(own.map(({ htCents }) => htCents));
  return totalOf(own);
}

/** Returns the credits that fees are computed from: rent and charges (effects.md 6, Initial balance). */
const creditsOf = (
  owner: OwnerSnapshot,
  mandate: BilledMandate,
  credits: readonly OwnerCredit[],
): readonly OwnerCredit[] =>
  credits.filter(
    ({ ownerId, mandateId, category }) =>
      ownerId === owner.id && mandateId === mandate.id && !WITHOUT_FEE.includes(category),
  );

const WITHOUT_FEE = categoriesOf("other");

/** Returns the payout: zero between two distributions of a running mandate, and never negative. */
function payoutLine(
  month: Month,
  owner: OwnerSnapshot,
  mandate: BilledMandate,
  { available, payableCents }: { readonly available: Cents; readonly payableCents: Cents },
): OwnerLine {
  const hasEnded = mandate.id === owner.endedMandateId;
  const isDue = hasEnded || isDueIn(mandate.distributionFrequency, month);
  const amount = isDue ? cents(Math.max(0, payableCents)) : ZERO;
  const findings = [
    ...(amount > 0 && !owner.hasBankAccount ? (["missing_iban"] as const) : []),
    ...(available < 0 ? (["debit_owner_balance"] as const) : []),
    ...(owner.hasUnmatchedRejection ? (["unmatched_rejection"] as const) : []),
    ...(hasEnded ? (["mandate_ended"] as const) : []),
    ...(owner.lateDeposit ? (["deposit_late"] as const) : []),
  ];
  return { ...blank(owner, mandate.id, "payout"), htCents: amount, anomaly: anomalyOf(findings) };
}

const MONTHS_BETWEEN: Readonly<Record<string, number>> = { monthly: 1, quarterly: 3, annual: 12 };

/** Returns true if the frequency falls in the month: quarterly at a civil quarter's end, annual in December. */
export function isDueIn(frequency: string | null, month: Month): boolean {
  const months = MONTHS_BETWEEN[frequency ?? "monthly"];
  return months !== undefined && monthNumberOf(firstDay(month)) % months === 0;
}

const blank = (owner: OwnerSnapshot, mandateId: MandateId | null, category: OwnerCategory): OwnerLine => ({
  ownerId: owner.id,
  mandateId,
  category,
  serviceId: null,
  insurerName: null,
  htCents: ZERO,
  vatCents: ZERO,
  anomaly: null,
  chargedFor: [],
});

/** Returns one line, or none if both amounts are zero. */
function line(
  owner: OwnerSnapshot,
  mandateId: MandateId | null,
  category: OwnerCategory,
  htCents: Cents,
  vatCents: Cents = ZERO,
): readonly OwnerLine[] {
  return htCents === 0 && vatCents === 0 ? [] : [{ ...blank(owner, mandateId, category), htCents, vatCents }];
}
