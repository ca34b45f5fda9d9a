import { createMapper, fold } from "@cartulary/kernel";
import { ColumnType, type Entry, type FoldedColumns, kindOf, type Row, snake, type Table } from "./columns.ts";
import type { Codec, Dialect, Kind } from "./dialect.ts";

/** Decodes records from some columns of a table. */
export interface Part<T extends Table, Own> {
  /** Decodes a row that has at least {@link columns}. */
  decode(row: Partial<Row<T>>): Own;
  /** The columns that `decode` needs: `folders.id`, `folders.name`… */
  columns<Alias extends string>(alias: Alias): readonly `${Alias}.${keyof Row<T> & string}`[];
}

/** Encodes and decodes rows of a table, for statements that bypass the entity manager. */
export interface Rows<T extends Table> extends Part<T, Entry<T>> {
  /** Encodes all columns except the version, folded columns included. Ignores fields that the table does not have. */
  encode(record: Entry<T>): Row<T>;
  omit<Name extends keyof Entry<T>>(names: readonly Name[]): Part<T, Omit<Entry<T>, Name>>;
  /** Decodes a row whose column names have a prefix. Decoders are cached by prefix: use only a few prefixes. */
  decodeAfter(prefix: string, row: object): Entry<T>;
}

const rowsKnown = new WeakMap<Dialect, WeakMap<Table, Rows<Table>>>();

/** Returns the codec of a table on one engine. */
export function rowsOf<T extends Table>(table: T, dialect: Dialect): Rows<T> {
  const ofDialect = rowsKnown.get(dialect) ?? new WeakMap<Table, Rows<Table>>();
  const rows = ofDialect.get(table) ?? rowsIn(table, dialect);
  rowsKnown.set(dialect, ofDialect.set(table, rows));
  return rows as unknown as Rows<T>;
}

function rowsIn<T extends Table>(table: T, dialect: Dialect): Rows<T> {
  const { visible, twins } = declared(table);
  const decoders = new Map<string, (row: object) => Entry<T>>();
  const encoded = visible.map(({ name, column, codec }) => ({
    name: column,
    from: name,
    change: encoder(codec, dialect),
    mapsNull: true,
  }));
  const folded = twins.map(({ source, column }) => ({ name: column, from: source, change: foldedOf }));
  return {
    encode: createMapper([...encoded, ...folded]),
    ...partOf(visible),
    omit: (names) => partOf(visible.filter(({ name }) => !(names as readonly string[]).includes(name))),
    decodeAfter(prefix, row) {
      const decode =
        decoders.get(prefix) ?? decoderOf(visible.map((each) => ({ ...each, column: prefix + each.column })));
      decoders.set(prefix, decode);
      return decode(row);
    },
  };
}

function partOf<T extends Table, Own>(properties: readonly Property[]): Part<T, Own> {
  return {
    decode: decoderOf(properties),
    columns: <Alias extends string>(alias: Alias) =>
      properties.map(({ column }) => `${alias}.${column}` as `${Alias}.${keyof Row<T> & string}`),
  };
}

function decoderOf<Own>(properties: readonly Property[]): (row: object) => Own {
  return createMapper(
    properties.map(({ name, column, codec }) => ({
      name,
      from: column,
      change: codec?.decode ?? null,
      mapsNull: true,
    })),
  );
}

/** In MikroORM's types, a nullable property is optional. */
type Managed<T extends Table> = { readonly [Key in keyof Entry<T>]?: Entry<T>[Key] | undefined };

/** The record of a row that the entity manager read. */
export function entryOf<T extends Table>(table: T, row: Managed<T>): Entry<T> {
  return declared(table).entry(row) as Entry<T>;
}

/** The folded columns of a record, for rows that the entity manager writes. */
export function foldedColumns<T extends Table>(table: T, record: Entry<T>): FoldedColumns<T> {
  return declared(table).folded(record) as FoldedColumns<T>;
}

/** The kind of each column of a table, folded columns included. */
export function kindsOf(table: Table): ReadonlyMap<string, Kind> {
  return declared(table).kinds;
}

interface Property {
  readonly name: string;
  readonly column: string;
  /** `null` if the column stores values unchanged. */
  readonly codec: Codec<unknown, unknown> | null;
  readonly kind: Kind;
  readonly hidden: boolean;
}

interface Options {
  readonly type?: unknown;
  /** The type after MikroORM has read the declaration. */
  readonly customType?: unknown;
  readonly hidden?: boolean;
}

/** The codecs of a table, derived from its declaration. */
interface Declared {
  readonly visible: readonly Property[];
  readonly twins: readonly Twin[];
  readonly kinds: ReadonlyMap<string, Kind>;
  entry(row: object): object;
  folded(record: object): object;
}

const known = new WeakMap<Table, Declared>();

/** Cached for each table, because every transaction needs it. */
function declared(table: Table): Declared {
  const found = known.get(table) ?? declaredBy(propertiesOf(table));
  known.set(table, found);
  return found;
}

function declaredBy(properties: readonly Property[]): Declared {
  const visible = properties.filter(({ hidden }) => !hidden);
  const twins = twinsOf(properties);
  return {
    visible,
    twins,
    kinds: new Map(properties.map(({ column, kind }) => [column, kind])),
    entry: createMapper(visible.map(({ name }) => ({ name, from: name, change: (value) => value ?? null }))),
    folded: createMapper(twins.map(({ name, source }) => ({ name, from: source, change: foldedOf }))),
  };
}

function propertiesOf(table: Table): readonly Property[] {
  return Object.entries(table.properties as Record<string, Options>).map(
    ([name, { type, customType = type, hidden = false }]) => ({
      name,
      column: snake(name),
      codec: customType instanceof ColumnType ? customType.codec : null,
      kind: kindOf(customType),
      hidden,
    }),
  );
}

const TWIN = /Fold$/;

/** A column with the folded text of another property. */
interface Twin extends Property {
  readonly source: string;
}

function twinsOf(properties: readonly Property[]): readonly Twin[] {
  return properties
    .filter(({ name, hidden }) => hidden && TWIN.test(name))
    .map((property) => ({ ...property, source: property.name.replace(TWIN, "") }));
}

function foldedOf(value: unknown): string | null {
  if (Array.isArray(value)) return JSON.stringify(value.map(foldedOf));
  return typeof value === "string" ? fold(value) : null;
}

function encoder(codec: Codec<unknown, unknown> | null, dialect: Dialect): ((value: unknown) => unknown) | null {
  return codec && ((value) => (value === undefined ? value : codec.encode(value, dialect)));
}
