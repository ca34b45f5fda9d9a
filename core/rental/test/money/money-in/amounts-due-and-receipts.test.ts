import type { Day, Id, Instant } from "@cartulary/kernel";
import { cents } from "@cartulary/ledger";
import { describe, expect, it } from "vitest";
import type { RentCall } from "../../../src/billing/rent-calls/rent-call.ts";
import {
  allocateToCalls,
  byDueDate,
  callsDueExactly,
  createDues,
  remainderOf,
} from "../../../src/money/money-in/amounts-due.ts";
import type { Decided } from "../../../src/money/money-in/payers.ts";
import { receiptOf } from "../../../src/money/money-in/receipt.ts";
import type { DueLine } from "../../../src/money/payments/allocation.ts";
import { callOf, named, ONE, TWO, transactionOf } from "./matching-samples.ts";

const NOW = "2026-03-05T09:00:00.000Z" as Instant;
const lineOf = (call: RentCall, id: string, htCents: number): DueLine =>
  ({
    ...{ rentCallId: call.id, billingRunId: "run", computation: 1, lineId: `${call.id} ${id}` },
    ...{ htCents: cents(htCents), vatCents: cents(0), shares: [] },
  }) as unknown as DueLine;

describe("amounts due", () => {
  const three = callOf(3, "ada", 40);
  const duesOf = (...of: readonly RentCall[]) =>
    createDues(
      of,
      of.map((call) => lineOf(call, "rent", call.remainingAmountCents)),
      [],
      [],
    );

  it("are listed by amount, tenant and lease in the order of their due dates, without calls of an unknown tenant", () => {
    const nobodys = callOf(4, null);
    const free = callOf(5, "ada", 100, { leaseId: null });
    const { inOrder, ofLeases, owing, calls: all, lines } = duesOf(free, three, nobodys, TWO, ONE);
    expect([...inOrder]).toEqual([
      ["ada", ["call 1", "call 3", "call 5"]],
      ["blaise", ["call 2"]],
    ]);
    expect([...ofLeases]).toEqual([["L", ["call 1", "call 2", "call 3"]]]);
    expect([...owing].map(([amount, own]) => [amount, ...own])).toEqual([
      [100, "call 1", "call 2", "call 5"],
      [40, "call 3"],
    ]);
    expect([all.size, lines.size]).toEqual([5, 5]);
  });

  it("of one day are in the order of their references", () => {
    const sameDay = [callOf(2, "ada", 5, { dueDate: "2026-03-01" as Day }), callOf(1, "ada", 5)];
    expect(callsDueExactly(duesOf(...sameDay), cents(5)).map(({ id }) => id)).toEqual(["call 1", "call 2"]);
    expect(callsDueExactly(duesOf(...sameDay), cents(6))).toEqual([]);
  });

  it("are compared by due date, then by reference", () => {
    const [early, late] = [callOf(1, "ada"), callOf(2, "ada", 100, { dueDate: "2026-03-01" as Day })];
    expect([byDueDate(early, late), byDueDate(late, early), byDueDate(early, { ...early })]).toEqual([-1, 1, 0]);
  });

  it("are less by what was paid of each line, and of each owner's part", () => {
    const share = (htCents: number) => ({ ownerId: "o" as never, isAccrual: false, htCents, vatCents: 0 });
    const line = { ...lineOf(ONE, "rent", 100), shares: [share(60)] } as unknown as DueLine;
    const allocation = (id: string, lineId: string, htCents: number) =>
      ({ id, rentCallId: ONE.id, lineId, htCents: cents(htCents), vatCents: cents(0) }) as never;
    const parts = [
      { ...share(12), allocationId: "a" },
      { ...share(3), allocationId: "b" },
    ] as never;
    const { lines } = createDues(
      [ONE],
      [line, lineOf(ONE, "charges", 9)],
      [allocation("a", line.lineId, 20), allocation("b", line.lineId, 5), allocation("c", line.lineId, 1)],
      parts,
    );
    expect(lines.get(ONE.id)?.map(({ htCents, shares }) => [htCents, ...shares.map((each) => each.htCents)])).toEqual([
      ...[[74, 45], [9]],
    ]);
  });

  it("are not paid of a call without any, nor of one that is cancelled", () => {
    const cancelled = callOf(3, "ada", 0);
    const dues = createDues([ONE, cancelled], [lineOf(cancelled, "rent", 40)], [], []);
    const toPay = [ONE, cancelled].map(({ id }) => ({ callId: id }));
    expect(allocateToCalls(dues, toPay, cents(50), NOW)).toEqual([]);
  });

  it("that an amount pays twice are one share with both instalments", () => {
    const toPay = [10, 20].map((limit) => ({ callId: ONE.id, limitCents: cents(limit) }));
    const [paid, ...others] = allocateToCalls(duesOf(ONE), toPay, cents(50), NOW);
    expect([paid?.amountCents, paid?.instalments.map(({ htCents }) => htCents), others]).toEqual([30, [10, 20], []]);
  });

  it("of one amount keep their order when a call comes to it by a payment", () => {
    const dues = duesOf(ONE, three);
    allocateToCalls(dues, [{ callId: ONE.id }], cents(60), NOW);
    expect(callsDueExactly(dues, cents(40)).map(({ id }) => id)).toEqual(["call 1", "call 3"]);
  });

  it("are paid in order up to the amount and to the limits, and are less afterwards", () => {
    const dues = duesOf(ONE, TWO, three);
    const pay = (amount: number, ...toPay: readonly (readonly [RentCall, number?])[]) => {
      const paid = allocateToCalls(
        dues,
        toPay.map(([{ id }, limit]) => ({ callId: id, ...(limit === undefined ? {} : { limitCents: cents(limit) }) })),
        cents(amount),
        NOW,
      );
      return [...paid.map(({ call, amountCents }) => `${call.id}: ${amountCents}`), remainderOf(cents(amount), paid)];
    };
    const owing = () => [...dues.owing].map(([amount, own]) => [amount, ...own]);
    expect(pay(50, [ONE, 30], [three, 10])).toEqual(["call 1: 30", "call 3: 10", 10]);
    expect(owing()).toEqual([[100, "call 2"], [40], [70, "call 1"], [30, "call 3"]]);
    expect(dues.calls.get(ONE.id)).toMatchObject({
      ...{ paidAmountCents: 30, remainingAmountCents: 70, status: "partially_paid", updatedAt: NOW },
    });
    expect(dues.lines.get(ONE.id)?.map(({ htCents }) => htCents)).toEqual([70]);
    expect(pay(100, [ONE, 20], [ONE, 30], [three])).toEqual(["call 1: 50", "call 3: 30", 20]);
    expect(pay(100, [three], [ONE])).toEqual(["call 1: 20", 80]);
    expect(pay(0, [TWO])).toEqual([0]);
    expect(pay(40, [TWO, 60])).toEqual(["call 2: 40", 0]);
    expect(pay(7, [TWO, 0], [callOf(9, "ada")])).toEqual([7]);
    expect(pay(300, [TWO])).toEqual(["call 2: 60", 240]);
  });
});

