import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { init } from "@embedpdf/pdfium";
import type { Picture } from "./png.ts";

const POINTS_PER_INCH = 72;
/** A bitmap with blue, green, red and a fourth byte per pixel, and the flag to draw annotations. */
const BGRX_BITMAP = 3;
const WITH_ANNOTATIONS = 0x01;
const WHITE = 0xffffffff;
const BYTES = 4;

/** Draws the pages of a PDF as they are printed. */
export async function pagePictures(pdf: Uint8Array, dotsPerInch: number): Promise<readonly Picture[]> {
  const wasmBinary = new Uint8Array(
    readFileSync(createRequire(import.meta.url).resolve("@embedpdf/pdfium/pdfium.wasm")),
  );
  const pdfium = await init({ wasmBinary: wasmBinary.buffer } as object);
  pdfium.FPDF_InitLibrary();
  // Its types come from a package that is not installed. The heap is replaced each time the memory grows.
  const heap = () => (pdfium.pdfium as unknown as { readonly HEAPU8: Uint8Array }).HEAPU8;
  const { malloc } = pdfium.pdfium.wasmExports;
  const source = malloc(pdf.byteLength);
  heap().set(pdf, source);
  const document = pdfium.FPDF_LoadMemDocument64(source, pdf.byteLength, "");
  return Array.from({ length: pdfium.FPDF_GetPageCount(document) }, (_, index) => {
    const page = pdfium.FPDF_LoadPage(document, index);
    const scale = dotsPerInch / POINTS_PER_INCH;
    const width = Math.round(pdfium.FPDF_GetPageWidthF(page) * scale);
    const height = Math.round(pdfium.FPDF_GetPageHeightF(page) * scale);
    const pixels = malloc(width * height * BYTES);
    const bitmap = pdfium.FPDFBitmap_CreateEx(width, height, BGRX_BITMAP, pixels, width * BYTES);
    pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
    pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, WITH_ANNOTATIONS);
    const rgb = new Uint8Array(width * height * 3);
    const drawn = heap();
    for (let pixel = 0; pixel < width * height; pixel += 1) {
      const at = pixels + BYTES * pixel;
      rgb.set([drawn[at + 2] ?? 0, drawn[at + 1] ?? 0, drawn[at] ?? 0], 3 * pixel);
    }
    return { width, height, rgb };
  });
}
