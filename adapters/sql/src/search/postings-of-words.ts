import type { Postings } from "@cartulary/search";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Dialect } from "../engine/dialect.ts";
import { bitsReader } from "./stored-bits.ts";

/** Postings of a word by segment. A segment without any has no document with that word. */
export type PostingsOfWord = ReadonlyMap<number, Postings>;

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

/** Of each of these words, all of which are common, its postings in that text. */
export function postingsIn(text: string | null, words: readonly string[]): readonly PostingsOfWord[] {
  const byWord = new Map(words.map((word) => [word, new Map<number, Postings>()]));
  const all = text ? text.split(",") : [];
  const reader = bitsReader(all.length);
  for (const each of all) {
    const [word = "", segment = "", bits = ""] = each.split(" ");
    byWord.get(word)?.set(Number(segment), reader.postings(bits));
  }
  return [...byWord.values()];
}
