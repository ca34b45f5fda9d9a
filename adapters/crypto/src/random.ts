import { randomFillSync } from "node:crypto";
import type { Id } from "@cartulary/kernel";
import { v7 } from "uuid";

/** Drawn for many at once: asking the operating system for so few bytes costs as much as asking for thousands. */
const reserve = new Uint8Array(4096);
let spent = reserve.length;

/** Bytes of the operating system's randomness that nobody else was ever given, and of which no copy stays here. */
export function drawn(count: number): Uint8Array {
  if (count > reserve.length) return randomFillSync(new Uint8Array(count));
  if (spent + count > reserve.length) {
    randomFillSync(reserve);
    spent = 0;
  }
  const bytes = reserve.slice(spent, spent + count);
  reserve.fill(0, spent, spent + count);
  spent += count;
  return bytes;
}

/** A UUID version 7: ids that one process makes are ordered as they were made, also within a millisecond. */
export function newId<Noun extends string>(): Id<Noun> {
  const random = drawn(RANDOM_BYTES);
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
