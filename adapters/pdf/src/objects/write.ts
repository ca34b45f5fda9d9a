import { createHash } from "node:crypto";
import { deflateSync } from "node:zlib";
import {
  dictionary,
  PdfCell,
  type PdfDictionary,
  PdfName,
  PdfReal,
  PdfStream,
  PdfString,
  type PdfValue,
} from "./values.ts";

/** Receives the bytes of a file in order, one piece at a time. */
export type Write = (bytes: Uint8Array) => Promise<void>;

/** Maximum number of objects in an object stream: a reader unpacks all of them to read one. */
const OBJECTS_MAX = 100;
const PIECE_BYTES = 65_536;

/**
 * Writes everything reachable from a catalog, each object once, as a file with object streams. References to objects
 * for which `isLeftOut` is true become null.
 */
export async function writePdf(
  catalog: PdfCell,
  { version, isLeftOut, write }: { version: string; isLeftOut: (cell: PdfCell) => boolean; write: Write },
): Promise<void> {
  const output = inPieces(write);
  const numbers = new Map<PdfCell, number>();
  const waiting: PdfCell[] = [];
  /** The location of each object number: byte offset, or object stream and index. */
  const places: (readonly [type: 1 | 2, position: number, index: number])[] = [];
  let group: { number: number; text: string }[] = [];
  let last = 0;

  function numberOf(cell: PdfCell): number {
    const known = numbers.get(cell);
    if (known !== undefined) return known;
    last += 1;
    numbers.set(cell, last);
    waiting.push(cell);
    return last;
  }

  const textOf = (value: PdfValue) => serialize(value, (cell) => (isLeftOut(cell) ? "null" : `${numberOf(cell)} 0 R`));

  async function putStream(number: number, head: PdfDictionary, bytes: Uint8Array): Promise<void> {
    const text = textOf(new Map(head).set("Length", bytes.byteLength));
    places[number] = [1, output.byteCount(), 0];
    await output.put(Buffer.from(`${number} 0 obj\n${text}\nstream\n`, "latin1"));
    await output.put(bytes);
    await output.put(Buffer.from("\nendstream\nendobj\n", "latin1"));
  }

  async function putGroup(): Promise<void> {
    if (group.length === 0) return;
    last += 1;
    let offset = 0;
    const index = group.map(({ number, text }, at) => {
      places[number] = [2, last, at];
      const entry = `${number} ${offset}`;
      offset += text.length + 1;
      return entry;
    });
    const head = `${index.join(" ")}\n`;
    const body = Buffer.from(head + group.map(({ text }) => `${text}\n`).join(""), "latin1");
    const about = dictionary({ Type: new PdfName("ObjStm"), N: group.length, First: head.length });
    group = [];
    await putStream(last, about.set("Filter", new PdfName("FlateDecode")), deflateSync(body));
  }

  await output.put(Buffer.from(`%PDF-${version}\n%\xe2\xe3\xcf\xd3\n`, "latin1"));
  numberOf(catalog);
  for (let cell = waiting.pop(); cell; cell = waiting.pop()) {
    const number = numberOf(cell);
    const { value } = cell;
    if (value instanceof PdfStream) {
      await putStream(number, value.dictionary, value.bytes);
      continue;
    }
    group.push({ number, text: textOf(value) });
    if (group.length === OBJECTS_MAX) await putGroup();
  }
  await putGroup();
  await putTable();
  await output.end();

  /** Writes the cross-reference stream with all locations (ISO 32000-1, 7.5.8). */
  async function putTable(): Promise<void> {
    const number = last + 1;
    const start = output.byteCount();
    places[number] = [1, start, 0];
    const table = Buffer.alloc((number + 1) * 7);
    for (let entry = 1; entry <= number; entry += 1) {
      const [type, position, index] = places[entry] ?? [1, 0, 0];
      table.writeUInt8(type, entry * 7);
      table.writeUInt32BE(position, entry * 7 + 1);
      table.writeUInt16BE(index, entry * 7 + 5);
    }
    const id = new PdfString(output.digest());
    await putStream(
      number,
      dictionary({
        ...{ Type: new PdfName("XRef"), Size: number + 1, W: [1, 4, 2], Root: catalog, ID: [id, id] },
        Filter: new PdfName("FlateDecode"),
      }),
      deflateSync(table),
    );
    await output.put(Buffer.from(`startxref\n${start}\n%%EOF\n`, "latin1"));
  }
}

/** Serializes a value; `reference` returns the text of a reference. */
function serialize(value: PdfValue, reference: (cell: PdfCell) => string): string {
  if (value === null || typeof value === "boolean" || typeof value === "number") return String(value);
  if (value instanceof PdfReal) return value.text;
  if (value instanceof PdfName) return `/${value.text}`;
  if (value instanceof PdfString) return stringText(value.bytes);
  if (value instanceof PdfCell) return reference(value);
  if (Array.isArray(value)) return `[${value.map((element) => serialize(element, reference)).join(" ")}]`;
  if (value instanceof PdfStream) throw new TypeError("A stream must be an indirect object");
  let text = "<<";
  for (const [key, inner] of value) text += `/${key} ${serialize(inner, reference)}`;
  return `${text}>>`;
}

const PLAIN = /^[ -'*-[\]-~]*$/;

function stringText(bytes: string): string {
  return PLAIN.test(bytes) ? `(${bytes})` : `<${Buffer.from(bytes, "latin1").toString("hex")}>`;
}

/** Buffers small pieces and splits large ones. */
function inPieces(write: Write) {
  const hash = createHash("sha256");
  let pieces: Uint8Array[] = [];
  let collected = 0;
  let total = 0;

  async function flush(): Promise<void> {
    const bytes = Buffer.concat(pieces);
    pieces = [];
    collected = 0;
    for (let at = 0; at < bytes.byteLength; at += PIECE_BYTES) await write(bytes.subarray(at, at + PIECE_BYTES));
  }

  return {
    byteCount: () => total,
    /** Digest of the bytes so far, 16 bytes as for a file identifier. */
    digest: () => hash.copy().digest().subarray(0, 16).toString("latin1"),
    async put(bytes: Uint8Array): Promise<void> {
      hash.update(bytes);
      total += bytes.byteLength;
      if (bytes.byteLength < PIECE_BYTES) {
        pieces.push(bytes);
        collected += bytes.byteLength;
        if (collected >= PIECE_BYTES) await flush();
        return;
      }
      await flush();
      for (let at = 0; at < bytes.byteLength; at += PIECE_BYTES) await write(bytes.subarray(at, at + PIECE_BYTES));
    },
    end: flush,
  };
}
