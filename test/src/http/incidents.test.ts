import { dayInParis } from "@cartulary/ledger";
import { INCIDENT_STATUSES, type IncidentStatus } from "@cartulary/rental/incidents";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type House, openHouse, type Person } from "../../support/application-fixture.ts";
import { actingOn, type BookMakers, bookMakersFor } from "../../support/books.ts";
import { type TestDatabase, usualDatabases } from "../../support/databases.ts";
import { fieldsOf } from "../../support/estate-spec.ts";
import { NOTHING } from "../../support/record-factories.ts";
import { recordProblems } from "../../support/records.ts";
import { expectNotFound, expectRefusal, expectRentalInvalid, expectStatus } from "../../support/refusals.ts";
import { type Asking, rawForm } from "../../support/send-request.ts";

const RENTAL = "/rental/api/v1";
const PORTAL = "/portal/v1/incidents";

// biome-ignore lint/suspicious/noExplicitAny: tests read single fields of a response body.
type Body = any;

/** As rental.md §4 has it. */
const NEXT: Readonly<Record<IncidentStatus, readonly IncidentStatus[]>> = {
  reported: ["acknowledged", "cancelled"],
  acknowledged: ["pending_info", "pending_intervention", "resolved", "cancelled"],
  pending_info: ["acknowledged", "pending_intervention", "resolved"],
  pending_intervention: ["intervention_in_progress", "pending_info", "resolved"],
  intervention_in_progress: ["pending_info", "pending_intervention", "resolved"],
  resolved: ["closed", "acknowledged"],
  closed: [],
  cancelled: [],
};

