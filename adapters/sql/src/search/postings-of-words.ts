import type { Postings } from "@cartulary/search";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { inSet } from "../documents/tree.ts";
import type { Dialect } from "../engine/dialect.ts";
import { bitsReader } from "./stored-bits.ts";

/** Postings of a word by segment. A segment without any has no document with that word. */
type PostingsOfWord = ReadonlyMap<number, Postings>;

/** All postings of some words, in the segments of a condition, as one text: neither words nor sets have spaces or commas. */
export function postingsAsText(
  { name }: Dialect,
  words: readonly string[],
  isWithin: RawBuilder<SqlBool>,
): RawBuilder<unknown> {
  const joined = sql.raw(name === "sqlite" ? "group_concat" : "string_agg");
  return sql`select ${joined}(word || ' ' || segment || ' ' || bits, ',') from search_postings
    where word in (${sql.join(words)}) and ${isWithin}`;
}

/** So many postings SQLite reads, and we part, in the time in which it looks up a hundred. */
const READ_WHOLE_MAX = 1_024;

/**
 * The same in the segments that `segments` selects, of what is so much that a hundred of them are expected. Where there are
 * not many more, SQLite gives those of all.
 */
export function postingsWithin(
  dialect: Dialect,
  words: readonly string[],
  segments: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const lookedUp = postingsAsText(dialect, words, inSet(dialect, "segment", segments));
  if (dialect.name !== "sqlite") return lookedUp;
  const whole = postingsAsText(dialect, words, sql`true`);
  const isFew = sql`(select segments from search_sealing) <= ${sql.lit(Math.floor(READ_WHOLE_MAX / words.length))}`;
  return sql`select case when ${isFew} then (${whole}) else (${lookedUp}) end`;
}

/** Of each of these words, all of which are common, its postings in that text. */
export function postingsIn(text: string | null, words: readonly string[]): readonly PostingsOfWord[] {
  const byWord = new Map(words.map((word) => [word, new Map<number, Postings>()]));
  const all = text ? text.split(",") : [];
  const reader = bitsReader(all.length);
  for (const each of all) {
    const { word, segment, bits } = postingOf(each);
    byWord.get(word)?.set(segment, reader.postings(bits));
  }
  return [...byWord.values()];
}

/** The same by segment, one text for each word, of segments that have all of them; each for `depthIn`. */
export function storedPostingsIn(text: string | null, words: number): ReadonlyMap<number, readonly string[]> {
  const bySegment = new Map<number, string[]>();
  for (const each of text ? text.split(",") : []) {
    const { segment, bits } = postingOf(each);
    const before = bySegment.get(segment);
    if (before) before.push(bits);
    else bySegment.set(segment, [bits]);
  }
  for (const [segment, all] of bySegment) if (all.length < words) bySegment.delete(segment);
  return bySegment;
}

function postingOf(text: string): { readonly word: string; readonly segment: number; readonly bits: string } {
  const first = text.indexOf(" ");
  const second = text.indexOf(" ", first + 1);
  return {
    word: text.slice(0, first),
    segment: Number(text.slice(first + 1, second)),
    bits: text.slice(second + 1),
  };
}
