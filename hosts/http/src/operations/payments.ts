import { type FieldError, invalid } from "@cartulary/kernel";
import type { BankStatements, BankTransactions, MandataireId, PaymentIngestion, Payments } from "@cartulary/rental";
import {
  BANK_TRANSACTIONS_MAX,
  type bankStatementOperations,
  type bankTransactionOperations,
  type paymentOperations,
  type portalBankTransactionOperations,
} from "@cartulary/wire";
import { created, type Handlers, noContent, ok } from "../exchange/handlers.ts";
import { listed } from "../exchange/listing.ts";

/** The payments of a mandataire over HTTP. */
export function paymentHandlers(
  payments: (mandataireId: MandataireId) => Payments,
): Handlers<typeof paymentOperations> {
  return {
    listPayments: async ({ mandataireId, list, caller }) => listed(await payments(mandataireId).list(caller, list)),
    getPayment: async ({ mandataireId, params, caller }) => ok(await payments(mandataireId).get(caller, params.id)),
  };
}

/** What moved on its account. */
export function bankTransactionHandlers(
  bankTransactions: (mandataireId: MandataireId) => BankTransactions,
): Handlers<typeof bankTransactionOperations> {
  return {
    listBankTransactions: async ({ mandataireId, list, caller }) =>
      listed(await bankTransactions(mandataireId).list(caller, list)),
    getBankTransaction: async ({ mandataireId, params, caller }) =>
      ok(await bankTransactions(mandataireId).get(caller, params.id)),
    assignBankTransaction: async ({ mandataireId, params, body, caller }) =>
      created(await bankTransactions(mandataireId).assign(caller, params.id, body)),
    deleteBankAssignment: async ({ mandataireId, params: { id, assignmentId }, caller }) => {
      await bankTransactions(mandataireId).takeBack(caller, id, assignmentId);
      return noContent();
    },
  };
}

/** What the bank says of it. */
export function bankStatementHandlers(
  bankStatements: (mandataireId: MandataireId) => BankStatements,
): Handlers<typeof bankStatementOperations> {
  return {
    listBankStatements: async ({ mandataireId, list, caller }) =>
      listed(await bankStatements(mandataireId).list(caller, list)),
    getReconciliation: async ({ mandataireId, query: { on = null }, caller }) =>
      ok(await bankStatements(mandataireId).reconciliation(caller, on)),
  };
}

/** How programs bring it. */
export function portalBankTransactionHandlers(
  paymentIngestion: (mandataireId: MandataireId) => PaymentIngestion,
): Handlers<typeof portalBankTransactionOperations> {
  return {
    bringBankTransactions: async ({ mandataireId, caller, body: { transactions } }) => {
      if (transactions === undefined) throw invalid(wrong("blank", "can't be blank"));
      if (transactions.length > BANK_TRANSACTIONS_MAX)
        throw invalid(wrong("too_long", `are more than ${BANK_TRANSACTIONS_MAX}: send them in several requests`));
      return ok(await paymentIngestion(mandataireId).ingest(caller, transactions));
    },
  };
}

const wrong = (code: FieldError["code"], message: string): FieldError => ({ field: "transactions", code, message });
