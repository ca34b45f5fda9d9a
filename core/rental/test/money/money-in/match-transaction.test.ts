import type { Day, Id } from "@cartulary/kernel";
import { cents } from "@cartulary/ledger";
import { describe, expect, it } from "vitest";
import type { RentCall } from "../../../src/billing/rent-calls/rent-call.ts";
import { createDues } from "../../../src/money/money-in/amounts-due.ts";
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
import { type Decided, maybeOfSeveral, onlyTenantOf, type Paying } from "../../../src/money/money-in/payers.ts";
import type { MatchingHints } from "../../../src/money/money-in/transaction-input.ts";
import type { BankTransaction } from "../../../src/money/payments/bank-transaction.ts";
import { callOf, named, ONE, TWO, transactionOf } from "./matching-samples.ts";

const tenant = (name: string) => name as Id<"TenantActor">;
const sent = (more: Partial<BankTransaction> = {}, hints: MatchingHints = {}) => ({
  ...{ transaction: transactionOf(more), hints },
});
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
