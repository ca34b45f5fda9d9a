import { html } from "hono/html";
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
  const { status, message, headers } = refusal;
  if (wantsJson(request)) return json(status, JSON.stringify(printError(refusal, requestId)), headers);
  const language = languageOf(request);
  const texts = TEXTS[language];
  const { title, advice } = texts.errors[status as keyof typeof texts.errors] ?? texts.errors.other;
  const main = html`<p>${advice}</p><p lang="en">${message}</p><p>${texts.requestId} <code>${requestId}</code></p>`;
  return pageAnswer({ title, main }, { status, language, base, csrf: null, headers });
}

function wantsJson({ headers }: Request): boolean {
  const accept = headers.get("accept") ?? "";
  return accept.includes("application/json") && !accept.includes("text/html");
}
