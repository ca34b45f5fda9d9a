import { html } from "hono/html";
import type { Replied } from "./handlers.ts";
import { type Language, languageOf } from "./language.ts";
import { contentSecurityPolicy } from "./page.ts";

const WORDS = {
  en: {
    what: "Document management and rental management, as an API.",
    reference: "The API reference",
    description: "Its OpenAPI description",
  },
  fr: {
    what: "Gestion documentaire et gestion locative, par une API.",
    reference: "La référence de l’API",
    description: "Sa description OpenAPI",
  },
} as const satisfies Record<Language, object>;

/**
 * The page at the root: where to look. Its links stand below `publicUrl` when that is known, since a visitor may have
 * come without the slash at its end; else they are relative.
 */
export async function homePage(request: Request, publicUrl: string | undefined): Promise<Replied<200, string>> {
  const language = languageOf(request);
  const { what, reference, description } = WORDS[language];
  const base = publicUrl === undefined ? "" : `${publicUrl}/`;
  const page = await html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Cartulary</title>
</head>
<body>
<main>
<h1>Cartulary</h1>
<p>${what}</p>
<ul>
<li><a href="${base}docs">${reference}</a></li>
<li><a href="${base}openapi.json">${description}</a></li>
</ul>
</main>
</body>
</html>
`;
  const headers = { ...contentSecurityPolicy(), "Content-Language": language, Vary: "Accept-Language" };
  return { status: 200, value: page.toString(), headers };
}
