import { crc32 } from "node:zlib";

/** A file in an archive. */
export interface Entry {
  readonly name: string;
  readonly content: string;
}

/** 1980-01-01, the first day that the format knows. */
const DAY = 0x21;
const VERSION = 20;

/** A ZIP archive of files that are stored as they are, in this order (APPNOTE 4.3). */
export function zip(entries: readonly Entry[]): Uint8Array {
  const files: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const { name, content } of entries) {
    const [label, bytes] = [Buffer.from(name), Buffer.from(content)];
    const shared = fields([VERSION, 2], [0, 2], [0, 2], [0, 2], [DAY, 2], [crc32(bytes), 4]).concat(
      fields([bytes.length, 4], [bytes.length, 4], [label.length, 2], [0, 2]),
    );
    const file = Buffer.from([...fields([0x04034b50, 4]), ...shared, ...label, ...bytes]);
    const more = fields([0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]);
    directory.push(Buffer.from([...fields([0x02014b50, 4], [VERSION, 2]), ...shared, ...more, ...label]));
    files.push(file);
    offset += file.length;
  }
  const listed = Buffer.concat(directory);
  const count = entries.length;
  const end = fields([0x06054b50, 4], [0, 2], [0, 2], [count, 2], [count, 2], [listed.length, 4], [offset, 4], [0, 2]);
  return Buffer.concat([...files, listed, Buffer.from(end)]);
}

/** Numbers of so many bytes each, the lowest byte first. */
function fields(...numbers: readonly (readonly [value: number, bytes: number])[]): number[] {
  return numbers.flatMap(([value, bytes]) =>
    Array.from({ length: bytes }, (_, index) => (value >>> (8 * index)) & 0xff),
  );
}
