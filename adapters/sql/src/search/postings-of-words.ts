import type { Postings } from "@cartulary/search";
import { type RawBuilder, sql } from "kysely";
import { type Source, statement } from "../engine/statement.ts";
import type { Sought } from "./matching.ts";
import { listed } from "./places.ts";
import { bitsReader } from "./stored-bits.ts";
import type { SearchTables } from "./tables.ts";

/** Postings of a word by segment. A segment without any has no document with that word. */
export type PostingsOfWord = ReadonlyMap<number, Postings>;

/** Of each word its postings, in all segments or in these; `null` where one of the words is not common. */
export async function postingsOfWords(
  source: Source<SearchTables>,
  { words }: Sought,
  segments?: readonly number[],
): Promise<readonly PostingsOfWord[] | null> {
  const byWord = new Map<string, Map<number, Postings>>();
  const bare = words.map((word) => word.trim());
  const { rows } = segments
    ? await readingSome(source, { words: bare, segments: JSON.stringify(segments) }, undefined)
    : await readingAll(source, { words: bare }, undefined);
  const reader = bitsReader(rows.length);
  for (const { word, segment, bits } of rows) {
    const postings = byWord.get(word) ?? new Map<number, Postings>();
    byWord.set(word, postings);
    if (segment !== null && bits !== null) postings.set(segment, reader.postings(bits));
  }
  return byWord.size === words.length ? [...byWord.values()] : null;
}

interface PostingRow {
  readonly word: string;
  readonly segment: number | null;
  readonly bits: string | null;
}

const reading = (words: readonly string[], within: RawBuilder<unknown>) =>
  sql<PostingRow>`select common.word, each.segment, each.bits from search_common_words as common
    left join search_postings as each on each.word = common.word ${within}
    where common.word in (${sql.join(words)})`;

const readingAll = statement(({ db }: Source<SearchTables>, { words }: { readonly words: readonly string[] }) =>
  reading(words, sql``).compile(db),
);

const readingSome = statement(
  (
    { db, dialect }: Source<SearchTables>,
    { words, segments }: { readonly words: readonly string[]; readonly segments: string },
  ) => reading(words, sql`and each.segment in (select value from (${listed(dialect, segments)}) as sent)`).compile(db),
);
