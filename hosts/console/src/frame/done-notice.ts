import { cookieName, type Html, type Site } from "@cartulary/http/pages";
import { html } from "hono/html";
import { parse, serialize } from "hono/utils/cookie";

/** The cookie with what a form has done, for the page that follows its 303. */
const COOKIE = "cartulary_done";
/** The next page follows at once; a page that is opened later says nothing. */
const COOKIE_SECONDS = 10;
const LENGTH_MAX = 300;

/** Returns the header that carries the text to the page after a 303. */
export function doneHeader(text: string, site: Site): Readonly<Record<string, string>> {
  return { "Set-Cookie": written(text.slice(0, LENGTH_MAX), COOKIE_SECONDS, site) };
}

/** Returns the header that removes the text, once a page has shown it. */
export function forgetDoneHeader(site: Site): Readonly<Record<string, string>> {
  return { "Set-Cookie": written("", 0, site) };
}

function written(text: string, maxAge: number, site: Site): string {
  const { base, secure } = site;
  return serialize(cookieName(COOKIE, site), text, {
    ...{ path: base === "" ? "/" : base, httpOnly: true, sameSite: "Lax", secure, maxAge },
  });
}

/** Returns what was done before this page; `null` for scripts, whose reply nobody reads. */
export function doneBefore({ headers }: Request, site: Site): string | null {
  if ((headers.get("sec-fetch-dest") ?? "document") !== "document") return null;
  const name = cookieName(COOKIE, site);
  return parse(headers.get("cookie") ?? "", name)[name]?.slice(0, LENGTH_MAX) || null;
}

/** Renders what was done. It takes the focus, so that a screen reader says it and the next Tab reaches the content. */
export function doneNotice(text: string): Html {
  return html`<div class="notice good" role="status" tabindex="-1" autofocus>${text}</div>`;
}
