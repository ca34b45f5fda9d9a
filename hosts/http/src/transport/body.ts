import { malformed, tooLarge } from "@cartulary/kernel";
import {
  type BodyReader,
  type BodyTimeouts,
  DEFAULT_BODY_TIMEOUTS,
  readerWithTimeout,
  wholeBodyTimeout,
} from "./body-timeouts.ts";
import { HttpError } from "./errors.ts";

/** Maximum size of a JSON body (documents.md 2.2). */
export const JSON_BODY_BYTES_MAX = 1_048_576;

/** Returns the media type of a body in lower case, without parameters; `null` without one. */
export function mediaTypeOf(request: Request): string | null {
  const type = request.headers.get("content-type")?.replace(/;.*$/s, "").trim().toLowerCase();
  return type ? type : null;
}

/** Returns the Content-Length; `null` without one. */
export function contentLengthOf(request: Request): number | null {
  const length = request.headers.get("content-length");
  return length !== null && /^\d{1,15}$/.test(length) ? Number(length) : null;
}

/** Returns the platform's reader of a body; an absent body is empty. */
export function readerOf({ body }: Request): BodyReader {
  return (body ?? new Blob([]).stream()).getReader();
}

/** Maximum nesting of a JSON body: real ones have a dozen levels, and recursion must not overflow the stack. */
const JSON_LEVELS_MAX = 100;
/**
 * Maximum number of lists and objects in a JSON body. The largest real ones have some 22,000, in a free-form object of
 * 64 KiB; a body could contain 350,000, each to be parsed and validated before its list is found too long.
 */
const JSON_PARTS_MAX = 25_000;

/** Maximum number of bytes read after the response was sent. */
const DISCARDED_BYTES_MAX = 67_108_864;

/**
 * Reads and discards the rest of a body, up to a limit: a client that sends everything before reading would miss an
 * early response. The body is not cancelled, which some runtimes do not support well.
 */
export async function discard(body: BodyReader): Promise<void> {
  try {
    for (let length = 0; length < DISCARDED_BYTES_MAX; ) {
      const { done, value } = await body.read();
      if (done) return;
      length += value.byteLength;
    }
  } catch {
    // The client left or timed out.
  }
}

export interface BodyReadOptions {
  /** Maximum size in bytes. */
  readonly max: number;
  /** Throws for an unsupported content type. Not called for an empty body. */
  readonly requireType: () => void;
  readonly pace?: BodyTimeouts | undefined;
}

/**
 * Reads a whole body. Throws 413 as soon as it is known to exceed `max`, and 408 after a timeout. Headers are checked
 * before the body is read.
 */
export async function readBody(request: Request, { max, requireType, pace }: BodyReadOptions): Promise<Uint8Array> {
  const length = contentLengthOf(request) ?? 0;
  if (length > max) throw tooLong(max);
  if (length > 0) requireType();
  const body = request.body === null ? new Uint8Array() : await readWhole(request.body, max, pace);
  if (body.byteLength > 0) requireType();
  return body;
}

async function readWhole(
  body: ReadableStream<Uint8Array>,
  max: number,
  pace = DEFAULT_BODY_TIMEOUTS,
): Promise<Uint8Array> {
  const reader = readerWithTimeout(body.getReader(), wholeBodyTimeout(pace));
  const chunks: Uint8Array[] = [];
  for (let length = 0; length <= max; ) {
    const { done, value } = await reader.read().catch(brokenOff);
    if (done) return concat(chunks, length);
    length += value.byteLength;
    chunks.push(value);
  }
  void discard(reader);
  throw tooLong(max);
}

const tooLong = (max: number) => tooLarge(`The body is longer than ${max} bytes`);

function brokenOff(error: unknown): never {
  if (error instanceof HttpError) throw error;
  throw malformed("The request ended before its body did");
}

/** Reads a JSON object; an absent body is an empty object. Throws 400 for anything else. */
export async function readJsonObject(
  request: Request,
  pace?: BodyTimeouts,
): Promise<Readonly<Record<string, unknown>>> {
  const requireType = () => {
    if (mediaTypeOf(request) !== "application/json") throw malformed("Send the body as Content-Type: application/json");
  };
  const bytes = await readBody(request, { max: JSON_BODY_BYTES_MAX, requireType, pace });
  return bytes.byteLength === 0 ? {} : jsonObjectOf(bytes);
}

/** Parses a JSON object; throws 400 for anything else. */
export function jsonObjectOf(bytes: Uint8Array): Readonly<Record<string, unknown>> {
  const { levels, parts } = structureOf(bytes);
  if (levels > JSON_LEVELS_MAX) throw malformed(`The body is nested deeper than ${JSON_LEVELS_MAX} levels`);
  if (parts > JSON_PARTS_MAX) throw malformed(`The body has more than ${JSON_PARTS_MAX} lists and objects`);
  const value = parseJson(bytes);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw malformed("The body is not a JSON object");
  }
  return value as Readonly<Record<string, unknown>>;
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw malformed("The body is not JSON in UTF-8");
  }
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const [LIST_OPENS, LIST_CLOSES, OBJECT_OPENS, OBJECT_CLOSES] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Counts the nesting and the lists and objects of JSON text before parsing; stops at the limits. */
function structureOf(bytes: Uint8Array): { readonly levels: number; readonly parts: number } {
  let [open, levels, parts] = [0, 0, 0];
  let isText = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) isText = !isText;
    else if (isText) at += byte === BACKSLASH ? 1 : 0;
    else if (byte === LIST_OPENS || byte === OBJECT_OPENS) {
      open += 1;
      parts += 1;
      if (open > levels) levels = open;
      if (levels > JSON_LEVELS_MAX || parts > JSON_PARTS_MAX) break;
    } else if (byte === LIST_CLOSES || byte === OBJECT_CLOSES) open -= 1;
  }
  return { levels, parts };
}

function concat(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
}
