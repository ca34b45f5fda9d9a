import type { Turn } from "./gray-image.ts";
import type { PictureKind } from "./kinds.ts";
import { directoriesOf } from "./tiff.ts";

/** What makes a picture upright, by the eight orientations of EXIF. */
const TURNS: readonly Turn[] = [
  { isMirrored: false, quarterTurns: 0 },
  { isMirrored: true, quarterTurns: 0 },
  { isMirrored: false, quarterTurns: 2 },
  { isMirrored: true, quarterTurns: 2 },
  { isMirrored: true, quarterTurns: 3 },
  { isMirrored: false, quarterTurns: 1 },
  { isMirrored: true, quarterTurns: 1 },
  { isMirrored: false, quarterTurns: 3 },
];
const UPRIGHT: Turn = { isMirrored: false, quarterTurns: 0 };

/** How a camera says that its picture is to be turned. A TIFF says it too, and its decoder does as it says. */
export function turnOf(picture: Uint8Array, kind: PictureKind): Turn {
  const exif = EXIF_OF[kind](Buffer.from(picture.buffer, picture.byteOffset, picture.byteLength));
  const [directory] = exif ? directoriesOf(exif, 1) : [];
  return turnBy(directory?.orientation ?? 1);
}

/** What an orientation means; one that is none means nothing. */
export function turnBy(orientation: number): Turn {
  return TURNS[orientation - 1] ?? UPRIGHT;
}

const EXIF_OF: Readonly<Record<PictureKind, (picture: Buffer) => Uint8Array | null>> = {
  jpeg: exifOfJpeg,
  png: (png) => exifAmong(png, 8, (at) => ({ nameAt: at + 4, byteSize: png.readUInt32BE(at), tailBytes: 4 })),
  tiff: () => null,
  // Chunks of a WebP have an even length.
  webp: (webp) =>
    exifAmong(webp, 12, (at) => {
      const byteSize = webp.readUInt32LE(at + 4);
      return { nameAt: at, byteSize, tailBytes: byteSize % 2 };
    }),
};

const EXIF_HEAD = "Exif\0\0";
const APP1 = 0xe1;
/** With it the pixels begin; what stands behind them is not looked for. */
const SOS = 0xda;

function exifOfJpeg(jpeg: Buffer): Uint8Array | null {
  for (let at = 2; at + 4 <= jpeg.byteLength && jpeg[at] === 0xff && jpeg[at + 1] !== SOS; ) {
    const end = at + 2 + jpeg.readUInt16BE(at + 2);
    if (jpeg[at + 1] === APP1 && jpeg.toString("latin1", at + 4, at + 10) === EXIF_HEAD)
      return jpeg.subarray(at + 10, end);
    at = end;
  }
  return null;
}

const CHUNK_HEAD_BYTES = 8;

/** The first chunk that is called `eXIf` or `EXIF`, in a file of chunks from `start` on. */
function exifAmong(
  bytes: Buffer,
  start: number,
  headAt: (at: number) => { readonly nameAt: number; readonly byteSize: number; readonly tailBytes: number },
): Uint8Array | null {
  for (let at = start; at + CHUNK_HEAD_BYTES <= bytes.byteLength; ) {
    const { nameAt, byteSize, tailBytes } = headAt(at);
    const content = bytes.subarray(at + CHUNK_HEAD_BYTES, at + CHUNK_HEAD_BYTES + byteSize);
    if (bytes.toString("latin1", nameAt, nameAt + 4).toLowerCase() === "exif") return withoutHead(content);
    at += CHUNK_HEAD_BYTES + byteSize + tailBytes;
  }
  return null;
}

/** Some writers put the head of a JPEG's EXIF here as well. */
const withoutHead = (exif: Buffer) => (exif.toString("latin1", 0, 6) === EXIF_HEAD ? exif.subarray(6) : exif);
