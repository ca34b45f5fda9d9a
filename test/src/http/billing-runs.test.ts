import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { actingOn, bookMakersFor } from "../../support/books.ts";
import { usualDatabases } from "../../support/databases.ts";
import { fieldsOf } from "../../support/estate-spec.ts";
import { type House, openHouse } from "../../support/house.ts";
import { recordProblems } from "../../support/records.ts";
import { expectStatus } from "../../support/refusals.ts";

const RENTAL = "/rental/api/v1";

/** Whatever a record has; what it is made of is looked at by the specification's table. */
// biome-ignore lint/suspicious/noExplicitAny: what is answered is looked at field by field.
type Body = any;

describe.each(usualDatabases)("a billing run, on $name", ({ open }) => {
  let house: House;
  let mandataire: string;
  beforeAll(async () => {
    house = await openHouse(await open());
  });
  afterAll(() => house.close());

  const ask = (method: string, path: string, json?: object, query?: Record<string, string>) =>
    house.admin.ask<Body>(
      method,
      RENTAL + path,
      actingOn(mandataire, { ...(json && { json }), ...(query && { query }) }),
    );
  const made = async (path: string, json: object) => expectStatus(await ask("POST", path, json), 201);
  const found = async (path: string, query: Record<string, string> = {}) =>
    expectStatus(await ask("GET", path, undefined, query), 200);

  /** The estate of rental.md 3.6: a shop from 12 March, of two owners, each with a mandate at 7 percent. */
  async function workedExample(accountingMode: string) {
    mandataire = (await bookMakersFor(house).mandataire({ accounting_mode: accountingMode })).id;
    const property = await made("/properties", { name: "Passage du Commerce", address: "1 rue du Port" });
    const unit = await made("/units", { property_id: property.id, identifier: "Local A" });
    const tenant = await made("/tenants", { trade_name: "SARL Café Élan", tenant_type: "company" });
    const owners = [];
    for (const [first_name, share_numerator] of [
      ["Alice", 1],
      ["Bruno", 2],
    ] as const) {
      const owner = await made("/owners", { first_name });
      const ownership = { owner_id: owner.id, unit_id: unit.id, share_numerator, share_denominator: 3 };
      await made("/ownerships", { ownership });
      const terms = { reference: `M-${first_name}`, start_date: "2026-01-01", management_fee_rate: 7 };
      await made("/mandates", { owner_profile_id: owner.profileId, property_id: property.id, ...terms });
      owners.push(owner);
    }
    const lease = await made("/leases", {
      lease: {
        reference: "B-1",
        lease_type: "commercial",
        start_date: "2026-03-12",
        status: "active",
        signature_date: "2026-03-01",
      },
      term: {},
      units: [
        { id: unit.id, base_rent_cents: 125_000, charge_provision_cents: 15_000, vat_applicable: true, vat_rate: 20 },
      ],
      tenant_id: tenant.id,
    });
    return { property, unit, tenant, owners, lease };
  }

  const run = async (more: object = {}) => {
    const draft = await made("/billing_runs", { period_start: "2026-03-01", ...more });
    await house.work();
    return { draft, run: await found(`/billing_runs/${draft.id}`) };
  };
  const lines = (id: string, type = "tenant") => found(`/billing_runs/${id}/lines`, { type, per_page: "100" });

  it("comes to the worked example, to the cent", async () => {
    const { lease } = await workedExample("accrual");
    const { draft, run: computed } = await run();
    expect(draft).toMatchObject({ status: "draft", linesCount: 0, currentStep: 0, reference: "QT-2026-0001" });
    expect(recordProblems(fieldsOf("BillingRun", "detail"), computed)).toEqual([]);
    expect(computed).toMatchObject({
      totalTenantAmount: "1083.86",
      totalRentAmount: "967.74",
      totalChargesAmount: "116.12",
      totalOwnerAmount: "1016.12",
      linesCount: 2,
      billingFrequency: "monthly",
      rentCallGrouping: [`lease:${lease.id}`],
      ownerPaymentsSummary: { count: 2, totalGross: "1083.86", totalNet: "1016.12" },
      vatBreakdown: { "20.00": { base: "903.22", vat: "180.64", total: "1083.86" } },
    });
    const tenant = await lines(computed.id);
    expect(tenant.map((each: Body) => recordProblems(fieldsOf("BillingRunLine", "detail"), each))).toEqual([[], []]);
    const amounts = (each: Body) => [each.billingCategory, each.amountHt, each.vatAmount, each.amountTtc];
    expect(tenant.map(amounts).toSorted()).toEqual([
      ["charge_provision", "96.77", "19.35", "116.12"],
      ["rent", "806.45", "161.29", "967.74"],
    ]);
    const owner = await lines(computed.id, "owner");
    expect(owner.map((each: Body) => [each.ownerName, each.billingCategory, each.amountTtc]).toSorted()).toEqual([
      ["Alice", "management_fee", "-18.82"],
      ["Alice", "management_fee_vat", "-3.76"],
      ["Alice", "owner_charges", "32.26"],
      ["Alice", "owner_rent", "268.82"],
      ["Alice", "owner_vat", "60.21"],
      ["Alice", "payout", "338.71"],
      ["Bruno", "management_fee", "-37.63"],
      ["Bruno", "management_fee_vat", "-7.53"],
      ["Bruno", "owner_charges", "64.51"],
      ["Bruno", "owner_rent", "537.63"],
      ["Bruno", "owner_vat", "120.43"],
      ["Bruno", "payout", "677.41"],
    ]);
  });
});
