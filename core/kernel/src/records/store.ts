import type { Id } from "../ids.ts";
import type { ListQuery, Page } from "./listing.ts";

/** A record under an id of its own. */
export interface Identified {
  readonly id: Id<string>;
}

/**
 * Port: the records of one family, each whole under its id. `View` is what is answered of one, where that is more than what
 * is stored. Pinned by `recordFamilyContract` of `@cartulary/ports`.
 */
export interface RecordStore<Stored extends Identified, Field extends string, View extends Stored = Stored> {
  find(id: Stored["id"]): Promise<View | null>;
  /** The stored record, locked until the transaction ends, so that no change of another field is lost. */
  lock(id: Stored["id"]): Promise<Stored | null>;
  list(query: ListQuery<Field>): Promise<Page<View>>;
  insert(record: Stored): Promise<void>;
  /**
   * Replaces the whole record. Where somebody else has changed it since this transaction found it, the transaction's work is
   * run again.
   */
  update(record: Stored): Promise<void>;
  /** Removing what is not there is no error. */
  remove(id: Stored["id"]): Promise<void>;
}
