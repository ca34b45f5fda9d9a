import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type House, openHouse } from "../../support/application-fixture.ts";
import { bankOf, entriesOf } from "../../support/bank.ts";
import { actingOn, bookMakersFor } from "../../support/books.ts";
import { usualDatabases } from "../../support/databases.ts";
import { fecFindingsOf } from "../../support/fec-file.ts";
import { expectNotFound, expectRefusal, expectRentalInvalid, expectStatus } from "../../support/refusals.ts";
import { type Agent, agentOf } from "../../support/worked-example.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read single fields of a response body.
type Body = any;

const UNKNOWN = "00000000-0000-7000-8000-00000000abcd";
const IBAN = "FR7630006000011234567890189";
const INVOICES = "/supplier_invoices";

describe.each(usualDatabases)("an invoice of a supplier, on $name", ({ open }) => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse(await open());
  });
  afterAll(() => house.close());

  /** A house of three units: two owners share the first, one has the second, the third has no owner. */
  async function building(more: object = {}) {
    const agent = await agentOf(house, { accounting_mode: "cash" });
    const { made } = agent;
    const property = await made("/properties", { name: "Rue Haute", address: "1 rue Haute", ...more });
    const units: Body[] = [];
    for (const [identifier, area_sqm] of [
      ["A", 50],
      ["B", 30],
      ["C", 20],
    ] as const)
      units.push(await made("/units", { property_id: property.id, identifier, area_sqm }));
    const owners: Body[] = [];
    for (const first_name of ["Alice", "Bruno"]) owners.push(await made("/owners", { first_name }));
    for (const [owner, unit, share_numerator, share_denominator] of [
      [0, 0, 1, 3],
      [1, 0, 2, 3],
      [1, 1, 1, 1],
    ] as const) {
      const whose = { owner_id: owners[owner].id, unit_id: units[unit].id };
      await made("/ownerships", { ownership: { ...whose, share_numerator, share_denominator } });
    }
    const provider = await made("/service_providers", {
      contact: { company_name: "Plomberie Élan", bank_accounts: [{ iban: IBAN, is_default: true }] },
    });
    return { agent, property, units, owners, provider, bank: await bankOf(house, agent) };
  }

  const invoiceOf = ({ property, provider }: Body, more: object = {}) => ({
    ...{ service_provider_id: provider.id, property_id: property.id, reference: "F-2026/17", label: "Fuite au toit" },
    ...{ invoice_date: "2026-02-10", due_date: "2026-03-10", total_cents: 100_001, vat_cents: 16_667 },
    ...{ charge_nature: "repairs", recoverable_percent: 40, ...more },
  });

  async function expectSound(agent: Agent) {
    expect((await house.findings()).map(({ message }) => message)).toEqual([]);
    expect(await fecFindingsOf(agent)).toEqual([]);
  }

  const balanceOf = async ({ found }: Agent, account: string): Promise<string> =>
    (await found("/accounting/ledger", { account })).closingBalance;

  it("charges the owners by area, is listed and filtered, and is removed with its entry", async () => {
    const place = await building();
    const { agent, provider } = place;
    const invoice = await agent.made(INVOICES, invoiceOf(place));
    expect(invoice).toMatchObject({
      ...{ serviceProviderId: provider.id, reference: "F-2026/17", totalCents: 100_001, vatCents: 16_667 },
      ...{ dueDate: "2026-03-10", recoverablePercent: 40, chargeNature: "repairs", status: "open", paidOn: null },
    });
    // A bears 50000.50, rounded up for the larger weight; a third of it is Alice's.
    expect(await entriesOf(agent)).toEqual([
      "OD-2026-000001 2026-02-10: / 467000 PRO0001 D 166.67 / 467000 PRO0002 D 633.34 / 471000 D 200.00 / 401000 FOU0001 C 1000.01",
    ]);
    expect(await agent.found(INVOICES, { "q[due_date_lteq]": "2026-03-10", "q[status_eq]": "open" })).toEqual([
      invoice,
    ]);
    expect(await agent.found(INVOICES, { "q[due_date_lteq]": "2026-03-09" })).toEqual([]);
    expect(await agent.found(`${INVOICES}/${invoice.id}`)).toEqual(invoice);
    expectRefusal(await agent.ask("DELETE", `/service_providers/${provider.id}`), 422, "has_dependents");
    const since = { collection: "supplier_invoices", updated_since: "2026-02-28" };
    expect((await agent.found("/snapshots", since))[0]).toMatchObject({ state: "present", data: invoice });
    expectStatus(await agent.ask("DELETE", `${INVOICES}/${invoice.id}`), 204);
    expectNotFound(await agent.ask("GET", `${INVOICES}/${invoice.id}`));
    expectNotFound(await agent.ask("DELETE", `${INVOICES}/${invoice.id}`));
    expect((await agent.found("/snapshots", since))[0]).toMatchObject({ state: "deleted", data: null });
    expect(await Promise.all(["467000", "401000", "471000"].map((account) => balanceOf(agent, account)))).toEqual([
      "0.00",
      "0.00",
      "0.00",
    ]);
    expectRefusal(await agent.ask("DELETE", `/service_providers/${provider.id}`), 422, "has_dependents");
    await agent.made(INVOICES, invoiceOf(place));
    await expectSound(agent);
  });

  it("is divided by the strategy of its key, and refused where shares are incomplete", async () => {
    const keys = ["shares", "equal", "headcount"].map((distribution_strategy) => ({
      ...{ name: distribution_strategy, total: 10, distribution_strategy },
    }));
    const place = await building({
      share_keys: [...keys, { name: "None", total: 10, excluded_unit_types: ["retail"] }],
    });
    const { agent, units, property } = place;
    const [shares, equal, headcount, none]: Body[] = property.shareKeys;
    const debits = async (total_cents: number, key: Body, reference: string) => {
      const json = invoiceOf(place, { total_cents, vat_cents: 0, share_key_id: key.id, reference });
      const { entryId } = await agent.made(INVOICES, json);
      const { lines } = await agent.found(`/accounting_entries/${entryId}`);
      return lines.map(({ accountCode, debit }: Body) => [accountCode, debit]);
    };
    const incomplete = await agent.ask("POST", INVOICES, invoiceOf(place, { share_key_id: shares.id }));
    expectRentalInvalid(incomplete, { share_key_id: ["shares_incomplete"] });
    for (const [index, count] of [1, 4, 5].entries())
      expectStatus(
        await agent.ask("PATCH", `/units/${units[index].id}`, {
          allocations: [{ share_key_id: shares.id, shares: count }],
        }),
        200,
      );
    expect(await debits(1_000, shares, "S")).toEqual([
      ["467000", "0.33"],
      ["467000", "4.67"],
      ["471000", "5.00"],
      ["401000", "0.00"],
    ]);
    expect((await debits(300, equal, "E")).slice(0, 3).map(([, debit]: string[]) => debit)).toEqual([
      "0.33",
      "1.67",
      "1.00",
    ]);
    // The unit is vacant: by area, as without a key.
    expect((await debits(1_000, headcount, "H")).slice(0, 3).map(([, debit]: string[]) => debit)).toEqual([
      "1.67",
      "6.33",
      "2.00",
    ]);
    const excluded = await agent.ask("POST", INVOICES, invoiceOf(place, { share_key_id: none.id }));
    expectRentalInvalid(excluded, { share_key_id: ["shares_incomplete"] });
    const strange = { share_keys: [{ name: "X", total: 1, distribution_strategy: "by_wind" }] };
    expectRentalInvalid(await agent.ask("POST", "/properties", { name: "N", address: "A", ...strange }), {
      "share_keys[0].distribution_strategy": ["inclusion"],
    });
    await expectSound(agent);
  });

  it("is paid by a transfer that names it, or to its provider's account, from the owners' own money only", async () => {
    const place = await building();
    const { agent, units, owners, provider, bank } = place;
    const ofUnit = (reference: string, total_cents: number) =>
      agent.made(INVOICES, {
        ...invoiceOf(place, { reference, total_cents, vat_cents: 0, unit_id: units[1].id }),
        property_id: undefined,
      });
    const first = await ofUnit("F-2026/17", 8_000);
    const second = await ofUnit("F-2026/18", 4_000);
    const out = { direction: "outbound", booked_on: "2026-02-26" };
    const pay = (bank_reference: string, amount_cents: number, more: object) =>
      bank.bring({ ...out, bank_reference, amount_cents, ...more });
    const byName = { label: "VIR PLOMBERIE f 2026 17 MERCI" };
    expect((await pay("S-1", 8_000, byName)).unmatched).toEqual(["S-1"]);

    const [received] = await Promise.all([bank.bring({ bank_reference: "IN", amount_cents: 10_000 })]);
    expect(received?.unmatched).toEqual(["IN"]);
    const waiting: Body = (await agent.found("/bank_transactions", { "q[bank_reference_eq]": "IN" }))[0];
    const lines = [{ account_code: "467000", auxiliary_code: "PRO0002", amount_cents: 10_000 }];
    await agent.made(`/bank_transactions/${waiting.id}/assignments`, { lines });
    expect(owners[1].accountingCode ?? owners[1].code).toBe("PRO0002");

    expect((await pay("S-2", 7_999, byName)).unmatched).toEqual(["S-2"]);
    expect((await pay("S-1", 8_000, byName)).unmatched).toEqual([]);
    const paid = await agent.found(`${INVOICES}/${first.id}`);
    expect(paid).toMatchObject({ status: "paid", paidOn: "2026-02-26" });
    expectRefusal(await agent.ask("DELETE", `${INVOICES}/${first.id}`), 422, "has_dependents");
    // 20.00 are left, too little for the second.
    expect((await pay("S-3", 4_000, { counterparty_iban: IBAN })).unmatched).toEqual(["S-3"]);
    await bank.bring({ bank_reference: "IN-2", amount_cents: 2_000 });
    const more: Body = (await agent.found("/bank_transactions", { "q[bank_reference_eq]": "IN-2" }))[0];
    await agent.made(`/bank_transactions/${more.id}/assignments`, { lines: [{ ...lines[0], amount_cents: 2_000 }] });
    // A transfer that names the paid invoice pays no other one by its account and amount.
    expect((await pay("S-0", 4_000, { ...byName, counterparty_iban: IBAN })).unmatched).toEqual(["S-0"]);
    expect((await pay("S-3", 4_000, { counterparty_iban: IBAN })).unmatched).toEqual([]);
    expect(await agent.found(INVOICES, { "q[status_eq]": "paid", sort: "created_at" })).toMatchObject([
      { id: first.id },
      { id: second.id, paidOn: "2026-02-26" },
    ]);
    expect(await balanceOf(agent, "401000")).toBe("0.00");
    expect(await balanceOf(agent, "467000")).toBe("0.00");

    // The bank returns the second transfer: the invoice is open again.
    await bank.bring({ bank_reference: "R-3", amount_cents: 4_000, method: "rejection", reverses: "S-3" });
    expect(await agent.found(`${INVOICES}/${second.id}`)).toMatchObject({ status: "open", paidOn: null });
    expect(await balanceOf(agent, "401000")).toBe("-40.00");
    expect((await agent.found(`/service_providers/${provider.id}`)).bankAccounts).toMatchObject([{ iban: IBAN }]);
    await expectSound(agent);
  });

  it("names a document that the caller may read, no other", async () => {
    const { agent, ...place } = await building();
    const documents = "/api/v1/documents/documents";
    const upload = async (person: House["admin"], name: string): Promise<string> => {
      const form = { uploaded_file: new File([name], name, { type: "text/plain" }), name };
      return expectStatus(await person.ask<Body>("POST", documents, { form }), 201).id;
    };
    const member = await house.person();
    await bookMakersFor(house).admit(agent.id, member);
    const [document_id, theirs] = [await upload(member, "f.txt"), await upload(house.admin, "g.txt")];
    const send = (more: object) =>
      member.ask<Body>("POST", `/rental/api/v1${INVOICES}`, actingOn(agent.id, { json: invoiceOf(place, more) }));
    for (const unreadable of [UNKNOWN, theirs])
      expectRentalInvalid(await send({ document_id: unreadable }), { document_id: ["not_found"] });
    expectRentalInvalid(await send({ document_id: UNKNOWN, label: "" }), {
      ...{ label: ["blank"], document_id: ["not_found"] },
    });
    const invoice = expectStatus(await send({ document_id }), 201);
    expect(invoice.documentId).toBe(document_id);
    expect(await agent.found(INVOICES, { "q[document_id_eq]": document_id })).toEqual([invoice]);
  });

  it("is filtered and sorted by each of its amounts and records", async () => {
    const place = await building();
    const { agent } = place;
    const large = await agent.made(INVOICES, invoiceOf(place));
    const small = await agent.made(INVOICES, {
      ...invoiceOf(place, { reference: "F-2", total_cents: 500, vat_cents: 100, recoverable_percent: 12.5 }),
    });
    const filters = [
      { "q[vat_cents_gteq]": "101" },
      { "q[recoverable_percent_eq]": "40" },
      { "q[entry_id_eq]": large.entryId },
      { "q[recoverable_percent_gteq]": "12.6", sort: "bank_transaction_id" },
    ];
    for (const filter of filters) expect(await agent.found(INVOICES, filter)).toEqual([large]);
    for (const sort of ["vat_cents", "recoverable_percent"])
      expect(await agent.found(INVOICES, { sort })).toEqual([small, large]);
  });

  it("is refused with the field that is wrong", async () => {
    const place = await building();
    const { agent, units } = place;
    const refused = async (more: object, details: Readonly<Record<string, readonly string[]>>) =>
      expectRentalInvalid(await agent.ask("POST", INVOICES, invoiceOf(place, more)), details);
    await refused({ property_id: null }, { property_id: ["blank"] });
    await refused({ unit_id: units[0].id }, { unit_id: ["invalid"] });
    await refused({ total_cents: 0 }, { total_cents: ["invalid"], vat_cents: ["less_than_or_equal_to"] });
    await refused({ total_cents: 10, vat_cents: 11 }, { vat_cents: ["less_than_or_equal_to"] });
    await refused({ total_cents: 10, vat_cents: -1 }, { vat_cents: ["greater_than_or_equal_to"] });
    await refused({ property_id: UNKNOWN }, { property_id: ["not_found"] });
    await refused({ property_id: null, unit_id: UNKNOWN }, { unit_id: ["not_found"] });
    await refused({ service_provider_id: UNKNOWN }, { service_provider_id: ["not_found"] });
    await refused({ share_key_id: UNKNOWN }, { share_key_id: ["not_found"] });
    await refused({ invoice_date: "0001-01-01" }, { invoice_date: ["greater_than_or_equal_to"] });
    await refused({ recoverable_percent: 101 }, { recoverable_percent: ["less_than_or_equal_to"] });
    await refused({ charge_nature: "food" }, { charge_nature: ["inclusion"] });
    expectRentalInvalid(await agent.ask("POST", INVOICES, {}), {
      ...{ service_provider_id: ["blank"], reference: ["blank"], invoice_date: ["blank"], property_id: ["blank"] },
      ...{ total_cents: ["blank"], label: ["blank"] },
    });
    await agent.made(INVOICES, invoiceOf(place));
    await refused({}, { reference: ["taken"] });
    await agent.made(INVOICES, invoiceOf(place, { reference: "A-1", total_cents: -500, vat_cents: -100 }));
    await expectSound(agent);
  });
});
