import { BULK_TABLES, type BulkRecords, type BulkStore, type BulkTable } from "./bulk.ts";

/** Rows that are written together: of all tables, so that what is sent at once stays small however many a record has. */
const ROWS_AT_ONCE = 2_500;

/** Rows that are put by until they are many, to be written with one statement for each table. */
export interface PendingRows {
  /** One that was put by under the same key is replaced. */
  put<Table extends BulkTable>(table: Table, record: BulkRecords[Table], key?: string): void;
  /** Whether they are many. */
  isFull(): boolean;
  /** Writes them in an order in which none refers to one that is not there yet. */
  write(bulk: BulkStore): Promise<void>;
  /** Forgets them. */
  clear(): void;
}

export function pendingRows(): PendingRows {
  const rows = new Map<BulkTable, Map<unknown, object>>();
  let count = 0;
  const clear = () => {
    rows.clear();
    count = 0;
  };
  return {
    put(table, record, key) {
      const own = rows.get(table) ?? new Map<unknown, object>();
      own.set(key ?? record, record);
      rows.set(table, own);
      count += 1;
    },
    isFull: () => count >= ROWS_AT_ONCE,
    async write(bulk) {
      for (const table of BULK_TABLES) {
        const records = [...(rows.get(table)?.values() ?? [])];
        if (records.length > 0) await bulk.insert(table, records as never);
      }
      clear();
    },
    clear,
  };
}
