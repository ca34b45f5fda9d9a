import type { Day, Id, Instant } from "@cartulary/kernel";
import { type Book, cents, type LetterableLine, type LineId } from "@cartulary/ledger";
import { describe, expect, it } from "vitest";
import type { RentCall } from "../../src/billing/rent-calls/rent-call.ts";
import type { PaidCall } from "../../src/money/money-in/amounts-due.ts";
import { connectedGroups, letteringChanges } from "../../src/money/money-in/lettering-groups.ts";
import {
  type Bookings,
  bankDay,
  bankEntry,
  collectionTransfers,
  refundLines,
  suspenseLine,
  tenantLines,
} from "../../src/money/money-in/receipt-entries.ts";
import { type DueLine, instalments, lineAfter } from "../../src/money/payments/allocation.ts";
import { bankTransactionView } from "../../src/money/payments/bank-assignment.ts";
import {
  type BankTransaction,
  firstReferences,
  mayBeMatched,
  movedOn,
  suspendedCents,
} from "../../src/money/payments/bank-transaction.ts";
import {
  isRejectable,
  listedPayment,
  PAYMENT_STATUSES,
  type Payment,
  rejectedPayment,
  withAllocations,
} from "../../src/money/payments/payment.ts";

const NOW = "2026-03-05T09:00:00.000Z" as Instant;
const TODAY = "2026-03-20" as Day;
const transactionOf = (more: Partial<BankTransaction> = {}): BankTransaction =>
  ({
    ...{ id: "t", bankReference: "B-1", direction: "inbound", amountCents: cents(100), method: null, label: "VIR ADA" },
    ...{ bookedOn: "2026-03-05", settledCents: cents(0), assignedCents: cents(0), referenceLines: null, ...more },
  }) as BankTransaction;

const book = { closedThrough: null } as Book;
const id = <Noun extends string>(name: string) => name as Id<Noun>;
const bookings: Bookings = {
  ...{ book, societyCode: "S", today: TODAY },
  codes: new Map<Id<"TenantActor"> | Id<"OwnerActor">, string>([
    ...(["ada", "blaise"] as const).map((name) => [id<"TenantActor">(name), `LOC ${name}`] as const),
    ...(["o1", "o2"] as const).map((name) => [id<"OwnerActor">(name), `PRO ${name}`] as const),
  ]),
  callDays: new Map([
    [id<"RentCall">("call 2"), "2026-04-01" as Day],
    [id<"RentCall">("call 3"), "2026-03-01" as Day],
  ]),
};

