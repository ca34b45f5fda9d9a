import type { Rotation } from "./gray-image.ts";
import type { PictureKind } from "./kinds.ts";
import { directoriesOf } from "./tiff.ts";

/** The rotations of the eight EXIF orientations. */
const ROTATIONS: readonly Rotation[] = [
  { isMirrored: false, quarterTurns: 0 },
  { isMirrored: true, quarterTurns: 0 },
  { isMirrored: false, quarterTurns: 2 },
  { isMirrored: true, quarterTurns: 2 },
  { isMirrored: true, quarterTurns: 3 },
  { isMirrored: false, quarterTurns: 1 },
  { isMirrored: true, quarterTurns: 1 },
  { isMirrored: false, quarterTurns: 3 },
];
const UPRIGHT: Rotation = { isMirrored: false, quarterTurns: 0 };

/** Returns the rotation from the EXIF data of a picture. TIFF orientation is handled by its decoder. */
export function pictureRotation(picture: Uint8Array, kind: PictureKind): Rotation {
  const exif = EXIF_OF[kind](Buffer.from(picture.buffer, picture.byteOffset, picture.byteLength));
  const [directory] = exif ? directoriesOf(exif, 1) : [];
  return rotationOf(directory?.orientation ?? 1);
}

/** Returns the rotation of an orientation; none for an invalid one. */
export function rotationOf(orientation: number): Rotation {
  return ROTATIONS[orientation - 1] ?? UPRIGHT;
}

const EXIF_OF: Readonly<Record<PictureKind, (picture: Buffer) => Uint8Array | null>> = {
  jpeg: exifOfJpeg,
  png: (png) => findExifChunk(png, 8, (at) => ({ nameAt: at + 4, byteSize: png.readUInt32BE(at), tailBytes: 4 })),
  tiff: () => null,
  // Chunks of a WebP have an even length.
  webp: (webp) =>
    findExifChunk(webp, 12, (at) => {
      const byteSize = webp.readUInt32LE(at + 4);
      return { nameAt: at, byteSize, tailBytes: byteSize % 2 };
    }),
};

const EXIF_HEAD = "Exif\0\0";
const APP1 = 0xe1;
/** Start of scan: pixels follow, and later segments are not searched. */
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

/** Finds the first chunk named `eXIf` or `EXIF` in a chunked file from `start` on. */
function findExifChunk(
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

/** Some writers add the header of a JPEG's EXIF here too. */
const withoutHead = (exif: Buffer) => (exif.toString("latin1", 0, 6) === EXIF_HEAD ? exif.subarray(6) : exif);
