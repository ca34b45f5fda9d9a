import type { Instant } from "@cartulary/kernel";
import { type EntitySchemaWithMeta, type Platform, p, Type, UuidType } from "@mikro-orm/core";
import { SqlitePlatform } from "@mikro-orm/sql";
import {
  BOOLEAN,
  type Codec,
  type Dialect,
  INSTANT,
  INTEGER,
  JSON_TEXT,
  postgres,
  type StoredBoolean,
  type StoredInstant,
  type StoredJson,
  sqlite,
} from "./dialect.ts";

/**
 * What a column holds for a value of the core. The entity manager and the statements of `rowsOf` both ask this; a column
 * without one holds the value as it is.
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
    return this.codec.compared ?? super.compareAsType();
  }
}

/** What columns hold, by which their types are known on both engines. */
export type Kind = keyof Dialect["types"];

/** What a property's column holds; `type` as MikroORM has it. */
export function kindOf(type: unknown): Kind {
  if (type instanceof ColumnType) return type.codec.column;
  return type === UuidType || type instanceof UuidType ? "id" : "text";
}

const dialectOf = (platform: Platform): Dialect => (platform instanceof SqlitePlatform ? sqlite : postgres);

/** A UUID, branded. */
export const id = <Value extends string>() => p.uuid().$type<Value>();

/** Text of any length. What lists search or sort by has a {@link folded} twin beside it: `name` and `nameFold`. */
export const text = <Value extends string = string>() => p.text().$type<Value>();

/**
 * The folded twin of the text whose name stands before `Fold` (kernel, `fold`). Nobody writes or reads it by hand:
 * `rowsOf(table).encode` and `foldedTwins` fill it, the list compiler searches and orders by it.
 */
export const folded = () => p.text().hidden();

/** The folded twins of a list of texts, as JSON text; for the rest as {@link folded}. */
export const foldedList = () => p.text().hidden().default("[]");

/** A whole number that JavaScript holds exactly. Never numbered by the database. */
export const integer = <Value extends number = number>() =>
  p.type(new ColumnType(INTEGER)).runtimeType("number").autoincrement(false).$type<Value>();

export const boolean = () => p.type(new ColumnType(BOOLEAN)).runtimeType("boolean").$type<boolean>();

/** A point in time, to the millisecond; an {@link Instant} in the core. */
export const instant = () => p.type(new ColumnType(INSTANT)).runtimeType("string").$type<Instant>();

/** A value without columns of its own: a list of words, a free-form object. Keys keep their order. */
export const json = <Value extends object>() => p.type(new ColumnType(JSON_TEXT)).runtimeType("any").$type<Value>();

/** Counts the changes of a row: the optimistic lock of rows that are written through the entity manager. */
export const version = () => p.type(new ColumnType(INTEGER)).runtimeType("number").version().hidden();

/** `metadataUser` as a column name: `metadata_user`. */
export type Snake<Key extends string> = Key extends `${infer Head}${infer Tail}`
  ? Head extends Lowercase<Head>
    ? `${Head}${Snake<Tail>}`
    : `_${Lowercase<Head>}${Snake<Tail>}`
  : Key;

/** The column of a property. */
export function snake<Key extends string>(key: Key): Snake<Key> {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as Snake<Key>;
}

/** A table, as `defineEntity` made it. */
// biome-ignore lint/suspicious/noExplicitAny: the library's own constraint on what an entity is.
export type Table = EntitySchemaWithMeta<string, string, any, never, any>;

type Properties<T extends Table> = T["properties"];

type Value<Property> = Property extends { "~type"?: { value: infer Runtime } } ? Runtime : never;
type Null<Property> = Property extends { "~options": { nullable: true } } ? null : never;
type Visible<T extends Table> = {
  [Key in keyof Properties<T>]: Properties<T>[Key] extends { "~options": { hidden: true } } ? never : Key;
}[keyof Properties<T>] &
  string;

/** What a column holds for a value of the core. */
type Stored<Runtime> = Runtime extends Instant
  ? StoredInstant
  : Runtime extends boolean
    ? StoredBoolean
    : Runtime extends string | number
      ? Runtime
      : StoredJson<Runtime>;

/** A row as statements see it: snake_case columns, values as the drivers give and take them. */
export type Row<T extends Table> = {
  [Key in keyof Properties<T> & string as Snake<Key>]: Stored<Value<Properties<T>[Key]>> | Null<Properties<T>[Key]>;
};

/** A row as the core sees it: without folded twins and version. */
export type Entry<T extends Table> = {
  readonly [Key in Visible<T>]: Value<Properties<T>[Key]> | Null<Properties<T>[Key]>;
};

/** The folded twins of a table. */
export type Twins<T extends Table> = {
  readonly [Key in keyof Properties<T> & `${string}Fold`]: string | Null<Properties<T>[Key]>;
};

/** Kysely's view of some tables, derived from their entities and from nothing else. */
export type Database<T extends Table> = { [Each in T as Each["tableName"]]: Row<Each> };
