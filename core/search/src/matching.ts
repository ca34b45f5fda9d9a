import type { Clause, IndexedTerms, SearchTerms } from "./search-terms.ts";

/** True when a document with these texts matches the clause. */
export function hasClause(clause: Clause, texts: readonly IndexedTerms[]): boolean {
  if (clause.kind === "phrase") return texts.some(({ words }) => words.includes(` ${clause.words.join(" ")} `));
  if (clause.kind === "prefix")
    return texts.some(({ terms }) => terms.some((term) => isWordTerm(term) && term.startsWith(clause.prefix)));
  const accepted = new Set([...clause.exact, ...clause.others]);
  return texts.some(({ terms }) => terms.some((term) => accepted.has(term)));
}

const isWordTerm = (term: string): boolean => !term.startsWith("~") && !term.startsWith("#");

/** True when a document matches the query. The simple reference for all indexes. */
export const matches = ({ wanted, unwanted }: SearchTerms, texts: readonly IndexedTerms[]): boolean =>
  wanted.length > 0 &&
  wanted.every((clause) => hasClause(clause, texts)) &&
  !unwanted.some((clause) => hasClause(clause, texts));
