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
import {
  groupByKind,
  isReceipt,
  isUndoing,
  processingOrder,
} from "../../../src/money/money-in/incoming-transaction.ts";
import { resolveTarget } from "../../../src/money/money-in/match-candidates.ts";
import {
  accountsOf,
  callReferencesIn,
  callsNamedBy,
  callsOfPayers,
  numbersIn,
  payerOf,
  type ReferencedRecords,
  type Sighted,
  targetByAmount,
  targetByCafNumber,
  targetByReference,
  tenantsOf,
} from "../../../src/money/money-in/match-transaction.ts";
import { originalsQuery } from "../../../src/money/money-in/originals.ts";
import { type Decided, maybeOfSeveral, onlyTenantOf, type Paying } from "../../../src/money/money-in/payers.ts";
import { receiptOf } from "../../../src/money/money-in/receipt.ts";
import type { IncomingTransaction } from "../../../src/money/money-in/received-transaction.ts";
import type { MatchingHints } from "../../../src/money/money-in/transaction-input.ts";
import type { DueLine } from "../../../src/money/payments/allocation.ts";
import type { BankTransaction } from "../../../src/money/payments/bank-transaction.ts";

const NOW = "2026-03-05T09:00:00.000Z" as Instant;
const tenant = (name: string) => name as Id<"TenantActor">;
const named = (name: string) => ({ tenantId: tenant(name), tenantName: name });
const transactionOf = (more: Partial<BankTransaction> = {}): BankTransaction =>
  ({
    ...{ id: "t", bankReference: "B", direction: "inbound", amountCents: cents(100), method: null, reverses: null },
    ...{ servicerReference: null, endToEndId: null, label: null, referenceLines: null, counterpartyName: null },
    ...{ counterpartyIban: null, bookedOn: "2026-03-05", settledCents: cents(0), assignedCents: cents(0), ...more },
  }) as BankTransaction;
const sent = (more: Partial<BankTransaction> = {}, hints: MatchingHints = {}) => ({
  ...{ transaction: transactionOf(more), hints },
});
const callOf = (number: number, tenantName: string | null, remaining = 100, more: Partial<RentCall> = {}): RentCall =>
  ({
    ...{ id: `call ${number}`, reference: `AP-2026-00000${number}`, leaseId: "L", leaseReference: "B-L", sentAt: null },
    ...{ tenantId: tenantName, tenantName, dueDate: `2026-03-0${number}`, periodEnd: `2026-03-0${number}` },
    ...{ totalAmountCents: remaining, paidAmountCents: 0, remainingAmountCents: remaining, status: "issued", ...more },
  }) as unknown as RentCall;
const [ONE, TWO] = [callOf(1, "ada"), callOf(2, "blaise")];
const calls = new Map([ONE, TWO].map((call) => [call.reference, call]));