describe("the entry of a transaction", () => {
  const source = { sourceType: "Payment" as const, sourceId: id<"Payment">("p"), sourceSeq: 3 };
  const others = [{ accountCode: "411000", label: "other" }];
  const entry = (more: Partial<BankTransaction>, isInSuspense: boolean, amount?: number) =>
    bankEntry(
      {
        ...{ transaction: transactionOf(more), isInSuspense, source, description: "Encaissement" },
        ...(amount === undefined ? {} : { amountCents: cents(amount) }),
      },
      others,
      bookings,
    );

  it("moves what comes in from the bank on its day, what was in suspense from there today", () => {
    expect(entry({ assignedCents: cents(10) }, false)).toEqual({
      ...{ societyCode: "S", journal: "BANQUE", accountingDate: "2026-03-05", documentDate: "2026-03-05" },
      ...{ documentReference: "B-1", description: "Encaissement", ...source },
      lines: [{ accountCode: "512000", label: "VIR ADA", debitCents: 90 }, ...others],
    });
    expect(entry({}, true, 40)).toMatchObject({
      ...{ accountingDate: TODAY, documentDate: TODAY },
      lines: [{ accountCode: "471000", label: "VIR ADA", debitCents: 40 }, ...others],
    });
    expect(entry({ direction: "outbound" }, false).lines).toEqual([
      ...others,
      { accountCode: "512000", label: "VIR ADA", creditCents: 100 },
    ]);
    const day = (isInSuspense: boolean) => bankDay({ transaction: transactionOf(), isInSuspense }, bookings);
    expect([day(true), day(false)]).toEqual([TODAY, "2026-03-05"]);
  });

  it("puts an amount without a known purpose into suspense", () => {
    const line = (direction: BankTransaction["direction"]) => suspenseLine(transactionOf({ direction }));
    expect([line("inbound"), line("outbound")]).toEqual([
      [{ accountCode: "471000", label: "VIR ADA", creditCents: 100 }],
      [{ accountCode: "471000", label: "VIR ADA", debitCents: 100 }],
    ]);
  });

  it("credits tenants with what they paid, each call by a line, and with the rest", () => {
    const call = (reference: string, tenantId: string | null) => ({ reference, tenantId }) as RentCall;
    const credited = (remainder: number, tenantId: string | null) =>
      tenantLines(
        {
          paid: [
            { call: call("AP-1", "ada"), amountCents: cents(60) },
            { call: call("AP-2", null), amountCents: cents(30) },
          ],
          ...{ remainderCents: cents(remainder), tenantId: tenantId as Payment["tenantId"], reference: "EN-1" },
        },
        bookings,
      );
    const paid = [
      { accountCode: "411000", auxiliaryCode: "LOC ada", label: "EN-1 AP-1", creditCents: 60 },
      { accountCode: "411000", auxiliaryCode: "LOC-INCONNU", label: "EN-1 AP-2", creditCents: 30 },
    ];
    expect(credited(0, null)).toEqual(paid);
    expect(credited(10, "blaise")).toEqual([
      ...paid,
      { accountCode: "411000", auxiliaryCode: "LOC blaise", label: "EN-1", creditCents: 10 },
    ]);
    expect(() => credited(10, "carl")).toThrow(TypeError);
    expect(
      refundLines({ tenantId: id<"TenantActor">("ada"), reference: "EN-1", amountCents: cents(7) }, bookings),
    ).toEqual([{ accountCode: "411000", auxiliaryCode: "LOC ada", label: "EN-1", debitCents: 7 }]);
  });
});

describe("the transfers of collected amounts", () => {
  const share = (ownerId: string, htCents: number, vatCents: number, isAccrual = false) => ({
    ...{ ownerId: id<"OwnerActor">(ownerId), htCents: cents(htCents), vatCents: cents(vatCents), isAccrual },
  });
  const paidCall = (number: number, ...shares: readonly ReturnType<typeof share>[]): PaidCall =>
    ({
      ...{ call: { id: `call ${number}`, reference: `AP-${number}` }, amountCents: cents(1) },
      instalments: [{ shares: shares.slice(0, 1) }, { shares: shares.slice(1) }],
    }) as unknown as PaidCall;
  const payment = {
    ...{ paymentId: id<"Payment">("p"), reference: "EN-1", day: "2026-03-05" as Day, documentDate: TODAY },
    documentReference: "B-1",
  };

  it("are an entry for each day, the later of the receipt's and the call's, with two lines for each owner", () => {
    const made = collectionTransfers(
      [
        paidCall(2, share("o1", 70, 14)),
        paidCall(3, share("o2", 50, 10), share("o1", 20, 0), share("o2", 1, 0)),
        paidCall(4, share("o1", 5, 0), share("o2", 8, 0, true)),
        paidCall(5, share("o1", 9, 0, true)),
      ],
      payment,
      bookings,
    );
    const line = (accountCode: string, owner: string, label: string, amount: object) => ({
      ...{ accountCode, auxiliaryCode: `PRO ${owner}`, label, ...amount },
    });
    const common = {
      ...{ societyCode: "S", journal: "PROPRIO", documentDate: TODAY, documentReference: "B-1" },
      ...{ description: "Encaissement EN-1", sourceType: "Payment", sourceId: "p" },
    };
    const [own, later] = ["Encaissement AP-3 AP-4", "Encaissement AP-2"];
    expect(made.map(({ entry, calls }) => ({ ...entry, calls: [...calls] }))).toEqual([
      {
        ...{ ...common, accountingDate: "2026-03-05", calls: ["call 3", "call 4"] },
        lines: [
          ...[line("467100", "o1", own, { debitCents: 25 }), line("467100", "o2", own, { debitCents: 61 })],
          ...[line("467000", "o1", own, { creditCents: 25 }), line("467000", "o2", own, { creditCents: 61 })],
        ],
      },
      {
        ...{ ...common, accountingDate: "2026-04-01", calls: ["call 2"] },
        lines: [line("467100", "o1", later, { debitCents: 84 }), line("467000", "o1", later, { creditCents: 84 })],
      },
    ]);
  });

  it("are in the order of their days, and of their owners", () => {
    const owners = ["o1", "o2", "o3"];
    const codes = new Map(owners.map((name) => [id<"OwnerActor">(name), name]));
    const days = ["2026-05-01", "2026-04-01", "2026-06-01"].map((day, index) => [`call ${index}`, day] as const);
    const made = collectionTransfers(
      days.map((_, index) => paidCall(index, share("o2", 1, 0), share("o1", 1, 0), share("o3", 1, 0))),
      payment,
      { ...bookings, codes, callDays: new Map(days) as unknown as Bookings["callDays"] },
    );
    expect(made.map(({ entry }) => entry.accountingDate)).toEqual(["2026-04-01", "2026-05-01", "2026-06-01"]);
    for (const { entry } of made)
      expect(entry.lines.map(({ auxiliaryCode }) => auxiliaryCode)).toEqual([...owners, ...owners]);
  });

  it("are none of amounts that come to nothing, or were credited when they were called", () => {
    const none = [paidCall(2, share("o1", 5, 0), share("o1", -5, 0)), paidCall(3, share("o1", 9, 0, true))];
    expect(collectionTransfers(none, payment, bookings)).toEqual([]);
  });
});

