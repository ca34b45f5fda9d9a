import type {
  Condition,
  Direction,
  Instant,
  ListCursor,
  ListDialect,
  Listing,
  ListQuery,
  PageQuery,
} from "@cartulary/kernel";
import { snakeName } from "./casing.ts";
import { castTo } from "./filter-values.ts";
import { filterFieldsOf, isFilter, parseConditions, printConditions } from "./filters.ts";
import { parseSearch } from "./free-text.ts";
import { limitPassageSearch } from "./passages.ts";
import { type Parameters, parameterValue, QueryError } from "./query.ts";

/**
 * Parses the parameters of a list request; throws {@link QueryError} for those that `listing` does not allow.
 * `perPageAlias` is another name of `per_page`, which takes precedence.
 */
export function parseList<Field extends string>(
  listing: Listing<Field>,
  parameters: Parameters,
  perPageAlias?: string,
): ListQuery<Field> {
  const sort = sortOf(listing, parameterValue(parameters, "sort"));
  const direction = directionOf(parameterValue(parameters, "direction")) ?? defaultDirection(listing, sort);
  const since = updatedSince(listing, parameters);
  const after = since?.afterId === undefined ? undefined : { at: since.at, id: since.afterId };
  const conditions = [
    ...(since && !after ? [sinceCondition(since)] : []),
    ...parseSearch(listing, parameters),
    ...parseConditions(listing, parameters),
  ];
  limitPassageSearch(listing, conditions);
  return {
    ...parsePaging(listing.dialect, parameters, perPageAlias),
    // A change feed is always read in the order of changes.
    ...(since ? { sort: since.updatedAt, direction: "asc" } : { sort: sort ?? listing.sort, direction }),
    conditions,
    ...(after && { after }),
  };
}

/** Parses the parameters of a list that has pages only. */
export function parsePages(dialect: ListDialect, parameters: Parameters): PageQuery {
  const names = ["sort", "direction", ...(dialect.freeText ? ["search"] : [])];
  const unsupported = parameters.find(([name]) => isFilter(name) || names.includes(name));
  if (unsupported) throw new QueryError(unsupported[0], "is not a parameter of this list: it has pages only");
  return parsePaging(dialect, parameters);
}

/** The parameter for the rest of a truncated list. */
export const OFFSET = "offset";

/** Returns the page at `offset` if the request has that parameter; otherwise the requested page. */
export function pageAtOffset<Request extends PageQuery>(request: Request, parameters: Parameters): Request {
  const offset = wholeNumber(OFFSET, parameterValue(parameters, OFFSET));
  if (offset === undefined) return request;
  if (offset < 0 || !Number.isSafeInteger(offset)) throw new QueryError(OFFSET, "must be a number of rows");
  return { ...request, page: Math.floor(offset / request.perPage) + 1, offset };
}

/** True if the request asks for a page or for pages of a size. */
export function hasPageParameters(parameters: Parameters): boolean {
  return parameters.some(([name]) => PAGE_PARAMETERS.includes(name));
}

/** Formats a query as parameters that {@link parseList} parses; absent properties use the list's defaults. */
export function printList<Field extends string>(listing: Listing<Field>, query: Partial<ListQuery<Field>>): Parameters {
  const { sort, direction, conditions = [], after } = query;
  return [
    ...printPages(query),
    ...(after ? printPlace(after) : []),
    ...parametersOf([
      ["sort", sort && snakeName(sort)],
      ["direction", direction],
    ]),
    ...printConditions(listing, conditions),
  ];
}

/** Formats a page request as parameters that {@link parsePages} parses. */
export function printPages({ page, perPage, offset }: Partial<PageQuery>): Parameters {
  return parametersOf([
    ["page", page],
    ["per_page", perPage],
    [OFFSET, offset],
  ]);
}

function printPlace({ at, id }: ListCursor): Parameters {
  return parametersOf([
    ["updated_since", at],
    ["after_id", id],
  ]);
}

function parametersOf(scalars: readonly (readonly [name: string, value: string | number | undefined])[]): Parameters {
  return scalars.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)] as const]));
}

const PAGE_PARAMETERS: readonly string[] = ["page", "per_page"];
const DIRECTIONS: readonly string[] = ["asc", "desc"] satisfies Direction[];

