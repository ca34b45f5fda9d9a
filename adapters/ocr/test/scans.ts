import { crc32, deflateSync } from "node:zlib";
import type { ReadableContent } from "@cartulary/search";
import { createEngine } from "@cartulary/typst/engine";
import { drawPage, loadPdfium } from "../src/engines/pdf-page.ts";
import { type GrayImage, shrink } from "../src/image/gray-image.ts";

/** A content whose declared type is wrong: the bytes decide. */
export function contentOf(bytes: Uint8Array): ReadableContent {
  async function* pieces() {
    for (let at = 0; at < bytes.byteLength; at += 65_536) yield bytes.subarray(at, at + 65_536);
  }
  return { bytes: pieces, byteSize: bytes.byteLength, contentType: "application/octet-stream", fileName: "file" };
}

/** Typesets `markup` as a page, A4 by default. */
export function printed(markup: string): Uint8Array {
  const files = [{ path: "/main.typ", content: `#set page(paper: "a4")\n${markup}` }];
  const result = createEngine({ fontPaths: [] }).typeset({
    main: "/main.typ",
    files,
    createdAtSeconds: 0,
    archival: false,
  });
  if (result.outcome !== "typeset") throw new Error(`Typst: ${JSON.stringify(result)}`);
  return result.pdf;
}

const pdfium = loadPdfium();

/** The effects of a scanner or a camera on a page. */
export interface Treatment {
  readonly dotsPerInch: number;
  /** Rotation, clockwise. */
  readonly degrees?: number;
  /** Maximum change of gray, up or down. */
  readonly noise?: number;
  /** Loss of light from the left to the right edge, from 0 to 1. */
  readonly shade?: number;
}

/** Scans the first page of a PDF. */
export async function scanned(pdf: Uint8Array, treatment: Treatment): Promise<GrayImage> {
  const page = drawPage(await pdfium, pdf, 0);
  if (!page) throw new Error("The page cannot be drawn");
  const { width, height, pixels } = page;
  const readRow = (y: number, row: Uint8Array) => row.set(pixels.subarray(y * width, (y + 1) * width));
  return treated(shrink({ width, height, readRow }, width * height * (treatment.dotsPerInch / 300) ** 2), treatment);
}

function treated({ width, height, pixels }: GrayImage, treatment: Treatment): GrayImage {
  const { degrees = 0, noise = 0, shade = 0 } = treatment;
  const [sine, cosine] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  const at = (x: number, y: number) =>
    x < 0 || y < 0 || x >= width || y >= height ? 255 : (pixels[y * width + x] ?? 255);
  const random = randomNumbers();
  const after = new Uint8ClampedArray(pixels.length);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const fromX = cosine * (x - width / 2) + sine * (y - height / 2) + width / 2;
      const fromY = cosine * (y - height / 2) - sine * (x - width / 2) + height / 2;
      const [left, top] = [Math.floor(fromX), Math.floor(fromY)];
      const [right, down] = [fromX - left, fromY - top];
      const above = at(left, top) * (1 - right) + at(left + 1, top) * right;
      const below = at(left, top + 1) * (1 - right) + at(left + 1, top + 1) * right;
      const gray = (above * (1 - down) + below * down) * (1 - (shade * x) / width);
      after[y * width + x] = gray + (2 * random() - 1) * noise;
    }
  }
  return { width, height, pixels: new Uint8Array(after.buffer) };
}

/** Reproducible pseudo-random numbers from 0 to 1. */
function randomNumbers(): () => number {
  let state = 7;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state / 0x7fffffff;
  };
}

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** The header of a PNG. */
export interface PngHead {
  readonly width: number;
  readonly height: number;
  readonly bitDepth: 1 | 8;
}

/** A gray PNG; `header` overrides its size and depth, to contradict the pixels. */
export function png(
  { width, height, pixels }: GrayImage,
  header: PngHead = { width, height, bitDepth: 8 },
): Uint8Array {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(header.width, 0);
  head.writeUInt32BE(header.height, 4);
  head[8] = header.bitDepth;
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1) rows.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  const chunks = [chunk("IHDR", head), chunk("IDAT", deflateSync(rows, { level: 1 })), chunk("IEND", Buffer.alloc(0))];
  return Buffer.concat([PNG_SIGNATURE, ...chunks]);
}

function chunk(name: string, content: Uint8Array): Uint8Array {
  const named = Buffer.concat([Buffer.from(name), content]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.byteLength);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}

/** A PDF whose second page is only a picture, on a page rotated by `rotation`. */
export function pdfOfPicture(
  picture: Uint8Array,
  { width, height, filter, rotation }: { width: number; height: number; filter: string; rotation: number },
): Uint8Array {
  const drawing = `q ${width} 0 0 ${height} 0 0 cm /P Do Q`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Count 2 /Kids [3 0 R 4 0 R] >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] >>",
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Rotate ${rotation} /Contents 5 0 R /Resources << /XObject << /P 6 0 R >> >> >>`,
    `<< /Length ${drawing.length} >> stream\n${drawing}\nendstream`,
  ];
  const head = `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /${filter} /Length ${picture.byteLength} >>`;
  return Buffer.concat([
    Buffer.from(`%PDF-1.7\n${objects.map((object, index) => `${index + 1} 0 obj ${object} endobj\n`).join("")}`),
    Buffer.from(`6 0 obj ${head} stream\n`),
    picture,
    Buffer.from("\nendstream endobj\ntrailer << /Root 1 0 R >>\n"),
  ]);
}

/** Returns the share of the distinct words of a text that were found. */
export function shareFound(text: string, found: string): number {
  const wordsFound = wordsIn(found);
  const words = [...wordsIn(text)];
  return words.filter((word) => wordsFound.has(word)).length / words.length;
}

const wordsIn = (text: string) =>
  new Set(
    text
      .normalize("NFC")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu),
  );
