import type { Day, Id } from "@cartulary/kernel";
import { cents } from "@cartulary/ledger";
import { describe, expect, it } from "vitest";
import type { RentCall } from "../../../src/billing/rent-calls/rent-call.ts";
import { createDues } from "../../../src/money/money-in/amounts-due.ts";
import { decided, otherPayer, type Paying, payingBy } from "../../../src/money/money-in/payers.ts";
import type { TenantOfLease } from "../../../src/money/payments/ports.ts";

const idOf = <Noun extends string>(name: string) => name as Id<Noun>;
const named = (name: string) => ({ tenantId: idOf<"TenantActor">(name), tenantName: name });
const leaseOf = (lease: string, tenant: string) => ({
  leaseId: idOf<"Lease">(lease),
  leaseReference: lease,
  tenant: named(tenant),
  present: [idOf<"TenantActor">(tenant)],
  since: null,
});
const callOf = (id: string, lease: string | null, tenant: string, dueDate: string, remaining = 100): RentCall =>
  ({
    ...{ id, reference: id, leaseId: lease, ...named(tenant), dueDate, periodEnd: dueDate },
    remainingAmountCents: cents(remaining),
  }) as unknown as RentCall;

const paying = (payers: readonly string[], ...leases: readonly (readonly [string, string])[]): Paying => ({
  kind: "payer",
  payers: payers.map(named),
  leases: leases.map(([lease, tenant]) => leaseOf(lease, tenant)),
});