describe("the lines of a tenant's account", () => {
  const lines = (...names: readonly string[]) => names as unknown as readonly LineId[];

  it("form the groups that links connect", () => {
    const links = ["a b", "c d", "e f", "d a", "a c"].map((link) => link.split(" ") as unknown as [LineId, LineId]);
    expect(connectedGroups(links)).toEqual([lines("a", "b", "c", "d"), lines("e", "f")]);
    expect(connectedGroups([])).toEqual([]);
  });

  it("keep complete groups, extend partial ones, and leave all others", () => {
    const line = (name: string, groupId: string | null, status: "partial" | "lettered" | null = "partial") =>
      ({ id: name, lettering: { groupId, status: groupId === null ? null : status } }) as unknown as LetterableLine;
    const changes = (present: readonly LetterableLine[], ...connected: readonly (readonly LineId[])[]) =>
      letteringChanges(present, connected);
    const pair = [line("a", "G"), line("b", "G")];
    expect(changes(pair, lines("a", "b"))).toEqual({ dissolved: [], groups: [] });
    expect(changes([...pair, line("c", null)], lines("a", "b", "c"))).toEqual({
      ...{ dissolved: [], groups: [lines("a", "b", "c")] },
    });
    const lettered = [line("a", "G", "lettered"), line("b", "G", "lettered")];
    expect(changes(lettered, lines("b", "a"))).toEqual({ dissolved: [], groups: [] });
    expect(changes([...lettered, line("c", null)], lines("a", "b", "c"))).toEqual({
      ...{ dissolved: ["G"], groups: [lines("a", "b", "c")] },
    });
    expect(changes([...pair, line("c", null)], lines("a", "c"))).toEqual({
      ...{ dissolved: ["G"], groups: [lines("a", "c")] },
    });
    expect(changes(pair)).toEqual({ dissolved: ["G"], groups: [] });
    expect(changes([line("a", null), line("b", null)], lines("a", "b"))).toEqual({
      ...{ dissolved: [], groups: [lines("a", "b")] },
    });
    expect(changes([...pair, line("c", "H"), line("d", "H")], lines("a", "b", "c", "d"))).toEqual({
      ...{ dissolved: [], groups: [lines("a", "b", "c", "d")] },
    });
    expect(changes([...pair, line("c", "H"), line("d", "H")], lines("a", "c"), lines("b", "d"))).toEqual({
      ...{ dissolved: ["G", "H"], groups: [lines("a", "c"), lines("b", "d")] },
    });
    // A line that was not read has no group.
    expect(changes(pair, lines("x", "a", "b"))).toEqual({ dissolved: [], groups: [lines("x", "a", "b")] });
    expect(changes([line("a", "G"), line("b", "G"), line("c", "G")], lines("a", "b"))).toEqual({
      ...{ dissolved: ["G"], groups: [lines("a", "b")] },
    });
  });
});

