import type { HasId, Listing, RecordStore } from "@cartulary/kernel";
import { LockMode } from "@mikro-orm/core";
import type { Kysely } from "kysely";
import type { Entry, Row, Table } from "../engine/columns.ts";
import type { SqlTransaction } from "../engine/module.ts";
import { entryOf, foldedColumns, rowsOf } from "../engine/row-codec.ts";
import { type Column, type Columns, columnsOf } from "./listing.ts";
import { pageOf } from "./pages.ts";

type RecordStoreFactory<T extends Table, Field extends string> = <Tables>(
  transaction: SqlTransaction<Tables>,
) => RecordStore<Entry<T> & HasId, Field>;

/** The differences of one record type from the others. */
interface Particulars<T extends Table, Field extends string> {
  /** The columns of list fields that are not columns of the table. */
  readonly columns?: Readonly<Record<Exclude<Field, keyof Entry<T>>, Column>>;
  /** Returns computed columns of a record, in addition to the folded columns. */
  readonly computed?: (record: Entry<T>) => object;
}

/**
 * Returns the store of a record type: single records through the entity manager, whose version detects conflicts; lists
 * in SQL. A store with further rules spreads it and overrides methods.
 */
export function recordStore<T extends Table, Field extends string>(
  table: T,
  listing: Listing<Field>,
  { columns: others, computed = () => ({}) }: Particulars<T, Field> = {},
): RecordStoreFactory<T, Field> {
  const columns = { ...columnsOf(listing, table), ...others } as Columns<Field>;
  const written = (record: Entry<T>) => ({
    ...entryOf(table, record),
    ...foldedColumns(table, record),
    ...computed(record),
  });

  return (transaction) => {
    const { dialect } = transaction;
    // A getter creates the entity manager at its first use, and lists need none.
    const found = async (id: string, lockMode: LockMode) => {
      const row = await transaction.em.findOne(table, { id }, { lockMode, refresh: lockMode !== LockMode.NONE });
      return row && (entryOf(table, row) as Entry<T> & HasId);
    };
    return {
      find: (id) => found(id, LockMode.NONE),
      lock: (id) => found(id, LockMode.PESSIMISTIC_WRITE),

      list: (query) => {
        const rows = rowsOf(table, dialect);
        return pageOf(
          (transaction.db as unknown as Kysely<Record<string, Row<T>>>).selectFrom(table.tableName as string),
          { listing, query, columns, dialect },
          (matching) => matching.select(rows.columns(table.tableName)),
          (row) => rows.decode(row as Partial<Row<T>>) as Entry<T> & HasId,
        );
      },

      async insert(record) {
        transaction.em.create(table, written(record));
        await transaction.em.flush();
      },

      async update(record) {
        const row = await transaction.em.findOneOrFail(table, { id: record.id });
        transaction.em.assign(row, written(record));
        await transaction.em.flush();
      },

      async remove(id) {
        const row = await transaction.em.findOne(table, { id });
        if (row) await transaction.em.remove(row).flush();
      },
    };
  };
}

/** Returns true if the record exists, and locks it in shared mode until the transaction ends. */
export async function lockRow<Tables>(
  { db, dialect }: SqlTransaction<Tables>,
  table: Table,
  id: string,
): Promise<boolean> {
  const rows = (db as unknown as Kysely<Record<string, { readonly id: string }>>).selectFrom(table.tableName);
  const locked = rows.select("id").where("id", "=", id).modifyEnd(dialect.forShare);
  return (await locked.executeTakeFirst()) !== undefined;
}
