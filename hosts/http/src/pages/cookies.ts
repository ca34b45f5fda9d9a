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
  const url = publicUrl === undefined ? null : new URL(publicUrl);
  return { base: url?.pathname.replace(/\/+$/, "") ?? "", secure: url?.protocol === "https:" };
}

const SECRET = /^[0-9A-Za-z_-]{43}$/;

/** The secret in a cookie; `null` without one that could be ours. */
export function secretIn({ headers }: Request, name: string): string | null {
  const value = parse(headers.get("cookie") ?? "", name)[name];
  return value !== undefined && SECRET.test(value) ? value : null;
}

/** A cookie that the browser keeps until it is closed, sends to us alone and shows to no script; `null` takes it away. */
export function cookie(name: string, secret: string | null, { base, secure }: Site): Readonly<Record<string, string>> {
  const rules = { path: base === "" ? "/" : base, httpOnly: true, sameSite: "Lax", secure } as const;
  return { "Set-Cookie": serialize(name, secret ?? "", secret === null ? { ...rules, maxAge: 0 } : rules) };
}

/** 256 bits in base64url. */
export function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}
