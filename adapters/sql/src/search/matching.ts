import { type RawBuilder, type SqlBool, sql } from "kysely";
import { inSet } from "../documents/tree.ts";
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

/** A word as common ones are called. */
export const bareWord = (word: string): string => changed(word, (spaced) => spaced.trim());

/** The entries that have every word: `entry` in what selects from it. */
export function entriesWith(dialect: Dialect, sought: Sought): RawBuilder<unknown> {
  return dialect.name === "sqlite"
    ? sql`search_texts cross join search_numbers as entry on entry.number = search_texts.rowid
        where search_texts match ${sought.match}`
    : sql`search_entries as entry where ${hasWords(sought)}`;
}

/** The hits alone, as short as they can be: where their ids are, as the engine's own index of words has them. */
export function hitsOf(dialect: Dialect, sought: Sought): Record<"id" | "from" | "where", RawBuilder<unknown>> {
  return dialect.name === "sqlite"
    ? { id: sql`search_texts.rowid`, from: sql`search_texts`, where: sql`search_texts match ${sought.match}` }
    : { id: sql`document_id`, from: sql`search_entries`, where: hasWords(sought) };
}

/** How many they are. */
export function hitCount(dialect: Dialect, sought: Sought): RawBuilder<unknown> {
  const { from, where } = hitsOf(dialect, sought);
  return sql`select count(*) from ${from} where ${where}`;
}

/** What has a row for each entry, as `entry`, and the id of a hit there and in search_numbers. */
export function entriesOf({ name }: Dialect): Record<"entries" | "hit", RawBuilder<unknown>> {
  return name === "sqlite"
    ? { entries: sql`search_numbers as entry`, hit: sql`number` }
    : { entries: sql`search_entries as entry`, hit: sql`document_id` };
}

/** Whether a row of {@link entriesOf} is of a hit in a set: they are looked up. */
export function isHit(dialect: Dialect, set: string): RawBuilder<SqlBool> {
  const column = dialect.name === "sqlite" ? "entry.number" : "entry.document_id";
  return inSet(dialect, column, sql`select hit from ${sql.table(set)}`);
}

/** Postgres is not shown the words: it takes the index whatever it believes of them, and plans the text once. */
function hasWords({ words }: Sought): RawBuilder<SqlBool> {
  return sql`${sql.raw(ALL_WORDS)} @> (select array[${sql.join(words.map(bareWord))}]::text[])`;
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
