import type { GrayImage } from "./gray-image.ts";

/** The side of a square in which the light is taken to be the same: some letters of a page at 300 dpi. */
const TILE = 64;
/** Of the pixels of a square, so many are paper at least: ink takes a fifth of the densest text. */
const PAPER_SHARE = 0.4;
/** What is darker than this is no paper in the shade, but something dark. */
const PAPER_LEAST = 80;
const WHITE = 255;

/**
 * Makes paper white wherever it is, so that one threshold parts letters from it: the light on a photograph goes from bright
 * to dark, and a scanned book is dark at its fold.
 */
export function evenLight({ width, height, pixels }: GrayImage): GrayImage {
  const paper = paperOf({ width, height, pixels });
  const even = new Uint8Array(pixels.length);
  for (let y = 0; y < height; y += 1) {
    const down = placeBetween(y, paper.rows);
    for (let x = 0; x < width; x += 1) {
      const across = placeBetween(x, paper.columns);
      const at = (row: number, column: number) => paper.light[row * paper.columns + column] ?? WHITE;
      const above = at(down.first, across.first) * (1 - across.share) + at(down.first, across.second) * across.share;
      const below = at(down.second, across.first) * (1 - across.share) + at(down.second, across.second) * across.share;
      const light = above * (1 - down.share) + below * down.share;
      even[y * width + x] = Math.min(WHITE, ((pixels[y * width + x] ?? WHITE) * WHITE) / light);
    }
  }
  return { width, height, pixels: even };
}

/** How bright the paper is in each square. */
interface Paper {
  readonly columns: number;
  readonly rows: number;
  readonly light: Float32Array;
}

/** In a square that has a picture or a table's dark head the paper is that of the squares around it. */
function paperOf({ width, height, pixels }: GrayImage): Paper {
  const columns = Math.ceil(width / TILE);
  const rows = Math.ceil(height / TILE);
  const brightest = new Float32Array(columns * rows);
  const counts = new Uint32Array(256);
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      counts.fill(0);
      const right = Math.min(width, (column + 1) * TILE);
      const bottom = Math.min(height, (row + 1) * TILE);
      for (let y = row * TILE; y < bottom; y += 1) {
        for (let x = column * TILE; x < right; x += 1) {
          const gray = pixels[y * width + x] ?? WHITE;
          counts[gray] = (counts[gray] ?? 0) + 1;
        }
      }
      const area = (right - column * TILE) * (bottom - row * TILE);
      brightest[row * columns + column] = Math.max(PAPER_LEAST, brightnessOf(counts, area * PAPER_SHARE));
    }
  }
  return { columns, rows, light: brightestAround(brightest, columns, rows) };
}

/** The gray that so many pixels have, or a brighter one. */
function brightnessOf(counts: Uint32Array, pixelCount: number): number {
  let seen = 0;
  for (let gray = WHITE; gray > 0; gray -= 1) {
    seen += counts[gray] ?? 0;
    if (seen >= pixelCount) return gray;
  }
  return 0;
}

function brightestAround(light: Float32Array, columns: number, rows: number): Float32Array {
  const around = new Float32Array(light.length);
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      let most = 0;
      for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y += 1) {
        for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x += 1)
          most = Math.max(most, light[y * columns + x] ?? 0);
      }
      around[row * columns + column] = most;
    }
  }
  return around;
}

/** Between the middles of which two squares a pixel lies, and how near to the second. */
function placeBetween(pixel: number, squares: number): { first: number; second: number; share: number } {
  const place = Math.max(0, Math.min(squares - 1, (pixel + 0.5) / TILE - 0.5));
  const first = Math.floor(place);
  return { first, second: Math.min(squares - 1, first + 1), share: place - first };
}
