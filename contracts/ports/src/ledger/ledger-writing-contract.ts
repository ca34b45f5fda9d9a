import { ledgerBookContract } from "./ledger-book-contract.ts";
import { ledgerDraftContract } from "./ledger-draft-contract.ts";
import { ledgerEntryContract } from "./ledger-entry-contract.ts";
import type { LedgerHarness } from "./ledger-place.ts";
import { ledgerSeriesContract } from "./ledger-series-contract.ts";

/** What all stores of a ledger do that open books, and draft, number and seal entries. */
export function ledgerWritingContract(name: string, harness: LedgerHarness): void {
  ledgerBookContract(name, harness);
  ledgerDraftContract(name, harness);
  ledgerEntryContract(name, harness);
  ledgerSeriesContract(name, harness);
}
