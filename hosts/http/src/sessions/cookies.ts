import { parse, serialize } from "hono/utils/cookie";

/** The secret of a session (auth.md 1.11). */
export const SESSION_COOKIE = "cartulary_session";
/** A secret of the browser's own before anybody signs in: what its forms and its way back are sealed with. */
export const VISIT_COOKIE = "cartulary_visit";

/** Where our pages stand. */
export interface Site {
  /** The path of the public URL, without trailing slash: every link, form and cookie stands below it. */
  readonly base: string;
  /** Whether browsers come by https. */
  readonly secure: boolean;
}

/** The site at a public URL; at the root, without https, where none is known. */
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
/** Each request asks; a process has one public URL, or few. */
const SITES = new Map<string, Site>();

const SECRET = /^[0-9A-Za-z_-]{43}$/;

/**
 * What a cookie is called where browsers find us. By https and without a mount path, the name itself says that no other
 * host and no page without https can have set it (RFC 6265bis 4.1.3); it asks for the whole host, so that what is mounted
 * below a path does without.
 */
export function cookieName(name: string, { secure, base }: Site): string {
  return secure && base === "" ? `__Host-${name}` : name;
}

/** The secret in a cookie; `null` without one that could be ours. */
export function secretIn({ headers }: Request, cookie: string, site: Site): string | null {
  const name = cookieName(cookie, site);
  const value = parse(headers.get("cookie") ?? "", name)[name];
  return value !== undefined && SECRET.test(value) ? value : null;
}

/** A cookie that the browser keeps until it is closed, sends to us alone and shows to no script; `null` takes it away. */
export function cookie(name: string, secret: string | null, site: Site): Readonly<Record<string, string>> {
  const { base, secure } = site;
  const path = base === "" ? "/" : base;
  const rules = { path, httpOnly: true, sameSite: "Lax", secure } as const;
  const written = serialize(cookieName(name, site), secret ?? "", secret === null ? { ...rules, maxAge: 0 } : rules);
  return { "Set-Cookie": written };
}

/** 256 bits in base64url. */
export function newSecret(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64url");
}
