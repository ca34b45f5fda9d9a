import { ledgerBalanceContract } from "./ledger-balance-contract.ts";
import { ledgerFileContract } from "./ledger-file-contract.ts";
import type { LedgerHarness } from "./ledger-harness.ts";
import { ledgerLetteringContract } from "./ledger-lettering-contract.ts";

/** Contract of the ledger stores that letter, total and read sealed entries. */
export function ledgerReadingContract(name: string, harness: LedgerHarness): void {
  ledgerLetteringContract(name, harness);
  ledgerBalanceContract(name, harness);
  ledgerFileContract(name, harness);
}
