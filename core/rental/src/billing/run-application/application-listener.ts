import type { Caller } from "@cartulary/kernel";
import type { RentCall } from "../rent-calls/rent-call.ts";
import type { BillingRun } from "../runs/run.ts";

/** Notified when a run is applied or cancelled, in the same transaction. */
export interface ApplicationListener<Stores> {
  /** The rent calls are issued, the fees and payouts ordered. */
  applied?(stores: Stores, caller: Caller, application: AppliedRun): Promise<void>;
  /**
   * The run is about to be cancelled; reverses the allocations that its application made. Throws 409 `conflict` to
   * prevent the cancellation, as does an amount still paid on one of its calls afterwards.
   */
  cancelling?(stores: Stores, caller: Caller, run: BillingRun): Promise<void>;
  /** The run is cancelled, whether it was applied or not. */
  cancelled?(stores: Stores, caller: Caller, run: BillingRun): Promise<void>;
}

/** An applied run with its rent calls. */
export interface AppliedRun {
  readonly run: BillingRun;
  /** Sorted by reference. */
  readonly calls: readonly RentCall[];
}
