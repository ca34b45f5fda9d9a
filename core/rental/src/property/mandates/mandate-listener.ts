import type { Caller } from "@cartulary/kernel";
import type { MandateDetail } from "./mandate-detail.ts";

/** Called inside the transaction that writes a mandate, with its stores. An exception rolls it back. */
export interface MandateListener<Stores> {
  terminated?(stores: Stores, caller: Caller, termination: MandateTermination): Promise<void>;
}

/** A terminated mandate and the reason, which may be empty. */
export interface MandateTermination {
  readonly mandate: MandateDetail;
  readonly reason: string;
}
