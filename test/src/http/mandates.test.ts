import { type Day, defaultsOf } from "@cartulary/kernel";
import { dayInParis } from "@cartulary/ledger";
import { mandateRecord } from "@cartulary/rental";
import type { MandataireId } from "@cartulary/rental/agency";
import { type Mandate, mandateOn } from "@cartulary/rental/property";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type House, openHouse, type Person } from "../../support/application-fixture.ts";
import { actingOn, type BookMakers, bookMakersFor } from "../../support/books.ts";
import { type TestDatabase, usualDatabases } from "../../support/databases.ts";
import { fieldsOf } from "../../support/estate-spec.ts";
import { seededIds } from "../../support/fixed-clock.ts";
import { NOTHING } from "../../support/record-factories.ts";
import { recordProblems } from "../../support/records.ts";
import { expectNotFound, expectRefusal, expectRentalInvalid, expectStatus } from "../../support/refusals.ts";

const RENTAL = "/rental/api/v1";
const newId = seededIds("mandates");

/** A record of the API; its fields are checked against the specification's table. */
// biome-ignore lint/suspicious/noExplicitAny: tests read single fields of a response body.
type Body = any;

describe.each(usualDatabases)("mandates on $name", ({ open }) => {
  let database: TestDatabase;
  let house: House;
  let books: BookMakers;
  let admin: Person;
  let mandataire: string;
  let owner: Body;
  let property: Body;
  /** The day that it is in Paris. */
  const today = () => dayInParis(house.clock.now());
  const inYears = (years: number) => `${Number(today().slice(0, 4)) + years}${today().slice(4)}`;

  beforeAll(async () => {
    database = await open();
    house = await openHouse(database);
    books = bookMakersFor(house);
    admin = house.admin;
    mandataire = (await books.mandataire()).id;
    owner = await made("/owners", { first_name: "Anne", last_name: "Aubry" });
    property = await made("/properties", { name: "Le Moulin", address: "1 rue du Port", business_code: "B1" });
  });
  afterAll(() => house.close());

  const ask = (method: string, path: string, json?: object, query?: Record<string, string>, of = mandataire) =>
    admin.ask<Body>(method, RENTAL + path, actingOn(of, { ...(json && { json }), ...(query && { query }) }));
  const made = async (path: string, json: object) => {
    house.clock.pass(1000);
    return expectStatus(await ask("POST", path, json), 201);
  };
  const done = async (path: string, json: object) => {
    house.clock.pass(1000);
    return expectStatus(await ask("POST", path, json), 200);
  };
  const changed = async (path: string, json: object) => {
    house.clock.pass(1000);
    return expectStatus(await ask("PATCH", path, json), 200);
  };
  const found = async (path: string) => expectStatus(await ask("GET", path), 200);
  const list = async (query: Record<string, string> = {}) =>
    expectStatus(await ask("GET", "/mandates", undefined, query), 200);
  const mandate = (more: object = {}) =>
    made("/mandates", { owner_profile_id: owner.profileId, reference: "M-1", start_date: today(), ...more });

  it("name the owner, the property and the services in full", async () => {
    const bare = await mandate();
    expect(recordProblems(fieldsOf("Mandate", "detail"), bare)).toEqual([]);
    expect(bare).toMatchObject({ mandateType: "full_management", status: "active", businessCode: "1", properties: [] });
    expect(bare).toMatchObject({ ownerId: owner.profileId, ownerActorId: owner.id, ownerName: "Anne Aubry" });
    expect(bare).toMatchObject({ ownerBusinessCode: owner.code, propertyId: null, effectiveAccountingMode: "cash" });
    const full = await mandate({
      property_id: property.id,
      mandate_type: "rental_only",
      end_date: inYears(3),
      management_fee_rate: 7.25,
      signature_date: today(),
      vat_rate_on_fees: 20,
      renewal_mode: "express",
      notice_months: 3,
      special_conditions: "Deux\nlignes",
      distribution_frequency: "quarterly",
      distribution_day: 10,
      distribution_margin_days: 5,
      depot_garantie_detention: "agency",
      retenue_destination: "agency",
      accounting_mode: "accrual",
      mandate_services: [
        { service_type: "letting", billing_mode: "percentage", rate: 8.5, calculation_base: "rent_excl_tax" },
        { service_type: "inventory", billing_mode: "fixed", amount_cents: 12_000, vat_applicable: false, position: 7 },
      ],
    });
    expect(recordProblems(fieldsOf("Mandate", "detail"), full)).toEqual([]);
    expect(full).toMatchObject({ propertyName: "Le Moulin", propertyBusinessCode: "B1", managementFeeRate: 7.25 });
    expect(full.properties).toEqual([{ id: property.id, name: "Le Moulin", businessCode: "B1" }]);
    expect(full).toMatchObject({ accountingMode: "accrual", effectiveAccountingMode: "accrual" });
    const [letting, inventory] = full.mandateServices;
    expect(letting).toMatchObject({ rate: 8.5, target: "owner", vatApplicable: true, active: true, position: null });
    expect(inventory).toMatchObject({ amountCents: 12_000, vatApplicable: false, position: 7 });
    const listed = (await list({ "q[id_eq]": full.id }))[0];
    expect(recordProblems(fieldsOf("Mandate", "list"), listed)).toEqual([]);
    const services = [
      { id: inventory.id, label: "État des lieux" },
      { service_type: "new", billing_mode: "per_event" },
    ];
    const after = await changed(`/mandates/${full.id}`, { mandate_services: services, property_ids: [] });
    expect(after.mandateServices.map(({ serviceType }: Body) => serviceType)).toEqual(["inventory", "new"]);
    expect(after.mandateServices[0]).toMatchObject({ id: inventory.id, amountCents: 12_000, label: "État des lieux" });
    expect(after).toMatchObject({ propertyId: null, propertyName: null, properties: [], managementFeeRate: 7.25 });
    const other = await made("/properties", { name: "Autre", address: "x" });
    const both = await changed(`/mandates/${full.id}`, { property_ids: [other.id, property.id] });
    expect([both.propertyId, both.properties.map(({ id }: Body) => id)]).toEqual([other.id, [other.id, property.id]]);
    for (const path of [`/properties/${property.id}`, `/properties/${other.id}`, `/owners/${owner.id}`])
      expectRefusal(await ask("DELETE", path), 422, "has_dependents");
    const summary = (await found(`/owners/${owner.id}`)).mandates.find(({ id }: Body) => id === full.id);
    expect(summary).toEqual({
      ...{ id: full.id, reference: "M-1", mandateType: "rental_only", status: "active" },
      ...{ startDate: today(), endDate: inYears(3) },
    });
  });

  it("move when a name that they show does, and converge", async () => {
    const { id } = await mandate({ property_id: property.id });
    for (const [path, json, shown] of [
      [`/owners/${owner.id}`, { last_name: "Blin" }, { ownerName: "Anne Blin" }],
      [`/properties/${property.id}`, { name: "La Tour" }, { propertyName: "La Tour" }],
    ] as const) {
      await changed(path, json);
      const [moved] = await list({ updated_since: house.clock.now(), "q[id_eq]": id });
      expect(moved).toMatchObject({ id, ...shown, updatedAt: house.clock.now() });
    }
    await changed(`/properties/${property.id}`, { floor_count: 3 });
    expect(await list({ updated_since: house.clock.now(), "q[id_eq]": id })).toEqual([]);
  });

  it("are filtered and sorted by their status on the day, by owner and by rates", async () => {
    const other = await made("/owners", { first_name: "Zoé" });
    const of = (more: object) => mandate({ owner_profile_id: other.profileId, ...more });
    await of({ reference: "past", start_date: "2020-01-01", end_date: "2020-12-31", management_fee_rate: 7.5 });
    await of({ reference: "tacit", start_date: "2020-01-01", end_date: "2020-12-31", renewal_mode: "tacit" });
    await of({ reference: "to come", start_date: inYears(1) });
    const references = async (query: Record<string, string>) =>
      (await list({ "q[owner_id_eq]": other.profileId, ...query })).map(({ reference }: Body) => reference);
    expect(await references({})).toEqual(["past", "tacit", "to come"]);
    expect(await references({ "q[status_eq]": "expired" })).toEqual(["past"]);
    expect(await references({ "q[status_in]": "active,draft", sort: "status", direction: "desc" })).toEqual([
      "to come",
      "tacit",
    ]);
    expect(await references({ "q[end_date_gteq]": today() })).toEqual(["tacit"]);
    expect(await references({ sort: "end_date" })).toEqual(["past", "tacit", "to come"]);
    expect(await references({ "q[management_fee_rate_eq]": "7.50" })).toEqual(["past"]);
    expect(await references({ "q[owner_name_cont]": "ZOÉ", "q[owner_actor_id_eq]": other.id, search: "tac" })).toEqual([
      "tacit",
    ]);
    const [tacit] = await list({ "q[reference_eq]": "tacit" });
    expect(tacit.endDate).toMatch(/-12-31$/);
    expect(tacit.endDate >= today() && tacit.endDate < inYears(1)).toBe(true);
  });

  it("are extended, terminated now or on a later day, and only then change as planned", async () => {
    const running = await mandate({ end_date: inYears(1), renewal_mode: "tacit" });
    const at = `/mandates/${running.id}`;
    expectRentalInvalid(await ask("POST", `${at}/extend`, {}), { new_end_date: ["blank"] });
    expectRentalInvalid(await ask("POST", `${at}/extend`, { new_end_date: inYears(1) }), {
      new_end_date: ["greater_than_or_equal_to"],
    });
    expect(await done(`${at}/extend`, { new_end_date: inYears(2) })).toMatchObject({
      ...{ status: "active", endDate: inYears(2), updatedAt: house.clock.now() },
    });
    expect(await done(`${at}/terminate`, { termination_date: inYears(1) })).toMatchObject({
      ...{ status: "active", endDate: inYears(1) },
    });
    expectRefusal(await ask("PATCH", at, { end_date: inYears(5) }), 422, "invalid_transition");
    expectRentalInvalid(await ask("POST", `${at}/terminate`, { termination_date: "2020-01-01" }), {
      termination_date: ["greater_than_or_equal_to"],
    });
    expect(await done(`${at}/terminate`, { reason: "vente" })).toMatchObject({
      status: "terminated",
      endDate: today(),
    });
    for (const [door, json] of Object.entries({ extend: { new_end_date: inYears(9) }, terminate: {} }))
      expect(expectRefusal(await ask("POST", `${at}/${door}`, json), 422, "invalid_transition").details).toEqual({});
    expectRefusal(await ask("DELETE", at), 422, "has_dependents");
    const { id: bodiless } = await mandate();
    expect(expectStatus(await ask("POST", `/mandates/${bodiless}/terminate`), 200).status).toBe("terminated");
    const trail = await admin.ask<Body>("GET", "/api/v1/audit_events", {
      query: { "q[action_eq]": "mandate.terminated" },
    });
    expect(JSON.stringify(expectStatus(trail, 200))).toContain('"reason":"vente"');

    const past = await mandate({ start_date: "2020-01-01", end_date: "2020-12-31" });
    expect(past.status).toBe("expired");
    expectRefusal(await ask("POST", `/mandates/${past.id}/terminate`, {}), 422, "invalid_transition");
    expectRentalInvalid(await ask("POST", `/mandates/${past.id}/extend`, { new_end_date: "2021-06-30" }), {
      new_end_date: ["greater_than_or_equal_to"],
    });
    expect((await done(`/mandates/${past.id}/extend`, { new_end_date: today() })).status).toBe("active");
    expectNotFound(await ask("POST", `/mandates/${NOTHING}/terminate`, {}));
  });

  it("get their numbers in the register when they begin, without a gap, and leave it never", async () => {
    const { id: of } = await books.mandataire();
    const { profileId } = expectStatus(await ask("POST", "/owners", { first_name: "x" }, undefined, of), 201);
    const create = (start_date: string, more: object = {}) =>
      ask("POST", "/mandates", { owner_profile_id: profileId, reference: "M", start_date, ...more }, undefined, of);
    const coded = async (start_date: string, more: object = {}) =>
      expectStatus(await create(start_date, more), 201).businessCode;
    expect([await coded(today()), await coded("2020-01-01")]).toEqual(["1", "2"]);
    // Refused after the counter was locked, with all that the transaction did.
    expectRentalInvalid(await create(today(), { management_fee_rate: 101 }), {
      management_fee_rate: ["less_than_or_equal_to"],
    });
    const draft = expectStatus(await create(inYears(1)), 201);
    expect([draft.status, draft.businessCode]).toEqual(["draft", null]);
    expectRefusal(await ask("POST", `/mandates/${draft.id}/terminate`, {}, undefined, of), 422, "invalid_transition");
    const replies = await Promise.all(Array.from({ length: 4 }, () => create(today())));
    const codes = replies.map((reply) => expectStatus(reply, 201).businessCode);
    expect(codes.sort()).toEqual(["3", "4", "5", "6"]);
    const begun = await ask("PATCH", `/mandates/${draft.id}`, { start_date: today() }, undefined, of);
    expect(expectStatus(begun, 200)).toMatchObject({ status: "active", businessCode: "7" });
    expectRentalInvalid(await ask("PATCH", `/mandates/${draft.id}`, { start_date: inYears(1) }, undefined, of), {
      start_date: ["less_than_or_equal_to"],
    });
    const another = expectStatus(await create(inYears(1)), 201);
    expectStatus(await ask("DELETE", `/mandates/${another.id}`, undefined, undefined, of), 204);
    expectNotFound(await ask("GET", `/mandates/${another.id}`, undefined, undefined, of));
  });

  it("begin and end by the day that it is in Paris", async () => {
    const { id } = await mandate();
    // 23:30 in Greenwich.
    house.clock.pass(23.5 * 3_600_000 - (Date.parse(house.clock.now()) % 86_400_000));
    expect(house.clock.now().slice(0, 10) < today()).toBe(true);
    expect(await mandate()).toMatchObject({ status: "active", startDate: today() });
    expect(await done(`/mandates/${id}/terminate`, {})).toMatchObject({ status: "terminated", endDate: today() });
  });

  it("have the status in the database that their days determine, on every day", async () => {
    const { id } = await books.mandataire();
    const mandataireId = id as MandataireId;
    const transact = database.transactFor(mandataireId);
    const { id: ownerId } = expectStatus(await ask("POST", "/owners", { first_name: "x" }, undefined, id), 201);
    const bare = { ...defaultsOf(mandateRecord), mandataireId, ownerId, reference: "M", createdAt: house.clock.now() };
    const ends = [null, "2024-02-29", "2024-01-31", "2025-06-30"] as (Day | null)[];
    const all = (["2023-03-01", "2024-01-31", "2025-06-30"] as Day[]).flatMap((startDate) =>
      ends.flatMap((firstEndDate) =>
        ([null, 12, 17] as const).flatMap((renewalMonths) =>
          ([null, "2025-07-01"] as (Day | null)[]).map((terminatedOn): Mandate => {
            const dates = {
              startDate,
              firstEndDate,
              endDate: terminatedOn ?? firstEndDate,
              renewalMonths,
              terminatedOn,
            };
            return { ...bare, ...dates, id: newId(), updatedAt: bare.createdAt };
          }),
        ),
      ),
    );
    await transact.write(async ({ mandates }) => {
      for (const each of all) await mandates.insert(each);
    });
    const query = { page: 1, perPage: 100, direction: "asc", conditions: [], sort: "endDate" } as const;
    for (const today of [
      "2024-02-28",
      "2024-02-29",
      "2024-03-01",
      "2025-02-28",
      "2025-06-30",
      "2025-07-01",
      "2029-07-31",
    ]) {
      const expected = all
        .map((each) => ({ id: each.id, ...mandateOn(each, today as Day) }))
        .sort((a, b) => ((a.endDate ?? "~") + a.id < (b.endDate ?? "~") + b.id ? -1 : 1));
      const { items } = await transact.read(({ mandates }) => mandates.list(query, today as Day));
      expect(items.map(({ id, status, endDate }) => ({ id, status, endDate }))).toEqual(expected);
    }
  });

  it("are refused with every field that is wrong", async () => {
    const wrong = {
      owner_profile_id: owner.id,
      property_id: NOTHING,
      reference: " ",
      start_date: "2026-02-01",
      end_date: "2026-01-31",
      management_fee_rate: -1,
      distribution_day: 32,
      mandate_services: [{ service_type: "x", billing_mode: "fixed", rate: 100.5 }, { id: NOTHING }],
    };
    expectRentalInvalid(await ask("POST", "/mandates", wrong), {
      owner_profile_id: ["not_found"],
      property_id: ["not_found"],
      reference: ["blank"],
      end_date: ["greater_than_or_equal_to"],
      management_fee_rate: ["greater_than_or_equal_to"],
      distribution_day: ["less_than_or_equal_to"],
      "mandate_services[0].rate": ["less_than_or_equal_to"],
      "mandate_services[1].id": ["not_found"],
    });
    const { id } = await mandate();
    expectRentalInvalid(await ask("PATCH", `/mandates/${id}`, { property_ids: [property.id, NOTHING, property.id] }), {
      "property_ids[1]": ["not_found"],
      "property_ids[2]": ["taken"],
    });
  });
});
