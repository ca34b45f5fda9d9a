import { ledgerBalanceContract } from "./ledger-balance-contract.ts";
import { ledgerFileContract } from "./ledger-file-contract.ts";
import { ledgerLetteringContract } from "./ledger-lettering-contract.ts";
import type { LedgerHarness } from "./ledger-place.ts";

/** What all stores of a ledger do that letter, sum up and read what others sealed. */
export function ledgerReadingContract(name: string, harness: LedgerHarness): void {
  ledgerLetteringContract(name, harness);
  ledgerBalanceContract(name, harness);
  ledgerFileContract(name, harness);
}
