import type { TermIndexOperators } from "@cartulary/sql";
import { type RawBuilder, type SqlBool, sql } from "kysely";

const joinedBy = (operator: string) => (matches: readonly string[]) =>
  matches.length === 1 ? (matches[0] ?? "") : `(${matches.join(` ${operator} `)})`;

/** A query hidden from the planner, so that it uses the index for every query and plans only once. */
const tsQuery = (match: string): RawBuilder<unknown> => sql`(select cast(${match} as tsquery))`;

const isHit = (match: string) => sql<SqlBool>`(entry.terms @@ ${tsQuery(match)}) is true`;

/** The columns of entries in every statement on hits. */
const entry = {
  document: sql.ref("entry.document_id"),
  changedAt: sql.ref("entry.changed_at"),
  latestFirst: sql`entry.changed_at desc, entry.document_id desc`,
  isOf: (changedAt: number) =>
    sql<SqlBool>`entry.changed_at = to_timestamp(cast(${changedAt} as double precision) / 1000)`,
};

const hitCount = (match: RawBuilder<unknown>, limit: RawBuilder<unknown>): RawBuilder<number> =>
  sql`search_hit_count(cast(${match} as tsquery), cast(${limit} as bigint))`;

/** The number of documents to compare for one hit: a comparison takes as long as sorting a hundred hits. */
const DOCUMENTS_PER_HIT = 2;

/**
 * Terms in a generated `tsvector` column of entries, with a GIN index. The planner takes a comparison of terms for cheap,
 * although it reads a long value from outside the row, and would compare those of all documents; so hits are found by
 * functions whose settings allow the index only (migration `2027-02-10 search: hits`).
 */
export const termIndex: TermIndexOperators = {
  syntax: {
    term: (term) => `'${term.replace(/['\\]/g, "$&$&")}'`,
    prefix: (beginning) => `'${beginning.replace(/['\\]/g, "$&$&")}':*`,
    all: joinedBy("&"),
    any: joinedBy("|"),
    without: (match, others) => [match, ...others.map((other) => `!${other}`)].join(" & "),
  },
  hits: (match) => ({ ...entry, from: sql`search_hits(cast(${match} as tsquery)) as entry`, where: sql`true` }),
  latestHits: (match, limit) => ({
    ...entry,
    from: sql`search_latest_hits(cast(${match} as tsquery), cast(${limit} as bigint)) as entry`,
    where: sql`true`,
  }),
  hitsAmongLatest: (match, documents) => ({
    ...entry,
    from: sql`(select * from search_entries as entry order by ${entry.latestFirst} limit ${documents}) as entry`,
    where: sql`entry.terms @@ ${tsQuery(match)}`,
  }),
  hitCount: (match, limit) => hitCount(sql`${match}`, limit),
  isWordHit: (word) => sql`${hitCount(sql`quote_literal(${word})`, sql`1`)} > 0`,
  isHit,
  ownHits: (isOwn, isHitOfOwn) => ({
    sets: sql``,
    rows: sql`search_entries as entry where ${isOwn} and ${isHitOfOwn}`,
  }),
  // GIN has no order. Of very many hits, the first page is usually among the documents that changed last.
  async latest(reader, limit, { total, orderedMax, passedMax }) {
    const documents = DOCUMENTS_PER_HIT * limit;
    if (total > orderedMax && documents <= passedMax && (await reader.isOver(orderedMax))) {
      const found = await reader.amongLatest(documents, limit);
      if (found.length === limit) return found;
    }
    return reader.first(limit);
  },
  index: async () => {},
};
