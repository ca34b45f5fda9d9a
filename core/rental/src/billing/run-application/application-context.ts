import type { Caller, Digests, Instant, NewId } from "@cartulary/kernel";
import { type EntryBatchWriter, type LedgerStores, POST_ENTRIES_MAX } from "@cartulary/ledger";
import type { BillingStores } from "../ports.ts";
import type { BillingRun } from "../runs/run.ts";
import { chunksOf } from "./chunks.ts";
import type { EntryHeader, UnnumberedEntry } from "./entry-lines.ts";

/** Begins the entry batches of one transaction. */
export type Bookkeeping = (stores: LedgerStores, caller: Caller) => EntryBatchWriter;

/** The context of a run being applied. */
export interface ApplicationContext {
  readonly stores: BillingStores;
  readonly caller: Caller;
  readonly run: BillingRun;
  readonly entryHeader: EntryHeader;
  readonly now: Instant;
  readonly newId: NewId;
  readonly digests: Pick<Digests, "sha256">;
  /** Call between portions. */
  readonly heartbeat: () => void;
  /** Posts entries, numbered after those posted before. */
  readonly post: (entries: readonly UnnumberedEntry[]) => Promise<void>;
}

/** Returns a function that posts the entries of one run, numbered consecutively within their source. */
export function entryPoster({ post }: EntryBatchWriter): ApplicationContext["post"] {
  let written = 0;
  return async (entries) => {
    for (const portion of chunksOf(entries, POST_ENTRIES_MAX)) {
      const numbered = portion.map((entry, index) => ({ ...entry, sourceSeq: written + index }));
      written += portion.length;
      await post(numbered);
    }
  };
}
