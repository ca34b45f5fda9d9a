import { BULK_TABLES, type BulkRecords, type BulkStore, type BulkTable } from "./bulk.ts";

/** Rows written at once, over all tables, which bounds the size of a write. */
const ROWS_AT_ONCE = 2_500;

/** Buffers rows and writes them with one statement per table. */
export interface RowBuffer {
  /** Adds a row; replaces an earlier one with the same key. */
  put<Table extends BulkTable>(table: Table, record: BulkRecords[Table], key?: string): void;
  /** Returns true if the buffer should be written. */
  isFull(): boolean;
  /** Writes all rows in an order that satisfies references. */
  write(bulk: BulkStore): Promise<void>;
  /** Empties the buffer. */
  clear(): void;
}

export function createRowBuffer(): RowBuffer {
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
