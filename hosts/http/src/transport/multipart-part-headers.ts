import { type DomainError, malformed } from "@cartulary/kernel";

/** Bytes of the longest head of a part. */
const HEAD_BYTES_MAX = 16_384;

/** Characters of the longest boundary (RFC 2046 5.1.1): what is searched for in every byte of a form. */
const BOUNDARY_LENGTH_MAX = 70;

/** Returns the error of a form that ends early, or whose parts have no readable heads. */
export const brokenForm = (): DomainError => malformed("The request ended before its form did");

/** Returns the boundary of a `multipart/form-data` content type. Throws 400 without one, or for one that is too long. */
export function boundaryOf(contentType: string): string {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain ?? "";
  if (boundary === "" || boundary.length > BOUNDARY_LENGTH_MAX)
    throw malformed("The form names no boundary, or one of more than 70 characters");
  if (parametersOf(contentType.replace(/^[^;]*/, "")) === null)
    throw malformed("The form's Content-Type cannot be read: Malformed content type");
  return boundary;
}

/** A piece of a form, in order: each delimiter, the head of the part after it, and its content in any number of pieces. */
export type FormPiece =
  | { readonly kind: "delimiter" }
  /** The bytes are reused once the next piece is read. */
  | { readonly kind: "head" | "content"; readonly bytes: Uint8Array };

const DELIMITER: FormPiece = { kind: "delimiter" };

/**
 * Splits a form into pieces while it arrives, and reads on to the end of the body. Content before the first delimiter is a
 * piece too. Throws 400 when the body ends before the closing delimiter, or a head is too long.
 */
export async function* piecesOf(form: AsyncIterable<Uint8Array>, boundary: string): AsyncGenerator<FormPiece> {
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  // The first delimiter has no end of line before it.
  let pending: Buffer = Buffer.from("\r\n");
  let state: State = "content";
  for await (const chunk of form) {
    if (state === "closed") continue;
    pending = concatBytes(pending, chunk);
    for (let step = nextStep(state, pending, delimiter); step !== null; step = nextStep(state, pending, delimiter)) {
      if (step.piece) yield step.piece;
      pending = pending.subarray(step.length);
      state = step.state;
    }
    // The memory of the chunk is used again.
    pending = Buffer.from(pending);
  }
  if (state !== "closed") throw brokenForm();
}

/** The expected input: content, the two bytes after a delimiter, a head, or nothing after the closing delimiter. */
type State = "content" | "delimiter" | "head" | "closed";

interface Step {
  readonly piece?: FormPiece;
  /** Bytes that are consumed. */
  readonly length: number;
  readonly state: State;
}

const STEPS: Readonly<Record<State, (pending: Buffer, delimiter: Buffer) => Step | null>> = {
  content: contentStep,
  delimiter: delimiterStep,
  head: headStep,
  closed: () => null,
};

/** Returns `null` when more bytes are needed. */
function nextStep(state: State, pending: Buffer, delimiter: Buffer): Step | null {
  return STEPS[state](pending, delimiter);
}

function contentStep(pending: Buffer, delimiter: Buffer): Step | null {
  const start = pending.indexOf(delimiter);
  if (start === 0) return { piece: DELIMITER, length: delimiter.length, state: "delimiter" };
  const length = start < 0 ? contentLength(pending, delimiter) : start;
  return length === 0
    ? null
    : { piece: { kind: "content", bytes: pending.subarray(0, length) }, length, state: "content" };
}

/** Returns the number of bytes that cannot be the beginning of a delimiter. */
function contentLength(pending: Buffer, delimiter: Buffer): number {
  const start = pending.lastIndexOf("\r");
  const tail = start < 0 ? pending.subarray(pending.length) : pending.subarray(start);
  return delimiter.subarray(0, tail.length).equals(tail) ? pending.length - tail.length : pending.length;
}

/** A delimiter with anything but an end of line or two hyphens behind it has no part. */
function delimiterStep(pending: Buffer): Step | null {
  if (pending.length < 2) return null;
  const next = pending.toString("latin1", 0, 2);
  return { length: 0, state: next === "--" ? "closed" : next === "\r\n" ? "head" : "content" };
}

/** A head begins with the end of the delimiter's line, which may belong to another delimiter. */
function headStep(pending: Buffer, delimiter: Buffer): Step | null {
  if (delimiter.equals(pending.subarray(0, delimiter.length)))
    return { piece: DELIMITER, length: delimiter.length, state: "delimiter" };
  const end = pending.indexOf("\r\n\r\n");
  if (end > HEAD_BYTES_MAX || (end < 0 && pending.length > HEAD_BYTES_MAX)) throw brokenForm();
  if (end < 0) return null;
  // The empty line must not be the beginning of a delimiter.
  const next = pending.subarray(end + 2, end + 2 + delimiter.length);
  if (delimiter.equals(next)) throw brokenForm();
  if (delimiter.subarray(0, next.length).equals(next)) return null;
  return { piece: { kind: "head", bytes: pending.subarray(2, Math.max(2, end)) }, length: end + 4, state: "content" };
}

