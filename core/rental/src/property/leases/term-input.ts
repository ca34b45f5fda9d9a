import {
  decimal,
  type FieldError,
  flag,
  inputErrors,
  integer,
  type NewId,
  type PatchOf,
  record,
  withoutNulls,
} from "@cartulary/kernel";
import { type Cents, cents } from "@cartulary/ledger";
import { fieldError, PERCENTAGE, unknownError } from "../../agency/field-rules.ts";
import { ELEMENTS_MAX } from "../estate/array-elements.ts";
import { type LeaseUnitId, unitIndexRecord } from "./lease-unit.ts";
import type { LeaseUnitTerm } from "./term.ts";
import type { UnitTerms } from "./term-timeline.ts";
import type { UnitIndexInput } from "./unit-index.ts";

const MONTHS = 12;
/** A hundred million euros a month: products and sums of it stay safe integers. */
const RENT_MAX = 10_000_000_000;

/** The declaration of the rent of one unit in inputs: by the month or by the year, not both. */
export const rentRecord = record("rent", {
  annualAmountCents: integer({
    min: 0,
    max: MONTHS * RENT_MAX,
    unit: "cents",
    default: null,
    description: "Rent of a year without VAT and charges; excludes base_rent_cents",
  }),
  baseRentCents: integer({
    min: 0,
    max: RENT_MAX,
    unit: "cents",
    default: null,
    description: "Rent of a month without VAT and charges; excludes annual_amount_cents",
  }),
  chargeProvisionCents: integer({
    min: 0,
    max: RENT_MAX,
    unit: "cents",
    default: null,
    description: "Advance on charges of a month, without VAT",
  }),
  chargeProvisionVatApplicable: flag({
    default: null,
    description: "Whether the advance on charges bears VAT; as the rent where it is absent",
  }),
  vatApplicable: flag({ default: null, description: "Whether the rent bears VAT" }),
  vatRate: decimal({ ...PERCENTAGE, default: null, description: "Rate of VAT of rent and charges" }),
});

/** The rent of one unit in inputs. A field that it leaves out keeps its value. */
export type RentInput = PatchOf<typeof rentRecord>;

/** Rent of one unit in a term, with the unit's index, which applies to all terms. */
export interface LeaseUnitTermInput extends RentInput, UnitIndexInput {
  readonly leaseUnitId?: LeaseUnitId;
}

/**
 * Returns the errors of a rent. `at` prefixes its field names; `kept` is the present rent, without which an amount is
 * required.
 */
export function rentErrors(input: RentInput, at: string, previous: LeaseUnitTerm | undefined): readonly FieldError[] {
  const { annualAmountCents: annual, baseRentCents: base } = input;
  const hasBoth = annual !== undefined && base !== undefined;
  const isMissing = annual === undefined && base === undefined && previous === undefined;
  const amountErrors = withoutNulls(
    hasBoth ? fieldError(`${at}baseRentCents`, "invalid", "can't be combined with annual_amount_cents") : null,
    isMissing
      ? fieldError(`${at}annualAmountCents`, "blank", "can't be blank unless base_rent_cents is present")
      : null,
  );
  return [...inputErrors(rentRecord, input, at), ...amountErrors];
}

/** Returns the rent with the input applied to the present one. Requires that {@link rentErrors} found none. */
export function rentOf(
  input: RentInput,
  { id, leaseUnitId }: Pick<LeaseUnitTerm, "id" | "leaseUnitId">,
  previous: LeaseUnitTerm = NO_RENT,
): LeaseUnitTerm {
  const { chargeProvisionCents: charge = previous.chargeProvisionCents, vatRate = previous.vatRate } = input;
  return {
    id,
    leaseUnitId,
    ...amountOf(input, previous),
    chargeProvisionCents: charge === null ? null : cents(charge),
    chargeProvisionVatApplicable: input.chargeProvisionVatApplicable ?? previous.chargeProvisionVatApplicable,
    vatApplicable: input.vatApplicable ?? previous.vatApplicable,
    vatRate,
  };
}

function amountOf(
  { baseRentCents: base, annualAmountCents: annual }: RentInput,
  previous: LeaseUnitTerm,
): Pick<LeaseUnitTerm, "annualAmountCents" | "rentPeriod"> {
  if (base !== undefined) return { annualAmountCents: cents(MONTHS * base), rentPeriod: "month" };
  if (annual !== undefined) return { annualAmountCents: cents(annual), rentPeriod: "year" };
  return { annualAmountCents: previous.annualAmountCents, rentPeriod: previous.rentPeriod };
}

const NO_RENT = {
  annualAmountCents: 0 as Cents,
  rentPeriod: "month",
  chargeProvisionCents: null,
  chargeProvisionVatApplicable: null,
  vatApplicable: false,
  vatRate: null,
} as LeaseUnitTerm;

/** State against which the rents of a term are validated. */
export interface UnitPatches {
  /** Rents that the term sets now. */
  readonly current: UnitTerms;
  /** Rents of the preceding term. */
  readonly before: UnitTerms;
}

/** Returns the errors of the rents in a term's body: unknown or duplicate units, missing or out-of-range rents. */
export function unitTermErrors(
  sent: readonly LeaseUnitTermInput[],
  unitTerms: UnitPatches & { readonly unitIds: ReadonlySet<LeaseUnitId> },
): readonly FieldError[] {
  if (sent.length > ELEMENTS_MAX)
    return [fieldError("leaseUnitTerms", "too_long", `has more than ${ELEMENTS_MAX} elements`)];
  const usedIds = new Set<LeaseUnitId>();
  return sent.flatMap(({ leaseUnitId, ...input }, position) => {
    const at = `leaseUnitTerms[${position}].`;
    const error = unitError(`${at}leaseUnitId`, leaseUnitId, unitTerms.unitIds, usedIds);
    if (leaseUnitId !== undefined) usedIds.add(leaseUnitId);
    const previous = leaseUnitId && (unitTerms.current.get(leaseUnitId) ?? unitTerms.before.get(leaseUnitId));
    const index = inputErrors(unitIndexRecord, input, at);
    return [...withoutNulls(error), ...rentErrors(input, at, previous || undefined), ...index];
  });
}

function unitError(
  field: string,
  id: LeaseUnitId | undefined,
  unitIds: ReadonlySet<LeaseUnitId>,
  usedIds: ReadonlySet<LeaseUnitId>,
): FieldError | null {
  if (id === undefined) return fieldError(field, "blank", "can't be blank");
  if (!unitIds.has(id)) return unknownError(field);
  return usedIds.has(id) ? fieldError(field, "taken", "is a duplicate") : null;
}

/** Returns the rents that a term sets after the input. Requires that {@link unitTermErrors} found none. */
export function namedBy(
  sent: readonly LeaseUnitTermInput[],
  { current, before }: UnitPatches,
  newId: NewId,
): readonly LeaseUnitTerm[] {
  return sent.flatMap(({ leaseUnitId, ...input }) => {
    if (leaseUnitId === undefined) return [];
    const own = current.get(leaseUnitId);
    return [rentOf(input, { id: own?.id ?? newId(), leaseUnitId }, own ?? before.get(leaseUnitId))];
  });
}
