export { dayInParis } from "@cartulary/kernel";
export type { Account, AccountId, Auxiliary, ChartAccount, LetteringRule, Subaccount } from "./accounts/account.ts";
export { apportion, type Share } from "./accounts/apportion.ts";
export { type Journal, referenceOf, type Series, type SeriesKey, yearOf } from "./accounts/journal.ts";
export type { LedgerPlan } from "./accounts/ledger-plan.ts";
export {
  CENTS_MAX,
  type Cents,
  cents,
  compareRationals,
  decimal,
  floorQuotient,
  minus,
  negate,
  plus,
  type Rational,
  rational,
  requireSafeCents,
  round,
  sum,
  times,
  ZERO,
} from "./accounts/money.ts";
export { accountStatement, statementPage } from "./bookkeeping/balances.ts";
export type { EntryBatchWriter } from "./bookkeeping/entry-batches.ts";
export type { LetteringInput, PostedGroup } from "./bookkeeping/letter-lines.ts";
export type { OpeningBalances } from "./bookkeeping/opening-balances.ts";
export { POST_ENTRIES_MAX, type PostedLettered } from "./bookkeeping/post-entries.ts";
export type {
  AccountLedger,
  AccountLine,
  AccountQuery,
  AccountStatement,
  Balance,
  Balances,
  LineCursor,
  LinesPage,
  LineWithCursor,
  Movement,
  Range,
  SubaccountBalance,
  Turnover,
} from "./entries/balance.ts";
export { canonical, chainHash, chainStart, type Hashable } from "./entries/chain.ts";
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
} from "./entries/entry.ts";
export { EARLIEST_DAY, ENTRY_LINES_MAX, LINE_CENTS_MAX, type NewEntry, type NewLine } from "./entries/entry-input.ts";
export { type ClosedPeriod, firstOpenDay, isClosed, type Period } from "./entries/period.ts";
export type { ReversalInput } from "./entries/reversal.ts";
export {
  FEC_COLUMNS,
  FEC_ENCODINGS,
  FEC_SEPARATORS,
  type FecColumn,
  type FecEncoding,
  type FecSeparator,
} from "./fec/columns.ts";
export { exportFec, type FecCaveat, type FecExportResult, type FecRequest } from "./fec/export.ts";
export { describeFec } from "./fec/notice.ts";
export { emptyTotals, type FecForm, type FecTotals, fecDescriptionName, fecFileName, writeFec } from "./fec/writer.ts";
export { checkFec } from "./fec-check/checker.ts";
export { FEC_RULES, type FecFinding, type FecRule } from "./fec-check/finding.ts";
export { createLedger, type Ledger, type LedgerSettings, ledgerBatchWriter, ledgerUseCases } from "./ledger.ts";
export {
  type FecLettering,
  LETTERING_STATUSES,
  type LetterableLine,
  type Lettering,
  type LetteringId,
  type LetteringStatus,
  type LetterSeries,
  type LineLettering,
  NO_LETTERING,
} from "./lettering/lettering.ts";
export {
  type EntryField,
  type EntrySummary,
  type EntryView,
  entryListing,
  LEDGER_LIST_DIALECT,
  type LineView,
} from "./stores/entry-view.ts";
export type {
  AccountRange,
  AccountStore,
  BalanceStore,
  BookStore,
  DraftStore,
  EntryIntegrityRow,
  EntrySource,
  EntryStore,
  FileLine,
  FileQuery,
  FileStore,
  LedgerInspection,
  LedgerStores,
  LetteringStore,
  MonthIntegrityRow,
  PeriodStore,
  SeriesHead,
  SeriesStore,
} from "./stores/ports.ts";
