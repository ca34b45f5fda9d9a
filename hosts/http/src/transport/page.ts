import type { Answer } from "./answer.ts";

/** What every page for people is told: what it is, and that nobody frames it, guesses at it or learns of it. */
const PAGE_HEADERS = {
  "Content-Type": "text/html; charset=utf-8",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cache-Control": "no-cache",
} as const;

/**
 * Where what others wrote is looked at: files can be kept, and links open beside it, free of the sandbox. Nothing in it
 * runs, and it is of no origin (documents.md 2.4).
 */
export const SANDBOX = "sandbox allow-downloads allow-popups allow-popups-to-escape-sandbox";

/** The policy of bytes that somebody uploaded, and of whatever is answered in their place. */
export const SANDBOXED_POLICY: string = `${SANDBOX}; default-src 'none'`;

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
