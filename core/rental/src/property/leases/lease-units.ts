import {
  defaultsOf,
  type FieldError,
  type Id,
  inputErrors,
  type NewId,
  type PatchOf,
  patchOf,
  record,
  withoutNulls,
} from "@cartulary/kernel";
import { fieldError, orderError, unknownError } from "../../agency/field-rules.ts";
import { ELEMENTS_MAX } from "../estate/array-elements.ts";
import { type IndexType, type LeaseUnit, type LeaseUnitId, leaseUnitRecord, unitIndexRecord } from "./lease-unit.ts";
import { type RentInput, rentRecord } from "./term-input.ts";
import type { UnitTerms } from "./term-timeline.ts";

type UnitId = Id<"Unit">;

/** A unit to add to a lease, with its monthly rent. */
export interface NewLeaseUnitInput extends Omit<RentInput, "annualAmountCents"> {
  readonly id?: UnitId;
  readonly indexType?: IndexType;
}

/** Fields of a unit within its lease. `id` is that of the unit or of the lease unit. */
export interface LeaseUnitInput extends PatchOf<typeof leaseUnitRecord> {
  readonly id?: UnitId | LeaseUnitId;
}

/** The arrays of a body that reference units. */
export interface NamedUnits {
  readonly units?: readonly NewLeaseUnitInput[];
  readonly unitIds?: readonly UnitId[];
  readonly leaseUnits?: readonly LeaseUnitInput[];
}

const { annualAmountCents: _, ...monthlyRent } = rentRecord.fields;
const letRecord = record("unit to let", { ...monthlyRent, indexType: unitIndexRecord.fields.indexType });

const RENT_FIELDS = [
  "baseRentCents",
  "chargeProvisionCents",
  "chargeProvisionVatApplicable",
  "vatApplicable",
  "vatRate",
] as const;

/** True if the unit has a field of a rent. */
export function hasRentFields(unit: NewLeaseUnitInput): boolean {
  return RENT_FIELDS.some((field) => unit[field] !== undefined);
}

/** A reference to a unit, and its path in the body. */
interface UnitReference {
  readonly field: string;
  readonly id: string | undefined;
  /** The lease unit of that unit, if it exists already. */
  readonly own: LeaseUnit | undefined;
}

/**
 * Returns the references of a body by array. `leaseUnits` may use the id of the unit or of the lease unit, the other
 * arrays that of the unit.
 */
function referencesIn(
  { units = [], unitIds = [], leaseUnits = [] }: NamedUnits,
  present: readonly LeaseUnit[],
): readonly (readonly UnitReference[])[] {
  const byUnit = new Map<string, LeaseUnit>(present.map((unit) => [unit.unitId, unit]));
  const byEither = new Map<string, LeaseUnit>([...byUnit, ...present.map((unit) => [unit.id, unit] as const)]);
  const refer = (field: string, id: string | undefined, of: typeof byUnit) => ({ field, id, own: of.get(id ?? "") });
  return [
    units.map(({ id }, index) => refer(`units[${index}].id`, id, byUnit)),
    unitIds.map((id, index) => refer(`unitIds[${index}]`, id, byUnit)),
    leaseUnits.map(({ id }, index) => refer(`leaseUnits[${index}].id`, id, byEither)),
  ];
}

/** Returns the ids of the referenced units that the lease does not have yet. */
export function unitIdsIn(input: NamedUnits, present: readonly LeaseUnit[]): readonly UnitId[] {
  const newIds = referencesIn(input, present)
    .flat()
    .flatMap(({ id, own }) => (id && !own ? [id] : []));
  return [...new Set(newIds)].sort() as UnitId[];
}

/** State against which the units of a body are validated. */
export interface UnitValidationContext {
  readonly present: readonly LeaseUnit[];
  /** Those of {@link unitIdsIn} that exist. */
  readonly existingIds: ReadonlySet<string>;
  /** Rents of the present units in the term to which rents are added. */
  readonly unitTerms: UnitTerms;
}

/** Returns the errors of the units in a body. */
export function unitInputErrors(
  input: NamedUnits,
  { present, existingIds, unitTerms }: UnitValidationContext,
): readonly FieldError[] {
  const tooLong = (["units", "unitIds", "leaseUnits"] as const).filter(
    (name) => (input[name]?.length ?? 0) > ELEMENTS_MAX,
  );
  if (tooLong.length > 0)
    return tooLong.map((name) => fieldError(name, "too_long", `has more than ${ELEMENTS_MAX} elements`));
  const references = referencesIn(input, present);
  const [letReferences = [], , stayReferences = []] = references;
  return [
    ...references.flatMap((ofOneArray) => referenceErrors(ofOneArray, existingIds)),
    ...(input.units ?? []).flatMap((unit, index) => {
      const own = letReferences[index]?.own;
      return letErrors(unit, `units[${index}].`, own !== undefined && unitTerms.has(own.id));
    }),
    ...(input.leaseUnits ?? []).flatMap((unit, index) =>
      stayErrors(unit, `leaseUnits[${index}].`, stayReferences[index]?.own),
    ),
  ];
}

/** Each id must exist, and occur once per array. */
function referenceErrors(
  references: readonly UnitReference[],
  existingIds: ReadonlySet<string>,
): readonly FieldError[] {
  const usedIds = new Set<string>();
  return references.flatMap(({ field, id, own }) => {
    if (id === undefined) return [fieldError(field, "blank", "can't be blank")];
    if (!own && !existingIds.has(id)) return [unknownError(field)];
    const unitId = own?.unitId ?? id;
    if (usedIds.has(unitId)) return [fieldError(field, "taken", "is a duplicate")];
    usedIds.add(unitId);
    return [];
  });
}

function letErrors(unit: NewLeaseUnitInput, at: string, hasRent: boolean): readonly FieldError[] {
  const errors = inputErrors(letRecord, unit, at);
  if (hasRent || !hasRentFields(unit) || unit.baseRentCents !== undefined) return errors;
  return [...errors, fieldError(`${at}baseRentCents`, "blank", "can't be blank if the unit has other rent fields")];
}

function stayErrors(unit: LeaseUnitInput, at: string, own: LeaseUnit | undefined): readonly FieldError[] {
  const { entryDate, exitDate } = { ...BLANK_UNIT, ...own, ...unit };
  return [...inputErrors(leaseUnitRecord, unit, at), ...withoutNulls(orderError(`${at}exitDate`, entryDate, exitDate))];
}

/**
 * Returns the lease units that a body adds or changes, with its changes applied. Requires that {@link unitInputErrors}
 * found none.
 */
export function unitsAfter(
  leaseId: LeaseUnit["leaseId"],
  input: NamedUnits,
  present: readonly LeaseUnit[],
  newId: NewId,
): readonly LeaseUnit[] {
  const patches = [
    (input.units ?? []).map(({ indexType }) => (indexType === undefined ? {} : { indexType })),
    (input.unitIds ?? []).map(() => ({})),
    (input.leaseUnits ?? []).map((input) => patchOf(leaseUnitRecord, input)),
  ];
  const after = new Map<UnitId, LeaseUnit>();
  for (const [array, references] of referencesIn(input, present).entries()) {
    for (const [index, { id, own }] of references.entries()) {
      const unitId = own?.unitId ?? (id as UnitId);
      const unit = after.get(unitId) ?? own ?? { ...BLANK_UNIT, id: newId<"LeaseUnit">(), leaseId, unitId };
      after.set(unitId, { ...unit, ...patches[array]?.[index] });
    }
  }
  return [...after.values()];
}

const BLANK_UNIT = defaultsOf(leaseUnitRecord);
