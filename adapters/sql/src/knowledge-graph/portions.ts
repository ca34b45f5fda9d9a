/**
 * Rows that are written by one statement: what is sent of them stays below 128 KiB, above which V8 puts a text among what is
 * old, and others of a process get their turn in between whose engine is asked in its own thread.
 */
const ROWS_TOGETHER = 100;

/** Rows in their order, a statement's at a time. */
export function portionsOf<Row>(rows: readonly Row[]): readonly (readonly Row[])[] {
  const count = Math.ceil(rows.length / ROWS_TOGETHER);
  return Array.from({ length: count }, (_, index) => rows.slice(index * ROWS_TOGETHER, (index + 1) * ROWS_TOGETHER));
}
