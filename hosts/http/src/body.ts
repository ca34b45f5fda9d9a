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

/** A whole body, refused with 413 as soon as it is known to be longer than `max` bytes. */
export async function readBody(request: Request, max: number): Promise<Uint8Array> {
  const problem = () => tooLarge(`The body is longer than ${max} bytes`);
  if ((contentLengthOf(request) ?? 0) > max) throw problem();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body ?? []) {
    length += chunk.byteLength;
    if (length > max) throw problem();
    chunks.push(chunk);
  }
  return joined(chunks, length);
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
  return value as Readonly<Record<string, unknown>>;
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw malformed("The body is not JSON in UTF-8");
  }
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
