import { type Caller, type ListQuery, notFound, orNotFound, type Page, type TransactFor } from "@cartulary/kernel";
import type { MandataireId } from "../../agency/mandataire.ts";
import type { MoneyStores } from "../ports.ts";
import type { ListedPayment, PaymentField, PaymentId } from "./payment.ts";
import { type PaymentDetail, paymentDetail } from "./payment-detail.ts";

/** The payments of a mandataire, whose membership the caller has checked. */
export interface Payments {
  list(caller: Caller, query: ListQuery<PaymentField>): Promise<Page<ListedPayment>>;
  /** Throws 404 if the mandataire has no such payment. */
  get(caller: Caller, id: PaymentId): Promise<PaymentDetail>;
}

interface Dependencies<Stores> {
  readonly transactFor: TransactFor<MandataireId, Stores>;
}

export function createPayments<Stores extends MoneyStores>({
  transactFor,
}: Dependencies<Stores>): (mandataireId: MandataireId) => Payments {
  return (mandataireId) => {
    const transact = transactFor(mandataireId);
    return {
      list: (_caller, query) => transact.read(({ payments }) => payments.list(query)),
      get: (_caller, id) =>
        transact.read(async ({ payments, bankTransactions, paymentAllocations }) => {
          const payment = orNotFound(await payments.find(id));
          const { bankTransactionId } = payment;
          if (bankTransactionId === null) throw notFound();
          const transaction = await bankTransactions.find(bankTransactionId);
          return paymentDetail(payment, transaction, await paymentAllocations.viewsOf(id));
        }),
    };
  };
}
