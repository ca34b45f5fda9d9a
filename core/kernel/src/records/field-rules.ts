import type { Day } from "../day.ts";
import type { Decimal } from "../decimal.ts";
import type { FieldError } from "../errors.ts";
import { lineError, normalizeLine, passageError } from "../text/line-and-passage.ts";

/** The bounds of a value that JSON Schema can express, for the API description. */
export interface ValueBounds {
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Checks and normalizes one field of an input, whose type the wire schema has checked before. */
export interface FieldRule<Value> {
  /** The part of {@link errorOf} that JSON Schema can express. */
  readonly bounds?: ValueBounds;
  /** Returns the first error of the value; `field` is the name that the error gives. */
  errorOf(field: string, value: Value): FieldError | null;
  /** Returns the value as it is stored. Call it only on a value without error. */
  normalize(value: Value): Value;
}

/** Code points of a name, a label or a code (documents.md 2.2). */
const LINE_MAX = 255;
/** Code points of a text of several lines (documents.md 2.2). */
const PASSAGE_MAX = 10_000;

/** Accepts every value of the type. */
export function anyValueRule<Value>(): FieldRule<Value> {
  return { errorOf: () => null, normalize: (value) => value };
}

/** Accepts null, and what `rule` accepts. */
export function nullableRule<Value>(rule: FieldRule<Value>): FieldRule<Value | null> {
  return {
    ...(rule.bounds && { bounds: rule.bounds }),
    errorOf: (field, value) => (value === null ? null : rule.errorOf(field, value)),
    normalize: (value) => (value === null ? null : rule.normalize(value)),
  };
}

/** Accepts one line, which may be empty. */
export const lineRule: FieldRule<string> = {
  bounds: { maxLength: LINE_MAX },
  errorOf: (field, value) => lineError(field, value, { max: LINE_MAX, required: false }),
  normalize: normalizeLine,
};

/** Accepts one line that is not blank. */
export const nameRule: FieldRule<string> = {
  bounds: { minLength: 1, maxLength: LINE_MAX, pattern: "\\S" },
  errorOf: (field, value) => lineError(field, value, { max: LINE_MAX, required: true }),
  normalize: normalizeLine,
};

/** Accepts a text of several lines, such as a description. */
export const passageRule: FieldRule<string> = {
  bounds: { maxLength: PASSAGE_MAX },
  errorOf: (field, value) => passageError(field, value, PASSAGE_MAX),
  normalize: normalizeLine,
};

/** Accepts a passage, and stores it exactly as it was sent. */
export const verbatimRule: FieldRule<string> = { ...passageRule, normalize: (value) => value };

/** Accepts a passage that is not blank. */
export const requiredPassageRule: FieldRule<string> = {
  bounds: { minLength: 1, maxLength: PASSAGE_MAX, pattern: "\\S" },
  errorOf: (field, value) =>
    passageRule.errorOf(field, value) ??
    (normalizeLine(value) === "" ? { field, code: "blank", message: "can't be blank" } : null),
  normalize: normalizeLine,
};

/** Accepts a whole number from `min` to `max`. */
export function wholeNumberRule<Value extends number = number>(min: number, max: number): FieldRule<Value> {
  return {
    bounds: {
      ...(min > Number.MIN_SAFE_INTEGER && { minimum: min }),
      ...(max < Number.MAX_SAFE_INTEGER && { maximum: max }),
    },
    errorOf: (field, value) => rangeError(field, value, min, max),
    normalize: (value) => value,
  };
}

/** Accepts a decimal with at most `places` decimal places, from `min` to `max` (in ten-thousandths). */
export function decimalRule(places: 2 | 4, min: number, max: number): FieldRule<Decimal> {
  const unit = places === 2 ? 100 : 1;
  const message = `has more than ${places} decimals`;
  return {
    bounds: { minimum: min / 10_000, maximum: max / 10_000 },
    errorOf: (field, value) =>
      value % unit === 0 ? rangeError(field, value, min, max) : { field, code: "invalid", message },
    normalize: (value) => value,
  };
}

/** Accepts days from the year 1000 on: the calendars of both database engines know them. */
export const dayRule: FieldRule<Day> = {
  errorOf: (field, value) =>
    value < "1000-01-01" ? { field, code: "greater_than_or_equal_to", message: "must be 1000-01-01 or later" } : null,
  normalize: (value) => value,
};

function rangeError(field: string, value: number, min: number, max: number): FieldError | null {
  if (value < min) return { field, code: "greater_than_or_equal_to", message: "is too small" };
  return value > max ? { field, code: "less_than_or_equal_to", message: "is too large" } : null;
}
