/** A directory of a TIFF, which describes one picture. EXIF is such a directory without a picture. */
interface Directory {
  /** Offset of the directory. */
  readonly offset: number;
  /** Offset of the pointer to the next directory. */
  readonly end: number;
  /** The `Orientation` of its picture (TIFF 6.0, page 36); 1 by default. */
  readonly orientation: number;
}

const ENTRY_BYTES = 12;
const ORIENTATION = 0x0112;

/** Returns at most `countMax` directories of a TIFF in order. Stops at a truncated directory and at a cycle. */
export function directoriesOf(tiff: Uint8Array, countMax: number): readonly Directory[] {
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength);
  if (view.byteLength < 8) return [];
  const isLittleEndian = view.getUint16(0) === 0x4949;
  const directories: Directory[] = [];
  let offset = view.getUint32(4, isLittleEndian);
  while (directories.length < countMax && offset + 2 <= view.byteLength) {
    if (directories.some((each) => each.offset === offset) || offset === 0) break;
    const end = offset + 2 + ENTRY_BYTES * view.getUint16(offset, isLittleEndian);
    if (end > view.byteLength) break;
    directories.push({ offset, end, orientation: orientationIn(view, offset + 2, end, isLittleEndian) });
    if (end + 4 > view.byteLength) break;
    offset = view.getUint32(end, isLittleEndian);
  }
  return directories;
}

function orientationIn(view: DataView, start: number, end: number, isLittleEndian: boolean): number {
  for (let at = start; at < end; at += ENTRY_BYTES)
    if (view.getUint16(at, isLittleEndian) === ORIENTATION) return view.getUint16(at + 8, isLittleEndian);
  return 1;
}

/** Makes a directory the only one, in place: decoders read the first, and some loop on a cycle. */
export function leaveOnly(tiff: Uint8Array, { offset, end }: Directory): void {
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength);
  view.setUint32(4, offset, view.getUint16(0) === 0x4949);
  if (end + 4 <= view.byteLength) view.setUint32(end, 0);
}
