import type { Html } from "@cartulary/http/pages";
import { html } from "hono/html";
import type { Cell } from "./table.ts";

/** Renders names and values of one thing; a value `null` leaves its line out. */
export function facts(lines: readonly (readonly [name: string, value: Cell | null])[]): Html {
  return html`<dl class="facts">${lines.map(([name, value]) =>
    value === null ? "" : html`<dt>${name}</dt><dd>${value}</dd>`,
  )}</dl>`;
}
