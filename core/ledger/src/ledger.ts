import {
  type Caller,
  type ListQuery,
  type Month,
  orNotFound,
  type Page,
  read,
  service,
  type Transact,
  throwIfInvalid,
  type UseCases,
  write,
} from "@cartulary/kernel";
import type { Auxiliary, Subaccount } from "./accounts/account.ts";
import { type LedgerPlan, validatePlan } from "./accounts/ledger-plan.ts";
import type { Cents } from "./accounts/money.ts";
import { accountLedger, trialBalance } from "./bookkeeping/balances.ts";
import { closeMonth, periods } from "./bookkeeping/close-month.ts";
import { type Dependencies, lockBookShared } from "./bookkeeping/dependencies.ts";
import { discard, draft, updateDraft, validate } from "./bookkeeping/drafts.ts";
import { createBatchWriter, type EntryBatchWriter } from "./bookkeeping/entry-batches.ts";
import { type LetteringInput, letterAll, letterLines, lockedBalances, unletter } from "./bookkeeping/letter-lines.ts";
import { enterOpening, type OpeningBalances } from "./bookkeeping/opening-balances.ts";
import { type LetteredPosting, type PostedLettered, post, postLettered } from "./bookkeeping/post-entries.ts";
import { reverse, reverseAll } from "./bookkeeping/reverse-entries.ts";
import type { AccountLedger, AccountQuery, Balances, Range } from "./entries/balance.ts";
import type { Book, BookId, Draft, EntryId, SealedEntry } from "./entries/entry.ts";
import { auxiliaryErrors, type NewEntry } from "./entries/entry-input.ts";
import type { Period } from "./entries/period.ts";
import type { ReversalInput } from "./entries/reversal.ts";
import type { LetteringId } from "./lettering/lettering.ts";
import type { EntryField, EntrySummary, EntryView } from "./stores/entry-view.ts";
import type { LedgerStores } from "./stores/ports.ts";

/**
 * One book, in double entry. Checks no permissions: the code that provides the stores must do so.
 *
 * Everything except `open` throws 404 while no book is open. Invalid fields throw 422 with details
 * (`lines[0].accountCode`), accounting rules 422 with their own codes (`entry_unbalanced`, `period_closed`).
 */
export interface Ledger {
  /** Opens the book with the accounts of its chart. Idempotent; adds accounts that are new in the chart. */
  open(caller: Caller, book: BookId): Promise<Book>;
  /** Creates an auxiliary or changes its name; sealed lines keep the old name. */
  saveAuxiliary(caller: Caller, auxiliary: Auxiliary): Promise<void>;

  get(caller: Caller, id: EntryId): Promise<EntryView>;
  list(caller: Caller, query: ListQuery<EntryField>): Promise<Page<EntrySummary>>;

  /** Creates a draft, which has no number and no effect on balances until it is validated. It need not balance yet. */
  draft(caller: Caller, entry: NewEntry): Promise<Draft>;
  /** Replaces a draft, its lines included. */
  updateDraft(caller: Caller, change: { readonly id: EntryId; readonly entry: NewEntry }): Promise<Draft>;
  discard(caller: Caller, id: EntryId): Promise<void>;
  /** Numbers and seals a draft; ids stay. */
  validate(caller: Caller, id: EntryId): Promise<SealedEntry>;

  /** Creates and seals entries, all or none, numbered in order. */
  post(caller: Caller, entries: readonly NewEntry[]): Promise<readonly SealedEntry[]>;
  /**
   * As {@link post}, with groups of new and existing lines to letter. Returns the groups left unlettered because a line
   * is in another group.
   */
  postLettered(caller: Caller, posting: LetteredPosting): Promise<PostedLettered>;
  /**
   * Enters opening balances from another system: one entry of the general journal, of source `Opening`, with voucher
   * `AN-` and the year, on accounts of classes 1 to 5. Creates new auxiliaries, named as their lines. Later entries
   * must not be dated before it (422 `before_opening`). Throws 422 `not_the_beginning` when earlier entries exist, and
   * 409 `opening_exists` when the society has another opening that is not reversed.
   */
  enterOpening(caller: Caller, opening: OpeningBalances): Promise<SealedEntry>;
  /**
   * Reverses a sealed entry, once: creates an entry with swapped sides and letters both together. Dissolves the groups
   * that its lines were in. Throws 422 for a reversal and for an opening entry that carries balances forward.
   */
  reverse(caller: Caller, reversal: ReversalInput): Promise<SealedEntry>;
  /** Reverses many entries, all or none, numbered in order; errors are named `reversals[0].journal`. */
  reverseAll(caller: Caller, reversals: readonly ReversalInput[]): Promise<readonly SealedEntry[]>;

  /** Letters lines; see {@link LetteringInput}. Returns the group. */
  letter(caller: Caller, input: LetteringInput): Promise<LetteringId>;
  /** Letters many groups in order, all or none. */
  letterAll(caller: Caller, inputs: readonly LetteringInput[]): Promise<readonly LetteringId[]>;
  /** Dissolves groups; their letters are not used again. */
  unletter(caller: Caller, groups: readonly LetteringId[]): Promise<void>;

  /** Lists all months from the first entry to the current month. */
  periods(caller: Caller, nothing?: undefined): Promise<readonly Period[]>;
  /**
   * Closes the next month, which must be over and without drafts, and marks its entries as posted. Closing a December
   * creates the next year's opening entries (fec.md 1.4).
   */
  closeMonth(caller: Caller, month: Month): Promise<Period>;

