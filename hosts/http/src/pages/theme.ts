import { parse } from "hono/utils/cookie";

/** A theme chosen by hand. */
export type Theme = "light" | "dark";

/** The cookie with the chosen theme. */
export const THEME_COOKIE = "cartulary_theme";

/** Returns the theme that the person chose; `null` for the system's. */
export function themeOf({ headers }: Request): Theme | null {
  const chosen = parse(headers.get("cookie") ?? "", THEME_COOKIE)[THEME_COOKIE];
  return chosen === "light" || chosen === "dark" ? chosen : null;
}
