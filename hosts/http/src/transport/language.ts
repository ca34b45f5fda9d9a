import { parseAccept } from "hono/utils/accept";

/** The languages that our pages speak. */
export type Language = "en" | "fr";

/** The language of ours that a reader likes best; English when none was asked for (RFC 9110 12.5.4). */
export function languageOf({ headers }: Request): Language {
  const wanted = parseAccept(headers.get("accept-language") ?? "").filter(({ q }) => q > 0);
  const best = wanted.map(({ type }) => type.toLowerCase().split("-")[0]).find(isOurs);
  return best ?? "en";
}

const isOurs = (language: string | undefined): language is Language => language === "en" || language === "fr";
