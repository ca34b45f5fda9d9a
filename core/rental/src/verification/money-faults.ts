/**
 * What may be wrong with what a mandataire bills, collects and pays out, whatever brought it about: no operation does. By
 * name, with what kind of thing it is about and what is said of it. A year's numbers stand in references: QT, AP, EN, RV.
 */
export const MONEY_FAULTS = {
  runUnlikeLines: { area: "billing run", message: "comes to something else than its lines" },
  runUnlikeCalls: { area: "billing run", message: "called something else than its lines come to" },
  runUnlikeBook: {
    area: "billing run",
    message: "has entries and was not applied, was reversed and is not cancelled, or is cancelled and was not reversed",
  },
  billedTwice: { area: "billing run line", message: "bills days that another line of an applied run bills, too" },
  callUnlikeLines: { area: "rent call", message: "comes to something else than its lines" },
  callUnlikeBook: { area: "rent call", message: "was posted as something else than it comes to" },
  callUnlikePayments: { area: "rent call", message: "says that something else was paid than payments pay of it" },
  lineOverpaid: { area: "billing run line", message: "is paid by more than it comes to" },
  paymentUnlikeParts: { area: "payment", message: "pays, gives back or leaves something else than it says" },
  paymentUnlikeBank: { area: "payment", message: "is not what its bank transaction brought" },
  allocationUnlikeOwners: { area: "payment allocation", message: "gives owners something else than their part of it" },
  transactionUnlikeBook: { area: "bank transaction", message: "was posted as something else than it moved" },
  suspenseUnlikeBook: { area: "bank transaction", message: "is matched and stands in suspense, or neither" },
  assignmentUnlikeBook: {
    area: "bank transaction",
    message: "says that something else was assigned of it than its assignments, or their entries, come to",
  },
  bankUnlikeBook: {
    area: "bank statement",
    message: "closes with another balance than 512000 has, and what moved since does not explain the difference",
  },
  payoutUnlikeBook: { area: "owner payout", message: "was ordered in the book as something else than it comes to" },
  payoutUnlikeBank: {
    area: "owner payout",
    message: "is executed by no bank transaction, or by one and is not executed",
  },
  payoutUnlikeExport: {
    area: "owner payout",
    message: "stands as if it were in an export that it is not in, or in none",
  },
  exportUnlikePayouts: { area: "payout export", message: "orders something else than its payouts come to" },
  withdrawalUnlikeBook: { area: "fee withdrawal", message: "is of a day that was posted as something else" },
  referenceGap: {
    area: "record",
    message: "is numbered after or before one that there is not, or beyond the counter of its year",
  },
  attachmentUnlikeBytes: { area: "incident attachment", message: "is not of the bytes that are stored for it" },
} as const;

/** One of {@link MONEY_FAULTS}. */
export type MoneyFault = keyof typeof MONEY_FAULTS;

/** Port: looks for what is wrong with the money of one mandataire. */
export interface MoneyInspection {
  /** Ids of the records that have a fault, each once, in their order; `limit` at most. */
  find(fault: MoneyFault, limit: number): Promise<readonly string[]>;
}
