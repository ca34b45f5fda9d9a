import { dayAfter, type FieldError, presentErrors } from "@cartulary/kernel";
import type { Collection } from "../estate/collections.ts";
import type { Occasion } from "../estate/family.ts";
import { fault, inputErrors, orderError, unknownError } from "../estate/fields.ts";
import type { EstateStores } from "../ports.ts";
import { arrayErrors } from "./arrays.ts";
import type { Lease } from "./lease.ts";
import {
  attributesOf,
  type LeaseInput,
  type LeaseSurroundings,
  leaseRules,
  type OpenedTermInput,
} from "./lease-input.ts";
import type { LeaseUnit } from "./lease-unit.ts";
import { namedUnitErrors, saysRent, unitIdsIn, unitsAfter } from "./lease-units.ts";
import { termRules } from "./term-input.ts";
import { openTerm } from "./term-writing.ts";
import { type TermWithUnits, termOn, type UnitTerms, unitTermsBefore } from "./terms.ts";

/** What is wrong with the body of a lease; `null` for one that is being made. What it names is locked, so that it stays. */
export async function bodyErrors(
  stores: EstateStores,
  lease: Lease | null,
  input: LeaseInput,
  { today }: Occasion,
): Promise<readonly FieldError[]> {
  const present = lease ? await stores.leaseUnits.of(lease.id) : [];
  const terms = lease && opensTerm(input) ? await stores.leaseTerms.of(lease.id) : [];
  const from = openedDay(input, input.startDate ?? lease?.startDate, terms, today);
  const found = new Set<string>(await stores.units.lockAmong(unitIdsIn(input, present)));
  const unitTerms: UnitTerms = from === undefined ? new Map() : unitTermsBefore(terms, dayAfter(from));
  return [
    ...inputErrors(leaseRules, attributesOf(input)),
    ...termErrors(input.term, from),
    ...namedUnitErrors(input, { present, found, unitTerms }),
    ...(input.tenantId && !(await stores.tenants.lock(input.tenantId)) ? [unknownError("tenantId")] : []),
    ...(await arrayErrors(stores, lease?.id ?? null, input)),
  ];
}

/** Whether a body says anything of what is paid. */
export const opensTerm = ({ term, units = [] }: LeaseSurroundings): boolean =>
  term !== undefined || units.some(saysRent);

/** The day of the term that a body opens or changes: as given, else the first day, else that of the term of today. */
function openedDay(
  { term }: LeaseSurroundings,
  startDate: Lease["startDate"] | undefined,
  terms: readonly TermWithUnits[],
  today: Occasion["today"],
): Lease["startDate"] | undefined {
  return term?.effectiveFrom ?? termOn(terms, today)?.effectiveFrom ?? startDate;
}

function termErrors(term: OpenedTermInput = {}, from: Lease["startDate"] | undefined): readonly FieldError[] {
  const order = from === undefined ? null : orderError("term.effectiveTo", from, term.effectiveTo ?? null);
  return [...inputErrors<OpenedTermInput>(openedRules, term, "term."), ...presentErrors(order)];
}

const openedRules = (({ revisionMonth, effectiveFrom, effectiveTo }) => ({
  revisionMonth,
  effectiveFrom,
  effectiveTo,
}))(termRules);

/** What activating asks for and the body of a new lease does not say (rental.md §4): a signature, a rent and a tenant. */
export function activationErrors({ signatureDate, units = [], tenantId }: LeaseInput): readonly FieldError[] {
  const hasRent = units.some(({ baseRentCents }) => baseRentCents !== undefined);
  const rent = units.length === 0 ? "units" : "units[0].baseRentCents";
  return presentErrors(
    signatureDate ? null : missing("signatureDate"),
    hasRent ? null : missing(rent),
    tenantId === undefined ? missing("tenantId") : null,
  );
}

const missing = (field: string): FieldError => fault(field, "blank", "can't be blank: an active lease has one");

/** Writes the units that a body names and the rents that come with them. Says who shows them. */
export async function writeUnits(
  stores: EstateStores,
  lease: Lease,
  input: LeaseSurroundings,
  occasion: Occasion,
): Promise<readonly Collection[]> {
  const present = await stores.leaseUnits.of(lease.id);
  const units = unitsAfter(lease.id, input, present, occasion.newId);
  if (units.length > 0) await stores.leaseUnits.save(units);
  if (opensTerm(input)) await writeTerm(stores, { lease, units }, input, occasion);
  return units.length > 0 || opensTerm(input) ? ["units", "properties"] : [];
}

async function writeTerm(
  stores: EstateStores,
  { lease, units }: { readonly lease: Lease; readonly units: readonly LeaseUnit[] },
  input: LeaseSurroundings,
  occasion: Occasion,
): Promise<void> {
  const terms = await stores.leaseTerms.of(lease.id);
  const byUnit = new Map(units.map(({ id, unitId }) => [unitId, id]));
  const rents = (input.units ?? []).filter(saysRent).flatMap(({ id, indexType: _, ...rent }) => {
    const leaseUnitId = id && byUnit.get(id);
    return leaseUnitId ? [{ ...rent, leaseUnitId }] : [];
  });
  const effectiveFrom = openedDay(input, lease.startDate, terms, occasion.today) ?? lease.startDate;
  await openTerm(stores, { ...input.term, lease, effectiveFrom, units: rents }, occasion);
}
