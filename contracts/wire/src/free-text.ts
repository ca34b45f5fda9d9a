import type { Condition, Listing } from "@cartulary/kernel";
import { castTo } from "./filter-values.ts";
import { type Parameters, parameterValue, QueryError } from "./query.ts";

/** Maximum code points of a search text. */
export const SEARCH_MAX = 200;

/** The parameters of free-text search: `q` without a field is an alias of `search` (interface-rental.md). */
const NAMES = ["search", "q"] as const;

/** True for the parameter that is free-text search in lists that support it. */
export const isPlainSearch = (name: string): boolean => name === "q";

/** Returns the fields of free-text search; `null` if the list has none. */
export function searchFields<Field extends string>({
  dialect,
  search,
}: Listing<Field>): Condition<Field>["fields"] | null {
  return (dialect.freeText && search) || null;
}

/**
 * Returns the condition of free-text search: one of the fields contains the text, case-insensitively. None for a blank
 * text.
 */
export function parseSearch<Field extends string>(
  listing: Listing<Field>,
  parameters: Parameters,
): readonly Condition<Field>[] {
  const fields = searchFields(listing);
  if (!fields) return rejectUnsupported(listing, parameters);
  const texts = new Set(NAMES.map((name) => wordsOf(name, parameters)).filter((text) => text !== ""));
  if (texts.size > 1) throw new QueryError("search", "differs from q; send only one of them");
  return [...texts].map((value) => ({ fields, join: "or", predicate: "cont", values: [value] }));
}

/** True for a condition from {@link parseSearch}; no filter can have its form. */
export function isSearch<Field extends string>(
  listing: Listing<Field>,
  { fields, join, predicate }: Pick<Condition<Field>, "fields" | "join" | "predicate">,
): boolean {
  const searched = searchFields(listing);
  return searched?.join() === fields.join() && fields.length > 1 && join === "or" && predicate === "cont";
}

function rejectUnsupported({ dialect }: Listing, parameters: Parameters): readonly [] {
  if (dialect.freeText && parameterValue(parameters, "search"))
    throw new QueryError("search", "is not supported by this list");
  return [];
}

function wordsOf(name: string, parameters: Parameters): string {
  const text = parameterValue(parameters, name) ?? "";
  if ([...text].length > SEARCH_MAX) throw new QueryError(name, `is longer than ${SEARCH_MAX} characters`);
  const value = castTo("text", text);
  if (value === null) throw new QueryError(name, "is not a text");
  return String(value);
}
