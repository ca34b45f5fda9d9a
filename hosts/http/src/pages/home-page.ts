import { html } from "hono/html";
import type { HandlerReply } from "../requests/handlers.ts";
import { siteOf } from "../sessions/cookies.ts";
import { languageOf } from "../transport/language.ts";
import { wholePage } from "./layout.ts";
import { themeOf } from "./theme.ts";
import { TEXTS } from "./translations.ts";

/**
 * Renders the home page. Its links use `publicUrl` if known, because a requestSource may have omitted the trailing slash;
 * otherwise they are relative.
 */
export async function homePage(request: Request, publicUrl: string | undefined): Promise<HandlerReply<200, string>> {
  const language = languageOf(request);
  const texts = TEXTS[language].home;
  const base = publicUrl === undefined ? "." : siteOf(publicUrl).base;
  const places = [
    ["/docs", texts.reference],
    ["/openapi.json", texts.description],
    ["/login", texts.login],
    ["/settings/tokens", texts.tokens],
    ["/cli/activation", texts.activation],
  ] as const;
  const main = html`<p>${texts.what}</p>
<ul class="items">
${places.map(([path, { name, what }]) => html`<li><a href="${base}${path}">${name}</a><small>${what}</small></li>`)}
</ul>`;
  const { text, headers } = await wholePage(
    { title: texts.title, main },
    { language, base, csrf: null, theme: themeOf(request) },
  );
  return { status: 200, value: text, headers: { ...headers, Vary: "Accept-Language", "Cache-Control": "no-cache" } };
}
