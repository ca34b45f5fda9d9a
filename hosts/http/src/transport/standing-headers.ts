/** Seconds after which to ask again, where whoever refused for now did not say. */
const RETRY_AFTER_SECONDS = 5;
/** How long a browser that came by https once never tries anything else: a year. */
const HTTPS_ONLY_SECONDS = 31_536_000;

/**
 * What every answer says, errors included, unless it says otherwise: nobody stores it, nobody guesses at its type. Where
 * browsers come by https they stay with it, and whoever is refused for now hears when to ask again.
 */
export function standingHeaders(status: number, publicUrl: string | undefined): Readonly<Record<string, string>> {
  return {
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    ...(publicUrl?.startsWith("https:") && { "Strict-Transport-Security": `max-age=${HTTPS_ONLY_SECONDS}` }),
    ...(status === 503 && { "Retry-After": String(RETRY_AFTER_SECONDS) }),
  };
}
