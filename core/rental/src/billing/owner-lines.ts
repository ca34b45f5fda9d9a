import { type Decimal, firstDay, type Id, type Month, monthNumberOf } from "@cartulary/kernel";
import { type Cents, cents, minus, negated, sum, ZERO } from "@cartulary/ledger";
import type { LeaseId } from "../leases/lease.ts";
import type { DistributionFrequency, MandateId } from "../mandates/mandate.ts";
import type { MandateService } from "../mandates/mandate-service.ts";
import { type Anomaly, anomalyOf } from "./anomalies.ts";
import type { MandateFinding } from "./owner-parts.ts";
import { percentOfCents } from "./proration.ts";
import type { TenantCategory } from "./snapshot.ts";
import type { OwnerPart, TenantLine } from "./tenant-lines.ts";

/** What stands in an owner's account of a run, in the order of the lines. */
export type OwnerCategory =
  | "owner_rent"
  | "owner_charges"
  | "owner_vat"
  | "management_fee"
  | "management_fee_vat"
  | "gli_premium"
  | "service_fee"
  | "owner_balance"
  | "payout";

/** What an owner is credited with: his part of a line that is called, in accrual; of what was collected, in cash. */
export interface OwnerCredit extends OwnerPart {
  readonly category: TenantCategory;
  /** Which unit it is of: services by the unit count them. */
  readonly leaseUnitId: TenantLine["leaseUnitId"];
}

/** What an owner pays of an insurance against unpaid rents. */
export interface OwnerPremium {
  /** Whose rent is insured. */
  readonly leaseId: LeaseId;
  readonly ownerId: Id<"OwnerActor">;
  readonly mandateId: MandateId | null;
  /** Who insures: one supplier for each name. */
  readonly insurerName: string | null;
  readonly amountCents: Cents;
}

/** An owner as a run looks at him. */
export interface BilledOwner {
  readonly id: Id<"OwnerActor">;
  /** What stood on 467000 beside what the other lines take up; credit positive. */
  readonly balanceCents: Cents;
  readonly hasBankAccount: boolean;
  /** Whether a payment came back that nobody knows: perhaps what he would be paid is not there. Absent where none did. */
  readonly hasUnmatchedRejection?: true;
  /**
   * His last mandate, where none of them runs in the month any more: what he has is paid out under it (art. 1993 of the
   * Code civil). Absent for everybody else.
   */
  readonly endedMandateId?: MandateId;
  /** By their ids. */
  readonly mandates: readonly BilledMandate[];
}

/** The conditions of one of his mandates. */
export interface BilledMandate {
  readonly id: MandateId;
  /** Percent of the rent without VAT; `null` is no fee. */
  readonly managementFeeRate: Decimal | null;
  /** Percent. */
  readonly vatRateOnFees: Decimal;
  readonly distributionFrequency: DistributionFrequency;
  readonly services: readonly BilledService[];
}

/** What a run needs to know of a service. */
export type BilledService = Pick<
  MandateService,
  | "id"
  | "label"
  | "billingMode"
  | "rate"
  | "amountCents"
  | "calculationBase"
  | "frequency"
  | "target"
  | "vatApplicable"
  | "vatRate"
  | "active"
> & {
  /** For what other runs of the month have taken its price: {@link OwnerLine.chargedFor}. */
  readonly chargedElsewhere: readonly string[];
};

/** One line of an owner's account: signed from where he stands. */
export interface OwnerLine {
  readonly ownerId: Id<"OwnerActor">;
  /** `null` for what no mandate is for. */
  readonly mandateId: MandateId | null;
  readonly category: OwnerCategory;
  /** Of a service; `null` for everything else. */
  readonly serviceId: MandateService["id"] | null;
  /** Of a premium, where the insurer has a name. */
  readonly insurerName: string | null;
  readonly htCents: Cents;
  readonly vatCents: Cents;
  readonly anomaly: Anomaly | null;
  /**
   * For what the price of a month is taken, so that no other run of the month takes it again: the service of a fixed price,
   * the units of one by the unit, the leases of a premium. Empty for what is a part of other amounts.
   */
  readonly chargedFor: readonly string[];
}

/**
 * The lines of one owner in the run of a month, mandate by mandate in the order of their ids, what no mandate is for last
 * (rental.md 3.2, 3.3). All of them but the payouts sum up to what stands to his credit afterwards; what is paid out is
 * never more than that, whatever each mandate comes to by itself: a debt under one mandate is taken from the next. A line
 * that does not count, as somebody took it out, is there all the same and changes no payout.
 */
export function ownerLines(
  month: Month,
  owner: BilledOwner,
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
  let debt = negated(sum(debts));
  const managed = accounts.flatMap(({ mandate, lines }) => {
    if (lines.length === 0) return [];
    const available = countedOf(lines);
    const taken = cents(Math.max(0, Math.min(debt, available)));
    debt = minus(debt, taken);
    return [...lines, payoutLine(month, owner, mandate, { available, payableCents: minus(available, taken) })];
  });
  return [...managed, ...unmanaged];
}

/** What some lines or parts come to, VAT included. */
function totalOf(lines: readonly Pick<OwnerLine, "htCents" | "vatCents">[]): Cents {
  return sum(lines.flatMap(({ htCents, vatCents }) => [htCents, vatCents]));
}

