import { type FieldError, type JsonObject, jsonObjectError, lineError, passageError } from "@cartulary/kernel";
import { tagErrors } from "./tags/tag.ts";

/** Code points of a name, a label, a title (documents.md 2.2). */
export const NAME_LENGTH_MAX = 255;
/** Code points of a description. */
export const DESCRIPTION_LENGTH_MAX = 10_000;
/** The name of what was made without one (documents.md 2.2). */
export const UNTITLED = "Untitled";

/** Judges every value that was given, each by its rule; an absent or null value passes. Answers all that is wrong. */
export function valueErrors<Input extends object>(input: Input, rules: ValueRules<Input>): readonly FieldError[] {
  return Object.entries(rules).flatMap(([field, rule]) => {
    const value = input[field as keyof Input];
    return value === undefined || value === null ? [] : (rule as Rule<unknown>)(field, value);
  });
}

/** What a rule finds wrong with the value of a field. */
export type Rule<Value> = (field: string, value: Value) => readonly FieldError[];

/** A rule for each field that has one. */
export type ValueRules<Input> = { readonly [Field in keyof Input]?: Rule<NonNullable<Input[Field]>> };

/** One line that must say something: a name, a label. */
export const nameRule: Rule<string> = (field, text) =>
  only(lineError(field, text, { max: NAME_LENGTH_MAX, required: true }));

/** One line that may be empty: an icon, a comment's title. */
export const lineRule: Rule<string> = (field, text) =>
  only(lineError(field, text, { max: NAME_LENGTH_MAX, required: false }));

/** Several lines. */
export const passageRule: Rule<string> = (field, text) => only(passageError(field, text, DESCRIPTION_LENGTH_MAX));

/** A free-form object. */
export const objectRule: Rule<JsonObject> = (field, object) => only(jsonObjectError(field, object));

/** A list of tags. */
export const tagsRule: Rule<readonly string[]> = tagErrors;

/** `#RRGGBB`. */
export const colorRule: Rule<string> = (field, text) =>
  /^#[0-9A-Fa-f]{6}$/.test(text) ? [] : [{ field, code: "invalid", message: "is not a colour such as #1A2B3C" }];

/** Names something that does not exist: there are none of its kind to refer to. */
export const unknownReferenceRule: Rule<string> = (field) => [
  { field, code: "not_found", message: "is not something that you may see" },
];

const only = (error: FieldError | null): readonly FieldError[] => (error ? [error] : []);
