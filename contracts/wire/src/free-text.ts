import type { Condition, Listing } from "@cartulary/kernel";
import { castTo } from "./filter-values.ts";
import { type Parameters, QueryError, single } from "./query.ts";

/** Code points of what somebody may look for. */
export const SEARCH_MAX = 200;

/** The two names of free text: a `q` that names no field is another word for `search` (interface-rental.md). */
const NAMES = ["search", "q"] as const;

/** Whether a parameter of this name is free text, where a list answers any. */
export const isPlainSearch = (name: string): boolean => name === "q";

/** The fields that free text is looked for in; `null` where a list answers none. */
export function searchFields<Field extends string>({
  dialect,
  search,
}: Listing<Field>): Condition<Field>["fields"] | null {
  return (dialect.freeText && search) || null;
}

/** The condition that free text makes: one of the fields has it in it, in whatever case. None where it is blank. */
export function parseSearch<Field extends string>(
  listing: Listing<Field>,
  parameters: Parameters,
): readonly Condition<Field>[] {
  const fields = searchFields(listing);
  if (!fields) return refusedWhereNone(listing, parameters);
  const words = new Set(NAMES.map((name) => wordsOf(name, parameters)).filter((text) => text !== ""));
  if (words.size > 1) throw new QueryError("search", "is given beside another q; send one of them");
  return [...words].map((value) => ({ fields, join: "or", predicate: "cont", values: [value] }));
}

/** Whether a condition is what {@link parseSearch} makes, and nothing that a filter of the list could say. */
export function isSearch<Field extends string>(
  listing: Listing<Field>,
  { fields, join, predicate }: Pick<Condition<Field>, "fields" | "join" | "predicate">,
): boolean {
  const searched = searchFields(listing);
  return searched?.join() === fields.join() && fields.length > 1 && join === "or" && predicate === "cont";
}

function refusedWhereNone({ dialect }: Listing, parameters: Parameters): readonly [] {
  if (dialect.freeText && single(parameters, "search")) throw new QueryError("search", "cannot be asked of this list");
  return [];
}

function wordsOf(name: string, parameters: Parameters): string {
  const text = single(parameters, name) ?? "";
  if ([...text].length > SEARCH_MAX) throw new QueryError(name, `is longer than ${SEARCH_MAX} characters`);
  const words = castTo("text", text);
  if (words === null) throw new QueryError(name, "is no text");
  return String(words);
}
