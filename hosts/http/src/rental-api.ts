import type { Clock } from "@cartulary/kernel";
import type { Convergence } from "@cartulary/rental";
import type { Accounting, FecExports, OwnerStatements } from "@cartulary/rental/accounting";
import type { Mandataires, Memberships } from "@cartulary/rental/agency";
import type {
  BillingRuns,
  OwnerPayouts,
  Reminders,
  RentCalls,
  RunApplication,
  ServiceEvents,
} from "@cartulary/rental/billing";
import type { Incidents } from "@cartulary/rental/incidents";
import type { LetterBatches } from "@cartulary/rental/letters";
import type {
  BankFileImport,
  BankStatements,
  BankTransactions,
  ChargeStatements,
  FeeWithdrawals,
  Payments,
  PayoutExports,
  SecurityDeposits,
  SupplierInvoices,
} from "@cartulary/rental/money";
import type { Estate, IndexValues, RevisionLetters } from "@cartulary/rental/property";
import { RENTAL_BASE, rentalOperations } from "@cartulary/wire";
import type { Hono } from "hono";
import { accountingEntryHandlers, accountingHandlers } from "./operations/accounting/accounting.ts";
import { fecExportHandlers } from "./operations/accounting/fec-exports.ts";
import { ownerStatementHandlers } from "./operations/accounting/owner-statements.ts";
import { mandataireHandlers, mandataireMemberHandlers } from "./operations/agency/mandataires.ts";
import { billingRunHandlers, runApplicationHandlers } from "./operations/billing/billing-runs.ts";
import { ownerPayoutHandlers } from "./operations/billing/owner-payouts.ts";
import { rentCallHandlers } from "./operations/billing/rent-calls.ts";
import { serviceEventHandlers } from "./operations/billing/service-events.ts";
import { incidentHandlers } from "./operations/incidents/incidents.ts";
import { letterHandlers } from "./operations/letters/letters.ts";
import { chargeStatementHandlers } from "./operations/money/charge-statements.ts";
import { feeWithdrawalHandlers } from "./operations/money/fee-withdrawals.ts";
import { bankStatementHandlers, bankTransactionHandlers, paymentHandlers } from "./operations/money/payments.ts";
import { payoutExportHandlers } from "./operations/money/payout-exports.ts";
import { securityDepositHandlers } from "./operations/money/security-deposits.ts";
import { supplierInvoiceHandlers } from "./operations/money/supplier-invoices.ts";
import {
  leaseHandlers,
  leasePartyHandlers,
  leaseTermHandlers,
  mandateHandlers,
  ownerHandlers,
  ownershipHandlers,
  propertyHandlers,
  rentalContactHandlers,
  tenantHandlers,
  unitHandlers,
} from "./operations/property/estate.ts";
import { indexValueHandlers } from "./operations/property/index-values.ts";
import { snapshotHandlers } from "./operations/snapshots.ts";
import type { ApiDependencies } from "./requests/api-dependencies.ts";
import type { OfMandataire } from "./requests/handlers.ts";
import { implement } from "./requests/implement.ts";
import { formatRentalError } from "./transport/errors.ts";

export interface RentalApiDependencies extends Omit<ApiDependencies, "chooseMandataire" | "clock" | "watermark"> {
  readonly mandataires: Mandataires;
  readonly memberships: Memberships;
  /** Returns the books of a mandataire, whose membership was checked; likewise below. */
  readonly accounting: Accounting;
  readonly fecExports: OfMandataire<FecExports>;
  readonly rentCalls: OfMandataire<RentCalls>;
  readonly reminders: OfMandataire<Reminders>;
  readonly revisionLetters: OfMandataire<RevisionLetters>;
  readonly ownerPayouts: OfMandataire<OwnerPayouts>;
  readonly payoutExports: OfMandataire<PayoutExports>;
  readonly securityDeposits: OfMandataire<SecurityDeposits>;
  readonly chargeStatements: OfMandataire<ChargeStatements>;
  readonly supplierInvoices: OfMandataire<SupplierInvoices>;
  readonly serviceEvents: OfMandataire<ServiceEvents>;
  readonly ownerStatements: OfMandataire<OwnerStatements>;
  readonly letterBatches: OfMandataire<LetterBatches>;
  readonly feeWithdrawals: OfMandataire<FeeWithdrawals>;
  readonly payments: OfMandataire<Payments>;
  readonly bankFileImport: OfMandataire<BankFileImport>;
  readonly bankStatements: OfMandataire<BankStatements>;
  readonly bankTransactions: OfMandataire<BankTransactions>;
  readonly estate: OfMandataire<Estate>;
  readonly runApplication: OfMandataire<RunApplication>;
  readonly billingRuns: OfMandataire<BillingRuns>;
  readonly convergence: Convergence;
  readonly incidents: OfMandataire<Incidents>;
  readonly indexValues: IndexValues;
  readonly clock: Clock;
  /** Base of absolute URLs. */
  readonly baseUrl: () => string;
}

/** The rental product, for any mount path such as {@link RENTAL_BASE}. Its errors have their own format. */
export function rentalApi(dependencies: RentalApiDependencies): Hono {
  const { memberships, convergence } = dependencies;
  return implement(
    rentalOperations,
    {
      ...mandataireHandlers,
      ...mandataireMemberHandlers,
      ...accountingEntryHandlers,
      ...accountingHandlers,
      ...fecExportHandlers,
      ...rentCallHandlers,
      ...payoutExportHandlers,
      ...ownerPayoutHandlers,
      ...securityDepositHandlers,
      ...chargeStatementHandlers,
      ...supplierInvoiceHandlers,
      ...serviceEventHandlers,
      ...ownerStatementHandlers,
      ...feeWithdrawalHandlers,
      ...paymentHandlers,
      ...bankStatementHandlers,
      ...bankTransactionHandlers,
      ...runApplicationHandlers,
      ...propertyHandlers,
      ...unitHandlers,
      ...ownershipHandlers,
      ...ownerHandlers,
      ...tenantHandlers,
      ...rentalContactHandlers,
      ...snapshotHandlers,
      ...mandateHandlers,
      ...indexValueHandlers,
      ...leaseHandlers,
      ...leaseTermHandlers,
      ...leasePartyHandlers,
      ...billingRunHandlers,
      ...incidentHandlers,
      ...letterHandlers,
    },
    RENTAL_BASE,
    { ...dependencies, chooseMandataire: memberships.choose, watermark: convergence.watermark },
    { formatError: formatRentalError },
  );
}
