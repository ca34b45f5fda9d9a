import { inflateSync } from "node:zlib";
import { DamagedPdf } from "./damaged-pdf.ts";
import { dictionaryOf, elementsOf, integerOf, isNamed, type PdfDictionary, type PdfStream } from "./values.ts";

/** Maximum size of an unpacked object or cross-reference stream. */
const UNPACKED_BYTES_MAX = 268_435_456;

/** Unpacks a stream about the file's structure. Such streams are deflated or not compressed. */
export function unpacked({ dictionary, bytes }: PdfStream): Buffer {
  const filter = dictionary.get("Filter");
  const filters = elementsOf(filter);
  const only = filters.length > 0 ? filters[0] : filter;
  if (filters.length > 1 || (only && !isNamed(only, "FlateDecode") && !isNamed(only, "Fl")))
    throw new DamagedPdf("Unknown compression");
  if (!only) return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parameters = dictionary.get("DecodeParms");
  const plain = inflateSync(bytes, { maxOutputLength: UNPACKED_BYTES_MAX, finishFlush: SYNC_FLUSH });
  return withoutPredictor(plain, dictionaryOf(elementsOf(parameters)[0] ?? parameters));
}

/** A truncated stream yields the bytes it has. */
const SYNC_FLUSH = 2;

/** Undoes PNG prediction; each row begins with its predictor (ISO 15948, 9.2). */
function withoutPredictor(bytes: Buffer, parameters: PdfDictionary | null): Buffer {
  const predictor = integerOf(parameters?.get("Predictor")) ?? 1;
  if (predictor < 10) {
    if (predictor === 1) return bytes;
    throw new DamagedPdf("Unknown predictor");
  }
  const width = integerOf(parameters?.get("Columns")) ?? 1;
  if (width < 1 || width > 65_536) throw new DamagedPdf("Invalid number of columns");
  const height = Math.floor(bytes.byteLength / (width + 1));
  const plain = Buffer.alloc(width * height);
  for (let row = 0; row < height; row += 1) {
    const kind = bytes[row * (width + 1)] ?? 0;
    for (let column = 0; column < width; column += 1) {
      const to = row * width + column;
      const left = column > 0 ? (plain[to - 1] ?? 0) : 0;
      const above = row > 0 ? (plain[to - width] ?? 0) : 0;
      const corner = column > 0 && row > 0 ? (plain[to - width - 1] ?? 0) : 0;
      plain[to] = (bytes[row * (width + 1) + 1 + column] ?? 0) + prediction(kind, left, above, corner);
    }
  }
  return plain;
}

function prediction(kind: number, left: number, above: number, corner: number): number {
  if (kind === 1) return left;
  if (kind === 2) return above;
  if (kind === 3) return (left + above) >> 1;
  return kind === 4 ? paeth(left, above, corner) : 0;
}

function paeth(left: number, above: number, corner: number): number {
  const guess = left + above - corner;
  const [toLeft, toAbove, toCorner] = [Math.abs(guess - left), Math.abs(guess - above), Math.abs(guess - corner)];
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}
