import type { Kysely, RawBuilder, SqlBool } from "kysely";

/** The operators of an engine's full-text query language. Terms are quoted, so they contain no operators. */
export interface TermSyntax {
  term(term: string): string;
  prefix(beginning: string): string;
  all(matches: readonly string[]): string;
  any(matches: readonly string[]): string;
  without(match: string, others: readonly string[]): string;
}

/** The hits of a match, as `entry` in a statement that selects from it. */
export interface HitColumns {
  readonly from: RawBuilder<unknown>;
  readonly where: RawBuilder<SqlBool>;
  readonly document: RawBuilder<unknown>;
  readonly changedAt: RawBuilder<unknown>;
  /** Orders hits by change time, latest first. On SQLite the order of hits with the same time is undefined. */
  readonly latestFirst: RawBuilder<unknown>;
  /** The condition of hits with this change time, in milliseconds. */
  isOf(changedAt: number): RawBuilder<SqlBool>;
}

interface DatedHit {
  readonly changed_at: number;
}

/** Reads hits for {@link TermIndexOperators.latest}, each list in the order of changes, the latest first. */
interface HitReader<Hit extends DatedHit> {
  /** Returns the latest hits, at most `limit`. */
  first(limit: number): Promise<readonly Hit[]>;
  /** Returns hits among the documents that changed last, so many of them; at most `limit` hits. */
  amongLatest(documents: number, limit: number): Promise<readonly Hit[]>;
  /** Returns all hits with this change time. */
  of(changedAt: number): Promise<readonly Hit[]>;
  /** Returns true if there are more hits than `limit`. */
  isOver(limit: number): Promise<boolean>;
}

/** Limits of {@link TermIndexOperators.latest} on an engine whose index has no order. */
export interface OrderLimits {
  /** The number of hits of the whole search, up to a limit that is not lower than `orderedMax`. */
  readonly total: number;
  /** Up to this number, all hits are sorted. */
  readonly orderedMax: number;
  /** The largest number of documents that are compared one by one, the latest first. */
  readonly passedMax: number;
}

/** The index of the terms of documents: FTS5 by document number on SQLite, a `tsvector` of each entry on Postgres. */
export interface TermIndexOperators {
  readonly syntax: TermSyntax;
  hits(match: string): HitColumns;
  /** The hits of a match with at least the `limit` latest ones. */
  latestHits(match: string, limit: number): HitColumns;
  /** The hits among the documents that changed last, so many of them. SQLite has all hits in this order. */
  hitsAmongLatest(match: string, documents: number): HitColumns;
  /** Counts the hits of a match up to a limit. */
  hitCount(match: string, limit: RawBuilder<unknown>): RawBuilder<number>;
  /** True if an entry contains a word; the word is a column and contains only letters. */
  isWordHit(word: RawBuilder<unknown>): RawBuilder<SqlBool>;
  /**
   * True if a row of `search_entries as entry` is a hit. SQLite compares the stored terms with `compare`, because a
   * query of its index is slower for a single document; Postgres stores a `tsvector` of each entry.
   */
  isHit(match: string, compare: () => RawBuilder<SqlBool>): RawBuilder<SqlBool>;
  /**
   * The entries of the caller (`isOwn`, a condition on `entry.document_id`) that are hits: `sets` begin the statement,
   * `rows` follow `from`. SQLite intersects the numbers of these entries with those of all hits of `match`.
   */
  ownHits(
    isOwn: RawBuilder<SqlBool>,
    isHit: RawBuilder<SqlBool>,
    match: string,
  ): { readonly sets: RawBuilder<unknown>; readonly rows: RawBuilder<unknown> };
  /** Returns the latest hits in no order, also if many have the same change time. */
  latest<Hit extends DatedHit>(reader: HitReader<Hit>, limit: number, limits: OrderLimits): Promise<readonly Hit[]>;
  /**
   * Indexes written entries, under numbers in the order of changes; `length` is that of all terms. Empty on Postgres.
   */
  index<Tables>(source: { readonly db: Kysely<Tables> }, documentIds: readonly string[], length: number): Promise<void>;
}
