import type { FieldError } from "../errors.ts";
import { isStorable, utf8Length } from "./text.ts";

/** An object whose keys belong to whoever sent it (`metadata_user`, `settings`, `variables`). */
export type JsonObject = { readonly [key: string]: unknown };

/** 64 KiB of UTF-8, as the object would be written without white space (documents.md 2.2). */
export const JSON_OBJECT_BYTES_MAX = 65_536;
/** The object itself is level 1. */
export const JSON_OBJECT_DEPTH_MAX = 10;

/** What is wrong with a free-form object; `null` when it may be kept. */
export function jsonObjectError(field: string, object: JsonObject): FieldError | null {
  const problem = problemOf(object);
  return problem && { field, ...problem };
}

/** A value that cannot be kept wherever it stands, or too much of everything. */
type Unfit = "value" | "size";

function problemOf(object: JsonObject): Omit<FieldError, "field"> | null {
  // Every value takes two bytes or more, so that whoever has more of them than this is too long whatever they are.
  const unfit = unfitIn(object, JSON_OBJECT_DEPTH_MAX, { values: JSON_OBJECT_BYTES_MAX / 2 });
  if (unfit === "value") {
    return {
      code: "invalid",
      message: `is nested deeper than ${JSON_OBJECT_DEPTH_MAX} levels or holds a character or number that cannot be kept`,
    };
  }
  if (unfit === "size" || isTooLong(JSON.stringify(object))) {
    return { code: "too_long", message: `is too long (maximum is ${JSON_OBJECT_BYTES_MAX} bytes)` };
  }
  return null;
}

const isTooLong = (json: string): boolean =>
  json.length > JSON_OBJECT_BYTES_MAX || utf8Length(json) > JSON_OBJECT_BYTES_MAX;

/** Goes no deeper and no further than it allows, so that no input can exhaust the stack or the time. */
function unfitIn(value: unknown, levels: number, left: { values: number }): Unfit | null {
  left.values -= 1;
  if (left.values < 0) return "size";
  if (typeof value === "string") return unfitText(value);
  if (typeof value === "number") return Number.isFinite(value) ? null : "value";
  if (typeof value !== "object" || value === null) return null;
  if (levels === 0) return "value";
  // Names are taken one by one: of a hundred thousand the list alone costs more than the rest.
  for (const name in value) {
    const inner: unknown = (value as JsonObject)[name];
    const unfit = (Array.isArray(value) ? null : unfitText(name)) ?? unfitIn(inner, levels - 1, left);
    if (unfit) return unfit;
  }
  return null;
}

function unfitText(text: string): Unfit | null {
  if (text.length > JSON_OBJECT_BYTES_MAX) return "size";
  return isStorable(text) ? null : "value";
}
