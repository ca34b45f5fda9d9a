import type { Visitor } from "@cartulary/auth";
import type { UserId } from "@cartulary/kernel";

/** Retry-After in seconds when a refusal (429, 503) names no other. */
const RETRY_AFTER_SECONDS = 5;
/** How long a browser that came by https once never tries anything else: a year. */
const HTTPS_ONLY_SECONDS = 31_536_000;

/** What an answer is made of before it is sent: a text, or bytes that are asked for as they are sent. */
export type AnswerBody = string | AsyncIterable<Uint8Array>;

/** What a response is made of. */
export type SentBody = string | ReadableStream<Uint8Array> | null;

/** What is answered, before it becomes a `Response`. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: AnswerBody | null;
  /** Why it is a 5xx: for the log alone. */
  readonly cause?: unknown;
}

/** What is learnt of a request on the way, for its log line and its answer. */
export interface Trace {
  /** Who asks, as far as limits and the trail want to know before anybody is known. */
  readonly visitor: Visitor;
  userId: UserId | null;
  /** Headers of the answer, also when it becomes an error. */
  headers: Readonly<Record<string, string>>;
}

/** A body that is JSON already. */
export function json(status: number, body: string, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status, body, headers: { "Content-Type": "application/json", ...headers } };
}

/**
 * Headers of every answer, errors included, unless the answer sets them itself: no cache stores it, no browser guesses its
 * type. With an https address of the host browsers keep to https (HSTS), and a 429 or 503 says when to retry.
 */
export function standingHeaders(status: number, publicUrl: string | undefined): Record<string, string> {
  const headers: Record<string, string> = { "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" };
  if (publicUrl?.startsWith("https:")) headers["Strict-Transport-Security"] = `max-age=${HTTPS_ONLY_SECONDS}`;
  if (status === 503) headers["Retry-After"] = String(RETRY_AFTER_SECONDS);
  return headers;
}

/** How the body of an answer ended. */
export interface BodyEnd {
  /** Bytes that were handed over. */
  readonly bytes: number;
  /** What cut it, where it broke. */
  readonly error?: unknown;
}

/**
 * The body as it is sent; `ended` is called once it is all handed over, or nobody wants the rest, or it broke. The answer
 * to HEAD may have one, for its headers: no byte of it is sent. `byteLength` says how many bytes of UTF-8 a text becomes.
 */
export function measuredBody(
  method: string,
  body: AnswerBody | null,
  ended: (end: BodyEnd) => void,
  byteLength: (text: string) => number = bytesOf,
): MeasuredBody {
  if (body !== null && typeof body !== "string") {
    if (method !== "HEAD") return { body: measuredStream(body, ended), byteSize: null };
    ended({ bytes: 0 });
    return { body: null, byteSize: null };
  }
  const byteSize = body === null ? 0 : byteLength(body);
  ended({ bytes: method === "HEAD" ? 0 : byteSize });
  return { body, byteSize };
}

/** What is sent, and how much that is where it is known before. */
export interface MeasuredBody {
  readonly body: SentBody;
  readonly byteSize: number | null;
}

const encoder = new TextEncoder();
/** Where a text is encoded, piece by piece, of which nothing but the length is wanted. */
const scratch = new Uint8Array(65_536);

/** Bytes of a text in UTF-8, on any runtime. */
function bytesOf(text: string): number {
  let bytes = 0;
  for (let at = 0; at < text.length; ) {
    const { read, written } = encoder.encodeInto(at === 0 ? text : text.slice(at), scratch);
    at += read;
    bytes += written;
  }
  return bytes;
}

/** The bytes are asked for as they are taken, and let go when the client leaves. */
function measuredStream(body: AsyncIterable<Uint8Array>, ended: (end: BodyEnd) => void): ReadableStream<Uint8Array> {
  const iterator = body[Symbol.asyncIterator]();
  let bytes = 0;
  let isLeft = false;
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { done, value } = await iterator.next();
          if (isLeft) return;
          if (!done) {
            bytes += value.byteLength;
            return controller.enqueue(value);
          }
          ended({ bytes });
          controller.close();
        } catch (error) {
          if (isLeft) return;
          ended({ bytes, error });
          controller.error(error);
        }
      },
      async cancel() {
        isLeft = true;
        ended({ bytes });
        await iterator.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}
