/** Reads a stream of bytes in pieces of chosen lengths. */
export interface ByteReader {
  /** Returns the next `count` bytes. Rejects when fewer are left. */
  exactly(count: number): Promise<Buffer>;
  /** Returns between one and `count` of the next bytes. Rejects at the end. */
  upTo(count: number): Promise<Buffer>;
  /** Reads to the end. */
  drain(): Promise<void>;
}

/** Creates the reader of a stream. */
export function byteReader(source: AsyncIterable<Uint8Array>): ByteReader {
  const pieces = source[Symbol.asyncIterator]();
  let left: Buffer = Buffer.alloc(0);

  async function upTo(count: number): Promise<Buffer> {
    while (left.byteLength === 0) {
      const next = await pieces.next();
      if (next.done) throw new Error("the archive ends early");
      left = Buffer.from(next.value.buffer, next.value.byteOffset, next.value.byteLength);
    }
    const piece = left.subarray(0, count);
    left = left.subarray(piece.byteLength);
    return piece;
  }

  return {
    upTo,
    async exactly(count) {
      const parts: Buffer[] = [];
      for (let missing = count; missing > 0; ) {
        const part = await upTo(missing);
        parts.push(part);
        missing -= part.byteLength;
      }
      return Buffer.concat(parts);
    },
    async drain() {
      while (!(await pieces.next()).done);
    },
  };
}
