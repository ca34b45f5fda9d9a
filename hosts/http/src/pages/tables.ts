import { html } from "hono/html";
import type { Html } from "./layout.ts";

/** What stands in one row, the name of it first. */
export type Row = readonly [name: Html | string, ...cells: readonly (Html | string)[]];

/**
 * A table that scrolls by itself where it is wider than the page. On a narrow screen each row is a block of its own, in
 * which each cell says its head; the roles say that it is a table all the same, which its style would hide.
 */
export function wideTable(label: string, heads: readonly [string, ...string[]], rows: readonly Row[]): Html {
  return html`<div role="region" tabindex="0" aria-label="${label}" class="wide"><table role="table">
<thead role="rowgroup"><tr role="row">${heads.map((head) => html`<th role="columnheader" scope="col">${head}</th>`)}</tr></thead>
<tbody role="rowgroup">${rows.map((row) => html`<tr role="row">${cellsOf(row, heads)}</tr>`)}</tbody>
</table></div>`;
}

function cellsOf([name, ...cells]: Row, [, ...heads]: readonly string[]): Html {
  return html`<th role="rowheader" scope="row">${name}</th>${cells.map(
    (cell, index) => html`<td role="cell" data-head="${heads[index]}">${cell}</td>`,
  )}`;
}
