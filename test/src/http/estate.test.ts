import type { NewEntry } from "@cartulary/ledger";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type House, openHouse, type Person } from "../../support/application-fixture.ts";
import { actingOn, type BookMakers, bookMakersFor, rentCall } from "../../support/books.ts";
import { usualDatabases } from "../../support/databases.ts";
import { fieldsOf } from "../../support/estate-spec.ts";
import { NOTHING } from "../../support/record-factories.ts";
import { recordProblems } from "../../support/records.ts";
import {
  expectMalformed,
  expectNotFound,
  expectRefusal,
  expectRentalInvalid,
  expectStatus,
} from "../../support/refusals.ts";

const RENTAL = "/rental/api/v1";

/** A record of the API; its fields are checked against the specification's table. */
// biome-ignore lint/suspicious/noExplicitAny: tests read single fields of a response body.
type Body = any;

/** An entry with a line of an owner. */
const onOwner = (auxiliaryCode: string): NewEntry => {
  const call = rentCall("2025-11-06", 100);
  return {
    ...call,
    lines: call.lines.map((line) => (line.accountCode === "467000" ? { ...line, auxiliaryCode } : line)),
  };
};

describe.each(usualDatabases)("an estate on $name", ({ open }) => {
  let house: House;
  let books: BookMakers;
  let admin: Person;
  let mandataire: string;
  beforeAll(async () => {
    house = await openHouse(await open());
    books = bookMakersFor(house);
    admin = house.admin;
    mandataire = (await books.mandataire()).id;
  });
  afterAll(() => house.close());

  const ask = (method: string, path: string, json?: object, query?: Record<string, string>) =>
    admin.ask<Body>(method, RENTAL + path, actingOn(mandataire, { ...(json && { json }), ...(query && { query }) }));
  const made = async (path: string, json: object) => {
    house.clock.pass(1000);
    return expectStatus(await ask("POST", path, json), 201);
  };
  const changed = async (path: string, json: object) => {
    house.clock.pass(1000);
    return expectStatus(await ask("PATCH", path, json), 200);
  };
  const found = async (path: string) => expectStatus(await ask("GET", path), 200);
  const list = async (path: string, query: Record<string, string> = {}) =>
    expectStatus(await ask("GET", path, undefined, query), 200);
  const property = (more: object = {}) => made("/properties", { name: "Le Moulin", address: "1 rue du Port", ...more });

  describe("has properties", () => {
    it("with the defaults of missing fields, complete in the detail and short in the list", async () => {
      const bare = await property();
      expect(recordProblems(fieldsOf("Property", "detail"), bare)).toEqual([]);
      expect(bare).toMatchObject({ propertyType: "commercial", active: true, hasElevator: false, unitsCount: 0 });
      expect(bare).toMatchObject({ occupancyRate: null, totalSurface: null, shareKeys: [], units: [], entrances: [] });
      const full = await property({
        city: "Brest",
        postal_code: "29200",
        property_type: "mixed",
        has_elevator: true,
        floor_count: 4,
        external_id: "X1",
        business_code: "B1",
        patrimony_code: "P1",
        navigation_only: true,
        active: false,
        share_keys: [{ name: "Générales", total: 1000, excluded_unit_types: ["parking"] }],
        entrances: [{ name: "A", address: "1 bis rue du Port" }, { name: "B" }],
      });
      expect(recordProblems(fieldsOf("Property", "detail"), full)).toEqual([]);
      expect(full.entrances.map(({ name, unitsCount, propertyId }: Body) => [name, unitsCount, propertyId])).toEqual([
        ["A", 0, full.id],
        ["B", 0, full.id],
      ]);
      expect(await found(`/properties/${full.id}`)).toEqual(full);
      const [, listed] = await list("/properties", { "q[id_in]": `${bare.id},${full.id}` });
      expect(recordProblems(fieldsOf("Property", "list"), listed)).toEqual([]);
      const { units: _, entrances: __, ...short } = full;
      expect(listed).toEqual(short);
    });

    it("whose arrays replace the present ones, elements with an id keeping it", async () => {
      const { id, entrances } = await property({ entrances: [{ name: "A", city: "Brest" }, { name: "B" }] });
      const [a, b] = entrances;
      const renamed = await changed(`/properties/${id}`, { entrances: [{ name: "C" }, { id: a.id, name: "A2" }] });
      expect(renamed.entrances.map(({ name, city }: Body) => [name, city])).toEqual([
        ["C", null],
        ["A2", "Brest"],
      ]);
      expect(renamed.entrances[1].id).toBe(a.id);
      const gone = await ask("PATCH", `/properties/${id}`, { entrances: [{ id: b.id }, { name: "" }, {}] });
      expectRentalInvalid(gone, {
        "entrances[0].id": ["not_found"],
        "entrances[1].name": ["blank"],
        "entrances[2].name": ["blank"],
      });
      const unit = await made("/units", { property_id: id, identifier: "1", entrance_id: a.id });
      expectRentalInvalid(await ask("PATCH", `/properties/${id}`, { entrances: [] }), { entrances: ["invalid"] });
      expect(unit.entranceName).toBe("A2");
    });

    it("refused with every field that is wrong", async () => {
      expectRentalInvalid(await ask("POST", "/properties", {}), { name: ["blank"], address: ["blank"] });
      const wrong = { name: " ", address: "", floor_count: -1, city: "x".repeat(256), share_keys: [{ total: 0 }] };
      expectRentalInvalid(await ask("POST", "/properties", wrong), {
        name: ["blank"],
        address: ["blank"],
        floor_count: ["greater_than_or_equal_to"],
        city: ["too_long"],
        "share_keys[0].name": ["blank"],
        "share_keys[0].total": ["greater_than_or_equal_to"],
      });
    });
  });

  describe("has units", () => {
    it("with their address, whole in the detail and short in the list", async () => {
      const { id, entrances, shareKeys } = await property({
        city: "Brest",
        postal_code: "29200",
        entrances: [{ name: "A", address: "1 bis rue du Port" }],
        share_keys: [{ name: "Générales", total: 1000 }],
      });
      const [entrance, key] = [entrances[0].id, shareKeys[0].id];
      const unit = await made("/units", { property_id: id, identifier: "Lot 1", area_sqm: 45.5 });
      expect(recordProblems(fieldsOf("Unit", "detail"), unit)).toEqual([]);
      expect(unit).toMatchObject({ unitType: "retail", areaSqm: 45.5, active: true, sharesComplete: false });
      expect(unit.address).toMatchObject({ origin: "property", formatted: "1 rue du Port, 29200 Brest" });
      const changes = { entrance_id: entrance, allocations: [{ share_key_id: key, shares: 125 }], energy_class: "F" };
      const placed = await changed(`/units/${unit.id}`, changes);
      expect(placed.address).toMatchObject({ origin: "entrance", formatted: "1 bis rue du Port, 29200 Brest" });
      expect(placed.allocations).toEqual([{ shareKeyId: key, shareKeyName: "Générales", shares: 125 }]);
      const own = await changed(`/units/${unit.id}`, { own_address: { line1: "3 quai", city: "Brest" } });
      expect(own.address).toMatchObject({ origin: "own", formatted: "3 quai, Brest" });
      expect(own.ownAddress).toMatchObject({ line1: "3 quai", line2: null, source: "own" });
      expect(recordProblems(fieldsOf("Unit", "detail"), own)).toEqual([]);
      const [listed] = await list("/units", { "q[property_id_eq]": id });
      expect(recordProblems(fieldsOf("Unit", "list"), listed)).toEqual([]);
      const detail = await found(`/properties/${id}`);
      expect(detail.units).toEqual([listed]);
      expect(detail).toMatchObject({ unitsCount: 1, vacantCount: 1, occupancyRate: 0, totalSurface: 45.5 });
      expectRentalInvalid(await ask("PATCH", `/properties/${id}`, { share_keys: [] }), { share_keys: ["invalid"] });
    });

    it("refused with every field that is wrong", async () => {
      const { id } = await property();
      const other = await property({ entrances: [{ name: "A" }], share_keys: [{ name: "G", total: 10 }] });
      const wrong = {
        property_id: NOTHING,
        identifier: "",
        area_sqm: 1.234,
        entrance_id: other.entrances[0].id,
        date_reception: "0999-01-01",
        allocations: [{ share_key_id: other.shareKeys[0].id, shares: -1 }],
      };
      const details = {
        identifier: ["blank"],
        area_sqm: ["invalid"],
        entrance_id: ["not_found"],
        date_reception: ["greater_than_or_equal_to"],
        "allocations[0].share_key_id": ["not_found"],
        "allocations[0].shares": ["greater_than_or_equal_to"],
      };
      expectRentalInvalid(await ask("POST", "/units", wrong), { property_id: ["not_found"], ...details });
      expectRentalInvalid(await ask("POST", "/units", { ...wrong, property_id: id }), details);
      expectRentalInvalid(await ask("POST", "/units", { property_id: id, identifier: "1", area_sqm: 1.23456 }), {
        area_sqm: ["invalid"],
      });
    });

    it("filtered by area as a decimal, exactly", async () => {
      const { id } = await property();
      for (const area_sqm of [0.1, 0.2, 0.3, 45]) await made("/units", { property_id: id, identifier: "x", area_sqm });
      const areas = async (query: Record<string, string>) =>
        (await list("/units", { "q[property_id_eq]": id, ...query })).map(({ areaSqm }: Body) => areaSqm);
      expect(await areas({ "q[area_sqm_eq]": "0.3" })).toEqual([0.3]);
      expect(await areas({ "q[area_sqm_gteq]": "0.20", sort: "area_sqm", direction: "desc" })).toEqual([45, 0.3, 0.2]);
      for (const value of ["0.00001", "x", "1e3"])
        expectMalformed(await ask("GET", "/units", undefined, { "q[area_sqm_eq]": value }));
    });
  });

  describe("has people", () => {
    const IBAN = "FR76 3000 6000 0112 3456 7890 189";

    it("with a name, a code of their own and accounts", async () => {
      const owner = await made("/owners", {
        first_name: "Anne",
        last_name: "Aubry",
        email_address: "anne@example.org",
        phone_number: "02",
        siret: "35600000000048",
        vat_number: "FR 40 552100554",
        bank_accounts: [{ label: "Loyers", iban: IBAN, bic: "agrifrpp", is_default: true }, {}],
      });
      expect(recordProblems(fieldsOf("Owner", "detail"), owner)).toEqual([]);
      expect(owner).toMatchObject({ name: "Anne Aubry", contactType: "individual", subType: "individual" });
      expect(owner.code).toMatch(/^PRO\d{4}$/);
      expect(owner.bankAccounts[0]).toMatchObject({ iban: IBAN.replaceAll(" ", ""), bic: "AGRIFRPP", isDefault: true });
      const [listed] = await list("/owners", { q: "aubry" });
      expect(await list("/owners", { "q[vat_number_eq]": "FR40552100554", sort: "vat_number" })).toEqual([listed]);
      expect(recordProblems(fieldsOf("Owner", "list"), listed)).toEqual([]);
      expect(listed).toMatchObject({ id: owner.id, displayName: "Anne Aubry", accountingCode: owner.code });
      const tenant = await made("/tenants", { trade_name: "Café Élan", tenant_type: "company" });
      expect(recordProblems(fieldsOf("Tenant", "detail"), tenant)).toEqual([]);
      expect(tenant).toMatchObject({ name: "Café Élan", contactType: "company", subType: "company" });
      expect((await changed(`/tenants/${tenant.id}`, { trade_name: null })).name).toBe(tenant.code);
      expect(recordProblems(fieldsOf("Tenant", "list"), (await list("/tenants"))[0])).toEqual([]);
    });

    it("whose codes are issued in order, without gaps, and never twice", async () => {
      const { id } = await books.mandataire();
      const send = async (method: string, path: string, json?: object) =>
        admin.ask<Body>(method, RENTAL + path, actingOn(id, json ? { json } : {}));
      const made = async (more: object = {}) =>
        expectStatus(await send("POST", "/owners", { first_name: "x", ...more }), 201);
      const first = await made();
      expectRentalInvalid(await send("POST", "/owners", { first_name: "" }), { first_name: ["blank"] });
      const third = await made({ accounting_code: "PRO0003" });
      expect([first.code, (await made()).code, (await made()).code]).toEqual(["PRO0001", "PRO0002", "PRO0004"]);
      expectStatus(await send("DELETE", `/owners/${third.id}`), 204);
      for (const accounting_code of ["PRO0001", "PRO0003"])
        expectRentalInvalid(await send("POST", "/owners", { first_name: "x", accounting_code }), {
          accounting_code: ["taken"],
        });
      for (const accounting_code of ["PRO1", "LOC0009", "PRO12345678901234567"])
        expectRentalInvalid(await send("POST", "/owners", { first_name: "x", accounting_code }), {
          accounting_code: ["invalid"],
        });
      expect(expectStatus(await send("POST", "/tenants", {}), 201).code).toBe("LOC0001");
    });

    it("whose codes are unique under concurrent requests", async () => {
      const { id } = await books.mandataire();
      const asking = actingOn(id, { json: { first_name: "x" } });
      const replies = await Promise.all(
        Array.from({ length: 6 }, () => admin.ask<Body>("POST", `${RENTAL}/owners`, asking)),
      );
      const codes = replies.map((reply) => expectStatus(reply, 201).code as string);
      expect(codes.sort()).toEqual([1, 2, 3, 4, 5, 6].map((number) => `PRO000${number}`));
    });

    it("who take over the auxiliaries of an opening, and stay while the book has lines of them", async () => {
      const { id } = await books.mandataire();
      await books.post(id, rentCall("2025-11-05", 100));
      const opened = { kind: "PRO", code: "PRO0042", name: "Before", entityType: null, entityId: null };
      await books.ledger(id).saveAuxiliary(books.clerk, opened);
      const json = { first_name: "Zoé", accounting_code: "PRO0042" };
      const adopted = await admin.ask<Body>("POST", `${RENTAL}/owners`, actingOn(id, { json }));
      expect(expectStatus(adopted, 201).code).toBe("PRO0042");
      const next = await admin.ask<Body>("POST", `${RENTAL}/owners`, actingOn(id, { json: { first_name: "x" } }));
      // PRO0001 is on the entry that was posted.
      expect(expectStatus(next, 201).code).toBe("PRO0002");
      await books.post(id, onOwner("PRO0042"));
      const removal = await admin.ask("DELETE", `${RENTAL}/owners/${adopted.body.id}`, actingOn(id));
      expectRefusal(removal, 422, "has_dependents");
      expectStatus(await admin.ask<unknown>("DELETE", `${RENTAL}/owners/${next.body.id}`, actingOn(id)), 204);
    });

    it("refused with every field that is wrong", async () => {
      const wrong = {
        first_name: " ",
        email_address: "nobody",
        siret: "12345678901234",
        bank_accounts: [{ iban: "FR7630006000011234567890188" }, { is_default: true }, { is_default: true, bic: "x" }],
      };
      expectRentalInvalid(await ask("POST", "/owners", wrong), {
        email_address: ["invalid"],
        first_name: ["blank"],
        siret: ["invalid"],
        "bank_accounts[0].iban": ["invalid"],
        "bank_accounts[2].bic": ["invalid"],
        "bank_accounts[2].is_default": ["taken"],
      });
    });

    it("in two separate lists of contacts", async () => {
      const contact = await made("/contacts", { contact: { company_name: "Syndic du Port", contact_type: "syndic" } });
      const provider = await made("/service_providers", { contact: { last_name: "Plombier", contact_type: "other" } });
      expect(recordProblems(fieldsOf("RentalContact", "detail"), contact)).toEqual([]);
      expect(recordProblems(fieldsOf("ServiceProvider", "detail"), provider)).toEqual([]);
      expect(provider).toMatchObject({ contactType: "provider", displayName: "Plombier" });
      expectRentalInvalid(await ask("POST", "/contacts", { contact: { contact_type: "provider" } }), {
        contact_type: ["inclusion"],
      });
      for (const path of [`/contacts/${provider.id}`, `/service_providers/${contact.id}`])
        for (const method of ["GET", "DELETE"]) expectNotFound(await ask(method, path));
      expect((await list("/contacts", { "q[id_in]": `${contact.id},${provider.id}` })).length).toBe(1);
      const reached = await changed(`/contacts/${contact.id}`, { contact: { email_address: "a@example.org" } });
      const query = { "q[email_address_cont]": "A@EXAMPLE" };
      expect(await list("/contacts", query)).toEqual([reached]);
      expectMalformed(await ask("GET", "/contacts", undefined, { sort: "email_address" }));
    });
  });

  describe("has ownerships", () => {
    it("whose shares are exact on every day", async () => {
      const { id: property_id } = await property();
      const { id: unit_id } = await made("/units", { property_id, identifier: "1" });
      const owners = [];
      for (const first_name of ["A", "B", "C"]) owners.push(await made("/owners", { first_name }));
      const [a, b, c] = owners.map(({ id }) => id);
      const own = (owner_id: string, more: object = {}) =>
        made("/ownerships", {
          ownership: { owner_id, unit_id, share_numerator: 1, share_denominator: 3, ...more },
        });
      const [first] = [await own(a), await own(b)];
      expect(recordProblems(fieldsOf("Ownership", "detail"), first)).toEqual([]);
      expect(await found(`/units/${unit_id}`)).toMatchObject({ sharesComplete: false, totalSharePercent: 66.6667 });
      const ending = await own(c, { valid_to: "2020-12-31" });
      expect((await found(`/units/${unit_id}`)).sharesComplete).toBe(false);
      await changed(`/ownerships/${ending.id}`, { ownership: { valid_to: null } });
      const unit = await found(`/units/${unit_id}`);
      expect(unit).toMatchObject({ sharesComplete: true, totalSharePercent: 100 });
      expect(unit.owners.map(({ name, shareRatio }: Body) => [name, shareRatio])).toEqual([
        ["A", 0.333333],
        ["B", 0.333333],
        ["C", 0.333333],
      ]);
      expect(unit.ownerships[0]).toMatchObject({ sharePercent: 33.3333, shareRatio: 0.333333 });
      expect(recordProblems(fieldsOf("Unit", "detail"), unit)).toEqual([]);
      const owner = await found(`/owners/${a}`);
      expect(owner.properties).toEqual([expect.objectContaining({ id: property_id, unitsOwned: 1 })]);
      expect(owner.ownerships).toEqual([expect.objectContaining({ unitId: unit_id, shareDenominator: 3 })]);
      for (const path of [`/owners/${a}`, `/units/${unit_id}`])
        expectRefusal(await ask("DELETE", path), 422, "has_dependents");
      await changed(`/owners/${a}`, { first_name: "Anne" });
      const [listed] = await list("/units", { "q[property_id_eq]": property_id });
      expect([listed.owners[0].name, listed.updatedAt]).toEqual(["Anne", house.clock.now()]);
    });

    it("refused with every field that is wrong", async () => {
      expectRentalInvalid(await ask("POST", "/ownerships", {}), { ownership: ["blank"] });
      const blank = {
        owner_id: ["blank"],
        unit_id: ["blank"],
        share_numerator: ["blank"],
        share_denominator: ["blank"],
      };
      expectRentalInvalid(await ask("POST", "/ownerships", { ownership: {} }), blank);
      const unknown = { owner_id: NOTHING, unit_id: NOTHING, share_numerator: 0, share_denominator: 1 };
      expectRentalInvalid(await ask("POST", "/ownerships", { ownership: unknown }), {
        share_numerator: ["greater_than_or_equal_to"],
        unit_id: ["not_found"],
        owner_id: ["not_found"],
      });
    });
  });

  it("updates the change feed of records that show a change, and keeps referenced records", async () => {
    const { id } = await property();
    const since = () => house.clock.now();
    house.clock.pass(1000);
    const before = since();
    const unit = await made("/units", { property_id: id, identifier: "1", area_sqm: 10 });
    const moved = async (path: string, at: string) =>
      (await list(path, { updated_since: at })).map(({ id }: Body) => id as string);
    expect(await moved("/properties", before)).toContain(id);
    house.clock.pass(1000);
    const mid = since();
    await changed(`/properties/${id}`, { floor_count: 2 });
    expect(await moved("/units", mid)).not.toContain(unit.id);
    await changed(`/properties/${id}`, { city: "Quimper" });
    expect(await moved("/units", mid)).toContain(unit.id);
    expectRefusal(await ask("DELETE", `/properties/${id}`), 422, "has_dependents");
    expectStatus(await ask("DELETE", `/units/${unit.id}`), 204);
    expectNotFound(await ask("GET", `/units/${unit.id}`));
    expectStatus(await ask("DELETE", `/properties/${id}`), 204);
    expectNotFound(await ask("DELETE", `/properties/${id}`));
  });

  it("keeps its mandataire", async () => {
    await property();
    expectRefusal(await admin.ask("DELETE", `${RENTAL}/mandataires/${mandataire}`), 422, "has_dependents");
    const { id } = await books.mandataire();
    for (const [collection, json] of Object.entries({ owners: { first_name: "x" }, tenants: {} })) {
      const made = await admin.ask<Body>("POST", `${RENTAL}/${collection}`, actingOn(id, { json }));
      expectRefusal(await admin.ask("DELETE", `${RENTAL}/mandataires/${id}`), 422, "has_dependents");
      const path = `${RENTAL}/${collection}/${expectStatus(made, 201).id}`;
      expectStatus(await admin.ask<unknown>("DELETE", path, actingOn(id)), 204);
    }
    expectStatus(await admin.ask<unknown>("DELETE", `${RENTAL}/mandataires/${id}`), 204);
  });
});
