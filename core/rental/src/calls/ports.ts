import type { Day, Id, ListQuery, Page } from "@cartulary/kernel";
import type { RentCall, RentCallField, RentCallId, RentCallView } from "./rent-call.ts";

/** The rent calls of the mandataire that the stores were handed out for. Each method is a number of statements that does not grow. */
export interface RentCallStore {
  find(id: RentCallId): Promise<RentCall | null>;
  list(query: ListQuery<RentCallField>, today: Day): Promise<Page<RentCallView>>;
  /** Those of these that there are, by id, locked until the transaction ends. */
  lock(ids: readonly RentCallId[]): Promise<readonly RentCall[]>;
  /** Those of a run, by id, `limit` at most, from the first one after `after`; locked. */
  lockOf(runId: Id<"BillingRun">, after: RentCallId | null, limit: number): Promise<readonly RentCall[]>;
  insert(calls: readonly RentCall[]): Promise<void>;
  /** Writes what was paid on calls, where they stand, and when that changed; of a call nothing else ever does. */
  update(calls: readonly RentCall[]): Promise<void>;
}
