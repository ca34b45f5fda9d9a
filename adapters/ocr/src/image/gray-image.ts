/** A picture for the engine: one byte per pixel, rows from the top, 0 for black. */
export interface GrayImage {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

/** A picture that is converted to gray row by row, so that a large one is never in memory twice. */
export interface GrayRows {
  readonly width: number;
  readonly height: number;
  /** Writes row `y` into `row`, which has the width of the picture. */
  readonly readRow: (y: number, row: Uint8Array) => void;
}

/** Maximum number of decoded pixels: A3 at 600 dpi has 70 million, which take 280 MB in colour. */
export const PIXELS_MAX = 100_000_000;

/**
 * Pixels of an A4 page at 300 dpi plus a tenth for scanner margins. More pixels make the engine slower and no better.
 */
export const PIXELS_WANTED = 9_600_000;

/** Shrinks a picture with more than `pixelsWanted` pixels. Each new pixel is the mean of those it covers. */
export function shrink({ width, height, readRow }: GrayRows, pixelsWanted: number = PIXELS_WANTED): GrayImage {
  const scale = Math.min(1, Math.sqrt(pixelsWanted / (width * height)));
  const newWidth = Math.max(1, Math.min(pixelsWanted, Math.floor(width * scale)));
  const newHeight = Math.max(1, Math.min(pixelsWanted, Math.floor(height * scale)));
  const pixels = new Uint8Array(newWidth * newHeight);
  const row = new Uint8Array(width);
  const sums = new Uint32Array(newWidth);
  const counts = new Uint32Array(newWidth);
  for (let y = 0; y < height; y += 1) {
    readRow(y, row);
    addRow(row, sums, counts);
    const targetRow = Math.floor((y * newHeight) / height);
    if (Math.floor(((y + 1) * newHeight) / height) === targetRow) continue;
    for (let x = 0; x < newWidth; x += 1) pixels[targetRow * newWidth + x] = (sums[x] ?? 0) / (counts[x] ?? 1);
    sums.fill(0);
    counts.fill(0);
  }
  return { width: newWidth, height: newHeight, pixels };
}

function addRow(row: Uint8Array, sums: Uint32Array, counts: Uint32Array): void {
  const width = row.length;
  const newWidth = sums.length;
  for (let x = 0, column = 0, carry = 0; x < width; x += 1) {
    sums[column] = (sums[column] ?? 0) + (row[x] ?? 0);
    counts[column] = (counts[column] ?? 0) + 1;
    carry += newWidth;
    if (carry >= width) {
      carry -= width;
      column += 1;
    }
  }
}

/** Makes a picture upright: mirrors it horizontally first, then rotates it clockwise. */
export interface Rotation {
  readonly isMirrored: boolean;
  readonly quarterTurns: 0 | 1 | 2 | 3;
}

export function rotate(image: GrayImage, { isMirrored, quarterTurns }: Rotation): GrayImage {
  if (!isMirrored && quarterTurns === 0) return image;
  const { width, height } = image;
  const isAcross = quarterTurns % 2 === 1;
  const turned = { width: isAcross ? height : width, height: isAcross ? width : height };
  const pixels = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const column = isMirrored ? width - 1 - x : x;
      const [toX, toY] = rotatedPosition(quarterTurns, column, y, width, height);
      pixels[toY * turned.width + toX] = image.pixels[y * width + x] ?? 0;
    }
  }
  return { ...turned, pixels };
}

function rotatedPosition(
  quarterTurns: Rotation["quarterTurns"],
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
