import type { Answer } from "./exchange.ts";

/** What every page for people is told: what it is, and that nobody frames it, guesses at it or learns of it. */
const PAGE_HEADERS = {
  "Content-Type": "text/html; charset=utf-8",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cache-Control": "no-cache",
} as const;

/** A page, with what only it says of itself in `headers`: its {@link contentSecurityPolicy} at least. */
export function htmlAnswer(status: number, html: string, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status, body: html, headers: { ...PAGE_HEADERS, ...headers } };
}

/** A policy that allows nothing but what `sources` name, by directive without its `-src`, and forms to `formTargets`. */
export function contentSecurityPolicy(
  sources: Readonly<Record<string, string>> = {},
  formTargets: readonly string[] = ["'none'"],
): {
  readonly "Content-Security-Policy": string;
} {
  const allowed = Object.entries(sources).map(([kind, source]) => `${kind}-src ${source}`);
  const forms = `form-action ${formTargets.join(" ")}`;
  const nothingElse = ["default-src 'none'", "base-uri 'none'", forms, "frame-ancestors 'none'"];
  return { "Content-Security-Policy": [...nothingElse, ...allowed].join("; ") };
}
