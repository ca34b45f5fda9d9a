/** A picture as the engine takes it: one byte for a pixel, row after row from the top, 0 for black. */
export interface GrayImage {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

/** A picture of which one row at a time is made gray, so that nothing holds all of a large one twice. */
export interface GrayRows {
  readonly width: number;
  readonly height: number;
  /** Writes row `y` into `row`, which is as long as the picture is wide. */
  readonly readRow: (y: number, row: Uint8Array) => void;
}

/** Of what is decoded at all: A3 at 600 dpi has 70 million pixels, which take 280 MB in colour. */
export const PIXELS_MAX = 100_000_000;

/**
 * As many pixels as an A4 page has at 300 dpi, and a tenth more for what a scanner adds at the edges. With more the engine
 * takes longer and reads no better.
 */
export const PIXELS_WANTED = 9_600_000;

/** Makes a picture smaller where it has more pixels than are wanted. Each new pixel is the mean of those it covers. */
export function shrink({ width, height, readRow }: GrayRows, pixelsWanted: number = PIXELS_WANTED): GrayImage {
  const scale = Math.min(1, Math.sqrt(pixelsWanted / (width * height)));
  const narrow = Math.max(1, Math.min(pixelsWanted, Math.floor(width * scale)));
  const low = Math.max(1, Math.min(pixelsWanted, Math.floor(height * scale)));
  const pixels = new Uint8Array(narrow * low);
  const row = new Uint8Array(width);
  const sums = new Uint32Array(narrow);
  const counts = new Uint32Array(narrow);
  for (let y = 0; y < height; y += 1) {
    readRow(y, row);
    addRow(row, sums, counts);
    const targetRow = Math.floor((y * low) / height);
    if (Math.floor(((y + 1) * low) / height) === targetRow) continue;
    for (let x = 0; x < narrow; x += 1) pixels[targetRow * narrow + x] = (sums[x] ?? 0) / (counts[x] ?? 1);
    sums.fill(0);
    counts.fill(0);
  }
  return { width: narrow, height: low, pixels };
}

function addRow(row: Uint8Array, sums: Uint32Array, counts: Uint32Array): void {
  const width = row.length;
  const narrow = sums.length;
  for (let x = 0, column = 0, carry = 0; x < width; x += 1) {
    sums[column] = (sums[column] ?? 0) + (row[x] ?? 0);
    counts[column] = (counts[column] ?? 0) + 1;
    carry += narrow;
    if (carry >= width) {
      carry -= width;
      column += 1;
    }
  }
}

/** How a picture is turned to stand upright: mirrored from left to right first, then turned clockwise. */
export interface Turn {
  readonly isMirrored: boolean;
  readonly quarterTurns: 0 | 1 | 2 | 3;
}

export function turn(image: GrayImage, { isMirrored, quarterTurns }: Turn): GrayImage {
  if (!isMirrored && quarterTurns === 0) return image;
  const { width, height } = image;
  const isAcross = quarterTurns % 2 === 1;
  const turned = { width: isAcross ? height : width, height: isAcross ? width : height };
  const pixels = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const column = isMirrored ? width - 1 - x : x;
      const [toX, toY] = placeAfter(quarterTurns, column, y, width, height);
      pixels[toY * turned.width + toX] = image.pixels[y * width + x] ?? 0;
    }
  }
  return { ...turned, pixels };
}

function placeAfter(
  quarterTurns: Turn["quarterTurns"],
  x: number,
  y: number,
  width: number,
  height: number,
): readonly [number, number] {
  if (quarterTurns === 0) return [x, y];
  if (quarterTurns === 1) return [height - 1 - y, x];
  if (quarterTurns === 2) return [width - 1 - x, height - 1 - y];
  return [y, width - 1 - x];
}
