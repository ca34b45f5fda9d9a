import type { LedgerStores } from "@cartulary/ledger";
import { type SqlModule, sqlModule } from "../engine/module.ts";
import { createAccountStore } from "./account-store.ts";
import { createBalanceStore } from "./balance-store.ts";
import { createBookStore } from "./book-store.ts";
import { createDraftStore } from "./draft-store.ts";
import { createEntryStore } from "./entry-store.ts";
import { createFileStore } from "./file-store.ts";
import { createLedgerInspection } from "./ledger-inspection.ts";
import { createLetteringStore } from "./lettering-store.ts";
import { ledgerMigrations } from "./migrations.ts";
import { createPeriodStore } from "./period-store.ts";
import { createSeriesStore } from "./series-store.ts";
import {
  accountRows,
  auxiliaryRows,
  bookRows,
  closingHeadRows,
  draftLineRows,
  draftRows,
  entryRows,
  letterSeriesRows,
  lineRows,
  periodRows,
  seriesRows,
  sourceRows,
} from "./tables.ts";

/**
 * The tables, migrations and stores of the ledger, and of nothing else.
 *
 * @example
 * ```ts
 * import { ledgerModule } from "@cartulary/sql/ledger";
 * import { openSqlite } from "@cartulary/sqlite";
 *
 * const database = await openSqlite({ path: "book.db", modules: [ledgerModule] });
 * await database.close();
 * ```
 */
export const ledgerModule: SqlModule<object, object, LedgerStores> = sqlModule({
  name: "ledger",
  entities: [
    bookRows,
    accountRows,
    auxiliaryRows,
    draftRows,
    draftLineRows,
    entryRows,
    lineRows,
    sourceRows,
    seriesRows,
    letterSeriesRows,
    periodRows,
    closingHeadRows,
  ],
  sealed: [
    { table: entryRows, columns: ["status", "updated_at"] },
    {
      table: lineRows,
      columns: [
        "lettering_status",
        "lettering_group_id",
        "lettering_code",
        "lettering_day",
        "lettering_in_one_file",
        "lettering_filed_code",
        "lettering_filed_day",
      ],
    },
    { table: seriesRows, columns: ["number", "hash", "validated_at"] },
    { table: letterSeriesRows, columns: ["last"] },
    { table: periodRows, columns: [] },
    { table: closingHeadRows, columns: [] },
  ],
  migrations: ledgerMigrations,
  tenantStores: {
    books: createBookStore,
    accounts: createAccountStore,
    drafts: createDraftStore,
    entries: createEntryStore,
    series: createSeriesStore,
    letterings: createLetteringStore,
    periods: createPeriodStore,
    balances: createBalanceStore,
    accountingFiles: createFileStore,
    ledgerInspection: createLedgerInspection,
  },
});
