import type { Day, Decimal, FieldError, NewId } from "@cartulary/kernel";
import { presentErrors } from "@cartulary/kernel";
import { type Cents, cents } from "@cartulary/ledger";
import { ELEMENTS_MAX } from "../estate/elements.ts";
import {
  aDay,
  anything,
  decimalOf,
  type FieldRules,
  fault,
  inputErrors,
  nullable,
  patchOf,
  unknownError,
  wholeNumber,
} from "../estate/fields.ts";
import type { LeaseUnitId } from "./lease-unit.ts";
import type { LeaseTerm, LeaseUnitTerm, PaymentToleranceType } from "./term.ts";
import type { UnitTerms } from "./terms.ts";
import { type UnitIndexInput, unitIndexRules } from "./unit-index.ts";

/** What may be said of a term by itself. An absent field keeps its value. */
export interface TermFieldsInput {
  readonly effectiveFrom?: Day;
  readonly effectiveTo?: Day | null;
  readonly revisionMonth?: number;
  readonly revisionFrequencyYears?: number;
  readonly paymentToleranceType?: PaymentToleranceType;
  readonly paymentToleranceValue?: Decimal;
}

/** What a term says of the rent of one unit: by the month or by the year, not both. An absent field keeps its value. */
export interface RentInput {
  readonly annualAmountCents?: number;
  readonly baseRentCents?: number;
  readonly chargeProvisionCents?: number;
  readonly chargeProvisionVatApplicable?: boolean;
  readonly vatApplicable?: boolean;
  readonly vatRate?: Decimal;
}

/** What a term says of one unit, and by which index its rent is revised, which is the unit's from then on. */
export interface LeaseUnitTermInput extends RentInput, UnitIndexInput {
  readonly leaseUnitId?: LeaseUnitId;
}

const MONTHS = 12;
/** A hundred million euros a month: what is multiplied and summed of it stays a safe integer. */
const RENT_MAX = 10_000_000_000;
/** Decimals of eleven digits before the point. */
const DECIMAL_MAX = 999_999_999_999_999;
const PERCENT_MAX = 1_000_000;
const FREQUENCY_MAX = 99;

/** What each field of a term has to be. */
export const termRules: FieldRules<TermFieldsInput> = {
  effectiveFrom: aDay,
  effectiveTo: nullable(aDay),
  revisionMonth: wholeNumber(1, MONTHS),
  revisionFrequencyYears: wholeNumber(1, FREQUENCY_MAX),
  paymentToleranceType: anything(),
  paymentToleranceValue: decimalOf(4, 0, DECIMAL_MAX),
};

/** The fields of a term that were sent, as they are kept: the last day that was asked for is not yet the last day. */
export function termFieldsOf(input: TermFieldsInput): Partial<LeaseTerm> {
  const { effectiveTo, ...patch } = patchOf(termRules, input);
  return effectiveTo === undefined ? patch : { ...patch, effectiveToGiven: effectiveTo };
}

/** What each field of a rent has to be. */
export const rentRules: FieldRules<RentInput> = {
  annualAmountCents: wholeNumber(0, MONTHS * RENT_MAX),
  baseRentCents: wholeNumber(0, RENT_MAX),
  chargeProvisionCents: wholeNumber(0, RENT_MAX),
  chargeProvisionVatApplicable: anything(),
  vatApplicable: anything(),
  vatRate: decimalOf(4, 0, PERCENT_MAX),
};

/** What is wrong with a rent; `at` stands before its fields. One that says nothing of an amount needs one that it keeps. */
export function rentErrors(input: RentInput, at: string, kept: LeaseUnitTerm | undefined): readonly FieldError[] {
  const { annualAmountCents: annual, baseRentCents: base } = input;
  const isDouble = annual !== undefined && base !== undefined;
  const isMissing = annual === undefined && base === undefined && kept === undefined;
  const together = presentErrors(
    isDouble ? fault(`${at}baseRentCents`, "invalid", "can't be given beside annual_amount_cents") : null,
    isMissing ? fault(`${at}annualAmountCents`, "blank", "can't be blank: give it, or base_rent_cents") : null,
  );
  return [...inputErrors(rentRules, input, at), ...together];
}

