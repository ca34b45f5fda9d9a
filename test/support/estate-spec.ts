import { readFileSync } from "node:fs";

/** What a field of a record is, as the specification's table of records has it. */
export interface SpecField {
  readonly type: string;
  readonly nullable?: boolean;
  readonly in?: readonly ("create" | "update" | "reply")[];
  readonly required?: boolean;
  readonly enum?: readonly string[];
}

/** A record of the specification. */
export interface SpecRecord {
  readonly fields: Readonly<Record<string, SpecField>>;
  readonly list_fields?: readonly string[];
  readonly detail_fields?: readonly string[];
  readonly wrapper?: string;
}

/** An operation of the specification. */
export interface SpecOperation {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  readonly path: string;
  readonly scope: "read" | "write" | "admin";
  readonly success: readonly number[];
  readonly request: string | null;
  readonly reply: string | null;
  readonly list: "rental" | null;
  readonly mandataire_header: boolean;
}

interface Spec {
  readonly operations: readonly SpecOperation[];
  readonly records: Readonly<Record<string, SpecRecord>>;
}

const spec: Spec = JSON.parse(readFileSync(new URL("../spec/estate.json", import.meta.url), "utf8"));

/** The collections that are served by now. */
const SERVED = ["properties", "units"];

/** The estate's operations that are delivered. */
export const specOperations: readonly SpecOperation[] = spec.operations.filter(({ path }) =>
  SERVED.includes(path.split("/")[4] ?? ""),
);

/** The record of a name. */
export function specRecord(name: string): SpecRecord {
  const record = spec.records[name];
  if (!record) throw new Error(`The specification has no record ${name}`);
  return record;
}

/** The names of a record's fields that a reply has: of an element of a list, or of the record whole. */
export function repliedNames(name: string, as: "list" | "detail"): readonly string[] {
  const { fields, list_fields, detail_fields } = specRecord(name);
  const all = Object.keys(fields).filter(
    (field) => fields[field]?.in === undefined || fields[field].in.includes("reply"),
  );
  return (as === "list" ? list_fields : detail_fields) ?? all;
}

/** What is wrong with a reply that should be that record; nothing when nothing is. */
export function specProblems(name: string, value: unknown, as: "list" | "detail", at = name): readonly string[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [`${at} is no object`];
  const record = value as Readonly<Record<string, unknown>>;
  const names = repliedNames(name, as);
  const { fields } = specRecord(name);
  return [
    ...names.filter((field) => !Object.hasOwn(record, field)).map((field) => `${at}.${field} is missing`),
    ...Object.keys(record)
      .filter((field) => !names.includes(field))
      .map((field) => `${at}.${field} is in no list of fields`),
    ...names.flatMap((field) => fieldProblems(fields[field] as SpecField, record[field], `${at}.${field}`)),
  ];
}

function fieldProblems(field: SpecField, value: unknown, at: string): readonly string[] {
  if (value === undefined) return [];
  if (value === null) return field.nullable ? [] : [`${at} is null`];
  if (field.enum && !field.enum.includes(String(value))) return [`${at} is ${String(value)}`];
  const [, element] = /^array<(.*)>$/.exec(field.type) ?? [];
  if (element === undefined) return typeProblems(field.type, value, at);
  if (!Array.isArray(value)) return [`${at} is no list`];
  return value.flatMap((each, index) => typeProblems(element, each, `${at}[${index}]`));
}

const SCALARS: Readonly<Record<string, (value: unknown) => boolean>> = {
  uuid: (value) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(String(value)),
  string: (value) => typeof value === "string",
  integer: (value) => Number.isSafeInteger(value),
  number: (value) => Number.isFinite(value),
  boolean: (value) => typeof value === "boolean",
  date: (value) => /^\d{4}-\d\d-\d\d$/.test(String(value)),
  instant: (value) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(String(value)),
  object: (value) => typeof value === "object",
};

/** Records within records are list records where they have two forms: units of a property. */
function typeProblems(type: string, value: unknown, at: string): readonly string[] {
  const isOf = SCALARS[type];
  if (isOf) return isOf(value) ? [] : [`${at} is ${JSON.stringify(value)}, not ${type}`];
  return specProblems(type, value, "list", at);
}
