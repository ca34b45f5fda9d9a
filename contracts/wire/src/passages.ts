import { type Condition, type Listing, PATTERN_PREDICATES, type Predicate } from "@cartulary/kernel";
import { QueryError } from "./query.ts";

/** Maximum number of conditions in a query that search long texts (list-filters.md, Limits). */
const PASSAGE_CONDITIONS_MAX = 2;
/** Maximum number of searches: each value in each field reads all texts once. */
const PASSAGE_SEARCHES_MAX = 10;
/** Maximum number of the client's own `%` and `_` in a pattern over a long text, unescaped ones. */
const PASSAGE_WILDCARDS_MAX = 2;

/** True if the client writes its own wildcards. */
export const isPattern = (predicate: Predicate): boolean => predicate === "matches" || predicate === "does_not_match";

/**
 * Throws for a query that would search long texts too often (list-filters.md, Limits): too many conditions, values or
 * wildcards.
 */
export function limitPassageSearch<Field extends string>(
  { fields: types }: Listing<Field>,
  conditions: readonly Condition<Field>[],
): void {
  const passagesOf = ({ fields }: Condition<Field>) => fields.filter((field) => types[field] === "passage").length;
  const searching = conditions.filter(
    (condition) => PATTERN_PREDICATES.includes(condition.predicate) && passagesOf(condition) > 0,
  );
  if (searching.length > PASSAGE_CONDITIONS_MAX) {
    throw new QueryError("q", `has more than ${PASSAGE_CONDITIONS_MAX} conditions that search long texts`);
  }
  const searches = searching.reduce((sum, condition) => sum + passagesOf(condition) * condition.values.length, 0);
  if (searches > PASSAGE_SEARCHES_MAX) {
    throw new QueryError("q", `searches long texts more than ${PASSAGE_SEARCHES_MAX} times`);
  }
  const patterns = searching.filter(({ predicate }) => isPattern(predicate)).flatMap(({ values }) => values);
  if (patterns.some((pattern) => wildcardsOf(String(pattern)) > PASSAGE_WILDCARDS_MAX)) {
    throw new QueryError("q", `has a pattern over a long text with more than ${PASSAGE_WILDCARDS_MAX} % and _`);
  }
}

const wildcardsOf = (pattern: string): number => pattern.replace(/\\./gsu, "").split(/[%_]/).length - 1;
