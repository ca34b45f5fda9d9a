import type { Caller, Digests, Instant, NewId } from "@cartulary/kernel";
import { type LedgerStores, POST_ENTRIES_MAX, type Portions } from "@cartulary/ledger";
import type { RentalStores } from "../ports.ts";
import type { BillingRun } from "../runs/run.ts";
import type { BookedEntry, Booking } from "./accounts.ts";
import { portionsOf } from "./portions.ts";

/** Begins to write what one transaction does to the book. */
export type Bookkeeping = (stores: LedgerStores, caller: Caller) => Portions;

/** A run that is being applied. */
export interface Application {
  readonly stores: RentalStores;
  readonly caller: Caller;
  readonly run: BillingRun;
  readonly booking: Booking;
  readonly now: Instant;
  readonly newId: NewId;
  readonly digests: Pick<Digests, "sha256">;
  /** Called between portions. */
  readonly alive: () => void;
  /** Writes entries after those that were written before, in their order. */
  readonly post: (entries: readonly BookedEntry[]) => Promise<void>;
}

/** Writes the entries of one run: each is its source's next one. */
export function posting({ post }: Portions): Application["post"] {
  let written = 0;
  return async (entries) => {
    for (const portion of portionsOf(entries, POST_ENTRIES_MAX)) {
      const numbered = portion.map((entry, index) => ({ ...entry, sourceSeq: written + index }));
      written += portion.length;
      await post(numbered);
    }
  };
}
