import { createPdfText } from "@cartulary/pdf";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type House, openHouse } from "../../support/application-fixture.ts";
import { bankOf } from "../../support/bank.ts";
import { actingOn } from "../../support/books.ts";
import { usualDatabases } from "../../support/databases.ts";
import type { LettersBody } from "../../support/records.ts";
import { expectNotFound, expectRefusal, expectRentalInvalid, expectStatus } from "../../support/refusals.ts";
import { type Agent, agentOf, validatedRun, workedEstate } from "../../support/worked-example.ts";

// biome-ignore lint/suspicious/noExplicitAny: replies are checked field by field.
type Body = any;

const TEMPLATES = "/api/v1/documents/document_templates";
/** Details that the law demands and that the agency does not have. */
const LACKING = [
  ...[
    "card_number",
    "card_issuer",
    "guarantor_name",
    "guarantor_address",
    "legal_form",
    "rcs_city",
    "address",
    "vat_number",
  ],
];
const NOTHING = "00000000-0000-7000-8000-000000000000";
/** Tenants with their addresses, in the order of their leases. */
const PEOPLE = [
  ["Zoé", "4 rue Haute\n29200 Brest"],
  ["Émile", "4 rue Haute\n29200 Brest"],
  ["Lucie", "Poste restante, Saint-Hélier"],
  ["Ahmed", "12 place du 14 juillet 1789\n01000 Bourg-en-Bresse"],
] as const;

