import type { z } from "zod";
import { wireShape } from "./casing.ts";

/** A text field of a form, in sending order. */
export interface FormField {
  readonly name: string;
  readonly value: string;
}

/**
 * Reads form fields like the JSON form of the same request. Form values are text, so each is converted to the type in
 * `schema`; a value that cannot be converted is left for the schema to reject.
 *
 * Lists are JSON text or repeated fields (`tag_list`, `tag_list[]`), objects JSON text or `metadata_user[key]=value`,
 * booleans true, false, 1, 0, t, f; an empty id is null. Unknown fields are dropped, and the last of repeated values
 * wins.
 */
export function readForm(schema: z.ZodType, fields: readonly FormField[]): Record<string, unknown> {
  const read = Object.entries(wireShape(schema)).map(([name, field]) => {
    const own = fields.filter((sent) => formFieldOf(sent.name) === name);
    return own.length === 0 ? [] : [[name, READERS[kindOf(field)](own)] as const];
  });
  return Object.fromEntries(read.flat());
}

/** Writes a body in wire form as form fields. */
export function writeForm(body: Readonly<Record<string, unknown>>): readonly FormField[] {
  return Object.entries(body).map(([name, value]) => ({ name, value: formText(value) }));
}

/** Returns the field of a form name: `metadata_user` for `metadata_user[color]`. */
export function formFieldOf(name: string): string {
  return name.replace(/\[.*$/s, "");
}

function formText(value: unknown): string {
  if (value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

type Kind = "text" | "identifier" | "number" | "boolean" | "list" | "object";

/** Returns the kind of a field, inside `.nullable()` and the like. */
function kindOf(schema: z.ZodType): Kind {
  const def = schema.def as { readonly type: string; readonly format?: string; readonly innerType?: z.ZodType };
  if (def.innerType) return kindOf(def.innerType);
  if (def.type === "string") return def.format === "guid" ? "identifier" : "text";
  return KINDS[def.type] ?? "text";
}

const KINDS: Readonly<Record<string, Kind>> = {
  number: "number",
  boolean: "boolean",
  array: "list",
  record: "object",
};

const TRUTHS: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["1", true],
  ["t", true],
  ["false", false],
  ["0", false],
  ["f", false],
]);

const READERS: Readonly<Record<Kind, (fields: readonly FormField[]) => unknown>> = {
  text: (fields) => last(fields),
  identifier: (fields) => last(fields) || null,
  number: (fields) => (/^-?\d{1,16}$/.test(last(fields)) ? Number(last(fields)) : last(fields)),
  boolean: (fields) => TRUTHS.get(last(fields)) ?? last(fields),
  list: readList,
  object: readObject,
};

const last = (fields: readonly FormField[]): string => fields.at(-1)?.value ?? "";

function readList(fields: readonly FormField[]): unknown {
  const [only, ...more] = fields;
  const parsed = only && more.length === 0 ? parsedJson(only.value) : undefined;
  return Array.isArray(parsed) ? parsed : fields.map(({ value }) => value);
}

const KEY = /^[^[\]]+\[([^[\]]+)\]$/;

/** Reads one JSON text or one field per key; a mixture is invalid. */
function readObject(fields: readonly FormField[]): unknown {
  const keys = fields.map(({ name, value }) => [KEY.exec(name)?.[1], value] as const);
  if (keys.every(([key]) => key !== undefined)) return Object.fromEntries(keys);
  const value = last(fields);
  return fields.every(({ name }) => !name.includes("[")) ? (parsedJson(value) ?? value) : value;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
