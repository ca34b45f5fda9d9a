import { fold, type Instant } from "@cartulary/kernel";
import { types } from "@mikro-orm/core";
import { type Entry, type Row, snake, type Table, type Twins } from "./columns.ts";
import {
  booleanFrom,
  type Dialect,
  instantFrom,
  jsonFrom,
  jsonTo,
  type StoredBoolean,
  type StoredInstant,
  type StoredJson,
} from "./dialect.ts";
import { InstantType, JsonTextType } from "./property-types.ts";

/** Between the core's records and a table's rows, for statements that do not go through the entity manager. */
export interface Rows<T extends Table> {
  /** All columns but the version, folded twins included, to insert or set. What a record has beyond the table is left out. */
  encode(record: Entry<T>): Row<T>;
  /** The record of a row that has at least {@link columns}. */
  decode(row: Partial<Row<T>>): Entry<T>;
  /** What `decode` needs, to be selected: `folders.id`, `folders.name`… */
  columns<Alias extends string>(alias: Alias): readonly `${Alias}.${keyof Row<T> & string}`[];
}

/** The rows of a table on one engine. */
export function rowsOf<T extends Table>(table: T, dialect: Dialect): Rows<T> {
  const properties = propertiesOf(table);
  const visible = properties.filter(({ hidden }) => !hidden);
  const twins = twinsOf(properties);
  return {
    encode(record) {
      const row: Record<string, unknown> = {};
      for (const { name, column, kind } of visible) row[column] = encode(kind, (record as Values)[name], dialect);
      for (const { source, column } of twins) row[column] = foldedOf((record as Values)[source]);
      return row as Row<T>;
    },
    decode: (row) => mapped(visible, ({ name, column, kind }) => [name, decode(kind, (row as Values)[column])]),
    columns: <Alias extends string>(alias: Alias) =>
      visible.map(({ column }) => `${alias}.${column}` as `${Alias}.${keyof Row<T> & string}`),
  };
}

/** To MikroORM, what may be null may be missing. */
type Managed<T extends Table> = { readonly [Key in keyof Entry<T>]?: Entry<T>[Key] | undefined };

/** The record in a row that was read through the entity manager. */
export function entryOf<T extends Table>(table: T, row: Managed<T>): Entry<T> {
  const visible = propertiesOf(table).filter(({ hidden }) => !hidden);
  return mapped(visible, ({ name }) => [name, (row as Values)[name] ?? null]);
}

/** The folded twins that go with a record, for rows that are written through the entity manager. */
export function foldedTwins<T extends Table>(table: T, record: Entry<T>): Twins<T> {
  return mapped(twinsOf(propertiesOf(table)), ({ name, source }) => [name, foldedOf((record as Values)[source])]);
}

type Values = Readonly<Record<string, unknown>>;

type Kind = "instant" | "boolean" | "json" | "plain";

interface Property {
  readonly name: string;
  readonly column: string;
  readonly kind: Kind;
  readonly hidden: boolean;
}

interface Options {
  readonly type?: unknown;
  readonly hidden?: boolean;
}

const known = new WeakMap<Table, readonly Property[]>();

/** Read once for each table: stores ask at every transaction. */
function propertiesOf(table: Table): readonly Property[] {
  const properties = known.get(table) ?? read(table);
  known.set(table, properties);
  return properties;
}

function read(table: Table): readonly Property[] {
  return Object.entries(table.properties as Record<string, Options>).map(([name, { type, hidden = false }]) => ({
    name,
    column: snake(name),
    kind: kindOf(type),
    hidden,
  }));
}

const TWIN = /Fold$/;

function twinsOf(properties: readonly Property[]): readonly (Property & { readonly source: string })[] {
  return properties
    .filter(({ name, hidden }) => hidden && TWIN.test(name))
    .map((property) => ({ ...property, source: property.name.replace(TWIN, "") }));
}

function foldedOf(value: unknown): string | null {
  if (Array.isArray(value)) return JSON.stringify(value.map(foldedOf));
  return typeof value === "string" ? fold(value) : null;
}

const KINDS: ReadonlyMap<string, Kind> = new Map([
  [InstantType.name, "instant"],
  [JsonTextType.name, "json"],
  [types.boolean.name, "boolean"],
]);

/** MikroORM replaces the class by its name once it has read the declaration. */
function kindOf(type: unknown): Kind {
  return KINDS.get(typeof type === "function" ? type.name : String(type)) ?? "plain";
}

function encode(kind: Kind, value: unknown, dialect: Dialect): unknown {
  if (value === null || value === undefined || kind === "plain") return value;
  if (kind === "instant") return dialect.instant(value as Instant);
  return kind === "boolean" ? dialect.boolean(value as boolean) : jsonTo(value);
}

function decode(kind: Kind, value: unknown): unknown {
  if (value === null || kind === "plain") return value;
  if (kind === "instant") return instantFrom(value as StoredInstant);
  return kind === "boolean" ? booleanFrom(value as StoredBoolean) : jsonFrom(value as StoredJson<unknown>);
}

function mapped<Property, Result>(
  properties: readonly Property[],
  entry: (property: Property) => readonly [string, unknown],
): Result {
  // Not `Object.fromEntries`, which takes several times as long: statements of thousands of rows come through here.
  const result: Record<string, unknown> = {};
  for (const property of properties) {
    const [key, value] = entry(property);
    result[key] = value;
  }
  return result as Result;
}
