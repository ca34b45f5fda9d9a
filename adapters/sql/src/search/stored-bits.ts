import { BITS_ELEMENTS, type Bits, countBits, NO_BITS, type Postings } from "@cartulary/search";

const BYTES = 4 * BITS_ELEMENTS;
/** Of one text. */
const SETS_MAX = 3;

/** A set as text, which is one column type on both engines. */
export const bitsTo = (bits: Bits): string => bytesOf(bits).toString("base64");

const bytesOf = ({ buffer, byteOffset, byteLength }: Bits): Buffer => Buffer.from(buffer, byteOffset, byteLength);

export const bitsFrom = (stored: string): Bits => bitsReader(1).bits(stored);

/** Sets from the widest to the narrowest, without those in which there is nothing: most words are in texts only. */
export function postingsTo({ anywhere, described, inName }: Postings): string {
  const sets = [anywhere, described, inName].filter((bits) => countBits(bits) > 0);
  return Buffer.concat(sets.map(bytesOf)).toString("base64");
}

/** Reads as many stored texts as it was made for, into one piece of memory: one each takes longer than what is done with them. */
export function bitsReader(texts: number): {
  bits(stored: string): Bits;
  postings(stored: string): Postings;
} {
  const memory = Buffer.from(new ArrayBuffer(texts * SETS_MAX * BYTES));
  let end = 0;
  /** Where its sets begin, and how many they are. */
  function read(stored: string): { readonly begin: number; readonly sets: number } {
    const begin = end;
    end += memory.write(stored, begin, "base64");
    return { begin, sets: (end - begin) / BYTES };
  }
  const setAt = (begin: number, at: number) => new Uint32Array(memory.buffer, begin + at * BYTES, BITS_ELEMENTS);
  return {
    bits: (stored) => setAt(read(stored).begin, 0),
    postings(stored) {
      const { begin, sets } = read(stored);
      const level = (at: number) => (at < sets ? setAt(begin, at) : NO_BITS);
      return { anywhere: level(0), described: level(1), inName: level(2) };
    },
  };
}
