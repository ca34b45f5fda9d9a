import type { Id } from "@cartulary/kernel";
import { v7 } from "uuid";
import { drawn } from "./random.ts";

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
