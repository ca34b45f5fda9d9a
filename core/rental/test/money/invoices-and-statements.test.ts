import type { Day, Id, Instant } from "@cartulary/kernel";
import { cents } from "@cartulary/ledger";
import { describe, expect, it } from "vitest";
import type { PayableInvoice } from "../../src/billing/charges/ports.ts";
import type { SupplierInvoice } from "../../src/billing/charges/supplier-invoice.ts";
import { reconcile } from "../../src/money/bank-statements/reconciliation.ts";
import type { FileStatementInput, FileTransactionInput } from "../../src/money/money-in/file-input.ts";
import { identityOf, withFileContent } from "../../src/money/money-in/known-transactions.ts";
import { gapWarning, statementErrors } from "../../src/money/money-in/statement-checks.ts";
import { newTransaction } from "../../src/money/money-in/transaction-input.ts";
import {
  type InvoiceCandidates,
  invoiceLines,
  invoicesPaid,
  isReturnOf,
  ownersOfCandidates,
  paidInvoices,
  payFromOwners,
  reopenedInvoices,
  sourceOfInvoices,
} from "../../src/money/payout-matching/invoice-payments.ts";
import type { BankMovement } from "../../src/money/payout-matching/payout-matching-rules.ts";

const NOW = "2026-03-05T09:00:00.000Z" as Instant;
const owner = (name: string) => name as Id<"OwnerActor">;

const invoiceOf = (reference: string, total: number, more: Partial<SupplierInvoice> = {}): SupplierInvoice =>
  ({
    ...{ id: reference, reference, totalCents: cents(total), serviceProviderId: "p", entriesCount: 2, status: "open" },
    ...{ paidOn: null, bankTransactionId: null, updatedAt: null, ...more },
  }) as unknown as SupplierInvoice;
const movement = (amount: number, more: Partial<BankMovement> = {}): BankMovement => ({
  ...{ id: "t" as BankMovement["id"], bankReference: "B", bookedOn: "2026-03-01" as Day, amountCents: cents(amount) },
  ...{ label: null, referenceLines: null, counterpartyIban: null, ...more },
});

