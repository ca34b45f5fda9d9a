import type { BillingStores } from "../billing/ports.ts";
import type { BankAssignmentStores } from "./assignments/ports.ts";
import type { BankStatementStores } from "./bank-statements/ports.ts";
import type { FeeWithdrawalStores } from "./fee-withdrawals/ports.ts";
import type { MoneyInStores } from "./payments/ports.ts";
import type { PayoutExportStores } from "./payout-exports/ports.ts";

/** The stores of this wing and of those below, inside a transaction of one mandataire. */
export interface MoneyStores
  extends BillingStores,
    BankAssignmentStores,
    BankStatementStores,
    FeeWithdrawalStores,
    MoneyInStores,
    PayoutExportStores {}
