import { createPdfText } from "@cartulary/pdf";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type House, openHouse } from "../../support/application-fixture.ts";
import { bankOf } from "../../support/bank.ts";
import { usualDatabases } from "../../support/databases.ts";
import { expectRefusal, expectStatus } from "../../support/refusals.ts";
import { type Agent, agentOf, validatedRun } from "../../support/worked-example.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read single fields of a response body.
type Body = any;

describe.each(usualDatabases)("a receipt of what a tenant paid, on $name", ({ open }) => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse(await open());
  });
  const pdfText = createPdfText();
  afterAll(async () => {
    await house.close();
    await pdfText.close();
  });

  /** A home of Alice, let to Léa from 1 March 2026 for 1000 € and 100 € of charges, with its calls of some months. */
  async function home(terms: object = {}, months: readonly string[] = ["2026-03"]) {
    const agent = await agentOf(house, { accounting_mode: "cash" });
    const property = await agent.made("/properties", { name: "Rue Haute", address: "1 rue Haute" });
    const unit = await agent.made("/units", { property_id: property.id, identifier: "Lot 1" });
    const owner = await agent.made("/owners", { first_name: "Alice" });
    const ownership = { owner_id: owner.id, unit_id: unit.id, share_numerator: 1, share_denominator: 1 };
    await agent.made("/ownerships", { ownership });
    const mandate = { owner_profile_id: owner.profileId, property_id: property.id, reference: "M-1" };
    await agent.made("/mandates", { ...mandate, start_date: "2026-01-01" });
    const tenant = await agent.made("/tenants", { first_name: "Léa", last_name: "Petit" });
    await agent.made("/leases", {
      lease: {
        ...{ reference: "B-1", lease_type: "residential_unfurnished", start_date: "2026-03-01", status: "active" },
        ...{ signature_date: "2026-02-01", ...terms },
      },
      term: {},
      units: [{ id: unit.id, base_rent_cents: 100_000, charge_provision_cents: 10_000 }],
      tenant_id: tenant.id,
    });
    const runs: Body[] = [];
    for (const month of months) runs.push(await billed(agent, month));
    const calls: Body[] = await agent.found("/rent_calls", { sort: "reference" });
    return { agent, property, runs, calls, bank: await bankOf(house, agent) };
  }

  async function billed(agent: Agent, month: string) {
    const run = await validatedRun(house, agent, { period_start: `${month}-01` });
    return agent.done(`/billing_runs/${run.id}/apply`);
  }

  async function printed({ ask }: Agent, path: string): Promise<string> {
    const reply = await ask("GET", path);
    expect(reply.status, path).toBe(200);
    const limits = { bytesMax: 1_000_000, cpuMilliseconds: 60_000, onBehalfOf: null };
    return `${await pdfText.read(oneChunk(reply.bytes), limits)}`.replaceAll(/\s+/g, " ");
  }

  const passUntil = (day: string) =>
    house.clock.pass(Math.max(0, Date.parse(day) - Date.parse(house.clock.now().slice(0, 10))));

  it("counts no deposit that did not come in before its return, nor do reminders", async () => {
    const { agent, bank, runs, calls } = await home({ end_date: "2026-03-31", security_deposit_cents: 100_000 });
    const [{ id, reference }] = calls;
    await passUntil("2026-04-10");
    const [deposit]: Body[] = await agent.found("/security_deposits");
    const returned = { returned_on: "2026-04-01", in_conformity: true };
    await agent.done(`/security_deposits/${deposit.id}/return`, returned);
    expect(await agent.found(`/rent_calls/${id}`)).toMatchObject({ remainingAmountCents: 110_000, fullyPaid: false });
    expectRefusal(await agent.ask("GET", `/rent_calls/${id}/receipt`), 422, "nothing_paid");
    const ofRun = () => agent.ask("POST", "/letters", { kind: "receipt", billing_run_id: runs[0].id });
    expectStatus(await ofRun(), 422);
    const reminder = await agent.made(`/rent_calls/${id}/reminders`, { level: 1 });
    expect(await printed(agent, `/rent_calls/${id}/reminders/${reminder.id}/document`)).toContain(
      "Montant appelé 1 100,00 € Déjà réglé 0,00 € Reste dû 1 100,00 €",
    );

    await bank.bring({ bank_reference: "P-1", amount_cents: 10_000, label: reference });
    expect(await printed(agent, `/rent_calls/${id}/receipt`)).toMatch(
      /^.*Reçu .*la somme de 100,00 € .* Loyer 1 000,00 € 100,00 € 900,00 € Charges 100,00 € 0,00 € 100,00 € Total 1 100,00 € 100,00 € 1 000,00 € Reçu le 10 avril 2026 par virement : 100,00 € Reste dû/,
    );
    await bank.bring({ bank_reference: "P-2", amount_cents: 100_000, label: reference });
    const whole = await printed(agent, `/rent_calls/${id}/receipt`);
    expect(whole).toContain("Loyer 1 000,00 € Charges 100,00 € Total 1 100,00 €");
    expect(whole).toMatch(/Quittance .*la somme de 1 100,00 €/);
    const batch = expectStatus(await ofRun(), 202);
    await house.work();
    expect(await agent.found(`/letters/${batch.id}`)).toMatchObject({ status: "completed", total: 1, failures: [] });
    expect((await house.findings()).map(({ message }) => message)).toEqual([]);
  });

  it("counts what a returned deposit paid of rent, and what came in of the deposit", async () => {
    const { agent, bank, calls } = await home({ end_date: "2026-03-31", security_deposit_cents: 100_000 });
    const [{ id, reference }] = calls;
    await bank.bring({ bank_reference: "P-1", amount_cents: 150_000, label: reference });
    await passUntil("2026-04-11");
    const [deposit]: Body[] = await agent.found("/security_deposits");
    await agent.done(`/security_deposits/${deposit.id}/return`, { returned_on: "2026-04-01", in_conformity: true });
    const text = await printed(agent, `/rent_calls/${id}/receipt`);
    expect(text).toContain("Loyer 1 000,00 € Charges 100,00 € Autres sommes 400,00 € Total 1 500,00 €");
    expect(text).toMatch(/Total 1 500,00 € Reçu le \S+ \S+ 2026 par virement : 1 500,00 € Reçu : 1 500,00 €/);
  });

  it("shows the whole rent where a settlement of charges is in the tenant's favour", async () => {
    const { agent, property, bank } = await home({}, ["2026-03", "2026-04"]);
    for (const call of await agent.found("/rent_calls"))
      await bank.bring({ bank_reference: `P-${call.reference}`, amount_cents: 110_000, label: call.reference });
    await passUntil("2026-05-02");
    const statement = await agent.made("/charge_statements", {
      ...{ property_id: property.id, period_from: "2026-03-01", period_to: "2026-04-30" },
      lines: [{ charge_nature: "other", total_cents: 5000, recoverable_percent: 100 }],
    });
    await agent.done(`/charge_statements/${statement.id}/approve`);
    await billed(agent, "2026-05");
    const calls: Body[] = await agent.found("/rent_calls", { sort: "reference" });
    const { id, reference, ...call } = calls[2];
    expect(call).toMatchObject({ totalAmountCents: 95_000, rentAmountCents: 100_000, chargesAmountCents: -5000 });
    await bank.bring({ bank_reference: "P-2", amount_cents: 50_000, label: reference });
    expect(await printed(agent, `/rent_calls/${id}/receipt`)).toContain(
      "Loyer 1 000,00 € 500,00 € 500,00 € Charges −50,00 € 0,00 € −50,00 € Total 950,00 € 500,00 € 450,00 €",
    );
    await bank.bring({ bank_reference: "P-3", amount_cents: 45_000, label: reference });
    expect(await printed(agent, `/rent_calls/${id}/receipt`)).toContain(
      "Loyer 1 000,00 € Charges −50,00 € Total 950,00 €",
    );
  });

  it("names no rent, no charges and no article 21 where neither is called", async () => {
    const { agent, bank, calls } = await home({ initial_balance_cents: 30_000 });
    const [balance, rent] = calls;
    expect([balance.kind, rent.kind]).toEqual(["initial_balance", "call"]);
    const paid = async ({ id, reference }: Body, amount_cents: number) => {
      await bank.bring({ bank_reference: `P-${reference}-${amount_cents}`, amount_cents, label: reference });
      return printed(agent, `/rent_calls/${id}/receipt`);
    };
    const part = await paid(balance, 10_000);
    expect(part).toMatch(/Reçu .*la somme de 100,00 € à valoir sur les sommes de cet appel\./);
    const whole = await paid(balance, 20_000);
    expect(whole).toMatch(/la somme de 300,00 € en paiement des sommes de cet appel, et en donne quittance/);
    expect(whole).toContain("Cette quittance annule les reçus délivrés auparavant pour le même appel.");
    expect(`${part} ${whole}`).not.toMatch(/du loyer et des charges|le loyer et les charges|article 21/);
    expect(await paid(rent, 110_000)).toMatch(
      /en paiement du loyer et des charges de la période .*pour la même période\. .*gratuitement \(article 21/,
    );
  });
});

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
