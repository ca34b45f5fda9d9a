import type { FileHandle } from "node:fs/promises";

/** A font face. */
export interface Face {
  readonly family: string;
  readonly style: "normal" | "italic" | "oblique";
  /** From 100 to 900. */
  readonly weight: number;
  /** Ratio to the normal width. */
  readonly stretch: number;
}

/** Limits above those of any real collection and font. */
const FACES_MAX = 64;
const TABLES_MAX = 64;
const TABLE_BYTES_MAX = 262_144;
const NAME_LENGTH_MAX = 255;

const COLLECTION = 0x74746366;
/** TrueType, OpenType with CFF outlines, and Apple's TrueType. */
const SINGLE = new Set([0x00010000, 0x4f54544f, 0x74727565]);

/** Returns the faces of an OpenType file (ISO 14496-22); none for other files. */
export async function facesIn(file: FileHandle): Promise<readonly Face[]> {
  const starts = await startsIn(file);
  const faces = await Promise.all(starts.map((start) => faceAt(file, start)));
  return faces.filter((face) => face !== null);
}

async function startsIn(file: FileHandle): Promise<readonly number[]> {
  const head = await read(file, 0, 12 + 4 * FACES_MAX);
  if (head.byteLength < 12) return [];
  const signature = head.getUint32(0);
  if (SINGLE.has(signature)) return [0];
  if (signature !== COLLECTION) return [];
  const count = Math.min(head.getUint32(8), FACES_MAX, Math.floor((head.byteLength - 12) / 4));
  return Array.from({ length: count }, (_, index) => head.getUint32(12 + 4 * index));
}

async function faceAt(file: FileHandle, start: number): Promise<Face | null> {
  const tables = await tablesAt(file, start);
  const [names, metrics] = [await tables("name"), await tables("OS/2")];
  const family = names && (textIn(names, NAME_FAMILY) ?? "");
  if (!family) return null;
  const subfamily = textIn(names, NAME_SUBFAMILY) ?? "";
  return { family: typographicFamily(family), style: styleOf(metrics, subfamily), ...sizesOf(metrics) };
}

/** Returns a function that reads a table by its tag; `null` if there is none. */
async function tablesAt(file: FileHandle, start: number): Promise<(tag: string) => Promise<DataView | null>> {
  const directory = await read(file, start, 12 + 16 * TABLES_MAX);
  const count =
    directory.byteLength < 12 ? 0 : Math.min(directory.getUint16(4), Math.floor((directory.byteLength - 12) / 16));
  return async (tag) => {
    for (let index = 0; index < count; index += 1) {
      const at = 12 + 16 * index;
      if (textAt(directory, at, 4, "latin1") !== tag) continue;
      return read(file, directory.getUint32(at + 8), Math.min(directory.getUint32(at + 12), TABLE_BYTES_MAX));
    }
    return null;
  };
}

async function read(file: FileHandle, position: number, length: number): Promise<DataView> {
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(length), position });
  return new DataView(buffer.buffer, buffer.byteOffset, bytesRead);
}

const NAME_FAMILY = 1;
const NAME_SUBFAMILY = 2;
const ENGLISH = 0x409;

/** Returns the English name, otherwise the first one, of those in Unicode. */
function textIn(names: DataView, id: number): string | null {
  if (names.byteLength < 6) return null;
  const texts = names.getUint16(4);
  let found: string | null = null;
  for (let at = 6; at + 12 <= Math.min(names.byteLength, 6 + 12 * names.getUint16(2)); at += 12) {
    const [platform, language] = [names.getUint16(at), names.getUint16(at + 4)];
    if (names.getUint16(at + 6) !== id || (platform !== 0 && platform !== 3)) continue;
    const text = textAt(names, texts + names.getUint16(at + 10), names.getUint16(at + 8), "utf-16be");
    if (language === ENGLISH) return text;
    found ??= text;
  }
  return found;
}

function textAt(view: DataView, at: number, length: number, encoding: "latin1" | "utf-16be"): string {
  if (at + length > view.byteLength) return "";
  return new TextDecoder(encoding).decode(new Uint8Array(view.buffer, view.byteOffset + at, length));
}

function styleOf(metrics: DataView | null, subfamily: string): Face["style"] {
  const selection = metrics && metrics.byteLength >= 64 ? metrics.getUint16(62) : 0;
  if (selection & 0x200 || /oblique|slanted/i.test(subfamily)) return "oblique";
  return selection & 1 || /italic/i.test(subfamily) ? "italic" : "normal";
}

/** Widths from ultra-condensed to ultra-expanded, as ratios to the normal width. */
const STRETCHES = [0.5, 0.625, 0.75, 0.875, 1, 1.125, 1.25, 1.5, 2] as const;

function sizesOf(metrics: DataView | null): Pick<Face, "weight" | "stretch"> {
  if (!metrics || metrics.byteLength < 8) return { weight: 400, stretch: 1 };
  const weight = Math.min(900, Math.max(100, metrics.getUint16(4)));
  return { weight, stretch: STRETCHES[metrics.getUint16(6) - 1] ?? 1 };
}

/** A modifier before a style: "Semi" in "Noto Sans SemiBold". */
const MODIFIER = /[ _-](?:extra|ext|ex|x|semi|sem|sm|demi|dem|ultra)$/i;
const STYLES =
  /(?:normal|italic|oblique|slanted|thin|th|hairline|light|lt|regular|medium|med|md|bold|bd|demi|extb|black|blk|bk|heavy|narrow|condensed|cond|cn|cd|compressed|expanded|exp)+$/i;

/** Returns the family name as Typst does, without style suffixes: "Noto Sans SemiBold" becomes "Noto Sans". */
function typographicFamily(name: string): string {
  const family = name.trim().replace(/^\.+/, "").slice(0, NAME_LENGTH_MAX);
  const bare = family.replace(STYLES, "");
  const shorter = bare.replace(/[ _-]$/, "").replace(MODIFIER, "");
  return bare === family || shorter === bare || shorter === "" ? family : typographicFamily(shorter);
}
