import { html } from "hono/html";
import type { CallingPerson } from "../requests/operation-calls.ts";
import type { Answer } from "../transport/answer.ts";
import type { Language } from "../transport/language.ts";
import { contentSecurityPolicy, htmlAnswer } from "../transport/page.ts";
import { ICON_PATH } from "./icon.ts";
import { STYLE_PATH } from "./style.ts";
import type { Theme } from "./theme.ts";
import { TEXTS } from "./translations.ts";

/** A fragment of a page, created by Hono's `html`, which escapes interpolated values. */
export type Html = ReturnType<typeof html>;

/** A link to a page of ours. */
export interface PageLink {
  /** A path below the base. */
  readonly path: string;
  readonly text: string;
}

/** The content of a page. */
export interface PageContent {
  /** Its heading and the beginning of the browser's title. */
  readonly title: string;
  readonly main: Html;
  /** The section or the container of the page, for the browser's title. */
  readonly where?: string;
  /** Links to the pages of its section, before the content, so that a link to the content skips them. */
  readonly sections?: Html;
  /** The pages above, from the outermost to the nearest. */
  readonly trail?: readonly PageLink[];
  /** True if a form is shown again with errors. */
  readonly hasErrors?: boolean;
  /** External URLs to which its forms may redirect: browsers apply the page's policy to every redirect after a form. */
  readonly formTargets?: readonly string[];
  /** True for visitors: no navigation, no sign-in and no policy for forms or scripts. */
  readonly isAlone?: boolean;
  /** Paths of scripts of ours that the page loads. */
  readonly scripts?: readonly string[];
}

/** A link of the main navigation. */
export interface NavigationLink extends PageLink {
  readonly isCurrent: boolean;
}

/** The links that a person has on every page. */
export interface Navigation {
  /** The sections, by role. */
  readonly main: readonly NavigationLink[];
  /** The person's own pages. */
  readonly own: readonly PageLink[];
}

/** Returns the navigation of a person on the page at `path`. */
export type NavigationFor = (
  person: CallingPerson,
  place: { readonly language: Language; readonly path: string },
) => Promise<Navigation>;

/** The context of a page. */
export interface PageSetting {
  readonly language: Language;
  /** The base path of the page's links. */
  readonly base: string;
  /** The session's CSRF token; a page with one has a sign-out button. */
  readonly csrf: string | null;
  /** The theme that the person chose; `null` for the system's. */
  readonly theme?: Theme | null;
  /** The path and query of the page, to which a choice of language or theme returns. */
  readonly path?: string;
  readonly navigation?: Navigation | undefined;
  /** The path of the sign-in, with the path to return to; `/login` by default. */
  readonly signInPath?: string;
  /** True for pages of visitors, as in the content. */
  readonly isAlone?: boolean;
}

