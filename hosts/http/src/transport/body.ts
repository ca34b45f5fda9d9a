import { malformed, tooLarge } from "@cartulary/kernel";
import { HttpRefusal } from "./errors.ts";
import { BODY_PACE, type BodyPace, type BodyReader, forWhole, pacedReader } from "./pace.ts";

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

/** The body of a request, as any platform reads it; one that has none is empty. */
export function readerOf({ body }: Request): BodyReader {
  return (body ?? new Blob([]).stream()).getReader();
}

/** Levels of the deepest JSON body. What is legitimate has a dozen; whoever walks over it must not run out of stack. */
const JSON_LEVELS_MAX = 100;
/**
 * Lists and objects of one JSON body. The most that anything asks for is some 22,000, in a free-form object of 64 KiB; of
 * what a body has room for, 350,000, each would be made, read and often compared before its list is found too long.
 */
const JSON_PARTS_MAX = 25_000;

/** Bytes of a body that are still taken after its answer was given. */
const DISCARDED_BYTES_MAX = 67_108_864;

/**
 * Reads on and forgets what comes, up to a bound: a client that sends everything before it listens would not hear an
 * early answer otherwise. The body is not cancelled, which some makers of bodies do not survive.
 */
export async function discard(body: BodyReader): Promise<void> {
  try {
    for (let length = 0; length < DISCARDED_BYTES_MAX; ) {
      const { done, value } = await body.read();
      if (done) return;
      length += value.byteLength;
    }
  } catch {
    // Whoever sent it is gone, or too slow.
  }
}

/** What a body is read by. */
export interface BodyReading {
  /** Bytes of the longest one. */
  readonly max: number;
  /** Throws where the type that the head names is none that is read. Not asked of an empty body. */
  readonly requireType: () => void;
  readonly pace?: BodyPace | undefined;
}

/**
 * A whole body, refused with 413 as soon as it is known to be longer than `max` bytes, and with 408 when it does not come
 * in time. What the head says is judged before anything of the body is asked for.
 */
export async function readBody(request: Request, { max, requireType, pace }: BodyReading): Promise<Uint8Array> {
  const length = contentLengthOf(request) ?? 0;
  if (length > max) throw tooLong(max);
  if (length > 0) requireType();
  const body = request.body === null ? new Uint8Array() : await readWhole(request.body, max, pace);
  if (body.byteLength > 0) requireType();
  return body;
}

async function readWhole(body: ReadableStream<Uint8Array>, max: number, pace = BODY_PACE): Promise<Uint8Array> {
  const reader = pacedReader(body.getReader(), forWhole(pace));
  const chunks: Uint8Array[] = [];
  for (let length = 0; length <= max; ) {
    const { done, value } = await reader.read().catch(brokenOff);
    if (done) return joined(chunks, length);
    length += value.byteLength;
    chunks.push(value);
  }
  void discard(reader);
  throw tooLong(max);
}

const tooLong = (max: number) => tooLarge(`The body is longer than ${max} bytes`);

function brokenOff(error: unknown): never {
  if (error instanceof HttpRefusal) throw error;
  throw malformed("The request ended before its body did");
}

/** A JSON object; an absent body is an empty one. Anything else is refused with 400. */
export async function readJsonObject(request: Request, pace?: BodyPace): Promise<Readonly<Record<string, unknown>>> {
  const requireType = () => {
    if (mediaTypeOf(request) !== "application/json") throw malformed("Send the body as Content-Type: application/json");
  };
  const bytes = await readBody(request, { max: JSON_BODY_BYTES_MAX, requireType, pace });
  return bytes.byteLength === 0 ? {} : jsonObjectOf(bytes);
}

/** The JSON object that these bytes spell; refused with 400 when they spell something else. */
export function jsonObjectOf(bytes: Uint8Array): Readonly<Record<string, unknown>> {
  const { levels, parts } = structureOf(bytes);
  if (levels > JSON_LEVELS_MAX) throw malformed(`The body is nested deeper than ${JSON_LEVELS_MAX} levels`);
  if (parts > JSON_PARTS_MAX) throw malformed(`The body has more than ${JSON_PARTS_MAX} lists and objects`);
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

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const [LIST_OPENS, LIST_CLOSES, OBJECT_OPENS, OBJECT_CLOSES] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * How many levels JSON opens, and how many lists and objects. Read from its bytes, before anything is made of them, and no
 * further than to what is too much.
 */
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

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
}
