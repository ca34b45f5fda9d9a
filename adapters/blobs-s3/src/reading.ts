import type { Readable } from "node:stream";

/**
 * The bytes of a stream, once; the stream is destroyed when they are left, even before the first one: the stream's own
 * iterator would do nothing then and keep the connection.
 */
export function singleRead(stream: Readable): AsyncIterable<Uint8Array> {
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
