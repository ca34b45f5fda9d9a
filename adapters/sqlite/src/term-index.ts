import { type HitColumns, type Source, statement, type TermIndexOperators } from "@cartulary/sql";
import { sql } from "kysely";

const joinedBy = (operator: string) => (matches: readonly string[]) =>
  matches.length === 1 ? (matches[0] ?? "") : `(${matches.join(` ${operator} `)})`;

const quoted = (term: string) => `"${term.replaceAll('"', '""')}"`;

/** The number of low bits that distinguish documents changed in the same millisecond, which is the rest. */
const BITS = sql.lit(20);

function hits(match: string): HitColumns {
  return {
    from: sql`search_texts cross join search_numbers as entry`,
    where: sql`search_texts match ${match} and entry.number = search_texts.rowid`,
    document: sql.ref("entry.document_id"),
    changedAt: sql`entry.number >> ${BITS}`,
    latestFirst: sql`search_texts.rowid desc`,
    isOf: (changedAt) =>
      sql`search_texts.rowid >= (${changedAt} << ${BITS}) and search_texts.rowid < (${changedAt} + 1 << ${BITS})`,
  };
}

/** Terms in FTS5, in `search_texts`, by the numbers of documents in `search_numbers`. */
export const termIndex: TermIndexOperators = {
  syntax: {
    term: quoted,
    prefix: (beginning) => `${quoted(beginning)} *`,
    all: joinedBy("AND"),
    any: joinedBy("OR"),
    without: (match, others) => (others.length === 0 ? match : `(${match} NOT ${joinedBy("OR")(others)})`),
  },
  hits,
  latestHits: hits,
  hitsAmongLatest: hits,
  hitCount: (match, limit) =>
    sql`(select count(*) from (select 1 as one from search_texts where search_texts match ${match} limit ${limit}) as few)`,
  isWordHit: (word) => sql`exists (select 1 from search_texts where search_texts match '"' || ${word} || '"')`,
  isHit: (_match, compare) => compare(),
  // The unary plus prevents a lookup in the FTS5 index for each number.
  ownHits: (isOwn, _isHit, match) => ({
    sets: sql`mine as materialized (select number from search_numbers as entry where ${isOwn}),`,
    rows: sql`search_texts cross join search_numbers cross join search_entries as entry
      where search_texts match ${match} and +search_texts.rowid in (select number from mine)
        and search_numbers.number = search_texts.rowid and entry.document_id = search_numbers.document_id`,
  }),
  async latest(reader, limit) {
    const rows = await reader.first(limit + 1);
    const found = rows.slice(0, limit);
    const [last, next] = [found.at(-1), rows.at(limit)];
    if (last === undefined || last.changed_at !== next?.changed_at) return found;
    // More documents have this change time than fit: all are read, because numbers and ids have different orders.
    const moment = await reader.of(last.changed_at);
    return [...found.filter((row) => row.changed_at !== last.changed_at), ...moment];
  },
  async index(source, documentIds, length) {
    const ids = JSON.stringify(documentIds);
    const untyped = source as unknown as Source<unknown>;
    if (documentIds.length > 0)
      for (const step of [removingTerms, removingNumbers, numbering, indexing]) await step(untyped, { ids }, undefined);
    if (length >= FLUSHED_LENGTH)
      await sql`insert into search_texts (search_texts) values ('flush')`.execute(source.db);
  },
};

/** The length of terms from which they are written before the commit, which would otherwise take twice as long. */
const FLUSHED_LENGTH = 100_000;

interface Ids {
  readonly ids: string;
}

const ofIds = (column: string, ids: string) => sql`${sql.ref(column)} in (select value from json_each(${ids}))`;

const removingTerms = statement(({ db }: Source<unknown>, { ids }: Ids) =>
  sql`delete from search_texts
    where rowid in (select number from search_numbers where ${ofIds("document_id", ids)})`.compile(db),
);

const removingNumbers = statement(({ db }: Source<unknown>, { ids }: Ids) =>
  sql`delete from search_numbers where ${ofIds("document_id", ids)}`.compile(db),
);

/** The first and last number of one millisecond. */
const first = sql`(changed_at << ${BITS})`;
const last = sql`(changed_at + 1 << ${BITS}) - 1`;

/** Assigns the next numbers of the millisecond in which each document was changed. */
const numbering = statement(({ db }: Source<unknown>, { ids }: Ids) =>
  sql`insert into search_numbers (number, document_id)
    select coalesce((select max(number) from search_numbers where number between ${first} and ${last}), ${first} - 1)
        + row_number() over (partition by changed_at order by document_id), document_id
    from search_entries where ${ofIds("document_id", ids)}`.compile(db),
);

/** In ascending order: FTS5 writes a segment of its own whenever a number is lower than the one before it. */
const indexing = statement(({ db }: Source<unknown>, { ids }: Ids) =>
  sql`insert into search_texts (rowid, terms)
    select search_numbers.number, heading_terms || text_terms
    from json_each(${ids}) as each cross join search_entries cross join search_numbers
    where search_entries.document_id = each.value and search_numbers.document_id = each.value
    order by search_numbers.number`.compile(db),
);
