import { RENTAL_BASE } from "@cartulary/wire";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FIRST, type House, openHouse } from "../../support/application-fixture.ts";
import { databases } from "../../support/databases.ts";
import { expectStatus } from "../../support/refusals.ts";
import { type PageVisitor, pageVisitor } from "../../support/visitor.ts";
import { type Agent, agentOf, validatedRun } from "../../support/worked-example.ts";

const DAY_MS = 86_400_000;
const h1 = (html: string) => /<h1>([^<]*)</.exec(html)?.[1];

/** As INSEE published them. */
const IRL = [
  ["2023-Q2", 140.59, "2023-07-13"],
  ["2024-Q2", 145.17, "2024-07-12"],
  ["2025-Q2", 146.68, "2025-07-11"],
] as const;

describe("pages of rent calls, deposits, revisions, invoices and charges", () => {
  let house: House;
  let agent: Agent;
  let visitor: PageVisitor;
  let property: { readonly id: string };

  const at = (path: string) => `${path}${path.includes("?") ? "&" : "?"}mandataire_id=${agent.id}`;
  const shown = async (path: string) => {
    const reply = await visitor.get(at(path));
    expect([path, reply.status], reply.text).toEqual([path, 200]);
    return reply.text;
  };
  const filled = async (path: string, fields: Readonly<Record<string, string>> = {}) => {
    const hidden = await visitor.fillIn(at(path), fields);
    return hidden;
  };
  const done = async (path: string, fields: Readonly<Record<string, string>> = {}) => {
    const reply = await filled(path, fields);
    expect([path, reply.status], reply.text).toEqual([path, 303]);
    return (reply.headers.get("location") ?? "").replace(/\?.*$/s, "");
  };
  const first = (html: string, pattern: string) => new RegExp(`href="([^"?]*${pattern})\\?`).exec(html)?.[1] ?? "";

  beforeAll(async () => {
    const [sqlite] = databases;
    if (!sqlite) throw new Error("There is always SQLite");
    house = await openHouse(await sqlite.open());
    agent = await agentOf(house, { name: "Agence du Port" });
    visitor = pageVisitor(house);
    await visitor.signIn(FIRST.email, FIRST.password);
    await visitor.get(at("/agency"));
    property = await agent.made("/properties", { name: "Rue Haute", address: "1 rue Haute" });
    const unit = await agent.made("/units", { property_id: property.id, identifier: "Lot 1" });
    const tenant = await agent.made("/tenants", { first_name: "Léa", last_name: "Petit" });
    const owner = await agent.made("/owners", { first_name: "Alice" });
    const ownership = { owner_id: owner.id, unit_id: unit.id, share_numerator: 1, share_denominator: 1 };
    await agent.made("/ownerships", { ownership });
    const terms = { reference: "M-1", start_date: "2026-01-01", management_fee_rate: 10, accounting_mode: "cash" };
    await agent.made("/mandates", { owner_profile_id: owner.profileId, property_id: property.id, ...terms });
    await agent.made("/leases", {
      lease: {
        ...{ reference: "B-1", lease_type: "residential_unfurnished", start_date: "2026-03-01", status: "active" },
        ...{ signature_date: "2026-02-01", end_date: "2026-03-31", security_deposit_cents: 100_000 },
      },
      term: {},
      units: [{ id: unit.id, base_rent_cents: 100_000 }],
      tenant_id: tenant.id,
    });
    const run = await validatedRun(house, agent);
    await agent.done(`/billing_runs/${run.id}/apply`);
  });
  afterAll(() => house.close());

  it("remind of an overdue rent call", async () => {
    const call = first(await shown("/agency/rent_calls"), "/agency/rent_calls/[0-9a-f-]{36}");
    expect(await shown(call)).not.toContain(`${call}/reminders`);
    house.clock.pass(60 * DAY_MS);
    await visitor.signIn(FIRST.email, FIRST.password);
    expect(await shown(call)).toContain(`${call}/reminders`);
    expect((await filled(`${call}/reminders`, { level: "9" })).status).toBe(422);
    expect(await done(`${call}/reminders`, { level: "1" })).toBe(call);
    const page = await shown(call);
    expect(page).toMatch(/<th scope="row">Reminder</);
    expect(first(page, "/reminders/[^/]*/document")).toContain(call);
  });

  it("return a deposit with a deduction, and show errors at their rows", async () => {
    const deposit = first(
      await shown("/agency/security_deposits?q[status_eq]=called"),
      "/security_deposits/[0-9a-f-]{36}",
    );
    expect(h1(await shown(deposit))).toBe("B-1 – Léa Petit");
    const refused = await filled(`${deposit}/return`, { in_conformity: "true", "deductions[0][label]": "Mur" });
    expect(refused.status).toBe(422);
    expect(refused.text).toMatch(/id="returned_on"[^>]*aria-invalid="true"|aria-invalid="true"[^>]*required/);
    expect(refused.text).toContain('value="Mur"');
    await done(`${deposit}/return`, { returned_on: "2026-04-20", in_conformity: "false" });
    expect(await shown(deposit)).toContain(`${deposit}/document`);
  });

  it("create a provider and its invoice, settle charges and approve them", async () => {
    const provider = await done("/agency/service_providers/create", { company_name: "Plomberie Roy" });
    expect(h1(await shown(provider))).toBe("Plomberie Roy");
    const invoice = await done("/agency/supplier_invoices/create", {
      ...{ service_provider_id: provider.split("/").at(-1) ?? "", reference: "F-9", label: "Fuite" },
      ...{ invoice_date: "2026-03-10", property_id: property.id, total_cents: "12000", charge_nature: "repairs" },
      recoverable_percent: "50",
    });
    const page = await shown(invoice);
    expect([h1(page), page.includes("€120.00"), page.includes("Repairs")]).toEqual(["F-9", true, true]);
    const form = await shown("/agency/supplier_invoices/create");
    const pattern = new RegExp(`^(?:${/name="total_cents"[^>]* pattern="([^"]*)"/.exec(form)?.[1]})$`, "v");
    const amounts = ["850", "850.00", "1 234,5", "850 €", "-3,00 €", "8.500", "8,50,0", "€", " 850,00\u00a0"];
    expect(amounts.filter((amount) => pattern.test(amount))).toEqual([
      "850.00",
      "1 234,5",
      "850 €",
      "-3,00 €",
      " 850,00\u00a0",
    ]);
    const statement = await done("/agency/charge_statements/create", {
      ...{ property_id: property.id, period_from: "2026-03-01", period_to: "2026-03-31" },
      ...{
        // In euros, which is two hundred as well as 20000 cents.
        "lines[0][total_cents]": "200,00 €",
        "lines[0][charge_nature]": "insurance",
        "lines[0][recoverable_percent]": "",
      },
    });
    const settled = await shown(statement);
    expect([settled.includes("€200.00"), h1(settled)]).toEqual([true, "1 Mar 2026 – 31 Mar 2026"]);
    const { text: french } = await visitor.get(at(statement), { headers: { "accept-language": "fr" } });
    expect([h1(french), /<title>[^<]*\d{4}-\d{2}/.test(french)]).toEqual(["1er mars 2026 – 31 mars 2026", false]);
    expect(first(await shown("/agency/charge_statements"), "/charge_statements/[0-9a-f-]{36}")).toBe(statement);
    await done(`${statement}/approve`);
    expect(await shown(statement)).not.toContain(`${statement}/approve`);
    expect((await filled(`${invoice}/delete`)).status).toBe(422);
  });

  it("revise a rent that is due, once", async () => {
    const index_values = IRL.map(([period, value, published_on]) => ({
      index_code: "IRL",
      period,
      value,
      published_on,
    }));
    expectStatus(await house.admin.ask("POST", `${RENTAL_BASE}/index_values`, { json: { index_values } }), 200);
    const unit = await agent.made("/units", { property_id: property.id, identifier: "Lot 2" });
    const tenant = await agent.made("/tenants", { last_name: "Le Goff" });
    const { id } = await agent.made("/leases", {
      lease: {
        ...{
          security_deposit_cents: 60_050,
          reference: "B-2",
          lease_type: "residential_unfurnished",
          start_date: "2023-07-20",
          status: "active",
        },
        signature_date: "2023-07-18",
      },
      units: [{ id: unit.id, base_rent_cents: 60_000, index_type: "IRL" }],
      lease_units: [{ id: unit.id, index_base_date: "2023-05-10" }],
      tenant_id: tenant.id,
    });
    const lease = `/agency/leases/${id}`;
    expect(await shown(lease)).toContain(`${lease}/revisions`);
    expect(await shown(`${lease}/change`)).toMatch(/security_deposit_cents\]" value="600\.50"/);
    expect(await done(`${lease}/revisions`, { effective_from: "" })).toBe(lease);
    const page = await shown(lease);
    expect(page).toMatch(/<td data-head="New rent" class="number">€606\.24<\/td>/);
    expect(first(page, "/revisions/[^/]*/document")).toContain(lease);
    expect((await filled(`${lease}/revisions`)).status).toBe(422);
  });
});
