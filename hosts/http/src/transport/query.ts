import { malformed } from "@cartulary/kernel";
import type { Parameters } from "@cartulary/wire";
import { HttpError } from "./errors.ts";

/** Maximum length of a query string. */
const QUERY_LENGTH_MAX = 8192;

/** Parses the query string of a URL strictly: 400 for invalid percent-encoding, 414 if it is too long. */
export function queryOf(url: string): Parameters {
  const start = url.indexOf("?");
  if (start < 0) return [];
  const query = url.slice(start + 1).replace(/#.*$/s, "");
  if (query.length > QUERY_LENGTH_MAX) {
    throw new HttpError(414, "uri_too_long", `The query string is longer than ${QUERY_LENGTH_MAX} bytes`);
  }
  return parametersOf(query, "The query string");
}

/** Parses `application/x-www-form-urlencoded` text strictly; `what` names it in the 400. */
export function parametersOf(text: string, what: string): Parameters {
  return text
    .split("&")
    .filter((pair) => pair !== "")
    .map((pair) => {
      const [name = "", ...value] = pair.split("=");
      return [formDecoded(name, what), formDecoded(value.join("="), what)];
    });
}

/** Decodes one form-encoded name or value strictly. */
export function formDecoded(text: string, what: string): string {
  if (!/[%+]/.test(text)) return text;
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    throw malformed(`${what} is not percent-encoded UTF-8`);
  }
}
