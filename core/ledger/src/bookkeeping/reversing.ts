import { type Caller, existing, requireSound } from "@cartulary/kernel";
import type { Subaccount } from "../accounts/account.ts";
import { dayInParis } from "../accounts/paris.ts";
import type { Book, SealedEntry } from "../entries/entry.ts";
import { reversalErrors } from "../entries/entry-input.ts";
import { type ReversalInput, reversalOf } from "../entries/reversal.ts";
import { freed, isOf, subaccountKey } from "../lettering/lettering.ts";
import type { LedgerStores } from "../stores/ports.ts";
import { type Dependencies, lockedBook } from "./dependencies.ts";
import { giveLetters, letterLeftAtZero, unletter } from "./letterings.ts";
import { sealed } from "./posting.ts";

/** {@link Ledger.reverse} */
export async function reverse(
  stores: LedgerStores,
  dependencies: Dependencies,
  caller: Caller,
  input: ReversalInput,
): Promise<SealedEntry> {
  const { plan, clock, newId } = dependencies;
  requireSound(reversalErrors(input));
  const book = await lockedBook(stores);
  const original = existing((await stores.entries.sealed([input.id]))[0]);
  const now = clock.now();
  const content = reversalOf(original, book, { plan, input, now, today: dayInParis(now), newId });
  const [reversal] = await sealed(stores, dependencies, {
    book,
    caller,
    contents: [content],
    reversalOfId: original.id,
  });
  await letterTogether(stores, dependencies, book, { original, reversal: existing(reversal) });
  // Without the two, what is left may sum to zero.
  await letterLeftAtZero(stores, { book, plan, newId, now }, existing(reversal));
  return existing(reversal);
}

/** On each subaccount the entry and its reversal sum to zero; what their lines were lettered with is let go first. */
async function letterTogether(
  stores: LedgerStores,
  dependencies: Dependencies,
  book: Book,
  { original, reversal }: { readonly original: SealedEntry; readonly reversal: SealedEntry },
): Promise<void> {
  const touched = new Map<string, Subaccount>(original.lines.map((line) => [subaccountKey(line), line]));
  const subaccounts = [...touched.values()];
  const series = await stores.letterings.lock(subaccounts);
  const lines = await stores.letterings.lines([...original.lines, ...reversal.lines].map(({ id }) => id));
  const groups = new Set(lines.flatMap(({ lettering: { groupId } }) => groupId ?? []));
  await unletter(stores, dependencies, [...groups]);
  const free = lines.map((line) => freed(line, book));
  const grouped = series.map((each) => ({ series: each, lines: free.filter((line) => isOf(line, each)) }));
  await giveLetters(stores, { book, newId: dependencies.newId, now: reversal.updatedAt }, grouped);
}
