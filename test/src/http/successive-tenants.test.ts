import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type House, openHouse } from "../../support/application-fixture.ts";
import { bankOf } from "../../support/bank.ts";
import { usualDatabases } from "../../support/databases.ts";
import { wordsOf } from "../../support/pdf-words.ts";
import { expectStatus } from "../../support/refusals.ts";
import { agentOf, validatedRun } from "../../support/worked-example.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read single fields of a response body.
type Body = any;

describe.each(usualDatabases)("tenants who follow each other in a lease, on $name", ({ open }) => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse(await open());
  });
  afterAll(() => house.close());

  /** The last and the first day of the tenants, and terms of their lease. */
  interface Home {
    readonly leaves: string;
    readonly comes: string;
    readonly payment_timing?: string;
    readonly end_date?: string;
    readonly security_deposit_cents?: number;
  }

  const ACCOUNTS = ["FR7630006000011234567890189", "DE89370400440532013000"];

  /** A home for 950.00 a month that Zoé leaves to Luc, with a bank. */
  async function home({ leaves, comes, ...terms }: Home) {
    const agent = await agentOf(house, { accounting_mode: "cash" });
    const { made } = agent;
    const property = await made("/properties", { name: "P", address: "1 rue du Port" });
    const unit = await made("/units", { property_id: property.id, identifier: "Lot 1" });
    const owner = await made("/owners", { first_name: "Alice" });
    const whole = { share_numerator: 1, share_denominator: 1 };
    await made("/ownerships", { ownership: { owner_id: owner.id, unit_id: unit.id, ...whole } });
    const mandate = { reference: "M", start_date: "2026-01-01", management_fee_rate: 7 };
    await made("/mandates", { owner_profile_id: owner.profileId, property_id: property.id, ...mandate });
    const people: Body[] = [];
    for (const [at, first_name] of ["Zoé", "Luc"].entries())
      people.push(await made("/tenants", { first_name, last_name: "Petit", bank_accounts: [{ iban: ACCOUNTS[at] }] }));
    const dates = { start_date: "2026-01-01", signature_date: "2025-12-01", status: "active" };
    const lease = await made("/leases", {
      lease: { reference: "B-1", lease_type: "residential_unfurnished", ...dates, ...terms },
      term: {},
      units: [{ id: unit.id, base_rent_cents: 90_000, charge_provision_cents: 5_000 }],
      tenant_id: people[0].id,
    });
    const left = { lease_party: { valid_to: leaves } };
    expectStatus(await agent.ask("PATCH", `/lease_parties/${lease.parties[0].id}`, left), 200);
    await made("/lease_parties", {
      lease_party: {
        ...{ lease_id: lease.id, party_type: "tenant", partyable_type: "TenantActor", partyable_id: people[1].id },
        valid_from: comes,
      },
    });
    return {
      ...{ agent, people, bank: await bankOf(house, agent) },
      async called(period_start: string): Promise<Body> {
        const { id } = await validatedRun(house, agent, { period_start });
        await agent.done(`/billing_runs/${id}/apply`);
        return (await agent.found("/rent_calls", { "q[billing_run_id_eq]": id }))[0];
      },
      async textOf(path: string): Promise<string> {
        const { bytes } = await agent.ask("GET", path);
        return (await wordsOf(bytes)).map(({ text }) => text).join(" ");
      },
    };
  }

  it.each(["2026-03-31", "2026-03-15"])(
    "are named on the letters of their own periods alone, also in arrears, until %s",
    async (leaves) => {
      const comes = leaves === "2026-03-31" ? "2026-04-01" : "2026-03-16";
      const { called, textOf, bank } = await home({ leaves, comes, payment_timing: "arrears" });
      const march = await called("2026-03-01");
      expect(march).toMatchObject({ tenantName: "Zoé Petit", dueDate: "2026-04-01" });
      await bank.bring({ bank_reference: "P", amount_cents: 95_000, label: march.reference });
      for (const letter of ["document", "receipt"]) {
        const text = await textOf(`/rent_calls/${march.id}/${letter}`);
        expect([text.includes("Zoé Petit"), text.includes("Luc Petit")]).toEqual([true, false]);
      }
      const april = await called("2026-04-01");
      const text = await textOf(`/rent_calls/${april.id}/document`);
      expect([text.includes("Zoé Petit"), text.includes("Luc Petit")]).toEqual([false, true]);
    },
  );

  it("pay what fell due while they were parties, though their party goes on in a second row", async () => {
    const { agent, people, called, bank } = await home({ leaves: "2026-02-28", comes: "2026-03-01" });
    const [lease] = await agent.found("/leases");
    const first = { valid_from: "2026-01-01", valid_to: "2026-02-28" };
    const luc = { party_type: "tenant", partyable_type: "TenantActor", partyable_id: people[1].id };
    await agent.made("/lease_parties", { lease_party: { lease_id: lease.id, ...luc, ...first } });
    const [february, march] = [await called("2026-02-01"), await called("2026-03-01")];
    await bank.bring({ bank_reference: "X1", amount_cents: 95_000, counterparty_iban: ACCOUNTS[1] });
    const remaining = async ({ id }: Body) => (await agent.found(`/rent_calls/${id}`)).remainingAmountCents;
    expect([await remaining(february), await remaining(march)]).toEqual([0, 95_000]);
  });

  it("are not named on the letters of a tenant whose place they took", async () => {
    const { agent, people, called, textOf } = await home({ leaves: "2026-12-31", comes: "2027-01-01" });
    const march = await called("2026-03-01");
    const before = await textOf(`/rent_calls/${march.id}/document`);
    const other = await agent.made("/tenants", { first_name: "Marc", last_name: "Grand" });
    expectStatus(await agent.ask("PATCH", `/leases/${march.leaseId}`, { lease: {}, tenant_id: other.id }), 200);
    expect(await textOf(`/rent_calls/${march.id}/document`)).toBe(before);
    expect([before.includes("Zoé Petit"), march.tenantId]).toEqual([true, people[0].id]);
  });

  it("are named once, as they were called, also under a new name", async () => {
    const { agent, people, called, textOf } = await home({ leaves: "2026-12-31", comes: "2027-01-01" });
    const { id } = await called("2026-03-01");
    const before = await textOf(`/rent_calls/${id}/document`);
    expectStatus(await agent.ask("PATCH", `/tenants/${people[0].id}`, { last_name: "Grand" }), 200);
    expect(await textOf(`/rent_calls/${id}/document`)).toBe(before);
  });

  it("pay no call of a tenant who left before them, and each pays his own", async () => {
    const { agent, called, bank } = await home({ leaves: "2026-03-15", comes: "2026-03-16" });
    for (const month of ["2026-03-01", "2026-04-01"]) await called(month);
    const remaining = async () =>
      (await agent.found("/rent_calls", { sort: "due_date" })).map((call: Body) => call.remainingAmountCents);
    await bank.bring({ bank_reference: "Luc", amount_cents: 94_000, counterparty_iban: ACCOUNTS[1] });
    expect(await remaining()).toEqual([95_000, 1_000]);
    await bank.bring({ bank_reference: "Zoé", amount_cents: 95_000, counterparty_iban: ACCOUNTS[0] });
    expect(await remaining()).toEqual([0, 1_000]);
    expect(await agent.found("/payments", { sort: "reference" })).toMatchObject([
      { tenantName: "Luc Petit", payerId: null, status: "allocated" },
      { tenantName: "Zoé Petit", payerId: null, status: "allocated" },
    ]);
    expect((await house.findings()).map(({ message }) => message)).toEqual([]);
  });

  it("are paid their arrears from the deposit of the first, each on his own account", async () => {
    const { agent, called, bank } = await home({
      ...{ leaves: "2026-01-31", comes: "2026-02-01", end_date: "2026-02-28", security_deposit_cents: 90_000 },
    });
    const january = await called("2026-01-01");
    await bank.bring({ bank_reference: "January", amount_cents: 175_000, label: january.reference });
    const [{ id }] = await agent.found("/security_deposits");
    // 800.00 of the deposit came in, and 910.00 of the 950.00 of February.
    expect(january.totalAmountCents).toBe(185_000);
    const february = await called("2026-02-01");
    await bank.bring({ bank_reference: "February", amount_cents: 91_000, label: february.reference });
    await agent.done(`/security_deposits/${id}/return`, { returned_on: "2026-03-01", in_conformity: true });
    const calls: Body[] = await agent.found("/rent_calls");
    expect(calls.map(({ remainingAmountCents }) => remainingAmountCents)).toEqual([0, 0]);
    const { accounts } = await agent.found("/accounting/trial_balance");
    const left = accounts.filter(({ accountCode }: Body) => ["165000", "411000"].includes(accountCode));
    expect(left.map((each: Body) => [each.accountCode, each.auxiliaryCode, each.balance])).toEqual([
      ["165000", "LOC0001", "-760.00"],
      ["411000", "LOC0001", "0.00"],
      ["411000", "LOC0002", "0.00"],
    ]);
    expect((await house.findings()).map(({ message }) => message)).toEqual([]);
  });
});
