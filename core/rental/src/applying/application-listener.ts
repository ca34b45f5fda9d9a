import type { Caller } from "@cartulary/kernel";
import type { RentCall } from "../calls/rent-call.ts";
import type { BillingRun } from "../runs/run.ts";

/** Told of a run that is applied or taken back, in the transaction that does it. */
export interface ApplicationListener<Stores> {
  /** Its calls are issued, its fees and payouts ordered. */
  applied?(stores: Stores, caller: Caller, application: AppliedRun): Promise<void>;
  /**
   * It is about to be taken back: what applying it allocated is to be taken back first. Whoever stands in the way refuses
   * it (409 `conflict`); so does what is still paid on one of its calls afterwards.
   */
  cancelling?(stores: Stores, caller: Caller, run: BillingRun): Promise<void>;
  /** It is cancelled, applied before or not. */
  cancelled?(stores: Stores, caller: Caller, run: BillingRun): Promise<void>;
}

/** A run, and what it called for. */
export interface AppliedRun {
  readonly run: BillingRun;
  /** In the order of their references. */
  readonly calls: readonly RentCall[];
}
