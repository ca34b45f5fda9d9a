export type { Account, AccountId, Auxiliary, ChartAccount, LetteringRule, Subaccount } from "./account.ts";
export { apportion, type Share } from "./apportion.ts";
export type {
  AccountLedger,
  AccountLine,
  AccountQuery,
  Balance,
  Balances,
  Movement,
  Range,
  SubaccountBalance,
} from "./balance.ts";
export { type BookLine, exportBook } from "./book-export.ts";
export { BOOK_FORMATS, type BookFormat, writeBook } from "./book-texts.ts";
export { canonical, chainHash, chainStart, type Hashable } from "./chain.ts";
export type { LedgerPlan } from "./chart.ts";
export {
  type Book,
  type BookId,
  type Draft,
  ENTRY_STATUSES,
  type EntryContent,
  type EntryId,
  type EntryStatus,
  type Line,
  type LineId,
  OPENING,
  REVERSAL,
  type SealedEntry,
} from "./entry.ts";
export { ENTRY_LINES_MAX, LINE_CENTS_MAX, type NewEntry, type NewLine } from "./entry-input.ts";
export { type EntryField, type EntrySummary, type EntryView, entryListing, type LineView } from "./entry-view.ts";
export { checkFec } from "./fec-checker.ts";
export {
  FEC_COLUMNS,
  FEC_ENCODINGS,
  FEC_SEPARATORS,
  type FecColumn,
  type FecEncoding,
  type FecSeparator,
} from "./fec-columns.ts";
export { exportFec, type FecCaveat, type FecRequest, type WrittenFec } from "./fec-export.ts";
export { FEC_RULES, type FecFinding, type FecRule } from "./fec-finding.ts";
export { describeFec } from "./fec-notice.ts";
export { type FecForm, type FecTotals, fecDescriptionName, fecFileName, noTotals, writeFec } from "./fec-writer.ts";
export { type Journal, referenceOf, type Series, type SeriesKey, yearOf } from "./journal.ts";
export { createLedger, type Ledger, type LedgerSettings, ledgerUseCases } from "./ledger.ts";
export { ledgerLists } from "./ledger-lists.ts";
export {
  type FiledLetters,
  LETTERING_STATUSES,
  type LetterableLine,
  type Lettering,
  type LetteringId,
  type LetteringStatus,
  type LetterSeries,
  type LineLettering,
  UNLETTERED,
} from "./lettering.ts";
export type { LetteringInput } from "./letterings.ts";
export {
  CENTS_MAX,
  type Cents,
  cents,
  compareRationals,
  counted,
  decimal,
  floorQuotient,
  minus,
  negated,
  plus,
  type Rational,
  rational,
  round,
  sum,
  times,
  ZERO,
} from "./money.ts";
export type { OpeningBalances } from "./opening-balances.ts";
export { OPENING_COLUMNS, type OpeningFile, parseOpening } from "./opening-file.ts";
export { dayInParis } from "./paris.ts";
export { type ClosedPeriod, firstOpenDay, type Period } from "./period.ts";
export type {
  AccountRange,
  AccountStore,
  BalanceStore,
  BookStore,
  ClosingHead,
  DraftStore,
  EntryStore,
  FileLine,
  FileQuery,
  FileStore,
  InspectedEntry,
  InspectedMonth,
  LedgerInspection,
  LedgerStores,
  LetteringStore,
  PeriodStore,
  SeriesStore,
} from "./ports.ts";
export { POST_ENTRIES_MAX } from "./posting.ts";
export type { ReversalInput } from "./reversal.ts";
export { bookChecks, countably, ledgerCheck } from "./verification.ts";
