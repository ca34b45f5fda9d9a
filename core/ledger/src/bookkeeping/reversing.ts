import { type Caller, existing, type FieldError, type Instant, requireSound } from "@cartulary/kernel";
import type { Subaccount } from "../accounts/account.ts";
import { dayInParis } from "../accounts/paris.ts";
import type { Book, SealedEntry } from "../entries/entry.ts";
import { reversalErrors } from "../entries/entry-input.ts";
import { type ReversalInput, reversalOf } from "../entries/reversal.ts";
import { freed, type LetteringId, type LetterSeries, letterableLine, subaccountKey } from "../lettering/lettering.ts";
import type { LedgerStores } from "../stores/ports.ts";
import { type Dependencies, lockedBook } from "./dependencies.ts";
import { dissolve, type LetteredTogether, letteredRuns, letterLeftAtZero } from "./letterings.ts";
import { insertLettered, numbered } from "./posting.ts";

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

async function takenBack(
  stores: LedgerStores,
  dependencies: Dependencies,
  caller: Caller,
  inputs: readonly ReversalInput[],
): Promise<readonly SealedEntry[]> {
  const { plan, newId } = dependencies;
  const originals = await stores.entries.sealed([...new Set(inputs.map(({ id }) => id))]);
  const reversing = newReversing();
  const toReverse = { originals, inputs, reversing };
  const { book, now, reversals } = await reverseTogether(stores, dependencies, caller, toReverse);
  await endReversing(stores, { book, now }, reversing);
  // Without them, what is left may sum to zero.
  await letterLeftAtZero(stores, { book, plan, newId, now }, reversals);
  return reversals;
}

/** What is written only once nothing more is taken back: portion by portion it would be written again and again. */
interface Reversing {
  /** The letters that were locked, by {@link subaccountKey}, as far as they have come. */
  readonly letters: Map<string, LetterSeries>;
  /** Groups that lines were taken out of. */
  readonly groups: Set<LetteringId>;
}

/** Nothing is taken back yet. */
export const newReversing = (): Reversing => ({ letters: new Map(), groups: new Set() });

/** Letters and groups that one statement is sent. */
const TOGETHER = 500;

/** Writes how far letters have come, and dissolves what is left of groups. */
export async function endReversing(
  stores: LedgerStores,
  context: Pick<Reversed, "book" | "now">,
  { letters, groups }: Reversing,
): Promise<void> {
  for (const some of portionsOf([...letters.values()])) await stores.letterings.update(some);
  for (const some of portionsOf([...groups])) await dissolve(stores, context, some);
}

/** Entries that were read, and how each is taken back. */
interface ToReverse {
  readonly originals: readonly SealedEntry[];
  readonly inputs: readonly ReversalInput[];
  readonly reversing: Reversing;
}

/** What entries were taken back by. */
interface Reversed {
  readonly book: Book;
  readonly now: Instant;
  readonly reversals: readonly SealedEntry[];
}

/**
 * Takes entries back, each lettered with what takes it back; what is left on their subaccounts is looked after by whoever
 * asks, who also ends it ({@link endReversing}). In a number of statements that does not grow with the entries.
 */
export async function reverseTogether(
  stores: LedgerStores,
  dependencies: Dependencies,
  caller: Caller,
  { originals, inputs, reversing }: ToReverse,
): Promise<Reversed> {
  const { plan, clock, newId } = dependencies;
  const book = await lockedBook(stores);
  const originalsById = new Map(originals.map((entry) => [entry.id, entry]));
  const at = clock.now();
  const today = dayInParis(at);
  const contents = inputs.map((input) =>
    reversalOf(existing(originalsById.get(input.id)), book, { plan, input, now: at, today, newId }),
  );
  const made = await numbered(stores, dependencies, { book, caller, contents, takesBack: true });
  const { entries: reversals, now } = made;
  const pairs = await pairsOf(stores, reversing, book, { originals, reversals });
  const lettered = letteredRuns({ book, newId }, pairs);
  await insertLettered(stores, made, { lines: lettered.lines, series: [] });
  for (const series of lettered.series) reversing.letters.set(subaccountKey(series), series);
  return { book, now, reversals };
}

/** Entries, and what takes each of them back. */
interface TakenBack {
  readonly originals: readonly SealedEntry[];
  readonly reversals: readonly SealedEntry[];
}

/**
 * On each subaccount an entry and its reversal sum to zero, and are lettered as one group, whatever the lines of the entry
 * were lettered with; what else was is let go in the end. The letters of all of them are locked.
 */
async function pairsOf(
  { letterings }: LedgerStores,
  { letters, groups }: Reversing,
  book: Book,
  { originals, reversals }: TakenBack,
): Promise<readonly LetteredTogether[]> {
  const all = [...originals, ...reversals];
  const subaccounts = new Map<string, Subaccount>();
  for (const line of all.flatMap(({ lines }) => lines)) subaccounts.set(subaccountKey(line), line);
  const others = [...subaccounts].flatMap(([key, subaccount]) => (letters.has(key) ? [] : [subaccount]));
  for (const series of await letterings.lock(others)) letters.set(subaccountKey(series), series);
  const known = await letterings.ofEntries(originals.map(({ id }) => id));
  for (const { lettering } of known) if (lettering.groupId !== null) groups.add(lettering.groupId);
  const before = new Map(known.map((each) => [each.lineId, each]));
  const linesByEntry = new Map(
    all.map((entry) => [
      entry.id,
      entry.lines.map((line) => freed(letterableLine(entry, line, before.get(line.id)), book)),
    ]),
  );
  return reversals.flatMap(({ id, reversalOfId }) => {
    const pair = [...(linesByEntry.get(reversalOfId ?? id) ?? []), ...(linesByEntry.get(id) ?? [])];
    return [...Map.groupBy(pair, subaccountKey)].map(([key, lines]) => ({
      series: existing(letters.get(key)),
      lines,
    }));
  });
}

function* portionsOf<Item>(all: readonly Item[]): Generator<readonly Item[]> {
  for (let from = 0; from < all.length; from += TOGETHER) yield all.slice(from, from + TOGETHER);
}