function creditLines(owner: BilledOwner, mandateId: MandateId | null, credits: readonly OwnerCredit[]) {
  const own = credits.filter((credit) => credit.ownerId === owner.id && credit.mandateId === mandateId);
  const findings = own.flatMap(({ mandateFinding }): MandateFinding[] => (mandateFinding ? [mandateFinding] : []));
  const ht = (category: TenantCategory) =>
    sum(own.filter((each) => each.category === category).map(({ htCents }) => htCents));
  const lines = [
    ...line(owner, mandateId, "owner_rent", ht("rent")),
    ...line(owner, mandateId, "owner_charges", ht("charge_provision")),
    ...line(owner, mandateId, "owner_vat", ZERO, sum(own.map(({ vatCents }) => vatCents))),
  ];
  // Where nobody manages for him, his first line says why (rental.md 3.4).
  return lines.map((each, index): OwnerLine => (index === 0 ? { ...each, anomaly: anomalyOf(findings) } : each));
}

/** The agency's fee on the rent without VAT, and its VAT: two lines, as the book has them. */
function feeLines(owner: BilledOwner, mandate: BilledMandate, credits: readonly OwnerCredit[]): readonly OwnerLine[] {
  const fee = percentOfCents(
    mandate.managementFeeRate ?? (0 as Decimal),
    basisOf("rent_excl_tax", owner, mandate, credits),
  );
  return [
    ...line(owner, mandate.id, "management_fee", negated(fee)),
    ...line(owner, mandate.id, "management_fee_vat", ZERO, negated(percentOfCents(mandate.vatRateOnFees, fee))),
  ];
}

function premiumLines(
  owner: BilledOwner,
  mandateId: MandateId | null,
  premiums: readonly OwnerPremium[],
): readonly OwnerLine[] {
  const own = premiums.filter((premium) => premium.ownerId === owner.id && premium.mandateId === mandateId);
  const byInsurer = [...Map.groupBy(own, ({ insurerName }) => insurerName)];
  return byInsurer
    .toSorted(([one], [other]) => ((one ?? "") < (other ?? "") ? -1 : 1))
    .flatMap(([insurerName, paid]) =>
      line(owner, mandateId, "gli_premium", negated(sum(paid.map(({ amountCents }) => amountCents)))).map((each) => ({
        ...each,
        insurerName,
        chargedFor: [...new Set(paid.map(({ leaseId }) => leaseId))].toSorted(),
      })),
    );
}

/** A line for each service that is due, with its own VAT. */
function serviceLines(
  month: Month,
  owner: BilledOwner,
  mandate: BilledMandate,
  credits: readonly OwnerCredit[],
): readonly OwnerLine[] {
  const due = mandate.services.filter(
    ({ active, target, frequency }) => active && target === "owner" && isDueIn(frequency, month),
  );
  return due.flatMap((service) => {
    const chargedFor = chargesOf(service, creditsOf(owner, mandate, credits));
    const basis = basisOf(service.calculationBase ?? "rent_excl_tax", owner, mandate, credits);
    const ht =
      service.billingMode === "percentage"
        ? percentOfCents(service.rate ?? (0 as Decimal), basis)
        : cents((service.amountCents ?? 0) * chargedFor.length);
    const vat = service.vatApplicable && service.vatRate !== null ? percentOfCents(service.vatRate, ht) : ZERO;
    return line(owner, mandate.id, "service_fee", negated(ht), negated(vat)).map((each) => ({
      ...each,
      serviceId: service.id,
      chargedFor,
    }));
  });
}

/**
 * For what the price of a service is taken in this run: once in a month for the mandate, or for each unit. One that is
 * billed by the event is not for a run (rental.md 3.3).
 */
function chargesOf(
  { id, billingMode, chargedElsewhere }: BilledService,
  credits: readonly OwnerCredit[],
): readonly string[] {
  const due: Readonly<Partial<Record<BilledService["billingMode"], () => readonly string[]>>> = {
    fixed: () => [id],
    per_unit: () => [...new Set(credits.map(({ leaseUnitId }) => leaseUnitId))].toSorted(),
  };
  return (due[billingMode]?.() ?? []).filter((each) => !chargedElsewhere.includes(each));
}

/** What a percentage is taken of. */
function basisOf(
  base: NonNullable<BilledService["calculationBase"]>,
  owner: BilledOwner,
  mandate: BilledMandate,
  credits: readonly OwnerCredit[],
): Cents {
  const own = creditsOf(owner, mandate, credits);
  if (base === "rent_excl_tax")
    return sum(own.filter(({ category }) => category === "rent").map(({ htCents }) => htCents));
  if (base === "rent_and_charges_excl_tax") return sum(own.map(({ htCents }) => htCents));
  return totalOf(own);
}

const creditsOf = (
  owner: BilledOwner,
  mandate: BilledMandate,
  credits: readonly OwnerCredit[],
): readonly OwnerCredit[] =>
  credits.filter(({ ownerId, mandateId }) => ownerId === owner.id && mandateId === mandate.id);

/** What is paid out: nothing between two distributions of a mandate that has not ended, and never a debt. */
function payoutLine(
  month: Month,
  owner: BilledOwner,
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
  ];
  return { ...blank(owner, mandate.id, "payout"), htCents: amount, anomaly: anomalyOf(findings) };
}

const MONTHS_BETWEEN: Readonly<Record<string, number>> = { monthly: 1, quarterly: 3, annual: 12 };

/** Whether what happens so often happens in the run of a month: the last of the civil quarter, or of the year. */
export function isDueIn(frequency: string | null, month: Month): boolean {
  const months = MONTHS_BETWEEN[frequency ?? "monthly"];
  return months !== undefined && monthNumberOf(firstDay(month)) % months === 0;
}

const blank = (owner: BilledOwner, mandateId: MandateId | null, category: OwnerCategory): OwnerLine => ({
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

/** A line, unless it is of nothing. */
function line(
  owner: BilledOwner,
  mandateId: MandateId | null,
  category: OwnerCategory,
  htCents: Cents,
  vatCents: Cents = ZERO,
): readonly OwnerLine[] {
  return htCents === 0 && vatCents === 0 ? [] : [{ ...blank(owner, mandateId, category), htCents, vatCents }];
}