describe("the references of a transaction", () => {
  it("are those of its hints, however written, else those of its texts", () => {
    const of = (more: Partial<BankTransaction>, hints: MatchingHints = {}) => callReferencesIn(sent(more, hints));
    const label = "loyer ap 2026 000001 et AP-2026-000002";
    expect(of({ label })).toEqual(["AP-2026-000001", "AP-2026-000002"]);
    expect(of({ label, referenceLines: "nothing\nAP-2026-000003\nAP-2026-000004" })).toEqual(["AP-2026-000003"]);
    expect(of({ label }, { rentCallReference: "ap2026000007" })).toEqual(["AP-2026-000007"]);
    expect(of({ label }, { rentCallReference: " what " })).toEqual(["WHAT"]);
    expect(of({ label }, { rentCallReference: "" })).toHaveLength(2);
    const allocations = [{ rentCallReference: "AP-2026-000005" }, {}, { rentCallReference: "x" }];
    expect(of({ label }, { allocations })).toEqual(["AP-2026-000005", "X"]);
    expect(of({ label }, { rentCallReference: "AP-2026-000009", allocations })).toHaveLength(3);
    expect(of({})).toEqual([]);
  });

  it("name a call, unless they contradict each other or do not exist", () => {
    const of = (more: Partial<BankTransaction>, hints: MatchingHints = {}) => {
      const found = targetByReference(sent(more, hints), { calls });
      return found === null || found === "unclear" ? found : [found.kind, ...callsNamedBy(found)];
    };
    expect(of({ label: "AP-2026-000001" })).toEqual(["call", "call 1"]);
    expect(of({ label: "AP-2026-000001 AP-2026-000002" })).toBe("unclear");
    expect(of({ label: "AP-2026-000009" })).toBeNull();
    expect(of({ label: "loyer" })).toBeNull();
    expect(of({ label: "AP-2026-000001" }, { rentCallReference: "AP-2026-000002" })).toEqual(["call", "call 2"]);
    expect(of({ label: "AP-2026-000001" }, { rentCallReference: "AP-2026-000009" })).toBe("unclear");
    const part = (rentCallReference: string) => ({ rentCallReference, amountCents: cents(5) });
    const parts = [part("ap 2026 000002"), part("AP-2026-000001")];
    expect(of({}, { allocations: parts })).toEqual(["allocated", "call 2", "call 1"]);
    expect(of({}, { allocations: parts, rentCallReference: "AP-2026-000009" })).toHaveLength(3);
    expect(of({}, { allocations: [part("AP-2026-000001"), part("AP-2026-000009")] })).toBe("unclear");
    expect(of({}, { allocations: [{ rentCallReference: "AP-2026-000001" }] })).toBe("unclear");
    expect(of({ label: "AP-2026-000001" }, { allocations: [] })).toEqual(["call", "call 1"]);
    expect(of({ label: "AP-2026-000001" }, { allocations: null })).toEqual(["call", "call 1"]);
  });

  it("have the tenants of their calls", () => {
    const part = (call: RentCall) => ({ call, amountCents: cents(1) });
    expect(tenantsOf({ kind: "call", call: ONE })).toEqual(["ada"]);
    expect(tenantsOf({ kind: "allocated", parts: [part(TWO), part(ONE), part(TWO)] })).toEqual(["blaise", "ada"]);
    const lease = { leaseId: "L" as Id<"Lease">, leaseReference: "L", tenant: named("carl"), present: [], since: null };
    const paying: Paying = { kind: "payer", payers: [named("dora")], leases: [lease] };
    expect(tenantsOf(paying)).toEqual(["dora", "carl"]);
    expect([callsNamedBy(paying), callsNamedBy({ kind: "due" } as Decided)]).toEqual([[], []]);
  });
});

const records = (more: Partial<ReferencedRecords> = {}): ReferencedRecords => ({
  ...{ calls, ibans: new Map(), parties: { ofTenants: new Map(), tenantsOfLeases: new Map() }, ...more },
});

describe("the CAF number of a label", () => {
  it("is a word of five or more letters and digits with a digit, or two neighbours that make one", () => {
    expect(numbersIn("caf 1234567 a 1234 loyer-2026")).toEqual([
      ...["1234567", "CAF1234567", "1234567A", "A1234", "1234LOYER", "LOYER2026"],
    ]);
    expect([numbersIn(null), numbersIn("CAF LOYER"), numbersIn("1234"), numbersIn("12345")]).toEqual([
      [],
      [],
      [],
      ["12345"],
    ]);
    expect(numbersIn("12345 12345")).toEqual(["12345", "1234512345"]);
  });

  it("names leases that have a tenant on the day", () => {
    const leaseOf = (number: string, lease: string) => ({
      ...{ number, leaseId: lease as Id<"Lease">, leaseReference: `ref ${lease}` },
    });
    const tenantOf = (lease: string, name: string) => ({
      ...{ ...named(name), leaseId: lease as Id<"Lease">, leaseReference: `ref ${lease}`, id: name as never },
      ...{ role: "primary" as const, validFrom: "2026-03-02" as Day, validTo: null },
    });
    const tenantsOfLeases = new Map([
      ["L" as Id<"Lease">, [tenantOf("L", "ada")]],
      ["M" as Id<"Lease">, [tenantOf("M", "blaise")]],
    ]);
    const parties = { ofTenants: new Map(), tenantsOfLeases };
    const numbers = [leaseOf("12345", "L"), leaseOf("67890", "M"), leaseOf("11111", "N")];
    const of = (label: string, bookedOn = "2026-03-05") =>
      targetByCafNumber({ label, bookedOn: bookedOn as Day }, numbers, parties)?.leases.map(
        ({ leaseReference, tenant: { tenantName }, present, since }) => [leaseReference, tenantName, ...present, since],
      ) ?? null;
    expect(of("CAF 12345")).toEqual([["ref L", "ada", "ada", null]]);
    expect(of("CAF 67890 12345")).toHaveLength(2);
    expect([of("CAF"), of("CAF 11111"), of("CAF 12345", "2026-03-01")]).toEqual([null, null, null]);
  });
});

