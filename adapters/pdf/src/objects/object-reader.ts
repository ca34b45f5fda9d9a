import { DamagedPdf } from "./damaged-pdf.ts";
import { type Decryption, NO_DECRYPTION } from "./encryption.ts";
import { type Lexer, lexerOf } from "./lexer.ts";
import type { Place } from "./place.ts";
import { unpacked } from "./unpack.ts";
import { integerOf, PdfCell, type PdfDictionary, PdfStream, type PdfValue } from "./values.ts";

/** An object of the file and the position after it. */
export interface FoundObject {
  readonly value: PdfValue;
  readonly end: number;
}

/** Reads the objects of one file. */
export interface ObjectReader {
  readonly bytes: Buffer;
  /** Locations of objects; to be filled before objects are read by number. */
  readonly places: Map<number, Place>;
  /** The decryption of each object; `null` without decryption. */
  decryption: ((number: number, generation: number) => Decryption) | null;
  /** All objects that are referenced. */
  cells(): Iterable<PdfCell>;
  cellAt(number: number): PdfCell;
  lexerAt(offset: number): Lexer;
  /** Reads the object at a byte offset without decryption. */
  objectAt(offset: number): FoundObject;
  valueAt(number: number): PdfValue;
  /** Numbers of the objects in an object stream. */
  numbersIn(stream: number): readonly number[];
  /** Reads all referenced objects recursively. */
  load(onError: (error: unknown) => void): void;
}

interface ObjectStream {
  readonly bytes: Buffer;
  readonly first: number;
  readonly index: readonly (readonly [number: number, offset: number])[];
}

export function objectReaderOf(bytes: Buffer): ObjectReader {
  const cells = new Map<number, PdfCell>();
  const waiting: PdfCell[] = [];
  const objectStreams = new Map<number, ObjectStream>();

  const reader: ObjectReader = {
    bytes,
    places: new Map(),
    decryption: null,
    cells: () => cells.values(),
    cellAt,
    lexerAt: (offset) => lexerIn(bytes, offset, NO_DECRYPTION),
    objectAt: (offset) => objectAt(offset, null, NO_DECRYPTION),
    valueAt,
    numbersIn: (stream) => objectStreamAt(stream).index.map(([number]) => number),
    load(onError) {
      for (let cell = waiting.pop(); cell; cell = waiting.pop()) {
        try {
          cell.value = valueAt(cell.number ?? 0);
        } catch (error) {
          onError(error);
        }
      }
    },
  };
  return reader;

  function cellAt(number: number): PdfCell {
    const known = cells.get(number);
    if (known) return known;
    const cell = new PdfCell(null, number);
    cells.set(number, cell);
    waiting.push(cell);
    return cell;
  }

  function lexerIn(within: Buffer, offset: number, { string }: Decryption): Lexer {
    return lexerOf(within, { reference: cellAt, string }, offset);
  }

  function valueAt(number: number): PdfValue {
    const place = reader.places.get(number);
    if (!place) return null;
    if (place.kind === "in") return valueIn(place);
    return objectAt(place.offset, number, decryptionAt(number, place.generation)).value;
  }

  function decryptionAt(number: number, generation: number): Decryption {
    return reader.decryption?.(number, generation) ?? NO_DECRYPTION;
  }

  function objectAt(offset: number, number: number | null, decryption: Decryption): FoundObject {
    const lexer = lexerIn(bytes, offset, decryption);
    requireHead(lexer, number);
    const value = lexer.take("endobj") ? null : lexer.value();
    const end = lexer.at;
    return value instanceof Map && lexer.take("stream") ? streamAfter(lexer, value, decryption) : { value, end };
  }

  /** Reads an object header like `1 0 obj`. */
  function requireHead(lexer: Lexer, number: number | null): void {
    const [own, generation] = [lexer.integer(), lexer.integer()];
    if (own !== null && generation !== null && lexer.take("obj") && (number === null || own === number)) return;
    throw new DamagedPdf(`No object header before byte ${lexer.at}`);
  }

  function streamAfter(lexer: Lexer, dictionary: PdfDictionary, decryption: Decryption): FoundObject {
    if (bytes[lexer.at] === 13) lexer.at += 1;
    if (bytes[lexer.at] === 10) lexer.at += 1;
    const start = lexer.at;
    const length = lengthOf(dictionary.get("Length"));
    lexer.at = start + (length ?? 0);
    let end = lexer.at;
    if (length === null || length < 0 || !lexer.take("endstream")) {
      const ending = ["endstream", "endobj"].find((word) => bytes.includes(word, start));
      if (!ending) throw new DamagedPdf("A stream does not end");
      lexer.at = bytes.indexOf(ending, start);
      end = withoutLineEnd(start, lexer.at);
    }
    return {
      value: new PdfStream(dictionary, decryption.stream(dictionary, bytes.subarray(start, end))),
      end: lexer.at,
    };
  }

  function withoutLineEnd(start: number, end: number): number {
    if (end > start && bytes[end - 1] === 13) return end - 1;
    if (end <= start || bytes[end - 1] !== 10) return end;
    return end - 1 > start && bytes[end - 2] === 13 ? end - 2 : end - 1;
  }

  /** The length may be an indirect object, which is read immediately. */
  function lengthOf(value: PdfValue | undefined): number | null {
    if (!(value instanceof PdfCell) || value.number === null) return integerOf(value);
    const place = reader.places.get(value.number);
    if (!place) return null;
    if (place.kind === "in") return integerOf(valueIn(place));
    const lexer = lexerIn(bytes, place.offset, NO_DECRYPTION);
    requireHead(lexer, value.number);
    return lexer.integer();
  }

  function valueIn({ stream, index }: Extract<Place, { kind: "in" }>): PdfValue {
    const { bytes: content, first, index: entries } = objectStreamAt(stream);
    const entry = entries[index];
    if (!entry) throw new DamagedPdf("An object stream has fewer objects");
    return lexerIn(content, first + entry[1], NO_DECRYPTION).value();
  }

  function objectStreamAt(number: number): ObjectStream {
    const known = objectStreams.get(number);
    if (known) return known;
    const place = reader.places.get(number);
    if (place?.kind !== "at") throw new DamagedPdf("An object stream is missing");
    const { value } = objectAt(place.offset, number, decryptionAt(number, place.generation));
    if (!(value instanceof PdfStream)) throw new DamagedPdf("The object is not an object stream");
    const content = unpacked(value);
    const lexer = lexerIn(content, 0, NO_DECRYPTION);
    const index: [number, number][] = [];
    for (let left = integerOf(value.dictionary.get("N")) ?? 0; left > 0; left -= 1) {
      const [own, offset] = [lexer.integer(), lexer.integer()];
      if (own === null || offset === null) break;
      index.push([own, offset]);
    }
    const stream = { bytes: content, first: integerOf(value.dictionary.get("First")) ?? 0, index };
    objectStreams.set(number, stream);
    return stream;
  }
}