describe("the invoices that a transfer pays", () => {
  const [one, two, three] = [invoiceOf("F-2026-12", 50), invoiceOf("F-77", 30), invoiceOf("F-78", 50)];
  const twins = [invoiceOf("A-100", 20, { id: "a" as never }), invoiceOf("A 100", 40, { id: "b" as never })];
  const candidates = (payable: readonly (readonly [SupplierInvoice, string])[] = [], paid: readonly string[] = []) =>
    ({
      named: new Map([
        ["f202612", [one]],
        ["202612", [invoiceOf("2026-12", 50)]],
        ["f77", [two]],
        ["f78", [three]],
        ["a100", twins],
      ]),
      payable: payable.map(([invoice, iban]): PayableInvoice => ({ invoice, iban })),
      ...{ parts: new Map(), openCents: new Map(), codes: new Map(), paid: new Set(paid) },
    }) as unknown as InvoiceCandidates;
  const paid = (amount: number, more: Partial<BankMovement>, among = candidates()) => {
    const found = invoicesPaid(movement(amount, more), among);
    return typeof found === "string" ? found : found.map(({ id }) => id as string);
  };

  it("are those that its texts name, if they come to its amount", () => {
    expect(paid(50, { label: "VIR f 2026 12" })).toEqual(["F-2026-12"]);
    expect(paid(80, { label: "f-77 et F/78" })).toEqual(["F-77", "F-78"]);
    expect([49, 51, 30].map((amount) => paid(amount, { label: "f-77 f-78" }))).toEqual(Array(3).fill("unclear"));
    expect(paid(30, { label: "f-77, encore F77" })).toEqual(["F-77"]);
    expect(paid(50, { label: "f-78", referenceLines: "facture\nf-2026-12" })).toEqual(["F-2026-12"]);
    expect([paid(50, { label: "loyer" }), paid(50, {})]).toEqual(["nothing", "nothing"]);
  });

  it("are open: the name of a paid one leaves what else could be paid unclear", () => {
    const others = [[three, "FR1"]] as const;
    const to = { counterpartyIban: "FR1" };
    expect(paid(50, { ...to, label: "F-2026-12" }, candidates(others, ["F-2026-12"]))).toBe("unclear");
    expect(paid(50, { ...to, label: "F-77" }, candidates(others, ["F-77"]))).toBe("unclear");
    expect(paid(50, { label: "F-77 F-78" }, candidates([], ["F-77"]))).toEqual(["F-78"]);
    expect(paid(50, { ...to, label: "loyer" }, candidates(others, ["F-77"]))).toEqual(["F-78"]);
  });

  it("of one reference are the one of its amount, else the one of its account", () => {
    expect([20, 40].map((amount) => paid(amount, { label: "A-100" }))).toEqual([["a"], ["b"]]);
    expect(paid(30, { label: "A-100" })).toBe("unclear");
    const same = [invoiceOf("C-1", 20, { id: "c" as never }), invoiceOf("C1", 20, { id: "d" as never })];
    const among = (...payable: readonly (readonly [SupplierInvoice, string])[]) => ({
      ...candidates(payable),
      named: new Map([["c1", same]]),
    });
    const [c, d] = same as [SupplierInvoice, SupplierInvoice];
    const iban = { label: "C-1", counterpartyIban: "FR1" };
    expect(paid(20, iban, among([c, "FR2"], [d, "FR1"]))).toEqual(["d"]);
    expect(paid(20, iban, among([c, "FR1"], [d, "FR1"]))).toBe("unclear");
    expect(paid(20, iban, among([c, "FR2"]))).toBe("unclear");
  });

  it("are otherwise the oldest of its amount and account", () => {
    const among = candidates([
      [two, "FR1"],
      [one, "FR2"],
      [one, "FR1"],
      [three, "FR1"],
    ]);
    const to = (counterpartyIban: string | null, amount = 50) => paid(amount, { counterpartyIban }, among);
    expect([to("FR1"), to("FR1", 30), to("FR1", 31), to("FR2"), to("FR3"), to(null)]).toEqual([
      ...[["F-2026-12"], ["F-77"], "nothing", ["F-2026-12"], "nothing", "nothing"],
    ]);
    expect(paid(50, { counterpartyIban: "FR1" }, { ...among, paid: new Set([one.id]) })).toEqual(["F-78"]);
  });

  it("are paid from their owners' own money, which other open invoices do not lower", () => {
    const parts = new Map([
      [one.id, [part("ada", 30), part("blaise", 20)]],
      [two.id, [part("ada", 30)]],
    ]);
    function part(name: string, amount: number) {
      return { invoiceId: one.id, ownerId: owner(name), amountCents: cents(amount) };
    }
    const pay = (own: Readonly<Record<string, number>>, invoices: readonly SupplierInvoice[]) => {
      const openCents = new Map([
        [owner("ada"), cents(60)],
        [owner("blaise"), cents(20)],
      ]);
      const money = new Map(Object.entries(own).map(([name, amount]) => [owner(name), cents(amount)]));
      const left = { ...candidates(), parts, openCents };
      const isPaid = payFromOwners(invoices, left, money);
      return [isPaid, ...openCents.values(), ...left.paid];
    };
    expect(pay({ ada: -30, blaise: 0 }, [one])).toEqual([true, 30, 0, "F-2026-12"]);
    expect(pay({ ada: -31, blaise: 0 }, [one])).toEqual([false, 60, 20]);
    expect(pay({ ada: 100, blaise: -1 }, [one])).toEqual([false, 60, 20]);
    expect(pay({ ada: 0, blaise: 0 }, [one, two])).toEqual([true, 0, 0, "F-2026-12", "F-77"]);
    expect(pay({ ada: -1, blaise: 0 }, [one, two])).toEqual([false, 60, 20]);
    expect(pay({}, [two])).toEqual([true, 30, 20, "F-77"]);
    expect(ownersOfCandidates({ ...candidates(), parts })).toEqual(["ada", "blaise"]);
  });

  it("are debited to their providers, and credited by a return", () => {
    const codes = new Map([["p" as never, "FOU p"]]);
    const other = invoiceOf("F-9", 5, { serviceProviderId: "q" as never });
    const line = (auxiliaryCode: string | null, label: string) => ({ accountCode: "401000", auxiliaryCode, label });
    expect(invoiceLines([two, other], codes, "paid")).toEqual([
      { ...line("FOU p", "Règlement F-77"), debitCents: 30 },
      { ...line(null, "Règlement F-9"), debitCents: 5 },
    ]);
    expect(invoiceLines([two], codes, "returned")).toEqual([
      { ...line("FOU p", "Retour du règlement F-77"), creditCents: 30 },
    ]);
    expect(sourceOfInvoices([two, other])).toEqual({ sourceType: "SupplierInvoice", sourceId: "F-77", sourceSeq: 2 });
  });

  it("are paid on its day, and open again after a return of all of it; the first has one entry more", () => {
    const paidOn = paidInvoices([one, two], movement(80), NOW);
    const after = { status: "paid", paidOn: "2026-03-01", bankTransactionId: "t", updatedAt: NOW };
    expect(paidOn).toEqual([
      { ...one, ...after, entriesCount: 3 },
      { ...two, ...after, entriesCount: 2 },
    ]);
    expect(reopenedInvoices(paidOn, NOW)).toEqual([
      { ...one, updatedAt: NOW, entriesCount: 4 },
      { ...two, updatedAt: NOW, entriesCount: 2 },
    ]);
    expect([79, 80, 81].map((amount) => isReturnOf([one, two], cents(amount)))).toEqual([false, true, false]);
    expect(isReturnOf([], cents(0))).toBe(false);
  });
});

