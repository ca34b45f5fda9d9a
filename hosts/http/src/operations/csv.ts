import { csvLine } from "@cartulary/kernel";

/** What a cell may hold: text as it is, numbers as decimals. */
export type Cell = string | null;

const ROWS_PER_PIECE = 500;

/** Rows as CSV ({@link csvLine}), many rows a piece. */
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
