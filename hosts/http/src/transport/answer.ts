import type { RequestSource } from "@cartulary/auth";
import type { UserId } from "@cartulary/kernel";

/** Default Retry-After of a 429 or 503, in seconds. */
const RETRY_AFTER_SECONDS = 5;
/** Duration of HSTS: a year. */
const HTTPS_ONLY_SECONDS = 31_536_000;

/** The body of a response: text, or a stream that is read while it is sent. */
export type AnswerBody = string | AsyncIterable<Uint8Array>;

/** A reply before it becomes a `Response`. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Values of `Set-Cookie` besides one of `headers`. */
  readonly cookies?: readonly string[];
  readonly body?: AnswerBody | null;
  /** The cause of a 5xx, for the log only. */
  readonly cause?: unknown;
}

/** Data collected during a request, for its log line and its response. */
export interface Trace {
  /** The origin of the request, for limits and the audit trail before authentication. */
  readonly requestSource: RequestSource;
  userId: UserId | null;
  /** Headers of the response, errors included. */
  headers: Readonly<Record<string, string>>;
}

/** A response with serialized JSON. */
export function json(status: number, body: string, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status, body, headers: { "Content-Type": "application/json", ...headers } };
}

/**
 * Returns the headers of every response, errors included, unless it overrides them: no caching, no type sniffing, HSTS
 * with an https URL, and Retry-After for 503.
 */
export function defaultHeaders(status: number, publicUrl: string | undefined): Record<string, string> {
  const headers: Record<string, string> = { "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" };
  if (publicUrl?.startsWith("https:")) headers["Strict-Transport-Security"] = `max-age=${HTTPS_ONLY_SECONDS}`;
  if (status === 503) headers["Retry-After"] = String(RETRY_AFTER_SECONDS);
  return headers;
}

/** The end of a response body. */
export interface BodyEnd {
  /** Number of bytes sent. */
  readonly bytes: number;
  /** The error that interrupted it. */
  readonly error?: unknown;
}

/**
 * Returns the body to send; calls `ended` when all of it was read, the reader cancelled, or it broke. The response to
 * HEAD may have a body for its headers: no byte of it is sent.
 */
export function meteredBody(method: string, body: AnswerBody | null, ended: (end: BodyEnd) => void): MeasuredBody {
  if (body !== null && typeof body !== "string") {
    if (method !== "HEAD") return { body: measuredStream(body, ended), byteSize: null };
    ended({ bytes: 0 });
    return { body: null, byteSize: null };
  }
  const byteSize = body === null ? 0 : bytesOf(body);
  ended({ bytes: method === "HEAD" ? 0 : byteSize });
  return { body, byteSize };
}

/** The body and its size, if known. */
export interface MeasuredBody {
  readonly body: string | ReadableStream<Uint8Array> | null;
  readonly byteSize: number | null;
}

const encoder = new TextEncoder();
/** Buffer to encode texts of which only the length is needed. */
const scratch = new Uint8Array(65_536);

/** Returns the UTF-8 length of a text on any runtime. */
function bytesOf(text: string): number {
  let bytes = 0;
  for (let at = 0; at < text.length; ) {
    const { read, written } = encoder.encodeInto(at === 0 ? text : text.slice(at), scratch);
    at += read;
    bytes += written;
  }
  return bytes;
}

/** Reads the bytes on demand, and stops when the client leaves. */
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
