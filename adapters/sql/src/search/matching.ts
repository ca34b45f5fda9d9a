import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Dialect } from "../engine/dialect.ts";
import { changed } from "../engine/statement.ts";
import { ALL_WORDS } from "./migrations.ts";

/** The words that are searched for, and FTS5's way to ask for all of them. */
export interface Sought {
  /** Each with a space before and after. */
  readonly words: readonly string[];
  readonly match: string;
}

/** Words are letters and digits, so that in quotes nothing of them is read as anything else. */
export function soughtOf(words: readonly string[]): Sought {
  return { words: words.map((word) => ` ${word} `), match: words.map((word) => `"${word}"`).join(" AND ") };
}

/** The entries that have every word: `entry` in what selects from it. */
export function entriesWith({ name }: Dialect, { words, match }: Sought): RawBuilder<unknown> {
  if (name === "sqlite") {
    return sql`search_texts cross join search_numbers as entry on entry.number = search_texts.rowid
      where search_texts match ${match}`;
  }
  const bare = words.map((word) => changed(word, (spaced) => spaced.trim()));
  return sql`search_entries as entry where ${sql.raw(ALL_WORDS)} @> array[${sql.join(bare)}]::text[]`;
}

/** `rankOf` of an entry (core/search). */
export function rankIn(dialect: Dialect, { words }: Sought): RawBuilder<number> {
  const has = (column: string) => (word: string) =>
    sql<SqlBool>`${dialect.position(sql.ref(`entry.${column}`), word)} > 0`;
  const [inName, inDescription] = [words.map(has("name_words")), words.map(has("description_words"))];
  const inEither = inName.map((each, at) => sql<SqlBool>`(${each} or ${inDescription[at]})`);
  return sql`case when ${sql.join(inName, sql` and `)} then 0
    else case when ${sql.join(inEither, sql` and `)} then 3 else 6 end
      + case when ${sql.join(inName, sql` or `)} then 0 when ${sql.join(inDescription, sql` or `)} then 1 else 2 end end`;
}
