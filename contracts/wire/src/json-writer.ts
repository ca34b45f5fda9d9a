import { createMapper, type FieldMapping } from "@cartulary/kernel";
import { z } from "zod";
import { isOpaqueRecord } from "./bounded-schemas.ts";
import { type Field, wireFieldsOf } from "./casing.ts";
import { formatOf } from "./formats.ts";

/**
 * Writes a value as JSON of the wire form of `schema`: only the schema's fields, under their wire names. Throws if the
 * value does not match the schema, which is a bug of ours.
 *
 * A schema's encoder is compiled once. It handles only the cases that it is sure of; otherwise the schema itself
 * encodes the value and reports errors.
 */
export function writeJson<Value>(schema: z.ZodType<Value>, value: Value): string {
  return JSON.stringify(encodeValue(schema, value));
}

/** Writes each element of a list as JSON. */
export function writeJsonElements(list: z.ZodType, elements: readonly unknown[]): readonly string[] {
  const { element } = list as z.ZodArray<z.ZodType>;
  return elements.map((each) => writeJson(element, each));
}

/**
 * Writes a record as JSON in pieces: the array `field` takes its elements from `pages`, each written after the previous
 * one was consumed. Only for records with the same field names on both sides.
 */
export async function* writeJsonPieces(
  schema: z.ZodType,
  value: object,
  field: string,
  pages: AsyncIterable<readonly unknown[]>,
): AsyncGenerator<string> {
  const fields = Object.entries((schema as z.ZodObject).shape as Readonly<Record<string, z.ZodType>>);
  let before = "{";
  for (const [name, each] of fields) {
    yield `${before}${JSON.stringify(name)}:`;
    before = ",";
    if (name === field) yield* arrayPieces(each, pages);
    else yield writeJson(each, (value as Readonly<Record<string, unknown>>)[name]);
  }
  yield "}";
}

async function* arrayPieces(schema: z.ZodType, pages: AsyncIterable<readonly unknown[]>): AsyncGenerator<string> {
  let before = "[";
  for await (const page of pages) {
    if (page.length === 0) continue;
    yield before + writeJson(schema, page).slice(1, -1);
    before = ",";
  }
  yield before === "[" ? "[]" : "]";
}

function encodeValue<Value>(schema: z.ZodType<Value>, value: Value): unknown {
  try {
    return encoderOf(schema)(value);
  } catch (error) {
    if (error === REJECTED || error === UNSURE) return schema.encode(value);
    throw error;
  }
}

/** Converts a value to its wire form. Throws {@link REFUSED}, or {@link UNSURE} if only the schema can decide. */
type Encoder = (value: unknown) => unknown;

const REJECTED = new TypeError("The schema rejects the value");
const UNSURE = new TypeError("Only the schema can decide");

const encoders = new WeakMap<z.core.$ZodType, Encoder>();

function encoderOf(schema: z.core.$ZodType): Encoder {
  const known = encoders.get(schema);
  if (known) return known;
  const encoder = newEncoder(schema as z.core.$ZodTypes) ?? bySchema(schema);
  encoders.set(schema, encoder);
  return encoder;
}

/** Returns `null` for a kind of schema that encodes its values itself. */
function newEncoder(schema: z.core.$ZodTypes): Encoder | null {
  const { def } = schema._zod;
  if (def.type === "string") return textEncoder(schema as z.core.$ZodString);
  if (def.checks?.length) return null;
  switch (def.type) {
    case "number":
      return "format" in def && def.format === "safeint" ? encodeInteger : null;
    case "boolean":
      return encodeFlag;
    case "literal":
      return choiceEncoder(def.values);
    case "enum":
      return choiceEncoder(Object.values(def.entries));
    case "nullable":
      return nullableEncoder(encoderOf(def.innerType));
    case "array":
      return arrayEncoder(encoderOf(def.element));
    case "union":
      return def.inclusive === false ? null : unionEncoder(def.options.map(encoderOf));
    case "record":
      return isOpaqueRecord(schema) ? encodeOpaque : null;
    case "object":
      return def.catchall ? null : objectEncoder(Object.entries(def.shape).map(([name, field]) => [name, name, field]));
    case "optional":
      return encoderOf(def.innerType);
    case "pipe":
      return objectEncoder(wireFieldsOf(schema) ?? []);
    default:
      return null;
  }
}

