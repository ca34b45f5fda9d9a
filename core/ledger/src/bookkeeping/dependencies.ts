import { type Clock, type Digests, type NewId, orNotFound } from "@cartulary/kernel";
import type { ValidatedPlan } from "../accounts/ledger-plan.ts";
import type { Book } from "../entries/entry.ts";
import type { LedgerStores } from "../stores/ports.ts";

export interface Dependencies {
  readonly clock: Clock;
  readonly newId: NewId;
  readonly digests: Digests;
  readonly plan: ValidatedPlan;
}

/** Locks the book in share mode, which prevents closing a month; throws 404 when no book is open. */
export async function lockBookShared({ books }: Pick<LedgerStores, "books">): Promise<Book> {
  return orNotFound(await books.lockShared());
}
