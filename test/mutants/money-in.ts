import { type Mutant, mutantsOf } from "./mutant.ts";

const PAYMENTS = "core/rental/src/payments";
const MONEY_IN = "core/rental/src/money-in";
const HTTP = "http/bank-transactions";
const HISTORIES = "rental/money-histories";
const ORDERS = "rental/money-orders";
const EXECUTION = "rental/payout-execution";
const PURE = "core/rental/test/money-in/instalments.property";

/** Bugs of what comes in: what it is for, what it pays, how it is booked and taken back. */
export const moneyInMutants: readonly Mutant[] = mutantsOf({
  [`${PAYMENTS}/allocation.ts`]: [
    ["each line is paid as if nothing was paid before", "left = minus(left, paid);", "", PURE],
    [
      "VAT is paid with the rest",
      "const [htCents = ZERO, vatCents = ZERO]",
      "const [vatCents = ZERO, htCents = ZERO]",
      PURE,
    ],
    [
      "an owner's part stays due",
      "minus(share.htCents, own.get(share.ownerId)?.htCents ?? ZERO)",
      "share.htCents",
      PURE,
    ],
  ],
  [`${PAYMENTS}/payment.ts`]: [
    ["what is refunded is left", "negated(allocatedCents), negated(refundedCents)", "negated(allocatedCents)", HTTP],
    ["what pays in part is allocated", 'remainingCents === 0 ? "allocated"', 'remainingCents >= 0 ? "allocated"', HTTP],
    ["what is rejected is received again", 'status: "rejected" }', 'status: "received" }', HTTP],
  ],
  [`${MONEY_IN}/brought.ts`]: [
    [
      "what comes back pays the rent",
      'direction === "inbound" && method !== "rejection"',
      'direction === "inbound"',
      HTTP,
    ],
    [
      "what a sender learns later undoes nothing",
      'line(hints.reverses ?? "") || transaction.reverses',
      "transaction.reverses",
      HTTP,
    ],
    ["what is undone before it came stays", "?? place) > place", "?? place) > 9999", HTTP],
  ],
  [`${MONEY_IN}/ingestion.ts`]: [
    ["what is brought again is booked again", 'if (before?.status === "matched") return [];', "", HTTP],
    ["runs are locked after numbers", "await lockTouchedRuns(stores, sent);", "", ORDERS],
    [
      "nobody looks whether it came before",
      "await stores.bankTransactions.lock([...byReference.keys()])",
      "await stores.bankTransactions.lock([])",
      HISTORIES,
    ],
    [
      "all receipts are worked first",
      "stretchesOf(inOrder(items))",
      "stretchesOf(inOrder(items).toSorted((one, other) => +isReceipt(other) - +isReceipt(one)))",
      HTTP,
    ],
  ],
  [`${MONEY_IN}/dues.ts`]: [
    [
      "an amount is looked for as it was due before",
      "owing.set(after.remainingAmountCents, alike.add(after.id));",
      "",
      HTTP,
    ],
    ["what is paid is found by its amount again", "?.delete(before.id)", "?.has(before.id)", HTTP],
  ],
  [`${MONEY_IN}/settling.ts`]: [
    [
      "a call stays paid by what was taken back",
      "sum([call.paidAmountCents, negated(totalOf(ofCall.get(call.id) ?? []))])",
      "sum([call.paidAmountCents])",
      HISTORIES,
    ],
    ["owners keep what came back", "await reverseTransfers([", "void ([", HISTORIES],
  ],
  [`${MONEY_IN}/receipt.ts`]: [
    ["a lease that owes nothing has no name", 'destination.kind === "tenant" ? destination.lease : null', "null", HTTP],
  ],
  [`${MONEY_IN}/planned-receipts.ts`]: [
    [
      "what a receipt pays is nobody's",
      "transfers: collectionTransfers(receipt.paid, collected, bookings)",
      "transfers: []",
      HISTORIES,
    ],
    [
      "what is matched later is handed over on that day",
      "const { bookedOn: day } = transaction;",
      "const day = isInSuspense ? bookings.today : transaction.bookedOn;",
      HTTP,
    ],
  ],
  [`${MONEY_IN}/receiving.ts`]: [
    [
      "a receipt is lettered without its call",
      "lineIds: own.map(({ lineId }) => lineId), posted",
      "lineIds: [], posted",
      HTTP,
    ],
    ["a receipt is lettered by the line before", "=> place + 1;", "=> place;", HTTP],
    ["what is left without letters stays so", "others.has(call) ? [] : [call]", "[call]", HTTP],
  ],
  [`${MONEY_IN}/matching.ts`]: [
    ["of two references the first counts", 'if (other !== undefined) return "unclear";', "", HTTP],
    ["an unknown call is the next best guess", 'named) ?? "unclear"', "named)", HTTP],
    ["an amount is enough", "tenants.has(tenantId) || isNamedBy(words)", "true || isNamedBy(words) || tenants", HTTP],
    ["a reference is spelt in one way only", 'referencesIn(text, "AP")[0] ?? line(text)', "line(text)", HTTP],
  ],
  [`${MONEY_IN}/receipt-entries.ts`]: [
    [
      "what is matched later is in the bank twice",
      "isInSuspense ? ACCOUNTS.suspense : ACCOUNTS.bank",
      "ACCOUNTS.bank",
      HTTP,
    ],
    [
      "what is matched later is dated back",
      "firstOpenDay(book, isInSuspense ? today : transaction.bookedOn)",
      "firstOpenDay(book, transaction.bookedOn)",
      HTTP,
    ],
    [
      "owners are credited with what credited them before",
      "shares.filter(({ isAccrual }) => !isAccrual)",
      "shares",
      HTTP,
    ],
  ],
  [`${MONEY_IN}/bank-label.ts`]: [
    [
      "what the book refuses of a label is not said of the label",
      "return error ?? lineError(field, oneLine(label), { max: LABEL_MAX, required: false });",
      "return error ?? (lineError ? null : error);",
      "core/rental/test/bank-label",
      HTTP,
    ],
  ],
  [`${MONEY_IN}/transaction-input.ts`]: [
    ["money comes from the future", "if (day > today)", 'if (day > "9999-12-31")', HTTP],
    ["more is allocated than came", "all <= amountCents ? []", "all >= 0 ? []", HTTP],
    [
      "allocations that nobody sent are named",
      "errors.length > 0 || parts.length === 0 ||",
      "errors.length > 0 ||",
      HTTP,
    ],
  ],
  [`${MONEY_IN}/undoing.ts`]: [
    ["a payment is rejected twice", "if (payment ? !canBeRejected(payment) :", "if (payment ? false :", HTTP],
    [
      "one that came is undone by two together",
      "!rejection || gone.has(rejection.original.id)",
      "!rejection",
      EXECUTION,
    ],
    ["more is refunded than is left", "if (payment.remainingCents < transaction.amountCents) return null;", "", HTTP],
    [
      "calls stay paid by what was rejected",
      "await takeBackAllocations(intake, allocations,",
      "await takeBackAllocations(intake, [],",
      HTTP,
    ],
  ],
  [`${MONEY_IN}/crediting.ts`]: [
    [
      "what a credit pays is nobody's",
      "transfers: collectionTransfers(each.paid, collected, bookings)",
      "transfers: []",
      HISTORIES,
    ],
    ["what was remitted is remitted again", "await paymentAllocations.remit(taken, runId);", "", HTTP],
    ["a credit outlives what it paid", "await stores.payments.update(credited", "void (credited", HTTP],
  ],
});
