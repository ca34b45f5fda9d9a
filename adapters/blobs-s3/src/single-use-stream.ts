import type { Readable } from "node:stream";

/**
 * Iterates a stream once. Destroys the stream when the consumer stops, even before the first chunk; the stream's own
 * iterator would not, and would keep the connection.
 */
export function toSingleUseStream(stream: Readable): AsyncIterable<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array> = stream[Symbol.asyncIterator]();
  const iterator: AsyncIterator<Uint8Array> = {
    next: () => chunks.next(),
    async return() {
      stream.destroy();
      await chunks.return?.();
      return { done: true, value: undefined };
    },
  };
  return { [Symbol.asyncIterator]: () => iterator };
}