  /** Returns the movements of all subaccounts in the range, and their totals. */
  trialBalance(caller: Caller, range: Range): Promise<Balances>;
  /**
   * Returns debits minus credits of subaccounts with automatic lettering, in order, and locks them: postings on them
   * wait until the transaction ends, so decisions based on the balances stay valid. Throws TypeError for other
   * accounts, whose postings take no such lock.
   */
  lockedBalances(caller: Caller, subaccounts: readonly Subaccount[]): Promise<readonly Cents[]>;
  /** Returns the lines of an account with running balance; 404 for an account outside the chart. */
  accountLedger(caller: Caller, query: AccountQuery): Promise<AccountLedger>;
}

/**
 * Creates the ledger of the book in the stores of `transact`. Throws TypeError for an inconsistent plan.
 *
 * @example
 * ```ts
 * import { cents, createLedger } from "@cartulary/ledger";
 * import type { Caller, Day } from "@cartulary/kernel";
 *
 * export async function postRent(ledger: ReturnType<typeof createLedger>, caller: Caller, day: Day): Promise<void> {
 *   const lines = [
 *     { accountCode: "512000", label: "Rent", debitCents: cents(65_000) },
 *     { accountCode: "706000", label: "Rent", creditCents: cents(65_000) },
 *   ];
 *   const dates = { accountingDate: day, documentDate: day, documentReference: "R-1" };
 *   await ledger.post(caller, [{ societyCode: "1", journal: "OD", ...dates, lines }]);
 * }
 * ```
 */
export function createLedger<Stores extends LedgerStores>({
  transact,
  ...settings
}: LedgerSettings & { readonly transact: Transact<Stores> }): Ledger {
  return service<Ledger, Stores>(transact, ledgerUseCases(settings));
}

/** Settings of a ledger, besides its transactions. */
export type LedgerSettings = LedgerPlan & Omit<Dependencies, "plan">;

/** Returns a batch writer for packages that post many entries in their own transaction. */
export function ledgerBatchWriter({
  clock,
  newId,
  digests,
  ...plan
}: LedgerSettings): (stores: LedgerStores, caller: Caller) => EntryBatchWriter {
  const dependencies: Dependencies = { clock, newId, digests, plan: validatePlan(plan) };
  return (stores, caller) => createBatchWriter(stores, dependencies, caller);
}

/** Use cases for packages that run them in their own transaction. */
export function ledgerUseCases({ clock, newId, digests, ...plan }: LedgerSettings): UseCases<Ledger, LedgerStores> {
  const dependencies: Dependencies = { clock, newId, digests, plan: validatePlan(plan) };
  return {
    open: write((stores, _caller, id) => open(stores, dependencies, id)),
    saveAuxiliary: write((stores, _caller, auxiliary) => saveAuxiliary(stores, dependencies, auxiliary)),
    get: read(async ({ entries }, _caller, id) => orNotFound(await entries.find(id))),
    list: read(({ entries }, _caller, query) => entries.list(query)),
    draft: write((stores, _caller, entry) => draft(stores, dependencies, entry)),
    updateDraft: write((stores, _caller, change) => updateDraft(stores, dependencies, change)),
    discard: write((stores, _caller, id) => discard(stores, id)),
    validate: write((stores, caller, id) => validate(stores, dependencies, caller, id)),
    post: write((stores, caller, entries) => post(stores, dependencies, caller, entries)),
    postLettered: write((stores, caller, posting) => postLettered(stores, dependencies, caller, posting)),
    enterOpening: write((stores, caller, opening) => enterOpening(stores, dependencies, caller, opening)),
    reverse: write((stores, caller, reversal) => reverse(stores, dependencies, caller, reversal)),
    reverseAll: write((stores, caller, reversals) => reverseAll(stores, dependencies, caller, reversals)),
    letter: write((stores, _caller, input) => letterLines(stores, dependencies, input)),
    letterAll: write((stores, _caller, inputs) => letterAll(stores, dependencies, inputs)),
    unletter: write((stores, _caller, groups) => unletter(stores, dependencies, groups)),
    periods: read((stores) => periods(stores, dependencies)),
    closeMonth: write((stores, caller, month) => closeMonth(stores, dependencies, caller, month)),
    lockedBalances: write((stores, _caller, subaccounts) => lockedBalances(stores, dependencies, subaccounts)),
    trialBalance: read((stores, _caller, range) => trialBalance(stores, range)),
    accountLedger: read((stores, _caller, query) => accountLedger(stores, dependencies, query)),
  };
}

async function open(stores: LedgerStores, { clock, newId, plan }: Dependencies, id: BookId): Promise<Book> {
  await stores.books.insert({ id, closedThrough: null, createdAt: clock.now() });
  await stores.accounts.insertMissing(plan.chart.map(({ code, name }) => ({ id: newId<"Account">(), code, name })));
  return orNotFound(await stores.books.find());
}

async function saveAuxiliary(stores: LedgerStores, { plan }: Dependencies, auxiliary: Auxiliary): Promise<void> {
  throwIfInvalid(auxiliaryErrors(auxiliary, plan));
  await lockBookShared(stores);
  await stores.accounts.saveAuxiliary(auxiliary);
}
