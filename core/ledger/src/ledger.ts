import {
  type Caller,
  existing,
  type ListQuery,
  type Month,
  type Page,
  read,
  requireSound,
  service,
  type Transact,
  type UseCases,
  write,
} from "@cartulary/kernel";
import type { Auxiliary, Subaccount } from "./accounts/account.ts";
import { type LedgerPlan, planned } from "./accounts/chart.ts";
import type { Cents } from "./accounts/money.ts";
import { accountLedger, trialBalance } from "./bookkeeping/balances.ts";
import { closeMonth, periods } from "./bookkeeping/closing.ts";
import { type Dependencies, lockedBook } from "./bookkeeping/dependencies.ts";
import { discard, draft, redraft, validate } from "./bookkeeping/drafts.ts";
import { type LetteringInput, letterAll, letterLines, lockedBalances, unletter } from "./bookkeeping/letterings.ts";
import { enterOpening, type OpeningBalances } from "./bookkeeping/opening-balances.ts";
import { type Portions, portionsIn } from "./bookkeeping/portions.ts";
import { type LetteredPosting, type PostedLettered, post, postLettered } from "./bookkeeping/posting.ts";
import { reverse, reverseAll } from "./bookkeeping/reversing.ts";
import type { AccountLedger, AccountQuery, Balances, Range } from "./entries/balance.ts";
import type { Book, BookId, Draft, EntryId, SealedEntry } from "./entries/entry.ts";
import { auxiliaryErrors, type NewEntry } from "./entries/entry-input.ts";
import type { Period } from "./entries/period.ts";
import type { ReversalInput } from "./entries/reversal.ts";
import type { LetteringId } from "./lettering/lettering.ts";
import type { EntryField, EntrySummary, EntryView } from "./stores/entry-view.ts";
import type { LedgerStores } from "./stores/ports.ts";

/**
 * One book, in double entry. It asks nothing of the caller's rights: whoever hands out its stores decides who gets them.
 *
 * Everything but `open` is 404 while no book is open. What cannot be is refused with 422: wrong fields with a detail
 * each (`lines[0].accountCode`), a rule of accounting with a code of its own (`entry_unbalanced`, `period_closed`).
 */
export interface Ledger {
  /** Opens the book, with the accounts of its chart; opening it again adds the accounts that are new. */
  open(caller: Caller, book: BookId): Promise<Book>;
  /** Adds somebody whom accounts are kept for, or changes the name; lines that are sealed keep the old one. */
  saveAuxiliary(caller: Caller, auxiliary: Auxiliary): Promise<void>;

  get(caller: Caller, id: EntryId): Promise<EntryView>;
  list(caller: Caller, query: ListQuery<EntryField>): Promise<Page<EntrySummary>>;

  /** Writes an entry down without a number: it counts nowhere until it is validated. It need not balance yet. */
  draft(caller: Caller, entry: NewEntry): Promise<Draft>;
  /** Replaces everything that a draft says; its lines are new ones. */
  redraft(caller: Caller, change: { readonly id: EntryId; readonly entry: NewEntry }): Promise<Draft>;
  discard(caller: Caller, id: EntryId): Promise<void>;
  /** Gives a draft its number and seals it, under the same ids. */
  validate(caller: Caller, id: EntryId): Promise<SealedEntry>;

  /** Writes entries and seals them at once, all or none; they are numbered in the order given. */
  post(caller: Caller, entries: readonly NewEntry[]): Promise<readonly SealedEntry[]>;
  /**
   * The same, with lines that are lettered from the start, each group with lines that there are. A group with a line that
   * is in another one already is left as it is, and answered.
   */
  postLettered(caller: Caller, posting: LetteredPosting): Promise<PostedLettered>;
  /**
   * Begins with the balances that were kept elsewhere: one entry of the general journal, of source `Opening`, whose
   * voucher is `AN-` and the year, on accounts of classes 1 to 5. Auxiliaries that are new are added, named by their
   * line. Nothing is dated before it (422 `before_opening`): where something is, 422 `not_the_beginning`; where the
   * society has another one that was not taken back, 409 `opening_exists`.
   */
  enterOpening(caller: Caller, opening: OpeningBalances): Promise<SealedEntry>;
  /**
   * Takes a sealed entry back, once: an entry with its sides swapped, lettered with it. Groups that its lines were
   * lettered in are dissolved first. Refused of a reversal, and of what closing a year carried forward.
   */
  reverse(caller: Caller, reversal: ReversalInput): Promise<SealedEntry>;
  /** The same of many entries, all or none, numbered in the order given; what is wrong is named `reversals[0].journal`. */
  reverseAll(caller: Caller, reversals: readonly ReversalInput[]): Promise<readonly SealedEntry[]>;

