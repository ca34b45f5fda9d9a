import type { Identified, Listing, RecordStore } from "@cartulary/kernel";
import { LockMode } from "@mikro-orm/core";
import type { Kysely } from "kysely";
import type { Entry, Row, Table } from "../engine/columns.ts";
import type { SqlTransaction } from "../engine/module.ts";
import { entryOf, foldedTwins, rowsOf } from "../engine/rows.ts";
import { type Column, type Columns, columnsOf } from "./listing.ts";
import { pageOf } from "./pages.ts";

/** Makes the store of a family for a transaction, whatever else that transaction sees. */
type RecordStoreFactory<T extends Table, Field extends string> = <Tables>(
  transaction: SqlTransaction<Tables>,
) => RecordStore<Entry<T> & Identified, Field>;

/** Where a family differs from the others. */
interface Particulars<T extends Table, Field extends string> {
  /** Where those fields of its lists are that are no columns of the table's own. */
  readonly columns?: Readonly<Record<Exclude<Field, keyof Entry<T>>, Column>>;
  /** What stands beside a record to be looked for, besides its folded twins. */
  readonly beside?: (record: Entry<T>) => object;
}

/**
 * A family of records over its table: records through the entity manager, whose version guards them; lists in SQL. A
 * family with a rule spreads this, and writes the rule.
 */
export function recordStore<T extends Table, Field extends string>(
  table: T,
  listing: Listing<Field>,
  { columns: others, beside = () => ({}) }: Particulars<T, Field> = {},
): RecordStoreFactory<T, Field> {
  const columns = { ...columnsOf(listing, table), ...others } as Columns<Field>;
  const written = (record: Entry<T>) => ({
    ...entryOf(table, record),
    ...foldedTwins(table, record),
    ...beside(record),
  });

  return (transaction) => {
    const { dialect } = transaction;
    // Asked of the transaction each time: the entity manager is forked at its first use, and lists use none.
    const found = async (id: string, lockMode: LockMode) => {
      const row = await transaction.em.findOne(table, { id }, { lockMode, refresh: lockMode !== LockMode.NONE });
      return row && (entryOf(table, row) as Entry<T> & Identified);
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
          rows.decode as never,
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

/** Whether there is such a record: if so it stays, as it is, until the transaction ends; several may hold one at once. */
export async function lockRow<Tables>(
  { db, dialect }: SqlTransaction<Tables>,
  table: Table,
  id: string,
): Promise<boolean> {
  const rows = (db as unknown as Kysely<Record<string, { readonly id: string }>>).selectFrom(table.tableName);
  const locked = rows.select("id").where("id", "=", id).modifyEnd(dialect.forShare);
  return (await locked.executeTakeFirst()) !== undefined;
}
