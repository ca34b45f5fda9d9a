import type { Day } from "@cartulary/kernel";
import type { Cents, LineId } from "@cartulary/ledger";
import { MONEY_VIOLATIONS, type MoneyViolation } from "@cartulary/rental";
import {
  type BankStatement,
  bankStatementListing,
  bankTransactionListing,
  type CollectedPart,
  type PaymentAllocation,
  paymentListing,
} from "@cartulary/rental/money";
import { idOf, ROWS, rowsIn, someOf, textOf } from "./fixtures.ts";
import { BY_KEY, listed, NOW, newId, required, type Way, type Works } from "./works.ts";

const mandataireId = idOf<"Mandataire">("mandataires", 0);
const transaction = idOf<"BankTransaction">("bank_transactions", 7);
const payment = idOf<"Payment">("payments", 7);
const run = idOf<"BillingRun">("billing_runs", 7);
const call = idOf<"RentCall">("rent_calls", 7);
const allocationId = idOf<"PaymentAllocation">("payment_allocations", 7);
/** The limit of rows for a query with twenty keys. */
const TWENTY = 20 * BY_KEY;
const aLine = idOf<"Line">("ledger_lines", 7) as LineId;

const AN_ALLOCATION: PaymentAllocation = {
  ...{ mandataireId, id: newId(), paymentId: payment, rentCallId: call, billingRunId: run, computation: 1 },
  ...{ lineId: newId(), htCents: 1 as Cents, vatCents: 0 as Cents, allocationDate: "2026-06-01" as Day },
  ...{ status: "allocated", tenantLineId: aLine, transferId: null, madeByRunId: null, createdAt: NOW, updatedAt: NOW },
};

const A_PART: CollectedPart = {
  ...{ mandataireId, id: newId(), allocationId, ownerId: idOf<"OwnerActor">("owners", 7) },
  ...{ bookedOn: "2026-06-01" as Day, isAccrual: false, htCents: 1 as Cents, vatCents: 0 as Cents },
  ...{ status: "allocated", remittedByRunId: null },
};

/** References of the transactions that some reversals undo. */
const UNDONE = {
  ...{ bankReferences: [textOf(7)], servicerReferences: [textOf(7)], endToEndIds: [textOf(7)] },
  amounts: [7 as Cents],
};

const A_STATEMENT: BankStatement = {
  ...{ mandataireId, id: newId(), statementKey: "new", accountIban: textOf(7), statementId: "1", madeAt: "" },
  ...{ from: "2026-06-01" as Day, to: "2026-06-01" as Day, openingBalance: 1 as Cents, closingBalance: 2 as Cents },
  ...{ entriesCount: 1, createdAt: NOW, updatedAt: NOW },
};

/** The works of incoming payments. */
export const moneyInWorks: Works<
  | "bankTransactions"
  | "bankAssignments"
  | "bankStatements"
  | "payments"
  | "paymentAllocations"
  | "moneyInSource"
  | "letterSource"
  | "ownerActivity"
  | "moneyInspection"
