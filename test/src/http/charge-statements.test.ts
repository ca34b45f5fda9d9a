import { createPdfText } from "@cartulary/pdf";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type House, openHouse } from "../../support/application-fixture.ts";
import { usualDatabases } from "../../support/databases.ts";
import { fecFindingsOf } from "../../support/fec-file.ts";
import { expectNotFound, expectRefusal, expectRentalInvalid, expectStatus } from "../../support/refusals.ts";
import { type Agent, agentOf } from "../../support/worked-example.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read single fields of a response body.
type Body = any;

const UNKNOWN = "00000000-0000-7000-8000-00000000abcd";
const STATEMENTS = "/charge_statements";

describe.each(usualDatabases)("a statement of charges, on $name", ({ open }) => {
  let house: House;
  const pdfText = createPdfText();
  beforeAll(async () => {
    house = await openHouse(await open());
  });
  afterAll(async () => {
    await house.close();
    await pdfText.close();
  });

  /** A house of three units: A let to a shop with VAT, B let until the end of January, C at a flat charge. */
  async function building() {
    const agent = await agentOf(house, { accounting_mode: "cash" });
    const { made } = agent;
    const share_keys = [{ name: "Générales", total: 100 }];
    const property = await made("/properties", { name: "Rue Haute", address: "1 rue Haute", share_keys });
    const [key]: Body[] = property.shareKeys;
    const owner = await made("/owners", { first_name: "Alice" });
    const leases: Body[] = [];
    for (const [identifier, shares, lease, unit] of [
      ["A", 50, {}, { vat_applicable: true, vat_rate: 20 }],
      ["B", 30, { end_date: "2026-01-31" }, {}],
      ["C", 20, { charge_type: "flat" }, {}],
    ] as const) {
      const allocations = [{ share_key_id: key.id, shares }];
      const { id } = await made("/units", { property_id: property.id, identifier, allocations });
      const whose = { owner_id: owner.id, unit_id: id, share_numerator: 1, share_denominator: 1 };
      await made("/ownerships", { ownership: whose });
      const tenant = await made("/tenants", { first_name: "Léa", last_name: `Petit ${identifier}` });
      const dates = { start_date: "2026-01-01", signature_date: "2025-12-01", status: "active" };
      leases.push(
        await made("/leases", {
          lease: { reference: `B-${identifier}`, lease_type: "commercial", ...dates, ...lease },
          term: {},
          units: [{ id, base_rent_cents: 100_000, charge_provision_cents: 10_000, ...unit }],
          tenant_id: tenant.id,
        }),
      );
    }
    const terms = { reference: "M", start_date: "2026-01-01", management_fee_rate: 10 };
    await made("/mandates", { owner_profile_id: owner.profileId, property_id: property.id, ...terms });
    return { agent, property, key, leases };
  }

  async function appliedRun(agent: Agent, period_start: string) {
    const { id } = await agent.made("/billing_runs", { period_start });
    await house.work();
    await agent.done(`/billing_runs/${id}/validate?force`);
    await agent.done(`/billing_runs/${id}/apply`);
    return id;
  }

  async function expectSound(agent: Agent) {
    expect((await house.findings()).map(({ message }) => message)).toEqual([]);
    expect(await fecFindingsOf(agent)).toEqual([]);
  }

  it("keeps the leases that it names, from the draft on", async () => {
    const { agent, property, leases } = await building();
    const period = { property_id: property.id, period_from: "2026-01-01", period_to: "2026-02-28" };
    const { id } = await agent.made(STATEMENTS, { ...period, lines: [{ total_cents: 59_000 }] });
    const remove = () => agent.ask("DELETE", `/leases/${leases[0].id}`);
    expectRefusal(await remove(), 422, "has_dependents");
    await agent.done(`${STATEMENTS}/${id}/approve`);
    expectRefusal(await remove(), 422, "has_dependents");
    expectStatus(await agent.ask("DELETE", `/leases/${leases[2].id}`), 204);
  });

  it("settles charges by shares and days, and is billed once by the next run", async () => {
    const { agent, property, key, leases } = await building();
    await appliedRun(agent, "2026-01-01");
    const provider = await agent.made("/service_providers", { contact: { company_name: "Ascenseurs" } });
    const invoice = await agent.made("/supplier_invoices", {
      ...{ service_provider_id: provider.id, property_id: property.id, share_key_id: key.id, reference: "F-1" },
      ...{ invoice_date: "2026-01-20", total_cents: 24_000, vat_cents: 4_000, recoverable_percent: 50, label: "Lift" },
    });
    const period = { property_id: property.id, period_from: "2026-01-01", period_to: "2026-02-28" };
    const lines = [{ share_key_id: key.id, charge_nature: "repairs", total_cents: 59_000 }];
    const draft = await agent.made(STATEMENTS, { ...period, lines });
    expect(draft).toMatchObject({ propertyId: property.id, status: "draft", approvedAt: null });
    expect(draft.lines).toMatchObject([
      { totalCents: 59_000, recoverablePercent: 100, recoverableCents: 59_000, supplierInvoiceId: null },
      { totalCents: 20_000, recoverablePercent: 50, recoverableCents: 10_000, supplierInvoiceId: invoice.id },
    ]);
    // A: half of 690.00; B: 30 % for 31 of 59 days; C is flat.
    expect(draft.tenants.map(({ lines: _, ...tenant }: Body) => tenant)).toEqual([
      {
        ...{ leaseId: leases[0].id, leaseReference: "B-A", unitIdentifier: "A", days: 59 },
        ...{ shareCents: 34_500, provisionsCents: 10_000, balanceCents: 24_500 },
      },
      {
        ...{ leaseId: leases[1].id, leaseReference: "B-B", unitIdentifier: "B", days: 31 },
        ...{ shareCents: 10_876, provisionsCents: 10_000, balanceCents: 876 },
      },
    ]);
    const shares = draft.tenants.reduce((all: number, { shareCents }: Body) => all + shareCents, 0);
    expect(shares + draft.remainderCents).toBe(69_000);
    const remainder = String(draft.remainderCents);
    expect(await agent.found(STATEMENTS, { "q[remainder_cents_eq]": remainder, sort: "approved_at" })).toEqual([draft]);
    expect(await agent.found(STATEMENTS, { "q[remainder_cents_gteq]": `${remainder}0` })).toEqual([]);
    expect(await agent.found(STATEMENTS, { "q[approved_at_lteq]": "2100-01-01" })).toEqual([]);
    expectRefusal(await agent.ask("DELETE", `/supplier_invoices/${invoice.id}`), 422, "has_dependents");
    expectRefusal(await agent.ask("POST", STATEMENTS, { ...period, lines }), 409, "conflict");

    const path = `${STATEMENTS}/${draft.id}`;
    expectRentalInvalid(await agent.ask("GET", `${path}/document`), { lease_id: ["blank"] });
    expectNotFound(await agent.ask("GET", `${path}/document`, undefined, { lease_id: leases[2].id }));
    const { bytes, headers } = await agent.ask("GET", `${path}/document`, undefined, { lease_id: leases[1].id });
    expect(headers.get("content-type")).toBe("application/pdf");
    expect(await textOf(bytes)).toMatch(/Petit B.*À votre charge\s?: 8,76/);

    expect(await agent.done(`${path}/approve`)).toMatchObject({ status: "approved" });
    expectRefusal(await agent.ask("POST", `${path}/approve`), 422, "invalid_transition");
    expectRefusal(await agent.ask("DELETE", path), 422, "retained");
    const adjustments = async (run: string) =>
      (await agent.found(`/billing_runs/${run}/lines`, { "q[billing_category_eq]": "charges_adjustment" }))
        .map(({ leaseReference, amountHt, vatAmount, label }: Body) => [leaseReference, amountHt, vatAmount, label])
        .toSorted();
    const label = "Régularisation de charges du 01/01/2026 au 28/02/2026";
    const expected = [
      ["B-A", "245.00", "49.00", label],
      ["B-B", "8.76", "0.00", label],
    ];
    const february = await appliedRun(agent, "2026-02-01");
    expect(await adjustments(february)).toEqual(expected);
    expect(await agent.found(path)).toMatchObject({ status: "billed" });
    const left: Body[] = await agent.found("/rent_calls", { "q[lease_id_eq]": leases[1].id, sort: "reference" });
    expect(left.map(({ totalAmountCents, chargesAmountCents }) => [totalAmountCents, chargesAmountCents])).toEqual([
      [110_000, 10_000],
      [876, 876],
    ]);
    expect(await adjustments(await appliedRun(agent, "2026-03-01"))).toEqual([]);
    await agent.done(`/billing_runs/${february}/cancel`, { reason: "Wrong" });
    expect(await agent.found(path)).toMatchObject({ status: "approved" });
    expect(await adjustments(await appliedRun(agent, "2026-02-01"))).toEqual(expected);
    await expectSound(agent);
  });

  it("credits the overpaid provisions; deleting the draft frees its invoices", async () => {
    const { agent, property, key, leases } = await building();
    await appliedRun(agent, "2026-01-01");
    const period = { property_id: property.id, period_from: "2026-01-01", period_to: "2026-01-31" };
    const lines = [{ share_key_id: key.id, total_cents: 10_000, recoverable_percent: 60 }];
    const first = await agent.made(STATEMENTS, { ...period, lines });
    expectStatus(await agent.ask("DELETE", `${STATEMENTS}/${first.id}`), 204);
    expectNotFound(await agent.ask("GET", `${STATEMENTS}/${first.id}`));
    const { id, tenants } = await agent.made(STATEMENTS, { ...period, lines });
    expect(tenants.map(({ balanceCents }: Body) => balanceCents)).toEqual([-7_000, -8_200]);
    await agent.done(`${STATEMENTS}/${id}/approve`);
    await appliedRun(agent, "2026-02-01");
    const credit: Body[] = await agent.found("/rent_calls", { "q[kind_eq]": "credit_note" });
    expect(credit).toMatchObject([{ leaseId: leases[1].id, totalAmountCents: -8_200 }]);
    await expectSound(agent);
  });

  it("stays while a later one leaves the provisions of common days to it", async () => {
    const { agent, property, key } = await building();
    await appliedRun(agent, "2026-01-01");
    const period = { property_id: property.id, period_from: "2026-01-01", period_to: "2026-01-31" };
    const byKey = [{ share_key_id: key.id, total_cents: 10_000, recoverable_percent: 60 }];
    const first = await agent.made(STATEMENTS, { ...period, lines: byKey });
    const second = await agent.made(STATEMENTS, { ...period, lines: [{ total_cents: 20_000 }] });
    const provisions = ({ tenants }: Body) => tenants.map(({ provisionsCents }: Body) => provisionsCents);
    expect([provisions(first), provisions(second)]).toEqual([
      [10_000, 10_000],
      [0, 0],
    ]);
    expectRefusal(await agent.ask("DELETE", `${STATEMENTS}/${first.id}`), 422, "has_dependents");
    expectStatus(await agent.ask("DELETE", `${STATEMENTS}/${second.id}`), 204);
    expectStatus(await agent.ask("DELETE", `${STATEMENTS}/${first.id}`), 204);
  });

  it("is billed to the tenant of its days in a rent call of its own, where another one followed", async () => {
    const { agent, property, key, leases } = await building();
    const [lease] = leases;
    await appliedRun(agent, "2026-01-01");
    const [former]: Body[] = await agent.found("/lease_parties", { "q[lease_id_eq]": lease.id });
    const left = { lease_party: { valid_to: "2026-01-31" } };
    expectStatus(await agent.ask("PATCH", `/lease_parties/${former.id}`, left), 200);
    const next = await agent.made("/tenants", { first_name: "Marc", last_name: "Grand" });
    await agent.made("/lease_parties", {
      lease_party: {
        ...{ lease_id: lease.id, party_type: "tenant", partyable_type: "TenantActor", partyable_id: next.id },
        valid_from: "2026-02-01",
      },
    });
    const period = { property_id: property.id, period_from: "2026-01-01", period_to: "2026-01-31" };
    const { id } = await agent.made(STATEMENTS, { ...period, lines: [{ share_key_id: key.id, total_cents: 59_000 }] });
    await agent.done(`${STATEMENTS}/${id}/approve`);
    const february = await appliedRun(agent, "2026-02-01");
    const calls: Body[] = await agent.found("/rent_calls", {
      ...{ "q[billing_run_id_eq]": february, "q[lease_id_eq]": lease.id, sort: "total_amount_cents" },
    });
    // 195.00 and 1,100.00 with VAT: the first is owed by the tenant of January alone.
    expect(calls).toMatchObject([
      { tenantId: former.partyableId, totalAmountCents: 23_400, contributions: null },
      { tenantId: next.id, totalAmountCents: 132_000 },
    ]);
    await expectSound(agent);
  });

  it("is refused with the field that is wrong", async () => {
    const { agent, property, key } = await building();
    const refused = async (json: object, details: Readonly<Record<string, readonly string[]>>) =>
      expectRentalInvalid(await agent.ask("POST", STATEMENTS, json), details);
    const period = { property_id: property.id, period_from: "2026-01-01", period_to: "2026-02-28" };
    await refused({}, { property_id: ["blank"], period_from: ["blank"], period_to: ["blank"] });
    await refused({ ...period, property_id: UNKNOWN }, { property_id: ["not_found"] });
    await refused({ ...period, period_to: "2025-12-31" }, { period_to: ["greater_than_or_equal_to"] });
    await refused({ ...period, period_to: "2029-12-31" }, { period_to: ["less_than_or_equal_to"] });
    await refused({ ...period, lines: [{}] }, { "lines[0].total_cents": ["blank"] });
    await refused(
      { ...period, lines: [{ total_cents: 1 }, { total_cents: 1, share_key_id: UNKNOWN, recoverable_percent: 101 }] },
      { "lines[1].recoverable_percent": ["less_than_or_equal_to"] },
    );
    await refused(
      { ...period, lines: [{ total_cents: 1, share_key_id: UNKNOWN }] },
      { "lines[0].share_key_id": ["not_found"] },
    );
    const share_keys = [{ id: key.id, total: 101 }];
    expectStatus(await agent.ask("PATCH", `/properties/${property.id}`, { share_keys }), 200);
    await refused(
      { ...period, lines: [{ total_cents: 1, share_key_id: key.id }] },
      { "lines[0].share_key_id": ["shares_incomplete"] },
    );
  });

  async function textOf(bytes: Uint8Array): Promise<string> {
    const limits = { bytesMax: 1_000_000, cpuMilliseconds: 60_000, onBehalfOf: null };
    return ((await pdfText.read(oneChunk(bytes), limits)) ?? "").replaceAll(/\s+/g, " ");
  }
});

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
