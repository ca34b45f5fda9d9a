import type { Day, Id, Instant, ListQuery, Month, Page } from "@cartulary/kernel";
import type { Account, Auxiliary, Subaccount } from "../accounts/account.ts";
import type { Series, SeriesKey } from "../accounts/journal.ts";
import type { Cents } from "../accounts/money.ts";
import type {
  AccountLine,
  LinePlace,
  Movement,
  PlacedLine,
  Range,
  SubaccountBalance,
  Turnover,
} from "../entries/balance.ts";
import type { Book, Draft, EntryId, Line, LineId, SealedEntry } from "../entries/entry.ts";
import type { ClosedPeriod } from "../entries/period.ts";
import type { LetterableLine, LetteringId, LetterSeries, LineLettering } from "../lettering/lettering.ts";
import type { EntryField, EntrySummary, EntryView } from "./entry-view.ts";

/**
 * The book that the stores were handed out for: they show no other, and write into no other. Whoever writes into the
 * book holds it, whoever closes a month locks it, so that no entry comes into a month that is being closed.
 */
export interface BookStore {
  find(): Promise<Book | null>;
  /** Keeps it from being locked until the transaction ends, as several may at once; `null` where none was opened. */
  lockShared(): Promise<Book | null>;
  /** Waits for those who hold it, and keeps others waiting. */
  lock(): Promise<Book | null>;
  /** False, with nothing written, where the book is open already. */
  insert(book: Book): Promise<boolean>;
  /** Moves the end of the closed months. */
  update(book: Book): Promise<void>;
  /**
   * Removes a locked book, with its accounts, in which there never was anything else: no entry, no draft, nobody whom
   * accounts are kept for. False, with nothing removed, for any other; true where there is no book.
   */
  removeEmpty(): Promise<boolean>;
}

/** The accounts and auxiliaries of the book. */
export interface AccountStore {
  /** All of them, by code: a chart has dozens. */
  list(): Promise<readonly Account[]>;
  /** Adds those whose code is not there yet; what is there stays as it is. */
  insertMissing(accounts: readonly Account[]): Promise<void>;
  /** The auxiliaries of these codes, in any order; what is not there is left out. */
  auxiliaries(codes: readonly string[]): Promise<readonly Auxiliary[]>;
  /** The auxiliaries of a kind of the chart, by code. */
  auxiliariesOf(kind: string): Promise<readonly Auxiliary[]>;
  /** Adds an auxiliary or, where its code is there, replaces it. Sealed lines keep the name that they have. */
  saveAuxiliary(auxiliary: Auxiliary): Promise<void>;
  /** The same of many, each with a code of its own. */
  saveAuxiliaries(auxiliaries: readonly Auxiliary[]): Promise<void>;
  /**
   * Removes an auxiliary that no line of the book names, also of a draft; false, with nothing removed, where one does. The
   * book is locked. Removing what is not there is no error.
   */
  removeAuxiliary(code: string): Promise<boolean>;
}

/** Entries that may still change. They are in tables of their own: nothing that counts ever meets them. */
export interface DraftStore {
  /** Refuses a source that made an entry already, draft or sealed: 409 `duplicate_source`. */
  insert(draft: Draft): Promise<void>;
  /** The stored draft, locked until the transaction ends. */
  lock(id: EntryId): Promise<Draft | null>;
  /** Replaces the whole record, its lines too. */
  update(draft: Draft): Promise<void>;
  remove(id: EntryId): Promise<void>;
  /** Whether some draft is dated in that month. */
  anyIn(month: Month): Promise<boolean>;
}

/** Sealed entries. They are written whole, many at a time, and never change but as the methods say. */
export interface EntryStore {
  /** Drafts and sealed entries. */
  find(id: EntryId): Promise<EntryView | null>;
  /** Drafts and sealed entries. */
  list(query: ListQuery<EntryField>): Promise<Page<EntrySummary>>;
  /** The sealed entries of these ids, in any order; what is not there, or is a draft, is left out. */
  sealed(ids: readonly EntryId[]): Promise<readonly SealedEntry[]>;
  /**
   * The sealed entries that a source made, by sequence number, `limit` at most, from the first one above `after`; from the
   * very first where that is `null`.
   */
  ofSource(source: EntrySource, after: number | null, limit: number): Promise<readonly SealedEntry[]>;
  /**
   * Writes entries with their lines, in a number of statements that does not grow with each entry. Refuses what is
   * unbalanced (the database's own guard), 409 `duplicate_source` for a source that made an entry already, 422
   * `already_reversed` for a second reversal of one entry, which is also a second one of its source. Of lines that are
   * lettered from the start it is said how; others are in no group.
   */
  insert(entries: readonly SealedEntry[], lettered?: readonly LineLettering[]): Promise<void>;
  /** Turns every validated entry dated in that month into a posted one; answers how many. */
  post(month: Month, at: Instant): Promise<number>;
  /** The earliest accounting date of all entries, drafts included; `null` without any. */
  firstDay(): Promise<Day | null>;
  /** The day of the opening that a society's book was begun with and that was not taken back; `null` without one. */
  openingDay(societyCode: string): Promise<Day | null>;
  /**
   * Whether the society has an entry dated before that day, drafts included. An opening that was taken back, and what
   * took it back, are as if they had never been.
   */
  anyBefore(societyCode: string, day: Day): Promise<boolean>;
}

