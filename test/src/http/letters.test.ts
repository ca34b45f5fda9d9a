import { createPdfText } from "@cartulary/pdf";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { agencyLogo } from "../../support/agency-logo.ts";
import { type House, openHouse } from "../../support/application-fixture.ts";
import { bankOf } from "../../support/bank.ts";
import { usualDatabases } from "../../support/databases.ts";
import { wordsOf } from "../../support/pdf-words.ts";
import { expectRentalInvalid, expectStatus } from "../../support/refusals.ts";
import { agentOf, validatedRun, workedEstate } from "../../support/worked-example.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read single fields of a response body.
type Body = any;

const IDENTITY = {
  ...{ legal_form: "SARL", share_capital_cents: 1_000_000, rcs_city: "Brest", vat_number: "FR 40 552100554" },
  ...{ card_number: "CPI 2901 2026 000 000 001", card_issuer: "CCI de Brest", guarantor_name: "Galian" },
  ...{ guarantor_address: "89 rue La Boétie\n75008 Paris", phone: "02 98 00 00 00", email: "port@example.com" },
  ...{ website: "https://port.example", logo_document_id: null },
};
const AGENCY = {
  ...{ name: "Agence du Port", siren: "552100554", address: "2 quai du Port\n29200 Brest" },
  ...{ iban: "FR7630006000011234567890189", bic: "AGRIFRPP" },
  ...IDENTITY,
};