describe("a receipt", () => {
  const receipt = (
    amount: number,
    destination: Parameters<typeof receiptOf>[1],
    accounts: readonly string[] = [],
    among: readonly RentCall[] = [
      ONE,
      TWO,
      callOf(3, "ada", 40, { leaseId: "M" as Id<"Lease">, leaseReference: "B-M" }),
    ],
  ) => {
    const dues = createDues(
      among,
      among.map((call) => lineOf(call, "rent", call.remainingAmountCents)),
      [],
      [],
    );
    const made = receiptOf(transactionOf({ amountCents: cents(amount) }), destination, {
      ...{ dues, now: NOW, accounts: accounts.map(named) },
    });
    return made && { ...made, paid: made.paid.map(({ call, amountCents }) => `${call.id}: ${amountCents}`) };
  };
  const fields = (made: ReturnType<typeof receipt>) =>
    made && [made.paid.join(", "), made.remainderCents, made.tenantName, made.leaseReference, made.payerName];
  const part = (call: RentCall, amount: number) => ({ call, amountCents: cents(amount) });

  it("pays the named call first, then its tenant's others; the rest is the tenant's credit", () => {
    expect(receipt(90, { kind: "call", call: ONE })).toEqual({
      ...{ transaction: transactionOf({ amountCents: cents(90) }), paid: ["call 1: 90"], remainderCents: 0 },
      ...{ tenantId: "ada", tenantName: "ada", leaseId: "L", leaseReference: "B-L" },
      ...{ payerId: null, payerName: null, payingTenantId: null },
    });
    const third = callOf(3, "ada", 40, { leaseId: "M" as Id<"Lease">, leaseReference: "B-M" });
    expect(fields(receipt(50, { kind: "call", call: third }))).toEqual([
      "call 3: 40, call 1: 10",
      0,
      "ada",
      null,
      null,
    ]);
    expect(fields(receipt(150, { kind: "call", call: ONE }))).toEqual([
      "call 1: 100, call 3: 40",
      10,
      "ada",
      null,
      null,
    ]);
    const nobodys = callOf(4, null, 30);
    expect(fields(receipt(50, { kind: "call", call: nobodys }, [], [nobodys, callOf(5, null, 9)]))).toEqual([
      ...["call 4: 30", 20, null, "B-L", null],
    ]);
    expect(fields(receipt(50, { kind: "call", call: ONE }, [], []))).toEqual(["", 50, "ada", "B-L", null]);
  });

  it("has no lease if it pays calls of several, whichever of them it names", () => {
    const calls = [ONE, callOf(3, "ada", 40, { leaseId: "M" as Id<"Lease">, leaseReference: "B-M" })];
    for (const call of calls) {
      const lease = (amount: number) => receipt(amount, { kind: "call", call }, [], calls)?.leaseId;
      expect([lease(40), lease(120), lease(150)]).toEqual([call.leaseId, null, null]);
    }
  });

  it("pays the parts that its sender names; of several tenants, only all of it", () => {
    const both = { kind: "allocated" as const, parts: [part(ONE, 60), part(TWO, 30)] };
    expect(fields(receipt(90, both))).toEqual(["call 1: 60, call 2: 30", 0, null, "B-L", null]);
    expect(fields(receipt(91, both))).toBeNull();
    expect(fields(receipt(200, { kind: "allocated", parts: [part(ONE, 150), part(TWO, 50)] }))).toBeNull();
    expect(fields(receipt(150, { kind: "allocated", parts: [part(ONE, 60), part(ONE, 40), part(TWO, 50)] }))).toEqual([
      ...["call 1: 100, call 2: 50", 0, null, "B-L", null],
    ]);
    expect(
      fields(receipt(160, { kind: "allocated", parts: [part(ONE, 60), part(ONE, 60), part(TWO, 40)] })),
    ).toBeNull();
    expect(fields(receipt(91, { kind: "allocated", parts: [part(ONE, 60), part(ONE, 30)] }))).toEqual([
      ...["call 1: 90", 1, "ada", "B-L", null],
    ]);
    expect(fields(receipt(5, { kind: "allocated", parts: [part(ONE, 5)] }, [], []))).toEqual([
      "",
      5,
      "ada",
      null,
      null,
    ]);
  });

  it("pays what is due of a payer; a rest is the creditor's", () => {
    const due = (more: Partial<Decided> = {}): Decided => ({
      ...{ kind: "due", calls: [ONE.id, TWO.id], creditor: named("blaise") },
      ...{ lease: { leaseId: "N" as Id<"Lease">, leaseReference: "B-N" }, ...more },
    });
    expect(fields(receipt(200, due()))).toEqual(["call 1: 100, call 2: 100", 0, null, "B-L", null]);
    expect(fields(receipt(201, due()))).toEqual(["call 1: 100, call 2: 100", 1, "blaise", "B-L", null]);
    expect(fields(receipt(70, due()))).toEqual(["call 1: 70", 0, "ada", "B-L", null]);
    expect(fields(receipt(70, due({ calls: [] })))).toEqual(["", 70, "blaise", "B-N", null]);
    expect(fields(receipt(70, due({ calls: [], lease: null })))).toEqual(["", 70, "blaise", null, null]);
  });

  it("has another payer if its account is of one person who pays for others", () => {
    const of = (amount: number, ...accounts: readonly string[]) => {
      const made = receipt(amount, { kind: "call", call: ONE }, accounts);
      return made && [made.payerId, made.payerName, made.payingTenantId];
    };
    expect(of(90, "dora")).toEqual(["dora", "dora", "dora"]);
    expect(of(90, "ada", "ada")).toEqual([null, null, "ada"]);
    expect(of(90, "ada", "dora")).toEqual([null, null, null]);
    const unpaid = receipt(50, { kind: "call", call: ONE }, ["dora"], []);
    expect(unpaid && [unpaid.payerId, unpaid.tenantId]).toEqual(["dora", "ada"]);
    const nobodys = callOf(4, null, 30);
    const made = receipt(30, { kind: "call", call: nobodys }, ["dora"], [nobodys]);
    expect(made && [made.payerId, made.payingTenantId]).toEqual([null, "dora"]);
  });
});
