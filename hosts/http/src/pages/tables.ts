import { html } from "hono/html";
import type { Html } from "./layout.ts";

/** A table that scrolls by itself where it is wider than the page. Its rows are made of cells. */
export function wideTable(label: string, heads: readonly string[], rows: readonly Html[]): Html {
  return html`<div role="region" tabindex="0" aria-label="${label}" class="wide"><table>
<thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${row}</tr>`)}</tbody>
</table></div>`;
}
