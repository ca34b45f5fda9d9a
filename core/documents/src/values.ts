import { type FieldError, type JsonObject, jsonObjectError, lineError, passageError } from "@cartulary/kernel";
import { tagErrors } from "./tags/tag.ts";

/** Maximum code points of a name, a label or a title (documents.md 2.2). */
export const NAME_LENGTH_MAX = 255;
/** Maximum code points of a description. */
export const DESCRIPTION_LENGTH_MAX = 10_000;
/** The default name (documents.md 2.2). */
export const UNTITLED = "Untitled";

/** Checks each value by its rule; absent and `null` values pass. Returns all errors. */
export function valueErrors<Input extends object>(input: Input, rules: ValueRules<Input>): readonly FieldError[] {
  return Object.entries(rules).flatMap(([field, rule]) => {
    const value = input[field as keyof Input];
    return value === undefined || value === null ? [] : (rule as Rule<unknown>)(field, value);
  });
}

/** Returns the errors of a field's value. */
export type Rule<Value> = (field: string, value: Value) => readonly FieldError[];

export type ValueRules<Input> = { readonly [Field in keyof Input]?: Rule<NonNullable<Input[Field]>> };

/** A required line: a name, a label. */
export const nameRule: Rule<string> = (field, text) =>
  errorList(lineError(field, text, { max: NAME_LENGTH_MAX, required: true }));

/** An optional line: an icon, a comment's title. */
export const lineRule: Rule<string> = (field, text) =>
  errorList(lineError(field, text, { max: NAME_LENGTH_MAX, required: false }));

export const passageRule: Rule<string> = (field, text) => errorList(passageError(field, text, DESCRIPTION_LENGTH_MAX));

export const objectRule: Rule<JsonObject> = (field, object) => errorList(jsonObjectError(field, object));

export const tagsRule: Rule<readonly string[]> = tagErrors;

/** `#RRGGBB`. */
export const colorRule: Rule<string> = (field, text) =>
  /^#[0-9A-Fa-f]{6}$/.test(text) ? [] : [{ field, code: "invalid", message: "is not a colour such as #1A2B3C" }];

/** Rejects every value as unknown. */
export const unknownReferenceRule: Rule<string> = (field) => [{ field, code: "not_found", message: "does not exist" }];

const errorList = (error: FieldError | null): readonly FieldError[] => (error ? [error] : []);
