import type { Caller } from "@cartulary/kernel";
import type { SealedEntry } from "../entries/entry.ts";
import type { NewEntry } from "../entries/entry-input.ts";
import type { LedgerStores } from "../stores/ports.ts";
import { type Dependencies, lockedBook } from "./dependencies.ts";
import { type AddedBySubaccount, addAll, letterAdded, letterLeft } from "./letterings.ts";
import { postUnlettered } from "./posting.ts";
import { endReversing, newReversing, reverseTogether } from "./reversing.ts";

/**
 * More entries than one call takes, of one transaction, portion by portion. Subaccounts that letter themselves are looked
 * at once, when all is written: portion by portion, each would go through all that has no letters yet.
 *
 * Whoever uses this has locked their letters before the first portion, or two who do wait for each other.
 */
export interface Portions {
  /** As {@link Ledger.post}. */
  post(entries: readonly NewEntry[]): Promise<void>;
  /** As {@link Ledger.reverseAll}, of entries that were read. */
  reverse(originals: readonly SealedEntry[]): Promise<void>;
  /** Letters what came to zero. Nothing is to follow. */
  end(): Promise<void>;
}

/** All of it is of one instant. */
export function portionsIn(stores: LedgerStores, settings: Dependencies, caller: Caller): Portions {
  const { plan, newId } = settings;
  const now = settings.clock.now();
  const dependencies = { ...settings, clock: { now: () => now } };
  const posted: AddedBySubaccount = new Map();
  const reversed: AddedBySubaccount = new Map();
  const reversing = newReversing();
  return {
    async post(entries) {
      if (entries.length > 0) addAll(posted, plan, await postUnlettered(stores, dependencies, caller, entries));
    },
    async reverse(originals) {
      if (originals.length === 0) return;
      const inputs = originals.map(({ id }) => ({ id }));
      const { reversals } = await reverseTogether(stores, dependencies, caller, { originals, inputs, reversing });
      addAll(reversed, plan, reversals);
    },
    async end() {
      const context = { plan, newId, now, book: await lockedBook(stores) };
      await endReversing(stores, context, reversing);
      await letterAdded(stores, context, posted);
      await letterLeft(stores, context, reversed);
    },
  };
}
