import type { BookId, LedgerStores } from "@cartulary/ledger";
import { type SqlModule, sqlModule } from "../module.ts";
import { createAccountStore } from "./account-store.ts";
import { createBookStore } from "./book-store.ts";
import { createDraftStore } from "./draft-store.ts";
import { createEntryStore } from "./entry-store.ts";
import { ledgerMigrations } from "./migrations.ts";
import { createSeriesStore } from "./series-store.ts";
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

/** The stores that write entries. */
export type OwnLedgerStores = Pick<LedgerStores, "books" | "accounts" | "drafts" | "entries" | "series">;

/** core/ledger in SQL. The tenant is the book. */
export const ledgerModule: SqlModule<object, object, OwnLedgerStores> = sqlModule({
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
  tenantStores: (transaction, tenant): OwnLedgerStores => {
    const bookId = tenant as string as BookId;
    return {
      books: createBookStore(transaction, bookId),
      accounts: createAccountStore(transaction, bookId),
      drafts: createDraftStore(transaction, bookId),
      entries: createEntryStore(transaction, bookId),
      series: createSeriesStore(transaction, bookId),
    };
  },
});
