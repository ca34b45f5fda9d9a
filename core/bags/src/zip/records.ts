/** The records of a ZIP (APPNOTE 4.3), little-endian. */

/** A file of a ZIP, or an empty folder. */
export interface ZipEntry {
  /** Ends with a slash for a folder. */
  readonly path: string;
  readonly byteSize: number;
  /** CRC-32 of its bytes (ISO 3309), unsigned. */
  readonly crc32: number;
}

/** Values from which a field of 4 or 2 bytes is written in ZIP64. */
const FOUR_BYTES_MAX = 0xffff_ffff;
const TWO_BYTES_MAX = 0xffff;
const VERSION = 20;
const VERSION_ZIP64 = 45;
/** Names are UTF-8 (bit 11). */
const FLAGS = 0x0800;
/** Made on Unix: the file type and rights are the upper half of the attributes. */
const MADE_ON_UNIX = 3 << 8;
const REGULAR_FILE = 0o100644;
const FOLDER = 0o040755;
/** The attribute of a folder in MS-DOS, in the lower half. */
const DOS_FOLDER = 0x10;

/** A field of a record: its value and its number of bytes. */
type Field = readonly [value: number, bytes: 2 | 4 | 8];

/** Writes the header before a file's bytes. */
export function localHeader({ byteSize, crc32 }: ZipEntry, path: Uint8Array, date: string): Uint8Array {
  const isLarge = byteSize >= FOUR_BYTES_MAX;
  const size = isLarge ? FOUR_BYTES_MAX : byteSize;
  const extra = isLarge ? zip64Field([byteSize, byteSize]) : NOTHING;
  return joined(
    written([
      [0x04034b50, 4],
      [isLarge ? VERSION_ZIP64 : VERSION, 2],
      [FLAGS, 2],
      [0, 2],
      ...dosTime(date),
      [crc32, 4],
      [size, 4],
      [size, 4],
      [path.byteLength, 2],
      [extra.byteLength, 2],
    ]),
    path,
    extra,
  );
}

/** Returns the bytes of {@link localHeader} without writing it. */
export const localHeaderBytes = ({ byteSize }: ZipEntry, path: Uint8Array): number =>
  30 + path.byteLength + (byteSize >= FOUR_BYTES_MAX ? 20 : 0);

/** Writes the entry of a file in the directory. `offset` is that of its header. */
export function centralEntry(
  { path: name, byteSize, crc32 }: ZipEntry,
  path: Uint8Array,
  { date, offset }: { readonly date: string; readonly offset: number },
): Uint8Array {
  const isLarge = byteSize >= FOUR_BYTES_MAX;
  const isFar = offset >= FOUR_BYTES_MAX;
  const size = isLarge ? FOUR_BYTES_MAX : byteSize;
  const large = [...(isLarge ? [byteSize, byteSize] : []), ...(isFar ? [offset] : [])];
  const version = large.length > 0 ? VERSION_ZIP64 : VERSION;
  const extra = large.length > 0 ? zip64Field(large) : NOTHING;
  return joined(
    written([
      [0x02014b50, 4],
      [MADE_ON_UNIX | version, 2],
      [version, 2],
      [FLAGS, 2],
      [0, 2],
      ...dosTime(date),
      [crc32, 4],
      [size, 4],
      [size, 4],
      [path.byteLength, 2],
      [extra.byteLength, 2],
      [0, 2],
      [0, 2],
      [0, 2],
      [name.endsWith("/") ? FOLDER * 0x10000 + DOS_FOLDER : REGULAR_FILE * 0x10000, 4],
      [isFar ? FOUR_BYTES_MAX : offset, 4],
    ]),
    path,
    extra,
  );
}

/** The whole directory. */
interface Directory {
  readonly count: number;
  readonly byteSize: number;
  readonly offset: number;
}

/** Writes the end of the directory, with its ZIP64 form before it where a number is too large. */
export function endOfDirectory(directory: Directory): Uint8Array {
  const { count, byteSize, offset } = directory;
  const isLarge = count >= TWO_BYTES_MAX || byteSize >= FOUR_BYTES_MAX || offset >= FOUR_BYTES_MAX;
  const shortCount = Math.min(count, TWO_BYTES_MAX);
  const end = written([
    [0x06054b50, 4],
    [0, 2],
    [0, 2],
    [shortCount, 2],
    [shortCount, 2],
    [Math.min(byteSize, FOUR_BYTES_MAX), 4],
    [Math.min(offset, FOUR_BYTES_MAX), 4],
    [0, 2],
  ]);
  return isLarge ? joined(zip64End(directory), end) : end;
}

function zip64End({ count, byteSize, offset }: Directory): Uint8Array {
  return written([
    [0x06064b50, 4],
    [44, 8],
    [MADE_ON_UNIX | VERSION_ZIP64, 2],
    [VERSION_ZIP64, 2],
    [0, 4],
    [0, 4],
    [count, 8],
    [count, 8],
    [byteSize, 8],
    [offset, 8],
    [0x07064b50, 4],
    [0, 4],
    [offset + byteSize, 8],
    [1, 4],
  ]);
}

const zip64Field = (values: readonly number[]): Uint8Array =>
  written([[0x0001, 2], [8 * values.length, 2], ...values.map((value) => [value, 8] as const)]);

/** Time and date of MS-DOS, in UTC; they begin in 1980 and count two seconds. */
function dosTime(date: string): readonly Field[] {
  const at = new Date(Math.max(Date.parse(date), Date.UTC(1980, 0, 1)));
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  const day = (Math.min(at.getUTCFullYear() - 1980, 127) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  return [
    [time, 2],
    [day, 2],
  ];
}

const NOTHING = new Uint8Array();

function written(fields: readonly Field[]): Uint8Array {
  const bytes = new Uint8Array(fields.reduce((sum, [, length]) => sum + length, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [value, length] of fields) {
    if (length === 2) view.setUint16(at, value, true);
    else if (length === 4) view.setUint32(at, value, true);
    else view.setBigUint64(at, BigInt(value), true);
    at += length;
  }
  return bytes;
}

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.byteLength;
  }
  return bytes;
}
