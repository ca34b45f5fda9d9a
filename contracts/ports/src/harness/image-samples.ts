import { crc32, deflateSync } from "node:zlib";

/** 16 × 8 pixels, from red to blue. */
export const JPEG: Uint8Array = Buffer.from(
  "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2P/wAARCAAIABADASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAb/xAAWEAEBAQAAAAAAAAAAAAAAAAAAFGH/xAAVAQEBAAAAAAAAAAAAAAAAAAAEBv/EABgRAAMBAQAAAAAAAAAAAAAAAAAEFVFS/9oADAMBAAIRAxEAPwCZq0q0FLLW5FUWNP/Z",
  "base64",
);

/** A CMYK version of that picture. */
export const CMYK_JPEG: Uint8Array = Buffer.from(
  "/9j/7gAOQWRvYmUAZAAAAAAC/9sAQwAQCwwODAoQDg0OEhEQExgoGhgWFhgxIyUdKDozPTw5Mzg3QEhcTkBEV0U3OFBtUVdfYmdoZz5NcXlwZHhcZWdj/9sAQwEREhIYFRgvGhovY0I4QmNjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2Nj/8AAFAgACAAQBAEiAAIRAQMRAQQiAP/EABYAAQEBAAAAAAAAAAAAAAAAAAAFBv/EABgQAQADAQAAAAAAAAAAAAAAAAAEFCVh/8QAFQEBAQAAAAAAAAAAAAAAAAAABAb/xAAaEQACAgMAAAAAAAAAAAAAAAAABAEVUVKR/9oADgQBAAIRAxEEAAA/ALtSRwqSOAlbNrcDVLYnppNc1wf/2Q==",
  "base64",
);

/** A telephone's picture: lying, to be turned by a quarter clockwise as its EXIF says. */
export function turnedJpeg(): Uint8Array {
  const tiff = Buffer.from("4d4d002a00000008000101120003000000010006000000000000", "hex");
  const exif = Buffer.concat([Buffer.from("Exif\0\0", "latin1"), tiff]);
  const head = Buffer.from([0xff, 0xe1, 0, exif.byteLength + 2]);
  return Buffer.concat([JPEG.subarray(0, 2), head, exif, JPEG.subarray(2)]);
}

/** A PNG that says so of its size; its one line of pixels is half red and half transparent. */
export function pngOf(width: number, height: number): Uint8Array {
  const size = Buffer.alloc(13);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  size.set([8, 6, 0, 0, 0], 8);
  const line = Buffer.concat([Buffer.alloc(1), Buffer.alloc(Math.min(width, 64) * 4, "ff000080", "hex")]);
  const pixels = Buffer.concat(Array.from({ length: Math.min(height, 64) }, () => line));
  const chunks = [chunk("IHDR", size), chunk("IDAT", deflateSync(pixels)), chunk("IEND", Buffer.alloc(0))];
  return Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), ...chunks]);
}

/** A PNG of so many grey pixels. */
export function greyPngOf(width: number, height: number): Uint8Array {
  const size = Buffer.alloc(13);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  size.set([8, 0, 0, 0, 0], 8);
  const lines = Buffer.alloc((width + 1) * height, 0x80);
  for (let line = 0; line < height; line += 1) lines[line * (width + 1)] = 0;
  const chunks = [chunk("IHDR", size), chunk("IDAT", deflateSync(lines)), chunk("IEND", Buffer.alloc(0))];
  return Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), ...chunks]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.byteLength);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
