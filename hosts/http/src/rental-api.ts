import type { Clock } from "@cartulary/kernel";
import type {
  Accounting,
  BankStatements,
  BankTransactions,
  BillingRuns,
  Convergence,
  Estate,
  FecExports,
  FeeWithdrawals,
  Incidents,
  IndexValues,
  MandataireId,
  Mandataires,
  Memberships,
  OwnerPayouts,
  OwnerStatements,
  Payments,
  PayoutExports,
  RentCalls,
  RunApplication,
} from "@cartulary/rental";
import { RENTAL_BASE, rentalOperations } from "@cartulary/wire";
import type { Hono } from "hono";
import { implement } from "./exchange/implement.ts";
import type { ApiDependencies } from "./exchange/perform.ts";
import { accountingEntryHandlers, accountingHandlers, feeWithdrawalHandlers } from "./operations/accounting.ts";
import { billingRunHandlers, runApplicationHandlers } from "./operations/billing-runs.ts";
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
} from "./operations/estate.ts";
import { fecExportHandlers } from "./operations/fec-exports.ts";
import { incidentHandlers } from "./operations/incidents.ts";
import { indexValueHandlers } from "./operations/index-values.ts";
import { mandataireHandlers, mandataireMemberHandlers } from "./operations/mandataires.ts";
import { ownerPayoutHandlers, payoutExportHandlers } from "./operations/owner-payouts.ts";
import { ownerStatementHandlers } from "./operations/owner-statements.ts";
import { bankStatementHandlers, bankTransactionHandlers, paymentHandlers } from "./operations/payments.ts";
import { rentCallHandlers } from "./operations/rent-calls.ts";
import { snapshotHandlers } from "./operations/snapshots.ts";
import { printRentalError } from "./transport/errors.ts";

/** What the rental product needs. */
export interface RentalApiDependencies extends Omit<ApiDependencies, "chooseMandataire" | "clock" | "watermark"> {
  readonly mandataires: Mandataires;
  readonly memberships: Memberships;
  /** The books of one mandataire, once it is known that the caller is a member. */
  readonly accounting: Accounting;
  /** Its accounting files, likewise. */
  readonly fecExports: (mandataireId: MandataireId) => FecExports;
  /** What its tenants were asked to pay, likewise. */
  readonly rentCalls: (mandataireId: MandataireId) => RentCalls;
  /** What was ordered to be paid to owners, likewise. */
  readonly ownerPayouts: (mandataireId: MandataireId) => OwnerPayouts;
  /** Its files for the bank, likewise. */
  readonly payoutExports: (mandataireId: MandataireId) => PayoutExports;
  /** What its owners are told of their money, likewise. */
  readonly ownerStatements: (mandataireId: MandataireId) => OwnerStatements;
  /** The fees that it withdraws, likewise. */
  readonly feeWithdrawals: (mandataireId: MandataireId) => FeeWithdrawals;
  /** What tenants paid, likewise. */
  readonly payments: (mandataireId: MandataireId) => Payments;
  /** What the bank says of its account, likewise. */
  readonly bankStatements: (mandataireId: MandataireId) => BankStatements;
  /** What moved on its account, likewise. */
  readonly bankTransactions: (mandataireId: MandataireId) => BankTransactions;
  /** What it records of property and people, likewise. */
  readonly estate: (mandataireId: MandataireId) => Estate;
  /** What becomes of its billing runs, likewise. */
  readonly runApplication: (mandataireId: MandataireId) => RunApplication;
  /** Its billing runs, likewise. */
  readonly billingRuns: (mandataireId: MandataireId) => BillingRuns;
  /** What became of records, likewise. */
  readonly convergence: Convergence;
  /** Its incidents, likewise. */
  readonly incidents: (mandataireId: MandataireId) => Incidents;
  readonly indexValues: IndexValues;
  readonly clock: Clock;
  /** Base of absolute URLs. */
  readonly baseUrl: () => string;
}

/** The rental product, to be mounted at {@link RENTAL_BASE} or anywhere else. What it refuses is printed its own way. */
export function rentalApi(dependencies: RentalApiDependencies): Hono {
  const { mandataires, memberships, indexValues, accounting, fecExports, estate, billingRuns, convergence } =
    dependencies;
  const { incidents, baseUrl } = dependencies;
  const { runApplication, rentCalls, ownerPayouts, payoutExports, ownerStatements, feeWithdrawals } = dependencies;
  const { payments, bankStatements, bankTransactions } = dependencies;
  return implement(
    rentalOperations,
    {
      ...mandataireHandlers(mandataires),
      ...mandataireMemberHandlers(memberships),
      ...accountingEntryHandlers(accounting),
      ...accountingHandlers(accounting),
      ...fecExportHandlers(fecExports, baseUrl),
      ...rentCallHandlers(rentCalls),
      ...payoutExportHandlers(payoutExports, baseUrl),
      ...ownerPayoutHandlers(ownerPayouts),
      ...ownerStatementHandlers(ownerStatements),
      ...feeWithdrawalHandlers(feeWithdrawals),
      ...paymentHandlers(payments),
      ...bankStatementHandlers(bankStatements),
      ...bankTransactionHandlers(bankTransactions),
      ...runApplicationHandlers(runApplication),
      ...propertyHandlers(estate),
      ...unitHandlers(estate),
      ...ownershipHandlers(estate),
      ...ownerHandlers(estate),
      ...tenantHandlers(estate),
      ...rentalContactHandlers(estate),
      ...snapshotHandlers(convergence, baseUrl),
      ...mandateHandlers(estate),
      ...indexValueHandlers(indexValues),
      ...leaseHandlers(estate),
      ...leaseTermHandlers(estate),
      ...leasePartyHandlers(estate),
      ...billingRunHandlers(billingRuns),
      ...incidentHandlers(incidents, baseUrl),
    },
    RENTAL_BASE,
    { ...dependencies, chooseMandataire: memberships.choose, watermark: convergence.watermark },
    { printError: printRentalError },
  );
}
