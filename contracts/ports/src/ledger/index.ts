export type { LedgerDatabase, LedgerHarness } from "./ledger-harness.ts";
export { ledgerReadingContract } from "./ledger-reading-contract.ts";
export { type GuardedDatabase, type LedgerGuardsHarness, ledgerGuardsContract } from "./ledger-triggers-contract.ts";
export { ledgerWritingContract } from "./ledger-writing-contract.ts";
