import { notFound } from "@cartulary/kernel";
import type { Context, Hono } from "hono";
import { serialize } from "hono/utils/cookie";
import { methodNotAllowed } from "../requests/parse-request.ts";
import { type Site, siteOf } from "../sessions/cookies.ts";
import { isOwnPath } from "../sessions/return-to.ts";
import type { Answer } from "../transport/answer.ts";
import { isLanguage, LANGUAGE_COOKIE } from "../transport/language.ts";
import { queryOf } from "../transport/query.ts";
import { respondWithErrorPage } from "./error-layout.ts";
import type { PageDependencies } from "./page-handlers.ts";
import { STYLE, STYLE_PATH } from "./style.ts";
import { THEME_COOKIE } from "./theme.ts";

/** Headers of stylesheets and scripts, whose path changes with their content. */
export const ASSET_HEADERS = {
  "Cache-Control": "public, max-age=31536000, immutable",
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "default-src 'none'",
} as const;

/** A choice of language or theme lasts a year. */
const CHOICE_SECONDS = 31_536_000;

/** Serves the stylesheet and the choices of language and theme, which are no operations of the API. */
export function mountPageAssets(app: Hono, dependencies: PageDependencies): Hono {
  const site = siteOf(dependencies.publicUrl);
  const get = (path: string, answer: (context: Context) => Answer) => {
    app.all(path, (context) =>
      respondWithErrorPage(context, dependencies, { path: path.replace(/:(\w+)/g, "{$1}") }, () => {
        if (!["GET", "HEAD"].includes(context.req.method)) throw methodNotAllowed(["GET", "HEAD"]);
        return answer(context);
      }),
    );
  };
  get(STYLE_PATH, () => ({
    status: 200,
    headers: { ...ASSET_HEADERS, "Content-Type": "text/css; charset=utf-8" },
    body: STYLE,
  }));
  get("/locale/:locale", (context) => {
    const locale = context.req.param("locale");
    if (!isLanguage(locale)) throw notFound();
    return chosen(context, LANGUAGE_COOKIE, locale, site);
  });
  get("/theme/:theme", (context) => {
    const theme = context.req.param("theme");
    if (theme === "system") return chosen(context, THEME_COOKIE, null, site);
    if (theme !== "light" && theme !== "dark") throw notFound();
    return chosen(context, THEME_COOKIE, theme, site);
  });
  return app;
}

/** Stores a choice in a cookie and returns to the page of ours that offered it. */
function chosen({ req }: Context, name: string, value: string | null, { base, secure }: Site): Answer {
  const sent = queryOf(req.raw.url).find(([parameter]) => parameter === "return_to")?.[1] ?? "/";
  const path = base === "" ? "/" : base;
  const rules = { path, sameSite: "Lax", secure, maxAge: value === null ? 0 : CHOICE_SECONDS } as const;
  return {
    status: 303,
    headers: {
      Location: base + (isOwnPath(sent) ? sent : "/"),
      "Set-Cookie": serialize(name, value ?? "", rules),
      "Referrer-Policy": "no-referrer",
    },
  };
}
