import { type Caller, existing, type FieldError, type Instant, requireSound } from "@cartulary/kernel";
import type { Subaccount } from "../accounts/account.ts";
import { dayInParis } from "../accounts/paris.ts";
import type { Book, SealedEntry } from "../entries/entry.ts";
import { reversalErrors } from "../entries/entry-input.ts";
import { type ReversalInput, reversalOf } from "../entries/reversal.ts";
import { freed, letterableLine, subaccountKey } from "../lettering/lettering.ts";
import type { LedgerStores } from "../stores/ports.ts";
import { type Dependencies, lockedBook } from "./dependencies.ts";
import { type LetteredTogether, letteredRuns, letterLeftAtZero, unletter } from "./letterings.ts";
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
  const { book, now, reversals } = await reverseTogether(stores, dependencies, caller, { originals, inputs });
  // Without them, what is left may sum to zero.
  await letterLeftAtZero(stores, { book, plan, newId, now }, reversals);
  return reversals;
}

/** Entries that were read, and how each is taken back. */
interface ToReverse {
  readonly originals: readonly SealedEntry[];
  readonly inputs: readonly ReversalInput[];
}

/** What entries were taken back by. */
interface Reversed {
  readonly book: Book;
  readonly now: Instant;
  readonly reversals: readonly SealedEntry[];
}

/**
 * Takes entries back, each lettered with what takes it back; what is left on their subaccounts is looked after by whoever
 * asks. In a number of statements that does not grow with the entries.
 */
export async function reverseTogether(
  stores: LedgerStores,
  dependencies: Dependencies,
  caller: Caller,
  { originals, inputs }: ToReverse,
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
  const pairs = await pairsOf(stores, dependencies, book, { originals, reversals });
  const lettered = letteredRuns({ book, newId }, pairs);
  await insertLettered(stores, made, lettered);
  return { book, now, reversals };
}

/** Entries, and what takes each of them back. */
interface TakenBack {
  readonly originals: readonly SealedEntry[];
  readonly reversals: readonly SealedEntry[];
}

/**
 * On each subaccount an entry and its reversal sum to zero, and are lettered as one group; what the lines of the entry were
 * lettered with is let go first. The letters of all of them are locked.
 */
async function pairsOf(
  stores: LedgerStores,
  dependencies: Dependencies,
  book: Book,
  { originals, reversals }: TakenBack,
): Promise<readonly LetteredTogether[]> {
  const all = [...originals, ...reversals];
  const subaccounts = new Map<string, Subaccount>();
  for (const line of all.flatMap(({ lines }) => lines)) subaccounts.set(subaccountKey(line), line);
  const series = await stores.letterings.lock([...subaccounts.values()]);
  const seriesByKey = new Map(series.map((each) => [subaccountKey(each), each]));
  const known = await stores.letterings.ofEntries(originals.map(({ id }) => id));
  await unletter(stores, dependencies, [...new Set(known.flatMap(({ lettering: { groupId } }) => groupId ?? []))]);
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
      series: existing(seriesByKey.get(key)),
      lines,
    }));
  });
}
