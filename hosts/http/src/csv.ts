/** What a cell may hold: text as it is, numbers as decimals. */
export type Cell = string | null;

/** What spreadsheets begin a formula with, in half and full width, and what they skip before one. */
const FORMULA = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;
const NUMBER = /^-?\d+(\.\d+)?$/;
const ROWS_PER_PIECE = 500;

/**
 * Rows as CSV (RFC 4180), many rows a piece. Text that a spreadsheet would take for a formula gets an apostrophe before
 * it; numbers, negative ones too, stay numbers.
 */
export function* csvOf(header: readonly string[], rows: Iterable<readonly Cell[]>): Generator<string> {
  let piece = rowOf(header);
  let length = 1;
  for (const row of rows) {
    piece += rowOf(row);
    length += 1;
    if (length < ROWS_PER_PIECE) continue;
    yield piece;
    [piece, length] = ["", 0];
  }
  if (piece !== "") yield piece;
}

const rowOf = (cells: readonly Cell[]): string => `${cells.map(cellOf).join(",")}\r\n`;

function cellOf(cell: Cell): string {
  if (cell === null) return "";
  const text = FORMULA.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
}