/** What made entries: something outside the ledger, with an id. */
export interface EntrySource {
  readonly sourceType: string;
  readonly sourceId: Id<string>;
}

/**
 * How far numbers have come. A locked row, not a database sequence: those leave gaps where a transaction fails.
 */
export interface SeriesStore {
  /**
   * One series a key, in the order asked, begun at 0 where there was none, locked until the transaction ends. Rows are
   * locked in one order whatever the order asked, so that no two transactions wait for each other.
   */
  lock(keys: readonly SeriesKey[]): Promise<readonly Series[]>;
  /** Writes back series that were locked. */
  update(series: readonly Series[]): Promise<void>;
}

/** Letters: the one thing that is still written on lines after they were sealed. */
export interface LetteringStore {
  /** One a subaccount, in the order asked; begun, locked and ordered as {@link SeriesStore.lock} does. */
  lock(subaccounts: readonly Subaccount[]): Promise<readonly LetterSeries[]>;
  /** Writes back what was locked. */
  update(series: readonly LetterSeries[]): Promise<void>;
  /** The sealed lines of these ids, in any order; what is not there is left out. */
  lines(ids: readonly LineId[]): Promise<readonly LetterableLine[]>;
  /** How far the lines of these entries are lettered, in any order; those of which nothing is to be said are left out. */
  ofEntries(ids: readonly EntryId[]): Promise<readonly LineLettering[]>;
  /** All lines of these groups. */
  groups(ids: readonly LetteringId[]): Promise<readonly LetterableLine[]>;
  /**
   * The lines of these subaccounts that are in no group, by validation, reference and line number. Those that closing a
   * year carried forward are left out: what they repeat is there.
   */
  unlettered(subaccounts: readonly Subaccount[]): Promise<readonly LetterableLine[]>;
  /** What the lines of {@link unlettered} sum to, one sum a subaccount, in the order asked. Debits are above zero. */
  unletteredBalances(subaccounts: readonly Subaccount[]): Promise<readonly UnletteredBalance[]>;
  /**
   * Sets how far lines are lettered, what was filed of them, and `updatedAt` of their entries; `null` where those were
   * written by this transaction at this very instant.
   */
  set(letterings: readonly LineLettering[], at: Instant | null): Promise<void>;
}

/** What is without letters on a subaccount. */
interface UnletteredBalance {
  readonly balanceCents: Cents;
  readonly linesCount: number;
}

/** The months that were closed. */
export interface PeriodStore {
  /** By month. */
  list(): Promise<readonly ClosedPeriod[]>;
  /**
   * Keeps, with the month, how far every series of the book has come: {@link LedgerInspection.heads}. The book is locked,
   * and says that the month is closed.
   */
  insert(period: ClosedPeriod): Promise<void>;
}

/** Sums and listings over sealed lines; drafts are never in them. */
export interface BalanceStore {
  /** One a subaccount that has lines in the range, by account and auxiliary code, none first. */
  movements(range: Range): Promise<readonly Movement[]>;
  /**
   * What is on each of these subaccounts, in the same order. Refused as 422 `amount_too_large` only where a balance itself
   * cannot be counted, however much moved on either side.
   */
  balances(range: Range): Promise<readonly SubaccountBalance[]>;
  /** The societies that have entries in the range, by code. */
  societies(range: Range): Promise<readonly string[]>;
  /** Of one account, of one of its auxiliaries where it is given. */
  lines(account: AccountRange): Promise<readonly AccountLine[]>;
  /** Debits less credits of all that {@link lines} would give, refused as {@link balances} are. */
  balance(account: AccountRange): Promise<Cents>;
  /**
   * The lines of an account in the order of {@link lines}, `limit` at most, from the first one after `after`; what closing a
   * year carried forward is never among them, whatever the range.
   */
  page(account: AccountRange, after: LinePlace | null, limit: number): Promise<readonly PlacedLine[]>;
  /** What all that {@link page} would give comes to on either side. */
  turnover(account: AccountRange): Promise<Turnover>;
}

