import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type House, openHouse } from "../../support/application-fixture.ts";
import { bankOf } from "../../support/bank.ts";
import { usualDatabases } from "../../support/databases.ts";
import { fecFindingsOf } from "../../support/fec-file.ts";
import { expectStatus } from "../../support/refusals.ts";
import { agentOf } from "../../support/worked-example.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read single fields of a response body.
type Body = any;

const PLUMBER = "FR7630006000011234567890189";
const LUC = "DE89370400440532013000";
const INDEX = { index_code: "ILC" } as const;

describe.each(usualDatabases)("a year in which each effect happens, on $name", ({ open }) => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse(await open());
  });
  afterAll(() => house.close());

  /** At nine in the morning of a day; the clock only advances. */
  const on = async (day: string) => {
    house.clock.pass(Date.parse(`${day}T08:00:00Z`) - Date.parse(house.clock.now()));
    await house.upkeep.run();
    await house.work();
  };

  it("has each cent in the ledger, and the tax office's file is right", async () => {
    const index_values = [
      { ...INDEX, period: "2024-Q3", value: 137.71, published_on: "2024-12-20" },
      { ...INDEX, period: "2025-Q3", value: 140.55, published_on: "2025-12-19" },
    ];
    expectStatus(
      await house.admin.ask("POST", "/rental/api/v1/index_values", {
        json: { index_values: index_values.slice(0, 1) },
      }),
      200,
    );
    const agent = await agentOf(house, { accounting_mode: "cash" });
    const { made, found, done } = agent;
    const property = await made("/properties", {
      ...{ name: "Rue Haute", address: "1 rue Haute", share_keys: [{ name: "Générales", total: 100 }] },
    });
    const [key]: Body[] = property.shareKeys;
    const units: Body[] = [];
    for (const [identifier, shares] of [
      ["Home", 60],
      ["Shop", 40],
    ] as const)
      units.push(
        await made("/units", { property_id: property.id, identifier, allocations: [{ share_key_id: key.id, shares }] }),
      );
    const mandate_services = [
      {
        service_type: "notices",
        label: "Avis",
        billing_mode: "fixed",
        amount_cents: 300,
        target: "tenant",
        frequency: "monthly",
      },
      { service_type: "claim", label: "Sinistre", billing_mode: "per_event", amount_cents: 7_000, target: "owner" },
    ];
    const mandates: Body[] = [];
    const owners: Body[] = [];
    for (const [first_name, share_numerator] of [
      ["Alice", 1],
      ["Bruno", 2],
    ] as const) {
      const owner = await made("/owners", { first_name });
      owners.push(owner);
      for (const unit of units)
        await made("/ownerships", {
          ownership: { owner_id: owner.id, unit_id: unit.id, share_numerator, share_denominator: 3 },
        });
      const terms = { reference: `M-${first_name}`, start_date: "2025-01-01", management_fee_rate: 8 };
      mandates.push(
        await made("/mandates", {
          owner_profile_id: owner.profileId,
          property_id: property.id,
          ...terms,
          mandate_services,
        }),
      );
    }

    const zoe = await made("/tenants", { first_name: "Zoé", last_name: "Petit" });
    const luc = await made("/tenants", { first_name: "Luc", last_name: "Petit", bank_accounts: [{ iban: LUC }] });
    const home = await made("/leases", {
      lease: {
        ...{ reference: "H", lease_type: "residential_unfurnished", start_date: "2026-03-01", status: "active" },
        ...{ signature_date: "2026-02-01", end_date: "2026-06-30", security_deposit_cents: 90_000 },
        initial_balance_cents: 20_000,
      },
      // Of the first term, so that 4.00 less is tolerated.
      term: { payment_tolerance_type: "amount", payment_tolerance_value: 500 },
      units: [{ id: units[0].id, base_rent_cents: 90_000, charge_provision_cents: 5_000 }],
      tenant_id: zoe.id,
    });
    await made("/lease_parties", {
      lease_party: {
        ...{ lease_id: home.id, party_type: "tenant", role: "co_tenant", partyable_type: "TenantActor" },
        ...{ partyable_id: luc.id, rent_contribution_cents: 40_000 },
      },
    });
    const baker = await made("/tenants", { trade_name: "SARL Café Élan", tenant_type: "company" });
    const shop = await made("/leases", {
      lease: {
        ...{ reference: "S", lease_type: "commercial", start_date: "2025-03-15", status: "active" },
        ...{ signature_date: "2025-03-01", revision_mode: "automatic" },
      },
      units: [{ id: units[1].id, base_rent_cents: 200_000, charge_provision_cents: 10_000, index_type: "ILC" }],
      lease_units: [{ id: units[1].id, index_base_date: "2024-08-10" }],
      tenant_id: baker.id,
    });

    const bank = await bankOf(house, agent);
    let [paid, received] = [0, 0];
    const pay = async (call: Body, amount_cents: number, more: object = {}) => {
      paid += 1;
      received += amount_cents;
      await bank.bring({ bank_reference: `IN-${paid}`, amount_cents, label: call.reference, ...more });
    };
    const run = async (period_start: string) => {
      const { id } = await made("/billing_runs", { period_start });
      await house.work();
      await done(`/billing_runs/${id}/validate?force`);
      return done(`/billing_runs/${id}/apply`);
    };
    const callsOf = async (runId: string | null, lease: Body): Promise<Body[]> =>
      (await found("/rent_calls", { "q[lease_id_eq]": lease.id, per_page: "100" })).filter(
        ({ billingRunId }: Body) => billingRunId === runId,
      );

    // The debt of the tenant who moves in, then the first calls: Luc pays his part, the rest is 4.00 short.
    const [debt] = await callsOf(null, home);
    await pay(debt, 20_000);
    const march = await run("2026-03-01");
    const [first] = await callsOf(march.id, home);
    await pay(first, 40_000, { label: "", counterparty_iban: LUC });
    await pay(first, first.totalAmountCents - 40_000 - 400);
    const [shopCall] = await callsOf(march.id, shop);
    await pay(shopCall, shopCall.totalAmountCents);
    const tolerated = { remainingAmountCents: 400, overdue: false, status: "paid", fullyPaid: false };
    expect(await found(`/rent_calls/${first.id}`)).toMatchObject(tolerated);

    // A plumber is paid from the owners' money of March, and a claim is billed to an owner.
    const provider = await made("/service_providers", {
      contact: { company_name: "Plomberie Élan", bank_accounts: [{ iban: PLUMBER, is_default: true }] },
    });
    await on("2026-04-02");
    const april = await run("2026-04-01");
    for (const lease of [home, shop]) {
      const [call] = await callsOf(april.id, lease);
      await pay(call, call.totalAmountCents);
    }
    await made(`/mandates/${mandates[1].id}/service_events`, {
      ...{ mandate_service_id: mandates[1].mandateServices[1].id, occurred_on: "2026-04-02", quantity: 1 },
    });
    const invoice = await made("/supplier_invoices", {
      ...{ service_provider_id: provider.id, property_id: property.id, share_key_id: key.id, reference: "F-17" },
      ...{ invoice_date: "2026-04-02", total_cents: 12_000, vat_cents: 2_000, recoverable_percent: 50, label: "Leak" },
      charge_nature: "repairs",
    });
    await bank.bring({ bank_reference: "OUT-1", direction: "outbound", amount_cents: 12_000, label: "VIR F-17" });

    // The index is published late: the shop's rent is revised automatically, from its anniversary on.
    await on("2026-04-20");
    expectStatus(await house.admin.ask("POST", "/rental/api/v1/index_values", { json: { index_values } }), 200);
    await on("2026-04-21");
    const [revision]: Body[] = (await found(`/leases/${shop.id}`)).revisions;
    expect(revision).toMatchObject({ revisionDate: "2026-03-15" });
    await on("2026-05-02");
    const may = await run("2026-05-01");
    const adjusted: Body[] = await found(`/billing_runs/${may.id}/lines`, { "q[adjustment_eq]": "true" });
    expect(adjusted.map(({ periodStart }) => periodStart).toSorted()).toEqual(["2026-03-15", "2026-04-01"]);
    for (const lease of [home, shop]) {
      const [call] = await callsOf(may.id, lease);
      await pay(call, call.totalAmountCents);
    }

    // The charges of three months are settled, and the tenant leaves: the deposit goes back less a repair.
    const statement = await made("/charge_statements", {
      ...{ property_id: property.id, period_from: "2026-03-01", period_to: "2026-05-31" },
      lines: [{ share_key_id: key.id, charge_nature: "repairs", total_cents: 30_000 }],
    });
    await done(`/charge_statements/${statement.id}/approve`);
    await on("2026-06-02");
    const june = await run("2026-06-01");
    for (const lease of [home, shop]) {
      const [call] = await callsOf(june.id, lease);
      if (call.totalAmountCents > 0) await pay(call, call.totalAmountCents);
    }
    // The deposit is held once the 4.00 are paid, too.
    await pay(first, 400);
    await on("2026-07-03");
    const [deposit]: Body[] = await found("/security_deposits");
    expect(deposit).toMatchObject({ status: "held", amountCents: 90_000, leaseId: home.id });
    await done(`/security_deposits/${deposit.id}/return`, {
      ...{ returned_on: "2026-07-02", in_conformity: true },
      deductions: [{ label: "Peinture", amount_cents: 10_000 }],
    });
    const july = await run("2026-07-01");
    await done(`/billing_runs/${july.id}/cancel`, { reason: "Wrong" });
    await run("2026-07-01");

    expect(await found(`/supplier_invoices/${invoice.id}`)).toMatchObject({ status: "paid" });
    expect((await found(`/mandates/${mandates[1].id}/service_events`))[0].billingRunId).toBe(may.id);
    const { accounts }: Body = await found("/accounting/trial_balance", { to: "2026-12-31" });
    const balanceOf = (account: string, auxiliary: string | null = null) =>
      accounts.find((each: Body) => each.accountCode === account && each.auxiliaryCode === auxiliary)?.balance;
    for (const owner of owners) {
      const { sections } = await found(`/owners/${owner.id}/statement`, { year: "2026" });
      expect([balanceOf("467000", owner.code), sections.closingCents]).toEqual(["0.00", 0]);
    }
    expect(balanceOf("512000")).toBe(`${(received - 12_000) / 100}`);
    // What the agency holds is the owners', to be transferred, the rest of the deposit, its fees and their tax.
    const held = [
      ["467900", "PRO0001"],
      ["467900", "PRO0002"],
      ["165000", "LOC0001"],
      ["706100", null],
      ["706200", null],
      ["445710", null],
    ] as const;
    const heldCents = held.reduce((sum, [code, of]) => sum + Math.round(Number(balanceOf(code, of)) * 100), 0);
    // The last call of the shop is not paid: 3.00 and 0.60 of it are a fee that the agency has earned.
    expect(-heldCents).toBe(received - 12_000 + 360);
    expect((await house.findings()).map(({ message }) => message)).toEqual([]);
    expect(await fecFindingsOf(agent)).toEqual([]);
  });
});