  /** Letters lines that clear each other; see {@link LetteringInput}. Answers the group. */
  letter(caller: Caller, input: LetteringInput): Promise<LetteringId>;
  /** Many groups, all or none, as if one came after the other. */
  letterAll(caller: Caller, inputs: readonly LetteringInput[]): Promise<readonly LetteringId[]>;
  /** Dissolves groups; their letters are not given again. */
  unletter(caller: Caller, groups: readonly LetteringId[]): Promise<void>;

  /** Every month from the first entry's to the current one. */
  periods(caller: Caller, nothing?: undefined): Promise<readonly Period[]>;
  /**
   * Closes the next month, which must be over and without drafts: its entries become posted. Closing a December opens
   * the year that follows (fec.md 1.4).
   */
  closeMonth(caller: Caller, month: Month): Promise<Period>;

  /** What moved on every subaccount within the range, and the sums. */
  trialBalance(caller: Caller, range: Range): Promise<Balances>;
  /**
   * What is on subaccounts that letter themselves, debits less credits, in the order asked. Whoever wants to post on one of
   * them waits until the transaction ends, so that what is decided on a balance still holds when it is posted. A TypeError
   * for any other account: there is nothing that its posting waits for.
   */
  lockedBalances(caller: Caller, subaccounts: readonly Subaccount[]): Promise<readonly Cents[]>;
  /** The lines of one account with its running balance; 404 for an account that is not in the chart. */
  accountLedger(caller: Caller, query: AccountQuery): Promise<AccountLedger>;
}

/** The ledger of the book that `transact` hands stores out for. Throws TypeError for a plan that contradicts itself. */
export function createLedger<Stores extends LedgerStores>({
  transact,
  ...settings
}: LedgerSettings & { readonly transact: Transact<Stores> }): Ledger {
  return service<Ledger, Stores>(transact, ledgerUseCases(settings));
}

/** What a ledger is made of, beside its transactions. */
export type LedgerSettings = LedgerPlan & Omit<Dependencies, "plan">;

/** For packages that write more than one call takes, inside a transaction of their own. */
export function ledgerPortions({
  clock,
  newId,
  digests,
  ...plan
}: LedgerSettings): (stores: LedgerStores, caller: Caller) => Portions {
  const dependencies: Dependencies = { clock, newId, digests, plan: planned(plan) };
  return (stores, caller) => portionsIn(stores, dependencies, caller);
}

/** For packages that need these inside a transaction of their own. */
export function ledgerUseCases({ clock, newId, digests, ...plan }: LedgerSettings): UseCases<Ledger, LedgerStores> {
  const dependencies: Dependencies = { clock, newId, digests, plan: planned(plan) };
  return {
    open: write((stores, _caller, id) => open(stores, dependencies, id)),
    saveAuxiliary: write((stores, _caller, auxiliary) => saveAuxiliary(stores, dependencies, auxiliary)),
    get: read(async ({ entries }, _caller, id) => existing(await entries.find(id))),
    list: read(({ entries }, _caller, query) => entries.list(query)),
    draft: write((stores, _caller, entry) => draft(stores, dependencies, entry)),
    redraft: write((stores, _caller, change) => redraft(stores, dependencies, change)),
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
  return existing(await stores.books.find());
}

async function saveAuxiliary(stores: LedgerStores, { plan }: Dependencies, auxiliary: Auxiliary): Promise<void> {
  requireSound(auxiliaryErrors(auxiliary, plan));
  await lockedBook(stores);
  await stores.accounts.saveAuxiliary(auxiliary);
}
