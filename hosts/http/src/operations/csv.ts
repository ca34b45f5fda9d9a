import { csvLine } from "@cartulary/kernel";

/** The value of a cell: text, or a number as decimal text. */
export type Cell = string | null;

const ROWS_PER_PIECE = 500;

/** Writes rows as CSV ({@link csvLine}), many rows per piece. */
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

const rowOf = (cells: readonly Cell[]): string => csvLine(cells.map((cell) => cell ?? ""));
