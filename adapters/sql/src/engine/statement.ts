import { CompiledQuery, type Kysely, type QueryResult } from "kysely";
import type { Dialect } from "./dialect.ts";

/** The inputs to build and run a statement: a transaction, or access to single statements. */
export interface Source<Tables> {
  readonly db: Kysely<Tables>;
  readonly dialect: Dialect;
  /** Runs compiled statements; if absent, `db` runs them. */
  readonly send?: Send;
}

/** Runs one compiled statement directly on the driver. */
export type Send = <Row>(text: string, parameters: readonly unknown[]) => Promise<QueryResult<Row>>;

/** The values of one execution: single values and lists. */
type AnyValues = Readonly<Record<string, unknown>>;

/** Builds a statement from placeholders for its values, and from the shape. */
type Build<Tables, Values extends object, Row, Shape> = (
  source: Source<Tables>,
  values: Values,
  shape: Shape,
) => CompiledQuery<Row>;

/**
 * Returns a statement that is built and compiled once for each shape, then only executed with values: building the text
 * of a record with its column names takes several times as long as SQLite takes to find the record.
 *
 * The text may depend on the shape, which is plain data, on the names of the values and on the length of each list. It
 * cannot depend on a value: `build` receives a {@link Slot} for each. Declare statements at module level, where no
 * request is visible.
 */
export function statement<Tables, Values extends object, Row, Shape = undefined>(
  build: Build<Tables, Values, Row, Shape>,
): (source: Source<Tables>, values: Values, shape: Shape) => Promise<QueryResult<Row>> {
  declared += 1;
  const number = declared;
  let last: LastAsked | null = null;

  function textFor(source: Source<Tables>, values: AnyValues, shape: Shape): Text {
    const { dialect } = source;
    const key = `${number} ${dialect.name} ${arrangementOf(values)} ${JSON.stringify(shape)}`;
    let text = texts.get(key);
    if (!text) {
      text = textOf(build({ db: source.db, dialect }, slotsOf(values) as Values, shape));
      texts.set(key, text);
    }
    last = { dialect, shape, arrangement: Object.entries(values).map(([name, value]) => [name, countOf(value)]), text };
    return text;
  }

  return (source, values, shape) => {
    const all = values as AnyValues;
    const text = last && isLike(last, source.dialect, all, shape) ? last.text : textFor(source, all, shape);
    const parameters = text.parameters.map((each) => (each instanceof Slot ? each.of(all) : each));
    if (source.send) return source.send<Row>(text.sql, parameters);
    return source.db.executeQuery(CompiledQuery.raw(text.sql, parameters) as CompiledQuery<Row>);
  };
}

/** The previous execution of a statement; the next one nearly always has the same text. */
interface LastAsked {
  readonly dialect: Dialect;
  readonly shape: unknown;
  readonly arrangement: readonly (readonly [name: string, count: number])[];
  readonly text: Text;
}

/** Returns true if the text is the same. An object shape may have changed, so it never matches. */
function isLike(last: LastAsked, dialect: Dialect, values: AnyValues, shape: unknown): boolean {
  if (last.dialect !== dialect || last.shape !== shape || (typeof shape === "object" && shape !== null)) return false;
  let index = 0;
  for (const name in values) {
    const known = last.arrangement[index];
    if (known?.[0] !== name || known[1] !== countOf(values[name])) return false;
    index += 1;
  }
  return index === last.arrangement.length;
}

/** The length of a list; -1 for a single value. */
const countOf = (value: unknown): number => (Array.isArray(value) ? value.length : -1);

/** A cache with a maximum size. A new entry replaces the least recently used one. */
export class LruCache<Key, Value extends object> {
  readonly #entries = new Map<Key, { readonly value: Value; used: number }>();
  readonly #most: number;
  #uses = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Returns the entry and marks it as used. */
  get(key: Key): Value | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    entry.used = this.#nextUse();
    return entry.value;
  }

  set(key: Key, value: Value): void {
    this.#entries.set(key, { value, used: this.#nextUse() });
    if (this.#entries.size > this.#most) this.#forgetOne();
  }

  #nextUse(): number {
    this.#uses += 1;
    return this.#uses;
  }

  /** Runs rarely, so a linear search costs less than maintaining an order at each use. */
  #forgetOne(): void {
    const [first, ...others] = this.#entries;
    const oldest = others.reduce((one, other) => (one && one[1].used < other[1].used ? one : other), first);
    if (oldest) this.#entries.delete(oldest[0]);
  }
}

/** The maximum number of cached texts, for all statements and databases; lists have countless shapes. */
const SHAPES_MAX = 1_000;

let declared = 0;
const texts = new LruCache<string, Text>(SHAPES_MAX);

/** The compiled statement of one shape. Slots mark the positions of values in the parameters. */
type Text = Pick<CompiledQuery, "sql" | "parameters">;

/** Drops the query tree, which takes a hundred times as much memory. */
const textOf = ({ sql, parameters }: CompiledQuery): Text => ({ sql, parameters });

/** A placeholder for a value while a text is built. Throws if the code reads the value, which is a bug. */
class Slot {
  readonly of: (values: AnyValues) => unknown;

  constructor(of: (values: AnyValues) => unknown) {
    this.of = of;
  }

  [Symbol.toPrimitive](): never {
    throw new TypeError("The text of a statement cannot depend on a value: make it part of the shape");
  }

  toJSON(): never {
    return this[Symbol.toPrimitive]();
  }
}

function slotsOf(all: AnyValues): AnyValues {
  const slots = Object.entries(all).map(([name, value]) => [
    name,
    Array.isArray(value)
      ? value.map((_, index) => new Slot((values) => (values[name] as readonly unknown[])[index]))
      : new Slot((values) => values[name]),
  ]);
  return Object.fromEntries(slots);
}

/** Describes the names of the values and the length of each list. */
function arrangementOf(values: AnyValues): string {
  let arrangement = "";
  for (const name in values) {
    const value = values[name];
    arrangement += Array.isArray(value) ? `${name}:${value.length},` : `${name},`;
  }
  return arrangement;
}

/** Changes a value before it is sent, or its placeholder while the text is built. */
export function transformValue<Value, Result>(value: Value, change: (value: Value) => Result): Result {
  if (!(value instanceof Slot)) return change(value);
  return new Slot((values) => change(value.of(values) as Value)) as Result;
}