describe("a statement of a file", () => {
  const IBAN = "FR7630004000010008200000187";
  const statement = (opening: number | null, closing: number | null, account = IBAN): FileStatementInput => ({
    ...{ account, statementId: "S", from: null, to: null, madeAt: "", entriesCount: 0 },
    openingCents: opening === null ? null : cents(opening),
    closingCents: closing === null ? null : cents(closing),
  });
  const entry = (index: number | null, amount: number) =>
    ({
      ...{ statement: index, amountCents: cents(Math.abs(amount)), direction: amount < 0 ? "outbound" : "inbound" },
    }) as FileTransactionInput;
  const errors = (statements: readonly FileStatementInput[], ...transactions: readonly FileTransactionInput[]) =>
    statementErrors({ statements, transactions }, IBAN).map(
      ({ field, code, message }) => `${field} ${code}: ${message}`,
    );

  it("has entries that lead from its first balance to its last", () => {
    const all = [entry(0, 500), entry(0, -120), entry(1, 7), entry(null, 9_999)];
    expect(errors([statement(100, 480), statement(null, 480), statement(5, null)], ...all)).toEqual([]);
    expect(errors([statement(100, 481), statement(3, 10), statement(0, 0)], ...all)).toEqual([
      "statements[0] invalid: its entries come to 3.80, its balances to 3.81",
    ]);
    expect(errors([statement(0, -5)], entry(0, -123_456))).toEqual([
      "statements[0] invalid: its entries come to -1234.56, its balances to -0.05",
    ]);
    expect(errors([statement(0, 0)], entry(0, 99))).toEqual([
      "statements[0] invalid: its entries come to 0.99, its balances to 0.00",
    ]);
    const none = { ...entry(0, 1) };
    expect(errors([statement(1, 1)], { ...none, amountCents: undefined } as unknown as FileTransactionInput)).toEqual(
      [],
    );
    expect(errors([statement(1, 3)])).toEqual([
      "statements[0] invalid: its entries come to 0.00, its balances to 0.02",
    ]);
  });

  it("is of the mandataire's account", () => {
    const named = (account: string) => errors([statement(0, 9, account)])[0];
    expect(named("DE0012345678")).toBe("statements[0] invalid: account DE00…678 is not the mandataire's");
    expect(named("1234567890")).toBe("statements[0] invalid: account 1234567890 is not the mandataire's");
    expect(named("12345678901")).toBe("statements[0] invalid: account 1234…901 is not the mandataire's");
    expect(named("")).toBe("statements[0] invalid: account without a number is not the mandataire's");
  });

  it("begins with a balance that earlier ones end with, otherwise one is missing", () => {
    const gap = (openingBalance: number | null, expected: readonly number[] = [], isFirst = false) =>
      gapWarning(
        { openingBalance: openingBalance === null ? null : cents(openingBalance) },
        isFirst
          ? undefined
          : {
              ...{ statementKey: "k", closingBalance: cents(1_050), to: "2026-02-28" as Day },
              expected: expected.map(cents),
            },
      );
    expect([gap(1_050), gap(90, [80, 90]), gap(null), gap(90, [], true)]).toEqual([null, null, null, null]);
    expect(gap(95, [90])).toBe(
      "the bank's balance was 10.50 on 2026-02-28 and begins with 0.95: a statement in between is missing",
    );
  });

  it("differs from the book by the bank's balance less the book's", () => {
    const balances = { on: "2026-03-01" as Day, statementId: "S", bookBalance: cents(70), unexplained: [] };
    expect(reconcile({ ...balances, bankBalance: cents(100) })).toEqual({
      ...{ ...balances, bankBalance: 100, difference: 30 },
    });
    expect(reconcile({ ...balances, bankBalance: null }).difference).toBeNull();
  });
});

