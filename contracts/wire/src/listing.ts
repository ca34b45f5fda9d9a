import type { Direction, ListDialect, Listing, ListQuery } from "@cartulary/kernel";
import { snakeName } from "./casing.ts";
import { parseConditions, printConditions } from "./filters.ts";
import { type Parameters, QueryError, single } from "./query.ts";

/** Which page of a list. */
export interface Paging {
  /** From 1. */
  readonly page: number;
  readonly perPage: number;
}

/**
 * What a list request asks for, held to `listing`; throws {@link QueryError} for whatever it does not allow.
 * `perPageAlias` is another name of `per_page`, which counts where that one is not given.
 */
export function parseList<Field extends string>(
  listing: Listing<Field>,
  parameters: Parameters,
  perPageAlias?: string,
): ListQuery<Field> {
  const asked = sortOf(listing, single(parameters, "sort"));
  return {
    ...parsePaging(listing.dialect, parameters, perPageAlias),
    sort: asked ?? listing.sort,
    direction: directionOf(single(parameters, "direction")) ?? defaultDirection(listing, asked),
    conditions: parseConditions(listing, parameters),
  };
}

/** What a list that only has pages is asked for. */
export function parsePages(dialect: ListDialect, parameters: Parameters): Paging {
  const beyond = parameters.find(([name]) => isFilter(name) || name === "sort" || name === "direction");
  if (beyond) throw new QueryError(beyond[0], "cannot be asked of this list: it has pages only");
  return parsePaging(dialect, parameters);
}

/** True when the request says anything of page, order or filters. */
export function asksOfList(parameters: Parameters): boolean {
  return parameters.some(([name]) => LIST_PARAMETERS.includes(name) || isFilter(name));
}

/** The request that {@link parseList} reads as `query`; what is absent is left to the list's defaults. */
export function printList<Field extends string>(query: Partial<ListQuery<Field>>): Parameters {
  const { page, perPage, sort, direction, conditions = [] } = query;
  const scalars = [
    ["page", page],
    ["per_page", perPage],
    ["sort", sort && snakeName(sort)],
    ["direction", direction],
  ] as const;
  const given = scalars.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)] as const]));
  return [...given, ...printConditions(conditions)];
}

const LIST_PARAMETERS: readonly string[] = ["page", "per_page", "sort", "direction"];
const DIRECTIONS: readonly string[] = ["asc", "desc"] satisfies Direction[];

const isFilter = (name: string): boolean => name === "q" || name.startsWith("q[");

function parsePaging(dialect: ListDialect, parameters: Parameters, perPageAlias?: string): Paging {
  const aliased = perPageAlias === undefined ? undefined : perPageOf(dialect, parameters, perPageAlias);
  const perPage = perPageOf(dialect, parameters, "per_page") ?? aliased ?? dialect.perPage;
  const page = wholeNumber("page", single(parameters, "page")) ?? 1;
  if (page < 1) throw new QueryError("page", "must be 1 or more");
  if (!Number.isSafeInteger(page * perPage)) throw new QueryError("page", "is too large");
  return { page, perPage };
}

function perPageOf({ perPageMax, beyond }: ListDialect, parameters: Parameters, name: string): number | undefined {
  const asked = wholeNumber(name, single(parameters, name));
  if (asked === undefined) return undefined;
  const nearest = Math.min(Math.max(asked, 1), perPageMax);
  if (asked !== nearest && beyond === "refuse") throw new QueryError(name, `must be from 1 to ${perPageMax}`);
  return nearest;
}

function wholeNumber(name: string, given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  if (!/^-?\d{1,16}$/.test(given)) throw new QueryError(name, "must be a whole number");
  return Number(given);
}

/** What a list may be sorted by, as queries name it. */
export function sortsOf<Field extends string>({ sorts, updatedAt }: Listing<Field>): ReadonlyMap<string, Field> {
  const own = sorts.map((field) => [snakeName(field), field] as const);
  return new Map(updatedAt ? [...own, ["updated_at", updatedAt]] : own);
}

function sortOf<Field extends string>(listing: Listing<Field>, given: string | undefined): Field | undefined {
  if (given === undefined) return undefined;
  const sorts = sortsOf(listing);
  const sort = sorts.get(given);
  if (!sort) throw new QueryError("sort", `must be one of ${[...sorts.keys()].join(", ")}`);
  return sort;
}

function directionOf(given: string | undefined): Direction | undefined {
  if (given === undefined) return undefined;
  if (!DIRECTIONS.includes(given)) throw new QueryError("direction", "must be asc or desc");
  return given as Direction;
}

/** A list's own direction belongs to its own order; who asks for another gets the dialect's. */
function defaultDirection<Field extends string>(listing: Listing<Field>, asked: Field | undefined): Direction {
  return (asked === undefined ? listing.direction : undefined) ?? listing.dialect.direction;
}
