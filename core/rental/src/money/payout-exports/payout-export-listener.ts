import type { Caller } from "@cartulary/kernel";
import type { PayoutExport } from "./payout-export.ts";

/** Notified of bank files in the transaction that writes them, with its stores. An error rolls the transaction back. */
export interface PayoutExportListener<Stores> {
  /** A file was created. */
  created?(stores: Stores, caller: Caller, payoutExport: PayoutExport): Promise<void>;
  /** A file was withdrawn, because the bank did not get it. */
  removed?(stores: Stores, caller: Caller, payoutExport: PayoutExport): Promise<void>;
}
