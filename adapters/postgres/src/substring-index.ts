import type { IndexedSearch, SubstringIndex, SubstringIndexOperators } from "@cartulary/sql";
import { type SqlBool, sql } from "kysely";

/**
 * A role may lack the privilege to create the extension `pg_trgm`. Without it there is no index, with the same results;
 * an operator who creates the extension later also creates the index (docs/decisions/0028). An existing extension may
 * be in any schema.
 */
const create = ({ table, column, name }: SubstringIndex): readonly string[] => [
  `do $$
      declare place text;
      begin
        begin
          create extension if not exists pg_trgm;
        exception when insufficient_privilege or undefined_file or feature_not_supported or duplicate_object then null;
        end;
        select nspname into place from pg_extension join pg_namespace on pg_namespace.oid = extnamespace
          where extname = 'pg_trgm';
        if place is not null then
          execute format(
            'create index ${name}_trigrams on ${table} using gin (${column} %I.gin_trgm_ops)', place
          );
        end if;
      end $$`,
];

/** Trigrams consist of letters and digits: without any, the whole index would be read. */
const usesLike = (part: string): boolean => /[\p{L}\p{N}]{3}/u.test(part);

/** The maximum number of rows to look up and sort: that takes about as long as counting, which reads all of them. */
const FEW_MAX = 5_000;

/**
 * From its statistics, the planner may expect many matches and read the list in order until a page is full: for a rare
 * part, through all of a million rows. So matching rows are found first, up to this maximum, by a part hidden from the
 * planner (`always`).
 */
const MATERIALIZED: IndexedSearch = {
  sets: (rows) => [
    ["matching", sql`${rows.limit(sql.lit(FEW_MAX + 1))}`],
    ["hits", sql`(select count(*) <= ${sql.lit(FEW_MAX)} as few from matching)`],
  ],
  // The planner uses the limit for its estimate; the condition is evaluated before any row is read.
  many: (rows, limit) => rows.where(sql<SqlBool>`(select not few from hits)`).limit(limit),
  counted: null,
};

export const substringIndex: SubstringIndexOperators = {
  create,
  limitPendingList: ({ name }) => [`alter index if exists ${name}_trigrams set (gin_pending_list_limit = 64)`],
  compare: (use) => ({
    usesLike: use === "never" ? () => false : usesLike,
    parameter: (part) => (use === "always" ? sql`(select cast(${part} as text))` : sql`${part}`),
  }),
  search: (conditions) => (conditions.length > 0 ? MATERIALIZED : null),
};
