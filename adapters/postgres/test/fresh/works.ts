import type { Caller, Instant, Listing, ListQuery } from "@cartulary/kernel";
import type { sqlModules } from "@cartulary/sql/modules";
import type { AllOf } from "../rows-touched.ts";
import { idOf, rowsIn, type TableName } from "./fixtures.ts";

/** Those of every module of adapters/sql. */
export type Stores = AllOf<typeof sqlModules>;

/** A call of a store's method. */
export type Way = (stores: Stores) => Promise<unknown>;

/** Calls of one method of a store, and the most rows that each of its statements may read. */
export type Work = readonly [most: number, ...ways: Way[]];

/** A work for each method of some stores: a method without one does not compile. */
export type Works<Names extends keyof Stores> = {
  readonly [Name in Names]: { readonly [Method in keyof Stores[Name]]: Work };
};

/** The rows of a look-up by key, with the names of its references and the foreign keys. */
export const BY_KEY = 60;

export const NOW = "2026-06-01T00:00:00.000Z" as Instant;
export const LATER = "2026-12-01T00:00:00.000Z" as Instant;
/** Before anything was made. */
export const LONG_AGO = "2020-01-01T00:00:00.000Z" as Instant;

/** A fresh person that has much. */
export const PERSON = idOf<"User">("users", 0);

/** An id that no row has. */
export const newId = <Noun extends string>() => idOf<Noun>("users", 0xfffff);

export const ADMINISTRATOR: Caller = { userId: newId(), role: "admin", scopes: ["admin"], groupIds: [] };

export const everything = { page: 1, perPage: 20, direction: "desc", conditions: [] } as const;

/** Calls a list once for each sort field, and once with a text filter. */
export function listed<Field extends string>(
  { sorts, sort, fields }: Pick<Listing<Field>, "fields" | "sorts" | "sort">,
  list: (stores: Stores, query: ListQuery<Field>) => Promise<unknown>,
): Way {
  const searched = (Object.keys(fields) as Field[]).find((field) => fields[field] === "text");
  return async (stores) => {
    for (const each of sorts) await list(stores, { ...everything, sort: each });
    if (searched === undefined) return;
    const found = { fields: [searched], join: "or", predicate: "cont", values: ["7"] } as const;
    await list(stores, { ...everything, sort, conditions: [found] });
  };
}

/** Returns the record; throws when it does not exist. */
export function required<Found>(found: Found | null | undefined): Found {
  if (found === null || found === undefined) throw new Error("A work found nothing to be done with");
  return found;
}

/** A list of records without a tenant reads these rows of both worlds, to count and to sort them. */
export const everybodys = (table: TableName) => 5 * rowsIn(table);
