import { malformed } from "@cartulary/kernel";
import type { Parameters } from "@cartulary/wire";
import { HttpRefusal } from "./errors.ts";

/** Bytes of the longest query string. */
const QUERY_LENGTH_MAX = 8192;

/** The query string of a URL, decoded strictly: what is not percent-encoded UTF-8 is a 400, a long one a 414. */
export function queryOf(url: string): Parameters {
  const start = url.indexOf("?");
  if (start < 0) return [];
  const query = url.slice(start + 1).replace(/#.*$/s, "");
  if (query.length > QUERY_LENGTH_MAX) {
    throw new HttpRefusal(414, "uri_too_long", `The query string is longer than ${QUERY_LENGTH_MAX} bytes`);
  }
  return parametersOf(query, "The query string");
}

/** The pairs of `application/x-www-form-urlencoded` text, decoded strictly; `what` it is stands in the 400. */
export function parametersOf(text: string, what: string): Parameters {
  return text
    .split("&")
    .filter((pair) => pair !== "")
    .map((pair) => {
      const [name = "", ...value] = pair.split("=");
      return [formDecoded(name, what), formDecoded(value.join("="), what)];
    });
}

/** One form-encoded name or value, decoded strictly. */
export function formDecoded(text: string, what: string): string {
  if (!/[%+]/.test(text)) return text;
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    throw malformed(`${what} is not percent-encoded UTF-8`);
  }
}
