import { type Instant, instantOf, millisecondsOf } from "@cartulary/kernel";
import { type RawBuilder, sql } from "kysely";

/** What a column of instants holds: milliseconds on SQLite; on Postgres text going in, milliseconds coming out. */
export interface StoredInstant {
  readonly stored: "instant";
}

/** What a column of booleans holds: 0 and 1 on SQLite, booleans on Postgres. Read it with {@link booleanFrom}. */
export interface StoredBoolean {
  readonly stored: "boolean";
}

/** JSON text, keys in the order in which they were given. Read it with {@link jsonFrom}. */
export interface StoredJson<Value> {
  readonly stored: "json";
  readonly value?: Value;
}

/** Everything in which the two engines differ, for stores and migrations. */
export interface Dialect {
  readonly name: "sqlite" | "postgres";

  /** Column types for migrations, by the property kinds of columns.ts. Text compares by bytes on both engines. */
  readonly types: Readonly<Record<"id" | "text" | "integer" | "boolean" | "instant" | "json", string>>;
  /** What stands after the closing parenthesis of `create table`. */
  readonly tableOptions: string;

  /** Where `part` first stands in `text`, in characters from 1; 0 where it does not. Never read as a pattern. */
  position(text: RawBuilder<unknown>, part: string): RawBuilder<number>;

  /** UTF-8 bytes of a column of text or JSON, null too; neither engine reads the value for it. */
  byteLength(column: RawBuilder<unknown>): RawBuilder<number | null>;

  /** The same civil day (text) so many months later; the last of its month where that is too short (kernel, addMonths). */
  plusMonths(day: RawBuilder<unknown>, months: RawBuilder<unknown>): RawBuilder<string>;

  /** Values as parameters of a statement. */
  instant(instant: Instant): StoredInstant;
  boolean(value: boolean): StoredBoolean;

  /**
   * Row locks, as the end of a select (`.modifyEnd(dialect.forUpdate)`). Nothing on SQLite, where a writing transaction
   * has the database to itself from its first moment.
   */
  readonly forUpdate: RawBuilder<unknown>;
  /** Only what is read under this name is locked, not what is joined to it. */
  forUpdateOf(name: string): RawBuilder<unknown>;
  readonly forShare: RawBuilder<unknown>;
  /** Locks those rows that nobody else has locked, and leaves the others out. */
  readonly forUpdateSkipLocked: RawBuilder<unknown>;
}

/** SQLite. Tables are STRICT: the declared types are kept to. */
export const sqlite: Dialect = {
  name: "sqlite",
  types: { id: "text", text: "text", integer: "integer", boolean: "integer", instant: "integer", json: "text" },
  tableOptions: "strict",
  position: (text, part) => sql<number>`instr(${text}, ${part})`,
  byteLength: (column) => sql`octet_length(${column})`,
  plusMonths: (day, months) => sql<string>`date(${day}, '+' || (${months}) || ' months', 'floor')`,
  instant: (instant) => millisecondsOf(instant) as unknown as StoredInstant,
  boolean: (value) => (value ? 1 : 0) as unknown as StoredBoolean,
  forUpdate: sql``,
  forUpdateOf: () => sql``,
  forShare: sql``,
  forUpdateSkipLocked: sql``,
};

/** PostgreSQL. Text is collated "C", so that no column's order depends on how the database was made. */
export const postgres: Dialect = {
  name: "postgres",
  types: {
    id: "uuid",
    text: 'text collate "C"',
    integer: "bigint",
    boolean: "boolean",
    instant: "timestamptz(3)",
    json: "json",
  },
  tableOptions: "",
  position: (text, part) => sql<number>`strpos(${text}, ${part})`,
  // There is none of JSON, which is kept as the text that it is.
  byteLength: (column) => sql`octet_length(cast(${column} as text))`,
  plusMonths: (day, months) =>
    sql<string>`to_char(cast(${day} as date) + make_interval(months => cast(${months} as integer)), 'YYYY-MM-DD')`,
  instant: (instant) => instant as unknown as StoredInstant,
  boolean: (value) => value as unknown as StoredBoolean,
  forUpdate: sql`for update`,
  forUpdateOf: (name) => sql`for update of ${sql.id(name)}`,
  forShare: sql`for share`,
  forUpdateSkipLocked: sql`for update skip locked`,
};

/** What is made once for each engine. */
export function perDialect<Made>(make: (dialect: Dialect) => Made): (dialect: Dialect) => Made {
  const known = new WeakMap<Dialect, { readonly made: Made }>();
  return (dialect) => {
    const found = known.get(dialect) ?? { made: make(dialect) };
    known.set(dialect, found);
    return found.made;
  };
}

/** The instant in a column. Both drivers answer milliseconds. */
export function instantFrom(stored: StoredInstant): Instant {
  return instantOf(stored as unknown as number);
}

/** The boolean in a column. */
export function booleanFrom(stored: StoredBoolean): boolean {
  return Boolean(stored as unknown as boolean | 0 | 1);
}

/** A value as a parameter for a column of JSON. */
export function jsonTo<Value>(value: Value): StoredJson<Value> {
  return JSON.stringify(value) as unknown as StoredJson<Value>;
}

/** The value in a column of JSON, nobody else's. Both drivers answer text, which mostly says that there is nothing. */
export function jsonFrom<Value>(stored: StoredJson<Value>): Value {
  const text = stored as unknown as string;
  return (text === "{}" ? {} : text === "[]" ? [] : JSON.parse(text)) as Value;
}

/** How values of one kind stand in a column. */
export interface Codec<Value, Stored> {
  readonly column: keyof Dialect["types"];
  /** What MikroORM compares them as; as JSON where it is absent. */
  readonly compared?: string;
  encode(value: Value, dialect: Dialect): Stored;
  decode(stored: Stored): Value;
}

export const INSTANT: Codec<Instant, StoredInstant> = {
  column: "instant",
  encode: (value, dialect) => dialect.instant(value),
  decode: instantFrom,
};

export const BOOLEAN: Codec<boolean, StoredBoolean> = {
  column: "boolean",
  compared: "boolean",
  encode: (value, dialect) => dialect.boolean(value),
  decode: booleanFrom,
};

export const JSON_TEXT: Codec<unknown, StoredJson<unknown>> = { column: "json", encode: jsonTo, decode: jsonFrom };

export const INTEGER: Codec<number, number> = {
  column: "integer",
  compared: "number",
  encode: (value) => value,
  decode: (stored) => stored,
};
