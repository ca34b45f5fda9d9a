import { randomFillSync } from "node:crypto";
import type { Id } from "@cartulary/kernel";
import { v7 } from "uuid";

/** A reserve of random bytes: a system call for a few bytes costs as much as one for thousands. */
const reserve = new Uint8Array(4096);
let used = reserve.length;

/** Returns random bytes of the operating system. Never returns the same bytes twice, and keeps no copy of them. */
export function drawRandomBytes(count: number): Uint8Array {
  if (count > reserve.length) return randomFillSync(new Uint8Array(count));
  if (used + count > reserve.length) {
    randomFillSync(reserve);
    used = 0;
  }
  const bytes = reserve.slice(used, used + count);
  reserve.fill(0, used, used + count);
  used += count;
  return bytes;
}

/** Returns a UUID version 7. The ids of one process are ordered by creation, also within a millisecond. */
export function newId<Noun extends string>(): Id<Noun> {
  const random = drawRandomBytes(RANDOM_BYTES);
  const now = Date.now();
  const isLater = now > last.msecs;
  last = isLater ? { msecs: now, seq: firstIn(random) } : { msecs: last.msecs, seq: last.seq + 1 };
  return v7({ random, ...last }) as Id<Noun>;
}

/** Timestamp and sequence number of the last id. The timestamp stays while a clock that was set back catches up. */
let last = { msecs: Number.NEGATIVE_INFINITY, seq: 0 };

/** Returns the first sequence number of a millisecond: random, in the lower half of the range. */
const firstIn = (random: Uint8Array): number => new DataView(random.buffer, random.byteOffset).getUint32(0) >>> 1;

const RANDOM_BYTES = 16;
