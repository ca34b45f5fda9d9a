import { parseAccept } from "hono/utils/accept";
import { parse } from "hono/utils/cookie";

/** The languages of our pages. */
export type Language = "en" | "fr";

/** The cookie with the language that a person chose. */
export const LANGUAGE_COOKIE = "cartulary_locale";

/** Returns the chosen language of the cookie, else the preferred of Accept-Language (RFC 9110 12.5.4), else French. */
export function languageOf({ headers }: Request): Language {
  const chosen = parse(headers.get("cookie") ?? "", LANGUAGE_COOKIE)[LANGUAGE_COOKIE];
  if (isLanguage(chosen)) return chosen;
  const wanted = parseAccept(headers.get("accept-language") ?? "").filter(({ q }) => q > 0);
  return wanted.map(({ type }) => type.toLowerCase().split("-")[0]).find(isLanguage) ?? "fr";
}

/** True for the name of a language of our pages. */
export const isLanguage = (language: string | undefined): language is Language =>
  language === "en" || language === "fr";
