import { fold } from "@cartulary/kernel";
import { ColumnType, type Entry, type Row, snake, type Table, type Twins } from "./columns.ts";
import type { Codec, Dialect } from "./dialect.ts";

/** Between the core's records and a table's rows, for statements that do not go through the entity manager. */
export interface Rows<T extends Table> {
  /** All columns but the version, folded twins included, to insert or set. What a record has beyond the table is left out. */
  encode(record: Entry<T>): Row<T>;
  /** The record of a row that has at least {@link columns}. */
  decode(row: Partial<Row<T>>): Entry<T>;
  /** The same of a row where these columns are named with a prefix in front, one of a few that statements are written with. */
  decodeAfter(prefix: string, row: object): Entry<T>;
  /** What `decode` needs, to be selected: `folders.id`, `folders.name`… */
  columns<Alias extends string>(alias: Alias): readonly `${Alias}.${keyof Row<T> & string}`[];
}

const rowsKnown = new WeakMap<Dialect, WeakMap<Table, Rows<Table>>>();

/** The rows of a table on one engine. */
export function rowsOf<T extends Table>(table: T, dialect: Dialect): Rows<T> {
  const ofDialect = rowsKnown.get(dialect) ?? new WeakMap<Table, Rows<Table>>();
  const rows = ofDialect.get(table) ?? rowsIn(table, dialect);
  rowsKnown.set(dialect, ofDialect.set(table, rows));
  return rows as unknown as Rows<T>;
}

function rowsIn<T extends Table>(table: T, dialect: Dialect): Rows<T> {
  const properties = propertiesOf(table);
  const visible = properties.filter(({ hidden }) => !hidden);
  const twins = twinsOf(properties);
  const decoders = new Map<string, (row: object) => Entry<T>>();
  return {
    encode(record) {
      const row: Record<string, unknown> = {};
      for (const { name, column, codec } of visible) row[column] = encode(codec, (record as Values)[name], dialect);
      for (const { source, column } of twins) row[column] = foldedOf((record as Values)[source]);
      return row as Row<T>;
    },
    decode: decoderOf(visible),
    decodeAfter(prefix, row) {
      const decode =
        decoders.get(prefix) ?? decoderOf(visible.map((each) => ({ ...each, column: prefix + each.column })));
      decoders.set(prefix, decode);
      return decode(row);
    },
    columns: <Alias extends string>(alias: Alias) =>
      visible.map(({ column }) => `${alias}.${column}` as `${Alias}.${keyof Row<T> & string}`),
  };
}

/** Makes records of rows: field by field, without anything in between, for a page has hundreds of them. */
function decoderOf<T extends Table>(properties: readonly Property[]): (row: object) => Entry<T> {
  return (row) => {
    const record: Record<string, unknown> = {};
    for (const { name, column, codec } of properties) {
      const stored = (row as Values)[column];
      record[name] = codec === null || stored === null ? stored : codec.decode(stored);
    }
    return record as Entry<T>;
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

interface Property {
  readonly name: string;
  readonly column: string;
  /** `null` where a value stands in its column as it is. */
  readonly codec: Codec<unknown, unknown> | null;
  readonly hidden: boolean;
}

interface Options {
  readonly type?: unknown;
  /** Where MikroORM keeps the type, once it has read the declaration. */
  readonly customType?: unknown;
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
  return Object.entries(table.properties as Record<string, Options>).map(
    ([name, { type, customType = type, hidden = false }]) => ({
      name,
      column: snake(name),
      codec: customType instanceof ColumnType ? customType.codec : null,
      hidden,
    }),
  );
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

function encode(codec: Codec<unknown, unknown> | null, value: unknown, dialect: Dialect): unknown {
  return codec === null || value === null || value === undefined ? value : codec.encode(value, dialect);
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