describe.each(usualDatabases)("letters that can be sent, on $name", ({ open }) => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse(await open());
  });
  const pdfText = createPdfText();
  afterAll(async () => {
    await house.close();
    await pdfText.close();
  });

  /** The worked example of two owners with its call of March, which has VAT. */
  async function called(agency: object = AGENCY) {
    const agent = await agentOf(house, { ...agency });
    const estate = await workedEstate(agent);
    const run = await validatedRun(house, agent);
    await agent.done(`/billing_runs/${run.id}/apply`);
    const [call]: Body[] = await agent.found("/rent_calls");
    return { agent, ...estate, run, call };
  }

  async function textOf(bytes: Uint8Array): Promise<string> {
    const limits = { bytesMax: 1_000_000, cpuMilliseconds: 60_000, onBehalfOf: null };
    return `${await pdfText.read(oneChunk(bytes), limits)}`.replaceAll(/\s+/g, " ");
  }

  async function printed(agent: { readonly id: string }, path: string, accept = "application/pdf") {
    const headers = { "x-mandataire-id": agent.id, accept };
    const {
      status,
      headers: answered,
      bytes,
    } = await house.admin.ask<Body>("GET", `/rental/api/v1${path}`, { headers });
    expect(status, path).toBe(200);
    return { bytes, text: await textOf(bytes), headers: answered };
  }

  it("name the agency, and a header names missing details", async () => {
    const { agent, call, owners } = await called();
    const [listed] = (await agent.found("/mandataires")).filter(({ id }: Body) => id === agent.id);
    expect(listed).toMatchObject({
      ...{ id: agent.id, name: "Agence du Port", legalForm: "SARL", shareCapitalCents: 1_000_000, rcsCity: "Brest" },
      ...{ vatNumber: "FR40552100554", cardNumber: IDENTITY.card_number, cardIssuer: "CCI de Brest" },
      ...{ guarantorName: "Galian", guarantorAddress: IDENTITY.guarantor_address, logoDocumentId: null },
    });
    const notice = await printed(agent, `/rent_calls/${call.id}/document`);
    expect(notice.headers.get("x-cartulary-missing")).toBe("vat_number");
    expect(notice.text).toContain("Agence du Port, SARL, au capital de 10 000,00 € – RCS Brest 552 100 554");
    expect(notice.text).toContain("n° CPI 2901 2026 000 000 001 délivrée par la CCI de Brest");
    expect(notice.text).toContain("Galian, 89 rue La Boétie, 75008 Paris");
    for (const { id } of owners)
      expectStatus(await agent.ask("PATCH", `/owners/${id}`, { vat_number: "FR 12 345678901" }), 200);
    expect(await agent.found(`/owners/${owners[0].id}`)).toMatchObject({ vatNumber: "FR12345678901" });
    const whole = await printed(agent, `/rent_calls/${call.id}/document`);
    expect(whole.headers.get("x-cartulary-missing")).toBeNull();
    const invalid = await house.admin.ask("PATCH", `/rental/api/v1/mandataires/${agent.id}`, {
      json: { mandataire: { vat_number: "552100554" } },
    });
    expectRentalInvalid(invalid, { vat_number: ["invalid"] });
    const bare = await called({ name: "Agence" });
    const lacking = await printed(bare.agent, `/rent_calls/${bare.call.id}/document`);
    expect(lacking.headers.get("x-cartulary-missing")).toBe(
      "card_number,card_issuer,guarantor_name,guarantor_address,legal_form,rcs_city,address,vat_number",
    );
    const warnings = await house.findings("letterheads of mandataires");
    expect(warnings.filter(({ id }) => id === bare.agent.id)).toMatchObject([
      { severity: "warning", area: "mandataire", message: expect.stringContaining("has no card_number, card_issuer") },
    ]);
    expect(warnings.map(({ id }) => id)).not.toContain(agent.id);
  });

  it("are an invoice with VAT and the previous balance, with nothing dated after their issue", async () => {
    const { agent, call, owners } = await called();
    await agent.ask("PATCH", `/owners/${owners[0].id}`, {
      vat_number: "FR12345678901",
      address: "3 rue Haute\n29200 Brest",
    });
    const bank = await bankOf(house, agent);
    await bank.bring({ bank_reference: "P-1", amount_cents: 50_000, label: call.reference });
    const april = await validatedRun(house, agent, { period_start: "2026-04-01" });
    await agent.done(`/billing_runs/${april.id}/apply`);
    const next = (await agent.found("/rent_calls")).find(({ id }: Body) => id !== call.id);
    const { text, bytes } = await printed(agent, `/rent_calls/${next.id}/document`);
    expect(text).toMatch(/Facture – avis d’échéance Facture n° AP-2026-000002 .*Émis le 1er mars 2026/);
    expect(text).toContain("Période du 1er au 30 avril 2026 À payer au plus tard le 1er avril 2026");
    expect(text).toContain(
      "au nom et pour le compte d’Alice et de Bruno : Alice, 3 rue Haute, 29200 Brest – TVA FR12345678901",
    );
    expect(text).toContain("Total 1 400,00 € 280,00 € 1 680,00 € TVA 20 % sur 1 400,00 € : 280,00 €");
    expect(text).toMatch(
      /Solde après l’avis précédent 1 083,86 € Reçu le 1er mars 2026 −500,00 € Solde avant .* 583,86 €/,
    );
    expect(text).toContain("À payer au plus tard le 1er avril 2026 : 2 263,86 €");
    expect(text).toContain("compte IBAN FR76 3000 6000 0112 3456 7890 189 (BIC AGRIFRPP)");
    expect(text).toContain("page 1/1");
    const first = await printed(agent, `/rent_calls/${call.id}/document`);
    expect(first.text).toContain("Solde avant le présent avis 0,00 €");
    expect(first.text).not.toContain("Reçu le");
    expect(new TextDecoder("latin1").decode(bytes)).toContain("<pdfaid:part>2</pdfaid:part>");
    const window = (await wordsOf(bytes)).filter((word) => /Café Élan|rue du Port/.test(word.text) && word.y < 90);
    expect(window.length).toBeGreaterThanOrEqual(2);
    for (const { left, right, y } of window) {
      expect([left > 110, right < 190, y > 45, y < 85]).toEqual([true, true, true, true]);
    }
  });

  /** The calls of months of a shop, let for 100.00 a month and 200.00 of charges. */
  async function shop(months: readonly string[], ownedBy: readonly string[], vat_applicable = true) {
    const agent = await agentOf(house, { ...AGENCY });
    const property = await agent.made("/properties", { name: "Rue Haute", address: "1 rue Haute" });
    const unit = await agent.made("/units", { property_id: property.id, identifier: "A" });
    for (const first_name of ownedBy) {
      const owner = await agent.made("/owners", { first_name });
      const whose = { owner_id: owner.id, unit_id: unit.id, share_numerator: 1, share_denominator: 1 };
      await agent.made("/ownerships", { ownership: whose });
      const terms = { reference: "M", start_date: "2026-01-01", management_fee_rate: 10 };
      await agent.made("/mandates", { owner_profile_id: owner.profileId, property_id: property.id, ...terms });
    }
    const tenant = await agent.made("/tenants", { first_name: "Léa", last_name: "Petit" });
    const dates = { start_date: "2026-01-01", signature_date: "2025-12-01", status: "active" };
    await agent.made("/leases", {
      lease: { reference: "B-1", lease_type: "commercial", ...dates },
      term: {},
      units: [{ id: unit.id, base_rent_cents: 10_000, charge_provision_cents: 20_000, vat_applicable, vat_rate: 20 }],
      tenant_id: tenant.id,
    });
    const bill = async (month: string) => {
      const run = await validatedRun(house, agent, { period_start: `${month}-01` });
      await agent.done(`/billing_runs/${run.id}/apply`);
    };
    for (const month of months) await bill(month);
    return { agent, property, bill };
  }

  it("are an invoice in no owner's name where no owner is known", async () => {
    const { agent } = await shop(["2026-01"], []);
    const [call]: Body[] = await agent.found("/rent_calls");
    const { text } = await printed(agent, `/rent_calls/${call.id}/document`);
    expect(text).toMatch(/Facture – avis d’échéance .*Facture n° AP-2026-000001 .*TVA 20 % sur 300,00 € : 60,00 €/);
    expect(text).not.toContain("au nom et");
  });

  it("are a credit note that is no invoice and no notice, and speaks of no late payment", async () => {
    const noted = async (hasVat: boolean) => {
      const { agent, property, bill } = await shop(["2026-01", "2026-02"], ["Alice"], hasVat);
      const period = { property_id: property.id, period_from: "2026-01-01", period_to: "2026-02-28" };
      const { id } = await agent.made("/charge_statements", { ...period, lines: [{ total_cents: 1_000 }] });
      await agent.done(`/charge_statements/${id}/approve`);
      await bill("2026-03");
      const [, , note]: Body[] = await agent.found("/rent_calls", { sort: "reference" });
      expect(note).toMatchObject({ kind: "credit_note" });
      return (await printed(agent, `/rent_calls/${note.id}/document`)).text;
    };
    const bare = await noted(false);
    expect(bare).toMatch(/Avoir Référence AP-2026-000003 /);
    expect(bare).not.toContain("avis d’échéance");
    const text = await noted(true);
    expect(text).toMatch(/Avoir Avoir n° AP-2026-000003 .*Avoir émis par l’agence au nom et pour le compte d’Alice :/);
    expect(text).toContain("Avoir n° AP-2026-000003 du 1er mars 2026.");
    expect(text).not.toMatch(/Facture|Escompte|pénalités/);
  });

  it("show money that paid several calls as one receipt, and what took it back as one", async () => {
    const { agent, bill } = await shop(["2026-01", "2026-02"], ["Alice"]);
    const bank = await bankOf(house, agent);
    const [call]: Body[] = await agent.found("/rent_calls", { sort: "reference" });
    await bank.bring({ bank_reference: "P-1", amount_cents: 80_000, label: call.reference });
    await bill("2026-03");
    const of = { direction: "outbound", method: "rejection", reverses: "P-1", amount_cents: 80_000, label: "Rejet" };
    await bank.bring({ bank_reference: "R-1", ...of });
    await bill("2026-04");
    const [, , march, april]: Body[] = await agent.found("/rent_calls", { sort: "reference" });
    expect((await printed(agent, `/rent_calls/${march.id}/document`)).text).toMatch(
      /Solde après l’avis précédent 720,00 € Reçu le 1er mars 2026 −800,00 € Solde avant le présent avis −80,00 €/,
    );
    expect((await printed(agent, `/rent_calls/${april.id}/document`)).text).toMatch(
      /Solde après l’avis précédent 280,00 € Repris le 1er mars 2026 800,00 € Solde avant le présent avis 1 080,00 €/,
    );
  });

  it("name article 21 only where the lease is of that law, and the days and means of payment", async () => {
    const { agent, call } = await called();
    const bank = await bankOf(house, agent);
    await bank.bring({ bank_reference: "P-1", amount_cents: 108_386, label: call.reference });
    const { text } = await printed(agent, `/rent_calls/${call.id}/receipt`);
    expect(text).toMatch(/Quittance .*reconnaît avoir reçu de SARL Café Élan la somme de 1 083,86 €/);
    expect(text).toContain("Reçu le 1er mars 2026 par virement : 1 083,86 €");
    expect(text).not.toContain("article 21");
  });

  it("print the agency's own template, and the seeded one with a warning where it is broken", async () => {
    const { agent, call } = await called();
    const templates = "/api/v1/documents/document_templates";
    const keys = ["notice", "receipt", "invoice", "revision", "reminder", "charge_statement"];
    for (const key of [...keys, "deposit_statement", "owner_statement"])
      expectStatus(await house.admin.ask("GET", `${templates}/${key}`), 200);
    const json = { key: `invoice@${agent.id}`, name: "Ours", typst_source: "= Chez nous {{ total }}" };
    const made: Body = await house.admin.ask("POST", templates, { json });
    expectStatus(made, 201);
    const path = `/rent_calls/${call.id}/document`;
    expect((await printed(agent, path)).text).toContain("Chez nous 1 083,86 €");
    const { id } = made.body.template ?? made.body;
    expectStatus(await house.admin.ask("PATCH", `${templates}/${id}`, { json: { typst_source: "#unknown()" } }), 200);
    const { text, headers } = await printed(agent, path);
    expect(text).toContain("Facture – avis d’échéance");
    expect(headers.get("x-cartulary-warning")).toMatch(
      /^Template invoice@.* is broken .*line 1: unknown variable: unknown/,
    );
  });

  it("print the agency's logo, and none where it is gone or broken, with a warning", async () => {
    const { agent, call } = await called();
    const documents = "/api/v1/documents/documents";
    const upload = async (bytes: Uint8Array<ArrayBuffer>, name = "logo.png"): Promise<string> => {
      const type = name.endsWith(".png") ? "image/png" : "text/plain";
      const form = { uploaded_file: new File([bytes], name, { type }), name: "Logo" };
      return expectStatus(await house.admin.ask<Body>("POST", documents, { form }), 201).id;
    };
    const chosen = (logo_document_id: string | null) =>
      house.admin.ask<Body>("PATCH", `/rental/api/v1/mandataires/${agent.id}`, {
        json: { mandataire: { logo_document_id } },
      });
    const broken = new Uint8Array(agencyLogo()).fill(7, 60, 400);
    expectRentalInvalid(await chosen(agent.id), { logo_document_id: ["not_found"] });
    for (const id of [await upload(new Uint8Array([97, 98]), "logo.txt"), await upload(broken)])
      expectRentalInvalid(await chosen(id), { logo_document_id: ["invalid"] });
    const path = `/rent_calls/${call.id}/document`;
    const pictures = (bytes: Uint8Array) =>
      new TextDecoder("latin1").decode(bytes).match(/\/Subtype\s*\/Image/g)?.length ?? 0;
    expect(pictures((await printed(agent, path)).bytes)).toBe(0);
    const id = await upload(agencyLogo());
    expect(expectStatus(await chosen(id), 200)).toMatchObject({ logoDocumentId: id });
    const shown = await printed(agent, path);
    expect([pictures(shown.bytes), shown.headers.get("x-cartulary-warning")]).toEqual([1, null]);
    expect(new TextDecoder("latin1").decode(shown.bytes)).toContain("<pdfaid:part>2</pdfaid:part>");
    const uploaded_file = new File([broken], "logo.png", { type: "image/png" });
    expectStatus(await house.admin.ask("POST", `${documents}/${id}/versions`, { form: { uploaded_file } }), 201);
    const bare = await printed(agent, path);
    expect([pictures(bare.bytes), bare.headers.get("x-cartulary-warning")]).toEqual([
      0,
      "The logo cannot be shown; the letter has none",
    ]);
    expectStatus(await chosen(id), 200);
    expectStatus(await house.admin.ask("DELETE", `${documents}/${id}`), 204);
    const gone = await printed(agent, path);
    expect(gone.headers.get("x-cartulary-warning")).toMatch(/^The logo is no longer a PNG or JPEG/);
    expect(gone.text).toContain("Facture – avis d’échéance");
  });

  it("have templates whose variables are documented, and of which a broken one always leaves a letter", async () => {
    const { agent, call } = await called();
    const templates = "/api/v1/documents/document_templates";
    const { body } = await house.admin.ask<Body>("GET", `${templates}/invoice`);
    const { properties } = (body.template ?? body).variables_schema;
    for (const [name, { type, description }] of Object.entries<Body>(properties))
      expect([name, type, description]).toEqual([
        name,
        expect.stringMatching(/^(string|boolean|array|integer)$/),
        expect.stringMatching(/\w{3}/),
      ]);
    const json = { key: `invoice@${agent.id}`, typst_source: "= {{ nothing_of_the_kind }}" };
    const made: Body = expectStatus(await house.admin.ask("POST", templates, { json }), 201);
    const { id } = made.template ?? made;
    const warning = async () => {
      const { text, headers } = await printed(agent, `/rent_calls/${call.id}/document`);
      expect(text).toContain("Facture – avis d’échéance");
      return headers.get("x-cartulary-warning");
    };
    expect(await warning()).toMatch(/names unknown variables: nothing_of_the_kind$/);
    const patch = (change: object) => house.admin.ask("PATCH", `${templates}/${id}`, { json: change });
    expectStatus(await patch({ typst_source: '#panic("nothing")' }), 200);
    expect(await warning()).toMatch(/was replaced by the seeded one: /);
    expectStatus(await patch({ typst_source: "#image(values.logo)" }), 200);
    expect(await warning()).toMatch(/line 1: unknown variable: values/);
    expectStatus(await patch({ active: false }), 200);
    expect(await warning()).toBeNull();
  });

  it("give owners the amounts called, received and due, with the figures for the annual declaration", async () => {
    const { agent, call, owners, unit, tenant, lease } = await called();
    const bank = await bankOf(house, agent);
    await bank.bring({ bank_reference: "P-1", amount_cents: 50_000, label: call.reference });
    const at = `/owners/${owners[0].id}/statement`;
    const { sections, closingBalance } = await agent.found(`${at}?year=2026`);
    expect(sections.properties[0].units).toEqual([
      {
        ...{ unitId: unit.id, identifier: "Local A" },
        tenants: [
          {
            ...{ tenantId: tenant.id, name: "SARL Café Élan", leaseId: lease.id, calledCents: 36_129 },
            ...{ receivedRentCents: 13_889, receivedChargesCents: 0, receivedVatCents: 2_777, owedCents: 19_463 },
          },
        ],
      },
    ]);
    expect([sections.openingCents, sections.closingCents, closingBalance]).toEqual([0, 16_666, "166.66"]);
    expect(sections.taxHelp[0]).toEqual({ line: "211", label: "Loyers bruts encaissés", cents: 13_889 });
    expect((await agent.found(`${at}?from=2026-01-01`)).sections.taxHelp).toBeNull();
    expectStatus(await agent.ask("GET", `${at}?year=2026&to=2026-02-01`), 400);
    expectStatus(await agent.ask("GET", `${at}?year=26`), 400);
    const { text } = await printed(agent, `${at}?year=2026`);
    expect(text).toMatch(/Passage du Commerce, lot Local A SARL Café Élan 361,29 € 138,89 € 0,00 € 27,77 € 194,63 €/);
    expect(text).toMatch(/Ligne 2044 .*211 Loyers bruts encaissés 138,89 €.* ne constituent pas un conseil fiscal/);
  });
});

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
