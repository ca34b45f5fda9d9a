import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type House, openHouse } from "../../support/application-fixture.ts";
import { bankOf } from "../../support/bank.ts";
import { usualDatabases } from "../../support/databases.ts";
import { fieldsOf } from "../../support/estate-spec.ts";
import { recordProblems } from "../../support/records.ts";
import { expectStatus } from "../../support/refusals.ts";
import { agentOf, validatedRun } from "../../support/worked-example.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read single fields of a response body.
type Body = any;

describe.each(usualDatabases)("payers of a lease, on $name", ({ open }) => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse(await open());
  });
  afterAll(() => house.close());

  const ACCOUNTS = ["FR7630006000011234567890189", "FR1420041010050500013M02606", "DE89370400440532013000"];
  const WHOLE = { share_numerator: 1, share_denominator: 1 };
  const RENTS = [50_000, 60_000];

  /** Two leases of a tenant each, Ada Lune and Blaise Sol, called for March; people who are no tenants yet, with accounts. */
  async function called() {
    const agent = await agentOf(house, { accounting_mode: "cash" });
    const { made, found } = agent;
    const property = await made("/properties", { name: "P", address: "1 rue du Port" });
    const owner = await made("/owners", { first_name: "Alice" });
    const terms = { reference: "M", start_date: "2026-01-01", management_fee_rate: 7 };
    await made("/mandates", { owner_profile_id: owner.profileId, property_id: property.id, ...terms });
    const people: Body[] = [];
    for (const [first_name, last_name] of [
      ["Ada", "Lune"],
      ["Blaise", "Sol"],
      ["Carl", "Etoile"],
      ["Dora", "Nuit"],
    ])
      people.push(await made("/tenants", { first_name, last_name }));
    const leases: Body[] = [];
    for (const [at, base_rent_cents] of RENTS.entries()) {
      const unit = await made("/units", { property_id: property.id, identifier: `Lot ${at}` });
      await made("/ownerships", { ownership: { owner_id: owner.id, unit_id: unit.id, ...WHOLE } });
      const dates = { start_date: "2026-01-01", signature_date: "2026-01-01" };
      const lease = { reference: `B-${at}`, lease_type: "residential_unfurnished", status: "active", ...dates };
      const units = [{ id: unit.id, base_rent_cents }];
      leases.push(await made("/leases", { lease, term: {}, units, tenant_id: people[at].id }));
    }
    const bank = await bankOf(house, agent);
    let count = 0;
    const bill = async (period_start: string) => {
      const run = await validatedRun(house, agent, { period_start });
      await agent.done(`/billing_runs/${run.id}/apply`);
    };
    await bill("2026-03-01");
    return {
      ...{ agent, people, leases, bill },
      account: async (who: number, at: number) =>
        expectStatus(
          await agent.ask("PATCH", `/tenants/${people[who].id}`, { bank_accounts: [{ iban: ACCOUNTS[at] }] }),
          200,
        ),
      party: (lease: number, who: number, party_type: string, more: object = {}) =>
        made("/lease_parties", {
          lease_party: {
            ...{ lease_id: leases[lease].id, party_type, partyable_type: "TenantActor", partyable_id: people[who].id },
            ...more,
          },
        }),
      /** Brings so much from an account, and answers the payment; `null` where it is unmatched. */
      async pay(amount_cents: number, more: object): Promise<Body> {
        count += 1;
        const bank_reference = `P-${count}`;
        const { unmatched } = await bank.bring({ bank_reference, amount_cents, ...more });
        if (unmatched.length > 0) return null;
        const [{ paymentId }] = await found("/bank_transactions", { "q[bank_reference_eq]": bank_reference });
        return found(`/payments/${paymentId}`);
      },
      due: async () =>
        (await found("/rent_calls", { sort: "reference" })).map((call: Body) => call.remainingAmountCents),
    };
  }

  it.each(["tenant", "payer", "guarantor"])(
    "allocates the payment of a %s of the lease to that lease's calls",
    async (type) => {
      const { agent, people, leases, account, party, pay, due, bill } = await called();
      await account(2, 0);
      await party(1, 2, type);
      await bill("2026-04-01");
      const payment = await pay(70_000, { counterparty_iban: ACCOUNTS[0] });
      expect(recordProblems(fieldsOf("Payment", "detail"), payment)).toEqual([]);
      expect(payment).toMatchObject({
        ...{ tenantName: "Blaise Sol", payerId: people[2].id, payerName: "Carl Etoile" },
        ...{ leaseId: leases[1].id, leaseReference: "B-1", status: "allocated" },
      });
      expect(await due()).toEqual([50_000, 0, 50_000, 50_000]);
      expect((await agent.found("/rent_calls"))[1]).toMatchObject({ tenantId: people[1].id });
      expect((await agent.found("/payments"))[0]).toMatchObject({ payerId: people[2].id });
      // The remainder belongs to the tenant, not to the payer.
      const more = await pay(50_700, { counterparty_iban: ACCOUNTS[0] });
      expect(more).toMatchObject({ tenantName: "Blaise Sol", remainingAmount: { cents: 700 } });
      expect(await pay(300, { counterparty_iban: ACCOUNTS[0] })).toMatchObject({
        ...{ tenantName: "Blaise Sol", payerId: people[2].id, status: "received", leaseReference: "B-1" },
      });
      expect((await house.findings()).map(({ message }) => message)).toEqual([]);
    },
  );

  it("requires a payer that is a party on the day and may pay", async () => {
    const { account, party, pay, due } = await called();
    await account(2, 0);
    await party(0, 2, "guarantor", { valid_from: "2026-01-01", valid_to: "2026-02-28" });
    await party(1, 2, "occupant");
    // The payer pays for no lease today: the payment is his own credit.
    expect(await pay(100, { counterparty_iban: ACCOUNTS[0] })).toMatchObject({
      tenantName: "Carl Etoile",
      payerId: null,
    });
    expect(await due()).toEqual(RENTS);
    const then = { counterparty_iban: ACCOUNTS[0], booked_on: "2026-02-28" };
    expect(await pay(100, then)).toMatchObject({ tenantName: "Ada Lune", payerName: "Carl Etoile" });
    expect(await due()).toEqual([49_900, 60_000]);
  });

  it("pays by due date over all where the payer has calls of his own", async () => {
    const { people, account, party, pay, due } = await called();
    await account(0, 0);
    await party(1, 0, "payer");
    const both = await pay(100_000, { counterparty_iban: ACCOUNTS[0] });
    expect(both).toMatchObject({ tenantName: null, payerId: people[0].id, payerName: "Ada Lune", leaseId: null });
    expect(await due()).toEqual([0, 10_000]);
    const rest = await pay(10_500, { counterparty_iban: ACCOUNTS[0] });
    expect(rest).toMatchObject({ tenantName: "Ada Lune", remainingAmount: { cents: 500 } });
    expect((await house.findings()).map(({ message }) => message)).toEqual([]);
  });

  it("leaves a payment for leases of two tenants unmatched, unless a reference, a name or the amount decides", async () => {
    const { account, party, pay, due, agent } = await called();
    await account(2, 0);
    await party(0, 2, "guarantor");
    await party(1, 2, "payer");
    const from = { counterparty_iban: ACCOUNTS[0] };
    expect(await pay(40_000, from)).toBeNull();
    expect(await pay(110_000, from)).toBeNull();
    expect(await pay(60_000, from)).toMatchObject({ tenantName: "Blaise Sol", payerName: "Carl Etoile" });
    const [{ reference }] = await agent.found("/rent_calls", { sort: "reference" });
    expect(await pay(100, { ...from, label: reference })).toMatchObject({
      ...{ tenantName: "Ada Lune", payerName: "Carl Etoile" },
    });
    expect(await due()).toEqual([49_900, 0]);
    expect(await pay(200, from)).toBeNull();
  });

  it("takes an account of two tenants of one lease for that lease's", async () => {
    const { account, party, pay, due } = await called();
    await account(0, 0);
    await account(2, 0);
    await party(0, 2, "tenant", { role: "co_tenant" });
    expect(await pay(20_000, { counterparty_iban: ACCOUNTS[0] })).toMatchObject({
      ...{ tenantName: "Ada Lune", payerId: null },
    });
    expect(await due()).toEqual([30_000, 60_000]);
    await account(1, 0);
    expect(await pay(20_000, { counterparty_iban: ACCOUNTS[0] })).toBeNull();
  });

  it("looks at every tenant of a lease for a name with the exact amount, and for the family fund's number", async () => {
    const { agent, leases, party, pay, due } = await called();
    await party(0, 2, "tenant", { role: "co_tenant" });
    await party(0, 3, "guarantor");
    expect(await pay(50_000, { counterparty_name: "NUIT DORA" })).toBeNull();
    expect(await pay(49_999, { counterparty_name: "ETOILE CARL" })).toBeNull();
    expect(await pay(50_000, { counterparty_name: "ETOILE CARL" })).toMatchObject({
      ...{ tenantName: "Ada Lune", payerId: null },
    });
    expect(await due()).toEqual([0, 60_000]);
    const change = { lease: { caf_allocataire_number: "7654321" } };
    expectStatus(await agent.ask("PATCH", `/leases/${leases[0].id}`, change), 200);
    const caf = await pay(12_000, { label: "CAF 7654321", method: "caf" });
    expect(caf).toMatchObject({ tenantName: "Ada Lune", leaseReference: "B-0", remainingAmount: { cents: 12_000 } });
  });
});
