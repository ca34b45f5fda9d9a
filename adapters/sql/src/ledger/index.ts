import { type SqlModule, sqlModule } from "../module.ts";
import { ledgerMigrations } from "./migrations.ts";
import {
  accountRows,
  auxiliaryRows,
  bookRows,
  draftLineRows,
  draftRows,
  entryRows,
  letterSeriesRows,
  lineRows,
  periodRows,
  seriesRows,
  sourceRows,
} from "./tables.ts";

/** core/ledger in SQL. The tenant is the book. */
export const ledgerModule: SqlModule = sqlModule({
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
  ],
  migrations: ledgerMigrations,
});
