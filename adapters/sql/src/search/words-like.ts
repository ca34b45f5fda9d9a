import { isCorrectable, isOneTypingError, LIKE_WORDS_MAX } from "@cartulary/search";
import { sql } from "kysely";
import type { SentColumn } from "../engine/dialect.ts";
import { type Source, statement } from "../engine/statement.ts";
import type { SearchTables } from "./tables.ts";

/** So many words that share half of a word are compared with it. */
const COMPARED_MAX = 10_000;

const reversed = (word: string): string => [...word].reverse().join("");

/** Adds words where they are not known yet, all in one order, so that no two transactions wait for each other. */
export async function addWords(source: Source<SearchTables>, words: readonly string[]): Promise<void> {
  if (words.length === 0) return;
  await adding(source, { rows: JSON.stringify(words.map((word) => [word, reversed(word)])) }, undefined);
}

const adding = statement(({ db, dialect }: Source<SearchTables>, { rows }: { readonly rows: string }) =>
  sql`insert into search_words (word, reversed)
    select word, reversed from (${dialect.sentRows(PAIR, rows)}) as each
    where not exists (select 1 from search_words where search_words.word = each.word)
    order by word
    on conflict do nothing`.compile(db),
);

const PAIR: readonly SentColumn[] = [
  { name: "word", kind: "text" },
  { name: "reversed", kind: "text" },
];

/**
 * Removes words that no entry has, of `limit` words after one. A word that an entry gets at the same moment may be missing
 * until the next entry has it: a typing error in it is not forgiven meanwhile.
 */
export async function forgetWords(
  source: Source<SearchTables>,
  after: string | null,
  limit: number,
): Promise<string | null> {
  const { rows } = await looking(source, { after: after ?? "", limit }, undefined);
  const last = rows.at(-1);
  if (last === undefined) return null;
  await forgetting(source, { after: after ?? "", last: last.word }, undefined);
  return rows.length < limit ? null : last.word;
}

const looking = statement(({ db }: Source<SearchTables>, values: { readonly after: string; readonly limit: number }) =>
  sql<{ readonly word: string }>`select word from search_words where word > ${values.after}
    order by word limit ${values.limit}`.compile(db),
);

const forgetting = statement(
  ({ db, dialect }: Source<SearchTables>, values: Readonly<Record<"after" | "last", string>>) =>
    sql`delete from search_words where word > ${values.after} and word <= ${values.last}
      and not (${dialect.termIndex.isWordHit(sql.ref("search_words.word"))})`.compile(db),
);

/**
 * Words that are this one but for one typing error. An error in a half of the word leaves the other half as it is; and where
 * two letters changed places across the middle, there is only one word that it may be.
 */
export async function wordsLike(source: Source<SearchTables>, word: string): Promise<readonly string[]> {
  if (!isCorrectable(word)) return [];
  const letters = [...word];
  const half = Math.floor(letters.length / 2);
  const first = letters.slice(0, half).join("");
  const last = reversed(letters.slice(half).join(""));
  const swapped = letters.with(half - 1, letters[half] ?? "").with(half, letters[half - 1] ?? "");
  const values = {
    ...{ first, afterFirst: `${first}${HIGHEST}`, last, afterLast: `${last}${HIGHEST}`, swapped: swapped.join("") },
    ...{ shortest: letters.length - 1, longest: letters.length + 1 },
  };
  const { rows } = await sharing(source, values, undefined);
  const like = new Set(rows.map((row) => row.word).filter((other) => isOneTypingError(word, other)));
  return [...like].sort().slice(0, LIKE_WORDS_MAX);
}

/** Comes after any letter, compared by bytes. */
const HIGHEST = "\u{10ffff}";

const sharing = statement(
  (
    { db }: Source<SearchTables>,
    values: Readonly<Record<"first" | "afterFirst" | "last" | "afterLast" | "swapped", string>> &
      Readonly<Record<"shortest" | "longest", number>>,
  ) => {
    const hasLength = sql`length(word) >= ${values.shortest} and length(word) <= ${values.longest}`;
    const limit = sql.lit(COMPARED_MAX);
    return sql<{ readonly word: string }>`select * from (select word from search_words
        where word >= ${values.first} and word < ${values.afterFirst} and ${hasLength} limit ${limit}) as few
      union all
      select * from (select word from search_words
        where reversed >= ${values.last} and reversed < ${values.afterLast} and ${hasLength} limit ${limit}) as first
      union all
      select word from search_words where word = ${values.swapped}`.compile(db);
  },
);
