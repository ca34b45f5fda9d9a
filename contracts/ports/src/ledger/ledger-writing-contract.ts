import { ledgerBookContract } from "./ledger-book-contract.ts";
import { ledgerDraftContract } from "./ledger-draft-contract.ts";
import { ledgerEntryContract } from "./ledger-entry-contract.ts";
import type { LedgerHarness } from "./ledger-harness.ts";
import { ledgerSeriesContract } from "./ledger-series-contract.ts";

/** Contract of the ledger stores that open books, and draft, number and seal entries. */
export function ledgerWritingContract(name: string, harness: LedgerHarness): void {
  ledgerBookContract(name, harness);
  ledgerDraftContract(name, harness);
  ledgerEntryContract(name, harness);
  ledgerSeriesContract(name, harness);
}
