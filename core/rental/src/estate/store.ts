import type { Day, Identified, Instant, ListQuery, Page } from "@cartulary/kernel";
import type { Buried, Collection } from "./collections.ts";

/**
 * Port: the records of one family of one mandataire. What a date decides is answered as of the day that is given. Each
 * method is a number of statements that does not grow with what is found.
 */
export interface EstateStore<Stored extends Identified, Field extends string, Listed, Detail> {
  find(id: Stored["id"]): Promise<Stored | null>;
  /** Locked until the transaction ends. */
  lock(id: Stored["id"]): Promise<Stored | null>;
  list(query: ListQuery<Field>, today: Day): Promise<Page<Listed>>;
  detail(id: Stored["id"], today: Day): Promise<Detail | null>;
  insert(record: Stored): Promise<void>;
  /** Replaces the record. */
  update(record: Stored): Promise<void>;
  /** Removing what is not there is no error. */
  remove(id: Stored["id"]): Promise<void>;
}

/** Elements of an array of a record, each under an id of its own that it keeps (rental.md §4). */
export interface ElementStore<Parent extends string, Element extends Identified> {
  /** In the order in which they were given. */
  of(parent: Parent): Promise<readonly Element[]>;
  /** The array is these from now on. What is to go is used by nobody. */
  replace(parent: Parent, elements: readonly Element[]): Promise<void>;
}

/** What is left of records that are gone, for whoever follows what changes (estate.md 4.2). */
export interface TombstoneStore {
  insert(collection: Buried, ids: readonly string[], at: Instant): Promise<void>;
  /** Forgets those of removals before a moment. */
  removeBefore(at: Instant): Promise<void>;
  /** All of a mandataire that is going: they are nobody's dependents (estate.md 4.2). */
  removeAll(): Promise<void>;
}

/** Moves `updatedAt` of whatever shows a record, one statement for each collection (estate.md 4.1). */
export interface TouchStore {
  touch(source: Collection, id: string, targets: readonly Collection[], at: Instant): Promise<void>;
  /** The same for many records at once, with no more statements. */
  touchAll(source: Collection, ids: readonly string[], targets: readonly Collection[], at: Instant): Promise<void>;
}

/** How far codes have come. A locked row, so that what is rolled back leaves no gap. */
export interface CodeStore {
  /** The last number of a kind, 0 where there was none; locked until the transaction ends. */
  lock(kind: string): Promise<number>;
  /** Writes back what was locked. */
  set(kind: string, last: number): Promise<void>;
  /** Those of these codes that somebody had who is gone. */
  retired(codes: readonly string[]): Promise<readonly string[]>;
  /** Nobody gets this code again. */
  retire(code: string): Promise<void>;
  /** Forgets all of a mandataire that is going. */
  removeAll(): Promise<void>;
}