describe.each(usualDatabases)("incidents on $name", ({ open, name }) => {
  const isUsual = usualDatabases.some((usual) => usual.name === name);
  let database: TestDatabase;
  let house: House;
  let books: BookMakers;
  let admin: Person;
  let mandataire: string;
  let key: string;
  let property: Body;
  let unit: Body;
  let lease: Body;

  beforeAll(async () => {
    database = await open();
    house = await openHouse(database);
    books = bookMakersFor(house);
    admin = house.admin;
    mandataire = (await books.mandataire()).id;
    key = await keyOf({ mandataire_id: mandataire });
    const entrances = [{ name: "Cour", address: "3 rue du Port", patrimony_code: "E1" }];
    property = await made("/properties", {
      ...{ name: "Le Moulin", address: "1 rue du Port", postal_code: "29200", city: "Brest" },
      ...{ business_code: "B1", patrimony_code: "P1", entrances },
    });
    unit = await made("/units", { property_id: property.id, identifier: "A12" });
    lease = await made("/leases", {
      lease: { reference: "BAIL-1", lease_type: "other", start_date: "2026-01-01" },
      units: [{ id: unit.id, base_rent_cents: 1000 }],
    });
  });
  afterAll(() => house.close());

  const keyOf = async (more: object, area = "portal") => {
    const json = { name: "a portal", area, ...more };
    return expectStatus(await admin.ask<{ key: string }>("POST", "/api/v1/connectors", { json }), 201).key;
  };
  const member = (method: string, path: string, json?: object, query?: Record<string, string>) =>
    admin.ask<Body>(method, RENTAL + path, actingOn(mandataire, { ...(json && { json }), ...(query && { query }) }));
  const made = async (path: string, json: object) => expectStatus(await member("POST", path, json), 201);
  const found = async (path: string) => expectStatus(await member("GET", path), 200);
  const list = async (query: Record<string, string> = {}) =>
    expectStatus(await member("GET", "/incidents", undefined, query), 200);

  const portal = (method: string, path: string, asking: Asking = {}, by = key) =>
    house.ask<Body>(method, PORTAL + path, { ...asking, headers: { ...asking.headers, "x-connector-key": by } });
  const bodyOf = (more: object = {}) => ({
    ...{ title: "Fuite", description: "Sous l'évier", scope_type: "Unit", scope_id: unit.id },
    ...more,
  });
  const declared = async (more: object = {}) => {
    house.clock.pass(1000);
    return expectStatus(await portal("POST", "", { json: bodyOf(more) }), 201);
  };
  const moved = async (id: string, status: string, more: object = {}) => {
    house.clock.pass(1000);
    return portal("PATCH", `/${id}`, { json: { status, ...more } });
  };
  const sent = (bytes: string, fileName = "fuite.png", type = "image/png") =>
    rawForm([{ name: "file", value: bytes, filename: fileName, type }]);
  const attached = async (id: string, form = sent("not a picture")) =>
    expectStatus(await portal("POST", `/${id}/attachments`, form), 201);

  it("are declared, numbered and read in full, with their references", async () => {
    const bare = await declared();
    expect(recordProblems(fieldsOf("Incident", "detail"), bare)).toEqual([]);
    expect(bare.reference).toBe(`IN-${dayInParis(house.clock.now()).slice(0, 4)}-000001`);
    expect(bare).toMatchObject({
      ...{ status: "reported", priority: "normal", legacyReference: null, leaseId: null, leaseReference: null },
      ...{ scopeType: "Unit", scopeId: unit.id, partnerSyncState: "not_applicable", attachments: [] },
      allowedTransitions: ["acknowledged", "cancelled"],
      scope: {
        ...{ type: "Unit", id: unit.id, name: "A12", identifier: "A12", propertyId: property.id },
        ...{ propertyName: "Le Moulin", propertyAddress: "1 rue du Port, 29200 Brest", patrimonyCode: "P1" },
        address: "1 rue du Port, 29200 Brest",
      },
    });
    const optional = {
      ...{ priority: "urgent", lease_id: lease.id, room: "Cuisine", category_name: "Plomberie", category_path: "Eau" },
      ...{ category_id: NOTHING, assigned_to_id: NOTHING, assigned_to_name: "Ana", reporter_id: NOTHING },
      ...{ reporter_name: "Léo", reporter_type: "tenant", contact_email: "leo@example.org", contact_phone: "+33 6" },
      ...{ legacy_reference: "T-1", legacy_type: "t", legacy_nature: "n", legacy_motif: "m" },
      ...{ routed_maintenance_contract_id: NOTHING, routed_maintenance_contract_name: "Contrat" },
      ...{ due_at: "2026-12-31T10:00:00.000Z", escalated_at: "2026-12-01T10:00:00.000Z" },
    };
    const full = await declared({ ...optional, title: " Fuite d'eau " });
    expect(recordProblems(fieldsOf("Incident", "detail"), full)).toEqual([]);
    const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
    const expected = Object.fromEntries(Object.entries(optional).map(([name, value]) => [camel(name), value]));
    expect(full).toMatchObject({ ...expected, title: "Fuite d'eau", leaseReference: "BAIL-1" });
    expect(full.reference).toMatch(/-000002$/);
    const places = { Property: property.id, Lease: lease.id, Entrance: property.entrances[0].id };
    const scopes: Record<string, Body> = {};
    for (const [scope_type, scope_id] of Object.entries(places))
      scopes[scope_type] = await declared({ scope_type, scope_id });
    expect(scopes.Property.scope).toMatchObject({ name: "Le Moulin", identifier: "B1", patrimonyCode: "P1" });
    expect(scopes.Lease.scope).toMatchObject({ name: "BAIL-1", propertyId: property.id });
    expect(scopes.Lease).toMatchObject({ leaseId: lease.id, leaseReference: "BAIL-1" });
    expect(scopes.Lease.scope.address).toBe("1 rue du Port, 29200 Brest");
    expect(scopes.Entrance.scope).toMatchObject({ name: "Cour", identifier: null, patrimonyCode: "E1" });
    expect(scopes.Entrance.scope.address).toBe("3 rue du Port, 29200 Brest");
    const [listed] = await list({ "q[id_eq]": full.id });
    expect(recordProblems(fieldsOf("Incident", "list"), listed)).toEqual([]);
    expect(await found(`/incidents/${full.id}`)).toEqual(full);
    for (const query of [
      { "q[scope_type_eq]": "Entrance" },
      { "q[scope_id_eq]": property.entrances[0].id },
      { search: scopes.Entrance.reference },
    ])
      expect((await list(query)).map(({ id }: Body) => id)).toEqual([scopes.Entrance.id]);
    expect(await list({ "q[partner_pulled_eq]": "true" })).toEqual([]);
    expect((await list({ "q[partner_sync_state_eq]": "not_applicable" })).length).toBeGreaterThan(4);
    for (const [path, id] of Object.entries({ units: unit.id, properties: property.id, leases: lease.id }))
      expectRefusal(await member("DELETE", `/${path}/${id}`), 422, "has_dependents");
    expectRentalInvalid(await member("PATCH", `/properties/${property.id}`, { entrances: [] }), {
      entrances: ["invalid"],
    });
  });

  it("are declared a single time under one legacy reference, under concurrent requests", async () => {
    const json = bodyOf({ legacy_reference: "T-77", title: "Premier" });
    const replies = await Promise.all(Array.from({ length: 8 }, () => portal("POST", "", { json })));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 200, 200, 201]);
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1);
    const again = await portal("POST", "", {
      json: bodyOf({ legacy_reference: " T-77 ", title: "Second", scope_id: NOTHING }),
    });
    expect(expectStatus(again, 200)).toEqual(await found(`/incidents/${replies[0]?.body.id}`));
    const numbers = (await list({ per_page: "100" })).map(({ reference }: Body) => Number(reference.slice(-6)));
    expect(numbers).toEqual(numbers.map((_: number, index: number) => index + 1));
    const other = (await books.mandataire()).id;
    const theirs = await keyOf({ mandataire_id: other });
    const place = { name: "x", address: "y" };
    const { id } = expectStatus(
      await admin.ask<Body>("POST", `${RENTAL}/properties`, actingOn(other, { json: place })),
      201,
    );
    const own = bodyOf({ legacy_reference: "T-77", scope_type: "Property", scope_id: id });
    const { reference } = expectStatus(await portal("POST", "", { json: own }, theirs), 201);
    expect(reference).toMatch(/-000001$/);
    expectNotFound(await portal("PATCH", `/${replies[0]?.body.id}`, { json: { status: "acknowledged" } }, theirs));
    expectNotFound(await portal("POST", `/${replies[0]?.body.id}/attachments`, sent("x"), theirs));
    expectRentalInvalid(await portal("POST", "", { json: bodyOf() }, theirs), { scope_id: ["not_found"] });
  });

  it("change status by the transition table only", async () => {
    const ways: Readonly<Record<IncidentStatus, readonly IncidentStatus[]>> = {
      reported: [],
      acknowledged: ["acknowledged"],
      pending_info: ["acknowledged", "pending_info"],
      pending_intervention: ["acknowledged", "pending_intervention"],
      intervention_in_progress: ["acknowledged", "pending_intervention", "intervention_in_progress"],
      resolved: ["acknowledged", "resolved"],
      closed: ["acknowledged", "resolved", "closed"],
      cancelled: ["cancelled"],
    };
    for (const status of isUsual ? INCIDENT_STATUSES : (["reported", "closed"] as const)) {
      const { id } = await declared();
      for (const step of ways[status]) expectStatus(await moved(id, step), 200);
      const before = await found(`/incidents/${id}`);
      expect(before).toMatchObject({ status, allowedTransitions: NEXT[status] });
      for (const next of INCIDENT_STATUSES.filter((each) => !NEXT[status].includes(each)))
        expect(expectRefusal(await moved(id, next), 422, "invalid_transition").details).toEqual({});
      expect(await found(`/incidents/${id}`)).toEqual(before);
    }
  });

  it("have the times of their acknowledgement, resolution and closing, and the outcome", async () => {
    const { id } = await declared();
    const { acknowledgedAt } = expectStatus(await moved(id, "acknowledged"), 200);
    expect(acknowledgedAt).toBe(house.clock.now());
    const resolved = expectStatus(await moved(id, "resolved", { outcome_message: "Joint\nchangé" }), 200);
    expect(resolved).toMatchObject({ resolvedAt: house.clock.now(), outcomeMessage: "Joint\nchangé", closedAt: null });
    const reopened = expectStatus(await moved(id, "acknowledged"), 200);
    expect(reopened).toMatchObject({ acknowledgedAt, resolvedAt: null, outcomeMessage: "Joint\nchangé" });
    expectStatus(await moved(id, "resolved"), 200);
    const closed = expectStatus(
      await portal("PUT", `/${id}`, { json: { status: "closed", outcome_message: null } }),
      200,
    );
    expect(closed).toMatchObject({ closedAt: house.clock.now(), outcomeMessage: null, updatedAt: house.clock.now() });
    const [after] = await list({ updated_since: closed.updatedAt, "q[status_eq]": "closed" });
    expect(after.id).toBe(id);
    const snapshots = await member("GET", "/snapshots", undefined, {
      ...{ collection: "incidents", updated_since: closed.updatedAt, per_page: "100" },
    });
    expect(expectStatus(snapshots, 200)).toContainEqual(expect.objectContaining({ id, state: "present", data: after }));
  });

  it("report all their errors", async () => {
    const refused = async (json: object) => portal("POST", "", { json });
    expectRentalInvalid(await refused({}), {
      ...{ title: ["blank"], description: ["blank"], scope_type: ["blank"], scope_id: ["blank"] },
    });
    const long = "x".repeat(256);
    const wrong = { title: "", description: " ", room: long, contact_email: "a\nb", legacy_reference: "" };
    expectRentalInvalid(await refused(bodyOf(wrong)), {
      ...{ title: ["blank"], description: ["blank"], room: ["too_long"], contact_email: ["invalid"] },
      legacy_reference: ["blank"],
    });
    expectRentalInvalid(await refused(bodyOf({ scope_type: "Street", priority: "soon", scope_id: "x" })), {
      ...{ scope_type: ["inclusion"], priority: ["inclusion"], scope_id: ["invalid"] },
    });
    for (const scope_type of ["Property", "Unit", "Lease", "Entrance"])
      expectRentalInvalid(await refused(bodyOf({ scope_type, scope_id: NOTHING, lease_id: NOTHING })), {
        ...{ scope_id: ["not_found"], lease_id: ["not_found"] },
      });
    expectRentalInvalid(await refused(bodyOf({ scope_type: "Property" })), { scope_id: ["not_found"] });
    const { id } = await declared();
    expectRentalInvalid(await portal("PATCH", `/${id}`, { json: {} }), { status: ["blank"] });
    expectRentalInvalid(await portal("PATCH", `/${id}`, { json: { status: "gone" } }), { status: ["inclusion"] });
    expectNotFound(await portal("PATCH", `/${NOTHING}`, { json: { status: "acknowledged" } }));
    expectNotFound(await portal("PATCH", "/not-a-uuid", { json: { status: "acknowledged" } }));
    expectNotFound(await member("GET", `/incidents/${NOTHING}`));
  });

  it("are open to keys of the portal that are bound to a mandataire, and to nothing else", async () => {
    const { id } = await declared();
    const doors = [
      ["POST", ""],
      ["PATCH", `/${id}`],
      ["POST", `/${id}/attachments`],
    ] as const;
    const [unbound, otherConnectorKey] = [await keyOf({}), await keyOf({}, "knowledge_graph")];
    for (const [method, path] of doors) {
      expectRefusal(await admin.ask(method, PORTAL + path, { json: bodyOf() }), 401, "unauthorized");
      for (const wrong of ["", "wrong", otherConnectorKey])
        expectRefusal(await portal(method, path, { body: "{no json" }, wrong), 401, "unauthorized");
      expectRefusal(await portal(method, path, { body: "{no json" }, unbound), 403, "forbidden");
      expectRefusal(await portal("DELETE", path), 405, "method_not_allowed");
      expectRefusal(await portal("DELETE", path, {}, "wrong"), 401, "unauthorized");
    }
    const refusal = await portal("POST", "", { json: {} }, "wrong");
    expect(refusal.body.details).toEqual({});
    expect(refusal.headers.get("www-authenticate")).toBe("ApiKey");
    expectRefusal(await member("POST", "/incidents", bodyOf()), 405, "method_not_allowed");
    const stranger = await house.person();
    for (const path of ["/incidents", `/incidents/${id}`])
      expectRefusal(await stranger.ask("GET", RENTAL + path, actingOn(mandataire)), 403, "forbidden");
  });

  it("have attachments, which are sent unchanged and to members alone", async () => {
    const { id } = await declared();
    const picture = await attached(id, sent("\u0089PNG not really", "../Fuite\u0007.png"));
    expect(recordProblems(fieldsOf("IncidentAttachment", "detail"), picture)).toEqual([]);
    expect(picture).toMatchObject({ filename: "Fuite.png", contentType: "image/png", image: true });
    const path = `${RENTAL}/incidents/${id}/attachments/${picture.id}`;
    expect(new URL(picture.url).pathname).toBe(path);
    const page = await attached(id, sent("<html>", "x.html", "text/html"));
    expect(page).toMatchObject({ contentType: "text/html", byteSize: 6, image: false });
    expect((await found(`/incidents/${id}`)).attachments).toEqual([picture, page]);
    const reply = await admin.ask<unknown>("GET", path, actingOn(mandataire));
    expect(Buffer.from(reply.bytes).toString()).toBe("\u0089PNG not really");
    const html = await admin.ask<unknown>("GET", new URL(page.url).pathname, actingOn(mandataire));
    expect(html.headers.get("content-disposition")).toMatch(/^attachment/);
    const part = await admin.ask<unknown>("GET", path, actingOn(mandataire, { headers: { range: "bytes=2-4" } }));
    expect([part.status, Buffer.from(part.bytes).toString()]).toEqual([206, "PNG"]);
    const other = await declared();
    for (const wrong of [`${other.id}/attachments/${picture.id}`, `${id}/attachments/${NOTHING}`])
      expectNotFound(await member("GET", `/incidents/${wrong}`));
    expectRefusal(await house.ask("GET", path), 401, "unauthorized");
    const stranger = await house.person();
    expectRefusal(await stranger.ask("GET", path, actingOn(mandataire)), 403, "forbidden");
  });

  it("refuse invalid, hidden, too long and unattached files, and store no byte of them", async () => {
    const { id } = await declared();
    const before = await bytesOf();
    const to = (path: string, form: Asking) => portal("POST", path, form);
    const at = `/${id}/attachments`;
    for (const form of [rawForm([]), rawForm([{ name: "file", value: "x" }]), { json: {} }])
      expectRentalInvalid(await to(at, form), { file: ["blank"] });
    expectRentalInvalid(await to(at, sent("x", "fdp.\u202Eexe")), { file: ["invalid"] });
    const twice = { name: "file", value: "x", filename: "x.txt" };
    expectRentalInvalid(await to(at, rawForm([twice, twice])), { file: ["invalid"] });
    expectRefusal(await to(at, { body: "x", headers: { "content-type": "text/plain" } }), 400, "bad_request");
    expectNotFound(await to(`/${NOTHING}/attachments`, sent("x")));
    expect((await found(`/incidents/${id}`)).attachments).toEqual([]);
    expect(await bytesOf()).toBe(before);
  });

  /** How many blobs there are that something refers to, or may. */
  const bytesOf = async () => (await database.dump()).match(/\b(staged|live)\b/g)?.length ?? 0;
});
