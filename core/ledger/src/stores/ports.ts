import type { Day, Id, Instant, ListQuery, Month, Page } from "@cartulary/kernel";
import type { Account, Auxiliary, Subaccount } from "../accounts/account.ts";
import type { Series, SeriesKey } from "../accounts/journal.ts";
import type { Cents } from "../accounts/money.ts";
import type {
  AccountLine,
  LineCursor,
  LineWithCursor,
  Movement,
  Range,
  SubaccountBalance,
  Turnover,
} from "../entries/balance.ts";
import type { Book, Draft, EntryId, Line, LineId, SealedEntry } from "../entries/entry.ts";
import type { ClosedPeriod } from "../entries/period.ts";
import type { LetterableLine, LetteringId, LetterSeries, LineLettering } from "../lettering/lettering.ts";
import type { EntryField, EntrySummary, EntryView } from "./entry-view.ts";

/**
 * Port: the book of these stores; they never contain another. Writers lock it in share mode, closing a month
 * exclusively, so that no entry enters a month while it is being closed.
 */
export interface BookStore {
  find(): Promise<Book | null>;
  /** Locks in share mode until the transaction ends; `null` when no book is open. */
  lockShared(): Promise<Book | null>;
  /** Locks exclusively until the transaction ends. */
  lock(): Promise<Book | null>;
  /** Returns false and writes nothing when the book is open already. */
  insert(book: Book): Promise<boolean>;
  /** Updates `closedThrough`. */
  update(book: Book): Promise<void>;
  /**
   * Removes a locked book that has accounts only: no entries, drafts or auxiliaries. Returns false and removes nothing
   * for any other; true when there is no book.
   */
  removeEmpty(): Promise<boolean>;
}

/** Port: the accounts and auxiliaries of the book. */
export interface AccountStore {
  /** Lists all accounts by code; a chart has dozens. */
  list(): Promise<readonly Account[]>;
  /** Inserts accounts whose code is new; existing ones stay unchanged. */
  insertMissing(accounts: readonly Account[]): Promise<void>;
  /** Returns the auxiliaries with these codes, in any order; omits unknown codes. */
  auxiliaries(codes: readonly string[]): Promise<readonly Auxiliary[]>;
  /** Lists the auxiliaries of a kind, by code. */
  auxiliariesOf(kind: string): Promise<readonly Auxiliary[]>;
  /** Inserts or replaces an auxiliary. Sealed lines keep their name. */
  saveAuxiliary(auxiliary: Auxiliary): Promise<void>;
  /** Inserts or replaces auxiliaries with distinct codes. */
  saveAuxiliaries(auxiliaries: readonly Auxiliary[]): Promise<void>;
  /**
   * Removes an auxiliary; returns false and removes nothing if a line, drafts included, uses it. Locks the book.
   * Unknown codes are no error.
   */
  removeAuxiliary(code: string): Promise<boolean>;
}

/** Port: drafts, in their own tables, so that sums over sealed entries never include them. */
export interface DraftStore {
  /** Throws 409 `duplicate_source` for a source that has an entry or draft. */
  insert(draft: Draft): Promise<void>;
  /** Returns the draft and locks it until the transaction ends. */
  lock(id: EntryId): Promise<Draft | null>;
  /** Replaces the record, its lines included. */
  update(draft: Draft): Promise<void>;
  remove(id: EntryId): Promise<void>;
  /** True when a draft is dated in that month. */
  anyIn(month: Month): Promise<boolean>;
}

/** Port: sealed entries. Rows change only as the methods describe. */
export interface EntryStore {
  /** Finds drafts and sealed entries. */
  find(id: EntryId): Promise<EntryView | null>;
  /** Lists drafts and sealed entries. */
  list(query: ListQuery<EntryField>): Promise<Page<EntrySummary>>;
  /** Returns the sealed entries with these ids, in any order; omits unknown ids and drafts. */
  findSealed(ids: readonly EntryId[]): Promise<readonly SealedEntry[]>;
  /**
   * Returns up to `limit` sealed entries of a source, by sequence number, after `after`, or from the first if it is
   * `null`.
   */
  ofSource(source: EntrySource, after: number | null, limit: number): Promise<readonly SealedEntry[]>;
  /**
   * Inserts entries with their lines, in a constant number of statements. Throws for unbalanced entries (a database
   * constraint), 409 `duplicate_source` for a source that has an entry, and 422 `already_reversed` for a second
   * reversal, which also has a used source. Lines absent from `lettered` are unlettered.
   */
  insert(entries: readonly SealedEntry[], lettered?: readonly LineLettering[]): Promise<void>;
  /** Marks the validated entries of a month as posted; returns their number. */
  post(month: Month, at: Instant): Promise<number>;
  /** Returns the earliest accounting date, drafts included; `null` without entries. */
  firstDay(): Promise<Day | null>;
  /** Returns the date of the society's opening entry that is not reversed; `null` without one. */
  openingDay(societyCode: string): Promise<Day | null>;
  /**
   * True when the society has an entry dated before `day`, drafts included. Ignores reversed openings and their
   * reversals.
   */
  anyBefore(societyCode: string, day: Day): Promise<boolean>;
}

