import { randomFillSync } from "node:crypto";
import type { Id } from "@cartulary/kernel";
import { v7 } from "uuid";

/** A UUID version 7: ids that one process makes are ordered as they were made, also within a millisecond. */
export function newId<Noun extends string>(): Id<Noun> {
  const random = drawn();
  const now = Date.now();
  const isLater = now > last.msecs;
  last = isLater ? { msecs: now, seq: firstIn(random) } : { msecs: last.msecs, seq: last.seq + 1 };
  return v7({ random, ...last }) as Id<Noun>;
}

/** When the last id was made, and which of that millisecond it is. A clock that is set back is waited for. */
let last = { msecs: Number.NEGATIVE_INFINITY, seq: 0 };

/** A millisecond begins its ids anywhere in the lower half of those there are. */
const firstIn = (random: Uint8Array): number => new DataView(random.buffer, random.byteOffset).getUint32(0) >>> 1;

const RANDOM_BYTES = 16;
/** Drawn for many ids at once: asking for so few bytes costs as much as asking for thousands. */
const reserve = new Uint8Array(256 * RANDOM_BYTES);
let spent = reserve.length;

/** Bytes that no other id is made of. */
function drawn(): Uint8Array {
  if (spent === reserve.length) {
    randomFillSync(reserve);
    spent = 0;
  }
  spent += RANDOM_BYTES;
  return reserve.slice(spent - RANDOM_BYTES, spent);
}
