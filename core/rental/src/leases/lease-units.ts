import { type Day, type FieldError, type Id, type NewId, presentErrors } from "@cartulary/kernel";
import { ELEMENTS_MAX } from "../estate/elements.ts";
import {
  aDay,
  type FieldRules,
  fault,
  inputErrors,
  nullable,
  orderError,
  patchOf,
  unknownError,
} from "../estate/fields.ts";
import type { IndexType, LeaseUnit, LeaseUnitId } from "./lease-unit.ts";
import { type RentInput, rentRules } from "./term-input.ts";
import type { UnitTerms } from "./terms.ts";
import { type UnitIndexInput, unitIndexRules } from "./unit-index.ts";

type UnitId = Id<"Unit">;

/** A unit to let, with what it costs by the month. */
export interface LetUnitInput extends Omit<RentInput, "annualAmountCents"> {
  readonly id?: UnitId;
  readonly indexType?: IndexType;
}

/** What is said of a unit within its lease; `id` is the unit's, or that of the lease unit. */
export interface LeaseUnitInput extends UnitIndexInput {
  readonly id?: UnitId | LeaseUnitId;
  readonly entryDate?: Day | null;
  readonly exitDate?: Day | null;
}

/** The arrays of a body that name units. */
export interface NamedUnits {
  readonly units?: readonly LetUnitInput[];
  readonly unitIds?: readonly UnitId[];
  readonly leaseUnits?: readonly LeaseUnitInput[];
}

const stayRules: FieldRules<Omit<LeaseUnitInput, "id">> = {
  ...unitIndexRules,
  entryDate: nullable(aDay),
  exitDate: nullable(aDay),
};

const letRules: FieldRules<Omit<LetUnitInput, "id">> = (() => {
  const { annualAmountCents: _, ...rent } = rentRules;
  return { ...rent, indexType: unitIndexRules.indexType };
})();

const RENT_FIELDS = [
  "baseRentCents",
  "chargeProvisionCents",
  "chargeProvisionVatApplicable",
  "vatApplicable",
  "vatRate",
] as const;

/** Whether a unit that is let comes with what it costs. */
export function saysRent(unit: LetUnitInput): boolean {
  return RENT_FIELDS.some((field) => unit[field] !== undefined);
}

/** A unit that a body names, and where it does. */
interface Name {
  readonly field: string;
  readonly id: string | undefined;
  /** The present unit of that name. */
  readonly own: LeaseUnit | undefined;
}

/** What a body names, array by array: units by their own id, lease units by either. */
function namesOf(
  { units = [], unitIds = [], leaseUnits = [] }: NamedUnits,
  present: readonly LeaseUnit[],
): readonly (readonly Name[])[] {
  const byUnit = new Map<string, LeaseUnit>(present.map((unit) => [unit.unitId, unit]));
  const byEither = new Map<string, LeaseUnit>([...byUnit, ...present.map((unit) => [unit.id, unit] as const)]);
  const name = (field: string, id: string | undefined, of: typeof byUnit) => ({ field, id, own: of.get(id ?? "") });
  return [
    units.map(({ id }, index) => name(`units[${index}].id`, id, byUnit)),
    unitIds.map((id, index) => name(`unitIds[${index}]`, id, byUnit)),
    leaseUnits.map(({ id }, index) => name(`leaseUnits[${index}].id`, id, byEither)),
  ];
}

/** The units that a body names and that are to be looked up: those that are not the lease's yet. */
export function unitIdsIn(named: NamedUnits, present: readonly LeaseUnit[]): readonly UnitId[] {
  const strange = namesOf(named, present)
    .flat()
    .flatMap(({ id, own }) => (id && !own ? [id] : []));
  return [...new Set(strange)].sort() as UnitId[];
}

/** What the units of a body are judged against. */
export interface UnitGrounds {
  readonly present: readonly LeaseUnit[];
  /** Those of {@link unitIdsIn} that there are. */
  readonly found: ReadonlySet<string>;
  /** What the terms say of the present units, where a rent is added to. */
  readonly unitTerms: UnitTerms;
}