/** The element that a rent makes of what it keeps; {@link rentErrors} found nothing. */
export function rentOf(
  input: RentInput,
  { id, leaseUnitId }: Pick<LeaseUnitTerm, "id" | "leaseUnitId">,
  kept: LeaseUnitTerm = NOTHING_SAID,
): LeaseUnitTerm {
  const { chargeProvisionCents: charge = kept.chargeProvisionCents, vatRate = kept.vatRate } = input;
  return {
    id,
    leaseUnitId,
    ...amountOf(input, kept),
    chargeProvisionCents: charge === null ? null : cents(charge),
    chargeProvisionVatApplicable: input.chargeProvisionVatApplicable ?? kept.chargeProvisionVatApplicable,
    vatApplicable: input.vatApplicable ?? kept.vatApplicable,
    vatRate,
  };
}

function amountOf(
  { baseRentCents: base, annualAmountCents: annual }: RentInput,
  kept: LeaseUnitTerm,
): Pick<LeaseUnitTerm, "annualAmountCents" | "rentPeriod"> {
  if (base !== undefined) return { annualAmountCents: cents(MONTHS * base), rentPeriod: "month" };
  if (annual !== undefined) return { annualAmountCents: cents(annual), rentPeriod: "year" };
  return { annualAmountCents: kept.annualAmountCents, rentPeriod: kept.rentPeriod };
}

const NOTHING_SAID = {
  annualAmountCents: 0 as Cents,
  rentPeriod: "month",
  chargeProvisionCents: null,
  chargeProvisionVatApplicable: null,
  vatApplicable: false,
  vatRate: null,
} as LeaseUnitTerm;

/** What the elements of an input are judged against. */
export interface UnitPatches {
  /** What the term names by now. */
  readonly named: UnitTerms;
  /** What the term before says. */
  readonly before: UnitTerms;
}

/** What is wrong with the units that a term is to name: not the lease's, twice, without a rent, or out of bounds. */
export function unitTermErrors(
  sent: readonly LeaseUnitTermInput[],
  unitTerms: UnitPatches & { readonly known: ReadonlySet<LeaseUnitId> },
): readonly FieldError[] {
  if (sent.length > ELEMENTS_MAX)
    return [fault("leaseUnitTerms", "too_long", `has more than ${ELEMENTS_MAX} elements`)];
  const met = new Set<LeaseUnitId>();
  return sent.flatMap(({ leaseUnitId, ...input }, position) => {
    const at = `leaseUnitTerms[${position}].`;
    const error = unitError(`${at}leaseUnitId`, leaseUnitId, unitTerms.known, met);
    if (leaseUnitId !== undefined) met.add(leaseUnitId);
    const kept = leaseUnitId && (unitTerms.named.get(leaseUnitId) ?? unitTerms.before.get(leaseUnitId));
    const index = inputErrors(unitIndexRules, input, at);
    return [...presentErrors(error), ...rentErrors(input, at, kept || undefined), ...index];
  });
}

function unitError(
  field: string,
  id: LeaseUnitId | undefined,
  known: ReadonlySet<LeaseUnitId>,
  met: ReadonlySet<LeaseUnitId>,
): FieldError | null {
  if (id === undefined) return fault(field, "blank", "can't be blank");
  if (!known.has(id)) return unknownError(field);
  return met.has(id) ? fault(field, "taken", "stands twice") : null;
}

/** The units that a term names after an input in which {@link unitTermErrors} found nothing. */
export function namedBy(
  sent: readonly LeaseUnitTermInput[],
  { named, before }: UnitPatches,
  newId: NewId,
): readonly LeaseUnitTerm[] {
  return sent.flatMap(({ leaseUnitId, ...input }) => {
    if (leaseUnitId === undefined) return [];
    const own = named.get(leaseUnitId);
    return [rentOf(input, { id: own?.id ?? newId(), leaseUnitId }, own ?? before.get(leaseUnitId))];
  });
}
