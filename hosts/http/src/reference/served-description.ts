import type { MountedOperation } from "../requests/mounted-operations.ts";
import type { Answer } from "../transport/answer.ts";
import { isNotModified } from "../transport/download.ts";
import { openApiPieces } from "./openapi.ts";

/** The description as bytes, made once per address. */
interface Written {
  readonly json: string;
  /** `null` on a runtime that cannot compress. */
  readonly gzip: Uint8Array<ArrayBuffer> | null;
  readonly etag: string;
}

/** The description is public, and the reference page has an opaque origin. */
const READ_BY_ALL = { "Access-Control-Allow-Origin": "*" } as const;

/**
 * Returns a function that answers the description of all operations mounted by its first call. It is written then, in
 * slices between which other requests are served; later calls cost no more than sending it.
 */
export function createDescription(
  mounted: () => readonly MountedOperation[],
  baseUrl: () => string,
): (request: Request) => Promise<Answer> {
  let writing: { readonly of: string; readonly written: Promise<Written> } | undefined;
  return async (request) => {
    const address = baseUrl();
    if (writing?.of !== address) writing = { of: address, written: writtenOf(mounted(), address) };
    const current = writing;
    try {
      return answerTo(request, await current.written);
    } catch (error) {
      if (writing === current) writing = undefined;
      throw error;
    }
  };
}

function answerTo({ headers: sent }: Request, { json, gzip, etag }: Written): Answer {
  const compressed = gzip !== null && acceptsGzip(sent.get("accept-encoding") ?? "");
  const tag = compressed ? `"${etag}-gzip"` : `"${etag}"`;
  const headers = {
    ...READ_BY_ALL,
    ETag: tag,
    "Cache-Control": "public, max-age=300",
    Vary: "Accept-Encoding",
  };
  if (isNotModified(sent.get("if-none-match"), tag)) return { status: 304, headers };
  const typed = { ...headers, "Content-Type": "application/json" };
  if (!compressed) return { status: 200, headers: typed, body: json };
  return { status: 200, headers: { ...typed, "Content-Encoding": "gzip" }, body: bytesOf(gzip) };
}

async function* bytesOf(bytes: Uint8Array<ArrayBuffer>): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** True if gzip is among the encodings, and not with the weight 0 (RFC 9110 section 12.5.3). */
function acceptsGzip(accepted: string): boolean {
  return accepted
    .slice(0, ACCEPT_ENCODING_MAX)
    .split(",")
    .some((each) => /^\s*(?:gzip|\*)\s*(?:;\s*q=(?!0(?:\.0*)?\s*$)[\d.]+\s*)?$/i.test(each));
}

const ACCEPT_ENCODING_MAX = 1_000;

/** Milliseconds of work between which the host serves other requests. */
const SLICE_MS = 8;

async function writtenOf(mounted: readonly MountedOperation[], baseUrl: string): Promise<Written> {
  const pieces: string[] = [];
  let began = performance.now();
  for (const piece of openApiPieces(mounted, baseUrl)) {
    if (piece !== undefined) pieces.push(piece);
    if (performance.now() - began < SLICE_MS) continue;
    await new Promise((resolve) => setTimeout(resolve));
    began = performance.now();
  }
  const json = pieces.join("");
  const bytes = new TextEncoder().encode(json);
  const digest = Buffer.from(await crypto.subtle.digest("SHA-256", bytes));
  return { json, gzip: await gzipOf(bytes), etag: digest.toString("base64url") };
}

async function gzipOf(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer> | null> {
  if (typeof CompressionStream === "undefined") return null;
  const compressed = new Blob([bytes]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(compressed).arrayBuffer());
}