/** Encodes with the schema itself: correct for every kind, but slow. */
function bySchema(schema: z.core.$ZodType): Encoder {
  return (value) => {
    const { success, data } = z.safeEncode(schema, value);
    if (!success) throw REJECTED;
    return data;
  };
}

function textEncoder(schema: z.core.$ZodString): Encoder | null {
  const { format: name, checks = [], coerce } = schema._zod.def as z.core.$ZodStringFormatDef;
  if (name === undefined) return coerce || checks.length > 0 ? null : encodeText;
  const format = formatOf(schema);
  if (!format) return null;
  const { pattern, changes } = format;
  return (value) => {
    if (typeof value !== "string" || !pattern.test(value)) throw REJECTED;
    for (const { tx } of changes) if (tx(value) !== value) throw UNSURE;
    return value;
  };
}

const encodeText: Encoder = (value) => {
  if (typeof value === "string") return value;
  throw REJECTED;
};

const encodeInteger: Encoder = (value) => {
  if (Number.isSafeInteger(value)) return value;
  throw REJECTED;
};

const encodeFlag: Encoder = (value) => {
  if (typeof value === "boolean") return value;
  throw REJECTED;
};

const encodeOpaque: Encoder = (value) => {
  if (z.core.util.isPlainObject(value)) return value;
  throw UNSURE;
};

function choiceEncoder(values: readonly unknown[]): Encoder | null {
  if (!values.every((value) => typeof value === "string")) return null;
  const choices = new Set<unknown>(values);
  return (value) => {
    if (choices.has(value)) return value;
    throw REJECTED;
  };
}

const nullableEncoder =
  (encode: Encoder): Encoder =>
  (value) =>
    value === null ? null : encode(value);

function arrayEncoder(encode: Encoder): Encoder {
  return (value) => {
    if (!Array.isArray(value)) throw REJECTED;
    const encoded: unknown[] = [];
    for (const element of value) encoded.push(encode(element));
    return encoded;
  };
}

/** Uses the first option that accepts the value. */
function unionEncoder(options: readonly Encoder[]): Encoder {
  return (value) => {
    for (const encode of options) {
      try {
        return encode(value);
      } catch (error) {
        if (error !== REJECTED) throw error;
      }
    }
    throw REJECTED;
  };
}

/**
 * Encodes own properties in schema order. Throws {@link UNSURE} for objects with another prototype. `null` for schemas
 * with names of `Object.prototype`.
 */
function objectEncoder(fields: readonly Field[]): Encoder | null {
  if (fields.length === 0 || fields.some(([ours]) => ours in Object.prototype)) return null;
  const encode = createMapper<object, object>(fields.map(memberOf));
  const optional = fields.filter(([, , schema]) => isOptional(schema)).map(([ours]) => ours);
  return (value) => {
    if (typeof value !== "object" || value === null) throw REJECTED;
    if (Object.getPrototypeOf(value) !== Object.prototype) throw UNSURE;
    for (const name of optional) {
      if ((value as Readonly<Record<string, unknown>>)[name] === undefined && name in value) throw UNSURE;
    }
    return encode(value);
  };
}

/** Absent values stay absent, because JSON omits undefined properties. */
function memberOf([from, name, schema]: Field): FieldMapping {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === "nullable" && !def.checks?.length) {
    return { name, from, change: encoderOf(def.innerType), mapsNull: true };
  }
  const encode = encoderOf(schema);
  if (!isOptional(schema)) return { name, from, change: encode };
  return { name, from, change: (value) => (value === undefined ? undefined : encode(value)) };
}

const isOptional = (schema: z.core.$ZodType): boolean => (schema as z.core.$ZodTypes)._zod.def.type === "optional";
