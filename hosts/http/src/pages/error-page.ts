import { html } from "hono/html";
import { parseAccept } from "hono/utils/accept";
import { type Answer, json } from "../transport/answer.ts";
import { type ErrorResponse, formatError } from "../transport/errors.ts";
import { type Language, languageOf } from "../transport/language.ts";
import { type Html, type PageSetting, pageAnswer } from "./layout.ts";
import { themeOf } from "./theme.ts";
import { TEXTS } from "./translations.ts";

/** Renders an error as a page, or as JSON if the client prefers it. */
export async function errorPage(
  request: Request,
  base: string,
  refusal: ErrorResponse,
  requestId: string,
  setting: Partial<PageSetting> = {},
): Promise<Answer> {
  const { status, code, headers } = refusal;
  if (wantsJson(request)) return json(status, JSON.stringify(formatError(refusal, requestId)), headers);
  const language = languageOf(request);
  const texts = TEXTS[language];
  const { title, advice } = texts.errors[status as keyof typeof texts.errors] ?? texts.errors.other;
  const reason = texts.reasons[code as keyof typeof texts.reasons];
  // Messages are in English, for programs. A page that is not found says nothing that differs between requests.
  const details = status === 404 ? "" : errorDetails(refusal, language, requestId);
  const home = setting.isAlone ? "" : html`<p><a href="${base}/">${texts.elsewhere.home}</a></p>`;
  const main = html`${reason === undefined ? "" : html`<p>${reason}</p>`}<p>${advice}</p>${home}${details}`;
  return pageAnswer(
    { title, main },
    {
      ...{ status, language, base, csrf: null, headers, theme: themeOf(request) },
      ...setting,
    },
  );
}

function errorDetails({ code, message }: ErrorResponse, language: Language, requestId: string): Html {
  const texts = TEXTS[language];
  return html`${language === "en" ? html`<p>${message}</p>` : ""}
<p>${texts.requestId} <code>${requestId}</code></p><p>${texts.code} <code>${code}</code></p>`;
}

/** True for a GET or HEAD that accepts HTML at least as much as JSON. */
export function opensPage({ method, headers }: Request): boolean {
  if (method !== "GET" && method !== "HEAD") return false;
  const accepted = parseAccept(headers.get("accept") ?? "");
  const likes = (wanted: string) => accepted.find(({ type }) => type.toLowerCase() === wanted)?.q ?? 0;
  return likes("text/html") > 0 && likes("text/html") >= likes("application/json");
}

function wantsJson({ headers }: Request): boolean {
  const accept = headers.get("accept") ?? "";
  return accept.includes("application/json") && !accept.includes("text/html");
}
