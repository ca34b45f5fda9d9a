export { type Accounting, bookOpener, createAccounting } from "./accounting.ts";
export type { AccountingListener } from "./accounting-listener.ts";
export { rentalPlan } from "./chart-of-accounts.ts";
export type { FecWarning } from "./fec/fec-check-result.ts";
export {
  FEC_YEAR_MAX,
  FEC_YEAR_MIN,
  type FecExport,
  type FecExportField,
  type FecExportId,
  type FecExportInput,
  fecExportListing,
} from "./fec/fec-export.ts";
export {
  createFecExports,
  type FecDownload,
  type FecDownloadQuery,
  type FecExports,
  fecBlobHolders,
} from "./fec/fec-exports.ts";
export type { AccountingStores, FecExportStore, FecFileStore } from "./ports.ts";
export type {
  OwnerActivity,
  OwnerChargeRow,
  OwnerCreditRow,
  OwnerInvoiceRow,
  OwnerPayoutRow,
} from "./statements/owner-activity.ts";
export type { OwnerStatement, StatementLine, StatementPeriod, StatementQuery } from "./statements/owner-statement.ts";
export {
  createOwnerStatements,
  type OwnerStatements,
  type ReadStatement,
} from "./statements/owner-statements.ts";
export type { OwnerActivitySource, OwnerActivityStores } from "./statements/ports.ts";
export { FEE_KINDS, type FeeKind, type StatementSections } from "./statements/sections.ts";
