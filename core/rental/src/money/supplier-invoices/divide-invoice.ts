import type { Day } from "@cartulary/kernel";
import { apportion, type Cents, sum, ZERO } from "@cartulary/ledger";
import { covers } from "../../agency/time/interval.ts";
import {
  type AllocatedKey,
  type ChargedUnit,
  requireCompleteShares,
  strategyOf,
  unitWeights,
} from "../../billing/charges/distribution.ts";
import type { ValidSupplierInvoice } from "../../billing/charges/supplier-invoice.ts";
import { divideBetweenOwners, ownersOn } from "../../billing/computation/owner-parts.ts";
import type { Ownership } from "../../property/ownerships/ownership.ts";
import type { OwnerId } from "../../property/people/owner.ts";
import type { UnitId } from "../../property/units/unit.ts";
import type { MoneyStores } from "../ports.ts";

/** An amount by owner; a part without an owner goes into suspense. */
export interface OwnersDivision {
  readonly owners: ReadonlyMap<OwnerId, Cents>;
  readonly suspenseCents: Cents;
}

/** The units of an invoice with all that divides it. */
export interface InvoicedUnits {
  readonly units: readonly ChargedUnit[];
  readonly allocated: AllocatedKey | null;
  readonly ownerships: readonly Ownership[];
  readonly headcounts: ReadonlyMap<UnitId, number>;
}

/**
 * Divides an amount among the owners of a day: first by unit, then each unit's part by its owners (effects.md 6). The
 * parts and the suspense come to the amount.
 */
export function divideInvoice(totalCents: Cents, invoiced: InvoicedUnits, day: Day): OwnersDivision {
  const weights = unitWeights(invoiced.units, invoiced.allocated, (unitId) => invoiced.headcounts.get(unitId) ?? 0);
  if (weights.length === 0) return { owners: new Map(), suspenseCents: totalCents };
  const owned = Map.groupBy(invoiced.ownerships, ({ unitId }) => unitId);
  const owners = new Map<OwnerId, Cents>();
  let suspenseCents: Cents = ZERO;
  for (const [index, part] of apportion(totalCents, weights).entries()) {
    const parts = (owned.get(weights[index]?.id as UnitId) ?? []).map((each) => ({
      ...each,
      ...{ from: each.validFrom, to: each.validTo },
    }));
    const holders = ownersOn({ ownerships: parts, mandates: [] }, day);
    const division = divideBetweenOwners(part, holders);
    for (const [at, { ownerId }] of holders.entries())
      owners.set(ownerId, sum([owners.get(ownerId) ?? ZERO, division.amountsCents[at] ?? ZERO]));
    suspenseCents = sum([suspenseCents, division.suspenseCents]);
  }
  return { owners, suspenseCents };
}

/**
 * Reads the units that bear an invoice. Throws 422 `not_found` for an unknown property, unit or key, and
 * `shares_incomplete` for a key whose shares do not come to its total.
 */
export async function readInvoicedUnits(
  { chargeSource, billingSource }: MoneyStores,
  { propertyId, unitId, shareKey }: InvoiceScope,
  day: Day,
): Promise<InvoicedUnits> {
  const all = await chargeSource.units(propertyId);
  if (shareKey) requireCompleteShares("shareKeyId", shareKey, all);
  const units =
    unitId === null ? all : all.filter(({ id }) => id === unitId).map((unit) => ({ ...unit, active: true }));
  const ids = units.map(({ id }) => id);
  // An invoice of a unit is borne by that unit alone; its share key is ignored.
  const allocated = unitId === null ? shareKey : null;
  const isByHeads = allocated !== null && strategyOf(allocated) === "headcount";
  const occupants = isByHeads ? await chargeSource.occupants(ids, { from: day, to: day }) : [];
  const present = Map.groupBy(
    occupants.filter((each) => covers(each, day)),
    (each) => each.unitId,
  );
  return {
    ...{ units, allocated },
    ownerships: await billingSource.ownerships(ids),
    headcounts: new Map([...present].map(([id, people]) => [id, people.length])),
  };
}

/** The place that an invoice is for. */
export interface InvoiceScope {
  readonly propertyId: NonNullable<ValidSupplierInvoice["propertyId"]>;
  readonly unitId: UnitId | null;
  readonly shareKey: AllocatedKey | null;
}
