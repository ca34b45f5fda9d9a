import type { FieldError } from "@cartulary/kernel";
import type { z } from "zod";
import { type Field, wireFieldsOf } from "./casing.ts";
import { shapeErrors } from "./error.ts";
import { type Format, formatOf } from "./formats.ts";

/** The decoded value, or its shape errors, one per field. */
export type ReadResult<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly errors: readonly [FieldError, ...FieldError[]] };

/** Decodes a wire value with `schema`: core names and types, without unknown fields. */
export function readShape<Value>(schema: z.ZodType<Value>, sent: unknown): ReadResult<Value> {
  const quickly = textsReaderOf(schema)?.(sent);
  if (quickly) return { ok: true, value: quickly as Value };
  const { success, data, error } = schema.safeDecode(sent);
  if (success) return { ok: true, value: data };
  const [first = UNNAMED, ...more] = shapeErrors(error, sent);
  return { ok: false, errors: [first, ...more] };
}

/** Encodes a value for the wire. Throws if it does not match the schema, which is a bug of ours. */
export function writeShape<Value>(schema: z.ZodType<Value>, value: Value): unknown {
  return schema.encode(value);
}

const UNNAMED: FieldError = { field: "body", code: "invalid", message: "is invalid" };

/**
 * Reads an object of formatted texts only, like the parameters of most paths and lists; `null` if only the schema can
 * decide.
 */
type TextsReader = (sent: unknown) => Readonly<Record<string, string>> | null;

const textsReaders = new WeakMap<z.core.$ZodType, TextsReader | null>();

function textsReaderOf(schema: z.core.$ZodType): TextsReader | null {
  const known = textsReaders.get(schema);
  if (known !== undefined) return known;
  const fields = wireFieldsOf(schema)?.map(formattedField);
  const reader = fields?.every((field) => field !== null) ? textsReader(fields) : null;
  textsReaders.set(schema, reader);
  return reader;
}

interface FormattedField {
  readonly ours: string;
  readonly theirs: string;
  readonly format: Format;
  readonly isOptional: boolean;
}

function formattedField([ours, theirs, schema]: Field): FormattedField | null {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const isOptional = def.type === "optional" && !def.checks?.length;
  const format = formatOf(isOptional ? def.innerType : schema);
  return format && { ours, theirs, format, isOptional };
}

const textsReader =
  (fields: readonly FormattedField[]): TextsReader =>
  (sent) => {
    if (typeof sent !== "object" || sent === null || Array.isArray(sent)) return null;
    const read: Record<string, string> = {};
    for (const { ours, theirs, format, isOptional } of fields) {
      if (isOptional && !(theirs in sent)) continue;
      const text = (sent as Readonly<Record<string, unknown>>)[theirs];
      if (typeof text !== "string" || !format.pattern.test(text)) return null;
      read[ours] = format.changes.reduce((changed, { tx }) => tx(changed), text);
    }
    return read;
  };
