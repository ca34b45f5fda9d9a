import type { Id } from "../ids.ts";
import type { ListQuery, Page } from "./listing.ts";

export interface HasId {
  readonly id: Id<string>;
}

/**
 * Port: storage of one record family. `View` is the type of read records, if they contain more than the stored ones.
 * Tested by `recordFamilyContract` of `@cartulary/ports`.
 */
export interface RecordStore<Stored extends HasId, Field extends string, View extends Stored = Stored> {
  find(id: Stored["id"]): Promise<View | null>;
  /** Returns the stored record and locks it until the transaction ends, which prevents lost updates. */
  lock(id: Stored["id"]): Promise<Stored | null>;
  list(query: ListQuery<Field>): Promise<Page<View>>;
  insert(record: Stored): Promise<void>;
  /**
   * Replaces the whole record. If another transaction changed it after this one read it, this transaction runs again.
   */
  update(record: Stored): Promise<void>;
  /** Does nothing if there is no record. */
  remove(id: Stored["id"]): Promise<void>;
}