/** A record outside the ledger that caused entries. */
export interface EntrySource {
  readonly sourceType: string;
  readonly sourceId: Id<string>;
}

/**
 * Port: last numbers of series. Locked rows instead of database sequences, which leave gaps when a transaction fails.
 */
export interface SeriesStore {
  /**
   * Returns and locks the series of the keys until the transaction ends, in order of the keys; new ones begin at 0.
   * Acquires locks in a fixed order, which prevents deadlocks.
   */
  lock(keys: readonly SeriesKey[]): Promise<readonly Series[]>;
  /** Updates locked series. */
  update(series: readonly Series[]): Promise<void>;
}

/** Port: letters, which may change after lines are sealed. */
export interface LetteringStore {
  /** Returns and locks the letter series, as {@link SeriesStore.lock} does. */
  lock(subaccounts: readonly Subaccount[]): Promise<readonly LetterSeries[]>;
  /** Updates locked letter series. */
  update(series: readonly LetterSeries[]): Promise<void>;
  /** Returns the sealed lines with these ids, in any order; omits unknown ids. */
  lines(ids: readonly LineId[]): Promise<readonly LetterableLine[]>;
  /** Returns the lettering of the lines of these entries, in any order; omits lines without lettering. */
  ofEntries(ids: readonly EntryId[]): Promise<readonly LineLettering[]>;
  /** Returns all lines of these groups. */
  groups(ids: readonly LetteringId[]): Promise<readonly LetterableLine[]>;
  /**
   * Returns the ungrouped lines of these subaccounts, ordered by validation, reference and line number. Excludes
   * carried-forward lines, which repeat earlier ones.
   */
  unlettered(subaccounts: readonly Subaccount[]): Promise<readonly LetterableLine[]>;
  /** Returns the sums of {@link unlettered} lines by subaccount, in order. Debits are positive. */
  unletteredBalances(subaccounts: readonly Subaccount[]): Promise<readonly UnletteredBalance[]>;
  /**
   * Sets the lettering of lines, their filed letters, and `updatedAt` of their entries; `at` is `null` for entries
   * inserted by this transaction at the same timestamp.
   */
  set(letterings: readonly LineLettering[], at: Instant | null): Promise<void>;
}

interface UnletteredBalance {
  readonly balanceCents: Cents;
  readonly linesCount: number;
}

/** Port: closed months. */
export interface PeriodStore {
  /** Ordered by month. */
  list(): Promise<readonly ClosedPeriod[]>;
  /**
   * Inserts the month and the last numbers of all series ({@link LedgerInspection.heads}). The book must be locked and
   * updated.
   */
  insert(period: ClosedPeriod): Promise<void>;
}

/** Port: sums and lists of sealed lines; drafts are never included. */
export interface BalanceStore {
  /**
   * Returns the movements of subaccounts with lines in the range, by account and auxiliary code, without auxiliary
   * first.
   */
  movements(range: Range): Promise<readonly Movement[]>;
  /**
   * Returns the balances of the same subaccounts, in the same order. Throws 422 `amount_too_large` only when a balance
   * itself is too large.
   */
  balances(range: Range): Promise<readonly SubaccountBalance[]>;
  /** Lists the societies with entries in the range, by code. */
  societies(range: Range): Promise<readonly string[]>;
  /** Returns the lines of an account, or of one of its auxiliaries. */
  lines(account: AccountRange): Promise<readonly AccountLine[]>;
  /** Returns debits minus credits of all {@link lines}. Throws like {@link balances}. */
  balance(account: AccountRange): Promise<Cents>;
  /**
   * Returns up to `limit` lines after `after`, in the order of {@link lines}; always excludes carried-forward lines.
   */
  page(account: AccountRange, after: LineCursor | null, limit: number): Promise<readonly LineWithCursor[]>;
  /** Returns the sums of all lines of {@link page}. */
  turnover(account: AccountRange): Promise<Turnover>;
}

/** The lines of an account. */
export interface AccountRange extends Range {
  readonly accountCode: string;
  readonly auxiliaryCode: string | null;
}

