import { type Member, memberwise } from "@cartulary/kernel";
import { z } from "zod";
import { isOpaqueRecord } from "./bounded.ts";
import { type Field, renamedFields } from "./casing.ts";
import { formatOf } from "./formats.ts";

/**
 * Writes a value as the JSON of what `schema` encodes it to: what the schema names, under the names of the wire, and
 * nothing else. Throws when the value is not what the schema promises: a bug of ours, never the client's.
 *
 * A schema's encoder is made once, of what the schema consists of. It encodes only what it is sure of; the schema itself
 * encodes whatever else there is, and says what is wrong with what it refuses.
 */
export function writeJson<Value>(schema: z.ZodType<Value>, value: Value): string {
  return JSON.stringify(encodedSurely(schema, value));
}

/** The same of each element of a list, one text for each. */
export function writeJsonElements(list: z.ZodType, elements: readonly unknown[]): readonly string[] {
  const { element } = list as z.ZodArray<z.ZodType>;
  return elements.map((each) => writeJson(element, each));
}

/**
 * The same of a record, piece by piece: the array `field`, which is empty in the value, has the elements of all pages, each
 * page written once the one before it was taken. Only of records that are called the same on both sides.
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

function encodedSurely<Value>(schema: z.ZodType<Value>, value: Value): unknown {
  try {
    return encoderOf(schema)(value);
  } catch (error) {
    if (error === REFUSED || error === UNSURE) return schema.encode(value);
    throw error;
  }
}

/** What a value is on the wire. Throws {@link REFUSED}, or {@link UNSURE} where only the schema can tell. */
type Encoder = (value: unknown) => unknown;

const REFUSED = new TypeError("The schema refuses the value");
const UNSURE = new TypeError("Only the schema can tell");

const encoders = new WeakMap<z.core.$ZodType, Encoder>();

function encoderOf(schema: z.core.$ZodType): Encoder {
  const known = encoders.get(schema);
  if (known) return known;
  const encoder = newEncoder(schema as z.core.$ZodTypes) ?? bySchema(schema);
  encoders.set(schema, encoder);
  return encoder;
}

/** `null` for a kind of schema that encodes its values itself. */
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
      return objectEncoder(renamedFields(schema) ?? []);
    default:
      return null;
  }
}

/** Right for every kind, and slow. */
function bySchema(schema: z.core.$ZodType): Encoder {
  return (value) => {
    const { success, data } = z.safeEncode(schema, value);
    if (!success) throw REFUSED;
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
    if (typeof value !== "string" || !pattern.test(value)) throw REFUSED;
    for (const { tx } of changes) if (tx(value) !== value) throw UNSURE;
    return value;
  };
}

const encodeText: Encoder = (value) => {
  if (typeof value === "string") return value;
  throw REFUSED;
};

const encodeInteger: Encoder = (value) => {
  if (Number.isSafeInteger(value)) return value;
  throw REFUSED;
};

const encodeFlag: Encoder = (value) => {
  if (typeof value === "boolean") return value;
  throw REFUSED;
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
    throw REFUSED;
  };
}

const nullableEncoder =
  (encode: Encoder): Encoder =>
  (value) =>
    value === null ? null : encode(value);

function arrayEncoder(encode: Encoder): Encoder {
  return (value) => {
    if (!Array.isArray(value)) throw REFUSED;
    const encoded: unknown[] = [];
    for (const element of value) encoded.push(encode(element));
    return encoded;
  };
}

/** The first option that takes the value, as long as all before it refuse it. */
function unionEncoder(options: readonly Encoder[]): Encoder {
  return (value) => {
    for (const encode of options) {
      try {
        return encode(value);
      } catch (error) {
        if (error !== REFUSED) throw error;
      }
    }
    throw REFUSED;
  };
}

/**
 * In the order of the schema. What counts is what a value has itself: of one that is no plain object, and of names that
 * every object inherits, the schema tells.
 */
function objectEncoder(fields: readonly Field[]): Encoder | null {
  if (fields.length === 0 || fields.some(([ours]) => ours in Object.prototype)) return null;
  const encode = memberwise<object, object>(fields.map(memberOf));
  const optional = fields.filter(([, , schema]) => isOptional(schema)).map(([ours]) => ours);
  return (value) => {
    if (typeof value !== "object" || value === null) throw REFUSED;
    if (Object.getPrototypeOf(value) !== Object.prototype) throw UNSURE;
    for (const name of optional) {
      if ((value as Readonly<Record<string, unknown>>)[name] === undefined && name in value) throw UNSURE;
    }
    return encode(value);
  };
}

/** What is absent is left out, as JSON leaves out what is undefined. */
function memberOf([from, name, schema]: Field): Member {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === "nullable" && !def.checks?.length) {
    return { name, from, change: encoderOf(def.innerType), keepsNull: true };
  }
  const encode = encoderOf(schema);
  if (!isOptional(schema)) return { name, from, change: encode };
  return { name, from, change: (value) => (value === undefined ? undefined : encode(value)) };
}

const isOptional = (schema: z.core.$ZodType): boolean => (schema as z.core.$ZodTypes)._zod.def.type === "optional";