function parsePaging(dialect: ListDialect, parameters: Parameters, perPageAlias?: string): PageQuery {
  const aliased = perPageAlias === undefined ? undefined : perPageOf(dialect, parameters, perPageAlias);
  const perPage = perPageOf(dialect, parameters, "per_page") ?? aliased ?? dialect.perPage;
  const page = wholeNumber("page", parameterValue(parameters, "page")) ?? 1;
  if (page < 1) throw new QueryError("page", "must be 1 or more");
  if (!Number.isSafeInteger(page * perPage)) throw new QueryError("page", "is too large");
  return { page, perPage };
}

function perPageOf(
  { perPageMax, perPageOverflow }: ListDialect,
  parameters: Parameters,
  name: string,
): number | undefined {
  const requested = wholeNumber(name, parameterValue(parameters, name));
  if (requested === undefined) return undefined;
  const exceedsMax = requested > perPageMax;
  if (requested < 1 || (exceedsMax && perPageOverflow === "refuse"))
    throw new QueryError(name, `must be from 1 to ${perPageMax}`);
  return exceedsMax ? perPageMax : requested;
}

function wholeNumber(name: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (!/^-?\d+$/.test(value)) throw new QueryError(name, "must be a whole number");
  return Number(value);
}

/** Returns the sortable fields by query name. */
export function sortsOf<Field extends string>(listing: Listing<Field>): ReadonlyMap<string, Field> {
  const sorts = (sortsCache.get(listing) as ReadonlyMap<string, Field> | undefined) ?? sortsIn(listing);
  sortsCache.set(listing, sorts);
  return sorts;
}

const sortsCache = new WeakMap<object, ReadonlyMap<string, string>>();

function sortsIn<Field extends string>({ sorts, updatedAt }: Listing<Field>): ReadonlyMap<string, Field> {
  const own = sorts.map((field) => [snakeName(field), field] as const);
  return new Map(updatedAt ? [...own, ["updated_at", updatedAt]] : own);
}

function sortOf<Field extends string>(listing: Listing<Field>, value: string | undefined): Field | undefined {
  if (value === undefined) return undefined;
  const sorts = sortsOf(listing);
  const sort = sorts.get(value);
  if (!sort) throw new QueryError("sort", `must be one of ${[...sorts.keys()].join(", ")}`);
  return sort;
}

function directionOf(value: string | undefined): Direction | undefined {
  if (value === undefined) return undefined;
  if (!DIRECTIONS.includes(value)) throw new QueryError("direction", "must be asc or desc");
  return value as Direction;
}

/** The start of a change feed request. */
interface Since<Field extends string> {
  readonly updatedAt: Field;
  readonly at: Instant;
  /** Of the changes at that timestamp, only those with a greater id. */
  readonly afterId?: string;
}

/** Parses `updated_since` and `after_id` of a list with a change feed. */
function updatedSince<Field extends string>(listing: Listing<Field>, parameters: Parameters): Since<Field> | null {
  const updatedAt = listing.dialect.hasUpdatedSince ? filterFieldsOf(listing).get("updated_at") : undefined;
  if (updatedAt === undefined) return null;
  const at = instantIn("updated_since", parameters);
  const afterId = idIn("after_id", parameters);
  if (at === undefined && afterId !== undefined) throw new QueryError("after_id", "goes with updated_since");
  return at === undefined ? null : { updatedAt, at, ...(afterId !== undefined && { afterId }) };
}

/** Matches changes at that timestamp or later. */
function sinceCondition<Field extends string>({ updatedAt, at }: Since<Field>): Condition<Field> {
  return { fields: [updatedAt], join: "or", predicate: "gteq", values: [at] };
}

function instantIn(name: string, parameters: Parameters): Instant | undefined {
  const value = parameterValue(parameters, name);
  const moment = value === undefined ? undefined : castTo("instant", value);
  if (moment === null) throw new QueryError(name, "is not a date or date-time");
  return moment as Instant | undefined;
}

function idIn(name: string, parameters: Parameters): string | undefined {
  const value = parameterValue(parameters, name);
  const id = value === undefined ? undefined : castTo("uuid", value);
  if (id === null) throw new QueryError(name, "is not an id");
  return id as string | undefined;
}

/** A list's own direction applies to its default order; other orders have the dialect's. */
function defaultDirection<Field extends string>(listing: Listing<Field>, sort: Field | undefined): Direction {
  return (sort === undefined ? listing.direction : undefined) ?? listing.dialect.direction;
}