describe("a new transaction", () => {
  const context = { mandataireId: "m" as Id<"Mandataire">, newId: () => "new" as never, now: NOW };
  const input = {
    ...{ bankReference: " B \u200b 1 ", bookedOn: "2026-03-01" as Day, amountCents: cents(5) },
    direction: "inbound" as const,
  };

  it("has the bank's texts without what is invisible, and nothing settled", () => {
    const made = newTransaction({ ...input, counterpartyIban: " fr76 30 ", label: "\n", reverses: " R " }, context);
    expect(made).toEqual({
      ...{ mandataireId: "m", id: "new", bankReference: made.bankReference, bookedOn: "2026-03-01", amountCents: 5 },
      ...{ direction: "inbound", method: null, currency: "EUR", isFromPortal: true, contentKey: null },
      ...{ contentOrdinal: null, isOnStatement: false, servicerReference: made.bankReference, endToEndId: null },
      ...{ referenceLines: null, label: null, counterpartyName: null, counterpartyIban: "FR7630", reverses: "R" },
      ...{ status: "unmatched", settledCents: 0, assignedCents: 0, paymentId: null, entryId: null },
      ...{ tenantLineId: null, createdAt: NOW, updatedAt: NOW },
    });
    expect(newTransaction({ ...input, counterpartyIban: " " }, context).counterpartyIban).toBeNull();
    expect(newTransaction({ ...input, method: "card" }, context).method).toBe("card");
  });

  it("of a file has its references, and its texts unless they are the label", () => {
    const made = newTransaction({ ...input, label: "Loyer" }, context);
    const filed = (statement: number | null, ...referenceTexts: readonly string[]) =>
      withFileContent(
        made,
        {
          ...{ ...input, statement, formerReference: null, servicerReference: " S ", endToEndId: " " },
          ...{ remittance: "", referenceTexts },
        },
        { contentKey: "key", contentOrdinal: 3 },
      );
    expect(filed(0, "Loyer", " AP 1 ", "\n")).toEqual({
      ...{ ...made, contentKey: "key", contentOrdinal: 3, isFromPortal: false, isOnStatement: true },
      ...{ servicerReference: "S", endToEndId: null, referenceLines: "Loyer\nAP 1" },
    });
    expect(
      [filed(0), filed(0, "Loyer"), filed(0, "Loyer", "Loyer"), filed(0, "AP")].map((each) => each.referenceLines),
    ).toEqual([null, null, "Loyer\nLoyer", "AP"]);
    expect(filed(null).isOnStatement).toBe(false);
    expect(filed(0, "x".repeat(1_001)).referenceLines).toHaveLength(1_000);
    expect(identityOf(filed(0))).toBe("key 3");
  });
});
