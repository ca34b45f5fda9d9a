import type { GrayImage } from "./gray-image.ts";

/** Side of a tile with assumed uniform light: some letters of a page at 300 dpi. */
const TILE = 64;
/** Minimum share of paper pixels in a tile: ink covers a fifth of the densest text. */
const PAPER_SHARE = 0.4;
/** Darker areas are not shaded paper but dark content. */
const PAPER_MIN = 80;
const WHITE = 255;

/**
 * Normalises the paper to white, so that one threshold separates the letters: a photograph has uneven light, and a
 * scanned book is dark at its fold.
 */
export function evenLight({ width, height, pixels }: GrayImage): GrayImage {
  const paper = paperOf({ width, height, pixels });
  const even = new Uint8Array(pixels.length);
  for (let y = 0; y < height; y += 1) {
    const down = tilesAround(y, paper.rows);
    for (let x = 0; x < width; x += 1) {
      const across = tilesAround(x, paper.columns);
      const at = (row: number, column: number) => paper.light[row * paper.columns + column] ?? WHITE;
      const above = at(down.first, across.first) * (1 - across.share) + at(down.first, across.second) * across.share;
      const below = at(down.second, across.first) * (1 - across.share) + at(down.second, across.second) * across.share;
      const light = above * (1 - down.share) + below * down.share;
      even[y * width + x] = Math.min(WHITE, ((pixels[y * width + x] ?? WHITE) * WHITE) / light);
    }
  }
  return { width, height, pixels: even };
}

/** Brightness of the paper in each tile. */
interface Paper {
  readonly columns: number;
  readonly rows: number;
  readonly light: Float32Array;
}

/** Estimates the paper's brightness. Tiles of pictures and dark table headers take it from their neighbours. */
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
      brightest[row * columns + column] = Math.max(PAPER_MIN, brightnessOf(counts, area * PAPER_SHARE));
    }
  }
  return { columns, rows, light: brightestAround(brightest, columns, rows) };
}

/** Returns the highest gray such that at least `pixelCount` pixels are as bright. */
function brightnessOf(counts: Uint32Array, pixelCount: number): number {
  let counted = 0;
  for (let gray = WHITE; gray > 0; gray -= 1) {
    counted += counts[gray] ?? 0;
    if (counted >= pixelCount) return gray;
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

/** Returns the two tiles whose centres surround a pixel, and its relative distance to the first. */
function tilesAround(pixel: number, squares: number): { first: number; second: number; share: number } {
  const place = Math.max(0, Math.min(squares - 1, (pixel + 0.5) / TILE - 0.5));
  const first = Math.floor(place);
  return { first, second: Math.min(squares - 1, first + 1), share: place - first };
}
