import type { Runtime } from "@cartulary/server";
import type { HttpBindings } from "@hono/node-server";

/** Buffer size: the HTTP parser delivers pieces up to this size; several small ones are copied to one buffer. */
const PIECE_BYTES = 65_536;
/** Maximum number of unused buffers: as many as concurrent bodies usually need. */
const SPARE_MAX = 16;

/** Unused buffers. New buffers for each body would be promoted by V8 and freed late. */
const spare: Buffer<ArrayBuffer>[] = [];
const EMPTY: Buffer = Buffer.alloc(0);

/**
 * Reads a body without web streams, which copy every piece. Copies each piece to a reused buffer and frees the piece at
 * once: V8 counts memory outside its heap, and would otherwise run a full garbage collection every 25 MB of a body
 * (docs/decisions/0065).
 */
export const openBody: NonNullable<Runtime["openBody"]> = (context) => {
  const { incoming } = context.env as HttpBindings;
  const pieces: AsyncIterator<Buffer> = incoming.iterator({ destroyOnReturn: false });
  let memory: Buffer<ArrayBuffer> | null = spare.pop() ?? Buffer.allocUnsafeSlow(PIECE_BYTES);
  let piece = EMPTY;
  let at = 0;

  /** Copies as much of the piece as fits. */
  function copyTo(target: Buffer): Uint8Array {
    const length = piece.copy(target, 0, at);
    at += length;
    if (at === piece.byteLength) {
      free(piece);
      [piece, at] = [EMPTY, 0];
    }
    return target.subarray(0, length);
  }

  return {
    async read() {
      if (piece === EMPTY) {
        const next = await pieces.next();
        if (next.done) {
          // Only once: a further read must not return a buffer that another body uses.
          if (memory && spare.length < SPARE_MAX) spare.push(memory);
          memory = null;
        } else piece = next.value;
      }
      return memory ? { done: false, value: copyTo(memory) } : { done: true, value: undefined };
    },
  };
};

/** Frees a piece unless its memory is shared with others. */
function free({ buffer, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
