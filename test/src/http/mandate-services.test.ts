import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type House, openHouse } from "../../support/application-fixture.ts";
import { bankOf, entriesOf } from "../../support/bank.ts";
import { usualDatabases } from "../../support/databases.ts";
import { fecFindingsOf } from "../../support/fec-file.ts";
import { expectNotFound, expectRefusal, expectRentalInvalid, expectStatus } from "../../support/refusals.ts";
import { type Agent, agentOf } from "../../support/worked-example.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read single fields of a response body.
type Body = any;

describe.each(usualDatabases)("services of a mandate, on $name", ({ open }) => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse(await open());
  });
  afterAll(() => house.close());

  /** A unit of two owners, a third and two thirds, whose mandates have these services, let since February. */
  async function shared(accounting_mode: "cash" | "accrual", mandate_services: readonly object[]) {
    const agent = await agentOf(house, { accounting_mode });
    return { agent, ...(await letUnit(agent, "B-1", mandate_services)) };
  }

  async function letUnit({ made }: Agent, reference: string, mandate_services: readonly object[]) {
    const property = await made("/properties", { name: "Rue Haute", address: "1 rue Haute" });
    const unit = await made("/units", { property_id: property.id, identifier: "A" });
    const mandates: Body[] = [];
    for (const [first_name, share_numerator] of [
      ["Alice", 1],
      ["Bruno", 2],
    ] as const) {
      const owner = await made("/owners", { first_name });
      const whose = { owner_id: owner.id, unit_id: unit.id, share_numerator, share_denominator: 3 };
      await made("/ownerships", { ownership: whose });
      const terms = { reference: `${reference}-${first_name}`, start_date: "2026-01-01", management_fee_rate: 0 };
      const of = { owner_profile_id: owner.profileId, property_id: property.id };
      mandates.push(await made("/mandates", { ...of, ...terms, mandate_services }));
    }
    const tenant = await made("/tenants", { first_name: "Léa", last_name: "Petit" });
    const dates = { start_date: "2026-02-01", signature_date: "2025-12-01", status: "active" };
    const lease = await made("/leases", {
      lease: { reference, lease_type: "commercial", ...dates },
      term: {},
      units: [{ id: unit.id, base_rent_cents: 100_000 }],
      tenant_id: tenant.id,
    });
    return { mandates, lease };
  }

  async function appliedRun(agent: Agent, period_start: string): Promise<string> {
    const { id } = await agent.made("/billing_runs", { period_start });
    await house.work();
    await agent.done(`/billing_runs/${id}/validate?force`);
    await agent.done(`/billing_runs/${id}/apply`);
    return id;
  }

  const linesOf = async (agent: Agent, run: string, category: string, type = "tenant") =>
    (await agent.found(`/billing_runs/${run}/lines`, { type, "q[billing_category_eq]": category }))
      .map(({ label, amountHt, vatAmount }: Body) => [label, amountHt, vatAmount])
      .toSorted();

  async function expectSound(agent: Agent) {
    expect((await house.findings()).map(({ message }) => message)).toEqual([]);
    expect(await fecFindingsOf(agent)).toEqual([]);
  }

  it("bills the tenant by the owners' shares, a letting fee once, and withdraws only paid fees", async () => {
    const of = { target: "tenant", frequency: "monthly" };
    const { agent } = await shared("accrual", [
      { ...of, service_type: "notices", label: "Avis", billing_mode: "fixed", amount_cents: 300 },
      { ...of, service_type: "letting", billing_mode: "fixed", amount_cents: 30_000, trigger_event: "lease_start" },
      { ...of, service_type: "share", label: "Part", billing_mode: "percentage", rate: 3 },
    ]);
    const february = await appliedRun(agent, "2026-02-01");
    expect(await linesOf(agent, february, "tenant_fee")).toEqual([
      ["Avis", "1.00", "0.20"],
      ["Avis", "2.00", "0.40"],
      ["Part", "10.00", "2.00"],
      ["Part", "20.00", "4.00"],
      ["letting", "100.00", "20.00"],
      ["letting", "200.00", "40.00"],
    ]);
    const [call]: Body[] = await agent.found("/rent_calls");
    expect(call).toMatchObject({ totalAmountCents: 139_960, rentAmountCents: 100_000, otherAmountCents: 39_960 });
    const withdrawal = { amount_cents: 1, booked_on: "2026-02-28" };
    const refused = await agent.ask("POST", "/accounting/fee_withdrawals", withdrawal);
    expectRentalInvalid(refused, { amount_cents: ["less_than_or_equal_to"] });
    const bank = await bankOf(house, agent);
    await bank.bring({ bank_reference: "all", amount_cents: 139_960, label: call.reference });
    expect(await agent.found(`/rent_calls/${call.id}`)).toMatchObject({ status: "paid" });
    const march = await appliedRun(agent, "2026-03-01");
    expect(await linesOf(agent, march, "tenant_fee")).toEqual([
      ["Avis", "1.00", "0.20"],
      ["Avis", "2.00", "0.40"],
      ["Part", "10.00", "2.00"],
      ["Part", "20.00", "4.00"],
    ]);
    expect((await entriesOf(agent)).join("\n")).toContain("706200");
    await expectSound(agent);
  });

  it("charges owners fixed services in months without receipts", async () => {
    const of = { target: "owner", frequency: "monthly", amount_cents: 1_000 };
    const { agent } = await shared("cash", [
      { ...of, service_type: "reporting", label: "Fixe", billing_mode: "fixed" },
      { ...of, service_type: "visits", label: "Par lot", billing_mode: "per_unit" },
      { ...of, service_type: "start", label: "Entrée", billing_mode: "fixed", trigger_event: "lease_start" },
    ]);
    const services = (run: string) => linesOf(agent, run, "service_fee", "owner");
    const [fixed, unit, entry] = [
      ["Fixe", "-10.00", "-2.00"],
      ["Par lot", "-10.00", "-2.00"],
      ["Entrée", "-10.00", "-2.00"],
    ];
    expect(await services(await appliedRun(agent, "2026-02-01"))).toEqual([entry, entry, fixed, fixed, unit, unit]);
    const march = await appliedRun(agent, "2026-03-01");
    expect(await services(march)).toEqual([fixed, fixed, unit, unit]);
    const payouts: Body[] = await agent.found(`/billing_runs/${march}/lines`, {
      ...{ type: "owner", "q[billing_category_eq]": "payout" },
    });
    expect(payouts.map(({ anomalyType }) => anomalyType)).toEqual(["debit_owner_balance", "debit_owner_balance"]);
    await expectSound(agent);
  });

  it.each(["accrual", "cash"] as const)("charges owners a letting fee on the first call alone, in %s", async (mode) => {
    const of = { target: "owner", trigger_event: "lease_start" };
    const { agent } = await shared(mode, [
      { ...of, service_type: "letting", label: "Location", billing_mode: "percentage", rate: 50 },
      { ...of, service_type: "inventory", label: "Entrée", billing_mode: "per_unit", amount_cents: 1_000 },
    ]);
    const bank = await bankOf(house, agent);
    const services = async (month: string) => {
      const run = await appliedRun(agent, month);
      return linesOf(agent, run, "service_fee", "owner");
    };
    const first = ["Location", "-166.67", "-33.33"];
    const second = ["Location", "-333.34", "-66.67"];
    const [inventory, letting] = [
      ["Entrée", "-10.00", "-2.00"],
      [first, second],
    ];
    const february = await services("2026-02-01");
    expect(february).toEqual(mode === "accrual" ? [inventory, inventory, ...letting] : [inventory, inventory]);
    const payCalls = async () => {
      for (const { reference, remainingAmountCents } of await agent.found("/rent_calls"))
        if (remainingAmountCents > 0)
          await bank.bring({ bank_reference: `B-${reference}`, amount_cents: remainingAmountCents, label: reference });
    };
    await payCalls();
    expect(await services("2026-03-01")).toEqual(mode === "accrual" ? [] : letting);
    await payCalls();
    expect(await services("2026-04-01")).toEqual([]);
    await expectSound(agent);
  });

  it("bills events once, to the payer of the service, and again when the run is cancelled", async () => {
    const { agent, mandates, lease } = await shared("accrual", [
      { service_type: "inventory", label: "État", billing_mode: "per_event", amount_cents: 5_000, target: "tenant" },
      { service_type: "claim", label: "Sinistre", billing_mode: "per_event", amount_cents: 7_000, target: "owner" },
      { service_type: "reporting", billing_mode: "fixed", amount_cents: 1, target: "owner", frequency: "annual" },
    ]);
    const [mandate] = mandates;
    const [inventory, claim, fixed]: Body[] = mandate.mandateServices;
    const path = `/mandates/${mandate.id}/service_events`;
    const occurred_on = "2026-02-10";
    const refused = (json: object) => agent.ask("POST", path, { occurred_on, ...json });
    expectRentalInvalid(await refused({ mandate_service_id: fixed.id }), { mandate_service_id: ["invalid"] });
    expectRentalInvalid(await refused({ mandate_service_id: inventory.id }), { lease_id: ["blank"] });
    expectRentalInvalid(await refused({ mandate_service_id: mandates[1].mandateServices[0].id }), {
      mandate_service_id: ["not_found"],
    });
    const elsewhere = (await letUnit(agent, "B-2", [])).lease.id;
    const unknown = "00000000-0000-7000-8000-00000000dead";
    for (const [service, lease_id, code] of [
      [inventory, unknown, "not_found"],
      [inventory, elsewhere, "invalid"],
      [claim, unknown, "not_found"],
    ])
      expectRentalInvalid(await refused({ mandate_service_id: service.id, lease_id }), { lease_id: [code] });
    const about = await agent.made(path, { mandate_service_id: claim.id, occurred_on, lease_id: elsewhere });
    expectRefusal(await agent.ask("DELETE", `/leases/${elsewhere}`), 422, "has_dependents");
    expectStatus(await agent.ask("DELETE", `${path}/${about.id}`), 204);
    expectStatus(await agent.ask("DELETE", `/leases/${elsewhere}`), 204);
    const event = await agent.made(path, { mandate_service_id: claim.id, occurred_on, quantity: 3 });
    expect(event).toMatchObject({ quantity: 3, leaseId: null, billedAt: null, billingRunId: null });
    await agent.made(path, { mandate_service_id: inventory.id, occurred_on, lease_id: lease.id });
    const later = await agent.made(path, { mandate_service_id: claim.id, occurred_on: "2026-03-01" });
    const february = await appliedRun(agent, "2026-02-01");
    const expectBilled = async (run: string) => {
      expect(await linesOf(agent, run, "tenant_fee")).toEqual([["État", "50.00", "10.00"]]);
      expect(await linesOf(agent, run, "service_fee", "owner")).toEqual([["Sinistre", "-210.00", "-42.00"]]);
    };
    await expectBilled(february);
    const [billed]: Body[] = await agent.found(path, { "q[id_eq]": event.id });
    expect(billed).toMatchObject({ billingRunId: february });
    expectRefusal(await agent.ask("DELETE", `${path}/${event.id}`), 422, "has_dependents");
    expectStatus(await agent.ask("DELETE", `${path}/${later.id}`), 204);
    expectNotFound(await agent.ask("DELETE", `${path}/${later.id}`));
    const since = { collection: "service_events", updated_since: house.clock.now().slice(0, 10) };
    const deleted = (await agent.found("/snapshots", since)).filter(({ state }: Body) => state === "deleted");
    expect(deleted.map(({ id }: Body) => id)).toEqual([about.id, later.id]);
    expect(await linesOf(agent, await appliedRun(agent, "2026-03-01"), "tenant_fee")).toEqual([]);
    await agent.done(`/billing_runs/${february}/cancel`, { reason: "Wrong" });
    expect((await agent.found(path, { "q[id_eq]": event.id }))[0]).toMatchObject({ billingRunId: null });
    await expectBilled(await appliedRun(agent, "2026-02-01"));
    await expectSound(agent);
  });

  it("books the lines of equal runs in one order, that in which instalments fill them", async () => {
    const monthly = { billing_mode: "fixed", frequency: "monthly", amount_cents: 300 };
    const services = ["Xi", "Alpha", "Nu", "Beta"].map((label) => ({ service_type: label, label }));
    const { agent } = await shared("accrual", [
      ...services.map((each) => ({ ...monthly, ...each, target: "tenant" })),
      ...services.map((each) => ({ ...monthly, ...each, target: "owner" })),
    ]);
    const debitsOf = async (journal: string) => {
      const entries: Body[] = await agent.found("/accounting_entries", { "q[journal_eq]": journal, per_page: "100" });
      const full = await Promise.all(entries.map(({ id }) => agent.found(`/accounting_entries/${id}`)));
      return full
        .filter(({ reversalOfId }: Body) => !reversalOfId)
        .map(({ lines }: Body) => lines.filter(({ debit }: Body) => debit !== "0.00").map(({ label }: Body) => label));
    };
    for (const _ of [1, 2, 3, 4]) {
      const run = await appliedRun(agent, "2026-02-01");
      await agent.done(`/billing_runs/${run}/cancel`, { reason: "Again" });
    }
    const rent = "Loyer du 01/02/2026 au 28/02/2026 A";
    const twice = ["Alpha", "Beta", "Nu", "Xi"].flatMap((label) => [label, label]);
    expect(await debitsOf("LOYERS")).toEqual(Array(4).fill([rent, ...twice]));
    const fees = (await debitsOf("PROPRIO")).filter(([label]: readonly string[]) => !label?.startsWith("Reversement"));
    expect(fees).toEqual(Array(8).fill(["Alpha", "Beta", "Nu", "Xi"]));
  });

  it("bills an event with a text on a line of its own, with the text", async () => {
    const { agent, mandates, lease } = await shared("accrual", [
      { service_type: "inventory", label: "État", billing_mode: "per_event", amount_cents: 5_000, target: "tenant" },
      { service_type: "claim", label: "Sinistre", billing_mode: "per_event", amount_cents: 7_000, target: "owner" },
    ]);
    const [{ id, mandateServices }] = mandates;
    const [inventory, claim]: Body[] = mandateServices;
    const path = `/mandates/${id}/service_events`;
    const events: string[] = [];
    for (const more of [{ label: "Entrée" }, { label: "Sortie", quantity: 2 }, {}, { quantity: 3 }, { label: "" }])
      for (const service of [inventory, claim]) {
        const of = { mandate_service_id: service.id, occurred_on: "2026-02-10" };
        const whose = service === inventory ? { lease_id: lease.id } : {};
        events.push((await agent.made(path, { ...of, ...whose, ...more })).id);
      }
    const run = await appliedRun(agent, "2026-02-01");
    expect(await linesOf(agent, run, "tenant_fee")).toEqual([
      ["État, Entrée", "50.00", "10.00"],
      ["État, Sortie", "100.00", "20.00"],
      ["État", "250.00", "50.00"],
    ]);
    const fees: Body[] = await agent.found(`/billing_runs/${run}/lines`, {
      ...{ type: "owner", "q[billing_category_eq]": "service_fee" },
    });
    expect(fees.map(({ label, explanation }) => `${label}: ${explanation.replaceAll(/\s/g, " ")}`).toSorted()).toEqual([
      "Sinistre, Entrée: 1 × 70,00 € = 70,00 € HT + TVA 20 % 14,00 €",
      "Sinistre, Sortie: 2 × 70,00 € = 140,00 € HT + TVA 20 % 28,00 €",
      "Sinistre: 5 × 70,00 € = 350,00 € HT + TVA 20 % 70,00 €",
    ]);
    const billed: Body[] = await agent.found(path);
    expect(billed.map(({ billingRunId }) => billingRunId)).toEqual(events.map(() => run));
    expect(await linesOf(agent, await appliedRun(agent, "2026-03-01"), "tenant_fee")).toEqual([]);
    await expectSound(agent);
  });

  it("keeps a service that has events, and bills those from before it was inactive", async () => {
    const { agent, mandates } = await shared("accrual", [
      { service_type: "claim", label: "Sinistre", billing_mode: "per_event", amount_cents: 7_000, target: "owner" },
      { service_type: "visit", label: "Visite", billing_mode: "per_event", amount_cents: 1_000, target: "owner" },
    ]);
    const [{ id, mandateServices }] = mandates;
    const [claim, visit]: Body[] = mandateServices;
    const [path, occurred_on] = [`/mandates/${id}/service_events`, "2026-02-10"];
    await agent.made(path, { mandate_service_id: claim.id, occurred_on });
    const changed = (...mandate_services: readonly object[]) =>
      agent.ask("PATCH", `/mandates/${id}`, { mandate_services });
    for (const services of [
      [],
      [{ id: visit.id }],
      [{ id: claim.id, target: "tenant" }],
      [{ id: claim.id, billing_mode: "fixed" }],
    ])
      expectRentalInvalid(await changed(...services), { mandate_services: ["invalid"] });
    const deactivated = expectStatus(await changed({ id: claim.id, active: false, amount_cents: 8_000 }), 200);
    expect((deactivated as Body).mandateServices).toMatchObject([{ id: claim.id, active: false }]);
    expectRentalInvalid(await agent.ask("POST", path, { mandate_service_id: claim.id, occurred_on }), {
      mandate_service_id: ["invalid"],
    });
    const february = await appliedRun(agent, "2026-02-01");
    expect(await linesOf(agent, february, "service_fee", "owner")).toEqual([["Sinistre", "-80.00", "-16.00"]]);
    await expectSound(agent);
  });

  it("keeps a draft of a mandate whose service has events", async () => {
    const { agent, mandates } = await shared("accrual", []);
    const owner_profile_id = mandates[0].ownerId;
    const draft = await agent.made("/mandates", {
      ...{ owner_profile_id, reference: "M-3", start_date: "2027-01-01" },
      mandate_services: [{ service_type: "visit", billing_mode: "per_event", amount_cents: 1_000 }],
    });
    const path = `/mandates/${draft.id}/service_events`;
    const json = { mandate_service_id: draft.mandateServices[0].id, occurred_on: "2027-01-02" };
    const event = await agent.made(path, json);
    expectRefusal(await agent.ask("DELETE", `/mandates/${draft.id}`), 422, "has_dependents");
    expectStatus(await agent.ask("DELETE", `${path}/${event.id}`), 204);
    expectStatus(await agent.ask("DELETE", `/mandates/${draft.id}`), 204);
  });
});
