import { readFileSync } from "node:fs";
import type { Fields } from "./records.ts";

/** The type of a record's field in the specification's table. */
interface SpecField {
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
  readonly scope: "read" | "write" | "admin" | "connector-key";
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

/** As far as each part is delivered. */
const parts = ["estate", "incidents", "payments"].map(
  (part): Spec => JSON.parse(readFileSync(new URL(`../spec/${part}.json`, import.meta.url), "utf8")),
);

const spec: Spec = {
  operations: parts.flatMap(({ operations }) => operations),
  records: Object.assign({}, ...parts.map(({ records }) => records)),
};

/** The collections that are served by now. */
const SERVED = [
  "properties",
  "units",
  "ownerships",
  "owners",
  "tenants",
  "contacts",
  "service_providers",
  "leases",
  "mandates",
  "index_values",
  "lease_terms",
  "lease_parties",
  "billing_runs",
  "incidents",
  "rent_calls",
  "owner_payouts",
  "security_deposits",
  "supplier_invoices",
  "charge_statements",
  "payments",
  "bank_transactions",
];

/** The estate's operations that are delivered, and what programs do for it. */
export const specOperations: readonly SpecOperation[] = spec.operations.filter(
  ({ path }) => SERVED.includes(path.split("/")[4] ?? "") || path.startsWith("/portal/"),
);

/** The record of a name. */
export function specRecord(name: string): SpecRecord {
  const record = spec.records[name];
  if (!record) throw new Error(`The specification has no record ${name}`);
  return record;
}

/** The names of a record's fields that a reply has: of an element of a list, or of the record whole. */
function repliedNames(name: string, as: "list" | "detail"): readonly string[] {
  const { fields, list_fields, detail_fields } = specRecord(name);
  const all = Object.keys(fields).filter(
    (field) => fields[field]?.in === undefined || fields[field].in.includes("reply"),
  );
  return (as === "list" ? list_fields : detail_fields) ?? all;
}

/** The fields of a reply that is that record: of an element of a list, or of the record whole. */
export function fieldsOf(name: string, as: "list" | "detail"): Fields {
  const { fields } = specRecord(name);
  const short: Readonly<Record<string, SpecField>> = as === "list" ? (LISTED_OTHERWISE[name] ?? {}) : {};
  return Object.fromEntries(
    repliedNames(name, as).map((field) => [field, kindOf(short[field] ?? (fields[field] as SpecField))]),
  );
}

/** The fields that a list answers in another form than the full record, by the table's notes. */
const LISTED_OTHERWISE: Readonly<Record<string, Readonly<Record<string, SpecField>>>> = {
  Lease: { units: { type: "array<LeaseUnitRef>" } },
};

const WORDS: Readonly<Record<string, string>> = { string: "text", date: "day" };
const SCALARS = ["uuid", "string", "integer", "number", "boolean", "date", "instant", "object"];

/** Records within records are list records where they have two forms: units of a property. */
function kindOf({ type, nullable }: SpecField): Fields[string] {
  const [, element] = /^array<(.*)>$/.exec(type) ?? [];
  const word = (of: string) => (WORDS[of] ?? of) as "text";
  if (element !== undefined) return { list: SCALARS.includes(element) ? word(element) : fieldsOf(element, "list") };
  if (SCALARS.includes(type)) return nullable ? (`${word(type)}?` as "text?") : word(type);
  return nullable ? { nullable: fieldsOf(type, "list") } : { record: fieldsOf(type, "list") };
}

/** Values of the wrong shape for the fields of an input, and the code of each. */
export function misshapenIn(name: string, as: "create" | "update"): readonly (readonly [string, unknown, string])[] {
  const { fields } = specRecord(name);
  return Object.entries(fields)
    .filter(([, field]) => field.in?.includes(as))
    .flatMap(([name, field]) => [
      ...wrongValues(field).map(([value, code]) => [name, value, code] as const),
      ...(field.nullable ? [] : [[name, null, "blank"] as const]),
      ...(field.required && as === "create" ? [[name, undefined, "blank"] as const] : []),
    ]);
}

const WRONG: Readonly<Record<string, readonly (readonly [unknown, string])[]>> = {
  uuid: [
    ["not-a-uuid", "invalid"],
    [7, "invalid"],
  ],
  string: [
    [7, "invalid"],
    [["x"], "invalid"],
  ],
  integer: [
    ["2026", "not_a_number"],
    [1.5, "not_a_number"],
  ],
  number: [["2026", "not_a_number"]],
  boolean: [["yes", "invalid"]],
  date: [
    ["2026-02-30", "invalid"],
    [7, "invalid"],
  ],
};

function wrongValues({ type, enum: words }: SpecField): readonly (readonly [unknown, string])[] {
  if (words && type.startsWith("array")) return [[["nonsense"], "inclusion"]];
  if (words) return [["nonsense", "inclusion"]];
  return WRONG[type] ?? [["x", "invalid"]];
}

/** The fields of an input, as replies name them. */
export function ownNames(name: string): readonly string[] {
  return Object.keys(specRecord(name).fields).map((field) =>
    field.replace(/_(\w)/g, (_, letter) => letter.toUpperCase()),
  );
}

const ELEMENT = /^(?:array<)?(\w+?)>?$/;

/** The paths of all fields that an input may have, in snake_case, those within records and arrays too: `units[].id`. */
export function writablePaths(name: string, as: "create" | "update"): readonly string[] {
  return Object.entries(specRecord(name).fields).flatMap(([field, { type, in: when }]) => {
    if (when && !when.includes(as)) return [];
    const [, element = type] = ELEMENT.exec(type) ?? [];
    const at = type.startsWith("array<") ? `${field}[].` : `${field}.`;
    return [field, ...(SCALARS.includes(element) ? [] : writablePaths(element, as).map((path) => at + path))];
  });
}
