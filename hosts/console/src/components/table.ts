import type { Html } from "@cartulary/http/pages";
import { html } from "hono/html";

/** The content of a cell. */
export type Cell = Html | string | number;

/** A column of a table of `Row`s. */
export interface Column<Row> {
  readonly head: string;
  readonly cell: (row: Row) => Cell;
  /** True for amounts and counts, which stand at the end of the cell. */
  readonly isNumber?: boolean;
}

/** A table with a caption, whose first column names the row. */
export interface TableContent<Row> {
  readonly caption: string;
  readonly columns: readonly [Column<Row>, ...Column<Row>[]];
  readonly rows: readonly Row[];
  /** Cells of a last row of totals, one per column. */
  readonly totals?: readonly Cell[];
  /** Shown in place of a table without rows. */
  readonly empty: string;
}

/** Renders a table; on narrow screens a row is a block whose cells repeat the heads. */
export function table<Row>({ caption, columns, rows, totals, empty }: TableContent<Row>): Html {
  if (rows.length === 0) return html`<p>${empty}</p>`;
  const [first, ...others] = columns;
  const heads = columns.map(
    ({ head, isNumber }) => html`<th scope="col"${isNumber ? html` class="number"` : ""}>${head}</th>`,
  );
  const body = rows.map(
    (row) =>
      html`<tr><th scope="row">${first.cell(row)}</th>${others.map(
        ({ head, cell, isNumber }) =>
          html`<td data-head="${head}"${isNumber ? html` class="number"` : ""}>${cell(row)}</td>`,
      )}</tr>`,
  );
  const foot = totals
    ? html`<tfoot><tr>${totals.map((cell, index) =>
        index === 0
          ? html`<th scope="row">${cell}</th>`
          : html`<td data-head="${columns[index]?.head ?? ""}"${columns[index]?.isNumber ? html` class="number"` : ""}>${cell}</td>`,
      )}</tr></tfoot>`
    : "";
  return html`<div class="wide" tabindex="0" role="region" aria-label="${caption}"><table><caption>${caption}</caption><thead><tr>${heads}</tr></thead><tbody>${body}</tbody>${foot}</table></div>`;
}