describe.each(usualDatabases)("letters that are printed as many, on $name", ({ open }) => {
  const pdfText = createPdfText();
  let house: House;
  let agent: Agent;
  let run: Body;
  let calls: readonly Body[];
  let owners: readonly Body[];

  beforeAll(async () => {
    house = await openHouse(await open());
    agent = await agentOf(house, { name: "Agence du Port" });
    const estate = await workedEstate(agent);
    owners = estate.owners;
    for (const [index, [first_name, billing_address]] of PEOPLE.entries()) {
      const unit = await agent.made("/units", { property_id: estate.property.id, identifier: `Lot ${index + 1}` });
      const ownership = { owner_id: owners[0].id, unit_id: unit.id, share_numerator: 1, share_denominator: 1 };
      await agent.made("/ownerships", { ownership });
      const tenant = await agent.made("/tenants", { first_name, billing_address });
      await agent.made("/leases", {
        lease: {
          ...{ reference: `H-${index + 1}`, lease_type: "residential_unfurnished", status: "active" },
          ...{ start_date: "2026-03-01", signature_date: "2026-02-01" },
        },
        term: {},
        units: [{ id: unit.id, base_rent_cents: 50_000, charge_provision_cents: 5_000 }],
        tenant_id: tenant.id,
      });
    }
    run = await validatedRun(house, agent);
    await agent.done(`/billing_runs/${run.id}/apply`);
    calls = await agent.found("/rent_calls?per_page=100");
  });
  afterAll(async () => {
    await house.close();
    await pdfText.close();
  });

  const letters = (json: object, headers: Record<string, string> = {}) =>
    house.admin.ask<LettersBody>("POST", "/rental/api/v1/letters", actingOn(agent.id, { json, headers }));
  const requested = async (json: object) => expectStatus(await letters(json), 202);
  const found = (id: string): Promise<LettersBody> => agent.found(`/letters/${id}`);
  const callOf = (name: string) => calls.find(({ tenantName }) => tenantName === name);

  async function textOf(id: string): Promise<string> {
    const reply = await house.admin.ask<Body>("GET", `/rental/api/v1/letters/${id}/download`, actingOn(agent.id));
    expect([reply.status, reply.headers.get("content-type")]).toEqual([200, "application/pdf"]);
    const limits = { bytesMax: 1_000_000, cpuMilliseconds: 60_000, onBehalfOf: null };
    return `${await pdfText.read(oneChunk(reply.bytes), limits)}`.replaceAll(/\s+/g, " ");
  }

  it("print a run's notices into one PDF by postcode and name, those without a postcode last", async () => {
    const queued = await requested({ kind: "notice", billing_run_id: run.id });
    expect(queued).toMatchObject({ kind: "notice", status: "queued", total: 5, done: 0, failures: [] });
    expect([queued.downloadUrl, queued.retainUntil]).toEqual([null, "2036-12-31"]);
    expectRefusal(await agent.ask("GET", `/letters/${queued.id}/download`), 409, "conflict");
    await house.work();
    const done = await found(queued.id);
    const downloadUrl = expect.stringMatching(new RegExp(`^http.*/rental/api/v1/letters/${queued.id}/download$`));
    expect(queued).toMatchObject({ missing: [], warning: null });
    expect(done).toEqual({ ...queued, status: "completed", done: 5, downloadUrl, missing: LACKING });
    const text = await textOf(queued.id);
    const places = ["Ahmed", "Émile", "Zoé", "Lucie", "SARL Café Élan"].map((name) => text.indexOf(name));
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(places).not.toContain(-1);
    expect(text.match(/page 1\/1/g)).toHaveLength(5);
    expect((await agent.found("/letters"))[0]).toEqual(done);
    expect(await house.findings()).toEqual([]);
    const trail = await house.admin.ask<Body>("GET", "/api/v1/audit_events", {
      query: { "q[resource_id_eq]": queued.id },
    });
    expect(expectStatus(trail, 200)).toMatchObject([
      { action: "letters.requested", detail: { mandataire_id: agent.id, kind: "notice", total: 5 } },
    ]);
  });

  it("tell which details they lack, and why a template of the agency was not used", async () => {
    const json = { key: `notice@${agent.id}`, name: "Ours", typst_source: "= {{ unknown }}" };
    const made = expectStatus(await house.admin.ask<Body>("POST", TEMPLATES, { json }), 201);
    const { id: template } = made.template ?? made;
    const { id } = await requested({ kind: "notice", ids: calls.slice(0, 2).map((call) => call.id) });
    await house.work();
    const { status, missing, warning } = await found(id);
    expect({ status, missing }).toEqual({ status: "completed", missing: LACKING });
    expect(warning).toMatch(/^Template notice@.* is broken and was replaced by the seeded one: .*unknown/);
    const { headers } = await house.admin.ask<Body>("GET", `/rental/api/v1/letters/${id}/download`, actingOn(agent.id));
    expect(headers.get("x-cartulary-missing")).toBe(LACKING.join(","));
    expect(headers.get("x-cartulary-warning")).toBe(warning);
    expectStatus(await house.admin.ask<Body>("DELETE", `${TEMPLATES}/${template}`), 204);
  });

  it("list the letters that failed, and fail when all did", async () => {
    const bank = await bankOf(house, agent);
    await bank.bring({ bank_reference: "P-1", amount_cents: 55_000, label: callOf("Zoé").reference });
    const ids = [callOf("Lucie").id, callOf("Zoé").id, callOf("Lucie").id];
    const { id } = await requested({ kind: "receipt", ids });
    const none = await requested({ kind: "receipt", ids: [callOf("Lucie").id] });
    const ofRun = await requested({ kind: "receipt", billing_run_id: run.id });
    await house.work();
    const failures = [{ id: callOf("Lucie").id, message: "Nothing is paid on this rent call yet" }];
    expect(await found(id)).toMatchObject({ status: "completed", total: 2, done: 2, failures });
    expect(await textOf(id)).toMatch(/Quittance .*reconnaît avoir reçu de Zoé la somme de 550,00 €/);
    expect(await found(none.id)).toMatchObject({ status: "failed", total: 1, done: 1, failures, downloadUrl: null });
    expectRefusal(await agent.ask("GET", `/letters/${none.id}/download`), 409, "conflict");
    expect(await found(ofRun.id)).toMatchObject({ status: "completed", total: 1, failures: [] });
  });

  it("print owners' statements of a run's month, of a period or of a year", async () => {
    const ofRun = await requested({ kind: "owner_statement", billing_run_id: run.id });
    const [{ id: owner }] = owners;
    const ofYear = await requested({ kind: "owner_statement", ids: [owner], year: 2026 });
    const ofDays = await requested({ kind: "owner_statement", ids: [owner], from: "2026-03-02", to: "2026-03-31" });
    await house.work();
    expect(await found(ofRun.id)).toMatchObject({ status: "completed", total: 2, done: 2 });
    expect(await textOf(ofRun.id)).toMatch(/Alice .*du 1er au 31 mars 2026 .*Bruno/);
    expect(await textOf(ofYear.id)).toContain("année 2026");
    expect(await textOf(ofDays.id)).toContain("du 2 au 31 mars 2026");
  });

  it("are cancelled for good while they wait, and not after their end", async () => {
    const { id } = await requested({ kind: "notice", billing_run_id: run.id });
    const cancelled = expectStatus(await agent.ask("POST", `/letters/${id}/cancel`), 200);
    expect(cancelled).toMatchObject({ id, status: "cancelled", done: 0, downloadUrl: null });
    expect(expectStatus(await agent.ask("POST", `/letters/${id}/cancel`), 200)).toEqual(cancelled);
    await house.work();
    expect(await found(id)).toEqual(cancelled);
    expectRefusal(await agent.ask("GET", `/letters/${id}/download`), 409, "conflict");
    const done = await requested({ kind: "notice", ids: [callOf("Zoé").id] });
    await house.work();
    const late = await agent.ask("POST", `/letters/${done.id}/cancel`);
    expect(expectRefusal(late, 422, "invalid_transition").details).toEqual({});
  });

  it("answer the same again under an Idempotency-Key, and print once", async () => {
    const keyed = () => letters({ kind: "notice", ids: [callOf("Ahmed").id] }, { "idempotency-key": "letters-1" });
    const first = expectStatus(await keyed(), 202);
    await house.work();
    expect(expectStatus(await keyed(), 202)).toEqual(first);
    const named = await agent.found("/letters", { "q[created_at_gteq]": first.createdAt, "q[kind_eq]": "notice" });
    expect(named.filter(({ id }: Body) => id === first.id)).toHaveLength(1);
  });

  it("refuse invalid kinds, ids and runs", async () => {
    const ids = [callOf("Zoé").id];
    const cases: readonly (readonly [object, Record<string, readonly string[]>])[] = [
      [{ kind: "notice" }, { ids: ["blank"] }],
      [{ kind: "notice", ids: [] }, { ids: ["blank"] }],
      [{ kind: "notice", ids, billing_run_id: run.id }, { billing_run_id: ["invalid"] }],
      [{ kind: "notice", ids: [...ids, NOTHING] }, { "ids[1]": ["not_found"] }],
      [{ kind: "owner_statement", ids }, { "ids[0]": ["not_found"] }],
      [{ kind: "reminder", ids }, { "ids[0]": ["not_found"] }],
      [{ kind: "notice", billing_run_id: NOTHING }, { billing_run_id: ["not_found"] }],
      [{ kind: "reminder", billing_run_id: run.id }, { billing_run_id: ["blank"] }],
      [{ kind: "revision", billing_run_id: run.id }, { billing_run_id: ["invalid"] }],
      [{ kind: "notice", ids, year: 2026 }, { year: ["invalid"] }],
      [{ kind: "owner_statement", ids, year: 2026, to: "2026-12-31" }, { year: ["invalid"] }],
      [{ kind: "owner_statement", ids, from: "2026-02-01", to: "2026-01-31" }, { to: ["greater_than_or_equal_to"] }],
      [{ kind: "owner_statement", ids, year: 26 }, { year: ["greater_than_or_equal_to"] }],
      [{ kind: "notice", ids: Array.from({ length: 5_001 }, () => ids[0]) }, { ids: ["too_long"] }],
    ];
    for (const [json, details] of cases) expectRentalInvalid(await letters(json), details);
    expectNotFound(await agent.ask("GET", `/letters/${NOTHING}`));
  });
});

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
