import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Dialect } from "../engine/dialect.ts";
import { NUMBER_BITS } from "./tables.ts";

/** The hits of a match, as `entry` in what selects from it: the document, when it was changed, and how hits are put in order. */
export interface HitColumns {
  readonly from: RawBuilder<unknown>;
  readonly where: RawBuilder<SqlBool>;
  readonly document: RawBuilder<unknown>;
  readonly changedAt: RawBuilder<unknown>;
  /** Puts hits in the order of changes, the latest first; on SQLite, in no certain order where they are of one moment. */
  readonly latestFirst: RawBuilder<unknown>;
}

/** All that the index has for a match. SQLite's finds numbers, which are in the order of changes. */
export const hitsOf = ({ name }: Dialect, match: string): HitColumns =>
  name === "sqlite"
    ? {
        from: sql`search_texts cross join search_numbers as entry`,
        where: sql`search_texts match ${match} and entry.number = search_texts.rowid`,
        document: sql.ref("entry.document_id"),
        changedAt: sql`entry.number >> ${sql.lit(NUMBER_BITS)}`,
        latestFirst: sql`search_texts.rowid desc`,
      }
    : {
        from: sql`search_entries as entry`,
        where: sql`entry.terms @@ ${tsQuery(match)}`,
        document: sql.ref("entry.document_id"),
        changedAt: sql.ref("entry.changed_at"),
        latestFirst: sql`entry.changed_at desc, entry.document_id desc`,
      };

/** Selects `one` for each hit of a match: for counting. */
export const hitRows = ({ name }: Dialect, match: string): RawBuilder<unknown> =>
  name === "sqlite"
    ? sql`select 1 as one from search_texts where search_texts match ${match}`
    : sql`select 1 as one from search_entries where terms @@ ${tsQuery(match)}`;

/** Selects `one` for each entry that has a word: a column of letters alone. */
export const wordHits = ({ name }: Dialect, word: RawBuilder<unknown>): RawBuilder<unknown> =>
  name === "sqlite"
    ? sql`select 1 as one from search_texts where search_texts match '"' || ${word} || '"'`
    : sql`select 1 as one from search_entries where terms @@ cast(quote_literal(${word}) as tsquery)`;

/** A query of Postgres that its planner does not see, so that it uses the index for every query and plans only once. */
export const tsQuery = (match: string): RawBuilder<unknown> => sql`(select cast(${match} as tsquery))`;

/** Selects the hits of all matches, which have none in common: `id`, `changed_at`, and as `grp` which match it was. */
export function allHits(
  dialect: Dialect,
  matches: readonly string[],
  among: { readonly from: RawBuilder<unknown>; readonly where: RawBuilder<SqlBool> } | null = null,
): RawBuilder<unknown> {
  const each = matches.map((match, at) => {
    const { from, where, document, changedAt } = hitsOf(dialect, match);
    const [tables, is] =
      among === null ? [from, where] : [sql`${from} ${among.from}`, sql`${where} and ${among.where}`];
    return sql`select ${document} as id, ${changedAt} as changed_at, ${sql.lit(at)} as grp from ${tables} where ${is}`;
  });
  return sql.join(each, sql` union all `);
}

/** The document of a hit, after {@link HitColumns.from}. */
export const withDocument = ({
  name,
}: Dialect): { readonly from: RawBuilder<unknown>; readonly where: RawBuilder<SqlBool> } =>
  name === "sqlite"
    ? { from: sql`cross join documents`, where: sql`documents.id = entry.document_id` }
    : {
        from: sql`cross join lateral (select * from documents where documents.id = entry.document_id offset 0) as documents`,
        where: sql`true`,
      };

/** Words in a row, with a space before and after each. */
export interface Phrases {
  readonly phrases: readonly string[];
  readonly unwantedPhrases: readonly string[];
}

/**
 * What is left of rows `(id, changed_at, grp)` when words have to be in a row, too, or must not be: a hit is only as good as
 * where its phrases are. Where phrases are asked for, `grp` is the tier.
 */
export function inRows(
  dialect: Dialect,
  rows: RawBuilder<unknown>,
  { phrases, unwantedPhrases }: Phrases,
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
