import type {
  Condition,
  Direction,
  Instant,
  ListDialect,
  Listing,
  ListPlace,
  ListQuery,
  PageQuery,
} from "@cartulary/kernel";
import { snakeName } from "./casing.ts";
import { castTo } from "./filter-values.ts";
import { filterFieldsOf, isFilter, parseConditions, printConditions } from "./filters.ts";
import { parseSearch } from "./free-text.ts";
import { requireShortWork } from "./passages.ts";
import { type Parameters, QueryError, single } from "./query.ts";

/**
 * What a list request asks for, held to `listing`; throws {@link QueryError} for whatever it does not allow.
 * `perPageAlias` is another name of `per_page`, which counts where that one is not given.
 */
export function parseList<Field extends string>(
  listing: Listing<Field>,
  parameters: Parameters,
  perPageAlias?: string,
): ListQuery<Field> {
  const sort = sortOf(listing, single(parameters, "sort"));
  const direction = directionOf(single(parameters, "direction")) ?? defaultDirection(listing, sort);
  const since = updatedSince(listing, parameters);
  const after = since?.afterId === undefined ? undefined : { at: since.at, id: since.afterId };
  const conditions = [
    ...(since && !after ? [sinceCondition(since)] : []),
    ...parseSearch(listing, parameters),
    ...parseConditions(listing, parameters),
  ];
  requireShortWork(listing, conditions);
  return {
    ...parsePaging(listing.dialect, parameters, perPageAlias),
    // Whoever follows what changes reads in the order of the changes, whatever else was asked.
    ...(since ? { sort: since.updatedAt, direction: "asc" } : { sort: sort ?? listing.sort, direction }),
    conditions,
    ...(after && { after }),
  };
}

/** What a list that only has pages is asked for. */
export function parsePages(dialect: ListDialect, parameters: Parameters): PageQuery {
  const beyond = parameters.find(([name]) => isFilter(name) || name === "sort" || name === "direction");
  if (beyond) throw new QueryError(beyond[0], "cannot be asked of this list: it has pages only");
  return parsePaging(dialect, parameters);
}

/** The parameter by which a list goes on that ended early. */
export const OFFSET = "offset";

/** The page that begins at `offset` where the request names that; the page that was asked for otherwise. */
export function pageAtOffset<Asked extends PageQuery>(asked: Asked, parameters: Parameters): Asked {
  const offset = wholeNumber(OFFSET, single(parameters, OFFSET));
  if (offset === undefined) return asked;
  if (offset < 0 || !Number.isSafeInteger(offset)) throw new QueryError(OFFSET, "must be a number of rows");
  return { ...asked, page: Math.floor(offset / asked.perPage) + 1, offset };
}

/** True when the request says anything of page, order or filters. */
export function asksOfList(parameters: Parameters): boolean {
  return parameters.some(([name]) => LIST_PARAMETERS.includes(name) || isFilter(name));
}

/** The request that {@link parseList} reads as `query` of `listing`; what is absent is left to the list's defaults. */
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

/** The request that {@link parsePages} reads as `paging`. */
export function printPages({ page, perPage, offset }: Partial<PageQuery>): Parameters {
  return parametersOf([
    ["page", page],
    ["per_page", perPage],
    [OFFSET, offset],
  ]);
}

function printPlace({ at, id }: ListPlace): Parameters {
  return parametersOf([
    ["updated_since", at],
    ["after_id", id],
  ]);
}

function parametersOf(scalars: readonly (readonly [name: string, value: string | number | undefined])[]): Parameters {
  return scalars.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)] as const]));
}

const LIST_PARAMETERS: readonly string[] = ["page", "per_page", "sort", "direction"];
const DIRECTIONS: readonly string[] = ["asc", "desc"] satisfies Direction[];

function parsePaging(dialect: ListDialect, parameters: Parameters, perPageAlias?: string): PageQuery {
  const aliased = perPageAlias === undefined ? undefined : perPageOf(dialect, parameters, perPageAlias);
  const perPage = perPageOf(dialect, parameters, "per_page") ?? aliased ?? dialect.perPage;
  const page = wholeNumber("page", single(parameters, "page")) ?? 1;
  if (page < 1) throw new QueryError("page", "must be 1 or more");
  if (!Number.isSafeInteger(page * perPage)) throw new QueryError("page", "is too large");
  return { page, perPage };
}

function perPageOf({ perPageMax, beyond }: ListDialect, parameters: Parameters, name: string): number | undefined {
  const wanted = wholeNumber(name, single(parameters, name));
  if (wanted === undefined) return undefined;
  const isBeyond = wanted > perPageMax;
  if (wanted < 1 || (isBeyond && beyond === "refuse")) throw new QueryError(name, `must be from 1 to ${perPageMax}`);
  return isBeyond ? perPageMax : wanted;
}

function wholeNumber(name: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (!/^-?\d+$/.test(value)) throw new QueryError(name, "must be a whole number");
  return Number(value);
}

/** What a list may be sorted by, as queries name it. */
export function sortsOf<Field extends string>(listing: Listing<Field>): ReadonlyMap<string, Field> {
  const sorts = (sortsKnown.get(listing) as ReadonlyMap<string, Field> | undefined) ?? sortsIn(listing);
  sortsKnown.set(listing, sorts);
  return sorts;
}

const sortsKnown = new WeakMap<object, ReadonlyMap<string, string>>();

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

/** From where on somebody follows what changes. */
interface Since<Field extends string> {
  readonly updatedAt: Field;
  readonly at: Instant;
  /** Of what changed at that very moment, only what has a later id. */
  readonly afterId?: string;
}

/** What `updated_since` and `after_id` say, where a list tells what changed. */
function updatedSince<Field extends string>(listing: Listing<Field>, parameters: Parameters): Since<Field> | null {
  const updatedAt = listing.dialect.converging ? filterFieldsOf(listing).get("updated_at") : undefined;
  if (updatedAt === undefined) return null;
  const at = instantIn("updated_since", parameters);
  const afterId = idIn("after_id", parameters);
  if (at === undefined && afterId !== undefined) throw new QueryError("after_id", "goes with updated_since");
  return at === undefined ? null : { updatedAt, at, ...(afterId !== undefined && { afterId }) };
}

/** Everything that changed at that moment or later. */
function sinceCondition<Field extends string>({ updatedAt, at }: Since<Field>): Condition<Field> {
  return { fields: [updatedAt], join: "or", predicate: "gteq", values: [at] };
}

function instantIn(name: string, parameters: Parameters): Instant | undefined {
  const value = single(parameters, name);
  const moment = value === undefined ? undefined : castTo("instant", value);
  if (moment === null) throw new QueryError(name, "is no date or date-time");
  return moment as Instant | undefined;
}

function idIn(name: string, parameters: Parameters): string | undefined {
  const value = single(parameters, name);
  const id = value === undefined ? undefined : castTo("uuid", value);
  if (id === null) throw new QueryError(name, "is no id");
  return id as string | undefined;
}

/** A list's own direction belongs to its own order; who asks for another gets the dialect's. */
function defaultDirection<Field extends string>(listing: Listing<Field>, sort: Field | undefined): Direction {
  return (sort === undefined ? listing.direction : undefined) ?? listing.dialect.direction;
}