> = {
  bankTransactions: {
    find: [BY_KEY, ({ bankTransactions }) => bankTransactions.find(transaction)],
    list: [
      6 * rowsIn("bank_transactions"),
      listed(bankTransactionListing, ({ bankTransactions }, query) => bankTransactions.list(query)),
    ],
    lock: [BY_KEY, ({ bankTransactions }) => bankTransactions.lock([transaction, newId()])],
    lockOfPortal: [BY_KEY, ({ bankTransactions }) => bankTransactions.lockOfPortal([textOf(7), "new"])],
    lockOfFiles: [
      BY_KEY,
      async ({ bankTransactions }) =>
        bankTransactions.lockOfFiles([required(await bankTransactions.find(transaction))]),
    ],
    lockOfContents: [BY_KEY, ({ bankTransactions }) => bankTransactions.lockOfContents([textOf(7), "new"])],
    lockOriginals: [3 * BY_KEY, ({ bankTransactions }) => bankTransactions.lockOriginals(UNDONE)],
    refundsOf: [TWENTY, ({ bankTransactions }) => bankTransactions.refundsOf(someOf("payments"))],
    insert: [
      BY_KEY,
      async ({ bankTransactions }) => {
        const found = required(await bankTransactions.find(transaction));
        await bankTransactions.insert([{ ...found, id: newId(), bankReference: "new", contentKey: "new" }]);
      },
    ],
    update: [
      BY_KEY,
      async ({ bankTransactions }) => bankTransactions.update([required(await bankTransactions.find(transaction))]),
    ],
    recognise: [
      BY_KEY,
      async ({ bankTransactions }) => bankTransactions.recognise([required(await bankTransactions.find(transaction))]),
    ],
  },
  bankAssignments: {
    ofTransactions: [3 * TWENTY, ({ bankAssignments }) => bankAssignments.ofTransactions(someOf("bank_transactions"))],
    insert: [
      BY_KEY,
      ({ bankAssignments }) =>
        bankAssignments.insert({
          ...{ mandataireId, id: newId(), bankTransactionId: transaction, entryId: newId(), isReversed: false },
          ...{ assignedOn: "2026-06-01" as Day, amountCents: 1 as Cents, createdAt: NOW, updatedAt: NOW },
          lines: [{ accountCode: "627000", auxiliaryCode: null, amountCents: 1 as Cents, label: null, lineId: aLine }],
          credits: [{ paymentId: payment, amountCents: 1 as Cents, tenantLineId: aLine, isRefund: true }],
        }),
    ],
    reverse: [
      BY_KEY,
      ({ bankAssignments }) => bankAssignments.reverse(idOf<"BankAssignment">("bank_assignments", 7), NOW),
    ],
    // An agency moves money to its own account once in a while.
    total: [3 * rowsIn("bank_assignment_lines"), ({ bankAssignments }) => bankAssignments.total("512100")],
  },
  bankStatements: {
    list: [
      6 * rowsIn("bank_statements"),
      listed(bankStatementListing, ({ bankStatements }, query) => bankStatements.list(query)),
    ],
    insertMissing: [BY_KEY, ({ bankStatements }) => bankStatements.insertMissing([A_STATEMENT])],
    before: [3 * BY_KEY, ({ bankStatements }) => bankStatements.before([A_STATEMENT])],
    // The lines of one account are summed, by an index that has their amounts.
    reconciliation: [
      3 * rowsIn("ledger_lines"),
      ({ bankStatements }) => bankStatements.reconciliation(textOf(7), "2026-06-01" as Day),
    ],
  },
  payments: {
    find: [BY_KEY, ({ payments }) => payments.find(payment)],
    list: [6 * rowsIn("payments"), listed(paymentListing, ({ payments }, query) => payments.list(query))],
    lock: [BY_KEY, ({ payments }) => payments.lock([payment, newId()])],
    lockCredits: [TWENTY, ({ payments }) => payments.lockCredits(someOf("tenants"))],
    lockOfLines: [TWENTY, ({ payments }) => payments.lockOfLines(someOf("tenants"), someOf("ledger_lines"))],
    insert: [
      BY_KEY,
      async ({ payments }) => {
        const found = required(await payments.find(payment));
        await payments.insert([{ ...found, id: newId(), reference: "EN-new" }]);
      },
    ],
    update: [BY_KEY, async ({ payments }) => payments.update([required(await payments.find(payment))])],
    insertDepositRefunds: [BY_KEY, ({ payments }) => payments.insertDepositRefunds(aLine, [payment])],
  },
  paymentAllocations: {
    viewsOf: [BY_KEY, ({ paymentAllocations }) => paymentAllocations.viewsOf(payment)],
    ofCalls: [TWENTY, ({ paymentAllocations }) => paymentAllocations.ofCalls(someOf("rent_calls"))],
    ofPayments: [TWENTY, ({ paymentAllocations }) => paymentAllocations.ofPayments(someOf("payments"))],
    carriedBy: [TWENTY, ({ paymentAllocations }) => paymentAllocations.carriedBy(someOf("ledger_lines"))],
    madeBy: [BY_KEY, ({ paymentAllocations }) => paymentAllocations.madeBy(run)],
    partsOf: [TWENTY, ({ paymentAllocations }) => paymentAllocations.partsOf(someOf("payment_allocations"))],
    insert: [BY_KEY, ({ paymentAllocations }) => paymentAllocations.insert([AN_ALLOCATION], [A_PART])],
    update: [
      BY_KEY,
      async ({ paymentAllocations }) => paymentAllocations.update(await paymentAllocations.ofPayments([payment])),
    ],
    updateParts: [
      BY_KEY,
      async ({ paymentAllocations }) =>
        paymentAllocations.updateParts(await paymentAllocations.partsOf([allocationId])),
    ],
    remit: [TWENTY, ({ paymentAllocations }) => paymentAllocations.remit(someOf("collected_parts"), run)],
    reverseOf: [BY_KEY, ({ paymentAllocations }) => paymentAllocations.reverseOf(run)],
  },
  letterSource: {
    tenantNames: [4 * TWENTY, ({ letterSource }) => letterSource.tenantNames(someOf("leases"), "2026-01-01" as Day)],
    ownerNames: [6 * TWENTY, ({ letterSource }) => letterSource.ownerNames(someOf("leases"), "2026-01-01" as Day)],
    premises: [6 * TWENTY, ({ letterSource }) => letterSource.premises(someOf("leases"))],
    accountMovements: [
      10 * TWENTY,
      ({ letterSource }) => letterSource.accountMovements("411000", idOf<"TenantActor">("tenants", 7)),
    ],
  },
  ownerActivity: {
    ofOwner: [
      40 * TWENTY,
      ({ ownerActivity }) => ownerActivity.ofOwner(idOf<"OwnerActor">("owners", 7), { from: null, to: null }),
    ],
  },
  moneyInSource: {
    callsOf: [BY_KEY, ({ moneyInSource }) => moneyInSource.callsOf([textOf(7), "new"])],
    creditNoteLines: [20 * TWENTY, ({ moneyInSource }) => moneyInSource.creditNoteLines(someOf("payments"))],
    openCalls: [TWENTY, ({ moneyInSource }) => moneyInSource.openCalls(someOf("tenants"))],
    openCallsOfAmounts: [BY_KEY, ({ moneyInSource }) => moneyInSource.openCallsOfAmounts([7 as Cents])],
    tenantsOfIbans: [BY_KEY, ({ moneyInSource }) => moneyInSource.tenantsOfIbans(["FR76"])],
    // Numbers are compared as they are spoken: every lease that has one is looked at.
    leasesOfCaf: [5 * ROWS.leases, ({ moneyInSource }) => moneyInSource.leasesOfCaf(["1234567"])],
    leasesPaidBy: [3 * TWENTY, ({ moneyInSource }) => moneyInSource.leasesPaidBy(someOf("tenants"))],
    tenantsOfLeases: [4 * TWENTY, ({ moneyInSource }) => moneyInSource.tenantsOfLeases(someOf("leases"))],
    openCallsOfLeases: [TWENTY, ({ moneyInSource }) => moneyInSource.openCallsOfLeases(someOf("leases"))],
    linesOf: [3 * TWENTY, ({ moneyInSource }) => moneyInSource.linesOf(someOf("rent_calls"))],
    callLines: [4 * TWENTY, ({ moneyInSource }) => moneyInSource.callLines(someOf("rent_calls"))],
    settledRuns: [4 * TWENTY, ({ moneyInSource }) => moneyInSource.settledRuns([run])],
    runsToMark: [
      5 * TWENTY,
      ({ moneyInSource }) => moneyInSource.runsToMark({ ...UNDONE, payoutReferences: ["RV-2026-000007"] }),
    ],
    payoutEntries: [TWENTY, ({ moneyInSource }) => moneyInSource.payoutEntries(someOf("owner_payouts"))],
    unpaidPartsOf: [10 * TWENTY, ({ moneyInSource }) => moneyInSource.unpaidPartsOf(someOf("owners"))],
  },
  // Everything is looked at, once in a while.
  moneyInspection: {
    find: [
      100_000,
      ...(Object.keys(MONEY_VIOLATIONS) as MoneyViolation[]).map(
        (fault): Way =>
          ({ moneyInspection }) =>
            moneyInspection.find(fault, 1000),
      ),
    ],
  },
};
