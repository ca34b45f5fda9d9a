import { type DomainError, refused } from "@cartulary/kernel";
import type { ChunkedUpload } from "./chunked-upload.ts";

/** What its size and the size of its chunks make of a session. */
export type Chunking = Pick<ChunkedUpload, "fileSize" | "chunkSize">;

/** The most chunks that a session has: the longest file in the shortest chunks. */
export const CHUNKS_MAX = 5_120;

/** How many missing chunks are named at most (uploads.md 5.10.7). */
export const MISSING_NAMED_MAX = 100;

/** How many chunks the whole file has. */
export function totalChunks({ fileSize, chunkSize }: Chunking): number {
  return Math.ceil(fileSize / chunkSize);
}

/** Bytes of a chunk: each but the last has as many as every other. */
export function chunkBytes(chunking: Chunking, number: number): number {
  const last = totalChunks(chunking);
  return number < last ? chunking.chunkSize : chunking.fileSize - (last - 1) * chunking.chunkSize;
}

/** Refuses a number that no chunk of the file has: 422 `invalid_chunk_number`. */
export function requireChunkNumber(chunking: Chunking, number: number): void {
  const total = totalChunks(chunking);
  if (Number.isInteger(number) && number >= 1 && number <= total) return;
  throw refused("invalid_chunk_number", `The chunks of this file are numbered from 1 to ${total}`);
}

/** 422: the chunk is not as long as it has to be. */
export function invalidChunkSize(number: number, expected: number): DomainError {
  return refused("invalid_chunk_size", `Chunk ${number} has to be ${expected} bytes long, no more and no fewer`);
}

/** The chunks that are not there, ascending, `limit` at most. `present` is ascending. */
export function missingChunks(chunking: Chunking, present: readonly number[], limit: number): readonly number[] {
  const total = totalChunks(chunking);
  const missing: number[] = [];
  let at = 0;
  for (let number = 1; number <= total && missing.length < limit; number += 1) {
    if (present[at] === number) at += 1;
    else missing.push(number);
  }
  return missing;
}

/** Bytes of these chunks together. */
export function bytesOf(chunking: Chunking, present: readonly number[]): number {
  const last = totalChunks(chunking);
  const whole = present.length * chunking.chunkSize;
  return present.at(-1) === last ? whole - chunking.chunkSize + chunkBytes(chunking, last) : whole;
}

/** Hundredths of a percent, cut off: 99.99 until all is there. */
export function progressOf(uploadedBytes: number, fileSize: number): number {
  return Math.floor((10_000 * uploadedBytes) / fileSize) / 100;
}
