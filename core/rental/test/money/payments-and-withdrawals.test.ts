import type { Day, Instant } from "@cartulary/kernel";
import { cents } from "@cartulary/ledger";
import { describe, expect, it } from "vitest";
import { createBankStatements } from "../../src/money/bank-statements/bank-statements.ts";
import { createFeeWithdrawals } from "../../src/money/fee-withdrawals/fee-withdrawals.ts";
import type { PaymentAllocation } from "../../src/money/payments/allocation.ts";
import type { BankTransaction } from "../../src/money/payments/bank-transaction.ts";
import { bankTransactionViews } from "../../src/money/payments/bank-transaction-views.ts";
import { createPayments } from "../../src/money/payments/payments.ts";
import { receiptsOfCall } from "../../src/money/payments/receipts-of-call.ts";
import { creditOf, fieldRefusal, line, refusal } from "./agency/examples.ts";
import { openAgency } from "./agency/open.ts";
import { AGENCY, caller, digests, NOW, type Records } from "./agency/records.ts";

const QUERY = { page: 1, perPage: 10, sort: "createdAt", direction: "asc", conditions: [] } as const;

const allocation = (id: string, paymentId: string, amounts: readonly [ht: number, vat: number], more: object = {}) =>
  ({
    ...{
      id,
      paymentId,
      rentCallId: "call",
      status: "allocated",
      htCents: cents(amounts[0]),
      vatCents: cents(amounts[1]),
    },
    ...{ createdAt: "2026-03-06T08:00:00.000Z" as Instant, ...more },
  }) as unknown as PaymentAllocation;

const payment = (id: string, paymentDate: string, paymentMethod = "check") =>
  creditOf("tess", 1000, { id: id as never, paymentDate: paymentDate as Day, paymentMethod: paymentMethod as never });

describe("the receipts of a call", () => {
  it("are one a payment, by day, with all that it paid of the call and when that was last recorded", async () => {
    const { stores } = await openAgency({
      payments: [payment("p", "2026-03-05"), payment("q", "2026-03-03", "card"), payment("r", "2026-03-04", "cash")],
      allocations: [
        allocation("1", "p", [100, 20], { createdAt: "2026-03-06T08:00:00.000Z" }),
        allocation("2", "p", [7, 0], { createdAt: "2026-03-09T08:00:00.000Z" }),
        allocation("3", "p", [1, 1], { createdAt: "2026-03-08T08:00:00.000Z" }),
        ...[allocation("4", "q", [30, 6]), allocation("5", "r", [2, 1])],
        allocation("6", "q", [5, 0], { rentCallId: "another" }),
      ],
    });
    const recordedAt = "2026-03-06T08:00:00.000Z";
    expect(await receiptsOfCall(stores, "call" as never)).toEqual([
      { paymentDate: "2026-03-03", method: "card", recordedAt, amountCents: 36 },
      { paymentDate: "2026-03-04", method: "cash", recordedAt, amountCents: 3 },
      { paymentDate: "2026-03-05", method: "check", recordedAt: "2026-03-09T08:00:00.000Z", amountCents: 129 },
    ]);
    expect(await receiptsOfCall(stores, "nothing" as never)).toEqual([]);
  });
});

describe("the payments of an agency", () => {
  it("are seen with the bank's data and what they paid; credits that came from no bank are not", async () => {
    const transaction = { id: "t", label: "VIR", amountCents: cents(1000), bookedOn: "2026-03-05" as Day };
    const given = {
      payments: [payment("p", "2026-03-05"), creditOf("tess", 5, { id: "credit" as never, bankTransactionId: null })],
      transactions: [transaction as unknown as BankTransaction],
      allocations: [allocation("1", "p", [100, 20])],
    };
    const payments = createPayments(await openAgency(given))(AGENCY);
    expect(await payments.get(caller, "p" as never)).toMatchObject({
      ...{ id: "p", amountCents: 1000, allocatedAmount: 0, remainingAmount: 1000, allocations: given.allocations },
      bankTransaction: { id: "t", label: "VIR", amount: 1000, transactionDate: "2026-03-05" },
    });
    await expect(payments.get(caller, "credit" as never)).rejects.toThrow(refusal("not_found"));
    await expect(payments.get(caller, "unknown" as never)).rejects.toThrow(refusal("not_found"));
    expect((await payments.list(caller, QUERY)).total).toBe(2);
  });
});

describe("the bank transactions of an agency", () => {
  it("are seen with their own assignments", async () => {
    const transaction = (id: string) =>
      ({ id, amountCents: cents(100), settledCents: cents(0), assignedCents: cents(0) }) as unknown as BankTransaction;
    const assignments = [
      { id: "1", bankTransactionId: "t", lines: [] },
      { id: "2", bankTransactionId: "u", lines: [] },
      { id: "3", bankTransactionId: "t", lines: [] },
    ] as unknown as Records["assignments"];
    const transactions = ["t", "none", "u"].map(transaction);
    const { stores } = await openAgency({ transactions, assignments });
    const { total, items } = await bankTransactionViews(stores, QUERY);
    expect([total, items.map((each) => [each.id, each.assignments.map(({ id }) => id)])]).toEqual([
      3,
      [
        ["t", ["1", "3"]],
        ["none", []],
        ["u", ["2"]],
      ],
    ]);
  });
});