describe("the payer of a transaction", () => {
  const tenantsOfLeases = new Map([
    [
      "L" as Id<"Lease">,
      [
        {
          ...{ ...named("éloi dupont"), leaseId: "L" as Id<"Lease">, leaseReference: "L", id: "p" as never },
          ...{ role: "primary" as const, validFrom: "2026-03-02" as Day, validTo: "2026-03-06" as Day },
        },
      ],
    ],
  ]);
  const parties = { ofTenants: new Map(), tenantsOfLeases };
  const found = (more: Partial<BankTransaction>, among: readonly RentCall[], more2: Partial<ReferencedRecords> = {}) =>
    callsOfPayers([payerOf(transactionOf(more), records({ parties, ...more2 }))], among, { tenantsOfLeases }).map(
      ({ id }) => id,
    );

  it("is named by all words of a tenant's name, without case and accents, on the days of the tenant", () => {
    const dupont = callOf(3, "Zoé Le Goff", 100, { leaseId: null });
    expect(found({ counterpartyName: "MME LE GOFF", label: "loyer zoe" }, [dupont])).toEqual(["call 3"]);
    expect(found({ counterpartyName: "MME LE GOFF" }, [dupont])).toEqual([]);
    expect(found({ label: "zoe le goff" }, [callOf(3, null), dupont])).toEqual(["call 3"]);
    expect(found({ label: "ELOI DUPONT" }, [ONE, callOf(4, "carl", 100, { leaseId: null })])).toEqual(["call 1"]);
    const on = (bookedOn: string) => found({ label: "ELOI DUPONT", bookedOn: bookedOn as Day }, [ONE]).length;
    expect(["2026-03-01", "2026-03-02", "2026-03-06", "2026-03-07"].map(on)).toEqual([0, 1, 1, 0]);
    // A name without words is none.
    expect(found({ label: "x" }, [callOf(3, "…")])).toEqual([]);
  });

  it("is a tenant with the account, or a party of the lease with it", () => {
    const ibans = new Map([
      ["FR1", [{ iban: "FR1", ...named("ada") }]],
      ["FR2", [{ iban: "FR2", ...named("dora") }]],
    ]);
    const account = { ibans };
    expect(found({ counterpartyIban: "FR1" }, [ONE, TWO], account)).toEqual(["call 1"]);
    expect(found({ counterpartyIban: "FR2" }, [ONE, TWO], account)).toEqual([]);
    expect(found({ counterpartyIban: "FR3" }, [ONE, TWO], account)).toEqual([]);
    const party = { tenantId: tenant("dora"), leaseId: "L" as Id<"Lease">, leaseReference: "L" };
    const ofTenants = new Map([[tenant("dora"), [{ ...party, validFrom: null, validTo: null }]]]);
    const ofLease = { ibans, parties: { ofTenants, tenantsOfLeases } };
    const none = callOf(5, "blaise", 100, { leaseId: null });
    expect(found({ counterpartyIban: "FR2" }, [ONE, TWO, none], ofLease)).toEqual(["call 1", "call 2"]);
    expect(found({ counterpartyIban: "FR2", bookedOn: "2026-03-07" as Day }, [ONE], ofLease)).toEqual([]);
    expect(accountsOf({ counterpartyIban: null }, { ibans })).toEqual([]);
  });

  it("is one of several transactions", () => {
    const payers = ["Ada", "Blaise"].map((label) => payerOf(transactionOf({ label }), records({ parties })));
    const [ada, blaise] = [ONE, TWO].map((call) => ({ ...call, leaseId: null }));
    const of = callsOfPayers(payers, [ada, blaise, callOf(3, "carl")] as readonly RentCall[], { tenantsOfLeases });
    expect(of.map(({ id }) => id)).toEqual(["call 1", "call 2"]);
    const party = { tenantId: tenant("dora"), leaseId: "L" as Id<"Lease">, leaseReference: "L" };
    const ofTenants = new Map([[tenant("dora"), [{ ...party, validFrom: null, validTo: null }]]]);
    const ibans = new Map([["FR2", [{ iban: "FR2", ...named("dora") }]]]);
    const ofLease = payerOf(
      transactionOf({ counterpartyIban: "FR2" }),
      records({ ibans, parties: { ofTenants, tenantsOfLeases } }),
    );
    expect(callsOfPayers([ofLease, ...payers], [callOf(3, "carl")], { tenantsOfLeases })).toHaveLength(1);
  });

  it("pays the first of one tenant's calls of the amount, and none of several tenants'", () => {
    const of = (label: string, ...among: readonly RentCall[]) => {
      const target = targetByAmount(transactionOf({ label }), among, records());
      return target && callsNamedBy(target);
    };
    const [zoe, again, other] = [callOf(1, "zoe"), callOf(2, "zoe"), callOf(3, "paul")];
    expect(of("zoe", zoe, again, other)).toEqual(["call 1"]);
    expect(of("zoe paul", zoe, again, other)).toBeNull();
    expect([of("anne", zoe), of("zoe")]).toEqual([null, null]);
  });
});

