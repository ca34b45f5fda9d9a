import type { ByteRange } from "@cartulary/kernel";
import type { OpenFile } from "./file-operations.ts";

/** Size of a chunk if the caller supplies no buffer. */
const CHUNK_BYTES = 64 * 1024;

/**
 * Streams a range of an open file of `size` bytes, once. Closes the file at the end, on failure and when the consumer
 * stops. `size` saves the empty read that would detect the end. Reuses `memory` for every chunk if it is supplied.
 *
 * Not an async generator: one that is left before its first byte never runs and would leave the file open.
 */
export function readFile(
  file: OpenFile,
  size: number,
  { start, end: last }: ByteRange = { start: 0, end: Infinity },
  memory?: Uint8Array,
): AsyncIterable<Uint8Array> {
  const end = Math.min(last, size - 1);
  let position = start;
  let isOpen = true;

  async function close() {
    if (!isOpen) return;
    isOpen = false;
    await file.close();
  }

  async function next(): Promise<IteratorResult<Uint8Array>> {
    const length = isOpen ? Math.min(memory?.byteLength ?? CHUNK_BYTES, end - position + 1) : 0;
    const bytes = length > 0 ? await read(file, position, length, memory) : null;
    if (!bytes) {
      await close();
      return { done: true, value: undefined };
    }
    position += bytes.byteLength;
    return { done: false, value: bytes };
  }

  const iterator: AsyncIterator<Uint8Array> = {
    async next() {
      try {
        return await next();
      } catch (error) {
        await close();
        throw error;
      }
    },
    async return() {
      await close();
      return { done: true, value: undefined };
    },
  };
  return { [Symbol.asyncIterator]: () => iterator };
}

/** Reads bytes at `position`; `null` at the end of the file. */
async function read(
  file: OpenFile,
  position: number,
  length: number,
  buffer: Uint8Array = Buffer.allocUnsafe(length),
): Promise<Uint8Array | null> {
  const { bytesRead } = await file.read(buffer, 0, length, position);
  return bytesRead > 0 ? buffer.subarray(0, bytesRead) : null;
}
