import {
  exceedsCodePoints,
  type FieldError,
  isStorable,
  type JsonObject,
  jsonObjectError,
  lineError,
  passageError,
} from "@cartulary/kernel";

/** Maximum length of a key in code points (documents.md 2.2). */
const KEY_LENGTH_MAX = 100;
/** Maximum length of a name or title in code points. */
export const NAME_LENGTH_MAX = 255;
/** Maximum length of a description or instructions in code points. */
const DESCRIPTION_LENGTH_MAX = 10_000;
/** Maximum length of a source in UTF-16 units, equal to that of a request body. */
const SOURCE_LENGTH_MAX = 1_048_576;

const KEY = /^[a-z0-9][a-z0-9_-]*$/;
/** The key of a host's template, and after `@` the id of the only mandataire that uses it. */
const TEMPLATE_KEY = /^[a-z0-9][a-z0-9_-]*(@[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})?$/;

/** Validates a key; `null` when it is valid. */
export const keyError = (field: string, key: string): FieldError | null => errorOfKey(field, key, KEY);

/** Validates a template's key: like {@link keyError}, with `@<mandataire id>` at its end or without. */
export const templateKeyError = (field: string, key: string): FieldError | null => errorOfKey(field, key, TEMPLATE_KEY);

function errorOfKey(field: string, key: string, pattern: RegExp): FieldError | null {
  if (key === "") return blank(field);
  if (exceedsCodePoints(key, KEY_LENGTH_MAX) || key.length > KEY_LENGTH_MAX) {
    return { field, code: "too_long", message: `is too long (maximum is ${KEY_LENGTH_MAX} characters)` };
  }
  if (pattern.test(key)) return null;
  return { field, code: "invalid", message: "must be of a-z, 0-9, _ and -, and begin with a letter or a digit" };
}

/** Validates a required name. */
export const nameError = (field: string, name: string): FieldError | null =>
  lineError(field, name, { max: NAME_LENGTH_MAX, required: true });

/** Validates an optional line. */
export const optionalLineError = (field: string, text: string): FieldError | null =>
  lineError(field, text, { max: NAME_LENGTH_MAX, required: false });

/** Validates a text of several lines. */
export const descriptionError = (field: string, text: string): FieldError | null =>
  passageError(field, text, DESCRIPTION_LENGTH_MAX);

/** Validates a source, which may be blank. */
export function sourceError(field: string, source: string): FieldError | null {
  if (source.length > SOURCE_LENGTH_MAX) {
    return { field, code: "too_long", message: `is too long (maximum is ${SOURCE_LENGTH_MAX} characters)` };
  }
  if (isStorable(source)) return null;
  return { field, code: "invalid", message: "contains an invalid character" };
}

/** Validates a source that must not be blank. */
export const requiredSourceError = (field: string, source: string): FieldError | null =>
  sourceError(field, source) ?? (source.trim() === "" ? blank(field) : null);

/** Validates a free-form object. */
export const objectError = (field: string, object: JsonObject): FieldError | null => jsonObjectError(field, object);

/** The error of a required field without value. */
export const blank = (field: string): FieldError => ({ field, code: "blank", message: "can't be blank" });

/** Validates a value unless it is absent or null. */
export function errorIfPresent<Value>(
  field: string,
  value: Value | null | undefined,
  validate: (field: string, value: Value) => FieldError | null,
): FieldError | null {
  return value === undefined || value === null ? null : validate(field, value);
}

/** Returns the fields that are not undefined. */
export const presentFields = <Input extends object>(input: Input): Partial<Input> =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as Partial<Input>;
