import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type House, openHouse } from "../../support/application-fixture.ts";
import { bankOf } from "../../support/bank.ts";
import { databases } from "../../support/databases.ts";
import { expectStatus } from "../../support/refusals.ts";
import { type Agent, agentOf, validatedRun } from "../../support/worked-example.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read single fields of a response body.
type Body = any;

describe.each(databases)("the payment tolerance of a lease, on $name", ({ open }) => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse(await open());
  });
  afterAll(() => house.close());

  /** Homes of one tenant for 900 € each, called on 1 March, in one call per tenant or one per lease. */
  async function homes(count: number, grouping_mode = "per_lease") {
    const agent = await agentOf(house, { accounting_mode: "cash" });
    const { made } = agent;
    const property = await made("/properties", { name: "P", address: "1 rue du Port" });
    const owner = await made("/owners", { first_name: "Alice" });
    const mandate = { reference: "M", start_date: "2026-01-01", management_fee_rate: 7 };
    await made("/mandates", { owner_profile_id: owner.profileId, property_id: property.id, ...mandate });
    const tenant = await made("/tenants", { first_name: "Zoé", last_name: "Petit" });
    const leases: Body[] = [];
    for (let at = 0; at < count; at += 1) {
      const unit = await made("/units", { property_id: property.id, identifier: `Lot ${at}` });
      const whole = { owner_id: owner.id, unit_id: unit.id, share_numerator: 1, share_denominator: 1 };
      await made("/ownerships", { ownership: whole });
      const dates = { start_date: "2026-03-01", signature_date: "2026-02-01", status: "active" };
      const lease = { reference: `B-${at}`, lease_type: "residential_unfurnished", ...dates };
      leases.push(
        await made("/leases", {
          lease,
          term: {},
          units: [{ id: unit.id, base_rent_cents: 90_000 }],
          tenant_id: tenant.id,
        }),
      );
    }
    const run = await validatedRun(house, agent, { grouping_mode });
    await agent.done(`/billing_runs/${run.id}/apply`);
    const bank = await bankOf(house, agent);
    const call = async (): Promise<Body> => (await agent.found("/rent_calls"))[0];
    return {
      ...{ agent, leases, tenant, call },
      callState: async () => {
        const { status, overdue, fullyPaid, remainingAmountCents } = await call();
        return [status, overdue, fullyPaid, remainingAmountCents];
      },
      pay: async (amount_cents: number) => {
        const { reference } = await call();
        await bank.bring({ bank_reference: `P-${amount_cents}`, amount_cents, label: reference });
      },
      changeTerm: async (lease: number, lease_term: object) => {
        const [term] = (await agent.found(`/leases/${leases[lease].id}`)).terms;
        expectStatus(await agent.ask("PATCH", `/lease_terms/${term.id}`, { lease_term }), 200);
      },
    };
  }
  const amount = (value: number) => ({ payment_tolerance_type: "amount", payment_tolerance_value: value });
  const percent = (value: number) => ({ payment_tolerance_type: "percent", payment_tolerance_value: value });
  const days = (value: number) => ({ payment_tolerance_type: "days", payment_tolerance_value: value });

  it("leaves a call paid, not overdue, while the rest is within an amount or a percentage of the call", async () => {
    const { agent, tenant, callState, pay, changeTerm, call } = await homes(1);
    await changeTerm(0, amount(500));
    const pass = async (count: number) => house.clock.pass(count * 86_400_000);
    expect(await callState()).toEqual(["issued", false, false, 90_000]);
    await pass(8);
    expect(await callState()).toEqual(["issued", true, false, 90_000]);
    await pay(89_499);
    expect(await callState()).toEqual(["partially_paid", true, false, 501]);
    await changeTerm(0, amount(501));
    expect(await callState()).toEqual(["paid", false, false, 501]);
    const { id, reference } = await call();
    const { status, overdue } = await agent.found(`/rent_calls/${id}`);
    expect([status, overdue]).toEqual(["paid", false]);
    const [ofTenant] = (await agent.found(`/tenants/${tenant.id}`)).rentCalls;
    expect([ofTenant.status, ofTenant.overdue, ofTenant.fullyPaid]).toEqual(["paid", false, false]);
    const named = async (query: Record<string, string>) =>
      (await agent.found("/rent_calls", query)).map((each: Body) => each.reference);
    expect(await named({ "q[status_eq]": "paid" })).toEqual([reference]);
    expect(await named({ "q[status_eq]": "partially_paid" })).toEqual([]);
    expect(await named({ "q[overdue_eq]": "true" })).toEqual([]);
    const receipt = await agent.ask("GET", `/rent_calls/${id}/receipt`);
    expect(receipt.headers.get("content-disposition")).toContain("recu-");
    expectStatus(await agent.ask("POST", `/rent_calls/${id}/reminders`, { level: 1 }), 422);
    await changeTerm(0, percent(0.5566));
    expect(await callState()).toEqual(["partially_paid", true, false, 501]);
    await changeTerm(0, percent(0.5567));
    expect(await callState()).toEqual(["paid", false, false, 501]);
    await changeTerm(0, percent(99_999_999));
    expect(await callState()).toEqual(["paid", false, false, 501]);
    await changeTerm(0, days(400));
    expect(await callState()).toEqual(["partially_paid", false, false, 501]);
    await changeTerm(0, days(99_999_999_999));
    expect(await callState()).toEqual(["partially_paid", false, false, 501]);
    await changeTerm(0, days(1));
    expect(await callState()).toEqual(["partially_paid", true, false, 501]);
    await changeTerm(0, amount(99_999_999_999));
    expect(await callState()).toEqual(["paid", false, false, 501]);
    await pay(501);
    expect(await callState()).toEqual(["paid", false, true, 0]);
    expect((await house.findings()).map(({ message }) => message)).toEqual([]);
  });

  it("is the least of several leases", async () => {
    const { callState, pay, changeTerm } = await homes(2, "per_tenant");
    await changeTerm(0, amount(500));
    await changeTerm(1, amount(200));
    await pay(179_700);
    expect(await callState()).toEqual(["partially_paid", true, false, 300]);
    await changeTerm(1, amount(300));
    expect(await callState()).toEqual(["paid", false, false, 300]);
    await changeTerm(1, { payment_tolerance_type: "none" });
    expect(await callState()).toEqual(["partially_paid", true, false, 300]);
  });

  /** The ids of the calls that a client which follows changes receives after an action. */
  async function movedBy({ ask, found }: Agent, act: () => Promise<unknown>) {
    await house.clock.pass(60_000);
    const updated_since = house.clock.now();
    await act();
    const listed: Body[] = await found("/rent_calls", { updated_since });
    const query = { collection: "rent_calls", updated_since };
    await house.clock.pass(6_000);
    const snapshots: Body[] = expectStatus(await ask("GET", "/snapshots", undefined, query), 200);
    expect(snapshots.map(({ data }) => data)).toEqual(listed);
    return listed.map(({ id }) => id);
  }

  it("moves the open calls of its lease, however it changes", async () => {
    const { agent, leases, pay, changeTerm } = await homes(2);
    const calls: Body[] = await agent.found("/rent_calls");
    const [call, other] = calls;
    const at = leases.findIndex(({ id }) => id === call.leaseId);
    const lease_id = call.leaseId;
    const own = [call.id];
    expect(await movedBy(agent, () => changeTerm(at, amount(500)))).toEqual(own);
    expect(await movedBy(agent, () => changeTerm(at, { payment_tolerance_value: 501 }))).toEqual(own);
    expect(await movedBy(agent, () => changeTerm(at, { revision_month: 3 }))).toEqual([]);
    let term: Body;
    const opened = async () => {
      term = await agent.made("/lease_terms", { lease_term: { lease_id, effective_from: "2026-03-02", ...days(9) } });
    };
    expect(await movedBy(agent, opened)).toEqual(own);
    expect(await movedBy(agent, () => agent.ask("DELETE", `/lease_terms/${term.id}`))).toEqual(own);
    const body = { lease: {}, term: { effective_from: "2026-03-03", ...days(3) } };
    const patched = async () => expectStatus(await agent.ask("PATCH", `/leases/${lease_id}`, body), 200);
    expect(await movedBy(agent, patched)).toEqual(own);
    expect(await movedBy(agent, () => changeTerm(1 - at, days(3)))).toEqual([other.id]);
    await pay(90_000);
    expect(await movedBy(agent, () => changeTerm(at, days(4)))).toEqual([]);
  });

  it("moves the call of several leases with each of them", async () => {
    const { agent, call, changeTerm } = await homes(2, "per_tenant");
    const { id } = await call();
    for (const at of [0, 1]) expect(await movedBy(agent, () => changeTerm(at, amount(500)))).toEqual([id]);
  });
});
