import type { NamedContent } from "@cartulary/documents";
import { type ByteRange, removeControlCharacters, transliterated } from "@cartulary/kernel";
import { create as contentDisposition } from "content-disposition";
import parseRange from "range-parser";
import type { Answer } from "./answer.ts";
import { HttpError } from "./errors.ts";
import { SANDBOXED_POLICY } from "./page.ts";

/** Bytes to download. */
export interface Download {
  readonly content: Pick<NamedContent, "name" | "contentType" | "byteSize" | "sha256"> & Written;
  /** Further headers, also of 304. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Called for the bytes to send, and for a probe on HEAD; never if the client's copy is current. */
  open(range?: ByteRange): Promise<AsyncIterable<Uint8Array>>;
}

/** The encoding of text, if detected. Only previews look for one that is not stored. */
interface Written {
  readonly charset?: NamedContent["charset"] | "windows-1252" | undefined;
}

/** Types that browsers may display; others are saved (public-access.md 4.7). */
const SHOWN_TYPES: readonly string[] = [
  "application/pdf",
  "image/png",
  "image/jpeg",
  "image/gif",
  "image/webp",
  "text/plain",
];

/**
 * Serves GET or HEAD of bytes: whole, a range, or 304 (RFC 9110 sections 13 and 14). If the bytes end early, the
 * connection breaks.
 */
export async function downloadAnswer(request: Request, { content, headers: more, open }: Download): Promise<Answer> {
  const { byteSize, sha256 } = content;
  const etag = `"${sha256}"`;
  const headers = { ...contentHeaders(content, etag), ...more };
  if (isNotModified(request.headers.get("if-none-match"), etag)) {
    const { ETag, "Cache-Control": cacheControl } = headers;
    return { status: 304, headers: { ETag, "Cache-Control": cacheControl, ...more } };
  }
  if (request.method === "HEAD") {
    await requireStored(open, byteSize);
    return { status: 200, headers: { ...headers, "Content-Length": String(byteSize) } };
  }
  const range = requestedRange(request, etag, byteSize);
  if (range === null) {
    return {
      status: 200,
      headers: { ...headers, "Content-Length": String(byteSize) },
      body: requireLength(await open(), byteSize),
    };
  }
  const length = range.end - range.start + 1;
  return {
    status: 206,
    headers: {
      ...headers,
      "Content-Length": String(length),
      "Content-Range": `bytes ${range.start}-${range.end}/${byteSize}`,
    },
    body: requireLength(await open(range), length),
  };
}

/** Fails a HEAD like a GET if the bytes are missing or their store is unavailable. */
async function requireStored(open: Download["open"], byteSize: number): Promise<void> {
  const bytes = await open(byteSize > 0 ? { start: 0, end: 0 } : undefined);
  await bytes[Symbol.asyncIterator]().return?.();
}

/** Returns the headers of uploaded bytes, with their name and a policy against running them. */
export function contentHeaders(
  { contentType, name, charset = null }: Pick<NamedContent, "contentType" | "name"> & Written,
  etag: string,
): { readonly ETag: string; readonly "Cache-Control": string } & Readonly<Record<string, string>> {
  return {
    ETag: etag,
    "Content-Type": charset === null ? contentType : `${contentType}; charset=${charset}`,
    "Content-Disposition": dispositionOf(name, SHOWN_TYPES.includes(contentType) ? "inline" : "attachment"),
    "Accept-Ranges": "bytes",
    "Cache-Control": "private, no-cache",
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": SANDBOXED_POLICY,
  };
}

/** Returns the Content-Disposition of a file name, with an ASCII fallback (RFC 6266). */
export function dispositionOf(name: string, type: "inline" | "attachment"): string {
  const fileName = headerFileName(name);
  const fallback = ASCII.test(fileName) || headerFileName(transliterated(fileName));
  return contentDisposition(fileName, { type, fallback });
}

const ASCII = /^[ -~]*$/;

/** Removes path parts from a name. */
export function headerFileName(name: string): string {
  const segments = removeControlCharacters(name.toWellFormed())
    .split(/[/\\]/)
    .filter((segment) => !/^\.*$/.test(segment.trim()));
  return segments.join("_") || "document";
}

/** True if `If-None-Match` matches; tags compare weakly (RFC 9110 13.1.2). */
export function isNotModified(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false;
  if (ifNoneMatch.trim() === "*") return true;
  const tags = ifNoneMatch.match(/(?:W\/)?"[^"]*"/g) ?? [];
  return tags.some((tag) => tag.replace(/^W\//, "") === etag);
}

/** Returns the requested range; `null` for the whole. Throws 416 for a range outside the content. */
function requestedRange({ headers }: Request, etag: string, byteSize: number): ByteRange | null {
  const ifRange = headers.get("if-range");
  const range = headers.get("range");
  if (range === null || (ifRange !== null && ifRange.trim() !== etag)) return null;
  const found = rangeOf(range, byteSize);
  if (found !== "outside") return found;
  throw new HttpError(416, "range_not_satisfiable", `The content has ${byteSize} bytes`, {
    "Content-Range": `bytes */${byteSize}`,
  });
}

const SINGLE = /^bytes=\s*(\d*)-(\d*)\s*$/i;

/**
 * Parses a Range header; `null` for the whole: several ranges, other units and invalid headers are ignored. Two cases
 * differ from the library, as in RFC 9110 14.1.2: a last byte before the first is no range, and a suffix longer than
 * the content is the whole.
 */
export function rangeOf(header: string, byteSize: number): ByteRange | "outside" | null {
  const [match, first = "", last = ""] = SINGLE.exec(header) ?? [];
  if (match === undefined || (first === "" && last === "")) return null;
  if (first !== "" && last !== "" && Number(last) < Number(first)) return null;
  if (byteSize > 0 && first === "" && Number(last) > byteSize) return { start: 0, end: byteSize - 1 };
  const ranges = parseRange(byteSize, `bytes=${first}-${last}`);
  const range = Array.isArray(ranges) ? ranges[0] : undefined;
  return range ? { start: range.start, end: range.end } : "outside";
}

/**
 * Yields exactly `length` bytes or fails, which breaks the connection. With fewer the client would wait, or take the
 * next response for the rest.
 *
 * Not an async generator: one that is left before its first byte never runs and would release nothing.
 */
function requireLength(bytes: AsyncIterable<Uint8Array>, length: number): AsyncIterable<Uint8Array> {
  const iterator = bytes[Symbol.asyncIterator]();
  let missing = length;
  return {
    [Symbol.asyncIterator]: () => ({
      async next() {
        const result = await iterator.next();
        if (result.done && missing > 0) throw new Error(`The last ${missing} bytes of a content are not there`);
        if (!result.done) missing -= result.value.byteLength;
        return result;
      },
      async return() {
        await iterator.return?.();
        return { done: true, value: undefined };
      },
    }),
  };
}
