import type { Picture } from "./png.ts";

/** Points on each side of a block. */
const BLOCK = 8;

/**
 * A greyscale JPEG (ITU-T T.81, baseline) of `columns` by `rows` blocks, each of one shade: with every other frequency
 * left out, a block is one difference to the block before it and an end-of-block.
 */
export function jpeg(columns: number, rows: number, shadeOf: Picture): Uint8Array {
  const bits: string[] = [];
  let last = 0;
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const shade = shadeOf(column, row) - 128;
      bits.push(difference(shade - last), END_OF_BLOCK);
      last = shade;
    }
  }
  const size = [...pair(rows * BLOCK), ...pair(columns * BLOCK)];
  return Uint8Array.from([
    ...[0xff, 0xd8],
    ...segment(0xe0, [...Buffer.from("JFIF\0"), 1, 1, 0, 0, 1, 0, 1, 0, 0]),
    ...segment(0xdb, [0, ...new Array<number>(BLOCK * BLOCK).fill(BLOCK)]),
    ...segment(0xc0, [8, ...size, 1, 1, 0x11, 0]),
    ...segment(0xc4, [0x00, ...DC_LENGTHS, ...DC_VALUES, 0x10, ...AC_LENGTHS, 0]),
    ...segment(0xda, [1, 1, 0x00, 0, 63, 0]),
    ...stuffed(bits.join("")),
    ...[0xff, 0xd9],
  ]);
}

/** How many codes there are of 1 to 16 bits: the luminance table of T.81, K.3.1, whose codes are listed below. */
const DC_LENGTHS = [0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0] as const;
const DC_VALUES = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] as const;
/** By how many bits the difference has. */
const DC_CODES = ["00", "010", "011", "100", "101", "110", "1110", "11110", "111110", "1111110"] as const;
/** The only code of the other frequencies. */
const AC_LENGTHS = [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] as const;
const END_OF_BLOCK = "0";

/** A negative difference is written as what it lacks to the greatest of its length. */
function difference(value: number): string {
  const length = value === 0 ? 0 : Math.floor(Math.log2(Math.abs(value))) + 1;
  const written = value < 0 ? value + 2 ** length - 1 : value;
  return `${DC_CODES[length]}${length === 0 ? "" : written.toString(2).padStart(length, "0")}`;
}

/** Bits in bytes, filled up with ones; after 0xff comes a zero, so that no marker is seen in them. */
function stuffed(bits: string): readonly number[] {
  const bytes = bits.match(/.{1,8}/g) ?? [];
  return bytes.flatMap((byte) => {
    const value = Number.parseInt(byte.padEnd(8, "1"), 2);
    return value === 0xff ? [value, 0] : [value];
  });
}

function segment(marker: number, content: readonly number[]): readonly number[] {
  return [0xff, marker, ...pair(content.length + 2), ...content];
}

const pair = (value: number) => [value >> 8, value & 0xff];
