import type { Day } from "@cartulary/kernel";
import { cents } from "@cartulary/ledger";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type House, openHouse } from "../../support/application-fixture.ts";
import { bankOf, entriesOf } from "../../support/bank.ts";
import { bookMakersFor } from "../../support/books.ts";
import { usualDatabases } from "../../support/databases.ts";
import { fieldsOf } from "../../support/estate-spec.ts";
import { fecFindingsOf } from "../../support/fec-file.ts";
import { recordProblems } from "../../support/records.ts";
import { expectRefusal, expectRentalInvalid, expectStatus } from "../../support/refusals.ts";
import { type Agent, agentOf, validatedRun, workedEstate } from "../../support/worked-example.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read single fields of a response body.
type Body = any;

describe.each(usualDatabases)("the balance of a lease that is taken over, on $name", ({ open }) => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse(await open());
  });
  afterAll(() => house.close());

  /** The worked example, whose tenant takes a second lease of the same unit from April. */
  async function example(mode: string, initial_balance_cents: number, status = "active") {
    const agent = await agentOf(house, { accounting_mode: mode });
    const estate = await workedEstate(agent);
    const lease = {
      ...{ reference: "B-2", lease_type: "residential_unfurnished", start_date: "2026-04-01", status },
      ...{ signature_date: "2026-03-01", initial_balance_cents },
    };
    const units = [{ id: estate.unit.id, base_rent_cents: 30_000 }];
    const taken = await agent.made("/leases", { lease, term: {}, units, tenant_id: estate.tenant.id });
    return { agent, ...estate, taken };
  }

  async function expectSound(agent: Agent) {
    expect((await house.findings()).map(({ message }) => message)).toEqual([]);
    expect(await fecFindingsOf(agent)).toEqual([]);
  }

  const balanceOf = async ({ found }: Agent, account: string): Promise<string> =>
    (await found("/accounting/ledger", { account })).closingBalance;

  it("is called when the lease is activated, paid like any call, and remitted without a fee", async () => {
    const { agent, tenant, taken } = await example("cash", 45_000);
    const today = house.clock.now().slice(0, 10);
    const [call, ...others]: Body[] = await agent.found("/rent_calls");
    expect(others).toEqual([]);
    expect(recordProblems(fieldsOf("RentCall", "detail"), call)).toEqual([]);
    expect(call).toMatchObject({
      ...{ kind: "initial_balance", status: "issued", billingRunId: null, dueDate: "2026-04-01" },
      ...{ periodStart: "2026-04-01", periodEnd: "2026-04-01", leaseId: taken.id, tenantId: tenant.id },
      ...{ totalAmountCents: 45_000, rentAmountCents: 0, chargesAmountCents: 0, otherAmountCents: 45_000 },
    });
    expect((await agent.found(`/tenants/${tenant.id}`)).rentCalls[0]).toMatchObject({ otherAmountCents: 45_000 });
    expect(await agent.found("/billing_runs")).toEqual([]);
    expect(await agent.found("/snapshots", { collection: "billing_runs", updated_since: call.createdAt })).toEqual([]);
    expect(await entriesOf(agent)).toEqual([
      `OD-2026-000001 ${today}: / 411000 LOC0001 D 450.00 / 467100 PRO0001 C 150.00 / 467100 PRO0002 C 300.00`,
    ]);
    const [entry]: Body[] = await agent.found("/accounting_entries");
    expect(entry).toMatchObject({ journal: "OD", sourceType: "Lease", sourceId: taken.id });
    expectRefusal(await agent.ask("DELETE", `/leases/${taken.id}`), 422, "has_dependents");

    const bank = await bankOf(house, agent);
    await bank.bring({ bank_reference: "P-1", amount_cents: 45_000, label: call.reference });
    expect(await agent.found(`/rent_calls/${call.id}`)).toMatchObject({ status: "paid", remainingAmountCents: 0 });
    expect(await balanceOf(agent, "467100")).toBe("0.00");
    const run = await validatedRun(house, agent);
    const lines: Body[] = await agent.found(`/billing_runs/${run.id}/lines`, { type: "owner" });
    expect(lines.map(({ ownerName, billingCategory, amountTtc }) => [ownerName, billingCategory, amountTtc])).toEqual(
      expect.arrayContaining([
        ["Alice", "owner_other", "150.00"],
        ["Alice", "payout", "150.00"],
        ["Bruno", "owner_other", "300.00"],
        ["Bruno", "payout", "300.00"],
      ]),
    );
    expect(lines).toHaveLength(4);
    await agent.done(`/billing_runs/${run.id}/apply`);
    await expectSound(agent);
  });

  it.each([["cash"], ["accrual"]])(
    "is free credit where it is negative, and never remitted to an owner, in %s",
    async (mode) => {
      const { agent } = await example(mode, -30_000);
      const [call]: Body[] = await agent.found("/rent_calls");
      expect(call).toMatchObject({ kind: "initial_balance", status: "paid", totalAmountCents: -30_000 });
      expect(await agent.found("/payments")).toEqual([]);
      const run = await validatedRun(house, agent);
      await agent.done(`/billing_runs/${run.id}/apply`);
      const calls: Body[] = await agent.found("/rent_calls", { sort: "reference" });
      expect(calls.map(({ kind, paidAmountCents }) => [kind, paidAmountCents])).toEqual([
        ["initial_balance", 0],
        ["call", 30_000],
      ]);
      const bank = await bankOf(house, agent);
      await bank.bring({ bank_reference: "P-1", amount_cents: 78_386, label: calls[1].reference });
      expect(await agent.found(`/rent_calls/${calls[1].id}`)).toMatchObject({ status: "paid" });
      expect(await balanceOf(agent, "411000")).toBe("0.00");
      if (mode === "cash") {
        expect(await balanceOf(agent, "467100")).toBe("0.00");
        expect(await balanceOf(agent, "467000")).toBe("-783.86");
      }
      const next = await validatedRun(house, agent, { period_start: "2026-04-01" });
      await agent.done(`/billing_runs/${next.id}/apply`);
      await expectSound(agent);
    },
  );

  it("is called by activate too, once, and never changes afterwards", async () => {
    const { agent, taken } = await example("accrual", 12_345, "draft");
    expect(await agent.found("/rent_calls")).toEqual([]);
    const path = `/leases/${taken.id}`;
    const replies = await Promise.all([1, 2].map(() => agent.ask("POST", `${path}/activate`)));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 422]);
    expect(await agent.found("/rent_calls")).toHaveLength(1);
    const change = (lease: object) => agent.ask("PATCH", path, { lease });
    expectRefusal(await change({ initial_balance_cents: 1 }), 422, "invalid_transition");
    expectRefusal(await change({ initial_balance_cents: null }), 422, "invalid_transition");
    expectStatus(await change({ initial_balance_cents: 12_345, notice_months: 2 }), 200);
    await expectSound(agent);
  });

  it("is refused where the imported opening has it, and nothing is called for none", async () => {
    const { agent, tenant, unit } = await example("accrual", 0);
    expect(await agent.found("/rent_calls")).toEqual([]);
    const { ledger, clerk } = bookMakersFor(house);
    const lines = [
      { accountCode: "411000", auxiliaryCode: "LOC0001", label: "Reprise", debitCents: cents(5_000) },
      { accountCode: "512000", label: "Reprise", creditCents: cents(5_000) },
    ];
    await ledger(agent.id).enterOpening(clerk, { societyCode: "1", date: "2026-01-01" as Day, lines });
    const lease = {
      ...{ reference: "B-3", lease_type: "other", start_date: "2026-05-01", signature_date: "2026-03-01" },
      ...{ initial_balance_cents: 700 },
    };
    const body = { lease, term: {}, units: [{ id: unit.id, base_rent_cents: 100 }], tenant_id: tenant.id };
    const refused = await agent.ask("POST", "/leases", { ...body, lease: { ...lease, status: "active" } });
    expectRentalInvalid(refused, { initial_balance_cents: ["taken"] });
    const { id } = await agent.made("/leases", body);
    expectRentalInvalid(await agent.ask("POST", `/leases/${id}/activate`), { initial_balance_cents: ["taken"] });
    expect(await agent.found(`/leases/${id}`)).toMatchObject({ status: "draft" });
    expect(await agent.found("/rent_calls")).toEqual([]);
  });

  it.each([[1.5], [10 ** 18], ["5"], [true], [{}]])("refuses %j, never with a 5xx", async (initial_balance_cents) => {
    const agent = await agentOf(house);
    const lease = { reference: "X", lease_type: "other", start_date: "2026-05-01", initial_balance_cents };
    expectStatus(await agent.ask("POST", "/leases", { lease }), 422);
  });
});
