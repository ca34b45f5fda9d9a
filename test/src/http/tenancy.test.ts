import { allOperations, type Operation } from "@cartulary/wire";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type House, openHouse, type Person } from "../../support/application-fixture.ts";
import { actingOn, type BookMakers, bookMakersFor, FEC_EXPORTS, fees, receipt, rentCall } from "../../support/books.ts";
import { type TestDatabase, usualDatabases } from "../../support/databases.ts";
import { payCall } from "../../support/paid-calls.ts";
import { expectMalformed, expectNotFound, expectRefusal, expectStatus } from "../../support/refusals.ts";
import { camtOf, taken } from "../../support/statements.ts";

const acting = (Object.values(allOperations) as readonly Operation[]).filter(({ mandataire }) => mandataire);
const named = acting.map((operation) => [operation.id, operation] as const);
const withId = named.filter(([, { path }]) => path.includes("{id}"));

/** A marker in every text of the other mandataire, so that none of it can hide in an answer. */
const MARK = "ZZ-THEIRS";

/** Valid input of every operation. */
const BODIES: Readonly<Record<string, object>> = {
  createRentCallReminder: { level: 1 },
  createFecExport: { year: 2025 },
  createProperty: { name: "ours", address: "1 rue du Port" },
  createUnit: { identifier: "ours" },
  createOwner: { first_name: "ours" },
  createMandate: { reference: "ours", start_date: "2026-01-01" },
  extendMandate: { new_end_date: "2030-01-01" },
  createOwnership: { ownership: {} },
  updateOwnership: { ownership: {} },
  createRentalContact: { contact: {} },
  updateRentalContact: { contact: {} },
  createServiceProvider: { contact: {} },
  updateServiceProvider: { contact: {} },
  createLease: { lease: { reference: "ours", lease_type: "other", start_date: "2026-01-01" } },
  updateLease: { lease: {} },
  createLeaseTerm: { lease_term: {} },
  updateLeaseTerm: { lease_term: {} },
  createLeaseParty: { lease_party: {} },
  updateLeaseParty: { lease_party: {} },
  returnSecurityDeposit: { returned_on: "2026-02-26", in_conformity: true },
  giveLeaseNotice: { notice_date: "2026-03-01" },
  createBillingRun: { period_start: "2026-03-01" },
  createPayoutExport: { format: "pain.001" },
  createLetters: { kind: "notice" },
  assignBankTransaction: { lines: [{ account_code: "580000", amount_cents: 1 }] },
};

/** The bank account of a payee, and the debtor's account. */
const IBAN = "FR1420041010050500013M02606";

const QUERIES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  getLedgerAccount: { account: "411000" },
  // The day on which the clocks of tests begin.
  listSnapshots: { collection: "owners", updated_since: "2026-03-01" },
};

