import { type FieldError, invalid } from "@cartulary/kernel";
import type {
  BankFileImport,
  BankStatements,
  BankTransactions,
  PaymentIngestion,
  Payments,
} from "@cartulary/rental/money";
import {
  BANK_TRANSACTIONS_MAX,
  type bankStatementOperations,
  type bankTransactionOperations,
  type paymentOperations,
  type portalBankTransactionOperations,
} from "@cartulary/wire";
import { created, type Handlers, noContent, type OfMandataire, ok } from "../../requests/handlers.ts";
import { listReply } from "../../requests/listing.ts";

export const paymentHandlers: Handlers<typeof paymentOperations, { readonly payments: OfMandataire<Payments> }> = {
  listPayments: async ({ mandataireId, list, caller }, { payments }) =>
    listReply(await payments(mandataireId).list(caller, list)),
  getPayment: async ({ mandataireId, params, caller }, { payments }) =>
    ok(await payments(mandataireId).get(caller, params.id)),
};

export const bankTransactionHandlers: Handlers<
  typeof bankTransactionOperations,
  { readonly bankTransactions: OfMandataire<BankTransactions> }
> = {
  listBankTransactions: async ({ mandataireId, list, caller }, { bankTransactions }) =>
    listReply(await bankTransactions(mandataireId).list(caller, list)),
  getBankTransaction: async ({ mandataireId, params, caller }, { bankTransactions }) =>
    ok(await bankTransactions(mandataireId).get(caller, params.id)),
  assignBankTransaction: async ({ mandataireId, params, body, caller }, { bankTransactions }) =>
    created(await bankTransactions(mandataireId).assign(caller, params.id, body)),
  deleteBankAssignment: async ({ mandataireId, params: { id, assignmentId }, caller }, { bankTransactions }) =>
    noContent(await bankTransactions(mandataireId).takeBack(caller, id, assignmentId)),
};

export const bankStatementHandlers: Handlers<
  typeof bankStatementOperations,
  { readonly bankStatements: OfMandataire<BankStatements>; readonly bankFileImport: OfMandataire<BankFileImport> }
> = {
  listBankStatements: async ({ mandataireId, list, caller }, { bankStatements }) =>
    listReply(await bankStatements(mandataireId).list(caller, list)),
  importBankFile: async ({ mandataireId, incoming, caller }, { bankFileImport }) =>
    ok(await bankFileImport(mandataireId).import(caller, incoming)),
  getReconciliation: async ({ mandataireId, query: { on = null }, caller }, { bankStatements }) =>
    ok(await bankStatements(mandataireId).reconciliation(caller, on)),
};

export const portalBankTransactionHandlers: Handlers<
  typeof portalBankTransactionOperations,
  { readonly paymentIngestion: OfMandataire<PaymentIngestion> }
> = {
  bringBankTransactions: async ({ mandataireId, caller, body: { transactions } }, { paymentIngestion }) => {
    if (transactions === undefined) throw invalid(wrong("blank", "can't be blank"));
    if (transactions.length > BANK_TRANSACTIONS_MAX)
      throw invalid(wrong("too_long", `are more than ${BANK_TRANSACTIONS_MAX}: send them in several requests`));
    return ok(await paymentIngestion(mandataireId).ingest(caller, transactions));
  },
};

const wrong = (code: FieldError["code"], message: string): FieldError => ({ field: "transactions", code, message });
