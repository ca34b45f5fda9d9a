import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type House, openHouse } from "../../support/application-fixture.ts";
import { bankOf, entriesOf } from "../../support/bank.ts";
import { usualDatabases } from "../../support/databases.ts";
import { fecFindingsOf } from "../../support/fec-file.ts";
import { expectStatus } from "../../support/refusals.ts";
import { type Agent, agentOf } from "../../support/worked-example.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read single fields of a response body.
type Body = any;

describe.each(usualDatabases)("back billing, on $name", ({ open }) => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse(await open());
  });
  afterAll(() => house.close());

  /** A shop of one owner, let since January for 1,000.00 a month and 50.00 of charges. */
  async function shop(accounting_mode: "cash" | "accrual", lease: object = {}) {
    const agent = await agentOf(house, { accounting_mode });
    const { made } = agent;
    const property = await made("/properties", { name: "Rue Haute", address: "1 rue Haute" });
    const owner = await made("/owners", { first_name: "Alice" });
    const unit = await made("/units", { property_id: property.id, identifier: "A" });
    const whose = { owner_id: owner.id, unit_id: unit.id, share_numerator: 1, share_denominator: 1 };
    await made("/ownerships", { ownership: whose });
    const terms = { reference: "M", start_date: "2026-01-01", management_fee_rate: 10 };
    await made("/mandates", { owner_profile_id: owner.profileId, property_id: property.id, ...terms });
    const tenant = await made("/tenants", { first_name: "Léa", last_name: "Petit" });
    const dates = { start_date: "2026-01-01", signature_date: "2025-12-01", status: "active" };
    const made_lease = await made("/leases", {
      lease: { reference: "B-1", lease_type: "commercial", ...dates, ...lease },
      term: {},
      units: [{ id: unit.id, base_rent_cents: 100_000, charge_provision_cents: 5_000 }],
      tenant_id: tenant.id,
    });
    return { agent, owner, tenant, lease: made_lease };
  }

  async function appliedRun(agent: Agent, period_start: string): Promise<string> {
    const { id } = await agent.made("/billing_runs", { period_start });
    await house.work();
    await agent.done(`/billing_runs/${id}/validate?force`);
    await agent.done(`/billing_runs/${id}/apply`);
    return id;
  }

  const newRent = (agent: Agent, lease: Body, effective_from: string, base_rent_cents: number) =>
    agent.made("/lease_terms", {
      lease_term: {
        ...{ lease_id: lease.id, effective_from },
        lease_unit_terms: [{ lease_unit_id: lease.units[0].id, base_rent_cents }],
      },
    });

  const adjustments = async (agent: Agent, run: string) =>
    (await agent.found(`/billing_runs/${run}/lines`, { "q[adjustment_eq]": "true", sort: "period_start" })).map(
      ({ billingCategory, periodStart, periodEnd, amountHt, anomalyType }: Body) =>
        [billingCategory, periodStart, periodEnd, amountHt, anomalyType] as const,
    );

  async function expectSound(agent: Agent) {
    expect((await house.findings()).map(({ message }) => message)).toEqual([]);
    expect(await fecFindingsOf(agent)).toEqual([]);
  }

  it("bills the changes of a term in billed months once, and again when the run is cancelled", async () => {
    const { agent, lease } = await shop("accrual");
    await appliedRun(agent, "2026-01-01");
    await appliedRun(agent, "2026-02-01");
    await newRent(agent, lease, "2026-01-16", 131_000);
    const expected = [
      ["rent", "2026-01-16", "2026-01-31", "160.00", "back_billing"],
      ["rent", "2026-02-01", "2026-02-28", "310.00", "back_billing"],
    ];
    const march = await appliedRun(agent, "2026-03-01");
    expect(await adjustments(agent, march)).toEqual(expected);
    const fees = await agent.found(`/billing_runs/${march}/lines`, {
      ...{ type: "owner", "q[billing_category_eq]": "management_fee" },
    });
    // 10 % of 1,310.00 and 470.00.
    expect(fees.map(({ amountHt }: Body) => amountHt)).toEqual(["-178.00"]);
    const [call]: Body[] = await agent.found("/rent_calls", { "q[billing_run_id_eq]": march });
    expect(call).toMatchObject({ periodStart: "2026-03-01", periodEnd: "2026-03-31", totalAmountCents: 183_000 });
    expect(await adjustments(agent, await appliedRun(agent, "2026-04-01"))).toEqual([]);
    await agent.done(`/billing_runs/${march}/cancel`, { reason: "Wrong" });
    expect(await adjustments(agent, await appliedRun(agent, "2026-03-01"))).toEqual(expected);
    await expectSound(agent);
  });

  it("credits the amounts billed after the end of a lease in a rent call of its own", async () => {
    const { agent, lease } = await shop("accrual");
    await appliedRun(agent, "2026-01-01");
    await appliedRun(agent, "2026-02-01");
    await agent.ask("PATCH", `/leases/${lease.id}`, { lease: { end_date: "2026-02-14" } });
    const march = await appliedRun(agent, "2026-03-01");
    expect((await adjustments(agent, march)).toSorted()).toEqual([
      ["charge_provision", "2026-02-15", "2026-02-28", "-25.00", "negative_total"],
      ["rent", "2026-02-15", "2026-02-28", "-500.00", "negative_total"],
    ]);
    const calls: Body[] = await agent.found("/rent_calls", { "q[billing_run_id_eq]": march });
    expect(calls).toMatchObject([{ kind: "credit_note", totalAmountCents: -52_500 }]);
    await expectSound(agent);
  });

  it("deducts the overbilled amount from the next call with the last instalment", async () => {
    const { agent, lease } = await shop("cash");
    const bank = await bankOf(house, agent);
    const pay = async (run: string, amount_cents: number) => {
      const [{ reference }]: Body[] = await agent.found("/rent_calls", { "q[billing_run_id_eq]": run });
      const bank_reference = `${reference}-${amount_cents}`;
      await bank.bring({ bank_reference, amount_cents, label: reference });
      return agent.found("/rent_calls", { "q[billing_run_id_eq]": run });
    };
    const january = await appliedRun(agent, "2026-01-01");
    expect(await pay(january, 105_000)).toMatchObject([{ status: "paid" }]);
    const [term]: Body[] = await agent.found("/lease_terms", { "q[lease_id_eq]": lease.id });
    const lease_unit_terms = [{ lease_unit_id: lease.units[0].id, base_rent_cents: 90_000 }];
    await agent.ask("PATCH", `/lease_terms/${term.id}`, { lease_term: { lease_unit_terms } });
    const february = await appliedRun(agent, "2026-02-01");
    expect(await adjustments(agent, february)).toEqual([
      ["rent", "2026-01-01", "2026-01-31", "-100.00", "back_billing"],
    ]);
    expect(await pay(february, 40_000)).toMatchObject([{ status: "partially_paid", remainingAmountCents: 45_000 }]);
    expect(await pay(february, 45_000)).toMatchObject([{ status: "paid", remainingAmountCents: 0 }]);
    // Nothing that was called waits any more, and what came in is the owner's or the agency's.
    const balances: Body[] = (await agent.found("/accounting/trial_balance", { to: "2026-12-31" })).accounts;
    expect(balances.filter(({ accountCode }) => accountCode === "467100")).toMatchObject([{ balance: "0.00" }]);
    const march = await appliedRun(agent, "2026-03-01");
    const lines: Body[] = await agent.found(`/billing_runs/${march}/lines`, { type: "owner" });
    // The rent of 900.00 less 100.00, for which 10 % are due; that of January went with February's run.
    expect(lines.find(({ billingCategory }) => billingCategory === "owner_rent")?.amountHt).toBe("800.00");
    expect(lines.find(({ billingCategory }) => billingCategory === "management_fee")?.amountHt).toBe("-80.00");
    await expectSound(agent);
  });

  it("moves between a seller and a buyer what comes to zero for the tenant, without a call, accrual", async () => {
    const { agent, lease } = await shop("accrual");
    const january = await appliedRun(agent, "2026-01-01");
    const [{ id: ownership, unitId: unit_id }]: Body[] = await agent.found("/ownerships");
    const sold = { ownership: { valid_to: "2026-01-31" } };
    expectStatus(await agent.ask("PATCH", `/ownerships/${ownership}`, sold), 200);
    const buyer = await agent.made("/owners", { first_name: "Bruno" });
    const bought = { unit_id, share_numerator: 1, share_denominator: 1, valid_from: "2026-02-01" };
    await agent.made("/ownerships", { ownership: { owner_id: buyer.id, ...bought } });
    const terms = { reference: "N", start_date: "2026-01-01", management_fee_rate: 10 };
    await agent.made("/mandates", { owner_profile_id: buyer.profileId, ...terms });
    const franchise_periods = [
      {
        start_date: "2026-01-01",
        end_date: "2026-01-31",
        franchise_type: "rent_free",
        scope_type: "all",
        reduction_percent: 100,
      },
    ];
    expectStatus(await agent.ask("PATCH", `/leases/${lease.id}`, { lease: {}, franchise_periods }), 200);
    const february = await appliedRun(agent, "2026-02-01");
    const balances = async () => {
      const { accounts } = await agent.found("/accounting/trial_balance");
      return ["PRO0001", "PRO0002"].map(
        (code) =>
          accounts.find((each: Body) => each.accountCode === "467000" && each.auxiliaryCode === code)?.balance ??
          "0.00",
      );
    };
    expect(await agent.found("/rent_calls", { "q[billing_run_id_eq]": february })).toEqual([]);
    // 1,050.00 less fees of 120.00 went to the seller, who owes it; the buyer's were ordered.
    expect(await balances()).toEqual(["930.00", "0.00"]);
    expect(await entriesOf(agent, { journal: "OD" })).toEqual([
      "OD-2026-000001 2026-02-01: / 467000 PRO0001 D 1050.00 / 467000 PRO0002 C 1050.00 AAA",
    ]);
    await expectSound(agent);
    await agent.done(`/billing_runs/${february}/cancel`);
    expect(await balances()).toEqual(["0.00", "0.00"]);
    await agent.done(`/billing_runs/${january}/cancel`);
    await expectSound(agent);
  });

  it("leaves nothing to pay of lines below zero", async () => {
    const { agent, lease } = await shop("accrual");
    const january = await appliedRun(agent, "2026-01-01");
    await newRent(agent, lease, "2026-01-16", 69_000);
    const february = await appliedRun(agent, "2026-02-01");
    const remains = async (run: string, query: Record<string, string>) =>
      (await agent.found(`/billing_runs/${run}/lines`, query)).map(({ billingCategory, ...line }: Body) => [
        ...[billingCategory, line.totalDueCents, line.remainingCents],
      ]);
    const tenants = [
      ["rent", 69_000, 69_000],
      ["charge_provision", 5_000, 5_000],
      ["rent", -16_000, 0],
    ];
    const sort = { sort: "remaining_cents", direction: "desc" };
    expect(await remains(february, sort)).toEqual(tenants);
    expect(await remains(february, { "q[remaining_cents_eq]": "0" })).toEqual(tenants.slice(2));
    expect(await remains(february, { ...sort, "q[remaining_cents_gteq]": "0" })).toEqual(tenants);
    const fees = { type: "owner", "q[billing_category_eq]": "management_fee" };
    expect(await remains(january, { ...fees, "q[remaining_cents_lteq]": "0" })).toEqual([
      ["management_fee", -10_000, 0],
    ]);
  });
});
