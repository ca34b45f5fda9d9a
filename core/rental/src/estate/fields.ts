import {
  type Day,
  type Decimal,
  type FieldError,
  type FieldErrorCode,
  line,
  lineError,
  passageError,
} from "@cartulary/kernel";
import { type Cents, EARLIEST_DAY, LINE_CENTS_MAX } from "@cartulary/ledger";

/** What one field of an input has to be, and how it is kept. Its shape (a text, one of these words) was judged before. */
export interface FieldRule<Value> {
  errorOf(field: string, value: Value): FieldError | null;
  kept(value: Value): Value;
}

/** A rule for each field that an input may have. */
export type FieldRules<Input> = {
  readonly [Name in keyof Input]-?: FieldRule<Exclude<Input[Name], undefined>>;
};

/** What is wrong with the fields that were sent. `at` stands before their names: `entrances[2].`. */
export function inputErrors<Input extends object>(
  rules: FieldRules<Input>,
  input: Input,
  at = "",
): readonly FieldError[] {
  return rulesOf(rules, input).flatMap(([name, rule, value]) => rule.errorOf(at + name, value) ?? []);
}

/** The fields that were sent, as they are kept, to be spread over the record; {@link inputErrors} found nothing. */
export function patchOf<Input extends object>(rules: FieldRules<Input>, input: Input): Input {
  return Object.fromEntries(rulesOf(rules, input).map(([name, rule, value]) => [name, rule.kept(value)])) as Input;
}

function rulesOf<Input extends object>(
  rules: FieldRules<Input>,
  input: Input,
): readonly (readonly [name: string, rule: FieldRule<unknown>, value: unknown])[] {
  return Object.entries(rules as Readonly<Record<string, FieldRule<unknown>>>).flatMap(([name, rule]) => {
    const value = (input as Readonly<Record<string, unknown>>)[name];
    return value === undefined ? [] : [[name, rule, value] as const];
  });
}

/** Code points of a name, a label, a code (documents.md 2.2). */
const LINE_MAX = 255;
/** Code points of what may have several lines (documents.md 2.2). */
const PASSAGE_MAX = 10_000;

/** What its type says is enough: a choice of words, a flag, an id. */
export function anything<Value>(): FieldRule<Value> {
  return { errorOf: () => null, kept: (value) => value };
}

/** The same of what may be emptied with null. */
export function nullable<Value>(rule: FieldRule<Value>): FieldRule<Value | null> {
  return {
    errorOf: (field, value) => (value === null ? null : rule.errorOf(field, value)),
    kept: (value) => (value === null ? null : rule.kept(value)),
  };
}

/** One line, which may be empty. */
export const aLine: FieldRule<string> = {
  errorOf: (field, value) => lineError(field, value, { max: LINE_MAX, required: false }),
  kept: line,
};

/** One line that says something. */
export const aName: FieldRule<string> = {
  errorOf: (field, value) => lineError(field, value, { max: LINE_MAX, required: true }),
  kept: line,
};

/** Text of several lines: an address, a description. */
export const aPassage: FieldRule<string> = {
  errorOf: (field, value) => passageError(field, value, PASSAGE_MAX),
  kept: line,
};

/** A passage that says something. */
export const aRequiredPassage: FieldRule<string> = {
  errorOf: (field, value) =>
    aPassage.errorOf(field, value) ?? (line(value) === "" ? fault(field, "blank", "can't be blank") : null),
  kept: line,
};

/** A whole number from `min` to `max`. */
export function wholeNumber(min: number, max: number): FieldRule<number> {
  return { errorOf: (field, value) => rangeError(field, value, min, max), kept: (value) => value };
}

/** A decimal of so many places at most, from `min` to `max` (in ten-thousandths). */
export function decimalOf(places: 2 | 4, min: number, max: number): FieldRule<Decimal> {
  const unit = places === 2 ? 100 : 1;
  return {
    errorOf: (field, value) =>
      value % unit !== 0
        ? fault(field, "invalid", `has more than ${places} decimals`)
        : rangeError(field, value, min, max),
    kept: (value) => value,
  };
}

/** 0 to 100 percent, with four decimals at most. */
export const aPercentage: FieldRule<Decimal> = decimalOf(4, 0, 1_000_000);

/** An amount that a line of an entry can have; below zero only where `signed`. */
export function anAmount(signed: "signed" | "unsigned" = "unsigned"): FieldRule<Cents> {
  const min = signed === "signed" ? -LINE_CENTS_MAX : 0;
  return { errorOf: (field, value) => rangeError(field, value, min, LINE_CENTS_MAX), kept: (value) => value };
}

/** A civil day that calendars of both ends still know. */
export const aDay: FieldRule<Day> = {
  errorOf: (field, value) =>
    value < "1000-01-01" ? fault(field, "greater_than_or_equal_to", "must be 1000-01-01 or later") : null,
  kept: (value) => value,
};

/** What is wrong with a day on which money moved: no book goes back so far. */
export function bookDayError(field: string, day: Day): FieldError | null {
  return day < EARLIEST_DAY ? fault(field, "greater_than_or_equal_to", `must be ${EARLIEST_DAY} or later`) : null;
}

/** What is wrong with two days of which the second is not to come before the first (estate.md 5.1). */
export function orderError(field: string, from: Day | null, to: Day | null): FieldError | null {
  if (from === null || to === null || from <= to) return null;
  return fault(field, "greater_than_or_equal_to", `must be ${from} or later`);
}

/** One error of a field. */
export function fault(field: string, code: FieldErrorCode, message: string): FieldError {
  return { field, code, message };
}

/** What an id in a body names that there is not, or not of this mandataire. */
export function unknownError(field: string): FieldError {
  return fault(field, "not_found", "names nothing that there is");
}

function rangeError(field: string, value: number, min: number, max: number): FieldError | null {
  if (value < min) return fault(field, "greater_than_or_equal_to", "is too small");
  return value > max ? fault(field, "less_than_or_equal_to", "is too large") : null;
}
