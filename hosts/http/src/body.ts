import { malformed, tooLarge } from "@cartulary/kernel";

/** Bytes of the longest JSON body (documents.md 2.2). */
export const JSON_BODY_BYTES_MAX = 1_048_576;

/** The media type of a request's body, in lower case, without parameters; `null` when it names none. */
export function mediaTypeOf(request: Request): string | null {
  const type = request.headers.get("content-type")?.replace(/;.*$/s, "").trim().toLowerCase();
  return type ? type : null;
}

/** The bytes that a request says it has; `null` when it does not say. */
export function contentLengthOf(request: Request): number | null {
  const length = request.headers.get("content-length");
  return length !== null && /^\d{1,15}$/.test(length) ? Number(length) : null;
}

/** Levels of the deepest JSON body. What is legitimate has a dozen; whoever walks over it must not run out of stack. */
const JSON_LEVELS_MAX = 100;

/** Bytes of a body that are still taken after its answer was given. */
const DISCARDED_BYTES_MAX = 67_108_864;

/**
 * Reads on and forgets what comes, up to a bound: a client that sends everything before it listens would not hear an
 * early answer otherwise. The body is not cancelled, which some makers of bodies do not survive.
 */
export async function discard(body: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  try {
    for (let length = 0; length < DISCARDED_BYTES_MAX; ) {
      const { done, value } = await body.read();
      if (done) return;
      length += value.byteLength;
    }
  } catch {
    // Whoever sent it is gone.
  }
}

/** A whole body, refused with 413 as soon as it is known to be longer than `max` bytes. */
export async function readBody(request: Request, max: number): Promise<Uint8Array> {
  const problem = () => tooLarge(`The body is longer than ${max} bytes`);
  if ((contentLengthOf(request) ?? 0) > max) throw problem();
  if (!request.body) return new Uint8Array();
  const reader = request.body.getReader();
  const chunks: Uint8Array[] = [];
  for (let length = 0; length <= max; ) {
    const { done, value } = await reader.read().catch(brokenOff);
    if (done) return joined(chunks, length);
    length += value.byteLength;
    chunks.push(value);
  }
  void discard(reader);
  throw problem();
}

function brokenOff(): never {
  throw malformed("The request ended before its body did");
}

/** A JSON object; an absent body is an empty one. Anything else is refused with 400. */
export async function readJsonObject(request: Request): Promise<Readonly<Record<string, unknown>>> {
  const bytes = await readBody(request, JSON_BODY_BYTES_MAX);
  if (bytes.byteLength === 0) return {};
  if (mediaTypeOf(request) !== "application/json") throw malformed("Send the body as Content-Type: application/json");
  return jsonObjectOf(bytes);
}

/** The JSON object that these bytes spell; refused with 400 when they spell something else. */
export function jsonObjectOf(bytes: Uint8Array): Readonly<Record<string, unknown>> {
  if (isDeeper(bytes, JSON_LEVELS_MAX)) throw malformed(`The body is nested deeper than ${JSON_LEVELS_MAX} levels`);
  const value = parsed(bytes);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw malformed("The body is not a JSON object");
  }
  return value as Readonly<Record<string, unknown>>;
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw malformed("The body is not JSON in UTF-8");
  }
}

const [QUOTE, BACKSLASH, OPENING, CLOSING] = [0x22, 0x5c, [0x5b, 0x7b], [0x5d, 0x7d]];

/** Whether JSON opens more levels than that. Told by its bytes, before anything is made of them. */
function isDeeper(bytes: Uint8Array, levels: number): boolean {
  let open = 0;
  let isText = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === QUOTE) isText = !isText;
    else if (isText) at += byte === BACKSLASH ? 1 : 0;
    else if (OPENING.includes(byte)) open += 1;
    else if (CLOSING.includes(byte)) open -= 1;
    if (open > levels) return true;
  }
  return false;
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
}
