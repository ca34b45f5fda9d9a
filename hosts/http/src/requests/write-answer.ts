import type { Instant } from "@cartulary/kernel";
import { BYTES, HTML, type Operation, TEXT, writeJson, writeJsonPieces } from "@cartulary/wire";
import { type Answer, json } from "../transport/answer.ts";
import { type Download, downloadAnswer } from "../transport/download.ts";
import { encodeUtf8, preferredType, type Text, textResponse, VARY_ACCEPT } from "../transport/negotiation.ts";
import { htmlAnswer } from "../transport/page.ts";
import type { HandlerReply } from "./handlers.ts";
import { listHeaders } from "./listing.ts";
import { writtenList } from "./long-lists.ts";
import { pathWithin } from "./mounted-operations.ts";

/** Data of a response that the handler's reply lacks. */
interface AnswerContext {
  /** Of lists that are change feeds. */
  readonly watermark: Instant | undefined;
  readonly publicUrl: string | undefined;
  /** Returns the mount path of the application. */
  readonly mountPath: () => string;
}

/** Writes a handler's reply in the form that the operation declares and the request prefers. */
export async function answerOf(
  operation: Operation,
  replied: HandlerReply<number, unknown>,
  request: Request,
  { watermark, publicUrl, mountPath }: AnswerContext,
): Promise<Answer> {
  const { status, value, page, headers, cause, prepared } = replied;
  if (prepared) return prepared;
  const reply = operation.replies[status];
  if (reply === undefined) throw new TypeError(`${operation.id} does not declare the status ${status}`);
  if (reply === BYTES) return downloadAnswer(request, value as Download);
  if (reply === HTML) return htmlAnswer(status, value as string, headers);
  if (reply === null) return { status, ...(headers && { headers }) };
  if (reply === TEXT) {
    return { status, headers: { "Content-Type": "text/plain; charset=utf-8", ...headers }, body: value as string };
  }
  if (operation.alternatives) {
    const preferred = preferredType(request.headers.get("accept"), ["application/json", ...operation.alternatives]);
    const alternative = await replied.alternatives?.[preferred]?.();
    if (alternative) return alternativeAnswer(status, preferred, alternative, request);
  }
  if (replied.streamed) {
    const pieces = writeJsonPieces(reply, value as object, replied.streamed.field, replied.streamed.pages);
    const streamed = { "Content-Type": "application/json", ...(operation.alternatives && VARY_ACCEPT) };
    return { status, headers: streamed, body: encodeUtf8(pieces) };
  }
  const early = operation.endsEarly ? writtenList(reply, value as readonly unknown[]) : null;
  const written = early?.written ?? writeJson(reply, value);
  const ended = early && { count: early.count, url: publicUrlOf(request, publicUrl, mountPath) };
  const answer = json(status, operation.envelope === undefined ? written : `{"${operation.envelope}":${written}}`, {
    ...(page && listHeaders({ ...page, ...(ended && { ended }) }, watermark)),
    ...(operation.alternatives && VARY_ACCEPT),
    ...headers,
  });
  return cause === undefined ? answer : { ...answer, cause };
}

/** Returns the public URL of a request. */
function publicUrlOf({ url }: Request, publicUrl: string | undefined, mountPath: () => string): URL {
  const sent = new URL(url);
  if (publicUrl === undefined) return sent;
  return new URL(publicUrl.replace(/\/$/, "") + pathWithin(sent, mountPath()) + sent.search);
}

async function alternativeAnswer(
  status: number,
  type: string,
  alternative: Text | Download,
  request: Request,
): Promise<Answer> {
  if ("pieces" in alternative) return textResponse(status, type, alternative);
  const answer = await downloadAnswer(request, alternative);
  return { ...answer, headers: { ...answer.headers, ...VARY_ACCEPT } };
}
