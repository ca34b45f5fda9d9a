import type { Day, Id, ListQuery, Page } from "@cartulary/kernel";
import type { PaymentOfCall } from "./paid-contributions.ts";
import type { RentCall, RentCallField, RentCallId, RentCallView } from "./rent-call.ts";

/** Port: the rent calls of one mandataire. The number of statements of each method is constant. */
export interface RentCallStore {
  find(id: RentCallId): Promise<RentCall | null>;
  /** Returns the call as clients see it on a day, by the tolerance of the day's term. */
  view(call: RentCall, today: Day): Promise<RentCallView>;
  list(query: ListQuery<RentCallField>, today: Day): Promise<Page<RentCallView>>;
  /** Locks until the transaction ends and returns those of the ids that exist, by id. */
  lock(ids: readonly RentCallId[]): Promise<readonly RentCall[]>;
  /** Locks and returns the calls of a run, by id, after an id, at most `limit`. */
  lockOf(runId: Id<"BillingRun">, after: RentCallId | null, limit: number): Promise<readonly RentCall[]>;
  /** Returns what payments pay of these calls and is not reversed, by payment day, then by reference of the payment. */
  paymentsOf(calls: readonly RentCallId[]): Promise<readonly PaymentOfCall[]>;
  insert(calls: readonly RentCall[]): Promise<void>;
  /** Updates paid amount and status of calls; other fields never change. */
  update(calls: readonly RentCall[]): Promise<void>;
}
