import { randomFillSync } from "node:crypto";

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
