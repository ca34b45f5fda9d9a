import { type Caller, existing, type FieldError, requireSound } from "@cartulary/kernel";
import type { Subaccount } from "../accounts/account.ts";
import { dayInParis } from "../accounts/paris.ts";
import type { Book, EntryId, SealedEntry } from "../entries/entry.ts";
import { reversalErrors } from "../entries/entry-input.ts";
import { type ReversalInput, reversalOf } from "../entries/reversal.ts";
import { freed, subaccountKey } from "../lettering/lettering.ts";
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
  requireSound(reversalErrors(input, dependencies.plan));
  const [reversal] = await takenBack(stores, dependencies, caller, [input]);
  return existing(reversal);
}

/** {@link Ledger.reverseAll} */
export async function reverseAll(
  stores: LedgerStores,
  dependencies: Dependencies,
  caller: Caller,
  inputs: readonly ReversalInput[],
): Promise<readonly SealedEntry[]> {
  const errors = inputs.flatMap((input, index) =>
    reversalErrors(input, dependencies.plan).map(
      (error): FieldError => ({ ...error, field: `reversals[${index}].${error.field}` }),
    ),
  );
  requireSound(errors);
  return inputs.length === 0 ? [] : takenBack(stores, dependencies, caller, inputs);
}

/** In a number of statements that does not grow with the entries. */
async function takenBack(
  stores: LedgerStores,
  dependencies: Dependencies,
  caller: Caller,
  inputs: readonly ReversalInput[],
): Promise<readonly SealedEntry[]> {
  const { plan, clock, newId } = dependencies;
  const book = await lockedBook(stores);
  const found = await stores.entries.sealed([...new Set(inputs.map(({ id }) => id))]);
  const originals = new Map(found.map((entry) => [entry.id, entry]));
  const now = clock.now();
  const contents = inputs.map((input) =>
    reversalOf(existing(originals.get(input.id)), book, { plan, input, now, today: dayInParis(now), newId }),
  );
  const reversals = await sealed(stores, dependencies, { book, caller, contents, takesBack: true });
  await letterTogether(stores, dependencies, book, { originals, reversals });
  // Without them, what is left may sum to zero.
  await letterLeftAtZero(stores, { book, plan, newId, now }, reversals);
  return reversals;
}

/** Entries, and what takes each of them back. */
interface TakenBack {
  readonly originals: ReadonlyMap<EntryId, SealedEntry>;
  readonly reversals: readonly SealedEntry[];
}

/**
 * On each subaccount an entry and its reversal sum to zero, and are lettered as one group; what their lines were lettered
 * with is let go first.
 */
async function letterTogether(
  stores: LedgerStores,
  dependencies: Dependencies,
  book: Book,
  { originals, reversals }: TakenBack,
): Promise<void> {
  const all = [...originals.values(), ...reversals].flatMap(({ lines }) => lines);
  const subaccounts = new Map<string, Subaccount>(all.map((line) => [subaccountKey(line), line]));
  const series = await stores.letterings.lock([...subaccounts.values()]);
  const seriesByKey = new Map(series.map((each) => [subaccountKey(each), each]));
  const found = new Map((await stores.letterings.lines(all.map(({ id }) => id))).map((line) => [line.id, line]));
  // In the order of the entries, whatever order they come in: groups are made by it.
  const lines = all.map(({ id }) => existing(found.get(id)));
  const groups = new Set(lines.flatMap(({ lettering: { groupId } }) => groupId ?? []));
  await unletter(stores, dependencies, [...groups]);
  const freeByEntry = Map.groupBy(
    lines.map((line) => freed(line, book)),
    ({ entryId }) => entryId,
  );
  const runs = reversals.flatMap(({ id, reversalOfId }) => {
    const pair = [...(freeByEntry.get(reversalOfId ?? id) ?? []), ...(freeByEntry.get(id) ?? [])];
    return [...Map.groupBy(pair, subaccountKey)].map(([key, own]) => ({
      series: existing(seriesByKey.get(key)),
      lines: own,
    }));
  });
  await giveLetters(stores, { book, newId: dependencies.newId, now: dependencies.clock.now() }, runs);
}
