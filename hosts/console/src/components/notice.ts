import type { Html } from "@cartulary/http/pages";
import { html } from "hono/html";

/** Renders a notice. Its text says everything; the colour only repeats it. */
export function notice(text: Html | string, kind: "plain" | "good" | "warn" = "plain"): Html {
  return html`<div class="notice ${kind}">${text}</div>`;
}

/** Renders links and buttons of a page in one line. */
export function bar(controls: readonly (Html | string)[]): Html | string {
  const shown = controls.filter((control) => control !== "");
  return shown.length === 0 ? "" : html`<div class="bar">${shown}</div>`;
}

/** Renders a link that looks like a button; `label` is its accessible name, which begins with `text`. */
export function linkButton(href: string, text: string, label?: string): Html {
  return html`<a class="button other" href="${href}"${label === undefined ? "" : html` aria-label="${label}"`}>${text}</a>`;
}
