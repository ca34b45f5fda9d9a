import type { FieldError } from "./errors.ts";
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

function problemOf(object: JsonObject): Omit<FieldError, "field"> | null {
  if (!fits(object, JSON_OBJECT_DEPTH_MAX)) {
    return {
      code: "invalid",
      message: `is nested deeper than ${JSON_OBJECT_DEPTH_MAX} levels or holds a character or number that cannot be kept`,
    };
  }
  if (utf8Length(JSON.stringify(object)) > JSON_OBJECT_BYTES_MAX) {
    return { code: "too_long", message: `is too long (maximum is ${JSON_OBJECT_BYTES_MAX} bytes)` };
  }
  return null;
}

/** Goes no deeper than it allows, so that no input can exhaust the stack. */
function fits(value: unknown, levels: number): boolean {
  if (typeof value === "string") return isStorable(value);
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object" || value === null) return true;
  if (levels === 0) return false;
  return Object.entries(value).every(([key, inner]) => isStorable(key) && fits(inner, levels - 1));
}
