import { cookieName, type Html, type Site } from "@cartulary/http/pages";
import { html } from "hono/html";
import { parse, serialize } from "hono/utils/cookie";

/** The cookie with what a form has done and the path of the page that says it, after the 303. */
const COOKIE = "cartulary_done";
/** The next page follows at once; a page that is opened later says nothing. */
const COOKIE_SECONDS = 10;
/** Code points of a text. */
const LENGTH_MAX = 200;
const SEPARATOR = " ";

/** Returns the cookie that carries a text to the page at `to`. */
export function doneCookie(text: string, to: string, site: Site): string {
  const [path = ""] = to.split(/[?#]/, 1);
  const shown = [...text.slice(0, 2 * LENGTH_MAX).toWellFormed()].slice(0, LENGTH_MAX).join("");
  return written(path + SEPARATOR + shown, COOKIE_SECONDS, site);
}

/** Returns the cookie that removes the text, once its page has shown it. */
export function forgetDoneCookie(site: Site): string {
  return written("", 0, site);
}

function written(value: string, maxAge: number, site: Site): string {
  const { base, secure } = site;
  return serialize(cookieName(COOKIE, site), value, {
    ...{ path: base === "" ? "/" : base, httpOnly: true, sameSite: "Lax", secure, maxAge },
  });
}

/**
 * Returns what the form before the page at `path` has done; `null` if none led here, and for scripts, whose replies people
 * do not read.
 */
export function doneBefore({ method, headers }: Request, path: string, site: Site): string | null {
  if (method !== "GET" || (headers.get("sec-fetch-dest") ?? "document") !== "document") return null;
  const name = cookieName(COOKIE, site);
  const value = parse(headers.get("cookie") ?? "", name)[name] ?? "";
  const text = value.startsWith(path + SEPARATOR) ? value.slice(path.length + SEPARATOR.length) : "";
  return text === "" ? null : text.toWellFormed();
}

/** Renders what was done. It takes the focus, so that a screen reader says it and the next Tab reaches the content. */
export function doneNotice(text: string): Html {
  return html`<div class="notice good" role="status" tabindex="-1" autofocus>${text}</div>`;
}
