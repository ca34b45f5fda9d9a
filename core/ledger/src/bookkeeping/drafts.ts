import { type Caller, existing, monthOf } from "@cartulary/kernel";
import type { Book, Draft, EntryContent, EntryId, SealedEntry } from "../entries/entry.ts";
import type { NewEntry } from "../entries/entry-input.ts";
import type { LedgerStores } from "../stores/ports.ts";
import { type Dependencies, lockedBook } from "./dependencies.ts";
import { requireBegun, requireOpen, sealed, written } from "./posting.ts";

/** {@link Ledger.draft} */
export async function draft(stores: LedgerStores, dependencies: Dependencies, entry: NewEntry): Promise<Draft> {
  const book = await lockedBook(stores);
  const drafted = { ...(await content(stores, dependencies, book, entry)), updatedAt: dependencies.clock.now() };
  await stores.drafts.insert(drafted);
  return drafted;
}

/** {@link Ledger.redraft} */
export async function redraft(
  stores: LedgerStores,
  dependencies: Dependencies,
  { id, entry }: { readonly id: EntryId; readonly entry: NewEntry },
): Promise<Draft> {
  const book = await lockedBook(stores);
  const { entryDate } = existing(await stores.drafts.lock(id));
  const entryContent = await content(stores, dependencies, book, entry);
  const redrafted = { ...entryContent, id, entryDate, updatedAt: dependencies.clock.now() };
  await stores.drafts.update(redrafted);
  return redrafted;
}

/** {@link Ledger.discard} */
export async function discard(stores: LedgerStores, id: EntryId): Promise<void> {
  await lockedBook(stores);
  existing(await stores.drafts.lock(id));
  await stores.drafts.remove(id);
}

/** {@link Ledger.validate} */
export async function validate(
  stores: LedgerStores,
  dependencies: Dependencies,
  caller: Caller,
  id: EntryId,
): Promise<SealedEntry> {
  const book = await lockedBook(stores);
  const { updatedAt: _, ...drafted } = existing(await stores.drafts.lock(id));
  // Removed first: a source makes one entry at most, drafts counted.
  await stores.drafts.remove(id);
  const [entry] = await sealed(stores, dependencies, { book, caller, contents: [drafted] });
  return existing(entry);
}

/** A draft in a closed month would keep that month from ever having been closed; one before the book has no day to come. */
async function content(
  stores: LedgerStores,
  dependencies: Dependencies,
  book: Book,
  entry: NewEntry,
): Promise<EntryContent> {
  const [entryContent] = await written(stores, dependencies, [entry], () => "");
  const drafted = existing(entryContent);
  requireOpen(book, monthOf(drafted.accountingDate));
  await requireBegun(stores, [drafted]);
  return drafted;
}
