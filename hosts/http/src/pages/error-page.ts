import { html } from "hono/html";
import { parseAccept } from "hono/utils/accept";
import { type Answer, json } from "../transport/answer.ts";
import { printError, type Refusal } from "../transport/errors.ts";
import { languageOf } from "../transport/language.ts";
import { pageAnswer } from "./layout.ts";
import { TEXTS } from "./texts.ts";

/** A refusal as a page; as JSON for whoever asks for that and not for a page. */
export async function refusalPage(
  request: Request,
  base: string,
  refusal: Refusal,
  requestId: string,
): Promise<Answer> {
  const { status, code, message, headers } = refusal;
  if (wantsJson(request)) return json(status, JSON.stringify(printError(refusal, requestId)), headers);
  const language = languageOf(request);
  const texts = TEXTS[language];
  const { title, advice } = texts.errors[status as keyof typeof texts.errors] ?? texts.errors.other;
  const reason = texts.reasons[code as keyof typeof texts.reasons];
  // Messages are written for programs, in English: whoever reads that is told more.
  const more = language === "en" ? html`<p>${message}</p>` : "";
  const main = html`${reason === undefined ? "" : html`<p>${reason}</p>`}<p>${advice}</p>${more}
<p>${texts.requestId} <code>${requestId}</code></p><p>${texts.code} <code>${code}</code></p>`;
  return pageAnswer({ title, main }, { status, language, base, csrf: null, headers });
}

/** Whether a browser opens this: it reads, and likes a page no less than JSON. */
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
