import type { Kysely } from "kysely";
import type { Entry, Row, Table } from "./columns.ts";
import type { Dialect } from "./dialect.ts";
import { rowsOf } from "./rows.ts";
import { type Source, statement } from "./statement.ts";

/** What is asked about one row of a table with a key `id`, whose records go without an entity manager. */
export interface RowStatements<T extends Table> {
  /** The record, locked until the transaction ends. */
  lock(source: AnySource, id: string): Promise<Entry<T> | null>;
  insert(source: AnySource, record: Entry<T>): Promise<void>;
  /** Replaces the whole record. */
  update(source: AnySource, record: Entry<T>): Promise<void>;
}

interface AnySource {
  // biome-ignore lint/suspicious/noExplicitAny: whatever tables the source sees, the one that is asked about is among them.
  readonly db: Kysely<any>;
  readonly dialect: Dialect;
}

/** The statements of a table, each a text that is made once. */
export function rowStatements<T extends Table>(table: T): RowStatements<T> {
  const name: string = table.tableName;
  const locking = statement(({ db, dialect }: Source<Tables>, { id }: { readonly id: string }) => {
    const row = db.selectFrom(name).select(rowsOf(table, dialect).columns(name)).where("id", "=", id);
    return row.modifyEnd(dialect.forUpdate).compile();
  });
  const inserting = statement(({ db }: Source<Tables>, row: Values) => db.insertInto(name).values(row).compile());
  const updating = statement(({ db }: Source<Tables>, { id, ...row }: Values) =>
    db.updateTable(name).set(row).where("id", "=", id).compile(),
  );
  const encoded = (dialect: Dialect, record: Entry<T>) => rowsOf(table, dialect).encode(record) as Values;
  return {
    async lock(source, id) {
      const [row] = (await locking(source, { id }, undefined)).rows;
      return row ? rowsOf(table, source.dialect).decode(row as Partial<Row<T>>) : null;
    },
    async insert(source, record) {
      await inserting(source, encoded(source.dialect, record), undefined);
    },
    async update(source, record) {
      await updating(source, encoded(source.dialect, record), undefined);
    },
  };
}

type Values = Readonly<Record<string, unknown>>;
type Tables = Record<string, Record<string, unknown>>;