describe("the target of a transaction", () => {
  const dues = createDues([ONE, TWO, callOf(3, "ada", 40)], [], [], []);
  const payer = (...names: readonly string[]): Paying => ({ kind: "payer", payers: names.map(named), leases: [] });
  const of = (match: "unclear" | readonly Sighted[], more: Partial<BankTransaction> = {}) => {
    const found = resolveTarget(transactionOf(more), match, { targetsByReference: records(), dues });
    return found && [found.kind, ...(found.kind === "due" ? found.calls : callsNamedBy(found))];
  };

  it("is the first that decides, else a call of exactly its amount, by name", () => {
    expect(of([{ kind: "call", call: TWO }], { label: "ada" })).toEqual(["call", "call 2"]);
    expect(of([payer("ada", "blaise"), payer("blaise")])).toEqual(["due", "call 2"]);
    expect(of([payer("ada")])).toEqual(["due", "call 1", "call 3"]);
    expect(of([], { label: "ada" })).toEqual(["call", "call 1"]);
    expect(of([payer("ada", "blaise")], { label: "blaise" })).toEqual(["call", "call 2"]);
    expect(of([], { label: "ada", settledCents: cents(60) })).toEqual(["call", "call 3"]);
    expect(of([], { label: "ada", settledCents: cents(61) })).toBeNull();
    expect(of("unclear", { label: "ada" })).toBeNull();
  });

  it("may belong to several if the account has several tenants, or the leases have", () => {
    const lease = (name: string) => ({
      ...{ leaseId: name as Id<"Lease">, leaseReference: name, tenant: named(name), present: [], since: null },
    });
    const several = (paying: Paying, ...leases: readonly string[]) =>
      maybeOfSeveral({ ...paying, leases: leases.map(lease) });
    expect([several(payer("ada")), several(payer("ada"), "ada"), several(payer("ada"), "blaise", "blaise")]).toEqual([
      ...[false, false, false],
    ]);
    expect([several(payer("ada", "blaise")), several(payer(), "ada", "blaise")]).toEqual([true, true]);
    expect([onlyTenantOf([]), onlyTenantOf([named("a"), named("a")]), onlyTenantOf([named("a"), named("b")])]).toEqual([
      ...[null, "a", null],
    ]);
  });
});

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

