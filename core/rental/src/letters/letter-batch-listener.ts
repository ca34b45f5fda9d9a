import type { Caller } from "@cartulary/kernel";
import type { LetterBatch } from "./letter-batch.ts";

/** Notified of many letters in the transaction that writes them, with its stores. An error rolls the transaction back. */
export interface LetterBatchListener<Stores> {
  requested?(stores: Stores, caller: Caller, batch: LetterBatch): Promise<void>;
  cancelled?(stores: Stores, caller: Caller, batch: LetterBatch): Promise<void>;
}
