import type { Page } from "@cartulary/kernel";
import type { Change, ChangesQuery } from "../agency/change.ts";
import type { IncidentStores } from "../incidents/ports.ts";
import type { LetterBatchStores } from "../letters/ports.ts";
import type { MoneyStores } from "../money/ports.ts";
import type { SyncedCollection } from "./synced-collections.ts";

/** Port: the changes of one mandataire's records. */
export interface ChangeStore {
  /** Returns a page of changes in one statement. Existing records are `present`, dated by their `updatedAt`. */
  list(collection: SyncedCollection, query: ChangesQuery): Promise<Page<Change>>;
}

/** The stores of all synced collections in a transaction of one mandataire. */
export interface ConvergenceStores extends MoneyStores, IncidentStores, Pick<LetterBatchStores, "letterBatches"> {
  readonly changes: ChangeStore;
}
