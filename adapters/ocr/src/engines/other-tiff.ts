import UTIF from "utif2";
import type { GrayRows } from "../image/gray-image.ts";
import { grayOnWhite } from "../image/luma.ts";

const BYTES_PER_PIXEL = 4;

/**
 * Decodes the first picture of a TIFF that Leptonica cannot decode: this build has neither deflate nor JPEG for TIFF.
 * The caller has checked its size. Returns `null` if this decoder fails too.
 */
export function rowsOfTiff(tiff: Uint8Array): GrayRows | null {
  try {
    const file = Buffer.from(tiff.buffer, tiff.byteOffset, tiff.byteLength);
    const [directory] = UTIF.decode(file);
    if (!directory) return null;
    UTIF.decodeImage(file, directory);
    const { width, height } = directory;
    const pixels = UTIF.toRGBA8(directory);
    if (!(width > 0 && height > 0) || pixels.byteLength < width * height * BYTES_PER_PIXEL) return null;
    const view = new DataView(pixels.buffer, pixels.byteOffset, pixels.byteLength);
    const readRow = (y: number, row: Uint8Array) => {
      for (let x = 0; x < width; x += 1) row[x] = grayOnWhite(view.getUint32((y * width + x) * BYTES_PER_PIXEL));
    };
    return { width, height, readRow };
  } catch {
    // The decoder throws on purpose and by accident; both mean invalid bytes.
    return null;
  }
}
