import { type FieldError, utf8Length } from "@cartulary/kernel";

/** Maximum length in bytes. */
export const REDIRECT_URI_BYTES_MAX = 2048;

/** Reasons to reject a redirect URI. */
type Unfit = "length" | "characters" | "fragment" | "userinfo" | "scheme";

const MESSAGES: Readonly<Record<Unfit, string>> = {
  length: `is empty, or longer than ${REDIRECT_URI_BYTES_MAX} bytes`,
  characters: "contains characters that are invalid in a URI (RFC 3986)",
  fragment: "has a fragment",
  userinfo: "has a user or a password before its host",
  scheme: "is neither https, http of the machine itself, nor of a private-use scheme with a dot",
};

/**
 * Validates a redirect URI for registration (auth.md 1.1): https, http on the loopback interface, or a private-use
 * scheme with a dot (RFC 8252 section 7.1), without fragment and user. `null` when it is valid. `localhost` is allowed,
 * but then compared including its port.
 */
export function redirectUriError(uri: string, field = "redirectUris"): FieldError | null {
  const unfit = unfitOf(uri);
  return unfit && { field, code: "invalid", message: MESSAGES[unfit] };
}

const URI_CHARACTERS = /^(?:[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})*$/;
const PRIVATE_SCHEME = /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:.+$/i;
const HOST = String.raw`(?:\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9\-._~%!$&'()*+,;=]+)`;
const WEB = new RegExp(String.raw`^(https?)://(${HOST})(?::\d{1,5})?(?:[/?].*)?$`, "i");
const OWN_HOSTS: readonly string[] = ["127.0.0.1", "[::1]", "localhost"];

function unfitOf(uri: string): Unfit | null {
  if (uri === "" || uri.length > REDIRECT_URI_BYTES_MAX || utf8Length(uri) > REDIRECT_URI_BYTES_MAX) return "length";
  if (!URI_CHARACTERS.test(uri)) return "characters";
  if (uri.includes("#")) return "fragment";
  if (/^[^/?]*:\/\/[^/?]*@/.test(uri)) return "userinfo";
  const [, scheme = "", host = ""] = WEB.exec(uri) ?? [];
  if (scheme.toLowerCase() === "https") return null;
  if (scheme !== "") return OWN_HOSTS.includes(host.toLowerCase()) ? null : "scheme";
  return PRIVATE_SCHEME.test(uri) ? null : "scheme";
}

/** Returns the registered URI that matches, or `undefined`. */
export function matchRedirectUri(requested: string, registered: readonly string[]): string | undefined {
  return registered.find((uri) => isSameRedirectUri(requested, uri));
}

/**
 * Compares texts exactly, except for the port of a literal loopback address, on which a program may listen at any port
 * (RFC 8252 section 7.3).
 */
export function isSameRedirectUri(requested: string, registered: string): boolean {
  if (requested === registered) return true;
  const [ours, theirs] = [loopback(registered), loopback(requested)] as const;
  return ours !== null && theirs !== null && ours.host === theirs.host && ours.rest === theirs.rest;
}

const LOOPBACK = /^http:\/\/(127\.0\.0\.1|\[::1\])(?::(\d{1,5}))?((?:[/?].*)?)$/;
const PORT_MAX = 65_535;

function loopback(uri: string): { readonly host: string; readonly rest: string } | null {
  const [matched, host = "", port, rest = ""] = LOOPBACK.exec(uri) ?? [];
  if (matched === undefined || !URI_CHARACTERS.test(uri) || uri.includes("#")) return null;
  if (port !== undefined && (Number(port) === 0 || Number(port) > PORT_MAX)) return null;
  return { host, rest };
}
