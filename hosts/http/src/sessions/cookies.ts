import { parse, serialize } from "hono/utils/cookie";

/** The cookie with a session's secret (auth.md 1.11). */
export const SESSION_COOKIE = "cartulary_session";
/** The cookie with the browser's secret, which signs its forms and return path before sign-in. */
export const VISIT_COOKIE = "cartulary_visit";
/** The cookie with the code verifier of a sign-in of the API reference. */
export const REFERENCE_COOKIE = "cartulary_reference";

/** The location of our pages. */
export interface Site {
  /** The path of the public URL without a trailing slash; the base of every link, form and cookie. */
  readonly base: string;
  /** True if browsers use https. */
  readonly secure: boolean;
}

/** Returns the site of a public URL; the root without https by default. */
export function siteOf(publicUrl: string | undefined): Site {
  if (publicUrl === undefined) return ROOT;
  const known = SITES.get(publicUrl);
  if (known) return known;
  const { pathname, protocol } = new URL(publicUrl);
  const site = { base: pathname.replace(/\/+$/, ""), secure: protocol === "https:" };
  SITES.set(publicUrl, site);
  return site;
}

const ROOT: Site = { base: "", secure: false };
/** Caches sites, because every request needs one and a process has few. */
const SITES = new Map<string, Site>();

const SECRET = /^[0-9A-Za-z_-]{43}$/;

/**
 * Returns the name of a cookie. With https and without a mount path it has the prefix `__Host-`, so that no other host
 * and no page without https can have set it (RFC 6265bis 4.1.3).
 */
export function cookieName(name: string, { secure, base }: Site): string {
  return secure && base === "" ? `__Host-${name}` : name;
}

/** Returns the secret in a cookie; `null` without a valid one. */
export function secretIn({ headers }: Request, cookie: string, site: Site): string | null {
  const name = cookieName(cookie, site);
  const value = parse(headers.get("cookie") ?? "", name)[name];
  return value !== undefined && SECRET.test(value) ? value : null;
}

/** Creates a session cookie for us only, hidden from scripts; `null` removes it. */
export function cookie(name: string, secret: string | null, site: Site): Readonly<Record<string, string>> {
  const { base, secure } = site;
  const path = base === "" ? "/" : base;
  const rules = { path, httpOnly: true, sameSite: "Lax", secure } as const;
  const written = serialize(cookieName(name, site), secret ?? "", secret === null ? { ...rules, maxAge: 0 } : rules);
  return { "Set-Cookie": written };
}

/** Creates a random secret of 256 bits in base64url. */
export function newSecret(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64url");
}
