import { crc32, deflateSync } from "node:zlib";

/** Pixels of eight bits for red, green and blue, row by row. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly rgb: Uint8Array;
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const PALETTE_MAX = 256;
/** The steps of each channel, so that the shades of letters fit into a palette. */
const STEP = 15;

/** Writes a small PNG: channels are rounded to 18 shades, and colours are indexed where 256 of them are enough. */
export function pngOf({ width, height, rgb }: Picture): Uint8Array<ArrayBuffer> {
  const colours = new Map<number, number>();
  const indices = Buffer.alloc((width + 1) * height);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const colour = [0, 1, 2].reduce((code, channel) => code * 256 + rounded(rgb[3 * pixel + channel] ?? 0), 0);
    const index = colours.get(colour) ?? colours.size;
    if (index === PALETTE_MAX) throw new RangeError(`The picture has more than ${PALETTE_MAX} colours`);
    colours.set(colour, index);
    indices[pixel + 1 + Math.floor(pixel / width)] = index;
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 3], 8);
  const palette = Buffer.from([...colours.keys()].flatMap((code) => [code >> 16, (code >> 8) & 255, code & 255]));
  const data = deflateSync(indices, { level: 9 });
  const chunks = [chunk("IHDR", head), chunk("PLTE", palette), chunk("IDAT", data), chunk("IEND", Buffer.alloc(0))];
  return new Uint8Array(Buffer.concat([SIGNATURE, ...chunks]));
}

const rounded = (value: number): number => Math.round(value / STEP) * STEP;

function chunk(name: string, content: Uint8Array): Uint8Array {
  const named = Buffer.concat([Buffer.from(name), content]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.byteLength);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}
