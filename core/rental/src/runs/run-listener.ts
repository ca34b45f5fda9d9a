import type { Caller } from "@cartulary/kernel";
import type { BillingRun } from "./run.ts";

/** Told of what somebody did to a run, in the transaction that did it. */
export interface RunListener<Stores> {
  /** `forced` where anomalies were passed over unseen, or might have been. */
  validated?(stores: Stores, caller: Caller, run: BillingRun, forced: boolean): Promise<void>;
}
