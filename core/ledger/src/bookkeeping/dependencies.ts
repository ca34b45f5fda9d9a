import { type Clock, type Digests, existing, type NewId } from "@cartulary/kernel";
import type { Plan } from "../accounts/chart.ts";
import type { Book } from "../entries/entry.ts";
import type { LedgerStores } from "../stores/ports.ts";

/** What the use cases of a ledger are made of. */
export interface Dependencies {
  readonly clock: Clock;
  readonly newId: NewId;
  readonly digests: Digests;
  readonly plan: Plan;
}

/** The book, kept from being closed meanwhile; 404 where none was opened. */
export async function lockedBook({ books }: Pick<LedgerStores, "books">): Promise<Book> {
  return existing(await books.lockShared());
}
