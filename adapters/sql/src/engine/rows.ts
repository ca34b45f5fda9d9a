import { fold, memberwise } from "@cartulary/kernel";
import { ColumnType, type Entry, type Kind, kindOf, type Row, snake, type Table, type Twins } from "./columns.ts";
import type { Codec, Dialect } from "./dialect.ts";

/** Records of a table's rows, by some of its columns. */
export interface Part<T extends Table, Own> {
  /** The record of a row that has at least {@link columns}. */
  decode(row: Partial<Row<T>>): Own;
  /** What `decode` needs, to be selected: `folders.id`, `folders.name`… */
  columns<Alias extends string>(alias: Alias): readonly `${Alias}.${keyof Row<T> & string}`[];
}

/** Between the core's records and a table's rows, for statements that do not go through the entity manager. */
export interface Rows<T extends Table> extends Part<T, Entry<T>> {
  /** All columns but the version, folded twins included, to insert or set. What a record has beyond the table is left out. */
  encode(record: Entry<T>): Row<T>;
  /** Records without these fields. */
  without<Name extends keyof Entry<T>>(names: readonly Name[]): Part<T, Omit<Entry<T>, Name>>;
  /** The record of a row where these columns are named with a prefix in front, one of a few that statements are written with. */
  decodeAfter(prefix: string, row: object): Entry<T>;
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
  const { visible, twins } = declared(table);
  const decoders = new Map<string, (row: object) => Entry<T>>();
  const encoded = visible.map(({ name, column, codec }) => ({
    name: column,
    from: name,
    change: encoder(codec, dialect),
    keepsNull: true,
  }));
  const folded = twins.map(({ source, column }) => ({ name: column, from: source, change: foldedOf }));
  return {
    encode: memberwise([...encoded, ...folded]),
    ...partOf(visible),
    without: (names) => partOf(visible.filter(({ name }) => !(names as readonly string[]).includes(name))),
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

/** Makes records of rows. */
function decoderOf<Own>(properties: readonly Property[]): (row: object) => Own {
  return memberwise(
    properties.map(({ name, column, codec }) => ({
      name,
      from: column,
      change: codec?.decode ?? null,
      keepsNull: true,
    })),
  );
}

/** To MikroORM, what may be null may be missing. */
type Managed<T extends Table> = { readonly [Key in keyof Entry<T>]?: Entry<T>[Key] | undefined };

/** The record in a row that was read through the entity manager. */
export function entryOf<T extends Table>(table: T, row: Managed<T>): Entry<T> {
  return declared(table).entry(row) as Entry<T>;
}

/** The folded twins that go with a record, for rows that are written through the entity manager. */
export function foldedTwins<T extends Table>(table: T, record: Entry<T>): Twins<T> {
  return declared(table).folded(record) as Twins<T>;
}

/** What each column of a table holds, folded twins included. */
export function kindsOf(table: Table): ReadonlyMap<string, Kind> {
  return declared(table).kinds;
}

interface Property {
  readonly name: string;
  readonly column: string;
  /** `null` where a value stands in its column as it is. */
  readonly codec: Codec<unknown, unknown> | null;
  readonly kind: Kind;
  readonly hidden: boolean;
}

interface Options {
  readonly type?: unknown;
  /** Where MikroORM keeps the type, once it has read the declaration. */
  readonly customType?: unknown;
  readonly hidden?: boolean;
}

/** What a table's declaration comes to. */
interface Declared {
  readonly visible: readonly Property[];
  readonly twins: readonly Twin[];
  readonly kinds: ReadonlyMap<string, Kind>;
  entry(row: object): object;
  folded(record: object): object;
}

const known = new WeakMap<Table, Declared>();

/** Read once for each table: stores ask at every transaction. */
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
    entry: memberwise(visible.map(({ name }) => ({ name, from: name, change: (value) => value ?? null }))),
    folded: memberwise(twins.map(({ name, source }) => ({ name, from: source, change: foldedOf }))),
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

/** A column that holds another one's folded text. */
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
