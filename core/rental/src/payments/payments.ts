import { type Caller, existing, type ListQuery, type Page, type TransactFor } from "@cartulary/kernel";
import type { MandataireId } from "../mandataire.ts";
import type { RentalStores } from "../ports.ts";
import type { ListedPayment, PaymentField, PaymentId } from "./payment.ts";
import { type PaymentDetail, paymentDetail } from "./payment-detail.ts";

/** What came in, for whoever found out that the caller is a member of the mandataire. */
export interface Payments {
  list(caller: Caller, query: ListQuery<PaymentField>): Promise<Page<ListedPayment>>;
  /** `NotFound` where there is none of this id under the mandataire. */
  get(caller: Caller, id: PaymentId): Promise<PaymentDetail>;
}

interface Dependencies<Stores> {
  readonly transactFor: TransactFor<MandataireId, Stores>;
}

/** Payments over a database. */
export function createPayments<Stores extends RentalStores>({
  transactFor,
}: Dependencies<Stores>): (mandataireId: MandataireId) => Payments {
  return (mandataireId) => {
    const transact = transactFor(mandataireId);
    return {
      list: (_caller, query) => transact.read(({ payments }) => payments.list(query)),
      get: (_caller, id) =>
        transact.read(async ({ payments, bankTransactions, paymentAllocations }) => {
          const payment = existing(await payments.find(id));
          const transaction = await bankTransactions.find(payment.bankTransactionId);
          return paymentDetail(payment, transaction, await paymentAllocations.viewsOf(id));
        }),
    };
  };
}
