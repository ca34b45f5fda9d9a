import { forbidden } from "@cartulary/kernel";

/**
 * Throws 403 for a form from another site, as far as the browser reports it (auth.md 1.11): `Origin` is not ours, or
 * `Sec-Fetch-Site` is `cross-site`. `Origin: null` counts as not sent, because browsers send it for our own pages too if
 * these send no referrer (console.md 6). Without a public URL, our origin is the host of the request, with http or https.
 */
export function requireOwnOrigin({ headers, url }: Request, publicUrl: string | undefined): void {
  const origin = headers.get("origin");
  const isForeign = origin !== null && origin !== "null" && !isOwn(origin, url, publicUrl);
  if (isForeign || headers.get("sec-fetch-site") === "cross-site") throw forbidden("Another site sent this form");
}

function isOwn(origin: string, url: string, publicUrl: string | undefined): boolean {
  const sent = URL.parse(origin);
  if (publicUrl === undefined) return sent?.host === new URL(url).host;
  return sent?.origin === new URL(publicUrl).origin;
}