/** The lines of one account. */
export interface AccountRange extends Range {
  readonly accountCode: string;
  readonly auxiliaryCode: string | null;
}

/** One line of the accounting file: a sealed line with what its entry says. */
export interface FileLine extends Omit<Line, "id" | "lineNumber"> {
  readonly societyCode: string;
  readonly journal: string;
  readonly reference: string;
  readonly accountingDate: Day;
  readonly documentDate: Day;
  readonly documentReference: string;
  readonly validatedAt: Instant;
  /** As {@link SealedEntry.carriesForward} says. */
  readonly carriesForward: boolean;
  /** Those that were filed with its year; else those that are {@link Lettering.inOneFile}. */
  readonly letteringCode: string | null;
  readonly letteringDay: Day | null;
}

/** Which lines a file has: those of one society and one civil year. */
export interface FileQuery {
  readonly societyCode: string;
  readonly year: number;
  /** Codes of journals, in the order that entries validated at one instant take. */
  readonly journals: readonly string[];
}

/** Sealed lines, streamed. */
export interface FileStore {
  /**
   * Opening entries of 1 January first (source `Opening`), then by validation, journal, number and line number; in
   * batches, so that memory does not grow with the year. All of one snapshot. Ends when the transaction does.
   */
  lines(query: FileQuery): AsyncIterable<readonly FileLine[]>;
  /**
   * Those of all societies, of one civil year or of all, by accounting date; on one day opening entries first (source
   * `Opening`), then by the ids of entries, which is the order in which they were written, and by line number. In batches,
   * of one snapshot and ended as {@link lines} are.
   */
  linesByDay(year: number | null): AsyncIterable<readonly FileLine[]>;
}

/** A sealed entry as its rows are. */
export interface InspectedEntry extends SealedEntry {
  /** Whether what stores keep twice agrees: its day, by which balances count each line, and the number of its lines. */
  readonly rowsAgree: boolean;
}

/** What a series had come to when a month was closed. */
export interface ClosingHead extends SeriesKey {
  readonly period: Month;
  readonly number: number;
  readonly hash: string;
}

/** The entries of a month that are of one series, the year being the month's. */
export interface InspectedMonth {
  readonly period: Month;
  readonly societyCode: string;
  readonly journal: string;
  readonly entries: number;
  readonly posted: number;
  /** When the last of them was validated. */
  readonly lastValidatedAt: Instant;
  /** When the one was changed that was not changed for longest: posting changes each. */
  readonly firstUpdatedAt: Instant;
}

/** What verification looks at. It locks nothing. */
export interface LedgerInspection {
  /** Every series of the book, by society, journal and year; one that is lost and has entries counts as never begun. */
  series(): Promise<readonly Series[]>;
  /** Sealed entries of a series by number, `limit` at most, from the first one above `after`. */
  entries(series: SeriesKey, after: number, limit: number): Promise<readonly InspectedEntry[]>;
  /** What every series had come to when a month was closed, by month; those that had no entry yet are left out. */
  heads(): Promise<readonly ClosingHead[]>;
  /** Some references of entries with amounts that nobody can have entered; nothing else can be counted on then. */
  amountFaults(): Promise<readonly string[]>;
  /** The months that have sealed entries, one row a series of each. */
  months(): Promise<readonly InspectedMonth[]>;
  /** The opening entries that closing a year made. */
  openings(): Promise<readonly SealedEntry[]>;
  /**
   * Some of the groups that do not hold together: lines of several subaccounts, letters that do not sum to zero, differ
   * within the group, are another group's too, are dated otherwise than the entry that closed the group, or are in an
   * accounting file where they are not to be; and subaccounts that would have letters there of no group.
   */
  letteringFaults(): Promise<readonly string[]>;
  /** Some subaccounts that have letters beyond the last that they gave. */
  letterSeriesFaults(): Promise<readonly string[]>;
  /** Some accounts and auxiliaries of sealed lines that are gone, or accounts that are named otherwise now. */
  accountFaults(): Promise<readonly string[]>;
  /** Some ids of entries that are gone and have lines. */
  strayLines(): Promise<readonly string[]>;
  /** Some references of entries whose source is not written down as theirs, and ids of entries that only sources know. */
  sourceFaults(): Promise<readonly string[]>;
}

/** What this package needs inside a transaction, handed out for one book. */
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
