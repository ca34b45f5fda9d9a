/**
 * The violations that billing, collections and payouts can have. No operation causes them. Each has the kind of record
 * concerned and a message. References with numbers per year: QT, AP, EN, RV.
 */
export const MONEY_VIOLATIONS = {
  runUnlikeLines: { area: "billing run", message: "has a total that differs from its lines" },
  runUnlikeCalls: { area: "billing run", message: "called an amount that differs from its lines" },
  runUnlikeBook: { area: "billing run", message: "has entries or reversals that contradict its status" },
  billedTwice: { area: "billing run line", message: "bills days that another line of an applied run also bills" },
  callUnlikeLines: { area: "rent call", message: "has a total that differs from its lines" },
  callUnlikeBook: { area: "rent call", message: "was posted with an amount that differs from its total" },
  callUnlikePayments: { area: "rent call", message: "has a paid amount that differs from its payments" },
  lineOverpaid: { area: "billing run line", message: "is paid beyond its amount" },
  paymentUnlikeParts: { area: "payment", message: "has amounts unlike its allocations, refunds or remainder" },
  paymentUnlikeBank: { area: "payment", message: "differs from its bank transaction" },
  allocationUnlikeOwners: {
    area: "payment allocation",
    message: "allocates other amounts to owners than their shares",
  },
  transactionUnlikeBook: { area: "bank transaction", message: "was posted with another amount than it moved" },
  suspenseUnlikeBook: { area: "bank transaction", message: "is matched and in suspense, or neither" },
  assignmentUnlikeBook: {
    area: "bank transaction",
    message: "has an assigned amount that differs from its assignments or their entries",
  },
  bankUnlikeBook: {
    area: "bank statement",
    message: "closes with a balance that differs from 512000 by more than the later movements",
  },
  payoutUnlikeBook: { area: "owner payout", message: "was posted as ordered with an amount that differs from its own" },
  payoutUnlikeBank: {
    area: "owner payout",
    message: "is executed by no bank transaction, or by one and is not executed",
  },
  payoutUnlikeExport: { area: "owner payout", message: "has a status that contradicts its export" },
  exportUnlikePayouts: { area: "payout export", message: "has a total that differs from its payouts" },
  withdrawalUnlikeBook: { area: "fee withdrawal", message: "has a day whose posted amount differs" },
  referenceGap: { area: "record", message: "leaves a gap in its number series, or is beyond the counter of its year" },
  attachmentUnlikeBytes: { area: "incident attachment", message: "differs from its stored bytes" },
} as const;

export type MoneyViolation = keyof typeof MONEY_VIOLATIONS;

/** Port: finds violations in the money of one mandataire. */
export interface MoneyInspection {
  /** Returns the distinct ids of the records with a violation, ascending, at most `limit`. */
  find(violation: MoneyViolation, limit: number): Promise<readonly string[]>;
}
