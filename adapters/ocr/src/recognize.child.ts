import { serveJobs } from "@cartulary/containment/child";
import { drawPage, loadPdfium } from "./engines/pdf-page.ts";
import { picturesIn } from "./engines/pictures.ts";
import { createRecognition } from "./engines/recognition.ts";
import { loadTesseractCore } from "./engines/tesseract-core.ts";
import type { GrayImage } from "./image/gray-image.ts";

/** What a child is to read. */
export interface RecognitionRequest {
  /** Of a PDF, from 0; `null` for a picture. */
  readonly page: number | null;
  readonly byteSize: number;
  readonly cpuMilliseconds: number;
}

/** `null` where the content is nothing that can be read. */
export type RecognizedText = string | null;

/** What begins behind this part of the time would not be done before its end. */
const BEGIN_WITHIN = 0.4;

/** Made before the first job, whose time does not count what it takes to load them. */
const tesseract = await loadTesseractCore();
const recognition = createRecognition(tesseract);
let pdfium: ReturnType<typeof loadPdfium> | undefined;

serveJobs<RecognitionRequest, RecognizedText>(async (request, { sources: [source] }) => {
  const mayGoOn = clockOf(request.cpuMilliseconds * BEGIN_WITHIN);
  const file = source ? await bytesOf(source, request.byteSize) : null;
  if (!file) return null;
  const texts: string[] = [];
  for (const image of await imagesOf(file, request.page)) {
    texts.push(recognition.read(image, mayGoOn));
    if (!mayGoOn()) break;
  }
  return texts.length === 0 ? null : texts.join("\n");
});

async function imagesOf(file: Uint8Array, page: number | null): Promise<Iterable<GrayImage>> {
  if (page === null) return picturesIn(tesseract, file);
  pdfium ??= loadPdfium();
  const image = drawPage(await pdfium, file, page);
  return image ? [image] : [];
}

/** Whether this process has taken less CPU time than this since now. */
function clockOf(cpuMilliseconds: number): () => boolean {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return user + system < 1000 * cpuMilliseconds;
  };
}

/** All of a file; `null` when its length differs from the expected one. */
async function bytesOf(source: AsyncIterable<Uint8Array>, byteSize: number): Promise<Uint8Array | null> {
  const bytes = new Uint8Array(byteSize);
  let at = 0;
  for await (const piece of source) {
    if (at + piece.byteLength > byteSize) return null;
    bytes.set(piece, at);
    at += piece.byteLength;
  }
  return at === byteSize ? bytes : null;
}
