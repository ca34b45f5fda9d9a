import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { evenLight } from "../src/image/even-light.ts";
import { pictureRotation } from "../src/image/exif.ts";
import { type GrayImage, rotate, shrink } from "../src/image/gray-image.ts";
import { pictureKindOf } from "../src/image/kinds.ts";
import { directoriesOf, leaveOnly } from "../src/image/tiff.ts";

function imageOf(width: number, height: number, grayAt: (x: number, y: number) => number): GrayImage {
  const pixels = Uint8Array.from({ length: width * height }, (_, at) => grayAt(at % width, Math.floor(at / width)));
  return { width, height, pixels };
}

/** EXIF with an orientation only, in either byte order. */
function exifOf(orientation: number, isLittleEndian: boolean): Buffer {
  const exif = Buffer.alloc(26);
  const view = new DataView(exif.buffer, exif.byteOffset, exif.byteLength);
  view.setUint16(0, isLittleEndian ? 0x4949 : 0x4d4d);
  view.setUint16(2, 42, isLittleEndian);
  view.setUint32(4, 8, isLittleEndian);
  view.setUint16(8, 1, isLittleEndian);
  view.setUint16(10, 0x0112, isLittleEndian);
  view.setUint16(12, 3, isLittleEndian);
  view.setUint32(14, 1, isLittleEndian);
  view.setUint16(18, orientation, isLittleEndian);
  return exif;
}

/** The header of a JPEG with another segment before its EXIF. */
function jpegWith(exif: Uint8Array): Uint8Array {
  const segment = (marker: number, content: Uint8Array) => {
    const head = Buffer.from([0xff, marker, 0, 0]);
    head.writeUInt16BE(content.byteLength + 2, 2);
    return Buffer.concat([head, content]);
  };
  const ownSegment = segment(0xe1, Buffer.concat([Buffer.from("Exif\0\0"), exif]));
  return Buffer.concat([Buffer.from([0xff, 0xd8]), segment(0xe0, Buffer.from("JFIF\0")), ownSegment]);
}

/** Positions of the first row and the first column for a viewer (EXIF 2.3, Orientation). */
const SIDES = [
  ["top", "left"],
  ["top", "right"],
  ["bottom", "right"],
  ["bottom", "left"],
  ["left", "top"],
  ["right", "top"],
  ["right", "bottom"],
  ["left", "bottom"],
] as const;

describe("the orientation of a photograph", () => {
  it.each(SIDES.map((sides, index) => [index + 1, ...sides] as const))(
    "%i makes it upright",
    (orientation, row, column) => {
      const upright = imageOf(3, 2, (x, y) => 10 * y + x);
      const isAcross = row === "left" || row === "right";
      const placeOn = { top: 0, left: 0, bottom: 1, right: 1 } as const;
      const stored = imageOf(isAcross ? 2 : 3, isAcross ? 3 : 2, (storedColumn, storedRow) => {
        const [along, down] = isAcross ? [storedRow, storedColumn] : [storedColumn, storedRow];
        const x = placeOn[isAcross ? row : column] === 1 ? 2 - along : along;
        const y = placeOn[isAcross ? column : row] === 1 ? 1 - down : down;
        return upright.pixels[y * 3 + x] ?? 0;
      });
      for (const isLittleEndian of [true, false])
        expect(rotate(stored, pictureRotation(jpegWith(exifOf(orientation, isLittleEndian)), "jpeg"))).toEqual(upright);
    },
  );

  it("is upright for any other value, and for any bytes", () => {
    for (const orientation of [0, 9, 65_535])
      expect(pictureRotation(jpegWith(exifOf(orientation, true)), "jpeg")).toEqual({
        isMirrored: false,
        quarterTurns: 0,
      });
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.constantFrom("jpeg", "png", "tiff", "webp"), (bytes, kind) => {
        expect(pictureRotation(bytes, kind)).toHaveProperty("quarterTurns");
        expect(pictureRotation(Buffer.concat([jpegWith(bytes), bytes]), "jpeg")).toHaveProperty("quarterTurns");
      }),
    );
  });
});

describe("the pictures of a TIFF", () => {
  it("end at a cycle, a truncation or the maximum", () => {
    const circle = exifOf(1, true);
    circle.writeUInt32LE(8, 22);
    expect(directoriesOf(circle, 9)).toEqual([{ offset: 8, end: 22, orientation: 1 }]);
    for (const directory of directoriesOf(circle, 9)) leaveOnly(circle, directory);
    expect(circle).toEqual(exifOf(1, true));
    expect(directoriesOf(circle.subarray(0, 15), 9)).toEqual([]);
    expect(directoriesOf(circle, 0)).toEqual([]);
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => directoriesOf(bytes, 9).length <= 9));
  });
});

describe("a picture that is too large", () => {
  it("is shrunk to the requested size with the same brightness", () => {
    const side = fc.integer({ min: 1, max: 90 });
    fc.assert(
      fc.property(side, side, fc.integer({ min: 1, max: 400 }), fc.nat({ max: 255 }), (width, height, wanted, gray) => {
        const readRow = (_: number, row: Uint8Array) => row.fill(gray);
        const small = shrink({ width, height, readRow }, wanted);
        expect(small.pixels.length).toBe(small.width * small.height);
        expect(small.pixels.length).toBeLessThanOrEqual(wanted);
        expect(small.pixels.every((each) => each === gray)).toBe(true);
      }),
    );
  });

  it("averages the pixels it covers", () => {
    const readRow = (y: number, row: Uint8Array) => row.set([0, 100, 200, 20 * y]);
    expect(shrink({ width: 4, height: 4, readRow }, 4).pixels).toEqual(Uint8Array.of(50, 105, 50, 125));
  });
});

it("paper in the shade is made white, and ink on it stays dark", () => {
  const isInk = (x: number) => x % 8 === 3;
  const light = (x: number) => 1 - (0.5 * x) / 639;
  const page = imageOf(640, 128, (x) => light(x) * (isInk(x) ? 60 : 250));
  const even = evenLight(page);
  const row = [...even.pixels.subarray(64 * 640, 65 * 640)];
  expect(Math.min(...row.filter((_, x) => !isInk(x)))).toBeGreaterThan(200);
  expect(Math.max(...row.filter((_, x) => isInk(x)))).toBeLessThan(90);
});

it("recognizes four kinds of pictures by their bytes, and no others", () => {
  const heads = [
    "\xff\xd8\xff\xe0",
    "\x89PNG\r\n\x1a\n",
    "II*\0",
    "MM\0*",
    "RIFF\x04\0\0\0WEBP",
    "GIF89a",
    "RIFF\x04\0\0\0WAVE",
    "P5 9",
    "",
  ];
  expect(heads.map((head) => pictureKindOf(Buffer.from(head, "latin1")))).toEqual([
    ...["jpeg", "png", "tiff", "tiff", "webp"],
    ...[null, null, null, null],
  ]);
});
