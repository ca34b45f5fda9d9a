import { html, raw } from "hono/html";
import type { Answer } from "../transport/answer.ts";
import type { Language } from "../transport/language.ts";
import { contentSecurityPolicy, htmlAnswer } from "../transport/page.ts";
import { ICON_PATH } from "./icon.ts";
import { STYLE } from "./style.ts";
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
  /** Whether it leaves out the way to our other pages. */
  readonly isAlone?: boolean;
}

/** Where a page stands. */
interface Setting {
  readonly language: Language;
  /** Where the page's own links begin. */
  readonly base: string;
  /** Of the session, when there is one; the page then offers its end too. */
  readonly csrf: string | null;
}

interface AnswerSetting extends Setting {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
}

const styleSource = digestSource(STYLE);

/** The answer that a page is; nobody may keep it. */
export async function pageAnswer(
  content: PageContent,
  { status, headers, ...setting }: AnswerSetting,
): Promise<Answer> {
  const page = await wholePage(content, setting);
  return htmlAnswer(status, page.text, { ...page.headers, ...headers });
}

/**
 * A whole page: no script at all, one style that the policy knows by its digest, an icon of ours. Its header tells nobody
 * where people come from; its own word makes one exception, for us: without it browsers send `Origin: null` with our forms,
 * as they do with those of strangers (docs/decisions/0120).
 */
export async function wholePage(
  { title, main, formTargets = [], isAlone = false }: PageContent,
  { language, base, csrf }: Setting,
): Promise<{ readonly text: string; readonly headers: Readonly<Record<string, string>> }> {
  const page = await html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="same-origin">
${csrf === null ? "" : html`<meta name="csrf-token" content="${csrf}">`}
<title>${title} · Cartulary</title>
<link rel="icon" type="image/svg+xml" href="${base}${ICON_PATH}">
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
${isAlone ? "" : otherPages(language, base)}
</body>
</html>
`;
  const sources = { style: await styleSource, img: "'self'" };
  const policy = contentSecurityPolicy(sources, ["'self'", ...formTargets.flatMap(sourceOf)]);
  const headers = { "Content-Language": language, Vary: "Accept-Language, Cookie", "Cache-Control": "no-store" };
  return { text: page.toString(), headers: { ...policy, ...headers } };
}

/** Behind everything else, so that whoever goes by keys comes to what the page is for first. */
function otherPages(language: Language, base: string): Html {
  const { pages, home, reference, tokens, activation } = TEXTS[language].elsewhere;
  const places = [
    ["/", home],
    ["/settings/tokens", tokens],
    ["/cli/activation", activation],
    ["/docs", reference],
  ] as const;
  return html`<footer><nav aria-label="${pages}"><ul>
${places.map(([path, name]) => html`<li><a href="${base}${path}">${name}</a></li>`)}
</ul></nav></footer>`;
}

/** A form that posts to one of our own paths. The only place where a form begins, so that none is without its seal. */
export function formOf(action: string, csrf: string, fields: Html): Html {
  return html`<form method="post" action="${action}"><input type="hidden" name="csrf" value="${csrf}">${fields}</form>`;
}

const signOut = (language: Language, base: string, csrf: string): Html =>
  formOf(`${base}/logout`, csrf, html`<button class="other">${TEXTS[language].signOut}</button>`);

const HOST = /^https?:\/\/[\w.-]+(?::\d+)?$/;

/** Its origin, as far as a policy can spell it; else its scheme. */
function sourceOf(target: string): readonly string[] {
  const url = URL.parse(target);
  if (!url || !/^[a-z][a-z0-9+.-]*:$/.test(url.protocol)) return [];
  return [HOST.test(url.origin) ? url.origin : url.protocol];
}

async function digestSource(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return `'sha256-${Buffer.from(digest).toString("base64")}'`;
}
