import type { Caller } from "@cartulary/kernel";
import type { BillingRun } from "./run.ts";

/** Notified of user actions on a run, in the same transaction. */
export interface RunListener<Stores> {
  /** `forced` is true if the user skipped the check for unacknowledged anomalies. */
  validated?(stores: Stores, caller: Caller, run: BillingRun, forced: boolean): Promise<void>;
}
