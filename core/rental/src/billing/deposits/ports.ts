import type { Day, Id, Instant, ListQuery, Page } from "@cartulary/kernel";
import type { LeaseId } from "../../property/leases/lease.ts";
import type { RentCallId } from "../rent-calls/rent-call.ts";
import type { SecurityDeposit, SecurityDepositField, SecurityDepositId } from "./security-deposit.ts";

/** Port: the deposits of one mandataire's tenants. Each method is one statement, but for `insert` and `removeOf`. */
export interface SecurityDepositStore {
  find(id: SecurityDepositId): Promise<SecurityDeposit | null>;
  /** Locks the record until the transaction ends. */
  lock(id: SecurityDepositId): Promise<SecurityDeposit | null>;
  list(query: ListQuery<SecurityDepositField>): Promise<Page<SecurityDeposit>>;
  /** Inserts deposits and marks their leases: no run calls them again. */
  insert(deposits: readonly SecurityDeposit[]): Promise<void>;
  /** Marks leases whose deposit no run calls, since it was paid before the book begins. */
  markUncalled(leases: readonly LeaseId[]): Promise<void>;
  update(deposit: SecurityDeposit): Promise<void>;
  /** Removes the deposits that a run called, and marks their leases: the next run calls them again. Returns them. */
  removeOf(runId: Id<"BillingRun">): Promise<readonly SecurityDeposit[]>;
  /** Updates the received amount of deposits that are not returned, from the allocations to these calls. */
  refresh(calls: readonly RentCallId[], now: Instant): Promise<void>;
  /** Returns the returned deposits that a call called, by id. */
  returnedOf(call: RentCallId): Promise<readonly SecurityDeposit[]>;
  /** Returns received deposits that are not returned, of leases that ended before a day, by id. */
  unreturned(endedBefore: Day): Promise<readonly SecurityDeposit[]>;
}

export interface SecurityDepositStores {
  readonly securityDeposits: SecurityDepositStore;
}
