import { readFileSync } from "node:fs";
import { init, type WrappedPdfiumModule } from "@embedpdf/pdfium";
import { ENGINE_FILES } from "../engine-files.ts";
import { type GrayImage, PIXELS_WANTED } from "../image/gray-image.ts";

const POINTS_PER_INCH = 72;
const DOTS_PER_INCH = 300;
/** Constants of PDFium: a bitmap with one gray byte per pixel, and the flags to draw annotations and grays. */
const GRAY_BITMAP = 1;
const WITH_ANNOTATIONS = 0x01;
const IN_GRAY = 0x08;
const WHITE = 0xffffffff;
/** Minimum side, so that a thin page is not rounded to zero. */
const SIDE_MIN = 1;

/** Loads PDFium, which reads two files of its own and nothing else. */
export async function loadPdfium(): Promise<WrappedPdfiumModule> {
  const wasmBinary = new Uint8Array(readFileSync(ENGINE_FILES.pdfiumWasm)).buffer;
  const pdfium = await init({ wasmBinary } as object);
  pdfium.FPDF_InitLibrary();
  return pdfium;
}

/** Renders a page as printed; `null` if there is no such page, or the file needs a password. */
export function drawPage(pdfium: WrappedPdfiumModule, pdf: Uint8Array, index: number): GrayImage | null {
  return withBytes(pdfium, pdf.byteLength, (pointer) => {
    heapOf(pdfium).set(pdf, pointer);
    const document = pdfium.FPDF_LoadMemDocument64(pointer, pdf.byteLength, "");
    if (document === 0) return null;
    try {
      const page = pdfium.FPDF_LoadPage(document, index);
      if (page === 0) return null;
      try {
        return draw(pdfium, page);
      } finally {
        pdfium.FPDF_ClosePage(page);
      }
    } finally {
      pdfium.FPDF_CloseDocument(document);
    }
  });
}

/** Renders at 300 dpi, or less for a page that would have too many pixels. */
function draw(pdfium: WrappedPdfiumModule, page: number): GrayImage | null {
  const points = { width: pdfium.FPDF_GetPageWidthF(page), height: pdfium.FPDF_GetPageHeightF(page) };
  if (!(points.width > 0 && points.height > 0)) return null;
  const scale = Math.min(DOTS_PER_INCH / POINTS_PER_INCH, Math.sqrt(PIXELS_WANTED / (points.width * points.height)));
  const width = sideOf(points.width * scale);
  const height = sideOf(points.height * scale);
  if (width * height > 2 * PIXELS_WANTED) return null;
  return withBytes(pdfium, width * height, (pointer) => {
    const bitmap = pdfium.FPDFBitmap_CreateEx(width, height, GRAY_BITMAP, pointer, width);
    if (bitmap === 0) return null;
    pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
    pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, WITH_ANNOTATIONS | IN_GRAY);
    const pixels = heapOf(pdfium).slice(pointer, pointer + width * height);
    pdfium.FPDFBitmap_Destroy(bitmap);
    return { width, height, pixels };
  });
}

const sideOf = (pixels: number) => Math.max(SIDE_MIN, Math.floor(pixels));

/** Returns the heap, which is replaced each time the memory grows. */
const heapOf = ({ pdfium }: WrappedPdfiumModule): Uint8Array =>
  // Its types come from a package that is not installed.
  (pdfium as unknown as { readonly HEAPU8: Uint8Array }).HEAPU8;

function withBytes<Result>(
  { pdfium }: WrappedPdfiumModule,
  byteSize: number,
  work: (pointer: number) => Result,
): Result | null {
  const pointer = pdfium.wasmExports.malloc(byteSize);
  if (pointer === 0) return null;
  try {
    return work(pointer);
  } finally {
    pdfium.wasmExports.free(pointer);
  }
}
