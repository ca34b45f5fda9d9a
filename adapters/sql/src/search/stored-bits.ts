import { BITS_ELEMENTS, type Bits, countBits, noBits, type Postings } from "@cartulary/search";

const BYTES = 4 * BITS_ELEMENTS;

/** A set as text, which is one column type on both engines. */
export const bitsTo = (bits: Bits): string => Buffer.from(bits.buffer).toString("base64");

export const bitsFrom = (stored: string): Bits => new Uint32Array(bytesFrom(stored).buffer);

/** Bytes that nothing else lies beside. */
const bytesFrom = (stored: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(stored, "base64"));

/** Sets from the widest to the narrowest, without those in which there is nothing: most words are in texts only. */
export function postingsTo({ anywhere, described, inName }: Postings): string {
  const sets = [anywhere, described, inName].filter((bits) => countBits(bits) > 0);
  return Buffer.concat(sets.map((bits) => new Uint8Array(bits.buffer))).toString("base64");
}

export function postingsFrom(stored: string): Postings {
  const { buffer, byteLength } = bytesFrom(stored);
  const level = (at: number) => (at * BYTES < byteLength ? new Uint32Array(buffer, at * BYTES, BITS_ELEMENTS) : NONE);
  return { anywhere: level(0), described: level(1), inName: level(2) };
}

const NONE = noBits();
