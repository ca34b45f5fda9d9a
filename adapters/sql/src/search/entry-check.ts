import type { Clause, SearchTerms } from "@cartulary/search";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Dialect } from "../engine/dialect.ts";
import { type Level, PLACE_MARKS, type Place } from "./terms.ts";

/**
 * Terms of a query as they stand among those of an entry, with the space after each, and how many each clause has: what
 * the text of a statement depends on.
 */
export interface CheckedTerms {
  readonly terms: readonly string[];
  readonly clauses: readonly CheckedClause[];
}

/** Its terms follow those of the clauses before. Of a word one is enough, of a phrase all are needed. */
export interface CheckedClause {
  readonly isWanted: boolean;
  readonly needsAll: boolean;
  readonly exact: number;
  readonly others: number;
}

/** Phrases that must be absent are looked for elsewhere: the words of one may be there. */
export function checkedTerms({ wanted, unwanted }: SearchTerms): CheckedTerms {
  const clauses: CheckedClause[] = [];
  const terms: string[] = [];
  const add = (clause: Clause, isWanted: boolean) => {
    const { exact, others } = termsOf(clause);
    clauses.push({ isWanted, needsAll: clause.kind === "phrase", exact: exact.length, others: others.length });
    for (const term of [...exact, ...others]) terms.push(term);
  };
  for (const clause of wanted) add(clause, true);
  for (const clause of unwanted) if (clause.kind !== "phrase") add(clause, false);
  return { terms, clauses };
}

function termsOf(clause: Clause): { readonly exact: readonly string[]; readonly others: readonly string[] } {
  const whole = (term: string) => `${term} `;
  if (clause.kind === "prefix") return { exact: [clause.prefix], others: [] };
  if (clause.kind === "phrase") return { exact: clause.terms.map(whole), others: [] };
  return { exact: clause.exact.map(whole), others: clause.others.map(whole) };
}

/** Expressions over a row of `search_entries as entry`: true for a hit, and the index of its level. */
export interface EntryCheck {
  readonly isHit: RawBuilder<SqlBool>;
  readonly grp: RawBuilder<number>;
}

/**
 * Compares the terms of one entry with those of a query. On SQLite it reads the stored terms: a query of the index for a
 * single document takes longer. Postgres stores the terms of each entry as a tsvector.
 */
export function entryCheck(
  dialect: Dialect,
  levels: readonly Level[],
  upTo: readonly string[],
  { terms, clauses }: CheckedTerms,
): EntryCheck {
  const isIn = (at: number) =>
    dialect.termIndex.isHit(upTo[at] ?? "", () =>
      hasAll(levels[at] ?? { place: "anywhere", isExact: false }, terms, clauses),
    );
  const whens = levels.slice(0, -1).map((_, at) => sql`when ${isIn(at)} then ${sql.lit(at)}`);
  const worst = sql<number>`${sql.lit(levels.length - 1)}`;
  return {
    isHit: isIn(levels.length - 1),
    grp: whens.length === 0 ? worst : sql`case ${sql.join(whens, sql` `)} else ${worst} end`,
  };
}

function hasAll(
  { place, isExact }: Level,
  terms: readonly string[],
  clauses: readonly CheckedClause[],
): RawBuilder<SqlBool> {
  const conditions: RawBuilder<SqlBool>[] = [];
  let start = 0;
  for (const { isWanted, needsAll, exact, others } of clauses) {
    const own = terms.slice(start, start + exact + (isExact && isWanted ? 0 : others));
    start += exact + others;
    const has = own.map((term) => hasTerm(isWanted ? place : "anywhere", term));
    const found = sql<SqlBool>`(${sql.join(has, needsAll ? sql` and ` : sql` or `)})`;
    conditions.push(isWanted ? found : sql<SqlBool>`not ${found}`);
  }
  return sql`(${sql.join(conditions, sql` and `)})`;
}

function hasTerm(place: Place, term: string): RawBuilder<SqlBool> {
  const heading = sql<SqlBool>`instr(entry.heading_terms, ${sql.lit(` ${PLACE_MARKS[place]}`)} || ${term}) > 0`;
  return place === "anywhere" ? sql`(${heading} or instr(entry.text_terms, ' ' || ${term}) > 0)` : heading;
}
