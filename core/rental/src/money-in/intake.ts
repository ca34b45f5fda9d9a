import type { Day } from "@cartulary/kernel";
import { appendAll, type Caller, type Clock, existing, type NewId } from "@cartulary/kernel";
import {
  type Book,
  dayInParis,
  firstOpenDay,
  type ledgerUseCases,
  type NewEntry,
  POST_ENTRIES_MAX,
  type PostedGroup,
  type PostedLettered,
  type SealedEntry,
  yearOf,
} from "@cartulary/ledger";
import { rentalPlan } from "../chart.ts";
import type { Occasion } from "../estate/family.ts";
import { type MandataireId, societyOf } from "../mandataire.ts";
import type { RentalStores } from "../ports.ts";
import { referencesIn } from "../references/reference.ts";
import { lockRuns } from "../runs/settled-runs.ts";
import type { Brought } from "./brought.ts";
import { originalsSought } from "./originals.ts";

/** The ledger's use cases, run inside the transaction of whoever takes money in. */
type MoneyBookkeeping = Pick<
  ReturnType<typeof ledgerUseCases>,
  "post" | "postLettered" | "reverseAll" | "letterAll" | "unletter" | "lockedBalances"
>;

/** What taking money in needs of the machine. */
export interface IntakeDependencies {
  readonly clock: Clock;
  readonly newId: NewId;
  readonly bookkeeping: MoneyBookkeeping;
}

/** Money being taken in, in one transaction: whose, when, and into which book. */
export interface Intake extends Occasion {
  readonly stores: RentalStores;
  readonly caller: Caller;
  readonly bookkeeping: MoneyBookkeeping;
  readonly book: Book;
  readonly societyCode: string;
  /** Of the mandants' account; `null` where the mandataire has none yet. */
  readonly iban: string | null;
  /** Called between portions. */
  readonly alive: () => void;
}

/** An intake of a mandataire. Its book stays open meanwhile. */
export async function openIntake(
  stores: RentalStores,
  { clock, newId, bookkeeping }: IntakeDependencies,
  { caller, mandataireId, alive }: Pick<Intake, "caller" | "mandataireId" | "alive">,
): Promise<Intake> {
  const now = clock.now();
  const book = existing(await stores.books.lockShared());
  const mandataire = existing(await stores.mandataires.find(mandataireId as MandataireId));
  const [today, societyCode] = [dayInParis(now), societyOf(mandataire)];
  const { iban } = mandataire;
  return { stores, caller, bookkeeping, mandataireId, now, today, newId, book, societyCode, iban, alive };
}

/**
 * Locks the runs that transactions may settle, or make ones that can be taken back again: before the book and its numbers,
 * as applying and cancelling do (rental.md 3.1). One that only turns out later is locked then.
 */
export async function lockTouchedRuns(stores: RentalStores, brought: readonly NewBrought[]): Promise<void> {
  const returned = brought.filter(({ transaction: { method } }) => method === "rejection");
  const undoing = brought.filter(({ transaction: { method }, hints }) => method === "rejection" || hints.reverses);
  const runs = await stores.moneyInSource.runsToMark({
    ...originalsSought(undoing),
    payoutReferences: returned.flatMap(({ transaction: { label, referenceLines }, hints }) =>
      [hints.payoutReference, label, ...(referenceLines?.split("\n") ?? [])].flatMap((text) =>
        referencesIn(text ?? "", "RV"),
      ),
    ),
  });
  await lockRuns(stores, runs);
}

/** A transaction that may be new, with what its sender says that it is for. */
type NewBrought = Pick<Brought, "transaction" | "hints">;

/**
 * Locks the numbers of all journals of the years that entries are dated in, as applying a run does: two hosts that bring the
 * same transactions come one after the other.
 */
export async function lockNumbers(
  { stores, book, societyCode, today }: Pick<Intake, "stores" | "book" | "societyCode" | "today">,
  days: readonly Day[],
): Promise<void> {
  const years = [...new Set([today, ...days].map((day) => yearOf(firstOpenDay(book, day))))].sort();
  const journals = rentalPlan.journals.map(({ code }) => code);
  await stores.series.lock(years.flatMap((year) => journals.map((journal) => ({ societyCode, journal, year }))));
}

/** Posts entries in their order, however many. */
export async function postAll(
  { stores, caller, bookkeeping, alive }: Intake,
  entries: readonly NewEntry[],
): Promise<readonly SealedEntry[]> {
  const sealed: SealedEntry[] = [];
  for (let from = 0; from < entries.length; from += POST_ENTRIES_MAX) {
    appendAll(sealed, await bookkeeping.post.run(stores, caller, entries.slice(from, from + POST_ENTRIES_MAX)));
    alive();
  }
  return sealed;
}

/** The same with letters from the start, but of groups whose lines are posted in several portions: they are left too. */
export async function postAllLettered(
  { stores, caller, bookkeeping, alive }: Intake,
  entries: readonly NewEntry[],
  groups: readonly PostedGroup[],
): Promise<PostedLettered> {
  const sealed: SealedEntry[] = [];
  const left = new Set(groups.keys());
  for (let from = 0; from < entries.length; from += POST_ENTRIES_MAX) {
    const portion = entries.slice(from, from + POST_ENTRIES_MAX);
    const whole = [...groups.entries()].flatMap(([place, { lineIds, posted }]) => {
      const own = posted.map(({ entry, line }) => ({ entry: entry - from, line }));
      return own.every(({ entry }) => entry in portion) ? [{ place, group: { lineIds, posted: own } }] : [];
    });
    const posting = { entries: portion, groups: whole.map(({ group }) => group) };
    const made = await bookkeeping.postLettered.run(stores, caller, posting);
    appendAll(sealed, made.entries);
    for (const { place } of whole) left.delete(place);
    for (const index of made.left) left.add(existing(whole[index]).place);
    alive();
  }
  return { entries: sealed, left: [...left] };
}
