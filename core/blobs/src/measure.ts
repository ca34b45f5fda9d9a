import type { Digests } from "@cartulary/kernel";
import { utf8Check } from "./utf8-check.ts";

/** Enough of a file to recognise its format. */
export const HEAD_BYTES = 4100;

/** Bytes that are counted and digested as they pass. Ask for the figures once `bytes` has ended. */
export interface Measure {
  readonly bytes: AsyncIterable<Uint8Array>;
  byteSize(): number;
  /** Lower-case hexadecimal. */
  sha256(): string;
  /** The first {@link HEAD_BYTES}, or all of fewer. */
  head(): Uint8Array;
  /** Whether all bytes together are UTF-8; false where nobody wants to know. */
  isUtf8(): boolean;
  /** True when the source, not whoever read from it, broke. */
  sourceFailed(): boolean;
  sourceError(): unknown;
}

/** What bytes are to be measured for, beside their size, digest and head. */
export interface Measuring {
  /** Whether they are UTF-8: looked at byte by byte, which costs more than all the rest. */
  readonly checksUtf8: boolean;
}

export function measured(source: AsyncIterable<Uint8Array>, digests: Digests, { checksUtf8 }: Measuring): Measure {
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
