import { constants, setPriority } from "node:os";
import { serveJobs } from "@cartulary/containment/child";
import { drawPage, loadPdfium } from "./engines/pdf-page.ts";
import { picturesIn } from "./engines/pictures.ts";
import { createRecognition } from "./engines/recognition.ts";
import { loadTesseractCore } from "./engines/tesseract-core.ts";
import type { GrayImage } from "./image/gray-image.ts";

/** A request to a child. */
export interface RecognitionRequest {
  /** Page of a PDF, from 0; `null` for a picture. */
  readonly page: number | null;
  readonly byteSize: number;
  readonly cpuMilliseconds: number;
}

/** The recognised text; `null` if the content cannot be read. */
export type RecognizedText = string | null;

/** An attempt that starts after this share of the time limit would not end in time. */
const START_WITHIN = 0.4;

/** Loaded before the first job, so that loading does not count towards its time. */
const tesseract = await loadTesseractCore();
const recognition = createRecognition(tesseract);
let pdfium: ReturnType<typeof loadPdfium> | undefined;

serveJobs<RecognitionRequest, RecognizedText>(async (request, { sources: [source] }) => {
  // No user waits for a recognition, which takes a core for seconds.
  setPriority(constants.priority.PRIORITY_LOW);
  const mayGoOn = clockOf(request.cpuMilliseconds * START_WITHIN);
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

/** Returns a function that is true while this process has used less than this CPU time since the call. */
function clockOf(cpuMilliseconds: number): () => boolean {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return user + system < 1000 * cpuMilliseconds;
  };
}

/** Reads a whole file; `null` if its length differs from `byteSize`. */
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
