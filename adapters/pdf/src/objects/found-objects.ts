import type { FoundObject, ObjectReader } from "./object-reader.ts";
import { isNamed, type PdfCell, type PdfDictionary, PdfStream } from "./values.ts";

/** The result of a search, besides the locations of objects. */
export interface Found {
  /** The merged trailers; the last one wins. */
  readonly trailer: PdfDictionary;
  /** The last object of type catalog. */
  readonly catalog: PdfCell | null;
  /** Numbers of object streams in file order. */
  readonly streams: readonly number[];
}

const KEYS = ["Root", "Encrypt", "ID"];

/** Scans a whole file with damaged cross-references for objects. The last of several objects with one number wins. */
export function foundObjects({ bytes, places, cellAt, lexerAt, objectAt }: ObjectReader): Found {
  const trailer: PdfDictionary = new Map();
  const streams: number[] = [];
  let catalog: PdfCell | null = null;
  for (let at = bytes.indexOf("obj"); at >= 0; at = bytes.indexOf("obj", at)) {
    const head = /(\d{1,10})\s+(\d{1,5})\s+$/.exec(bytes.toString("latin1", Math.max(0, at - 24), at));
    const offset = at - (head?.[0].length ?? 0);
    at += 3;
    if (!head) continue;
    const number = Number(head[1]);
    places.set(number, { kind: "at", offset, generation: Number(head[2]) });
    const found = orNull(() => objectAt(offset));
    at = Math.max(at, found?.end ?? 0);
    const entries = entriesOf(found);
    if (isNamed(entries?.get("Type"), "Catalog")) catalog = cellAt(number);
    if (isNamed(entries?.get("Type"), "ObjStm")) streams.push(number);
    if (entries && isNamed(entries.get("Type"), "XRef")) add(entries);
  }
  for (let word = bytes.indexOf("trailer"); word >= 0; word = bytes.indexOf("trailer", word + 7)) {
    const section = orNull(() => lexerAt(word + 7).value());
    if (section instanceof Map) add(section);
  }
  return { trailer, catalog, streams };

  function add(section: PdfDictionary): void {
    for (const key of KEYS) {
      const value = section.get(key);
      if (value !== undefined) trailer.set(key, value);
    }
  }
}

function entriesOf(found: FoundObject | null): PdfDictionary | null {
  const value = found?.value;
  if (value instanceof PdfStream) return value.dictionary;
  return value instanceof Map ? value : null;
}

function orNull<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch {
    return null;
  }
}
