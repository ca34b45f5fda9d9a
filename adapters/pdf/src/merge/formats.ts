/** The formats that can be merged. */
export type SourceFormat = "pdf" | "jpeg" | "png";

/** Readers search for the PDF header within the first bytes: some senders prepend a line. */
const PDF_HEAD_WITHIN = 1_024;
const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Detects the format by the bytes, not by the declared type; `null` for other formats. */
export function formatOf(bytes: Uint8Array): SourceFormat | null {
  if (startsWith(bytes, PNG_SIGNATURE)) return "png";
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return "jpeg";
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, PDF_HEAD_WITHIN));
  return head.includes("%PDF-") ? "pdf" : null;
}

/** The size of an image before its EXIF rotation. */
export interface PixelSize {
  readonly width: number;
  readonly height: number;
}

/** Returns the size of an image; `null` if the bytes do not contain it or are truncated. */
export function sizeOf(bytes: Uint8Array, format: "jpeg" | "png"): PixelSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return format === "png" ? pngSize(view) : jpegSize(view);
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, at) => bytes[at] === byte);
}

/** Width and height are in the first chunk of a PNG (ISO 15948, 11.2.2). */
function pngSize(view: DataView): PixelSize | null {
  const IHDR = 0x49484452;
  if (view.byteLength < 33 || view.getUint32(12) !== IHDR) return null;
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

/** Frame markers of a JPEG: SOF0 to SOF15 without DHT, JPG and DAC (ISO 10918-1, table B.1). */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
const SOS = 0xda;
const EOI = 0xd9;

/** Reads the markers up to the end of the image, because decoders accept a truncated one. */
function jpegSize(view: DataView): PixelSize | null {
  let size: PixelSize | null = null;
  let at = 2;
  while (at + 4 <= view.byteLength || isEnd(view, at)) {
    const marker = view.getUint8(at + 1);
    if (view.getUint8(at) !== 0xff) return null;
    if (marker === EOI) return size;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const length = view.getUint16(at + 2);
    if (isFrame(marker) && at + 9 <= view.byteLength) {
      size ??= { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    }
    at += 2 + length;
    if (marker === SOS) at = afterScan(view, at);
  }
  return null;
}

const isEnd = (view: DataView, at: number) => at + 2 === view.byteLength && view.getUint16(at) === 0xffd9;

/** Returns the position of the next marker: in scan data, 0xff is followed by 0 or a restart marker. */
function afterScan(view: DataView, from: number): number {
  for (let at = from; at + 1 < view.byteLength; at += 1) {
    if (view.getUint8(at) !== 0xff) continue;
    const next = view.getUint8(at + 1);
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
  }
  return view.byteLength;
}
