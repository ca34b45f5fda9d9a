import type { Day } from "@cartulary/kernel";
import { appendAll, type Caller, type Clock, type NewId, orNotFound } from "@cartulary/kernel";
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
import { rentalPlan } from "../../accounting/chart-of-accounts.ts";
import { type MandataireId, societyOf } from "../../agency/mandataire.ts";
import { referencesIn, SERIES } from "../../agency/reference.ts";
import { lockRuns } from "../../billing/runs/run-settlement.ts";
import type { WriteContext } from "../../property/estate/estate-use-cases.ts";
import type { MoneyStores } from "../ports.ts";
import type { IncomingTransaction } from "./incoming-transaction.ts";
import { originalsQuery } from "./originals.ts";

/** Ledger use cases, run inside the transaction that ingests money. */
type MoneyBookkeeping = Pick<
  ReturnType<typeof ledgerUseCases>,
  "post" | "postLettered" | "reverseAll" | "letterAll" | "unletter" | "lockedBalances"
>;

/** The ports that the ingestion of payments needs. */
export interface IngestionDependencies {
  readonly clock: Clock;
  readonly newId: NewId;
  readonly bookkeeping: MoneyBookkeeping;
}

/** The context of an ingestion in one transaction. */
export interface IngestionContext extends WriteContext {
  readonly stores: MoneyStores;
  readonly caller: Caller;
  readonly bookkeeping: MoneyBookkeeping;
  readonly book: Book;
  readonly societyCode: string;
  /** The IBAN of the mandants' account; `null` if the mandataire has none yet. */
  readonly iban: string | null;
  /** Call between portions. */
  readonly heartbeat: () => void;
}

/** Creates the context. Locks the book in share mode, so that no period closes meanwhile. */
export async function createIngestionContext(
  stores: MoneyStores,
  { clock, newId, bookkeeping }: IngestionDependencies,
  { caller, mandataireId, heartbeat }: Pick<IngestionContext, "caller" | "mandataireId" | "heartbeat">,
): Promise<IngestionContext> {
  const now = clock.now();
  const book = orNotFound(await stores.books.lockShared());
  const mandataire = orNotFound(await stores.mandataires.find(mandataireId as MandataireId));
  const [today, societyCode] = [dayInParis(now), societyOf(mandataire)];
  const { iban } = mandataire;
  return { stores, caller, bookkeeping, mandataireId, now, today, newId, book, societyCode, iban, heartbeat };
}

/**
 * Locks the runs that transactions may settle or make cancellable again. Must precede the locks of the book and its
 * numbers, as in applying and cancelling (rental.md 3.1). Runs that turn out later are locked then.
 */
export async function lockTouchedRuns(stores: MoneyStores, received: readonly ReceivedTransaction[]): Promise<void> {
  const returned = received.filter(({ transaction: { method } }) => method === "rejection");
  const reversals = received.filter(({ transaction: { method }, hints }) => method === "rejection" || hints.reverses);
  const runs = await stores.moneyInSource.runsToMark({
    ...originalsQuery(reversals),
    payoutReferences: returned.flatMap(({ transaction: { label, referenceLines }, hints }) =>
      [hints.payoutReference, label, ...(referenceLines?.split("\n") ?? [])].flatMap((text) =>
        referencesIn(text ?? "", SERIES.payout),
      ),
    ),
  });
  await lockRuns(stores, runs);
}

/** A transaction that may be new, with its sender's hints. */
type ReceivedTransaction = Pick<IncomingTransaction, "transaction" | "hints">;

/**
 * Locks the numbers of all journals in the years of the entries, as applying a run does, which serializes hosts that
 * ingest the same transactions.
 */
export async function lockNumbers(
  { stores, book, societyCode, today }: Pick<IngestionContext, "stores" | "book" | "societyCode" | "today">,
  days: readonly Day[],
): Promise<void> {
  const years = [...new Set([today, ...days].map((day) => yearOf(firstOpenDay(book, day))))].sort();
  const journals = rentalPlan.journals.map(({ code }) => code);
  await stores.series.lock(years.flatMap((year) => journals.map((journal) => ({ societyCode, journal, year }))));
}

/** Posts entries in order, in portions. */
export async function postAll(
  { stores, caller, bookkeeping, heartbeat }: IngestionContext,
  entries: readonly NewEntry[],
): Promise<readonly SealedEntry[]> {
  const sealed: SealedEntry[] = [];
  for (let from = 0; from < entries.length; from += POST_ENTRIES_MAX) {
    appendAll(sealed, await bookkeeping.post.run(stores, caller, entries.slice(from, from + POST_ENTRIES_MAX)));
    heartbeat();
  }
  return sealed;
}

/** Posts entries in order, in portions, with lettering. Groups that span several portions stay unlettered. */
export async function postWithLettering(
  { stores, caller, bookkeeping, heartbeat }: IngestionContext,
  entries: readonly NewEntry[],
  groups: readonly PostedGroup[],
): Promise<PostedLettered> {
  const sealed: SealedEntry[] = [];
  const unlettered = new Set(groups.keys());
  for (let from = 0; from < entries.length; from += POST_ENTRIES_MAX) {
    const portion = entries.slice(from, from + POST_ENTRIES_MAX);
    const complete = [...groups.entries()].flatMap(([place, { lineIds, posted }]) => {
      const own = posted.map(({ entry, line }) => ({ entry: entry - from, line }));
      return own.every(({ entry }) => entry in portion) ? [{ place, group: { lineIds, posted: own } }] : [];
    });
    const posting = { entries: portion, groups: complete.map(({ group }) => group) };
    const result = await bookkeeping.postLettered.run(stores, caller, posting);
    appendAll(sealed, result.entries);
    for (const { place } of complete) unlettered.delete(place);
    for (const index of result.unletteredGroups) unlettered.add(orNotFound(complete[index]).place);
    heartbeat();
  }
  return { entries: sealed, unletteredGroups: [...unlettered] };
}
