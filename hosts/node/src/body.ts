import type { Runtime } from "@cartulary/server";
import type { HttpBindings } from "@hono/node-server";

/** Bytes that are read at a time. The HTTP parser brings as many; two that wait are handed over together. */
const PIECE_BYTES = 65_536;
/** Memory that is kept for bodies to come: as much as so many need that come in at once. */
const SPARE_MAX = 16;

/** Memory that no body uses. What is new for each body is promoted by V8, and cleared away late. */
const spare: Buffer<ArrayBuffer>[] = [];
const NOTHING: Buffer = Buffer.alloc(0);

/**
 * Reads a body past the web streams, which copy each of its pieces. A piece is copied here too, into memory that serves
 * this body and others after it, and its own is given back at once: V8 counts memory outside of its heap, and would mark
 * the whole heap every 25 MB of a body to see what of that can go (docs/decisions/0065).
 */
export const openBody: NonNullable<Runtime["openBody"]> = (context) => {
  const { incoming } = context.env as HttpBindings;
  const pieces: AsyncIterator<Buffer> = incoming.iterator({ destroyOnReturn: false });
  let memory: Buffer<ArrayBuffer> | null = spare.pop() ?? Buffer.allocUnsafeSlow(PIECE_BYTES);
  let piece = NOTHING;
  let at = 0;

  /** As much of the piece as the memory holds. */
  function copiedTo(place: Buffer): Uint8Array {
    const length = piece.copy(place, 0, at);
    at += length;
    if (at === piece.byteLength) {
      giveBack(piece);
      [piece, at] = [NOTHING, 0];
    }
    return place.subarray(0, length);
  }

  return {
    async read() {
      if (piece === NOTHING) {
        const next = await pieces.next();
        if (next.done) {
          // Once: whoever reads on after the end must not give away what is another body's by then.
          if (memory && spare.length < SPARE_MAX) spare.push(memory);
          memory = null;
        } else piece = next.value;
      }
      return memory ? { done: false, value: copiedTo(memory) } : { done: true, value: undefined };
    },
  };
};

/** Memory of which the piece is only a part belongs to others, too. */
function giveBack({ buffer, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
