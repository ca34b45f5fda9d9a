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
  const value = parsed(bytes);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw malformed("The body is not a JSON object");
  }
  if (isDeeper(value, JSON_LEVELS_MAX)) throw malformed(`The body is nested deeper than ${JSON_LEVELS_MAX} levels`);
  return value as Readonly<Record<string, unknown>>;
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw malformed("The body is not JSON in UTF-8");
  }
}

/** Looks level by level, so that depth costs no stack. */
function isDeeper(value: object, levels: number): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; depth <= levels; depth += 1) {
    level = level.flatMap((each) => (typeof each === "object" && each !== null ? Object.values(each) : []));
    if (level.length === 0) return false;
  }
  return true;
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
