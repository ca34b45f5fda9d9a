import { CompiledQuery, type Kysely, type QueryResult } from "kysely";
import type { Dialect } from "./dialect.ts";

/** What a statement is built from, and asked of: a transaction, or what stands in for one. */
export interface Source<Tables> {
  readonly db: Kysely<Tables>;
  readonly dialect: Dialect;
  /** Where a text goes that is made already; through `db` when absent. */
  readonly send?: Send;
}

/** Asks one statement of the driver itself. */
export type Send = <Row>(text: string, parameters: readonly unknown[]) => Promise<QueryResult<Row>>;

/** What a statement is given each time: single values, and lists of them. */
type AnyValues = Readonly<Record<string, unknown>>;

/** What `build` makes of a source, of values that it does not see, and of the shape that it does. */
type Build<Tables, Values extends object, Row, Shape> = (
  source: Source<Tables>,
  values: Values,
  shape: Shape,
) => CompiledQuery<Row>;

/**
 * A statement that is built and compiled once for each shape, and from then on only given its values: building the text
 * of a record with its names takes several times as long as SQLite takes to find it.
 *
 * Its text may depend on the shape, which is plain data, on which values there are and on how many elements each list has;
 * on a value it cannot: `build` gets a {@link Slot} in the place of each. So it has to be declared once, beside the
 * stores, where it sees nothing of a request.
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

/** How a statement was asked for the last time: nearly always it is asked for in the same way again. */
interface LastAsked {
  readonly dialect: Dialect;
  readonly shape: unknown;
  readonly arrangement: readonly (readonly [name: string, count: number])[];
  readonly text: Text;
}

/** Whether that has the same text. A shape that is an object may have changed since. */
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

/** How many elements a list has; -1 for what is none. */
const countOf = (value: unknown): number => (Array.isArray(value) ? value.length : -1);

/** As many entries as it may have; one more takes the place of the one that was used longest ago. */
export class RecentlyUsed<Key, Value extends object> {
  readonly #entries = new Map<Key, { readonly value: Value; used: number }>();
  readonly #most: number;
  #uses = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** The entry, which counts as used. */
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

  /** Seldom: looking through all costs less than keeping them in order at each use. */
  #forgetOne(): void {
    const [first, ...others] = this.#entries;
    const oldest = others.reduce((one, other) => (one && one[1].used < other[1].used ? one : other), first);
    if (oldest) this.#entries.delete(oldest[0]);
  }
}

/** Shapes whose texts are kept, of all statements and databases together; those of lists are countless. */
const SHAPES_MAX = 1_000;

let declared = 0;
const texts = new RecentlyUsed<string, Text>(SHAPES_MAX);

/** A statement of one shape. Where a value belongs among the parameters, its slot stands. */
type Text = Pick<CompiledQuery, "sql" | "parameters">;

/** Not what it was compiled from, which takes a hundred times as much memory. */
const textOf = ({ sql, parameters }: CompiledQuery): Text => ({ sql, parameters });

/** Stands for a value while a text is built. What asks it for the value is a bug, and throws. */
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

/** Which values there are, and how many elements each list has. */
function arrangementOf(values: AnyValues): string {
  let arrangement = "";
  for (const name in values) {
    const value = values[name];
    arrangement += Array.isArray(value) ? `${name}:${value.length},` : `${name},`;
  }
  return arrangement;
}

/** What `change` makes of a value before it is sent. */
export function changed<Value, Result>(value: Value, change: (value: Value) => Result): Result {
  if (!(value instanceof Slot)) return change(value);
  return new Slot((values) => change(value.of(values) as Value)) as Result;
}
