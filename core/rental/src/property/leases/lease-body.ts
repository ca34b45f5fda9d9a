import { dayAfter, type FieldError, inputErrors, withoutNulls } from "@cartulary/kernel";
import { fieldError, orderError, unknownError } from "../../agency/field-rules.ts";
import type { ShowingCollection } from "../estate/collections.ts";
import type { WriteContext } from "../estate/estate-use-cases.ts";
import type { EstateStores } from "../ports.ts";
import { arrayErrors } from "./arrays.ts";
import { type Lease, leaseRecord } from "./lease.ts";
import type { LeaseInput, LeaseNestedInput, OpenedTermInput } from "./lease-input.ts";
import type { LeaseUnit } from "./lease-unit.ts";
import { hasRentFields, unitIdsIn, unitInputErrors, unitsAfter } from "./lease-units.ts";
import { leaseTermRecord } from "./term.ts";
import { type TermWithUnits, termOn, type UnitTerms, unitTermsBefore } from "./term-timeline.ts";
import { openTerm } from "./write-terms.ts";

/**
 * Returns the errors of a lease's body; `lease` is `null` for a new lease. Locks the units and the tenant that the body
 * references, so that they are not removed meanwhile.
 */
export async function bodyErrors(
  stores: EstateStores,
  lease: Lease | null,
  input: LeaseInput,
  { today }: WriteContext,
): Promise<readonly FieldError[]> {
  const currentUnits = lease ? await stores.leaseUnits.of(lease.id) : [];
  const terms = lease && opensTerm(input) ? await stores.leaseTerms.of(lease.id) : [];
  const from = openedDay(input, input.startDate ?? lease?.startDate, terms, today);
  const existingIds = new Set<string>(await stores.units.lockAmong(unitIdsIn(input, currentUnits)));
  const unitTerms: UnitTerms = from === undefined ? new Map() : unitTermsBefore(terms, dayAfter(from));
  return [
    ...inputErrors(leaseRecord, input),
    ...termErrors(input.term, from),
    ...unitInputErrors(input, { present: currentUnits, existingIds, unitTerms }),
    ...(input.tenantId && !(await stores.tenants.lock(input.tenantId)) ? [unknownError("tenantId")] : []),
    ...(await arrayErrors(stores, lease?.id ?? null, input)),
  ];
}

/** True if the body contains rents or fields of a term. */
export const opensTerm = ({ term, units = [] }: LeaseNestedInput): boolean =>
  term !== undefined || units.some(hasRentFields);

/**
 * Returns the first day of the term that a body opens or changes: the explicit day, else that of the current term, else
 * the lease's start.
 */
function openedDay(
  { term }: LeaseNestedInput,
  startDate: Lease["startDate"] | undefined,
  terms: readonly TermWithUnits[],
  today: WriteContext["today"],
): Lease["startDate"] | undefined {
  return term?.effectiveFrom ?? termOn(terms, today)?.effectiveFrom ?? startDate;
}

function termErrors(term: OpenedTermInput = {}, from: Lease["startDate"] | undefined): readonly FieldError[] {
  const order = from === undefined ? null : orderError("term.effectiveTo", from, term.effectiveTo ?? null);
  return [...inputErrors(leaseTermRecord, term, "term."), ...withoutNulls(order)];
}

/**
 * Returns the errors of a new active lease whose body lacks what activation requires (rental.md §4): signature, rent
 * and tenant.
 */
export function activationErrors({ signatureDate, units = [], tenantId }: LeaseInput): readonly FieldError[] {
  const hasRent = units.some(({ baseRentCents }) => baseRentCents !== undefined);
  const rent = units.length === 0 ? "units" : "units[0].baseRentCents";
  return withoutNulls(
    signatureDate ? null : missing("signatureDate"),
    hasRent ? null : missing(rent),
    tenantId === undefined ? missing("tenantId") : null,
  );
}

const missing = (field: string): FieldError => fieldError(field, "blank", "can't be blank in an active lease");

/** Writes the units of a body and their rents. Returns the collections that show them. */
export async function writeUnits(
  stores: EstateStores,
  lease: Lease,
  input: LeaseNestedInput,
  context: WriteContext,
): Promise<readonly ShowingCollection[]> {
  const currentUnits = await stores.leaseUnits.of(lease.id);
  const units = unitsAfter(lease.id, input, currentUnits, context.newId);
  if (units.length > 0) await stores.leaseUnits.save(units);
  if (opensTerm(input)) await writeTerm(stores, { lease, units }, input, context);
  return [
    ...(units.length > 0 || opensTerm(input) ? (["units", "properties"] as const) : []),
    ...(opensTerm(input) ? (["rent_calls", "security_deposits"] as const) : []),
  ];
}

async function writeTerm(
  stores: EstateStores,
  { lease, units }: { readonly lease: Lease; readonly units: readonly LeaseUnit[] },
  input: LeaseNestedInput,
  context: WriteContext,
): Promise<void> {
  const terms = await stores.leaseTerms.of(lease.id);
  const byUnit = new Map(units.map(({ id, unitId }) => [unitId, id]));
  const rents = (input.units ?? []).filter(hasRentFields).flatMap(({ id, indexType: _, ...rent }) => {
    const leaseUnitId = id && byUnit.get(id);
    return leaseUnitId ? [{ ...rent, leaseUnitId }] : [];
  });
  const effectiveFrom = openedDay(input, lease.startDate, terms, context.today) ?? lease.startDate;
  await openTerm(stores, { ...input.term, lease, effectiveFrom, units: rents }, context);
}
