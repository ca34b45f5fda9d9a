import type { NamedContent } from "@cartulary/documents";
import { type ByteRange, transliterated, withoutControls } from "@cartulary/kernel";
import { create as contentDisposition } from "content-disposition";
import parseRange from "range-parser";
import type { Answer } from "./answer.ts";
import { HttpRefusal } from "./errors.ts";
import { SANDBOXED_POLICY } from "./page.ts";

/** Bytes to be handed out, and how to get at them. */
export interface Download {
  readonly content: Pick<NamedContent, "name" | "contentType" | "byteSize" | "sha256"> & Written;
  /** Asked for the bytes that are sent, and for one that is not read where HEAD is asked; never when the client has them. */
  open(range?: ByteRange): Promise<AsyncIterable<Uint8Array>>;
}

/** What text is written in, where somebody looked. */
type Written = Partial<Pick<NamedContent, "charset">>;

/** What a browser may show by itself; everything else is saved (public-access.md 4.7). */
const SHOWN_TYPES: readonly string[] = [
  "application/pdf",
  "image/png",
  "image/jpeg",
  "image/gif",
  "image/webp",
  "text/plain",
];

/**
 * Answers GET or HEAD of some bytes: whole, one range of them, or 304 (RFC 9110 sections 13 and 14). Bytes that
 * end before they should break the body, which the client sees as a broken connection.
 */
export async function downloadAnswer(request: Request, { content, open }: Download): Promise<Answer> {
  const { byteSize, sha256 } = content;
  const etag = `"${sha256}"`;
  const headers = contentHeaders(content, etag);
  if (isKnown(request.headers.get("if-none-match"), etag)) {
    const { ETag, "Cache-Control": cacheControl } = headers;
    return { status: 304, headers: { ETag, "Cache-Control": cacheControl } };
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
      body: promised(await open(), byteSize),
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
    body: promised(await open(range), length),
  };
}

/** Refuses HEAD as GET is refused, where the bytes are gone or their store does not answer. */
async function requireStored(open: Download["open"], byteSize: number): Promise<void> {
  const bytes = await open(byteSize > 0 ? { start: 0, end: 0 } : undefined);
  await bytes[Symbol.asyncIterator]().return?.();
}

/** What a browser is told of bytes that somebody uploaded: their name, and not to run them. */
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

/** How a browser deals with a file of this name; clients that read ASCII only get a spelling of it (RFC 6266). */
export function dispositionOf(name: string, type: "inline" | "attachment"): string {
  const fileName = headerFileName(name);
  const fallback = ASCII.test(fileName) || headerFileName(transliterated(fileName));
  return contentDisposition(fileName, { type, fallback });
}

const ASCII = /^[ -~]*$/;

/** A name without what a file system could take for a path. */
export function headerFileName(name: string): string {
  const segments = withoutControls(name.toWellFormed())
    .split(/[/\\]/)
    .filter((segment) => !/^\.*$/.test(segment.trim()));
  return segments.join("_") || "document";
}

/** True when `If-None-Match` names what we have; tags compare weakly there (RFC 9110 13.1.2). */
export function isKnown(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false;
  if (ifNoneMatch.trim() === "*") return true;
  const tags = ifNoneMatch.match(/(?:W\/)?"[^"]*"/g) ?? [];
  return tags.some((tag) => tag.replace(/^W\//, "") === etag);
}

/** The one range that is asked for; `null` for the whole. Refuses with 416 a range that lies outside. */
function requestedRange({ headers }: Request, etag: string, byteSize: number): ByteRange | null {
  const ifRange = headers.get("if-range");
  const range = headers.get("range");
  if (range === null || (ifRange !== null && ifRange.trim() !== etag)) return null;
  const found = rangeOf(range, byteSize);
  if (found !== "outside") return found;
  throw new HttpRefusal(416, "range_not_satisfiable", `The content has ${byteSize} bytes`, {
    "Content-Range": `bytes */${byteSize}`,
  });
}

const SINGLE = /^bytes=\s*(\d*)-(\d*)\s*$/i;

/**
 * What a Range header means for so many bytes; `null` for the whole: several ranges, another unit and what cannot be
 * read are ignored. The library takes two things otherwise than RFC 9110 14.1.2 does: a last byte before the first is
 * no range at all, and a suffix longer than the content is the whole of it.
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
 * The bytes as a response sends them: so many, or the connection breaks. With fewer the client would wait for the rest,
 * or take the next answer for it.
 *
 * Not an async generator: one that is left before its first byte never runs, and would let go of nothing.
 */
function promised(bytes: AsyncIterable<Uint8Array>, length: number): AsyncIterable<Uint8Array> {
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
