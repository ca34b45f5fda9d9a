/** Documents of one segment. */
export const SEGMENT_SIZE = 512;

/** A set of the documents of a segment by their positions there, one bit each: 0 is the lowest bit of the first element. */
export type Bits = Uint32Array<ArrayBuffer>;

export const BITS_ELEMENTS: number = SEGMENT_SIZE / 32;

export const noBits = (): Bits => new Uint32Array(BITS_ELEMENTS);

/** The empty set that many share: nobody writes into it. */
export const NO_BITS: Bits = noBits();

/** The first so many. */
export function firstBits(count: number): Bits {
  const bits = noBits();
  for (let position = 0; position < count; position += 1) setBit(bits, position);
  return bits;
}

export function setBit(bits: Bits, position: number): void {
  bits[position >> 5] = elementOf(bits, position >> 5) | (1 << (position & 31));
}

export function clearBit(bits: Bits, position: number): void {
  bits[position >> 5] = elementOf(bits, position >> 5) & ~(1 << (position & 31));
}

export const hasBit = (bits: Bits, position: number): boolean =>
  (elementOf(bits, position >> 5) & (1 << (position & 31))) !== 0;

/** Thirty-two of a set. */
export const elementOf = (bits: Bits, at: number): number => bits[at] ?? 0;

/** How many are in a set. */
export function countBits(bits: Bits): number {
  let count = 0;
  for (let at = 0; at < BITS_ELEMENTS; at += 1) {
    let rest = elementOf(bits, at);
    if (rest === 0) continue;
    rest -= (rest >>> 1) & 0x5555_5555;
    rest = (rest & 0x3333_3333) + ((rest >>> 2) & 0x3333_3333);
    rest = (rest + (rest >>> 4)) & 0x0f0f_0f0f;
    count += Math.imul(rest, 0x0101_0101) >>> 24;
  }
  return count;
}

/** The positions in a set, in order. */
export function positionsIn(bits: Bits): readonly number[] {
  const positions: number[] = [];
  for (let position = 0; position < SEGMENT_SIZE; position += 1) if (hasBit(bits, position)) positions.push(position);
  return positions;
}