/** Copies only where a beginning was held back, which is seldom. */
function concatBytes(pending: Buffer, chunk: Uint8Array): Buffer {
  return pending.length > 0
    ? Buffer.concat([pending, chunk])
    : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
}

/** The head of a part with the disposition `form-data`. */
export interface PartHead {
  readonly name: string | undefined;
  readonly fileName: string | undefined;
  /** True for a part with a file name, or of type `application/octet-stream`. */
  readonly isFile: boolean;
  /** As written; `null` when the head declares none. */
  readonly contentType: string | null;
}

/** Returns `null` for a part whose disposition is not `form-data`, which is ignored. Throws 400 for a malformed head. */
export function partHeadOf(bytes: Uint8Array): PartHead | null {
  const headers = headersOf(bytes);
  const disposition = headers.get("content-disposition") ?? "";
  const parameters = FORM_DATA.test(disposition) ? parametersOf(disposition.replace(FORM_DATA, "")) : null;
  if (parameters === null) return null;
  const fileName = parameters.get("filename*") || parameters.get("filename") || undefined;
  const type = headers.get("content-type") ?? "";
  const isBytes = OCTET_STREAM.test(type) && parametersOf(type.replace(OCTET_STREAM, "")) !== null;
  return {
    name: parameters.get("name") || undefined,
    fileName,
    isFile: fileName !== undefined || isBytes,
    contentType: declaredType(Buffer.from(bytes).toString()),
  };
}

function declaredType(head: string): string | null {
  return /^content-type:(.*)$/im.exec(head)?.[1]?.trim() || null;
}

/** A character of a token (RFC 9110 5.6.2). */
const T = "[!#$%&'*+\\-.^_`|~\\dA-Za-z]";
const FORM_DATA = new RegExp(`^form-data(?!${T})`, "i");
const OCTET_STREAM = new RegExp(`^application/octet-stream(?!${T})`, "i");
/** A name and a value, which may be continued on lines that begin with white space. */
const HEADER = new RegExp(`^(${T}+):[ \\t]*(?![ \\t])((?:[\\t\\x20-\\x7e\\x80-\\xff]|\\r\\n(?=[ \\t]))*)$`);

/** The first value of each header, without the control characters that no line of a head may have (RFC 9110 5.5). */
function headersOf(bytes: Uint8Array): ReadonlyMap<string, string> {
  const head = Buffer.from(bytes.filter((byte) => byte >= 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d));
  const headers = new Map<string, string>();
  for (const line of head.toString("latin1").split(/\r\n(?![ \t])/)) {
    const [, name, value = ""] = HEADER.exec(line) ?? [];
    if (name === undefined) throw brokenForm();
    const key = name.toLowerCase();
    if (!headers.has(key)) headers.set(key, value.replaceAll("\r\n", ""));
  }
  return headers;
}

/** `; name*=charset'language'value` (RFC 5987), `; name="value"` or `; name=value`. */
const PARAMETER = new RegExp(
  [
    "^[ \\t]*;[ \\t]*(?:",
    `(?<extended>${T}*\\*)=(?<charset>[^']*)'[^']*'(?!$)(?<encoded>(?:[!#$&+\\-.^_\`|~\\dA-Za-z]|%[\\dA-Fa-f]{2})*)`,
    `|(?<name>${T}*)(?<!\\*)=(?:"(?<quoted>(?:[^"\\\\]|\\\\.)*)"|(?<plain>${T}+))`,
    ")",
  ].join(""),
);

/** The first value of each parameter; `null` where they are malformed, or in a charset that is not supported. */
function parametersOf(text: string): ReadonlyMap<string, string> | null {
  const parameters = new Map<string, string>();
  for (let rest = text; !/^[ \t]*$/.test(rest); ) {
    const match = PARAMETER.exec(rest);
    if (!match?.groups) return null;
    const { extended, charset = "", encoded = "", name = "", quoted, plain = "" } = match.groups;
    const value =
      extended === undefined ? utf8Of(quoted?.replace(/\\(["\\])/g, "$1") ?? plain) : decoded(encoded, charset);
    if (value === null) return null;
    const key = (extended ?? name).toLowerCase();
    if (!parameters.has(key)) parameters.set(key, value);
    rest = rest.slice(match[0].length);
  }
  return parameters;
}

const utf8Of = (latin1: string): string => Buffer.from(latin1, "latin1").toString();

function decoded(encoded: string, charset: string): string | null {
  const text = encoded.replace(/%(..)/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  if (/^utf-?8$/i.test(charset)) return utf8Of(text);
  return /^(?:latin1|iso-?8859-1|(?:us-)?ascii|windows-1252)$/i.test(charset) ? text : null;
}
