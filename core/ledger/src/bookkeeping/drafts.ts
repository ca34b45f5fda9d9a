import { type Caller, monthOf, orNotFound } from "@cartulary/kernel";
import type { Book, Draft, EntryContent, EntryId, SealedEntry } from "../entries/entry.ts";
import type { NewEntry } from "../entries/entry-input.ts";
import type { LedgerStores } from "../stores/ports.ts";
import { type Dependencies, lockBookShared } from "./dependencies.ts";
import { buildEntries, requireAfterOpening, requireOpen, sealAndInsert } from "./post-entries.ts";

/** {@link Ledger.draft} */
export async function draft(stores: LedgerStores, dependencies: Dependencies, entry: NewEntry): Promise<Draft> {
  const book = await lockBookShared(stores);
  const drafted = { ...(await content(stores, dependencies, book, entry)), updatedAt: dependencies.clock.now() };
  await stores.drafts.insert(drafted);
  return drafted;
}

/** {@link Ledger.updateDraft} */
export async function updateDraft(
  stores: LedgerStores,
  dependencies: Dependencies,
  { id, entry }: { readonly id: EntryId; readonly entry: NewEntry },
): Promise<Draft> {
  const book = await lockBookShared(stores);
  const { entryDate } = orNotFound(await stores.drafts.lock(id));
  const entryContent = await content(stores, dependencies, book, entry);
  const redrafted = { ...entryContent, id, entryDate, updatedAt: dependencies.clock.now() };
  await stores.drafts.update(redrafted);
  return redrafted;
}

/** {@link Ledger.discard} */
export async function discard(stores: LedgerStores, id: EntryId): Promise<void> {
  await lockBookShared(stores);
  orNotFound(await stores.drafts.lock(id));
  await stores.drafts.remove(id);
}

/** {@link Ledger.validate} */
export async function validate(
  stores: LedgerStores,
  dependencies: Dependencies,
  caller: Caller,
  id: EntryId,
): Promise<SealedEntry> {
  const book = await lockBookShared(stores);
  const { updatedAt: _, ...drafted } = orNotFound(await stores.drafts.lock(id));
  // Removed first, because a source may have only one entry, drafts included.
  await stores.drafts.remove(id);
  const [entry] = await sealAndInsert(stores, dependencies, { book, caller, contents: [drafted] });
  return orNotFound(entry);
}

/** Builds a draft. Rejects a closed month and dates before the opening balances, where it could never be validated. */
async function content(
  stores: LedgerStores,
  dependencies: Dependencies,
  book: Book,
  entry: NewEntry,
): Promise<EntryContent> {
  const [entryContent] = await buildEntries(stores, dependencies, [entry], () => "");
  const drafted = orNotFound(entryContent);
  requireOpen(book, monthOf(drafted.accountingDate));
  await requireAfterOpening(stores, [drafted]);
  return drafted;
}
