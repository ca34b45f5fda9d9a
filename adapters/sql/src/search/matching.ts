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
export function entriesWith(dialect: Dialect, sought: Sought): RawBuilder<unknown> {
  return dialect.name === "sqlite"
    ? sql`search_texts cross join search_numbers as entry on entry.number = search_texts.rowid
        where search_texts match ${sought.match}`
    : sql`search_entries as entry where ${hasWords(sought)}`;
}

/** How many they are. */
export function hitCount(dialect: Dialect, sought: Sought): RawBuilder<unknown> {
  return dialect.name === "sqlite"
    ? sql`select count(*) from search_texts where search_texts match ${sought.match}`
    : sql`select count(*) from search_entries where ${hasWords(sought)}`;
}

/** The hits alone, as short as they can be, after `select`: what {@link entriesHit} finds in the set `found`. */
export function hitsWith(dialect: Dialect, sought: Sought): RawBuilder<unknown> {
  return dialect.name === "sqlite"
    ? sql`rowid as hit from search_texts where search_texts match ${sought.match}`
    : sql`document_id as hit from search_entries where ${hasWords(sought)}`;
}

/**
 * The entries of the hits in the set `found`, up to a condition. Few hits are looked up; many are compared with whatever the
 * condition leads to, which the plus tells SQLite.
 */
export function entriesHit({ name }: Dialect, areFew: boolean): RawBuilder<unknown> {
  const hits = sql`select hit from found`;
  if (name === "sqlite") {
    return sql`search_numbers as entry where ${areFew ? sql`` : sql`+`}entry.number in (${hits})`;
  }
  const among = areFew ? sql`= any (array(${hits}))` : sql`in (${hits})`;
  return sql`search_entries as entry where entry.document_id ${among}`;
}

function hasWords({ words }: Sought): RawBuilder<SqlBool> {
  const bare = words.map((word) => changed(word, (spaced) => spaced.trim()));
  return sql`${sql.raw(ALL_WORDS)} @> array[${sql.join(bare)}]::text[]`;
}

/** Whether `entry`, a row of search_entries, has every word, without the index. */
export function hasAllIn(dialect: Dialect, words: readonly string[]): RawBuilder<SqlBool> {
  const columns = ["name_words", "description_words", "text_words"];
  const each = words.map((word) => {
    const places = columns.map((column) => sql`${dialect.position(sql.ref(`entry.${column}`), word)} > 0`);
    return sql`(${sql.join(places, sql` or `)})`;
  });
  return sql<SqlBool>`${sql.join(each, sql` and `)}`;
}

/** `rankOf` of an entry (core/search). */
export function rankIn(dialect: Dialect, { words }: Pick<Sought, "words">): RawBuilder<number> {
  const has = (column: string) => (word: string) =>
    sql<SqlBool>`${dialect.position(sql.ref(`entry.${column}`), word)} > 0`;
  const [inName, inDescription] = [words.map(has("name_words")), words.map(has("description_words"))];
  const inEither = inName.map((each, at) => sql<SqlBool>`(${each} or ${inDescription[at]})`);
  return sql`case when ${sql.join(inName, sql` and `)} then 0
    else case when ${sql.join(inEither, sql` and `)} then 3 else 6 end
      + case when ${sql.join(inName, sql` or `)} then 0 when ${sql.join(inDescription, sql` or `)} then 1 else 2 end end`;
}