describe.each(usualDatabases)("two mandataires on $name", ({ open }) => {
  let database: TestDatabase;
  let house: House;
  let books: BookMakers;
  /** A member of ours alone. */
  let person: Person;
  let ours: string;
  let theirs: string;
  /** Ids of the other mandataire, by the operation that could be called with them. */
  let ids: Readonly<Record<string, string>>;
  /** A file attached to their incident. */
  let attachmentId: string;
  let eventId = "";
  let billedLease: string;
  let reminderId: string;
  let revisionId: string;
  /** Their assignment of a bank transaction. */
  let assignmentId: string;
  /** A line of the run of theirs. */
  let theirLine: string;
  /** Ids of the other mandataire that a body can name, by operation. */
  let foreign: Readonly<Record<string, object>>;

  beforeAll(async () => {
    database = await open();
    house = await openHouse(database);
    books = bookMakersFor(house);
    person = await house.person();
    ours = (await books.mandataire({ name: "ours" }, [person])).id;
    theirs = (await books.mandataire({ name: MARK, accounting_code: MARK, iban: IBAN })).id;
    await books.post(ours, rentCall("2025-11-05", 111));
    const [entry] = await books.post(
      theirs,
      ...[rentCall("2025-11-05", 98_765), receipt("2025-12-05", 98_765), fees("2025-12-31", 4_321)].map((each) => ({
        ...each,
        description: MARK,
        societyCode: MARK,
      })),
    );
    await books.ledger(theirs).draft(books.clerk, { ...rentCall("2026-01-05", 5), description: MARK });
    await books.ledger(theirs).closeMonth(books.clerk, "2025-11" as never);
    const json = { year: 2025 };
    const made = await house.admin.ask<{ id: string }>("POST", FEC_EXPORTS, actingOn(theirs, { json }));
    const fecExport = expectStatus(made, 201).id;
    const theirProperty = await makeTheirs("properties", { name: MARK, address: MARK });
    const theirUnit = await makeTheirs("units", { property_id: theirProperty, identifier: MARK });
    const theirOwner = await makeTheirs("owners", {
      first_name: MARK,
      bank_accounts: [{ iban: IBAN, is_default: true }],
    });
    const shares = { share_numerator: 1, share_denominator: 2 };
    const theirOwning = { ownership: { owner_id: theirOwner, unit_id: theirUnit, ...shares } };
    const theirProfile = await house.admin.ask<{ profileId: string }>(
      "GET",
      `/rental/api/v1/owners/${theirOwner}`,
      actingOn(theirs),
    );
    const theirMandate = { owner_profile_id: theirProfile.body.profileId, property_id: theirProperty };
    const terms = { reference: MARK, start_date: "2026-01-01", accounting_mode: "accrual" };
    const mandate_services = [{ service_type: MARK, billing_mode: "per_event", amount_cents: 1 }];
    const mandate = await makeTheirs("mandates", { ...theirMandate, ...terms, mandate_services });
    const service = await theirService(mandate);
    const theirEvent = { mandate_service_id: service, occurred_on: "2027-01-01" };
    eventId = await makeTheirs(`mandates/${mandate}/service_events`, theirEvent);
    const ownership = await makeTheirs("ownerships", theirOwning);
    const theirTenant = await makeTheirs("tenants", { last_name: MARK });
    const theirLease = await makeTheirs("leases", {
      lease: { reference: MARK, lease_type: "other", start_date: "2026-01-01" },
      units: [{ id: theirUnit, base_rent_cents: 1 }],
      tenant_id: theirTenant,
      break_dates: [{ break_date: "2027-01-01" }],
    });
    const named = {
      units: [{ id: theirUnit, base_rent_cents: 1 }],
      unit_ids: [theirUnit],
      lease_units: [{ id: theirUnit }],
      tenant_id: theirTenant,
    };
    const leaseUnit = await house.admin.ask<{ units: readonly { id: string }[] }>(
      "GET",
      `/rental/api/v1/leases/${theirLease}`,
      actingOn(theirs),
    );
    const theirUnitTerms = [{ lease_unit_id: leaseUnit.body.units[0]?.id, base_rent_cents: 1 }];
    const theirTerm = { lease_id: theirLease, effective_from: "2027-01-01", lease_unit_terms: theirUnitTerms };
    const theirParty = { lease_id: theirLease, party_type: "occupant" };
    const partyable = { partyable_type: "TenantActor", partyable_id: theirTenant };
    const billed = {
      ...{ reference: MARK, lease_type: "other", start_date: "2026-01-01", signature_date: "2026-01-01" },
      security_deposit_cents: 100,
    };
    const rented = { ...named, units: [{ id: theirUnit, base_rent_cents: 10_000 }] };
    billedLease = await makeTheirs("leases", { ...rented, lease: { ...billed, status: "active" } });
    const run = await makeTheirs("billing_runs", { period_start: "2026-03-01" });
    await house.work();
    const lines = await house.admin.ask<readonly { id: string }[]>(
      "GET",
      `/rental/api/v1/billing_runs/${run}/lines`,
      actingOn(theirs),
    );
    theirLine = expectStatus(lines, 200)[0]?.id ?? "";
    for (const period_start of ["2026-01-01", "2026-04-01"]) {
      const applied = await makeTheirs("billing_runs", { period_start });
      await house.work();
      for (const door of ["validate?force", "apply"])
        expectStatus(
          await house.admin.ask("POST", `/rental/api/v1/billing_runs/${applied}/${door}`, actingOn(theirs)),
          200,
        );
    }
    const call = await firstOfTheirs("rent_calls?q[overdue_eq]=true");
    reminderId = await makeTheirs(`rent_calls/${call}/reminders`, { level: 1 });
    await payCall(house, theirs, call, 100);
    const deposit = await firstOfTheirs("security_deposits");
    const payout = await firstOfTheirs("owner_payouts");
    const file = await makeTheirs("owner_payouts/exports", { format: "pain.001", ids: [payout] });
    const letters = await makeTheirs("letters", { kind: "notice", ids: [call] }, 202);
    await house.work();
    const estate = {
      LeaseTerm: await makeTheirs("lease_terms", { lease_term: theirTerm }),
      LeaseParty: await makeTheirs("lease_parties", { lease_party: { ...theirParty, ...partyable } }),
      Property: theirProperty,
      Unit: theirUnit,
      Owner: theirOwner,
      Tenant: theirTenant,
      Lease: theirLease,
      Ownership: ownership,
      RentalContact: await makeTheirs("contacts", { contact: { last_name: MARK } }),
      ServiceProvider: await makeTheirs("service_providers", { contact: { last_name: MARK } }),
      Mandate: mandate,
    };
    const revised = await theirRevision(theirTenant);
    const theirInvoice = {
      ...{ service_provider_id: estate.ServiceProvider, unit_id: theirUnit, reference: MARK, label: MARK },
      ...{ invoice_date: "2026-02-20", total_cents: 100 },
    };
    const invoice = await makeTheirs("supplier_invoices", theirInvoice);
    const theirStatement = { property_id: theirProperty, period_from: "2026-01-01", period_to: "2026-01-31" };
    const statement = await makeTheirs("charge_statements", theirStatement);
    const { incident, attachment } = await theirIncident(theirUnit);
    attachmentId = attachment;
    ids = {
      ...{ getIncident: incident, getIncidentAttachment: incident },
      ...{ getAccountingEntry: entry?.id ?? "", getFecExport: fecExport, downloadFecExport: fecExport },
      deleteFecExport: fecExport,
      ...{ extendMandate: mandate, terminateMandate: mandate, getRentCall: call, downloadRentCall: call },
      downloadRentReceipt: call,
      ...{ getSecurityDeposit: deposit, returnSecurityDeposit: deposit, downloadSecurityDeposit: deposit },
      ...{ getChargeStatement: statement, deleteChargeStatement: statement },
      ...{ approveChargeStatement: statement, downloadChargeStatement: statement },
      ...{ getSupplierInvoice: invoice, deleteSupplierInvoice: invoice },
      ...{ listServiceEvents: mandate, createServiceEvent: mandate, deleteServiceEvent: mandate },
      ...{ getOwnerPayout: payout, orderOwnerPayoutAgain: payout, getOwnerStatement: theirOwner },
      ...{ listRentCallReminders: call, createRentCallReminder: call, downloadRentCallReminder: call },
      ...{ getPayoutExport: file, downloadPayoutExport: file, deletePayoutExport: file },
      ...{ getLetters: letters, downloadLetters: letters, cancelLetters: letters },
      ...(await theirPayment()),
      ...Object.fromEntries(
        Object.entries(estate).flatMap(([noun, id]) =>
          ["get", "update", "delete"].map((verb) => [`${verb}${noun}`, id] as const),
        ),
      ),
      ...Object.fromEntries(
        [...["activateLease", "cancelLease", "giveLeaseNotice", "withdrawLeaseNotice", "applyLeaseRevision"]].map(
          (door) => [door, theirLease],
        ),
      ),
      downloadLeaseRevision: revised,
      ...Object.fromEntries(
        withId.filter(([, { path }]) => path.includes("/billing_runs/")).map(([operation]) => [operation, run]),
      ),
    };
    foreign = {
      createUnit: { property_id: theirProperty },
      createPayoutExport: { ids: [payout] },
      createServiceEvent: theirEvent,
      createChargeStatement: theirStatement,
      createSupplierInvoice: { ...theirInvoice, reference: "Ours" },
      markRentCallsSent: { ids: [call] },
      createLetters: { kind: "notice", ids: [call] },
      createOwnership: theirOwning,
      updateOwnership: theirOwning,
      createMandate: theirMandate,
      updateMandate: { property_ids: [theirProperty] },
      createLease: named,
      createBillingRun: { property_id: theirProperty, lease_ids: [theirLease] },
      createLeaseTerm: { lease_term: theirTerm },
      updateLeaseTerm: { lease_term: { lease_unit_terms: theirUnitTerms } },
      createLeaseParty: { lease_party: { ...theirParty, ...partyable } },
      updateLeaseParty: { lease_party: partyable },
    };
    standing = await rowsOf(theirs);
  });
  afterAll(() => house.close());

  /** Ingested by their own connector. */
  async function theirPayment() {
    const connector = { name: "b", area: "portal", mandataire_id: theirs };
    const made = await house.admin.ask<{ key: string }>("POST", "/api/v1/connectors", { json: connector });
    const headers = { "x-connector-key": expectStatus(made, 201).key };
    const paid = { bank_reference: MARK, booked_on: "2026-01-31", amount_cents: 1, direction: "inbound" };
    const json = { transactions: [{ ...paid, label: MARK, rent_call_reference: "AP-2026-000001" }] };
    expectStatus(await house.ask("POST", "/portal/v1/bank_transactions", { json, headers }), 200);
    const [from, to] = ["2026-01-01", "2026-01-31"];
    await taken(house, { id: theirs }, camtOf([{ id: MARK, from, to, opening: 0, iban: IBAN, entries: [] }]));
    return {
      getPayment: await firstOfTheirs("payments"),
      getBankTransaction: await firstOfTheirs("bank_transactions"),
      ...(await theirAssignment(headers)),
    };
  }

  /** Of a transaction of unknown purpose. */
  async function theirAssignment(headers: Readonly<Record<string, string>>) {
    const unknown = { bank_reference: `${MARK}-2`, booked_on: "2026-01-31", amount_cents: 7, direction: "inbound" };
    const json = { transactions: [{ ...unknown, label: MARK }] };
    expectStatus(await house.ask("POST", "/portal/v1/bank_transactions", { json, headers }), 200);
    const path = "/rental/api/v1/bank_transactions";
    const named = actingOn(theirs, { query: { "q[status_eq]": "unmatched" } });
    const [found] = expectStatus(await house.admin.ask<readonly { id: string }[]>("GET", path, named), 200);
    const id = found?.id ?? "none";
    const lines = [{ account_code: "580000", amount_cents: 3, label: MARK }];
    const assigned = await house.admin.ask<{ assignments: readonly { id: string }[] }>(
      "POST",
      `${path}/${id}/assignments`,
      actingOn(theirs, { json: { lines } }),
    );
    assignmentId = expectStatus(assigned, 201).assignments[0]?.id ?? "none";
    return { assignBankTransaction: id, deleteBankAssignment: id };
  }

  /** Declared by their own program. */
  async function theirIncident(unit: string) {
    const connector = { name: "x", area: "portal", mandataire_id: theirs };
    const made = await house.admin.ask<{ key: string }>("POST", "/api/v1/connectors", { json: connector });
    const headers = { "x-connector-key": expectStatus(made, 201).key };
    const json = { title: MARK, description: MARK, scope_type: "Unit", scope_id: unit };
    const incident = await house.ask<{ id: string }>("POST", "/portal/v1/incidents", { json, headers });
    const { id } = expectStatus(incident, 201);
    const form = { file: new File([MARK], MARK) };
    const attached = await house.ask<{ id: string }>("POST", `/portal/v1/incidents/${id}/attachments`, {
      form,
      headers,
    });
    return { incident: id, attachment: expectStatus(attached, 201).id };
  }

  async function theirService(mandate: string): Promise<string> {
    const path = `/rental/api/v1/mandates/${mandate}`;
    const found = await house.admin.ask<{ mandateServices: readonly { id: string }[] }>("GET", path, actingOn(theirs));
    return expectStatus(found, 200).mandateServices[0]?.id ?? "none";
  }

  async function firstOfTheirs(collection: string): Promise<string> {
    const path = `/rental/api/v1/${collection}`;
    const found = await house.admin.ask<readonly { id: string }[]>("GET", path, actingOn(theirs));
    return expectStatus(found, 200)[0]?.id ?? "none";
  }

  async function makeTheirs(collection: string, json: object, status = 201): Promise<string> {
    const made = await house.admin.ask<{ id: string }>(
      "POST",
      `/rental/api/v1/${collection}`,
      actingOn(theirs, { json }),
    );
    return expectStatus(made, status).id;
  }

  /** Makes a lease of theirs whose rent is revised, and returns the lease. */
  async function theirRevision(tenant_id: string): Promise<string> {
    const index_values = [2023, 2024, 2025, 2026].map((year) => ({
      ...{ index_code: "ILC", period: `${year}-Q1`, value: year / 10, published_on: "2026-01-01" },
    }));
    const published = await house.admin.ask("POST", "/rental/api/v1/index_values", { json: { index_values } });
    expectStatus(published, 200);
    const property_id = await makeTheirs("properties", { name: MARK, address: MARK });
    const id = await makeTheirs("units", { property_id, identifier: MARK });
    const lease = await makeTheirs("leases", {
      lease: {
        ...{ reference: MARK, lease_type: "commercial", status: "active" },
        ...{ start_date: "2024-02-01", signature_date: "2024-01-15" },
      },
      units: [{ id, base_rent_cents: 100, index_type: "ILC" }],
      lease_units: [{ id, index_base_date: "2023-01-01", index_base_value: 100 }],
      tenant_id,
    });
    revisionId = await makeTheirs(`leases/${lease}/revisions`, {});
    return lease;
  }

  const pathOf = ({ path, id }: Operation, theirId = ids[id] ?? "") =>
    path
      .replace("{id}", theirId)
      .replace("{period}", "2025-12")
      .replace("{event_id}", eventId)
      .replace("{attachment_id}", attachmentId)
      .replace("{assignment_id}", assignmentId)
      .replace("{reminder_id}", reminderId)
      .replace("{revision_id}", revisionId)
      .replace("{line_id}", theirLine);
  const methodOf = ({ method }: Operation) => method.toUpperCase();
  const saying = ({ id, body }: Operation) => ({
    ...(body && { json: { ...BODIES[id], ...foreign[id] } }),
    ...(QUERIES[id] && { query: QUERIES[id] }),
  });
  /** The rows of the other mandataire before the requests: they must be the same afterwards. */
  let standing: readonly string[];

  /** Every row that says whose it is. */
  async function rowsOf(mandataireId: string): Promise<readonly string[]> {
    const plain = mandataireId.replaceAll("-", "");
    const rows = (await database.dump()).split("\n");
    return rows.filter((row) => row.includes(mandataireId) || row.includes(plain)).sort();
  }

  it("are both in the database, and every operation is tested", async () => {
    expect(standing.length).toBeGreaterThan(20);
    expect(withId.map(([id]) => id).sort()).toEqual(Object.keys(ids).sort());
  });

  it.each(named)("%s reads and changes nothing of another mandataire [R-35]", async (_id, operation) => {
    const [method, path, text] = [methodOf(operation), pathOf(operation), saying(operation)];
    expectRefusal(await person.ask(method, path, actingOn(theirs, text)), 403, "forbidden");
    const query = { ...QUERIES[operation.id], mandataire_id: theirs };
    expectRefusal(await person.ask(method, path, { ...text, query }), 403, "forbidden");
    expectMalformed(await person.ask(method, path, actingOn(ours, { ...text, query })));
    for (const asking of [text, actingOn(ours, text)]) {
      const reply = await person.ask<unknown>(method, path, asking);
      expect(reply.text).not.toContain(MARK);
      expect(reply.text).not.toContain("987.65");
      for (const id of [theirs, ...Object.values(ids)]) expect(reply.text).not.toContain(id);
      if (path.includes(ids[operation.id] ?? "none")) expectNotFound(reply);
    }
    const before = standing;
    standing = await rowsOf(theirs);
    expect(standing).toEqual(before);
  });

  it.each(withId)(
    "%s answers the same for a record of another mandataire and for an unknown one",
    async (id, operation) => {
      const ask = async (of: string) =>
        person.ask(methodOf(operation), pathOf(operation, of), actingOn(ours, saying(operation)));
      const [there, nowhere] = [await ask(ids[id] ?? ""), await ask("00000000-0000-7000-8000-000000000000")];
      const { request_id: one, ...theirAnswer } = expectNotFound(there);
      const { request_id: other, ...noAnswer } = expectNotFound(nowhere);
      expect(theirAnswer).toEqual(noAnswer);
      expect(one).not.toBe(other);
    },
  );

  it("is read in full by its own members, with the same requests", async () => {
    for (const operation of acting.filter(({ method }) => method === "get")) {
      const named = operation.id === "downloadChargeStatement" ? `?lease_id=${billedLease}` : "";
      const asking = actingOn(theirs, saying(operation));
      const reply = await house.admin.ask<unknown>("GET", pathOf(operation) + named, asking);
      expect(expectStatus(reply, 200), operation.path).not.toEqual([]);
    }
  });
});
