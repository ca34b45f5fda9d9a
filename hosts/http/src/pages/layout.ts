import { html, raw } from "hono/html";
import type { Answer } from "../exchange.ts";
import type { Language } from "../language.ts";
import { contentSecurityPolicy, htmlAnswer } from "../page.ts";
import { TEXTS } from "./texts.ts";

/** A piece of a page, made by Hono's `html`, which escapes whatever is put into it. */
export type Html = ReturnType<typeof html>;

/** What a page shows. */
export interface PageContent {
  /** Its heading and the browser's title. */
  readonly title: string;
  readonly main: Html;
  /**
   * URLs of others to which the answer to one of its forms may redirect: browsers hold a page's policy against every
   * redirect that follows a form.
   */
  readonly formTargets?: readonly string[];
}

/** Where a page stands. */
interface Setting {
  readonly status: number;
  readonly language: Language;
  /** Where the page's own links begin. */
  readonly base: string;
  /** Of the session, when there is one; the page then offers its end too. */
  readonly csrf: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

const STYLE = `:root{color-scheme:light dark}
body{margin:0 auto;max-width:36rem;padding:1.5rem;font:1rem/1.5 system-ui,sans-serif}
header{display:flex;justify-content:space-between;align-items:center;gap:1rem}
h1{font-size:1.5rem}
label,legend{display:block;margin-top:1rem;font-weight:600}
fieldset{border:1px solid;margin-top:1rem}
input:not([type=checkbox],[type=radio]){box-sizing:border-box;width:100%;padding:.5rem;font:inherit}
button{margin-top:1rem;padding:.5rem 1rem;font:inherit}
header button{margin:0}
[role=alert]{border-inline-start:.25rem solid;padding-inline-start:1rem}
code{overflow-wrap:anywhere}
table{border-collapse:collapse;width:100%}
th,td{padding:.25rem .5rem;text-align:start;vertical-align:top}
.wide{overflow-x:auto}
fieldset label{font-weight:400}
h1,a{overflow-wrap:anywhere}
a{color:inherit}
.passage{white-space:pre-line;overflow-wrap:anywhere}
.items{list-style:none;padding:0}
.items li{padding:.5rem 0;border-block-start:1px solid}
.items a{display:block;padding:.25rem 0}
.items small{display:block}`;

const styleSource = digestSource(STYLE);

/** The whole page: no script at all, one style that the policy knows by its digest, nothing that anybody may keep. */
export async function pageAnswer(
  { title, main, formTargets = [] }: PageContent,
  { status, language, base, csrf, headers }: Setting,
): Promise<Answer> {
  const page = await html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${csrf === null ? "" : html`<meta name="csrf-token" content="${csrf}">`}
<title>${title} · Cartulary</title>
<style>${raw(STYLE)}</style>
</head>
<body>
<header>
<p>Cartulary</p>
${csrf === null ? "" : signOut(language, base, csrf)}
</header>
<main>
<h1>${title}</h1>
${main}
</main>
</body>
</html>
`;
  const policy = contentSecurityPolicy({ style: await styleSource }, ["'self'", ...formTargets.flatMap(sourceOf)]);
  const told = { "Content-Language": language, Vary: "Accept-Language, Cookie", "Cache-Control": "no-store" };
  return htmlAnswer(status, page.toString(), { ...policy, ...told, ...headers });
}

/** A form that posts to one of our own paths. The only place where a form begins, so that none is without its seal. */
export function formOf(action: string, csrf: string, fields: Html): Html {
  return html`<form method="post" action="${action}"><input type="hidden" name="csrf" value="${csrf}">${fields}</form>`;
}

const signOut = (language: Language, base: string, csrf: string): Html =>
  formOf(`${base}/logout`, csrf, html`<button>${TEXTS[language].signOut}</button>`);

const HOST = /^https?:\/\/[\w.-]+(?::\d+)?$/;

/** Its origin, as far as a policy can spell it; else its scheme. */
function sourceOf(target: string): readonly string[] {
  const url = URL.parse(target);
  if (!url || !/^[a-z][a-z0-9+.-]*:$/.test(url.protocol)) return [];
  return [HOST.test(url.origin) ? url.origin : url.protocol];
}

async function digestSource(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`;
}
