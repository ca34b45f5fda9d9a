import { forbidden } from "@cartulary/kernel";

/**
 * Refuses with 403 a form that another site sent, as far as the browser says so (auth.md 1.11): `Origin` is not that of our
 * pages, `null` included, or `Sec-Fetch-Site` is `cross-site`. Where no public URL is known, our pages stand where the
 * request went, be it by http or by https.
 */
export function requireOwnOrigin({ headers, url }: Request, publicUrl: string | undefined): void {
  const origin = headers.get("origin");
  const isForeign = origin !== null && !isOwn(origin, url, publicUrl);
  if (isForeign || headers.get("sec-fetch-site") === "cross-site") throw forbidden("Another site sent this form");
}

function isOwn(origin: string, url: string, publicUrl: string | undefined): boolean {
  const sent = URL.parse(origin);
  if (publicUrl === undefined) return sent?.host === new URL(url).host;
  return sent?.origin === new URL(publicUrl).origin;
}
