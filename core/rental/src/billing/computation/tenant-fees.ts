import { type Day, type Decimal, firstDay, lastDay, type Month } from "@cartulary/kernel";
import { type Cents, decimal, type Rational, rational, round, sum, ZERO } from "@cartulary/ledger";
import { covers } from "../../agency/time/interval.ts";
import { anomalyOf } from "./anomalies.ts";
import { type CallOfLine, callOf } from "./call-of-month.ts";
import { leaseOwnersOn } from "./lease-owners.ts";
import { isDueIn, LEASE_START } from "./owner-lines.ts";
import { letDaysOf, overlap } from "./period.ts";
import { timesPrice } from "./price.ts";
import { percentOfCents } from "./proration.ts";
import type { BilledLease, BilledUnit } from "./snapshot.ts";
import type { TenantLine } from "./tenant-line.ts";
import { type DueEvent, linesOfService, type TenantService } from "./tenant-service.ts";
import { VAT_ON_FEES } from "./vat-on-fees.ts";

/**
 * Returns the lines of the services that the tenant of a lease pays (effects.md 2.1), one for each service of each mandate
 * and one for each event with a text. They are on the call of the first period that the run bills, else on a call of their
 * own for the month. The price is due by the owner's share of the lease; that of an event is due in full.
 */
export function tenantFeeLines(lease: BilledLease, lines: readonly TenantLine[], month: Month): readonly TenantLine[] {
  const { tenantServices = [] } = lease;
  if (tenantServices.length === 0) return [];
  const call = callOf(lease, lines, month);
  const day = firstLetDay(lease, month) ?? call.days.from;
  return tenantServices.flatMap(linesOfService).flatMap(({ service, event }) => {
    const price = priceOf(service, { lease, lines, month });
    const share = service.billingMode === "per_event" ? rational(1) : shareOf(lease, service, day);
    const htCents = round(rational(BigInt(price.cents) * share.numerator, share.denominator));
    return htCents === 0 ? [] : [feeLine(lease, service, call, { ...price, htCents, day, event })];
  });
}

/** Returns the first day of the month on which the lease lets a unit; `null` without one. */
function firstLetDay(lease: BilledLease, month: Month): Day | null {
  const days = lease.units.flatMap((unit) => letIn(lease, unit, month) ?? []);
  return days.map(({ from }) => from).toSorted()[0] ?? null;
}

function letIn(lease: BilledLease, unit: BilledUnit, month: Month) {
  const { from, to } = letDaysOf(lease, unit);
  return overlap({ from, to: to ?? lastDay(month) }, { from: firstDay(month), to: lastDay(month) });
}

/** Returns the owner's share of the lease under the mandate of the service on a day. */
function shareOf(lease: BilledLease, { ownerId, mandateId }: TenantService, day: Day): Rational {
  const owner = leaseOwnersOn(lease, day).find((each) => each.ownerId === ownerId && each.mandateId === mandateId);
  return owner?.share ?? rational(0);
}

/** The amount that a run bills of a service, before the owner's share. */
interface ServicePrice {
  readonly cents: Cents;
  readonly chargedFor: readonly string[];
}

interface PricedMonth {
  readonly lease: BilledLease;
  readonly lines: readonly TenantLine[];
  readonly month: Month;
}

const NOTHING: ServicePrice = { cents: ZERO, chargedFor: [] };

function priceOf(service: TenantService, { lease, lines, month }: PricedMonth): ServicePrice {
  const { id, billingMode, events, triggerEvent, billedMonths } = service;
  if (billingMode === "per_event") {
    const quantity = events.reduce((all, event) => all + event.quantity, 0);
    return { cents: timesPrice(service, quantity), chargedFor: events.map((event) => event.id) };
  }
  const isDue =
    triggerEvent === LEASE_START
      ? billedMonths.length === 0 && billsFirstDay(lease, lines)
      : !billedMonths.includes(month) && isDueIn(service.frequency, month);
  if (!isDue) return NOTHING;
  if (billingMode === "percentage")
    return { cents: percentOfCents(service.rate ?? (0 as Decimal), basisOf(service, lines)), chargedFor: [id] };
  const units = lease.units.filter((unit) => letIn(lease, unit, month) !== null);
  const managed = units.filter((unit) => unit.mandates.some((mandate) => mandate.id === service.mandateId));
  const times = billingMode === "per_unit" ? managed.length : Math.min(1, managed.length);
  return { cents: timesPrice(service, times), chargedFor: [id] };
}

/** Returns true if the run bills the first day on which the lease lets a unit. */
function billsFirstDay(lease: BilledLease, lines: readonly TenantLine[]): boolean {
  const first = lease.units.map((unit) => letDaysOf(lease, unit).from).toSorted()[0];
  return lines.some(({ days, isAlreadyBilled }) => !isAlreadyBilled && first !== undefined && covers(days, first));
}

/** Returns the amount of the lease's own call that a percentage applies to. */
function basisOf({ calculationBase }: TenantService, lines: readonly TenantLine[]): Cents {
  const billed = lines.filter(({ isAlreadyBilled }) => !isAlreadyBilled);
  if (calculationBase === "total_incl_tax") return sum(billed.flatMap(({ htCents, vatCents }) => [htCents, vatCents]));
  const counted =
    calculationBase === "rent_and_charges_excl_tax" ? billed : billed.filter(({ category }) => category === "rent");
  return sum(counted.map(({ htCents }) => htCents));
}

function feeLine(
  lease: BilledLease,
  service: TenantService,
  call: CallOfLine,
  {
    htCents,
    chargedFor,
    day,
    event,
  }: Pick<ServicePrice, "chargedFor"> & {
    readonly htCents: Cents;
    readonly day: Day;
    readonly event: DueEvent | null;
  },
): TenantLine {
  const vatRate = service.vatApplicable ? (service.vatRate ?? VAT_ON_FEES) : null;
  const vatCents = vatRate === null ? ZERO : percentOfCents(vatRate, htCents);
  const tenantId = call.tenantId ?? lease.tenants.find((each) => covers(each, day))?.id ?? null;
  const { days, period, wholePeriod, dueDate } = call;
  return {
    ...{ leaseId: lease.id, leaseUnitId: null, category: "tenant_fee", days, period, wholePeriod, dueDate, tenantId },
    ...{ baseCents: htCents, htCents, vatCents, vatApplicable: vatRate !== null, vatRate },
    ...{ isProrata: false, prorataDays: null, isAlreadyBilled: false, owners: [], chargedFor },
    ...{ suspense: { htCents: ZERO, vatCents: ZERO }, serviceId: service.id, mandateId: service.mandateId },
    ...(event && { eventId: event.id }),
    anomaly: anomalyOf(tenantId === null ? ["missing_tenant"] : []),
    label: [service.label ?? service.serviceType, event?.label].filter((each) => each !== undefined).join(", "),
    explanation: `${decimal(htCents, ",")} € HT d'honoraires${vatCents === 0 ? "" : ` + TVA ${decimal(vatCents, ",")} €`}`,
  };
}