describe("the calls of a payer", () => {
  const dues = createDues(
    [
      callOf("late", "L", "ada", "2026-03-05"),
      callOf("early", "M", "blaise", "2026-03-01"),
      callOf("all", null, "ada", "2026-03-03"),
      callOf("paid", "L", "ada", "2026-02-01", 0),
      callOf("former", "M", "carl", "2026-01-01"),
    ],
    [],
    [],
    [],
  );
  const of = (each: Paying) => {
    const found = decided(each, dues);
    return found && [found.calls.join(" "), found.creditor.tenantName, found.lease?.leaseId ?? null];
  };

  it("are those of the payer's leases and the payer's own, by due date", () => {
    expect(of(paying(["dora"], ["L", "ada"]))).toEqual(["all late", "ada", "L"]);
    expect(of(paying(["ada"], ["M", "blaise"]))).toEqual(["former early all late", "ada", "M"]);
    expect(of(paying(["ada"]))).toEqual(["all late", "ada", null]);
  });

  it("are not those of a tenant who left before the payer came in", () => {
    const since = (day: string): Paying => ({
      ...paying(["blaise"]),
      leases: [{ ...leaseOf("M", "blaise"), since: day as Day }],
    });
    expect(of(since("2026-01-02"))).toEqual(["early", "blaise", "M"]);
    expect(of(since("2026-01-01"))).toEqual(["former early", "blaise", "M"]);
  });

  it("are undecided among several tenants' calls if none is the payer's own", () => {
    expect(of(paying(["dora"], ["L", "ada"], ["N", "ed"]))).toBeNull();
    expect(of(paying(["dora"], ["M", "blaise"]))).toBeNull();
    expect(of(paying(["ada", "blaise"], ["L", "ada"]))).toBeNull();
    expect(of(paying(["dora", "ed"]))).toBeNull();
  });

  it("have no share when nothing is due: the credit goes to the lease's tenant, otherwise to the payer", () => {
    expect(of(paying(["dora"], ["N", "ed"]))).toEqual(["", "ed", "N"]);
    expect(of(paying(["dora"]))).toEqual(["", "dora", null]);
    expect(of(paying(["ed"], ["N", "ed"], ["O", "fay"]))).toEqual(["", "ed", null]);
    expect(of(paying(["dora"], ["N", "ed"], ["O", "fay"]))).toBeNull();
  });

  it("follow the parties on the day, the primary tenant first", () => {
    const tenant = (name: string, role: TenantOfLease["role"], validTo: string | null): TenantOfLease => ({
      ...{ ...named(name), leaseId: idOf("L"), leaseReference: "L", id: idOf(name), role },
      ...{ validFrom: null, validTo: validTo as Day | null },
    });
    const party = { tenantId: idOf<"TenantActor">("dora"), leaseId: idOf<"Lease">("L"), leaseReference: "L" };
    const parties = {
      ofTenants: new Map([[party.tenantId, [{ ...party, validFrom: "2026-02-01" as Day, validTo: null }]]]),
      tenantsOfLeases: new Map([[party.leaseId, [tenant("ada", "primary", "2026-02-28"), tenant("carl", null, null)]]]),
    };
    const on = (day: string) =>
      payingBy([{ iban: "X", ...named("dora") }], day as Day, parties)?.leases.map((each) => each.tenant.tenantName);
    expect([on("2026-01-31"), on("2026-02-01"), on("2026-03-01")]).toEqual([[], ["ada"], ["carl"]]);
    expect(payingBy([], "2026-03-01" as Day, parties)).toBeNull();
  });

  it("are since the payer's first row in the lease, with all tenants of the day", () => {
    const lease = (name: string, from: string | null, to: string | null = null) => ({
      ...{ tenantId: idOf<"TenantActor">("dora"), leaseId: idOf<"Lease">(name), leaseReference: name },
      ...{ validFrom: from as Day | null, validTo: to as Day | null },
    });
    const tenant = (name: string, role: TenantOfLease["role"], validTo: string | null = null): TenantOfLease => ({
      ...{ ...named(name), leaseId: idOf("L"), leaseReference: "L", id: idOf(name), role },
      ...{ validFrom: null, validTo: validTo as Day | null },
    });
    const present = [
      tenant("ada", "primary"),
      tenant("blaise", "co_tenant" as never),
      tenant("carl", null, "2026-02-28"),
    ];
    const found = (...rows: readonly ReturnType<typeof lease>[]) =>
      payingBy([{ iban: "X", ...named("dora") }], "2026-03-01" as Day, {
        ofTenants: new Map([[idOf<"TenantActor">("dora"), rows]]),
        tenantsOfLeases: new Map(["L", "M"].map((name) => [idOf<"Lease">(name), present])),
      })?.leases.map((each) => [each.leaseId, each.since, ...each.present]);
    expect(found(lease("L", "2026-02-01"), lease("M", "2026-01-01"))).toEqual([
      ["L", "2026-02-01", "ada", "blaise"],
      ["M", "2026-01-01", "ada", "blaise"],
    ]);
    const since = (...days: readonly (string | null)[]) => {
      const rows = days.map((from, index) => lease("L", from, index === 0 ? null : "2026-02-27"));
      return found(...rows)?.map(([, first]) => first);
    };
    expect(since("2026-02-01", "2026-01-01")).toEqual(["2026-01-01"]);
    expect(since("2026-01-01", "2026-02-01")).toEqual(["2026-01-01"]);
    expect([since("2026-02-01", null), since(null, "2026-02-01")]).toEqual([[null], [null]]);
  });

  it("are of the lease's tenants before, unless they were due before the payer came in or ended before", () => {
    const call = (id: string, dueDate: string, periodEnd: string, tenant: string | null = "carl") =>
      ({ ...callOf(id, "M", "carl", dueDate), periodEnd, tenantId: tenant }) as unknown as RentCall;
    const among = createDues(
      [
        call("ended", "2026-01-10", "2026-01-09"),
        call("early", "2026-01-09", "2026-01-31"),
        call("after", "2026-01-10", "2026-01-31"),
        call("nobody's", "2026-01-01", "2026-01-31", null),
      ],
      [],
      [],
      [],
    );
    const lease = { ...leaseOf("M", "carl"), present: [idOf<"TenantActor">("blaise")] };
    const calls = (since: string | null, present = lease.present) =>
      decided({ ...paying(["carl"]), payers: [], leases: [{ ...lease, present, since: since as Day | null }] }, among)
        ?.calls;
    expect(calls("2026-01-10")).toEqual(["after"]);
    expect(calls(null)).toEqual(["early", "after", "ended"]);
    expect(calls("2026-01-10", [idOf("carl")])).toEqual(["early", "after", "ended"]);
  });

  it("are not those of the tenant in other leases", () => {
    expect(of({ ...paying(["dora"], ["N", "ada"]) })).toEqual(["all", "ada", "N"]);
  });

  it("have another payer only if it is one person other than the tenant", () => {
    const [ada, dora] = [named("ada"), named("dora")];
    expect(otherPayer([dora], [ada.tenantId])).toEqual(dora);
    expect(otherPayer([ada], [ada.tenantId])).toBeNull();
    expect(otherPayer([ada], [ada.tenantId, dora.tenantId])).toEqual(ada);
    expect(otherPayer([ada, dora], [ada.tenantId])).toBeNull();
    expect(otherPayer([], [ada.tenantId])).toBeNull();
  });
});
