import type { Readable } from "node:stream";

/**
 * The bytes of a stream, once; the stream is destroyed when they are left, even before the first one.
 *
 * Not the stream's own iterator: that one does nothing before its first byte, so that leaving it then would keep the
 * connection, and an error of the connection until then would be nobody's and end the process.
 */
export function readOnce(stream: Readable): AsyncIterable<Uint8Array> {
  // The stream remembers its error: whoever iterates gets it.
  stream.on("error", () => {});
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
