import type { Day, Month } from "@cartulary/kernel";
import { type Cents, decimal, ZERO } from "@cartulary/ledger";
import { covers } from "../../agency/time/interval.ts";
import type { ChargeAdjustment } from "../charges/charge-statement.ts";
import { anomalyOf } from "./anomalies.ts";
import { type CallOfLine, callOf } from "./call-of-month.ts";
import { divideBetweenOwners, ownersOn } from "./owner-parts.ts";
import { vatOf } from "./proration.ts";
import type { BilledLease, BilledUnit, RentOfTerm } from "./snapshot.ts";
import type { OwnerPart, TenantLine } from "./tenant-line.ts";

/**
 * Returns the lines of a lease's balances of charges (effects.md 3.2): on the call of the first period that the run bills,
 * else on a call of the month of their own, as for tenants who left. The owners and the VAT are of the unit's last day
 * in the settled period.
 */
export function adjustmentLines(lease: BilledLease, lines: readonly TenantLine[], month: Month): readonly TenantLine[] {
  const call = callOf(lease, lines, month);
  return (lease.adjustments ?? []).flatMap((adjustment) => {
    const unit = lease.units.find(({ id }) => id === adjustment.leaseUnitId);
    return unit ? [adjustmentLine(lease, unit, adjustment, call)] : [];
  });
}

function adjustmentLine(
  lease: BilledLease,
  unit: BilledUnit,
  adjustment: ChargeAdjustment,
  call: CallOfLine,
): TenantLine {
  const { statementId, balanceCents: htCents, periodFrom, periodTo, lastDay: day } = adjustment;
  const tenant = lease.tenants.find((each) => covers(each, day));
  const rent = unit.rents.findLast((each) => covers(each, day));
  const vatRate = rent?.chargeProvisionVatApplicable ? rent.vatRate : null;
  const vatCents = vatOf([{ htCents, vatRate }])[0] ?? ZERO;
  const { owners, suspense } = divided(unit, day, { htCents, vatCents });
  const { days, period, wholePeriod, dueDate } = call;
  return {
    ...{ leaseId: lease.id, leaseUnitId: unit.id, category: "charges_adjustment", days, period, wholePeriod, dueDate },
    ...{ tenantId: tenant?.id ?? null, baseCents: htCents, htCents, vatCents },
    ...{ vatApplicable: vatRate !== null, vatRate, isProrata: false, prorataDays: null, isAlreadyBilled: false },
    ...{ owners, suspense, chargedFor: [statementId] },
    label: `Régularisation de charges du ${french(periodFrom)} au ${french(periodTo)}`,
    anomaly: anomalyOf(tenant ? [] : ["missing_tenant"]),
    explanation: explained(htCents, rent),
  };
}

function divided(unit: BilledUnit, day: Day, { htCents, vatCents }: Pick<OwnerPart, "htCents" | "vatCents">) {
  const shares = ownersOn(unit, day);
  const [ht, vat] = [divideBetweenOwners(htCents, shares), divideBetweenOwners(vatCents, shares)];
  const owners = shares.map(
    ({ share: _, ...owner }, index): OwnerPart => ({
      ...owner,
      ...{ htCents: ht.amountsCents[index] ?? ZERO, vatCents: vat.amountsCents[index] ?? ZERO },
    }),
  );
  return { owners, suspense: { htCents: ht.suspenseCents, vatCents: vat.suspenseCents } };
}

const explained = (balanceCents: Cents, rent: RentOfTerm | undefined): string =>
  `Charges récupérables moins provisions appelées : ${decimal(balanceCents, ",")} € hors taxes${
    rent?.chargeProvisionVatApplicable ? ", TVA des provisions" : ""
  }`;

const french = (day: Day): string => day.split("-").toReversed().join("/");
