import { malformed } from "@cartulary/kernel";
import type { Context } from "hono";
import { contentLengthOf, discard, mediaTypeOf } from "./body.ts";
import { HttpRefusal } from "./errors.ts";
import { type BodyPace, type BodyReader, forFile, pacedReader } from "./pace.ts";

/**
 * Begins to read the body of a request. A piece of it is good until the next one is read: its memory may be used again.
 */
export type OpenBody = (context: Context) => BodyReader;

/** A body that is nothing but bytes, as it comes in. */
export interface IncomingBytes {
  /** As the head says; `null` where it does not. */
  readonly byteSize: number | null;
  /** To be read once. Nothing is read faster than it is taken, and nothing before; a piece is good until the next one. */
  readonly bytes: AsyncIterable<Uint8Array>;
}

/**
 * A body of `application/octet-stream`, which is what one without a type is (RFC 9110 8.3); refused with 400 where it is
 * another or is encoded. One that breaks off is 400 when it is read, one that comes too slowly 408.
 */
export function readBytes(
  request: Request,
  open: () => BodyReader,
  pace: BodyPace,
): IncomingBytes & { abandon(): void } {
  const type = mediaTypeOf(request);
  if (type !== null && type !== "application/octet-stream") {
    throw malformed("Send the bytes as Content-Type: application/octet-stream");
  }
  const encoding = request.headers.get("content-encoding")?.trim().toLowerCase() ?? "identity";
  if (encoding !== "identity") throw malformed("Send the bytes as they are, without a Content-Encoding");
  let reader: BodyReader | null = null;

  async function* bytes(): AsyncGenerator<Uint8Array> {
    reader = pacedReader(open(), forFile(pace));
    for (;;) {
      const { done, value } = await reader.read().catch(brokenOff);
      if (done) return;
      yield value;
    }
  }

  return {
    byteSize: contentLengthOf(request),
    bytes: bytes(),
    // What nobody began to read is left to whoever holds the connection.
    abandon: () => void (reader && discard(reader)),
  };
}

function brokenOff(error: unknown): never {
  if (error instanceof HttpRefusal) throw error;
  throw malformed("The request ended before its body did");
}