describe("a payment", () => {
  const payment = (more: Partial<Payment> = {}): Payment =>
    ({
      ...{ id: "p", reference: "EN-1", amountCents: 100, allocatedCents: 0, refundedCents: 0, remainingCents: 100 },
      ...{ status: "received", updatedAt: null, ...more },
    }) as unknown as Payment;

  it("has a status by what is allocated and refunded of it", () => {
    const use = (allocated: number, refunded: number) => {
      const used = withAllocations(
        payment(),
        { allocatedCents: cents(allocated), refundedCents: cents(refunded) },
        NOW,
      );
      expect(used.updatedAt).toBe(NOW);
      return [used.status, used.allocatedCents, used.refundedCents, used.remainingCents];
    };
    expect(use(0, 0)).toEqual(["received", 0, 0, 100]);
    expect(use(1, 0)).toEqual(["partially_allocated", 1, 0, 99]);
    expect(use(100, 0)).toEqual(["allocated", 100, 0, 0]);
    expect(use(60, 40)).toEqual(["refunded", 60, 40, 0]);
    expect(use(0, 100)).toEqual(["refunded", 0, 100, 0]);
    expect(use(0, 40)).toEqual(["received", 0, 40, 60]);
    expect(use(20, 40)).toEqual(["partially_allocated", 20, 40, 40]);
    const half = payment({ allocatedCents: cents(30), refundedCents: cents(20) });
    expect(withAllocations(half, {}, NOW)).toMatchObject({ remainingCents: 50, status: "partially_allocated" });
  });

  it("loses its allocations when the bank rejects it, which it does before a refund", () => {
    const rejected = rejectedPayment(payment({ allocatedCents: cents(60), refundedCents: cents(10) }), NOW);
    expect(rejected).toMatchObject({ status: "rejected", allocatedCents: 0, refundedCents: 10, remainingCents: 90 });
    expect(PAYMENT_STATUSES.filter((status) => isRejectable(payment({ status })))).toEqual([
      ...["received", "partially_allocated", "allocated"],
    ]);
  });

  it("is listed without what belongs to its detail", () => {
    const { amountCents } = payment();
    expect(listedPayment(payment({ tenantName: "Ada" }))).toEqual({
      ...{ id: "p", reference: "EN-1", amountCents, amount: amountCents, status: "received", tenantName: "Ada" },
      updatedAt: null,
    });
  });
});

describe("a bank transaction", () => {
  it("is matched once nothing is in suspense", () => {
    const moved = (before: Partial<BankTransaction>, by: Parameters<typeof movedOn>[1]) => {
      const { status, settledCents, assignedCents, ...after } = movedOn(transactionOf(before), by);
      return [status, settledCents, assignedCents, suspendedCents({ ...after, settledCents, assignedCents })];
    };
    expect(moved({}, {})).toEqual(["unmatched", 0, 0, 100]);
    expect(moved({ settledCents: cents(10) }, { settled: cents(50), assigned: cents(39) })).toEqual([
      ...["unmatched", 60, 39, 1],
    ]);
    expect(moved({ assignedCents: cents(40) }, { settled: cents(60) })).toEqual(["matched", 60, 40, 0]);
    expect(moved({ settledCents: cents(60), assignedCents: cents(40) }, { assigned: cents(-40) })).toEqual([
      ...["unmatched", 60, 0, 40],
    ]);
  });

  it("may be matched while nothing of it was; a return again, as long as something is in suspense", () => {
    const may = (settled: number, assigned: number, method: BankTransaction["method"] = null) =>
      mayBeMatched(transactionOf({ settledCents: cents(settled), assignedCents: cents(assigned), method }));
    expect([may(0, 0), may(0, 99), may(0, 100), may(1, 0), may(100, 0)]).toEqual([true, true, false, false, false]);
    expect([may(1, 0, "rejection"), may(100, 0, "rejection"), may(1, 0, "refund")]).toEqual([true, false, false]);
  });

  it("has the references of the first text that has any", () => {
    const of = (label: string | null, referenceLines: string | null = null) =>
      firstReferences({ label, referenceLines }, "AP");
    expect([of(null), of("AP-2026-000001"), of("AP-2026-000001", "x\ny")]).toEqual([[], ["AP-2026-000001"], []]);
    expect(of(null, "x\nAP-2026-000002 AP-2026-000003\nAP-2026-000004")).toEqual(["AP-2026-000002", "AP-2026-000003"]);
  });

  it("shows its assignments without the ids of their lines", () => {
    const assignment = {
      ...{ id: "a", assignedOn: TODAY, amountCents: 30, entryId: "e", createdAt: NOW, isReversed: false, credits: [] },
      lines: [{ accountCode: "627000", auxiliaryCode: null, amountCents: 30, label: null, lineId: "l" }],
    };
    const view = bankTransactionView(transactionOf({ assignedCents: cents(30) }), [assignment as never]);
    expect([view.suspenseCents, view.assignments]).toEqual([
      70,
      [
        {
          ...{ id: "a", assignedOn: TODAY, amountCents: 30, entryId: "e", createdAt: NOW },
          lines: [{ accountCode: "627000", auxiliaryCode: null, amountCents: 30, label: null }],
        },
      ],
    ]);
  });
});

