import { type Member, memberwise } from "@cartulary/kernel";
import type { PostgresQueryResult } from "kysely";
import { type Connection, type FieldDef, type Submittable, types } from "pg";

/** A statement that one connection's server has by name, or will have. */
export interface NamedStatement {
  readonly name: string;
  readonly text: string;
  /** Whether the server has said what its rows have. It refuses to answer others later, and is not asked again. */
  isDescribed: boolean;
  /** Makes a row of the texts of its columns; `null` where there are no rows. */
  rowOf: RowOf | null;
}

type Texts = readonly (string | null)[];
type RowOf = (texts: Texts) => object;

/** What makes the rows of all connections of a pool, by what the server says of their columns: as many as lists of columns. */
export type RowShapes = Map<string, RowOf>;

type ParserOf = (type: number) => (text: string) => unknown;

/** How the rows of a connection are read. */
export interface Reading {
  /** What reads the texts of a type. */
  readonly parserOf: ParserOf;
  readonly shapes: RowShapes;
}

/** What stands in a message to the server without anything that `pg` would have to know of it. */
export type PlainValue = string | number | boolean | bigint | Buffer | null | undefined;

export function arePlain(values: readonly unknown[]): values is readonly PlainValue[] {
  return values.every((value) => typeof value !== "object" || value === null || Buffer.isBuffer(value));
}

export type Callback = (error: Error | null, result?: PostgresQueryResult<object>) => void;

/**
 * What `pg` asks with a name, asked with less ado: the server describes the columns of a statement once and not at every
 * execution, and rows are made by a function that was written for them. `pg` puts together an object of the names at every
 * execution, copies it for each row and looks each name up in it, which took a tenth of all that a page of a list costs.
 */
export class NamedQuery implements Submittable {
  readonly name: string;
  readonly text: string;
  readonly callback: Callback;
  readonly #statement: NamedStatement;
  readonly #values: readonly PlainValue[];
  readonly #reading: Reading;
  readonly #rows: object[] = [];
  #completed = "";
  #failure: Error | null = null;

  constructor(statement: NamedStatement, values: readonly PlainValue[], callback: Callback, reading: Reading) {
    this.name = statement.name;
    this.text = statement.text;
    this.callback = callback;
    this.#statement = statement;
    this.#values = values;
    this.#reading = reading;
  }

  submit(connection: Connection): null {
    const wire = connection as unknown as Wire;
    const { name, text } = this;
    wire.stream.cork();
    try {
      if (wire.parsedStatements[name] === undefined) wire.parse({ name, text });
      wire.bind({ statement: name, values: this.#values, valueMapper: textOf });
      if (!this.#statement.isDescribed) wire.describe({ type: "P", name: "" });
      wire.execute();
      wire.sync();
    } finally {
      wire.stream.uncork();
    }
    return null;
  }

  handleRowDescription({ fields }: { readonly fields: readonly FieldDef[] }): void {
    this.#statement.rowOf = rowsOf(fields, this.#reading);
  }

  handleDataRow({ fields }: { readonly fields: Texts }): void {
    if (this.#failure) return;
    try {
      const row = this.#statement.rowOf?.(fields);
      if (row) this.#rows.push(row);
    } catch (error) {
      this.#failure = error as Error;
    }
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    this.#statement.isDescribed = true;
    this.#completed = text;
  }

  handleEmptyQuery(): void {}

  handleError(error: Error): void {
    this.callback(this.#failure ?? error);
  }

  handleReadyForQuery(): void {
    if (this.#failure) this.callback(this.#failure);
    else this.callback(null, this.#result());
  }

  #result(): PostgresQueryResult<object> {
    const [command = "", ...counts] = this.#completed.split(" ");
    const count = counts.at(-1);
    const result = { command, rowCount: count === undefined ? null : Number(count), rows: this.#rows };
    return result as unknown as PostgresQueryResult<object>;
  }
}

/** A connection as `pg` has it; its declared types know less of it. */
interface Wire {
  readonly stream: { cork(): void; uncork(): void };
  /** The texts that the server has, by name. */
  readonly parsedStatements: Readonly<Record<string, string>>;
  parse(statement: { readonly name: string; readonly text: string }): void;
  bind(bound: {
    readonly statement: string;
    readonly values: readonly PlainValue[];
    readonly valueMapper: (value: PlainValue) => string | Buffer | null;
  }): void;
  describe(what: { readonly type: "P"; readonly name: string }): void;
  execute(): void;
  sync(): void;
}

function textOf(value: PlainValue): string | Buffer | null {
  if (value === null || value === undefined) return null;
  return typeof value === "object" ? value : value.toString();
}

function rowsOf(fields: readonly FieldDef[], { parserOf, shapes }: Reading): RowOf {
  const shape = fields.map(({ name, dataTypeID }) => `${dataTypeID} ${name}`).join("\n");
  const rowOf = shapes.get(shape) ?? memberwise(fields.map((field, index) => memberOf(field, index, parserOf)));
  shapes.set(shape, rowOf);
  return rowOf;
}

function memberOf({ name, dataTypeID }: FieldDef, index: number, parserOf: ParserOf): Member {
  const parse = parserOf(dataTypeID);
  return { name, from: `${index}`, change: parse === TEXT ? null : parse, keepsNull: true };
}

/** What leaves texts as they are. */
const TEXT: unknown = types.getTypeParser(types.builtins.TEXT);
