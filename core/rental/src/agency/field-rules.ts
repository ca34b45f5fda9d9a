import {
  type Day,
  type FieldError,
  type FieldErrorCode,
  type FieldOf,
  type FieldOptions,
  field,
  id,
  instant,
  type Only,
  type PatchOf,
  type RecordDeclaration,
  requiredNames,
  wholeNumberRule,
} from "@cartulary/kernel";
import { type Cents, EARLIEST_DAY, LINE_CENTS_MAX } from "@cartulary/ledger";

/** The mandataire that keeps a record, the first part of every key. Answers leave it out. */
export const ofMandataire = {
  mandataireId: id("Mandataire", { set: "program", description: "Mandataire that keeps the record" }),
} as const;

/** The two times that every record has. */
export const timestamps = {
  createdAt: instant({ set: "program", filter: true, description: "When the record was created" }),
  updatedAt: instant({
    set: "program",
    filter: true,
    description: "When the record, or something that its lists show of others, last changed",
  }),
} as const;

/** Options of a percentage with at most four decimal places. */
export const PERCENTAGE = { places: 4, min: 0, max: 1_000_000, unit: "percent" } as const;

interface AmountOptions extends FieldOptions<Cents> {
  /** Amounts below zero are accepted. */
  readonly signed?: boolean;
}

/** Declares an amount in cents that a line of an entry can have. */
export function amountInCents<const Options extends AmountOptions>(
  options: Only<Options, AmountOptions>,
): FieldOf<Cents, Options> {
  const min = options.signed ? -LINE_CENTS_MAX : 0;
  return field<Cents, Options>("integer", wholeNumberRule(min, LINE_CENTS_MAX), { unit: "cents", ...options });
}

/** Returns an error if the day is before the first one that a book can have. */
export function bookDayError(field: string, day: Day): FieldError | null {
  return day < EARLIEST_DAY ? fieldError(field, "greater_than_or_equal_to", `must be ${EARLIEST_DAY} or later`) : null;
}

/** Returns an error if `to` is before `from` (estate.md 5.1). */
export function orderError(field: string, from: Day | null, to: Day | null): FieldError | null {
  if (from === null || to === null || from <= to) return null;
  return fieldError(field, "greater_than_or_equal_to", `must be ${from} or later`);
}

export function fieldError(field: string, code: FieldErrorCode, message: string): FieldError {
  return { field, code, message };
}

/** Returns an error for each field without which nothing is created and that the input leaves out. */
export function missingErrors<Declared extends RecordDeclaration>(
  declared: Declared,
  input: PatchOf<Declared>,
): readonly FieldError[] {
  return requiredNames(declared)
    .filter((name) => input[name as keyof typeof input] === undefined)
    .map((name) => fieldError(name, "blank", "can't be blank"));
}

/** Error of an id that does not exist or belongs to another mandataire. */
export function unknownError(field: string): FieldError {
  return fieldError(field, "not_found", "does not exist");
}
