import { type DomainError, unprocessable } from "@cartulary/kernel";
import type { ChunkedUpload } from "./chunked-upload.ts";

/** The sizes that determine the chunks of an upload. */
export type ChunkLayout = Pick<ChunkedUpload, "fileSize" | "chunkSize">;

/** Maximum number of chunks: the longest file in the shortest chunks. */
export const CHUNKS_MAX = 5_120;

/** Maximum length of the list of missing chunks (uploads.md 5.10.7). */
export const MISSING_CHUNKS_LISTED_MAX = 100;

export function totalChunks({ fileSize, chunkSize }: ChunkLayout): number {
  return Math.ceil(fileSize / chunkSize);
}

/** Returns the bytes of a chunk: the chunk size, or the remainder for the last chunk. */
export function chunkBytes(chunking: ChunkLayout, number: number): number {
  const last = totalChunks(chunking);
  return number < last ? chunking.chunkSize : chunking.fileSize - (last - 1) * chunking.chunkSize;
}

/** Throws 422 `invalid_chunk_number` unless the file has a chunk of this number. */
export function requireChunkNumber(chunking: ChunkLayout, number: number): void {
  const total = totalChunks(chunking);
  if (Number.isInteger(number) && number >= 1 && number <= total) return;
  throw unprocessable("invalid_chunk_number", `The chunks of this file are numbered from 1 to ${total}`);
}

export function invalidChunkSize(number: number, expected: number): DomainError {
  return unprocessable("invalid_chunk_size", `Chunk ${number} must be exactly ${expected} bytes long`);
}

/** Returns the first `limit` missing chunks, ascending. `present` is ascending. */
export function missingChunks(chunking: ChunkLayout, present: readonly number[], limit: number): readonly number[] {
  const total = totalChunks(chunking);
  const missing: number[] = [];
  let at = 0;
  for (let number = 1; number <= total && missing.length < limit; number += 1) {
    if (present[at] === number) at += 1;
    else missing.push(number);
  }
  return missing;
}

/** Returns the total bytes of these chunks. `present` is ascending. */
export function bytesOf(chunking: ChunkLayout, present: readonly number[]): number {
  const last = totalChunks(chunking);
  const whole = present.length * chunking.chunkSize;
  return present.at(-1) === last ? whole - chunking.chunkSize + chunkBytes(chunking, last) : whole;
}

/** Returns percent with two decimals, rounded down: 100 only when complete. */
export function progressOf(uploadedBytes: number, fileSize: number): number {
  return Math.floor((10_000 * uploadedBytes) / fileSize) / 100;
}
