/**
 * The number of rows of one statement: its text stays below 128 KiB, above which V8 allocates texts in its old
 * generation; and on SQLite, which runs in the thread of the process, other requests run in between.
 */
const ROWS_TOGETHER = 100;

/** Splits rows into batches, in order. */
export function portionsOf<Row>(rows: readonly Row[]): readonly (readonly Row[])[] {
  const count = Math.ceil(rows.length / ROWS_TOGETHER);
  return Array.from({ length: count }, (_, index) => rows.slice(index * ROWS_TOGETHER, (index + 1) * ROWS_TOGETHER));
}
