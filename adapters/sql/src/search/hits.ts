import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Dialect } from "../engine/dialect.ts";

/** Selects the hits of all matches, which have none in common: `id`, `changed_at`, and as `grp` which match it was. */
export function allHits(
  dialect: Dialect,
  matches: readonly string[],
  among: RawBuilder<SqlBool> | null = null,
): RawBuilder<unknown> {
  const each = matches.map((match, at) => {
    const { from, where, document, changedAt } = dialect.termIndex.hits(match);
    const [tables, is] =
      among === null ? [from, where] : [sql`${from} ${documentOfHit(dialect)}`, sql`${where} and ${among}`];
    return sql`select ${document} as id, ${changedAt} as changed_at, ${sql.lit(at)} as grp from ${tables} where ${is}`;
  });
  return sql.join(each, sql` union all `);
}

/** Joins the document of each hit. */
export const documentOfHit = (dialect: Dialect): RawBuilder<unknown> =>
  dialect.lookup("cross", {
    table: sql.table("documents"),
    as: "documents",
    on: sql`documents.id = entry.document_id`,
  });

/** Words in a row, with a space before and after each. */
export interface Phrases {
  readonly phrases: readonly string[];
  readonly unwantedPhrases: readonly string[];
}

/**
 * Filters rows `(id, changed_at, grp)` by phrases that a document must or must not contain: a hit ranks by the place of
 * its phrases. With wanted phrases, `grp` is the tier.
 */
export function inRows(
  dialect: Dialect,
  rows: RawBuilder<unknown>,
  { phrases, unwantedPhrases }: Phrases,
): RawBuilder<unknown> {
  if (phrases.length + unwantedPhrases.length === 0) return rows;
  const has = (columns: readonly string[]) => (phrase: string) =>
    sql`(${sql.join(
      columns.map((column) => sql`${dialect.position(sql.ref(`entry.${column}`), phrase)} > 0`),
      sql` or `,
    )})`;
  const entry = dialect.lookup("cross", {
    table: sql.table("search_entries"),
    as: "entry",
    on: sql`entry.document_id = hit.id`,
  });
  const all = (columns: readonly string[]) => sql.join([sql`1 = 1`, ...phrases.map(has(columns))], sql` and `);
  const none = unwantedPhrases.map((phrase) => sql`not ${has(ANYWHERE)(phrase)}`);
  const tier = sql`case when grp = 0 and ${all(["name_words"])} then 0
    when grp <= 1 and ${all(["name_words", "description_words"])} then 1 when ${all(ANYWHERE)} then 2 end`;
  return sql`select id, changed_at, grp from (
    select hit.id, hit.changed_at, ${phrases.length > 0 ? tier : sql`grp`} as grp
    from (${rows}) as hit ${entry}
    where ${sql.join([sql`1 = 1`, ...none], sql` and `)}) as placed
    where grp is not null`;
}

const ANYWHERE = ["name_words", "description_words", "text_words"];
