import { crossReferencesOf } from "./cross-references.ts";
import { DamagedPdf, EncryptedPdf } from "./damaged-pdf.ts";
import { decryptionOf } from "./encryption.ts";
import { foundObjects } from "./found-objects.ts";
import { type ObjectReader, objectReaderOf } from "./object-reader.ts";
import { dictionaryOf, PdfCell, type PdfDictionary, PdfString, type PdfValue } from "./values.ts";

/** The objects of a file. */
export interface ReadPdf {
  readonly catalog: PdfDictionary;
  readonly cells: Iterable<PdfCell>;
  /** The version in its header: `1.7`. */
  readonly version: string;
}

/**
 * Reads a file by its cross-references or, if these are wrong, by scanning for objects. Decrypts files with an empty
 * password; throws `EncryptedPdf` for others. Stream bytes are copied only for decryption.
 */
export function readPdf(file: Uint8Array): ReadPdf {
  const whole = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  // Offsets count from the header: some senders prepend a line.
  const bytes = whole.subarray(Math.max(0, whole.indexOf("%PDF-")));
  try {
    return byCrossReferences(bytes);
  } catch (error) {
    if (error instanceof EncryptedPdf) throw error;
    return bySearch(bytes);
  }
}

function byCrossReferences(bytes: Buffer): ReadPdf {
  const reader = objectReaderOf(bytes);
  const { places, trailer } = crossReferencesOf(reader);
  for (const [number, place] of places) reader.places.set(number, place);
  decrypt(reader, trailer);
  reader.load((error) => {
    throw error;
  });
  return readOf(reader, dictionaryOf(trailer.get("Root")));
}

/** Unreadable objects are null, like missing ones. */
function bySearch(bytes: Buffer): ReadPdf {
  const reader = objectReaderOf(bytes);
  const { trailer, catalog, streams } = foundObjects(reader);
  decrypt(reader, trailer);
  const plain = new Set(reader.places.keys());
  for (const stream of streams) {
    for (const [index, number] of numbersIn(reader, stream).entries()) {
      if (!plain.has(number)) reader.places.set(number, { kind: "in", stream, index });
    }
  }
  reader.load(() => {});
  const root = dictionaryOf(trailer.get("Root"));
  return readOf(reader, root?.has("Pages") ? root : dictionaryOf(catalog));
}

function numbersIn(reader: ObjectReader, stream: number): readonly number[] {
  try {
    return reader.numbersIn(stream);
  } catch {
    return [];
  }
}

function decrypt(reader: ObjectReader, trailer: PdfDictionary): void {
  const now = (value: PdfValue | undefined) =>
    value instanceof PdfCell && value.number !== null ? reader.valueAt(value.number) : (value ?? null);
  const encrypt = now(trailer.get("Encrypt"));
  if (!(encrypt instanceof Map)) return;
  const identifier = now(trailer.get("ID"));
  const first = Array.isArray(identifier) ? now(identifier[0]) : null;
  reader.decryption = decryptionOf(encrypt, first instanceof PdfString ? first.bytes : "");
}

function readOf(reader: ObjectReader, catalog: PdfDictionary | null): ReadPdf {
  if (!catalog || !dictionaryOf(catalog.get("Pages"))) throw new DamagedPdf("There are no pages");
  const version = /^%PDF-(\d\.\d)/.exec(reader.bytes.toString("latin1", 0, 8))?.[1] ?? "1.7";
  return { catalog, cells: reader.cells(), version };
}
