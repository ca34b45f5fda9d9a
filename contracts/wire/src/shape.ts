import type { FieldError } from "@cartulary/kernel";
import type { z } from "zod";
import { shapeErrors } from "./error.ts";

/** What was sent, read; or what is wrong with its shape, one error a field. */
export type Read<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly errors: readonly [FieldError, ...FieldError[]] };

/** Reads what came over the wire as `schema` says: our names, our types, nothing that the schema does not name. */
export function readShape<Value>(schema: z.ZodType<Value>, sent: unknown): Read<Value> {
  const { success, data, error } = schema.safeDecode(sent);
  if (success) return { ok: true, value: data };
  const [first = UNNAMED, ...more] = shapeErrors(error, sent);
  return { ok: false, errors: [first, ...more] };
}

/** Writes a value for the wire. Throws when it is not what the schema promises: a bug of ours, never the client's. */
export function writeShape<Value>(schema: z.ZodType<Value>, value: Value): unknown {
  return schema.encode(value);
}

const UNNAMED: FieldError = { field: "body", code: "invalid", message: "is invalid" };
