import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Dialect } from "../engine/dialect.ts";
import type { Sought } from "./sought.ts";

/** An entry, as `entry` in what selects from it: its document, when that was changed, and what the index knows it by. */
export interface EntryColumns {
  readonly from: RawBuilder<unknown>;
  readonly document: RawBuilder<unknown>;
  readonly hit: RawBuilder<unknown>;
}

/** All entries, in rows that are as short as they can be. */
export const entries = ({ name }: Dialect): EntryColumns =>
  name === "sqlite"
    ? { from: sql`search_numbers as entry`, document: sql.ref("entry.document_id"), hit: sql.ref("entry.number") }
    : { from: sql`search_entries as entry`, document: sql.ref("entry.document_id"), hit: sql.ref("entry.document_id") };

/** Selects `one` for each hit of a match: for counting. */
export const hitsOf = ({ name }: Dialect, match: string): RawBuilder<unknown> =>
  name === "sqlite"
    ? sql`select 1 as one from search_texts where search_texts match ${match}`
    : sql`select 1 as one from search_entries where terms @@ ${asked(match)}`;

/** Selects `one` for each entry that has a word: a column of letters alone. */
export const wordHits = ({ name }: Dialect, word: RawBuilder<unknown>): RawBuilder<unknown> =>
  name === "sqlite"
    ? sql`select 1 as one from search_texts where search_texts match '"' || ${word} || '"'`
    : sql`select 1 as one from search_entries where terms @@ cast(quote_literal(${word}) as tsquery)`;

/** Postgres is not shown what is asked: it takes the index whatever it believes of that, and plans the text once. */
const asked = (match: string): RawBuilder<unknown> => sql`(select cast(${match} as tsquery))`;

/** Selects the hits of all matches, which have none in common: `id`, `changed_at`, and as `grp` which match it was. */
export function allHits(
  dialect: Dialect,
  matches: readonly string[],
  among: { readonly from: RawBuilder<unknown>; readonly where: RawBuilder<SqlBool> },
): RawBuilder<unknown> {
  const each = matches.map((match, at) => {
    const selected = sql`select entry.document_id as id, entry.changed_at, ${sql.lit(at)} as grp`;
    return dialect.name === "sqlite"
      ? sql`${selected} from search_texts cross join ${among.from}
          where search_texts match ${match} and entry.number = search_texts.rowid and ${among.where}`
      : sql`${selected} from ${among.from} where entry.terms @@ ${asked(match)} and ${among.where}`;
  });
  return sql.join(each, sql` union all `);
}

/** Whether a row of {@link entries} is a hit, without going through all hits. */
export const isHit = ({ name }: Dialect, match: string): RawBuilder<SqlBool> =>
  name === "sqlite"
    ? sql`exists (select 1 from search_texts where search_texts match ${match} and search_texts.rowid = entry.number)`
    : sql`(entry.terms @@ ${asked(match)}) is true`;

/** The first of some matches, each of which has what those before it have, that a row of {@link entries} is a hit of. */
export function firstMatch(dialect: Dialect, upTo: readonly string[]): RawBuilder<number> {
  const whens = upTo.slice(0, -1).map((match, at) => sql`when ${isHit(dialect, match)} then ${sql.lit(at)}`);
  const last = sql.lit(upTo.length - 1);
  return whens.length === 0 ? sql`${last}` : sql`case ${sql.join(whens, sql` `)} else ${last} end`;
}

/**
 * What is left of rows `(id, changed_at, grp)` when words have to be in a row, too, or must not be: a hit is only as good as
 * where its phrases are. Where phrases are asked for, `grp` is the tier.
 */
export function inRows(
  dialect: Dialect,
  rows: RawBuilder<unknown>,
  { phrases, unwantedPhrases }: Pick<Sought, "phrases" | "unwantedPhrases">,
): RawBuilder<unknown> {
  if (phrases.length + unwantedPhrases.length === 0) return rows;
  const has = (columns: readonly string[]) => (phrase: string) =>
    sql`(${sql.join(
      columns.map((column) => sql`${dialect.position(sql.ref(`said.${column}`), phrase)} > 0`),
      sql` or `,
    )})`;
  const all = (columns: readonly string[]) => sql.join([sql`1 = 1`, ...phrases.map(has(columns))], sql` and `);
  const none = unwantedPhrases.map((phrase) => sql`not ${has(ANYWHERE)(phrase)}`);
  const tier = sql`case when grp = 0 and ${all(["name_words"])} then 0
    when grp <= 1 and ${all(["name_words", "description_words"])} then 1 when ${all(ANYWHERE)} then 2 end`;
  return sql`select id, changed_at, grp from (
    select hit.id, hit.changed_at, ${phrases.length > 0 ? tier : sql`grp`} as grp
    from (${rows}) as hit cross join search_entries as said
    where said.document_id = hit.id and ${sql.join([sql`1 = 1`, ...none], sql` and `)}) as placed
    where grp is not null`;
}

const ANYWHERE = ["name_words", "description_words", "text_words"];
