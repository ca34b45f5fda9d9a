import type { Day, HasId, Instant, ListQuery, Page } from "@cartulary/kernel";
import type { EstateCollection, ShowingCollection, TombstoneCollection } from "./collections.ts";

/**
 * Port: records of one collection of one mandataire. Fields that depend on dates are computed for `today`. The number
 * of statements per method does not depend on the number of records.
 */
export interface EstateStore<Stored extends HasId, Field extends string, Listed, Detail> {
  find(id: Stored["id"]): Promise<Stored | null>;
  /** Locks the record until the transaction ends. */
  lock(id: Stored["id"]): Promise<Stored | null>;
  list(query: ListQuery<Field>, today: Day): Promise<Page<Listed>>;
  detail(id: Stored["id"], today: Day): Promise<Detail | null>;
  insert(record: Stored): Promise<void>;
  /** Replaces the record. */
  update(record: Stored): Promise<void>;
  /** Has no effect if the record does not exist. */
  remove(id: Stored["id"]): Promise<void>;
}

/** Port: elements of a record's array. Each keeps its id (rental.md §4). */
export interface ElementStore<Parent extends string, Element extends HasId> {
  /** In the order of the array. */
  of(parent: Parent): Promise<readonly Element[]>;
  /** Replaces the array. Removed elements must not be referenced. */
  replace(parent: Parent, elements: readonly Element[]): Promise<void>;
}

/** Port: tombstones of removed records, for clients that follow changes (estate.md 4.2). */
export interface TombstoneStore {
  insert(collection: TombstoneCollection, ids: readonly string[], at: Instant): Promise<void>;
  /** Removes tombstones older than `at`. */
  removeBefore(at: Instant): Promise<void>;
  /** Removes all tombstones of the mandataire, which do not count as dependents (estate.md 4.2). */
  removeAll(): Promise<void>;
}

/**
 * Port: sets `updatedAt` of the records that show a changed record, with one statement per collection (estate.md 4.1).
 */
export interface UpdatePropagationStore {
  bumpUpdatedAt(
    source: EstateCollection,
    id: string,
    targets: readonly ShowingCollection[],
    at: Instant,
  ): Promise<void>;
  /** Same for many records, with the same number of statements. */
  touchAll(
    source: EstateCollection,
    ids: readonly string[],
    targets: readonly ShowingCollection[],
    at: Instant,
  ): Promise<void>;
}