describe("an instalment", () => {
  const share = (ownerId: string, htCents: number, vatCents: number) => ({
    ...{ ownerId: id<"OwnerActor">(ownerId), isAccrual: false, htCents: cents(htCents), vatCents: cents(vatCents) },
  });
  const line = (name: string, htCents: number, vatCents: number, ...shares: readonly ReturnType<typeof share>[]) =>
    ({ lineId: name, htCents: cents(htCents), vatCents: cents(vatCents), shares }) as unknown as DueLine;
  const paid = (lines: readonly DueLine[], amount: number) =>
    instalments(lines, cents(amount)).map(({ line: { lineId }, htCents, vatCents, shares }) => [
      ...[lineId as string, htCents, vatCents],
      shares.map((each) => `${each.ownerId} ${each.htCents} ${each.vatCents}`).join(", "),
    ]);

  it("divides between amount and VAT, and among owners, as much as remains of each", () => {
    const rent = line("rent", 100, 20, share("a", 60, 12), share("b", 30, 6));
    expect(paid([rent], 60)).toEqual([["rent", 50, 10, "a 30 6, b 15 3"]]);
    expect(paid([rent], 120)).toEqual([["rent", 100, 20, "a 60 12, b 30 6"]]);
    expect(paid([rent], 500)).toEqual([["rent", 100, 20, "a 60 12, b 30 6"]]);
    expect(paid([rent, line("none", 0, 0), line("charges", 30, 0, share("a", 0, 0), share("b", 30, 0))], 130)).toEqual([
      ...[
        ["rent", 100, 20, "a 60 12, b 30 6"],
        ["charges", 10, 0, "b 10 0"],
      ],
    ]);
    const all = [rent, line("none", 0, 0), line("charges", 30, 0, share("a", 0, 0), share("b", 30, 0))];
    expect(paid(all, 150)).toEqual([
      ["rent", 100, 20, "a 60 12, b 30 6"],
      ["charges", 30, 0, "b 30 0"],
    ]);
    expect(paid([line("vat", 0, 20, share("a", 0, 20))], 5)).toEqual([["vat", 0, 5, "a 0 5"]]);
  });

  it("leaves lines in the tenant's favour to the last one", () => {
    const lines = [line("rent", 100, 0), line("back", -30, 0, share("a", -30, 0)), line("vat", 0, -5)];
    expect(paid(lines, 64)).toEqual([["rent", 64, 0, ""]]);
    expect(paid(lines, 65)).toEqual([
      ["rent", 100, 0, ""],
      ["back", -30, 0, "a -30 0"],
      ["vat", 0, -5, ""],
    ]);
    expect(paid([line("back", -30, 0)], 10)).toEqual([]);
    expect(paid([line("rent", 10, 0), line("back", -10, 0)], 10)).toEqual([["rent", 10, 0, ""]]);
  });

  it("lowers what is due of the line and of its owners", () => {
    const rent = line("rent", 100, 20, share("a", 60, 12), share("b", 30, 6));
    const after = lineAfter(rent, { htCents: cents(50), vatCents: cents(10), shares: [share("b", 15, 3)] });
    expect(after).toMatchObject({ htCents: 50, vatCents: 10, shares: [share("a", 60, 12), share("b", 15, 3)] });
  });
});