/** A line of the accounting file: a sealed line with fields of its entry. */
export interface FileLine extends Omit<Line, "id" | "lineNumber"> {
  readonly societyCode: string;
  readonly journal: string;
  readonly reference: string;
  readonly accountingDate: Day;
  readonly documentDate: Day;
  readonly documentReference: string;
  readonly validatedAt: Instant;
  /** As {@link SealedEntry.carriesForward}. */
  readonly carriesForward: boolean;
  /** The filed letters of a closed year; otherwise those that are {@link Lettering.inOneFile}. */
  readonly letteringCode: string | null;
  readonly letteringDay: Day | null;
}

/** Selects the lines of one society and civil year. */
export interface FileQuery {
  readonly societyCode: string;
  readonly year: number;
  /** Codes of journals, in the order for entries validated at the same instant. */
  readonly journals: readonly string[];
}

/** Port: streams of sealed lines. */
export interface FileStore {
  /**
   * Yields opening entries of 1 January first (source `Opening`), then by validation, journal, number and line number;
   * in batches, so that memory is constant. Reads one snapshot. Ends with the transaction.
   */
  lines(query: FileQuery): AsyncIterable<readonly FileLine[]>;
  /**
   * Yields the lines of all societies, of one civil year or all, by accounting date; within a day opening entries first
   * (source `Opening`), then by entry id, which is the order of creation, and line number. Batches, snapshot and end as
   * for {@link lines}.
   */
  linesByDay(year: number | null): AsyncIterable<readonly FileLine[]>;
}

/** A sealed entry as stored. */
export interface EntryIntegrityRow extends SealedEntry {
  /** True when redundant columns agree: the entry's date on its lines, and the number of lines. */
  readonly rowsAgree: boolean;
}

/** The last entry of a series when a month was closed. */
export interface SeriesHead extends SeriesKey {
  readonly period: Month;
  readonly number: number;
  readonly hash: string;
}

/** Entries of a month in one series of its year. */
export interface MonthIntegrityRow {
  readonly period: Month;
  readonly societyCode: string;
  readonly journal: string;
  readonly entries: number;
  readonly posted: number;
  /** Time of the last validation. */
  readonly lastValidatedAt: Instant;
  /** The earliest `updatedAt`: posting updates all entries. */
  readonly firstUpdatedAt: Instant;
}

/** Port: data for verification. Takes no locks. */
export interface LedgerInspection {
  /** Returns all series by society, journal and year; a missing one that has entries counts as unused. */
  series(): Promise<readonly Series[]>;
  /** Returns up to `limit` sealed entries of a series by number, after `after`. */
  entries(series: SeriesKey, after: number, limit: number): Promise<readonly EntryIntegrityRow[]>;
  /** Returns the last entries of all series at each closing, by month; omits series without entries. */
  heads(): Promise<readonly SeriesHead[]>;
  /** Returns some references of entries with impossible amounts; other results are unreliable then. */
  amountFaults(): Promise<readonly string[]>;
  /** Returns the months with sealed entries, one row per series. */
  months(): Promise<readonly MonthIntegrityRow[]>;
  /** Returns the opening entries created by closing a year. */
  openings(): Promise<readonly SealedEntry[]>;
  /**
   * Returns some inconsistent groups: lines of several subaccounts, letters that do not sum to zero, differ within the
   * group, belong to another group too, have another date than the completing entry, or are wrongly in an accounting
   * file; and subaccounts with filed letters of no group.
   */
  letteringFaults(): Promise<readonly string[]>;
  /** Returns some subaccounts with letters beyond their series. */
  letterSeriesFaults(): Promise<readonly string[]>;
  /** Returns some accounts and auxiliaries of sealed lines that are missing, or accounts with another name. */
  accountFaults(): Promise<readonly string[]>;
  /** Returns some ids of missing entries that have lines. */
  orphanLines(): Promise<readonly string[]>;
  /**
   * Returns some references of entries whose source is not recorded, and ids of missing entries of recorded sources.
   */
  sourceFaults(): Promise<readonly string[]>;
}

/** Stores of one book that this package needs inside a transaction. */
export interface LedgerStores {
  readonly books: BookStore;
  readonly accounts: AccountStore;
  readonly drafts: DraftStore;
  readonly entries: EntryStore;
  readonly series: SeriesStore;
  readonly letterings: LetteringStore;
  readonly periods: PeriodStore;
  readonly balances: BalanceStore;
  readonly accountingFiles: FileStore;
  readonly ledgerInspection: LedgerInspection;
}
