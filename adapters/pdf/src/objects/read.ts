import { crossReferencesOf } from "./cross-references.ts";
import { DamagedPdf, EncryptedPdf } from "./damaged-pdf.ts";
import { decryptionOf } from "./encryption.ts";
import { foundObjects } from "./found-objects.ts";
import { type ObjectReader, objectReaderOf } from "./object-reader.ts";
import { dictionaryOf, PdfCell, type PdfDictionary, PdfString, type PdfValue } from "./values.ts";

/** A file as its objects. */
export interface ReadPdf {
  readonly catalog: PdfDictionary;
  readonly cells: Iterable<PdfCell>;
  /** As its head says: `1.7`. */
  readonly version: string;
}

/**
 * Reads a file by its cross-references, or where something does not stand where they say, by looking for its objects. It is
 * decrypted where it opens with an empty password; otherwise `EncryptedPdf` is thrown. Bytes of streams are not copied
 * unless they are decrypted.
 */
export function readPdf(file: Uint8Array): ReadPdf {
  const whole = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  // Places count from the head: some senders put a line of their own before it.
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

/** What cannot be read is null then, as what is not there. */
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
