import { malformed } from "@cartulary/kernel";
import type { Context } from "hono";
import { contentLengthOf, discard, mediaTypeOf } from "./body.ts";
import { type BodyReader, type BodyTimeouts, fileBodyTimeout, readerWithTimeout } from "./body-timeouts.ts";
import { HttpError } from "./errors.ts";

/** Opens the body of a request. A chunk is valid until the next read, because its buffer is reused. */
export type OpenBody = (context: Context) => BodyReader;

/** A raw body that is being received. */
export interface IncomingBytes {
  /** The declared length; `null` without one. */
  readonly byteSize: number | null;
  /** To be read once, on demand; a chunk is valid until the next one. */
  readonly bytes: AsyncIterable<Uint8Array>;
}

/**
 * Reads a body of `application/octet-stream`, which is also the default type (RFC 9110 8.3). Throws 400 for other types
 * and encodings. Reading fails with 400 if the body breaks off, and with 408 after a timeout.
 */
export function readBytes(
  request: Request,
  open: () => BodyReader,
  pace: BodyTimeouts,
): IncomingBytes & { abandon(): void } {
  const type = mediaTypeOf(request);
  if (type !== null && type !== "application/octet-stream") {
    throw malformed("Send the bytes as Content-Type: application/octet-stream");
  }
  const encoding = request.headers.get("content-encoding")?.trim().toLowerCase() ?? "identity";
  if (encoding !== "identity") throw malformed("Send the bytes as they are, without a Content-Encoding");
  let reader: BodyReader | null = null;

  async function* bytes(): AsyncGenerator<Uint8Array> {
    reader = readerWithTimeout(open(), fileBodyTimeout(pace));
    for (;;) {
      const { done, value } = await reader.read().catch(brokenOff);
      if (done) return;
      yield value;
    }
  }

  return {
    byteSize: contentLengthOf(request),
    bytes: bytes(),
    // A body that was never read is left to the connection's owner.
    abandon: () => void (reader && discard(reader)),
  };
}

function brokenOff(error: unknown): never {
  if (error instanceof HttpError) throw error;
  throw malformed("The request ended before its body did");
}
