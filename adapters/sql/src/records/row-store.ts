import type { Kysely } from "kysely";
import type { Entry, Row, Table } from "../engine/columns.ts";
import type { Dialect } from "../engine/dialect.ts";
import { rowsOf } from "../engine/rows.ts";
import { type Source, statement } from "../engine/statement.ts";

/** Single records of a table with a key `id`, which go without an entity manager. */
export interface RowStore<Stored> {
  find(id: string): Promise<Stored | null>;
  /** The same, locked until the transaction ends. */
  lock(id: string): Promise<Stored | null>;
  insert(record: Stored): Promise<void>;
  /** Replaces the whole record. */
  update(record: Stored): Promise<void>;
  remove(id: string): Promise<void>;
}

/** Between a record and what its table keeps, where the two differ. */
interface Particulars<T extends Table, Stored> {
  entryOf(record: Stored): Entry<T>;
  recordOf(entry: Entry<T>): Stored;
}

interface AnySource {
  // biome-ignore lint/suspicious/noExplicitAny: whatever tables the source sees, the one that is asked about is among them.
  readonly db: Kysely<any>;
  readonly dialect: Dialect;
}

/**
 * The store of a table's single records for a transaction, by statements that are texts made once. A store with more to
 * it spreads this, and writes the rest; a table without an `id` takes `insert` alone.
 */
export function rowStore<T extends Table, Stored = Entry<T>>(
  table: T,
  ...[particulars]: Entry<T> extends Stored ? [Particulars<T, Stored>?] : [Particulars<T, Stored>]
): (transaction: AnySource) => RowStore<Stored> {
  const entryOf = particulars?.entryOf ?? ((record: Stored) => record as unknown as Entry<T>);
  const recordOf = particulars?.recordOf ?? ((entry: Entry<T>) => entry as unknown as Stored);
  const { finding, inserting, updating, removing } = statementsOf(table);

  return (transaction) => {
    const rows = rowsOf(table, transaction.dialect);
    const found = async (id: string, locked: boolean) => {
      const [row] = (await finding(transaction, { id }, locked)).rows;
      return row ? recordOf(rows.decode(row as Partial<Row<T>>)) : null;
    };
    const encoded = (record: Stored) => rows.encode(entryOf(record)) as Values;
    return {
      find: (id) => found(id, false),
      lock: (id) => found(id, true),
      insert: async (record) => void (await inserting(transaction, encoded(record), undefined)),
      update: async (record) => void (await updating(transaction, encoded(record), undefined)),
      remove: async (id) => void (await removing(transaction, { id }, undefined)),
    };
  };
}

type Values = Readonly<Record<string, unknown>>;
type Tables = Record<string, Record<string, unknown>>;

interface ById {
  readonly id: string;
}

function statementsOf<T extends Table>(table: T) {
  const name: string = table.tableName;
  return {
    finding: statement(({ db, dialect }: Source<Tables>, { id }: ById, locked: boolean) => {
      const row = db.selectFrom(name).select(rowsOf(table, dialect).columns(name)).where("id", "=", id);
      return (locked ? row.modifyEnd(dialect.forUpdate) : row).compile();
    }),
    inserting: statement(({ db }: Source<Tables>, row: Values) => db.insertInto(name).values(row).compile()),
    updating: statement(({ db }: Source<Tables>, { id, ...row }: Values) =>
      db.updateTable(name).set(row).where("id", "=", id).compile(),
    ),
    removing: statement(({ db }: Source<Tables>, { id }: ById) => db.deleteFrom(name).where("id", "=", id).compile()),
  };
}
