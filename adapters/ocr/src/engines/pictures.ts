import { pictureRotation, rotationOf } from "../image/exif.ts";
import { type GrayImage, type GrayRows, PIXELS_MAX, rotate, shrink } from "../image/gray-image.ts";
import { type PictureKind, pictureKindOf } from "../image/kinds.ts";
import { grayOfColor, grayOnWhite, luma } from "../image/luma.ts";
import { directoriesOf, leaveOnly } from "../image/tiff.ts";
import { rowsOfTiff } from "./other-tiff.ts";
import type { LoadedCore, Pix, PixColormap } from "./tesseract-core.ts";

/** Maximum number of pictures in a TIFF from a fax or a scanner. More would exceed the time limit of a picture. */
const FRAMES_MAX = 100;
const WORD_BYTES = 4;
const HEADER_OUTPUTS = 6;
const WHITE = 255;

/** Yields the pictures of a file, upright, gray and small enough; skips those that cannot be decode. */
export function* picturesIn(loaded: LoadedCore, file: Uint8Array): Iterable<GrayImage> {
  const kind = pictureKindOf(file);
  if (!kind) return;
  if (kind !== "tiff") {
    yield* decode(loaded, file, kind);
    return;
  }
  for (const directory of directoriesOf(file, FRAMES_MAX)) {
    leaveOnly(file, directory);
    yield* decode(loaded, file, kind, directory.orientation);
  }
}

function* decode(
  { core, memory }: LoadedCore,
  file: Uint8Array,
  kind: PictureKind,
  orientation = 1,
): Iterable<GrayImage> {
  const pointer = core._malloc(file.byteLength);
  let pix = 0;
  try {
    new Uint8Array(memory.buffer).set(file, pointer);
    if (!isSmallEnough({ core, memory }, pointer, file.byteLength)) return;
    pix = core._pixReadMem(pointer, file.byteLength);
  } finally {
    core._free(pointer);
  }
  if (pix === 0) {
    const rows = kind === "tiff" ? rowsOfTiff(file) : null;
    if (rows) yield rotate(shrink(rows), rotationOf(orientation));
    return;
  }
  try {
    const rows = rowsOf({ core, memory }, pix);
    if (rows) yield rotate(shrink(rows), pictureRotation(file, kind));
  } finally {
    destroy({ core, memory }, pix);
  }
}

/** Checks the declared size before a picture is decode. */
function isSmallEnough({ core, memory }: LoadedCore, pointer: number, byteSize: number): boolean {
  const outputs = core._malloc(HEADER_OUTPUTS * WORD_BYTES);
  const at = (index: number) => outputs + index * WORD_BYTES;
  try {
    if (core._pixReadHeaderMem(pointer, byteSize, at(0), at(1), at(2), at(3), at(4), at(5)) !== 0) return false;
    const view = new DataView(memory.buffer);
    const width = view.getInt32(at(1), true);
    const height = view.getInt32(at(2), true);
    return width > 0 && height > 0 && width * height <= PIXELS_MAX;
  } finally {
    core._free(outputs);
  }
}

function destroy({ core, memory }: LoadedCore, pix: number): void {
  const pointer = core._malloc(WORD_BYTES);
  new DataView(memory.buffer).setUint32(pointer, pix, true);
  core._pixDestroy(pointer);
  core._free(pointer);
}

/** Reads rows of a Leptonica picture with 1 to 32 bits per pixel, highest bits first; `null` for other depths. */
function rowsOf({ core, memory }: LoadedCore, pointer: number): GrayRows | null {
  const pix: Pix = core.wrapPointer(pointer, core.Pix);
  const [width, height, depth] = [pix.get_w(), pix.get_h(), pix.get_d()];
  if (![1, 2, 4, 8, 16, 32].includes(depth)) return null;
  const wordsPerRow = pix.get_wpl();
  const words = new Uint32Array(memory.buffer, pix.get_data(), wordsPerRow * height);
  const grayOf = grayFor({ core, memory }, pix);
  const perWord = 32 / depth;
  const mask = depth === 32 ? 0xffffffff : 2 ** depth - 1;
  return {
    width,
    height,
    readRow(y, row) {
      for (let x = 0; x < width; x += 1) {
        const word = words[y * wordsPerRow + Math.floor(x / perWord)] ?? 0;
        row[x] = grayOf(((word >>> (32 - depth - (x % perWord) * depth)) & mask) >>> 0);
      }
    },
  };
}

/** Returns the gray of a pixel value. */
function grayFor({ core, memory }: LoadedCore, pix: Pix): (value: number) => number {
  const depth = pix.get_d();
  if (depth === 32) return pix.get_spp() === 4 ? grayOnWhite : grayOfColor;
  const table = paletteOf({ core, memory }, pix) ?? new Uint8Array();
  if (table.length > 0) return (value) => table[value] ?? WHITE;
  if (depth === 16) return (value) => value >>> 8;
  // With one bit, 1 is black; with more bits, the maximum is white.
  return depth === 1 ? (value) => (value === 1 ? 0 : WHITE) : (value) => (value * WHITE) / (2 ** depth - 1);
}

/** Returns the grays of the palette; `null` without a palette. */
function paletteOf({ core, memory }: LoadedCore, pix: Pix): Uint8Array | null {
  const pointer = core.getPointer(pix.get_colormap());
  if (pointer === 0) return null;
  const colormap: PixColormap = core.wrapPointer(pointer, core.PixColormap);
  const colors = new Uint8Array(memory.buffer, colormap.get_array());
  return Uint8Array.from({ length: Math.min(colormap.get_n(), 256) }, (_, index) => {
    const [blue = 0, green = 0, red = 0] = colors.subarray(4 * index);
    return luma(red, green, blue);
  });
}
