import {
  type FieldError,
  isOverlong,
  isStorable,
  type JsonObject,
  jsonObjectError,
  lineError,
  passageError,
} from "@cartulary/kernel";

/** Code points of a key (documents.md 2.2). */
const KEY_LENGTH_MAX = 100;
/** Code points of a name or a title. */
export const NAME_LENGTH_MAX = 255;
/** Code points of a description or of instructions. */
const DESCRIPTION_LENGTH_MAX = 10_000;
/** UTF-16 units of a source; a body of a request is no longer. */
const SOURCE_LENGTH_MAX = 1_048_576;

const KEY = /^[a-z0-9][a-z0-9_-]*$/;

/** What is wrong with a key; `null` when nothing is. */
export function keyError(field: string, key: string): FieldError | null {
  if (key === "") return blank(field);
  if (isOverlong(key, KEY_LENGTH_MAX) || key.length > KEY_LENGTH_MAX) {
    return { field, code: "too_long", message: `is too long (maximum is ${KEY_LENGTH_MAX} characters)` };
  }
  if (KEY.test(key)) return null;
  return { field, code: "invalid", message: "must be of a-z, 0-9, _ and -, and begin with a letter or a digit" };
}

/** What is wrong with a name that must say something. */
export const nameError = (field: string, name: string): FieldError | null =>
  lineError(field, name, { max: NAME_LENGTH_MAX, required: true });

/** What is wrong with a line that may be empty. */
export const optionalLineError = (field: string, text: string): FieldError | null =>
  lineError(field, text, { max: NAME_LENGTH_MAX, required: false });

/** What is wrong with a passage of several lines. */
export const descriptionError = (field: string, text: string): FieldError | null =>
  passageError(field, text, DESCRIPTION_LENGTH_MAX);

/** What is wrong with a source; blank is no error of its own. */
export function sourceError(field: string, source: string): FieldError | null {
  if (source.length > SOURCE_LENGTH_MAX) {
    return { field, code: "too_long", message: `is too long (maximum is ${SOURCE_LENGTH_MAX} characters)` };
  }
  if (isStorable(source)) return null;
  return { field, code: "invalid", message: "holds a character that cannot be kept" };
}

/** What is wrong with a source that must say something. */
export const requiredSourceError = (field: string, source: string): FieldError | null =>
  sourceError(field, source) ?? (source.trim() === "" ? blank(field) : null);

/** What is wrong with a free-form object. */
export const objectError = (field: string, object: JsonObject): FieldError | null => jsonObjectError(field, object);

/** A field that must say something and does not. */
export const blank = (field: string): FieldError => ({ field, code: "blank", message: "can't be blank" });

/** The error of a value that was sent; none of one that is absent or null. */
export function sent<Value>(
  field: string,
  value: Value | null | undefined,
  judge: (field: string, value: Value) => FieldError | null,
): FieldError | null {
  return value === undefined || value === null ? null : judge(field, value);
}

/** The fields of an input that were sent: an absent one keeps its value. */
export const sentOf = <Input extends object>(input: Input): Partial<Input> =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as Partial<Input>;