interface AnswerSetting extends PageSetting {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Creates the response of a page, which is never cached. */
export async function pageAnswer(
  content: PageContent,
  { status, headers, ...setting }: AnswerSetting,
): Promise<Answer> {
  const page = await wholePage(content, setting);
  return htmlAnswer(status, page.text, { ...page.headers, ...headers });
}

/**
 * Renders a whole page. Its style and scripts are files of ours. The header sends no referrer; the meta element allows it
 * for our own pages, because otherwise browsers send `Origin: null` with our forms, as for foreign ones
 * (docs/decisions/0013).
 */
export async function wholePage(
  content: PageContent,
  setting: PageSetting,
): Promise<{ readonly text: string; readonly headers: Readonly<Record<string, string>> }> {
  const { language, base, csrf, theme = null } = setting;
  const { title, main, trail = [], scripts = [] } = content;
  const isAlone = content.isAlone ?? setting.isAlone ?? false;
  const page = await html`<!doctype html>
<html lang="${language}"${theme === null ? "" : html` data-theme="${theme}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="same-origin">
${csrf === null ? "" : html`<meta name="csrf-token" content="${csrf}">`}
<title>${browserTitle(content, language)}</title>
<link rel="icon" type="image/svg+xml" href="${base}${ICON_PATH}">
<link rel="stylesheet" href="${base}${STYLE_PATH}">
${scripts.map((path) => html`<script src="${base}${path}" defer></script>`)}
</head>
<body>
<a class="skip" href="#main">${TEXTS[language].skip}</a>
${pageHeader(setting, isAlone)}
${content.sections ?? ""}
<main id="main" tabindex="-1">
${trail.length === 0 ? "" : breadcrumb(trail, title, setting)}
<h1>${title}</h1>
${main}
</main>
${pageFooter(setting, isAlone)}
</body>
</html>
`;
  return { text: page.toString(), headers: { ...policyOf(content, isAlone), ...languageHeaders(language) } };
}

const languageHeaders = (language: Language) => ({
  "Content-Language": language,
  Vary: "Accept-Language, Cookie",
  "Cache-Control": "no-store",
});

function browserTitle({ title, where, hasErrors = false }: PageContent, language: Language): string {
  const parts = [title, ...(where === undefined || where === title ? [] : [where]), "Cartulary"];
  return `${hasErrors ? TEXTS[language].errorPrefix : ""}${parts.join(" · ")}`;
}

/** The policies of console.md 6. */
function policyOf({ formTargets = [] }: PageContent, isAlone: boolean): Readonly<Record<string, string>> {
  if (isAlone) return contentSecurityPolicy({ style: "'self'", img: "'self'" });
  const forms = ["'self'", ...formTargets.flatMap(sourceOf)].join(" ");
  return {
    "Content-Security-Policy": `default-src 'self'; script-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action ${forms}`,
  };
}

function pageHeader({ language, base, csrf, navigation, signInPath = "/login" }: PageSetting, isAlone: boolean): Html {
  if (isAlone) return html`<header class="page-header"><p class="brand">Cartulary</p></header>`;
  const { mainNavigation, search, signIn } = TEXTS[language];
  const { main = [], own = [] } = navigation ?? {};
  return html`<header class="page-header">
<p class="brand"><a href="${base}/">Cartulary</a></p>
${
  main.length === 0
    ? ""
    : html`<nav aria-label="${mainNavigation}"><ul>${main.map(
        ({ path, text, isCurrent }) =>
          html`<li><a href="${base}${path}"${isCurrent ? html` aria-current="true"` : ""}>${text}</a></li>`,
      )}</ul></nav>
<form class="site-search" role="search" method="get" action="${base}/search"><label class="hidden" for="site-search">${search}</label><input id="site-search" type="search" name="query" maxlength="200" placeholder="Documents"><button class="other">${search}</button></form>`
}
<div class="person">
${own.length === 0 ? "" : html`<ul>${own.map(({ path, text }) => html`<li><a href="${base}${path}">${text}</a></li>`)}</ul>`}
${csrf === null ? html`<a href="${base}${signInPath}">${signIn}</a>` : signOut(language, base, csrf)}
</div>
</header>`;
}

function breadcrumb(trail: readonly PageLink[], title: string, { language, base }: PageSetting): Html {
  return html`<nav class="breadcrumb" aria-label="${TEXTS[language].breadcrumb}"><ol>
${trail.map(({ path, text }) => html`<li><a href="${base}${path}">${text}</a></li>`)}
<li aria-current="page">${title}</li>
</ol></nav>`;
}

/** Named by their codes, which are words of no language. */
const LANGUAGES = ["fr", "en"] as const satisfies readonly Language[];

/** Last on the page, so that keyboard users reach the content first. */
function pageFooter({ language, base, path = "/", theme = null }: PageSetting, isAlone: boolean): Html {
  const { pages, home, reference, languages, themes, lightTheme, darkTheme, systemTheme } = TEXTS[language].elsewhere;
  const back = `?return_to=${encodeURIComponent(path)}`;
  const choices = [
    ["light", lightTheme],
    ["dark", darkTheme],
    ["system", systemTheme],
  ] as const;
  return html`<footer>
${isAlone ? "" : html`<nav aria-label="${pages}"><ul><li><a href="${base}/">${home}</a></li><li><a href="${base}/docs">${reference}</a></li></ul></nav>`}
<nav aria-label="${languages}"><ul>${LANGUAGES.map(
    (code) =>
      html`<li><a href="${base}/locale/${code}${back}" hreflang="${code}"${code === language ? html` aria-current="true"` : ""}>${code.toUpperCase()}</a></li>`,
  )}</ul></nav>
<nav aria-label="${themes}"><ul>${choices.map(
    ([name, text]) =>
      html`<li><a href="${base}/theme/${name}${back}"${(theme ?? "system") === name ? html` aria-current="true"` : ""}>${text}</a></li>`,
  )}</ul></nav>
</footer>`;
}

/** Creates a form that posts to one of our paths. The only place that creates forms, so that each has a CSRF token. */
export function formOf(action: string, csrf: string, fields: Html): Html {
  return html`<form method="post" action="${action}"><input type="hidden" name="csrf" value="${csrf}">${fields}</form>`;
}

const signOut = (language: Language, base: string, csrf: string): Html =>
  formOf(`${base}/logout`, csrf, html`<button class="other">${TEXTS[language].signOut}</button>`);

const HOST = /^https?:\/\/[\w.-]+(?::\d+)?$/;

/** Returns the origin of a URL if a policy can express it, otherwise its scheme. */
function sourceOf(target: string): readonly string[] {
  const url = URL.parse(target);
  if (!url || !/^[a-z][a-z0-9+.-]*:$/.test(url.protocol)) return [];
  return [HOST.test(url.origin) ? url.origin : url.protocol];
}
