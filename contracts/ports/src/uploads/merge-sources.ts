import type { PlaceRequest } from "@cartulary/kernel";
import type { MergeSource } from "@cartulary/uploads";

/** Work of the system itself, which takes no person's turn. */
export const PLACE: PlaceRequest = { onBehalfOf: null };

/** Bytes in pieces, as a store gives them. */
export const sourceOf = (bytes: Uint8Array): MergeSource => ({
  async *open() {
    for (let at = 0; at < bytes.byteLength; at += 1_000) yield bytes.subarray(at, at + 1_000);
  },
});

export async function bytesOf(source: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const bytes of source) pieces.push(bytes);
  return Buffer.concat(pieces);
}
