import type { Expression, ExpressionBuilder, Kysely, SqlBool } from "kysely";
import type { Entry, Row, Table } from "../engine/columns.ts";
import type { Dialect } from "../engine/dialect.ts";
import { rowsOf } from "../engine/row-codec.ts";
import { type Source, statement } from "../engine/statement.ts";

/** Reads and writes single records of a table, without an entity manager. */
export interface RowStore<Stored> {
  find(id: string): Promise<Stored | null>;
  /** Finds the record and locks it until the transaction ends. */
  lock(id: string): Promise<Stored | null>;
  insert(record: Stored): Promise<void>;
  /** Replaces the whole record. */
  update(record: Stored): Promise<void>;
  remove(id: string): Promise<void>;
}

/** Converts between a record and the entry of its table, if they differ. */
interface Conversion<T extends Table, Stored> {
  entryOf(record: Stored): Entry<T>;
  recordOf(entry: Entry<T>): Stored;
}

interface AnySource {
  // biome-ignore lint/suspicious/noExplicitAny: the table belongs to the database of any source that the store receives.
  readonly db: Kysely<any>;
  readonly dialect: Dialect;
}

/**
 * Returns the store of a table with the key `id` for a transaction; its statements are compiled once. A store with more
 * methods spreads it; of a table without `id`, only `insert` works.
 */
export function rowStore<T extends Table, Stored = Entry<T>>(
  table: T,
  ...[conversion]: Entry<T> extends Stored ? [Conversion<T, Stored>?] : [Conversion<T, Stored>]
): (transaction: AnySource) => RowStore<Stored> {
  const storeIn = scopedRowStore(table, [], conversion);
  return (transaction) => storeIn(transaction, {});
}

/** Returns the store of a table whose key has other columns before `id`: the rows with these values in them. */
export function scopedRowStore<T extends Table, Stored, Column extends string>(
  table: T,
  columns: readonly Column[],
  conversion?: Conversion<T, Stored>,
): (transaction: AnySource, scope: Readonly<Record<Column, string>>) => RowStore<Stored> {
  const entryOf = conversion?.entryOf ?? ((record: Stored) => record as unknown as Entry<T>);
  const recordOf = conversion?.recordOf ?? ((entry: Entry<T>) => entry as unknown as Stored);
  const { finding, inserting, updating, removing } = statementsOf(table, [...columns, "id"]);

  return (transaction, scope) => {
    const rows = rowsOf(table, transaction.dialect);
    const found = async (id: string, locked: boolean) => {
      const [row] = (await finding(transaction, { ...scope, id }, locked)).rows;
      return row ? recordOf(rows.decode(row as Partial<Row<T>>)) : null;
    };
    const encoded = (record: Stored) => rows.encode(entryOf(record)) as Values;
    return {
      find: (id) => found(id, false),
      lock: (id) => found(id, true),
      insert: async (record) => void (await inserting(transaction, encoded(record), undefined)),
      update: async (record) => void (await updating(transaction, encoded(record), undefined)),
      remove: async (id) => void (await removing(transaction, { ...scope, id }, undefined)),
    };
  };
}

type Values = Readonly<Record<string, unknown>>;
type Tables = Record<string, Record<string, unknown>>;

function statementsOf<T extends Table>(table: T, key: readonly string[]) {
  const name: string = table.tableName;
  return {
    finding: statement(({ db, dialect }: Source<Tables>, values: Values, locked: boolean) => {
      const row = db.selectFrom(name).select(rowsOf(table, dialect).columns(name)).where(hasKey(key, values));
      return (locked ? row.modifyEnd(dialect.forUpdate) : row).compile();
    }),
    inserting: statement(({ db }: Source<Tables>, row: Values) => db.insertInto(name).values(row).compile()),
    updating: statement(({ db }: Source<Tables>, row: Values) => {
      const changes = Object.fromEntries(Object.entries(row).filter(([column]) => !key.includes(column)));
      return db.updateTable(name).set(changes).where(hasKey(key, row)).compile();
    }),
    removing: statement(({ db }: Source<Tables>, values: Values) =>
      db.deleteFrom(name).where(hasKey(key, values)).compile(),
    ),
  };
}

/** The condition that the key of a row has these values. */
const hasKey =
  (key: readonly string[], values: Values) =>
  (eb: ExpressionBuilder<Tables, string>): Expression<SqlBool> =>
    eb.and(key.map((column) => eb(column, "=", values[column])));
