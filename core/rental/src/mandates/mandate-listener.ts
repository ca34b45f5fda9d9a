import type { Caller } from "@cartulary/kernel";
import type { MandateDetail } from "./mandate-detail.ts";

/** Told of mandates inside the transaction that writes them, with its stores. What it throws undoes everything. */
export interface MandateListener<Stores> {
  terminated?(stores: Stores, caller: Caller, termination: MandateTermination): Promise<void>;
}

/** That somebody terminated a mandate, and why; an empty reason is none. */
export interface MandateTermination {
  readonly mandate: MandateDetail;
  readonly reason: string;
}
