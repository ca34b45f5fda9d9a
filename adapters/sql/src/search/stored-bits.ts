import { BITS_ELEMENTS, type Bits, countBits, NO_BITS, type Postings, SEGMENT_SIZE } from "@cartulary/search";
import { type RawBuilder, sql } from "kysely";
import type { Dialect } from "../engine/dialect.ts";

const BYTES = 4 * BITS_ELEMENTS;
/** Of one text. */
const SETS_MAX = 3;
const BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** A set as text, which is one column type on both engines. */
export const bitsTo = (bits: Bits): string => bytesOf(bits).toString("base64");

const bytesOf = ({ buffer, byteOffset, byteLength }: Bits): Buffer => Buffer.from(buffer, byteOffset, byteLength);

export const bitsFrom = (stored: string): Bits => bitsReader(1).bits(stored);

/** Sets from the widest to the narrowest, without those in which there is nothing: most words are in texts only. */
export function postingsTo({ anywhere, described, inName }: Postings): string {
  const sets = [anywhere, described, inName].filter((bits) => countBits(bits) > 0);
  return Buffer.concat(sets.map(bytesOf)).toString("base64");
}

/** What each character of base64 stands for; 0 of all others, which are what a text is filled up with. */
const SIXES = Uint8Array.from({ length: 128 }, (_, code) => Math.max(0, BASE64.indexOf(String.fromCharCode(code))));

/**
 * How many of the sets in a stored text have a position: each is within the one before. Of texts of which few positions are
 * asked: nothing is read but their bits.
 */
export function depthIn(stored: string, position: number): number {
  let depth = 0;
  while (depth < SETS_MAX && isSet(stored, depth * BYTES + (position >> 3), position & 7)) depth += 1;
  return depth;
}

/** Bytes go from their highest bit. Beyond the end nothing is set. */
function isSet(stored: string, byte: number, bit: number): boolean {
  const at = 8 * byte + 7 - bit;
  const character = Math.floor(at / 6);
  return (((SIXES[stored.charCodeAt(character)] ?? 0) >> (5 - (at % 6))) & 1) === 1;
}

/** The same as a statement says it, of the column `bits`. */
export function depthAt(dialect: Dialect, position: RawBuilder<unknown>): RawBuilder<number> {
  const isIn = (set: number) => (dialect.name === "sqlite" ? bitOfText(set, position) : bitOfBytes(set, position));
  return sql`case when ${isIn(0)} = 0 then 0 when ${isIn(1)} = 0 then 1 when ${isIn(2)} = 0 then 2 else 3 end`;
}

function bitOfBytes(set: number, position: RawBuilder<unknown>): RawBuilder<unknown> {
  const at = sql`cast(${sql.lit(set * SEGMENT_SIZE)} + ${position} as integer)`;
  const isThere = sql`length(bits) > ${sql.lit(4 * Math.ceil((set * BYTES) / 3))}`;
  return sql`case when ${isThere} then get_bit(decode(bits, 'base64'), ${at}) else 0 end`;
}

/** A character of base64 has six bits, the highest first, of bytes that go from their highest bit; what fills it up has none. */
function bitOfText(set: number, position: RawBuilder<unknown>): RawBuilder<unknown> {
  const at = sql`(${sql.lit(set * SEGMENT_SIZE)} + (${position} | 7) - (${position} & 7))`;
  return sql`((instr(${sql.lit(`${BASE64}=`)}, substr(bits, ${at} / 6 + 1, 1)) - 1) >> (5 - ${at} % 6) & 1)`;
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
