import { html } from "hono/html";
import type { Html } from "./layout.ts";

/** A table row; the first cell is its name. */
export type Row = readonly [name: Html | string, ...cells: readonly (Html | string)[]];

/**
 * Renders a table that scrolls horizontally. On a narrow screen each row becomes a block whose cells show their column
 * heads; explicit roles keep the table semantics, which the style would remove.
 */
export function wideTable(label: string, heads: readonly [string, ...string[]], rows: readonly Row[]): Html {
  return html`<div role="region" tabindex="0" aria-label="${label}" class="wide"><table role="table">
<caption>${label}</caption>
<thead role="rowgroup"><tr role="row">${heads.map((head) => html`<th role="columnheader" scope="col">${head}</th>`)}</tr></thead>
<tbody role="rowgroup">${rows.map((row) => html`<tr role="row">${cellsOf(row, heads)}</tr>`)}</tbody>
</table></div>`;
}

function cellsOf([name, ...cells]: Row, [, ...heads]: readonly string[]): Html {
  return html`<th role="rowheader" scope="row">${name}</th>${cells.map(
    (cell, index) => html`<td role="cell" data-head="${heads[index]}">${cell}</td>`,
  )}`;
}
