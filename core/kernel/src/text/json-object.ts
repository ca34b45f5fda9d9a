import type { FieldError } from "../errors.ts";
import { isStorable, utf8Length } from "./line-and-passage.ts";

/** A free-form object with keys of the client's choice (`metadata_user`, `settings`, `variables`). */
export type JsonObject = { readonly [key: string]: unknown };

/** 64 KiB of UTF-8, as JSON without white space (documents.md 2.2). */
export const JSON_OBJECT_BYTES_MAX = 65_536;
/** Nesting limit; the object itself is level 1. */
export const JSON_OBJECT_DEPTH_MAX = 10;

/** Validates a free-form object; `null` when it is valid. */
export function jsonObjectError(field: string, object: JsonObject): FieldError | null {
  const problem = problemOf(object);
  return problem && { field, ...problem };
}

/** A value that cannot be stored, or an object that is too large. */
type Unfit = "value" | "size";

function problemOf(object: JsonObject): Omit<FieldError, "field"> | null {
  // Every value takes at least two bytes, so an object with more values than this is too long anyway.
  const unfit = unfitIn(object, JSON_OBJECT_DEPTH_MAX, { values: JSON_OBJECT_BYTES_MAX / 2 });
  if (unfit === "value") {
    return {
      code: "invalid",
      message: `is nested deeper than ${JSON_OBJECT_DEPTH_MAX} levels or contains an invalid character or number`,
    };
  }
  if (unfit === "size" || isTooLong(JSON.stringify(object))) {
    return { code: "too_long", message: `is too long (maximum is ${JSON_OBJECT_BYTES_MAX} bytes)` };
  }
  return null;
}

const isTooLong = (json: string): boolean =>
  json.length > JSON_OBJECT_BYTES_MAX || utf8Length(json) > JSON_OBJECT_BYTES_MAX;

/** Stops at the limits of depth and number of values, so that no input exhausts the stack or the time. */
function unfitIn(value: unknown, levels: number, budget: { values: number }): Unfit | null {
  budget.values -= 1;
  if (budget.values < 0) return "size";
  if (typeof value === "string") return unfitText(value);
  if (typeof value === "number") return Number.isFinite(value) ? null : "value";
  if (typeof value !== "object" || value === null) return null;
  if (levels === 0) return "value";
  // Iterates instead of listing the keys: a list of 100,000 keys costs more than the other checks together.
  for (const name in value) {
    const inner: unknown = (value as JsonObject)[name];
    const unfit = (Array.isArray(value) ? null : unfitText(name)) ?? unfitIn(inner, levels - 1, budget);
    if (unfit) return unfit;
  }
  return null;
}

function unfitText(text: string): Unfit | null {
  if (text.length > JSON_OBJECT_BYTES_MAX) return "size";
  return isStorable(text) ? null : "value";
}
