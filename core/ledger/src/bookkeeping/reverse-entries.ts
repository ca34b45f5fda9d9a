import { type Caller, dayInParis, type FieldError, type Instant, orNotFound, throwIfInvalid } from "@cartulary/kernel";
import type { Subaccount } from "../accounts/account.ts";
import type { Book, SealedEntry } from "../entries/entry.ts";
import { reversalErrors } from "../entries/entry-input.ts";
import { type ReversalInput, reversalOf } from "../entries/reversal.ts";
import {
  type LetteringId,
  type LetterSeries,
  letterableLine,
  subaccountKey,
  withoutLettering,
} from "../lettering/lettering.ts";
import type { LedgerStores } from "../stores/ports.ts";
import { type Dependencies, lockBookShared } from "./dependencies.ts";
import { dissolve, type LetteringGroup, letterRemainder, letterRunsOf } from "./letter-lines.ts";
import { assignNumbers, insertLettered } from "./post-entries.ts";

/** {@link Ledger.reverse} */
export async function reverse(
  stores: LedgerStores,
  dependencies: Dependencies,
  caller: Caller,
  input: ReversalInput,
): Promise<SealedEntry> {
  throwIfInvalid(reversalErrors(input, dependencies.plan));
  const [reversal] = await reverseEntries(stores, dependencies, caller, [input]);
  return orNotFound(reversal);
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
  throwIfInvalid(errors);
  return inputs.length === 0 ? [] : reverseEntries(stores, dependencies, caller, inputs);
}

async function reverseEntries(
  stores: LedgerStores,
  dependencies: Dependencies,
  caller: Caller,
  inputs: readonly ReversalInput[],
): Promise<readonly SealedEntry[]> {
  const { plan, newId } = dependencies;
  const originals = await stores.entries.findSealed([...new Set(inputs.map(({ id }) => id))]);
  const reversing = createReversalState();
  const toReverse = { originals, inputs, reversing };
  const { book, now, reversals } = await reverseBatch(stores, dependencies, caller, toReverse);
  await finishReversal(stores, { book, now }, reversing);
  // The remaining lines may now sum to zero.
  await letterRemainder(stores, { book, plan, newId, now }, reversals);
  return reversals;
}

/** Writes deferred to the end of a reversal, because each batch would repeat them. */
interface Reversing {
  /** Locked letter series by {@link subaccountKey}, advanced so far. */
  readonly letters: Map<string, LetterSeries>;
  /** Groups from which lines were removed. */
  readonly groups: Set<LetteringId>;
}

export const createReversalState = (): Reversing => ({ letters: new Map(), groups: new Set() });

/** Letter series or groups per statement. */
const TOGETHER = 500;

/** Writes the letter series and dissolves the remains of groups. */
export async function finishReversal(
  stores: LedgerStores,
  context: Pick<Reversed, "book" | "now">,
  { letters, groups }: Reversing,
): Promise<void> {
  for (const some of portionsOf([...letters.values()])) await stores.letterings.update(some);
  for (const some of portionsOf([...groups])) await dissolve(stores, context, some);
}

/** Entries to reverse, with the input of each. */
interface ToReverse {
  readonly originals: readonly SealedEntry[];
  readonly inputs: readonly ReversalInput[];
  readonly reversing: Reversing;
}

interface Reversed {
  readonly book: Book;
  readonly now: Instant;
  readonly reversals: readonly SealedEntry[];
}

/**
 * Reverses entries, and letters each with its reversal. The caller letters the remaining lines and calls {@link
 * finishReversal}. Uses a constant number of statements.
 */
export async function reverseBatch(
  stores: LedgerStores,
  dependencies: Dependencies,
  caller: Caller,
  { originals, inputs, reversing }: ToReverse,
): Promise<Reversed> {
  const { plan, clock, newId } = dependencies;
  const book = await lockBookShared(stores);
  const originalsById = new Map(originals.map((entry) => [entry.id, entry]));
  const at = clock.now();
  const today = dayInParis(at);
  const contents = inputs.map((input) =>
    reversalOf(orNotFound(originalsById.get(input.id)), book, { plan, input, now: at, today, newId }),
  );
  const made = await assignNumbers(stores, dependencies, { book, caller, contents, takesBack: true });
  const { entries: reversals, now } = made;
  const pairs = await pairsOf(stores, reversing, book, { originals, reversals });
  const lettered = letterRunsOf({ book, newId }, pairs);
  await insertLettered(stores, made, { lines: lettered.lines, series: [] });
  for (const series of lettered.series) reversing.letters.set(subaccountKey(series), series);
  return { book, now, reversals };
}

/** Entries and their reversals. */
interface ReversedEntries {
  readonly originals: readonly SealedEntry[];
  readonly reversals: readonly SealedEntry[];
}

/**
 * Pairs the lines of each entry and its reversal per subaccount; they sum to zero and become one group, also when the
 * lines were in other groups. Locks all letter series.
 */
async function pairsOf(
  { letterings }: LedgerStores,
  { letters, groups }: Reversing,
  book: Book,
  { originals, reversals }: ReversedEntries,
): Promise<readonly LetteringGroup[]> {
  const all = [...originals, ...reversals];
  const subaccounts = new Map<string, Subaccount>();
  for (const line of all.flatMap(({ lines }) => lines)) subaccounts.set(subaccountKey(line), line);
  const unlocked = [...subaccounts].flatMap(([key, subaccount]) => (letters.has(key) ? [] : [subaccount]));
  for (const series of await letterings.lock(unlocked)) letters.set(subaccountKey(series), series);
  const lettered = await letterings.ofEntries(originals.map(({ id }) => id));
  for (const { lettering } of lettered) if (lettering.groupId !== null) groups.add(lettering.groupId);
  const before = new Map(lettered.map((each) => [each.lineId, each]));
  const linesByEntry = new Map(
    all.map((entry) => [
      entry.id,
      entry.lines.map((line) => withoutLettering(letterableLine(entry, line, before.get(line.id)), book)),
    ]),
  );
  return reversals.flatMap(({ id, reversalOfId }) => {
    const pair = [...(linesByEntry.get(reversalOfId ?? id) ?? []), ...(linesByEntry.get(id) ?? [])];
    return [...Map.groupBy(pair, subaccountKey)].map(([key, lines]) => ({
      series: orNotFound(letters.get(key)),
      lines,
    }));
  });
}

function* portionsOf<Item>(all: readonly Item[]): Generator<readonly Item[]> {
  for (let from = 0; from < all.length; from += TOGETHER) yield all.slice(from, from + TOGETHER);
}
