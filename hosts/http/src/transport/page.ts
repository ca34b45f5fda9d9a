import type { Answer } from "./answer.ts";

/** Headers of every page: no framing, no sniffing, no referrer. */
const PAGE_HEADERS = {
  "Content-Type": "text/html; charset=utf-8",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cache-Control": "no-cache",
} as const;

/**
 * The sandbox for user content: downloads and links in new tabs work; nothing runs, and it has an opaque origin
 * (documents.md 2.4).
 */
const SANDBOX = "sandbox allow-downloads allow-popups allow-popups-to-escape-sandbox";

/** The policy of uploaded bytes and of responses in their place. */
export const SANDBOXED_POLICY: string = `${SANDBOX}; default-src 'none'`;

/** Creates the response of a page; `headers` has at least its {@link contentSecurityPolicy}. */
export function htmlAnswer(status: number, html: string, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status, body: html, headers: { ...PAGE_HEADERS, ...headers } };
}

/** Creates a policy that allows only `sources`, by directive without `-src`, and forms to `formTargets`. */
export function contentSecurityPolicy(
  sources: Readonly<Record<string, string>> = {},
  formTargets: readonly string[] = ["'none'"],
): {
  readonly "Content-Security-Policy": string;
} {
  const allowed = Object.entries(sources).map(([kind, source]) => `${kind}-src ${source}`);
  const forms = `form-action ${formTargets.join(" ")}`;
  const policy = ["default-src 'none'", ...allowed, "frame-ancestors 'none'", "base-uri 'none'", forms];
  return { "Content-Security-Policy": policy.join("; ") };
}