describe("the order of processing", () => {
  const incoming = (
    id: string,
    more: Partial<BankTransaction> = {},
    hints: MatchingHints = {},
  ): IncomingTransaction => ({
    ...{ transaction: transactionOf({ id: id as BankTransaction["id"], bankReference: id, ...more }), hints },
    isInSuspense: false,
  });
  const back = (id: string, more: Partial<BankTransaction> = {}, hints: MatchingHints = {}) =>
    incoming(id, { direction: "outbound", method: "rejection", ...more }, hints);
  const order = (...received: readonly IncomingTransaction[]) =>
    processingOrder(received)
      .map(({ transaction: { id } }) => id)
      .join(" ");

  it("is the order of receipt, but a return comes behind its original", () => {
    expect(order(incoming("a"), incoming("b"))).toBe("a b");
    expect(order(incoming("a"), back("x", { reverses: "a" }), incoming("b"))).toBe("a x b");
    expect(order(back("x", { reverses: "b" }), incoming("a"), incoming("b"), incoming("c"))).toBe("a b x c");
    expect(order(back("x", {}, { reverses: "b" }), incoming("b"))).toBe("b x");
    expect(order(back("x", { endToEndId: "E" }), incoming("a"), incoming("b", { endToEndId: "E" }))).toBe("a b x");
    expect(order(back("x", { servicerReference: "S" }), incoming("a"), incoming("b", { servicerReference: "S" }))).toBe(
      "a b x",
    );
    expect(order(back("x"), incoming("a"))).toBe("x a");
    const names = ["b", "b"].map((reverses, index) => back(index === 0 ? "x" : "y", { reverses }));
    expect(order(...names, incoming("a"), incoming("b"))).toBe("a b x y");
  });

  it("leaves payments in place that only share a reference with an opposite one", () => {
    const out = incoming("o", { direction: "outbound", endToEndId: "E" });
    expect(order(out, incoming("a", { endToEndId: "E" }), back("x", { reverses: "b" }), incoming("b"))).toBe("o a b x");
  });

  it("brings a chain of returns behind each other", () => {
    const again = incoming("y", { method: "rejection", reverses: "x" });
    expect(order(again, back("x", { reverses: "a" }), incoming("a"), incoming("b"))).toBe("a x y b");
  });

  it("makes groups of neighbours that are receipts, or none", () => {
    const group = (...received: readonly IncomingTransaction[]) =>
      groupByKind(received).map((own) => own.map(({ transaction: { id } }) => id).join(" "));
    const out = incoming("o", { direction: "outbound" });
    expect(group(incoming("a"), incoming("b"), back("x"), out, incoming("c"))).toEqual(["a b", "x o", "c"]);
    expect(group()).toEqual([]);
    expect([isReceipt(incoming("a")), isReceipt(out), isReceipt(incoming("a", { method: "rejection" }))]).toEqual([
      ...[true, false, false],
    ]);
    expect([isUndoing(out), isUndoing(back("x")), isUndoing(incoming("a", { reverses: "b" }))]).toEqual([
      ...[false, true, true],
    ]);
    expect(isUndoing(incoming("a", {}, { reverses: "b" }))).toBe(true);
  });

  it("looks up the originals of all reversals by name, those of returns by references and amounts, too", () => {
    const more = { servicerReference: "S", endToEndId: "E", reverses: "a" };
    expect(
      originalsQuery([
        back("x", more),
        back("y", { ...more, amountCents: cents(5), reverses: "b", endToEndId: "NOTPROVIDED" }),
        incoming("z", { servicerReference: "T", endToEndId: "F", reverses: "c", amountCents: cents(9) }),
        back("w", { reverses: null }),
      ]),
    ).toEqual({
      ...{ bankReferences: ["a", "b", "c"], servicerReferences: ["S"], endToEndIds: ["E"], amounts: [100, 5] },
    });
  });
});
