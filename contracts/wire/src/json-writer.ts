import { z } from "zod";
import { isOpaqueRecord } from "./bounded.ts";
import { type Field, renamedFields } from "./casing.ts";
import { formatOf } from "./formats.ts";

/**
 * Writes a value as the JSON of what `schema` encodes it to: what the schema names, under the names of the wire, and
 * nothing else. Throws when the value is not what the schema promises: a bug of ours, never the client's.
 *
 * A schema's writer is made once, of what the schema consists of, and puts the text together without an object in
 * between. It writes only what it is sure of; the schema itself encodes whatever else there is.
 */
export function writeJson<Value>(schema: z.ZodType<Value>, value: Value): string {
  return writerOf(schema)(value) ?? JSON.stringify(schema.encode(value));
}

/** The JSON of a value; `null` where the schema refuses it, `undefined` where only the schema can tell. */
type Writer = (value: unknown) => string | null | undefined;

const writers = new WeakMap<z.core.$ZodType, Writer>();

function writerOf(schema: z.core.$ZodType): Writer {
  const known = writers.get(schema);
  if (known) return known;
  const writer = newWriter(schema as z.core.$ZodTypes) ?? encodedWriter(schema);
  writers.set(schema, writer);
  return writer;
}

/** `null` for a kind of schema that writes its values itself. */
function newWriter(schema: z.core.$ZodTypes): Writer | null {
  const { def } = schema._zod;
  if (def.type === "string") return textWriter(schema as z.core.$ZodString);
  if (def.checks?.length) return null;
  switch (def.type) {
    case "number":
      return "format" in def && def.format === "safeint" ? writeInteger : null;
    case "boolean":
      return writeFlag;
    case "literal":
      return choiceWriter(def.values);
    case "enum":
      return choiceWriter(Object.values(def.entries));
    case "nullable":
      return nullableWriter(writerOf(def.innerType));
    case "array":
      return arrayWriter(writerOf(def.element));
    case "union":
      return def.inclusive === false ? null : unionWriter(def.options.map(writerOf));
    case "record":
      return isOpaqueRecord(schema) ? writeOpaque : null;
    case "object":
      return def.catchall ? null : objectWriter(Object.entries(def.shape).map(([name, field]) => [name, name, field]));
    case "optional":
      return writerOf(def.innerType);
    case "pipe":
      return objectWriter(renamedFields(schema) ?? []);
    default:
      return null;
  }
}

/** By way of the schema: right for every kind, and slow. */
function encodedWriter(schema: z.core.$ZodType): Writer {
  return (value) => {
    const { success, data } = z.safeEncode(schema, value);
    return success ? JSON.stringify(data) : null;
  };
}

function textWriter(schema: z.core.$ZodString): Writer | null {
  const { format: name, checks = [], coerce } = schema._zod.def as z.core.$ZodStringFormatDef;
  if (name === undefined) return coerce || checks.length > 0 ? null : writeText;
  const format = formatOf(schema);
  if (!format) return null;
  const { pattern, changes } = format;
  return (value) => {
    if (typeof value !== "string" || !pattern.test(value)) return null;
    return changes.every(({ tx }) => tx(value) === value) ? JSON.stringify(value) : undefined;
  };
}

const writeText: Writer = (value) => (typeof value === "string" ? JSON.stringify(value) : null);
const writeInteger: Writer = (value) => (Number.isSafeInteger(value) ? String(value) : null);
const writeFlag: Writer = (value) => (typeof value === "boolean" ? String(value) : null);
const writeOpaque: Writer = (value) => (z.core.util.isPlainObject(value) ? JSON.stringify(value) : undefined);

function choiceWriter(values: readonly unknown[]): Writer | null {
  if (!values.every((value) => typeof value === "string")) return null;
  const texts = new Map<unknown, string>(values.map((value) => [value, JSON.stringify(value)]));
  return (value) => texts.get(value) ?? null;
}

const nullableWriter =
  (write: Writer): Writer =>
  (value) =>
    value === null ? "null" : write(value);

function arrayWriter(write: Writer): Writer {
  return (value) => {
    if (!Array.isArray(value)) return null;
    let text = "";
    for (const element of value) {
      const written = write(element);
      if (typeof written !== "string") return written;
      text += text === "" ? written : `,${written}`;
    }
    return `[${text}]`;
  };
}

/** The first option that takes the value, as long as all before it refuse it. */
function unionWriter(options: readonly Writer[]): Writer {
  return (value) => {
    for (const write of options) {
      const written = write(value);
      if (written !== null) return written;
    }
    return null;
  };
}

/** One field of an object. */
interface Member {
  readonly ours: string;
  /** Its name as it stands in the text: `"created_at":`. */
  readonly head: string;
  readonly isOptional: boolean;
  readonly write: Writer;
}

function memberOf([ours, theirs, schema]: Field): Member {
  const { type } = (schema as z.core.$ZodTypes)._zod.def;
  return { ours, head: `${JSON.stringify(theirs)}:`, isOptional: type === "optional", write: writerOf(schema) };
}

/**
 * In the order of the schema. What counts is what a value has itself: of one that is no plain object, and of names that
 * every object inherits, the schema tells.
 */
function objectWriter(fields: readonly Field[]): Writer | null {
  if (fields.length === 0 || fields.some(([ours]) => ours in Object.prototype)) return null;
  const members = fields.map(memberOf);
  return (value) => {
    if (typeof value !== "object" || value === null) return null;
    if (Object.getPrototypeOf(value) !== Object.prototype) return undefined;
    const source = value as Readonly<Record<string, unknown>>;
    let text = "";
    let isSure = true;
    for (const { ours, head, isOptional, write } of members) {
      const field = source[ours];
      if (field === undefined && isOptional) {
        isSure &&= !(ours in source);
        continue;
      }
      const written = write(field);
      if (written === null) return null;
      if (written === undefined) isSure = false;
      else text += text === "" ? head + written : `,${head}${written}`;
    }
    return isSure ? `{${text}}` : undefined;
  };
}
