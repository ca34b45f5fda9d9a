import { html } from "hono/html";
import type { Replied } from "../exchange/handlers.ts";
import { siteOf } from "../sessions/cookies.ts";
import { languageOf } from "../transport/language.ts";
import { wholePage } from "./layout.ts";
import { TEXTS } from "./texts.ts";

/**
 * The page at the root: where to look. Its links stand below `publicUrl` when that is known, since a visitor may have
 * come without the slash at its end; else they are relative.
 */
export async function homePage(request: Request, publicUrl: string | undefined): Promise<Replied<200, string>> {
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
    { title: texts.title, main, isAlone: true },
    { language, base, csrf: null },
  );
  return { status: 200, value: text, headers: { ...headers, Vary: "Accept-Language", "Cache-Control": "no-cache" } };
}
