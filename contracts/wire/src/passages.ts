import { type Condition, type Listing, type Predicate, SEARCHING_PREDICATES } from "@cartulary/kernel";
import { QueryError } from "./query.ts";

/** How many conditions of one query may search texts that are longer than a line (list-filters.md, Limits). */
const PASSAGE_CONDITIONS_MAX = 2;
/** How many searches these come to: a value of each condition, in a field of each, is one reading of all the texts. */
const PASSAGE_SEARCHES_MAX = 10;
/** The client's own `%` and `_` in a pattern over such a text; an escaped one is none. */
const PASSAGE_WILDCARDS_MAX = 2;

/** Whether the client writes wildcards of its own into the value. */
export const isPattern = (predicate: Predicate): boolean => predicate === "matches" || predicate === "does_not_match";

/**
 * Refuses a query that would have long texts read too often (list-filters.md, Limits): by more conditions than may, or
 * by so many values that two conditions cost what the limit is for.
 */
export function requireShortWork<Field extends string>(
  { fields: types }: Listing<Field>,
  conditions: readonly Condition<Field>[],
): void {
  const passagesOf = ({ fields }: Condition<Field>) => fields.filter((field) => types[field] === "passage").length;
  const searching = conditions.filter(
    (condition) => SEARCHING_PREDICATES.includes(condition.predicate) && passagesOf(condition) > 0,
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