/** What is wrong with the units of a body. */
export function namedUnitErrors(named: NamedUnits, { present, found, unitTerms }: UnitGrounds): readonly FieldError[] {
  const long = (["units", "unitIds", "leaseUnits"] as const).filter(
    (name) => (named[name]?.length ?? 0) > ELEMENTS_MAX,
  );
  if (long.length > 0) return long.map((name) => fault(name, "too_long", `has more than ${ELEMENTS_MAX} elements`));
  const names = namesOf(named, present);
  const [letNames = [], , stayNames = []] = names;
  return [
    ...names.flatMap((ofArray) => nameErrors(ofArray, found)),
    ...(named.units ?? []).flatMap((unit, index) => {
      const own = letNames[index]?.own;
      return letErrors(unit, `units[${index}].`, own !== undefined && unitTerms.has(own.id));
    }),
    ...(named.leaseUnits ?? []).flatMap((unit, index) =>
      stayErrors(unit, `leaseUnits[${index}].`, stayNames[index]?.own),
    ),
  ];
}

/** Each names a unit that there is, and in one array each unit once. */
function nameErrors(names: readonly Name[], found: ReadonlySet<string>): readonly FieldError[] {
  const met = new Set<string>();
  return names.flatMap(({ field, id, own }) => {
    if (id === undefined) return [fault(field, "blank", "can't be blank")];
    if (!own && !found.has(id)) return [unknownError(field)];
    const unitId = own?.unitId ?? id;
    if (met.has(unitId)) return [fault(field, "taken", "stands twice")];
    met.add(unitId);
    return [];
  });
}

function letErrors({ id: _, ...unit }: LetUnitInput, at: string, hasRent: boolean): readonly FieldError[] {
  const errors = inputErrors(letRules, unit, at);
  if (hasRent || !saysRent(unit) || unit.baseRentCents !== undefined) return errors;
  return [...errors, fault(`${at}baseRentCents`, "blank", "can't be blank beside what goes with it")];
}

function stayErrors({ id: _, ...unit }: LeaseUnitInput, at: string, own: LeaseUnit | undefined): readonly FieldError[] {
  const { entryDate, exitDate } = { ...BLANK_UNIT, ...own, ...unit };
  return [...inputErrors(stayRules, unit, at), ...presentErrors(orderError(`${at}exitDate`, entryDate, exitDate))];
}

/**
 * The units of a lease that a body in which {@link namedUnitErrors} found nothing adds or changes, as they will be: what
 * it does not name stays as it is, and none leaves but by its exit date.
 */
export function unitsAfter(
  leaseId: LeaseUnit["leaseId"],
  named: NamedUnits,
  present: readonly LeaseUnit[],
  newId: NewId,
): readonly LeaseUnit[] {
  const patches = [
    (named.units ?? []).map(({ indexType }) => (indexType === undefined ? {} : { indexType })),
    (named.unitIds ?? []).map(() => ({})),
    (named.leaseUnits ?? []).map(({ id: _, ...input }) => patchOf(stayRules, input)),
  ];
  const after = new Map<UnitId, LeaseUnit>();
  for (const [array, names] of namesOf(named, present).entries()) {
    for (const [index, { id, own }] of names.entries()) {
      const unitId = own?.unitId ?? (id as UnitId);
      const unit = after.get(unitId) ?? own ?? { ...BLANK_UNIT, id: newId<"LeaseUnit">(), leaseId, unitId };
      after.set(unitId, { ...unit, ...patches[array]?.[index] });
    }
  }
  return [...after.values()];
}

const BLANK_UNIT: Omit<LeaseUnit, "id" | "leaseId" | "unitId"> = {
  entryDate: null,
  exitDate: null,
  indexType: null,
  indexBaseDate: null,
  indexBaseValue: null,
};
