import type { Caller } from "@cartulary/kernel";
import type { SealedEntry } from "../entries/entry.ts";
import type { NewEntry } from "../entries/entry-input.ts";
import type { LedgerStores } from "../stores/ports.ts";
import { type Dependencies, lockBookShared } from "./dependencies.ts";
import { type AddedBySubaccount, addAll, letterAddedAtZero, letterRemainderOf } from "./letter-lines.ts";
import { postWithoutLettering } from "./post-entries.ts";
import { createReversalState, finishReversal, reverseBatch } from "./reverse-entries.ts";

/**
 * Writes any number of entries in one transaction, in batches. Subaccounts with automatic lettering are lettered once
 * at the end; doing it per batch would read all unlettered lines each time.
 *
 * The caller must lock their letter series before the first batch; otherwise two concurrent callers could deadlock.
 */
export interface EntryBatchWriter {
  /** As {@link Ledger.post}. */
  post(entries: readonly NewEntry[]): Promise<void>;
  /** As {@link Ledger.reverseAll}, for entries that the caller has read. */
  reverse(originals: readonly SealedEntry[]): Promise<void>;
  /** Letters subaccounts that sum to zero. Call it last. */
  finish(): Promise<void>;
}

/** Creates a batch writer. All its entries have the same timestamp. */
export function createBatchWriter(stores: LedgerStores, settings: Dependencies, caller: Caller): EntryBatchWriter {
  const { plan, newId } = settings;
  const now = settings.clock.now();
  const dependencies = { ...settings, clock: { now: () => now } };
  const posted: AddedBySubaccount = new Map();
  const reversed: AddedBySubaccount = new Map();
  const reversing = createReversalState();
  return {
    async post(entries) {
      if (entries.length > 0) addAll(posted, plan, await postWithoutLettering(stores, dependencies, caller, entries));
    },
    async reverse(originals) {
      if (originals.length === 0) return;
      const inputs = originals.map(({ id }) => ({ id }));
      const { reversals } = await reverseBatch(stores, dependencies, caller, { originals, inputs, reversing });
      addAll(reversed, plan, reversals);
    },
    async finish() {
      const context = { plan, newId, now, book: await lockBookShared(stores) };
      await finishReversal(stores, context, reversing);
      await letterAddedAtZero(stores, context, posted);
      await letterRemainderOf(stores, context, reversed);
    },
  };
}
