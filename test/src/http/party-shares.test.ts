import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type House, openHouse } from "../../support/application-fixture.ts";
import { bankOf } from "../../support/bank.ts";
import { usualDatabases } from "../../support/databases.ts";
import { expectStatus } from "../../support/refusals.ts";
import { agentOf, validatedRun } from "../../support/worked-example.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read single fields of a response body.
type Body = any;

describe.each(usualDatabases)("the parties' parts of a call, on $name", ({ open }) => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse(await open());
  });
  afterAll(() => house.close());

  const ACCOUNTS = ["FR7630006000011234567890189", "DE89370400440532013000"];

  /** A home for 900 € and 50 € of charges, shared by Zoé, the primary tenant, and Luc, both with an account. */
  async function shared(luc: object, zoe: object = {}) {
    const agent = await agentOf(house, { accounting_mode: "cash" });
    const { made } = agent;
    const property = await made("/properties", { name: "P", address: "1 rue du Port" });
    const unit = await made("/units", { property_id: property.id, identifier: "Lot 1" });
    const owner = await made("/owners", { first_name: "Alice" });
    const whole = { share_numerator: 1, share_denominator: 1 };
    await made("/ownerships", { ownership: { owner_id: owner.id, unit_id: unit.id, ...whole } });
    const terms = { reference: "M", start_date: "2026-01-01", management_fee_rate: 7 };
    await made("/mandates", { owner_profile_id: owner.profileId, property_id: property.id, ...terms });
    const people: Body[] = [];
    for (const [at, first_name] of ["Zoé", "Luc"].entries())
      people.push(await made("/tenants", { first_name, last_name: "Petit", bank_accounts: [{ iban: ACCOUNTS[at] }] }));
    const lease = await made("/leases", {
      lease: {
        ...{ reference: "B-1", lease_type: "residential_unfurnished", start_date: "2026-03-01", status: "active" },
        signature_date: "2026-02-01",
      },
      term: {},
      units: [{ id: unit.id, base_rent_cents: 90_000, charge_provision_cents: 5_000 }],
      tenant_id: people[0].id,
    });
    const [primary] = lease.parties;
    expectStatus(await agent.ask("PATCH", `/lease_parties/${primary.id}`, { lease_party: zoe }), 200);
    const second = await made("/lease_parties", {
      lease_party: {
        ...{ lease_id: lease.id, party_type: "tenant", role: "co_tenant", partyable_type: "TenantActor" },
        ...{ partyable_id: people[1].id, ...luc },
      },
    });
    const run = await validatedRun(house, agent);
    await agent.done(`/billing_runs/${run.id}/apply`);
    return { agent, lease, parties: [primary, second], bank: await bankOf(house, agent), people };
  }

  it("begin with fixed contributions; a party's money pays its part first, other money is shared", async () => {
    const { agent, lease, parties, bank } = await shared({ rent_contribution_cents: 40_000 });
    expect((await agent.found(`/leases/${lease.id}`)).parties).toMatchObject([
      { contributesToRent: true, rentContributionCents: null },
      { contributesToRent: true, rentContributionCents: 40_000 },
    ]);
    const [call]: Body[] = await agent.found("/rent_calls");
    const partsOf = async () =>
      (await agent.found(`/rent_calls/${call.id}`)).contributions.map(
        ({ amountCents, paidCents, remainingCents }: Body) => [...[amountCents, paidCents, remainingCents]],
      );
    expect(call).toMatchObject({
      totalAmountCents: 95_000,
      contributions: [
        { partyId: parties[0].id, name: "Zoé Petit", amountCents: 55_000, paidCents: 0, remainingCents: 55_000 },
        { partyId: parties[1].id, name: "Luc Petit", amountCents: 40_000, paidCents: 0, remainingCents: 40_000 },
      ],
    });
    await bank.bring({ bank_reference: "P-1", amount_cents: 30_000, counterparty_iban: ACCOUNTS[1] });
    expect(await partsOf()).toEqual([
      [55_000, 0, 55_000],
      [40_000, 30_000, 10_000],
    ]);
    const [run]: Body[] = await agent.found("/billing_runs");
    expect(run.cancellable).toBe(false);
    house.clock.pass(1_000);
    await bank.bring({ bank_reference: "P-2", amount_cents: 13_000, label: call.reference });
    expect(await partsOf()).toEqual([
      [55_000, 11_000, 44_000],
      [40_000, 32_000, 8_000],
    ]);
    await bank.bring({
      bank_reference: "P-3",
      amount_cents: 50_000,
      label: call.reference,
      counterparty_name: "PETIT ZOE",
    });
    expect(await partsOf()).toEqual([
      [55_000, 55_000, 0],
      [40_000, 38_000, 2_000],
    ]);
    // Its first payment has changed the run, and no further one does.
    expect(await agent.found("/billing_runs")).toEqual([run]);
    const change = { lease_party: { rent_contribution_cents: 1 } };
    expectStatus(await agent.ask("PATCH", `/lease_parties/${parties[1].id}`, change), 200);
    await bank.bring({
      bank_reference: "R-1",
      amount_cents: 30_000,
      method: "rejection",
      reverses: "P-1",
      direction: "outbound",
    });
    expect(await agent.found(`/rent_calls/${call.id}`)).toMatchObject({ remainingAmountCents: 32_000 });
    expect((await partsOf()).map(([amount]: readonly number[]) => amount)).toEqual([55_000, 40_000]);
    const listed = (await agent.found("/rent_calls"))[0].contributions;
    expect(listed).toEqual((await agent.found(`/rent_calls/${call.id}`)).contributions);
    expect(listed.reduce((all: number, part: Body) => all + part.remainingCents, 0)).toBe(32_000);
    const notice = await agent.ask("GET", `/rent_calls/${call.id}/document`);
    expectStatus(notice, 200);
    expect((await house.findings()).map(({ message }) => message)).toEqual([]);
  });

  it("follow shares; a party that does not contribute has no part, and a credit note is not split", async () => {
    const { agent, parties } = await shared({ contributes_to_rent: false });
    const [call]: Body[] = await agent.found("/rent_calls");
    expect(call.contributions).toMatchObject([{ partyId: parties[0].id, amountCents: 95_000 }]);
    const byShares = await shared(
      { share_numerator: 1, share_denominator: 3 },
      { share_numerator: 2, share_denominator: 3 },
    );
    const [other]: Body[] = await byShares.agent.found("/rent_calls");
    expect(other.contributions.map(({ amountCents }: Body) => amountCents)).toEqual([63_333, 31_667]);
  });
});
