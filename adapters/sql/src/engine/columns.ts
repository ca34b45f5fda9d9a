import type { Instant } from "@cartulary/kernel";
import { type EntitySchemaWithMeta, type Platform, p, Type, UuidType } from "@mikro-orm/core";
import {
  BOOLEAN,
  type Codec,
  type Dialect,
  INSTANT,
  INTEGER,
  JSON_TEXT,
  type Kind,
  type StoredBoolean,
  type StoredInstant,
  type StoredJson,
} from "./dialect.ts";

/**
 * Encodes values of the core for a column and decodes them, for the entity manager and for statements of `rowsOf`. A
 * column without a `ColumnType` stores values unchanged.
 */
export class ColumnType<Value, Stored> extends Type<Value | null, Stored | null> {
  readonly codec: Codec<Value, Stored>;

  constructor(codec: Codec<Value, Stored>) {
    super();
    this.codec = codec;
  }

  override convertToDatabaseValue(value: Value | null, platform: Platform): Stored | null {
    return value === null || value === undefined ? null : this.codec.encode(value, dialectOf(platform));
  }

  override convertToJSValue(stored: Stored | null): Value | null {
    return stored === null || stored === undefined ? null : this.codec.decode(stored);
  }

  override getColumnType(_property: unknown, platform: Platform): string {
    return dialectOf(platform).types[this.codec.column];
  }

  override compareAsType(): string {
    return this.codec.comparable ?? super.compareAsType();
  }
}

/** The kind of a property's column; `type` is the property's MikroORM type. */
export function kindOf(type: unknown): Kind {
  if (type instanceof ColumnType) return type.codec.column;
  return type === UuidType || type instanceof UuidType ? "id" : "text";
}

const dialects = new WeakMap<object, Dialect>();

/** Registers the dialect of a MikroORM platform. The adapter of each engine calls this once. */
export function registerDialect(platform: abstract new () => Platform, dialect: Dialect): void {
  dialects.set(platform, dialect);
}

function dialectOf(platform: Platform): Dialect {
  const dialect = dialects.get(platform.constructor);
  if (!dialect) throw new Error(`No dialect is registered for ${platform.constructor.name}`);
  return dialect;
}

/** A UUID, branded. */
export const id = <Value extends string>() => p.uuid().$type<Value>();

/** Text of any length. If lists search or sort by it, it also has a {@link foldedText}: `name` and `nameFold`. */
export const text = <Value extends string = string>() => p.text().$type<Value>();

/**
 * The folded column of the text whose property name precedes `Fold` (kernel, `fold`). `rowsOf(table).encode` and
 * `foldedColumns` fill it; the list compiler searches and sorts by it.
 */
export const foldedText = () => p.text().hidden();

/** The folded texts of a list, as a JSON array; otherwise like {@link foldedText}. */
export const foldedList = () => p.text().hidden().default("[]");

/** An integer that JavaScript represents exactly. The database never generates it. */
export const integer = <Value extends number = number>() =>
  p.type(new ColumnType(INTEGER)).runtimeType("number").autoincrement(false).$type<Value>();

export const boolean = () => p.type(new ColumnType(BOOLEAN)).runtimeType("boolean").$type<boolean>();

/** A point in time, to the millisecond; an {@link Instant} in the core. */
export const instant = () => p.type(new ColumnType(INSTANT)).runtimeType("string").$type<Instant>();

/** A value stored as JSON: a list of words, a free-form object. Keys preserve their order. */
export const json = <Value extends object>() => p.type(new ColumnType(JSON_TEXT)).runtimeType("any").$type<Value>();

/** Counts the changes of a row, for optimistic locking by the entity manager. */
export const version = () => p.type(new ColumnType(INTEGER)).runtimeType("number").version().hidden();

/** The column name of a property, as a type: `metadata_user` for `metadataUser`. */
export type Snake<Key extends string> = Key extends `${infer Head}${infer Tail}`
  ? Head extends Lowercase<Head>
    ? `${Head}${Snake<Tail>}`
    : `_${Lowercase<Head>}${Snake<Tail>}`
  : Key;

/** Returns the column name of a property. */
export function snake<Key extends string>(key: Key): Snake<Key> {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as Snake<Key>;
}

/** A table declared with `defineEntity`. */
// biome-ignore lint/suspicious/noExplicitAny: the library's own constraint on what an entity is.
export type Table = EntitySchemaWithMeta<string, string, any, never, any>;

type Properties<T extends Table> = T["properties"];

type Value<Property> = Property extends { "~type"?: { value: infer Runtime } } ? Runtime : never;
type Null<Property> = Property extends { "~options": { nullable: true } } ? null : never;
type Visible<T extends Table> = {
  [Key in keyof Properties<T>]: Properties<T>[Key] extends { "~options": { hidden: true } } ? never : Key;
}[keyof Properties<T>] &
  string;

/** The stored form of a value; `unknown` if the table's type is unknown. */
type Stored<Runtime> = unknown extends Runtime
  ? unknown
  : Runtime extends Instant
    ? StoredInstant
    : Runtime extends boolean
      ? StoredBoolean
      : Runtime extends string | number
        ? Runtime
        : StoredJson<Runtime>;

/** A row as statements read and write it: columns in snake_case, values in the form of the drivers. */
export type Row<T extends Table> = {
  [Key in keyof Properties<T> & string as Snake<Key>]: Stored<Value<Properties<T>[Key]>> | Null<Properties<T>[Key]>;
};

/** A row in the form of the core: without folded columns and version. */
export type Entry<T extends Table> = {
  readonly [Key in Visible<T>]: Value<Properties<T>[Key]> | Null<Properties<T>[Key]>;
};

/** The folded columns of a table. */
export type FoldedColumns<T extends Table> = {
  readonly [Key in keyof Properties<T> & `${string}Fold`]: string | Null<Properties<T>[Key]>;
};

/** Kysely's database type of some tables, derived from their entities. */
export type Database<T extends Table> = { [Each in T as Each["tableName"]]: Row<Each> };
