import type { Digests } from "@cartulary/kernel";
import { utf8Check } from "./utf8-check.ts";

/** Number of bytes that suffice to detect a format. */
export const HEAD_BYTES = 4100;

/** Counts and digests bytes while they are read. Results are complete once `bytes` has ended. */
export interface DigestingStream {
  readonly bytes: AsyncIterable<Uint8Array>;
  byteSize(): number;
  /** Lower-case hexadecimal. */
  sha256(): string;
  /** Returns the first {@link HEAD_BYTES} bytes, or all if fewer. */
  head(): Uint8Array;
  /** True when all bytes are valid UTF-8; false if not checked. */
  isUtf8(): boolean;
  /** True when the source failed, not its reader. */
  sourceFailed(): boolean;
  sourceError(): unknown;
}

/** Optional measurements, besides size, digest and head. */
export interface DigestingOptions {
  /** Checks UTF-8 byte by byte, which costs more than the other measurements together. */
  readonly checksUtf8: boolean;
}

export function digestWhileReading(
  source: AsyncIterable<Uint8Array>,
  digests: Digests,
  { checksUtf8 }: DigestingOptions,
): DigestingStream {
  const digest = digests.startSha256();
  const head = new Uint8Array(HEAD_BYTES);
  const utf8 = checksUtf8 ? utf8Check() : null;
  let byteSize = 0;
  let failure: { readonly error: unknown } | null = null;

  async function* pass(): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of source) {
        if (byteSize < HEAD_BYTES) head.set(chunk.subarray(0, HEAD_BYTES - byteSize), byteSize);
        byteSize += chunk.byteLength;
        digest.update(chunk);
        utf8?.take(chunk);
        yield chunk;
      }
    } catch (error) {
      failure = { error };
      throw error;
    }
  }

  return {
    bytes: pass(),
    byteSize: () => byteSize,
    sha256: () => digest.hex(),
    head: () => head.subarray(0, Math.min(byteSize, HEAD_BYTES)),
    isUtf8: () => utf8?.isUtf8() ?? false,
    sourceFailed: () => failure !== null,
    sourceError: () => failure?.error,
  };
}