describe("the bank statements of an agency", () => {
  it("are compared with the book of a day, or of today", async () => {
    const book = await openAgency({
      mandataire: { iban: "FR0" } as Records["mandataire"],
      bankStatements: [{ id: "statement" }],
    });
    const statements = createBankStatements(book)(AGENCY);
    expect(await statements.reconciliation(caller, "2026-03-31" as Day)).toEqual({ iban: "FR0", on: "2026-03-31" });
    expect(await statements.reconciliation(caller, null)).toEqual({ iban: "FR0", on: "2026-04-10" });
    expect((await statements.list(caller, QUERY)).items).toEqual([{ id: "statement" }]);
  });
});

describe("the withdrawal of fees", () => {
  /** A book with 100 € of fees and VAT, less 5 € of bank charges, and 80 € or more at the bank. */
  async function withdrawalsIn(given: Partial<Records> = {}, bank = 20_000) {
    const book = await openAgency(given);
    const lines = [
      line("706100", null, -6000),
      ...[line("706200", null, -2000), line("445710", null, -2000), line("627000", null, 500)],
      ...[line("512000", null, bank), line("471000", null, 9500 - bank)],
    ];
    await book.post("FEES", lines, given.openingDay ?? "2026-03-01");
    return { ...book, withdrawals: createFeeWithdrawals({ ...book, digests })(AGENCY) };
  }
  const of = (amountCents: number, bookedOn = "2026-04-10") => ({
    ...{ amountCents: cents(amountCents), bookedOn: bookedOn as Day },
  });

  it("moves the fees from the mandants' account to the agency's", async () => {
    const { withdrawals, records, entries } = await withdrawalsIn();
    const entry = await withdrawals.create(caller, of(9500, "2026-04-09"));
    expect(entries(1)).toEqual([
      {
        ...{ accountingDate: "2026-04-09", documentReference: "HONORAIRES-2026-04-09", source: "Manual null 0" },
        description: "Prélèvement des honoraires",
        lines: ["D 512100 - 9500 Prélèvement des honoraires", "C 512000 - 9500 Prélèvement des honoraires"],
      },
    ]);
    expect(records.withdrawals).toEqual([
      {
        ...{ mandataireId: AGENCY, id: entry.id, amountCents: 9500, bookedOn: "2026-04-09", bankReference: null },
        ...{ createdAt: NOW, updatedAt: NOW },
      },
    ]);
    await expect(withdrawals.create(caller, of(1))).rejects.toThrow(
      fieldRefusal(["amountCents", "less_than_or_equal_to"]),
    );
  });

  it("is of the fees that are due, and of the money at the bank", async () => {
    const most = async (amount: number, ...given: Parameters<typeof withdrawalsIn>) => {
      const more = await withdrawalsIn(...given);
      await expect(more.withdrawals.create(caller, of(amount + 1))).rejects.toThrow(
        fieldRefusal(["amountCents", "less_than_or_equal_to"]),
      );
      expect((await more.withdrawals.create(caller, of(amount))).id).toBeDefined();
    };
    await most(9500);
    await most(8000, {}, 8000);
    await most(9400, { assignedToAgency: cents(100) });
    await most(9300, { unpaidTenantFees: cents(200) });
    const before = {
      id: "before",
      amountCents: cents(50),
      bankReference: "b",
    } as unknown as Records["withdrawals"][number];
    await most(9450, { withdrawals: [before] });
  });

  it("is booked on the first open day, and neither before the book's opening nor after today", async () => {
    const { withdrawals, entries } = await withdrawalsIn();
    await expect(withdrawals.create(caller, of(1, "2026-04-11"))).rejects.toThrow(
      fieldRefusal(["bookedOn", "less_than_or_equal_to"]),
    );
    expect(entries()).toHaveLength(1);
    const opened = await withdrawalsIn({ openingDay: "2026-04-09" });
    await expect(opened.withdrawals.create(caller, of(1, "2026-04-08"))).rejects.toThrow(
      fieldRefusal(["bookedOn", "greater_than_or_equal_to"]),
    );
    await opened.withdrawals.create(caller, of(1, "2026-04-09"));
    const closed = await withdrawalsIn({ closedThrough: "2026-02" });
    await closed.withdrawals.create(caller, of(1, "2026-02-28"));
    expect(closed.entries(1)[0]?.accountingDate).toBe("2026-03-01");
  });

  it("is recorded once under an Idempotency-Key", async () => {
    const { withdrawals, records } = await withdrawalsIn();
    const cipher = { encrypt: async (text: string) => text, decrypt: async (text: string) => text };
    const idempotency = { scope: "s", key: "k", fingerprint: "f", receivedAt: NOW, onReplay: () => {}, cipher };
    const create = () => withdrawals.create({ ...caller, idempotency }, of(100));
    const first = await create();
    expect([(await create()).id, records.withdrawals.length]).toEqual([first.id, 1]);
  });
});
