import { DamagedPdf } from "./damaged-pdf.ts";
import type { ObjectReader } from "./object-reader.ts";
import type { Place } from "./place.ts";
import { unpacked } from "./unpack.ts";
import { elementsOf, integerOf, isNamed, type PdfDictionary, PdfStream } from "./values.ts";

/** Locations of all objects, and the newest trailer. */
export interface CrossReferences {
  readonly places: ReadonlyMap<number, Place>;
  readonly trailer: PdfDictionary;
}

/**
 * Reads the cross-reference tables from the newest to the oldest (ISO 32000-1, 7.5.4 and 7.5.8); newer entries win.
 * Throws if one is damaged.
 */
export function crossReferencesOf({ bytes, lexerAt, objectAt }: ObjectReader): CrossReferences {
  const places = new Map<number, Place | null>();
  const trailer: PdfDictionary = new Map();
  const seen = new Set<number>();
  const waiting = [startOf(bytes, lexerAt)];
  for (let offset = waiting.pop(); offset !== undefined; offset = waiting.pop()) {
    if (seen.has(offset)) continue;
    seen.add(offset);
    const section = lexerAt(offset).take("xref") ? table(offset) : stream(offset);
    for (const [key, value] of section) if (!trailer.has(key)) trailer.set(key, value);
    const [older, hidden] = [integerOf(section.get("Prev")), integerOf(section.get("XRefStm"))];
    if (older !== null) waiting.push(older);
    if (hidden !== null) waiting.push(hidden);
  }
  const found = new Map([...places].filter((entry): entry is [number, Place] => entry[1] !== null));
  return { places: found, trailer };

  function put(number: number, place: Place | null): void {
    if (!places.has(number)) places.set(number, place);
  }

  function table(offset: number): PdfDictionary {
    const lexer = lexerAt(offset);
    lexer.take("xref");
    for (let first = lexer.integer(); first !== null; first = lexer.integer()) {
      const count = lexer.integer() ?? 0;
      for (let entry = 0; entry < count; entry += 1) {
        const [at, generation, use] = [lexer.integer(), lexer.integer(), lexer.word()];
        if (at === null || generation === null) throw new DamagedPdf("A cross-reference table is truncated");
        put(first + entry, use === "n" && at > 0 ? { kind: "at", offset: at, generation } : null);
      }
    }
    if (!lexer.take("trailer")) throw new DamagedPdf("A cross-reference table has no trailer");
    const section = lexer.value();
    if (section instanceof Map) return section;
    throw new DamagedPdf("A trailer is not a dictionary");
  }

  function stream(offset: number): PdfDictionary {
    const found = objectAt(offset).value;
    if (!(found instanceof PdfStream) || !isNamed(found.dictionary.get("Type"), "XRef"))
      throw new DamagedPdf("The object is not a cross-reference stream");
    const widths = elementsOf(found.dictionary.get("W")).map((width) => integerOf(width) ?? 0);
    const [typeWidth = 0, positionWidth = 0, indexWidth = 0] = widths;
    if (widths.some((width) => width < 0 || width > 6) || positionWidth === 0)
      throw new DamagedPdf("Invalid field widths");
    const content = unpacked(found);
    let at = 0;
    const field = (width: number, otherwise: number) => {
      at += width;
      return width === 0 ? otherwise : content.readUIntBE(at - width, width);
    };
    const ranges = elementsOf(found.dictionary.get("Index")).map((bound) => integerOf(bound) ?? 0);
    if (ranges.length === 0) ranges.push(0, integerOf(found.dictionary.get("Size")) ?? 0);
    for (let range = 0; range + 1 < ranges.length; range += 2) {
      const [first, count] = [ranges[range] ?? 0, ranges[range + 1] ?? 0];
      for (let entry = 0; entry < count; entry += 1) {
        if (at + typeWidth + positionWidth + indexWidth > content.byteLength) return found.dictionary;
        const [type, position, index] = [field(typeWidth, 1), field(positionWidth, 0), field(indexWidth, 0)];
        put(first + entry, placeOf(type, position, index));
      }
    }
    return found.dictionary;
  }
}

function placeOf(type: number, position: number, index: number): Place | null {
  if (type === 1) return { kind: "at", offset: position, generation: index };
  return type === 2 ? { kind: "in", stream: position, index } : null;
}

function startOf(bytes: Buffer, lexerAt: ObjectReader["lexerAt"]): number {
  const word = bytes.lastIndexOf("startxref");
  const start = word < 0 ? null : lexerAt(word + "startxref".length).integer();
  if (start === null) throw new DamagedPdf("The file has no startxref");
  return start;
}
