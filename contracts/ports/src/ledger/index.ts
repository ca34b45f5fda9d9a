export { type LedgerGuardsHarness, type LedgerGuardsPlace, ledgerGuardsContract } from "./ledger-guards-contract.ts";
export type { LedgerHarness, LedgerPlace } from "./ledger-place.ts";
export { ledgerReadingContract } from "./ledger-reading-contract.ts";
export { ledgerWritingContract } from "./ledger-writing-contract.ts";
