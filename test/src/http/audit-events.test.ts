import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FIRST, type House, openHouse, type Person, USERS } from "../../support/application-fixture.ts";
import {
  actingOn,
  bookMakersFor,
  FEC_EXPORTS,
  MANDATAIRES,
  mandataireAt,
  membersAt,
  PERIODS,
  rentCall,
} from "../../support/books.ts";
import { type TestDatabase, usualDatabases } from "../../support/databases.ts";
import { documentAt, folderAt, type Makers, makersFor, NOTHING, workspaceAt } from "../../support/record-factories.ts";
import type { AuditEventBody, FecExportBody } from "../../support/records.ts";
import { expectMalformed, expectRefusal, expectStatus } from "../../support/refusals.ts";
import { agentOf, validatedRun, workedEstate } from "../../support/worked-example.ts";

const TRAIL = "/api/v1/audit_events";
/** Headers of a client that forges the address of another one, as a proxy forwards it. */
const FORWARDED = { "x-forwarded-for": "192.0.2.66, 203.0.113.9" };
const CLIENT = {
  grant_type: "password",
  client_id: FIRST.clientId,
  client_secret: FIRST.clientSecret,
  username: FIRST.email,
};

describe.each(usualDatabases)("the trail on $name", ({ open }) => {
  let database: TestDatabase;
  let house: House;
  let makers: Makers;
  let admin: Person;
  beforeAll(async () => {
    database = await open();
    house = await openHouse(database, { environment: { TRUSTED_PROXIES: "198.51.100.0/24" } });
    makers = makersFor(house);
    admin = house.admin;
  });
  afterAll(() => house.close());

  const trail = async (query: Readonly<Record<string, string>> = {}) =>
    expectStatus(await admin.ask<readonly AuditEventBody[]>("GET", TRAIL, { query }), 200);
  const of = (id: string) => trail({ "q[resource_id_eq]": id, direction: "asc" });
  /** The actions on a subject, sorted: all have one instant, since the clock is fixed. */
  const deedsOn = async (id: string) => (await of(id)).map(({ action }) => action).sort();

  it("records who deleted a folder, with which token and request, once, and the size of its content", async () => {
    const top = await makers.folder();
    const inner = await makers.folder({ documents_folder_id: top.id });
    const deep = await makers.folder({ documents_folder_id: inner.id });
    for (const folder of [top, deep, deep]) await makers.upload({ documents_folder_id: folder.id });
    const reply = await admin.ask<unknown>("DELETE", folderAt(top.id));
    const [event, ...others] = await of(top.id);
    expect(others).toEqual([]);
    expect(event).toEqual({
      id: event?.id,
      at: house.clock.now(),
      actor_id: admin.id,
      token_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      action: "folder.deleted",
      resource_type: "folder",
      resource_id: top.id,
      request_id: reply.headers.get("x-request-id"),
      address: "192.0.2.1",
      detail: { path: [], folders_count: 3, documents_count: 3, byte_size: expect.any(Number) },
    });
    expect([...(await of(inner.id)), ...(await of(deep.id))]).toEqual([]);
  });

  it("records changes of mandataires, and of their members", async () => {
    const json = (name: string) => ({ json: { mandataire: { name } } });
    const made = expectStatus(await admin.ask<{ readonly id: string }>("POST", MANDATAIRES, json("Agence")), 201);
    const clerk = await house.person();
    expectStatus(await admin.ask<unknown>("PATCH", mandataireAt(made.id), json("Régie")), 200);
    const admit = () => admin.ask<unknown>("POST", membersAt(made.id), { json: { user_id: clerk.id } });
    expectStatus(await admit(), 201);
    expectStatus(await admit(), 200);
    expectStatus(await admin.ask<unknown>("DELETE", `${membersAt(made.id)}/${clerk.id}`), 204);
    expectStatus(await admin.ask<unknown>("DELETE", mandataireAt(made.id)), 204);
    const reports = await of(made.id);
    expect(reports.map(({ resource_type }) => resource_type)).toEqual(reports.map(() => "mandataire"));
    expect(Object.fromEntries(reports.map(({ action, detail }) => [action, detail]))).toEqual({
      "mandataire.created": { name: "Agence" },
      "mandataire.updated": { name: "Régie" },
      "mandataire_member.added": { user_id: clerk.id },
      "mandataire_member.removed": { user_id: clerk.id },
      "mandataire.deleted": { name: "Régie" },
    });
    expect(reports).toHaveLength(5);
  });

  it("records who closed a month and who requested the accounting file, and no refused request", async () => {
    const books = bookMakersFor(house);
    const clerk = await house.person();
    const { id } = await books.mandataire({}, [clerk]);
    await books.post(id, rentCall("2025-01-05", 96_774));
    const close = () => clerk.ask<unknown>("POST", `${PERIODS}/2025-01/close`, actingOn(id));
    expectStatus(await close(), 200);
    expectStatus(await close(), 422);
    const pending = (year: number) => clerk.ask<FecExportBody>("POST", FEC_EXPORTS, actingOn(id, { json: { year } }));
    const { id: exportId, filename, sha256 } = expectStatus(await pending(2025), 201);
    expectStatus(await pending(0), 422);
    const own = { actor_id: clerk.id, address: "192.0.2.1", request_id: expect.any(String) };
    expect(await trail({ "q[resource_id_eq]": id, "q[action_eq]": "accounting_period.closed" })).toMatchObject([
      { ...own, resource_type: "mandataire", detail: { period: "2025-01", entries_posted: 1 } },
    ]);
    expect(await trail({ "q[action_eq]": "fec_export.created" })).toMatchObject([
      {
        ...own,
        resource_type: "fec_export",
        resource_id: exportId,
        detail: { mandataire_id: id, year: 2025, filename, sha256 },
      },
    ]);
  });

  it("records who created a bank file of payouts, and that it was taken back", async () => {
    const agent = await agentOf(house, { iban: "FR7630006000011234567890189", accounting_mode: "accrual" });
    const { owners } = await workedEstate(agent);
    const bank_accounts = [{ iban: "FR1420041010050500013M02606", is_default: true }];
    expectStatus(await agent.ask("PATCH", `/owners/${owners[0].id}`, { bank_accounts }), 200);
    await agent.done(`/billing_runs/${(await validatedRun(house, agent)).id}/apply`);
    const { id, messageId } = await agent.made("/owner_payouts/exports", { format: "pain.001" });
    expectStatus(await agent.ask("POST", "/owner_payouts/exports", { format: "pain.001" }), 422);
    expectStatus(await agent.ask("DELETE", `/owner_payouts/exports/${id}`), 204);
    const detail = { mandataire_id: agent.id, message_id: messageId, payouts: 1, total_amount_cents: 33_871 };
    const events = await trail({ "q[resource_id_eq]": id });
    expect(events.map(({ action }) => action).toSorted()).toEqual(["payout_export.created", "payout_export.deleted"]);
    expect(events).toMatchObject([1, 2].map(() => ({ resource_type: "payout_export", detail })));
  });

  it("records additions to a group and removals from it, one by one, and its end", async () => {
    const [one, other] = [await house.person(), await house.person()];
    const groups = "/api/v1/directory/groups";
    const { id } = expectStatus(await admin.ask<{ id: string }>("POST", groups, { json: { name: "Clerks" } }), 201);
    const add = (...ids: readonly string[]) =>
      admin.ask<unknown>("POST", `${groups}/${id}/members`, { json: { user_ids: ids } });
    const remove = (userId: string) => admin.ask<unknown>("DELETE", `${groups}/${id}/members/${userId}`);
    expectStatus(await add(one.id), 201);
    const both = expectStatus(await add(one.id, other.id), 201);
    for (let time = 0; time < 2; time += 1) expectStatus(await remove(one.id), 204);
    expectStatus(await admin.ask<unknown>("DELETE", `${groups}/${id}`), 204);
    expect(both).toBeDefined();
    const reportOf = (await of(id)).map(({ action, resource_type, detail }) => ({ action, resource_type, detail }));
    const member = (action: string, { id: user_id }: Person) => ({
      action,
      resource_type: "group",
      detail: { user_id },
    });
    expect(reportOf).toHaveLength(4);
    expect(reportOf).toEqual(
      expect.arrayContaining([
        member("group_member.added", one),
        member("group_member.added", other),
        member("group_member.removed", one),
        { action: "group.deleted", resource_type: "group", detail: {} },
      ]),
    );
  });

  it.each([
    ["contact", "/api/v1/directory/contacts"],
    ["team", "/api/v1/directory/teams"],
    ["workspace_type", "/api/v1/documents/workspace_types"],
    ["document_type", "/api/v1/documents/document_types"],
    ["domain", "/api/v1/documents/domains"],
    ["classification_plan", "/api/v1/documents/classification_plans"],
  ])("records who deleted a %s", async (type, path) => {
    const json = {
      name: "Gone soon",
      label: "Gone soon",
      first_name: "Ana",
      last_name: "Gone",
      email_address: "ana@example.org",
    };
    const { id } = expectStatus(await admin.ask<{ id: string }>("POST", path, { json }), 201);
    expect((await admin.ask<unknown>("DELETE", `${path}/${id}`)).status).toBeLessThan(300);
    const events = await of(id);
    expect(events).toMatchObject([
      { action: `${type}.deleted`, resource_type: type, actor_id: admin.id, address: "192.0.2.1" },
    ]);
    expect(events[0]?.detail).toEqual({});
  });

  it("records the old and the new place of a moved resource, and no event when it did not move", async () => {
    const [here, there] = [await makers.workspace(), await makers.workspace()];
    const top = await makers.folder({ workspace_id: here.id });
    const target = await makers.folder({ workspace_id: there.id });
    const folder = await makers.folder({ documents_folder_id: top.id });
    const document = await makers.upload({ documents_folder_id: folder.id });
    const move = async (path: string, id: string | null) =>
      expectStatus(await admin.ask<unknown>("PATCH", path, { json: { documents_folder_id: id } }), 200);
    await move(folderAt(folder.id), target.id);
    await move(folderAt(folder.id), target.id);
    await move(documentAt(document.id), top.id);
    expect(await of(folder.id)).toMatchObject([
      {
        action: "folder.moved",
        resource_type: "folder",
        actor_id: admin.id,
        detail: {
          from_folder_id: top.id,
          from_workspace_id: here.id,
          to_folder_id: target.id,
          to_workspace_id: there.id,
        },
      },
    ]);
    expect(await of(document.id)).toMatchObject([
      { action: "document.moved", detail: { from_folder_id: folder.id, to_workspace_id: here.id } },
    ]);
  });

  it("records changes of documents and of workspaces, an empty one too", async () => {
    const document = await makers.upload();
    expectStatus(await admin.ask<unknown>("DELETE", documentAt(document.id)), 204);
    const events = await of(document.id);
    expect(events).toMatchObject([{ action: "document.deleted", resource_type: "document" }]);
    expect(events[0]?.detail).toEqual({
      path: [],
      documents_count: 1,
      folders_count: 0,
      byte_size: document.byte_size,
    });
    const [full, empty] = [await makers.workspace(), await makers.workspace()];
    const folder = await makers.folder({ workspace_id: full.id });
    await makers.upload({ documents_folder_id: folder.id });
    for (const { id } of [full, empty]) expectStatus(await admin.ask<unknown>("DELETE", workspaceAt(id)), 204);
    const reports = { action: "workspace.deleted", resource_type: "workspace" };
    expect(await of(full.id)).toMatchObject([{ ...reports, detail: { folders_count: 1, documents_count: 1 } }]);
    expect(await of(empty.id)).toMatchObject([{ ...reports, detail: { folders_count: 0, documents_count: 0 } }]);
    expect(await of(folder.id)).toEqual([]);
  });

  it("records nothing of refused requests and of requests without effect", async () => {
    const folder = await makers.folder();
    const person = await house.person();
    await house.grant(person, "read", "folder", folder.id);
    expectRefusal(await person.ask("DELETE", folderAt(folder.id)), 403, "forbidden");
    expectRefusal(await admin.ask("DELETE", folderAt(NOTHING)), 404, "not_found");
    expect(await deedsOn(folder.id)).toEqual(["permission.granted"]);
    expect(await of(NOTHING)).toEqual([]);
  });

  it("records changes of users", async () => {
    const person = await house.person({ role: "manager" });
    const change = async (json: object) =>
      expectStatus(await admin.ask<unknown>("PATCH", `${USERS}/${person.id}`, { json }), 200);
    expect(await of(person.id)).toMatchObject([
      { action: "user.created", actor_id: admin.id, resource_type: "user", detail: { role: "manager" } },
    ]);
    await change({ first_name: "Ana" });
    await change({ role: "manager", active: true });
    expect(await deedsOn(person.id)).toEqual(["user.created"]);
    await change({ role: "admin" });
    await change({ active: false });
    await change({ active: true, email_address: "other@example.org", password: "another one" });
    expect(await trail({ "q[resource_id_eq]": person.id, "q[action_eq]": "user.role_changed" })).toMatchObject([
      { detail: { role: "admin", old_role: "manager" } },
    ]);
    expectStatus(await admin.ask<unknown>("DELETE", `${USERS}/${person.id}`), 204);
    expect(await deedsOn(person.id)).toEqual([
      "password.changed",
      "user.activated",
      "user.created",
      "user.deactivated",
      "user.deleted",
      "user.email_address_changed",
      "user.role_changed",
    ]);
  });

  it("records a token created on the command line: its user, its scopes, and no actor", async () => {
    const person = await house.person();
    await person.token("read");
    const made = await trail({ "q[action_eq]": "personal_access_token.created" });
    const own = made.filter(({ detail }) => detail.user_id === person.id);
    expect(own).toMatchObject([
      {
        actor_id: null,
        resource_type: "personal_access_token",
        address: null,
        detail: { scopes: ["read"], via: "machine" },
      },
    ]);
  });

  it("records who signed in, and refused secrets", async () => {
    const signIn = (password: string, client_secret: string = FIRST.clientSecret) =>
      house.ask("POST", "/oauth/token", {
        json: { ...CLIENT, client_secret, password },
      });
    const opened = await signIn(FIRST.password);
    const refused = await signIn("wrong horse");
    const strange = await signIn(FIRST.password, "not the secret of it");
    const by = async (reply: { headers: Headers }) =>
      trail({ "q[request_id_eq]": reply.headers.get("x-request-id") ?? "" });
    expect(await by(opened)).toMatchObject([{ action: "session.opened", actor_id: admin.id }]);
    expect(await by(refused)).toMatchObject([{ action: "session.refused" }]);
    expect(await by(strange)).toMatchObject([{ action: "client_secret.refused", actor_id: null }]);
    expect(JSON.stringify(await trail({ per_page: "100" }))).not.toMatch(/wrong horse|not the secret|correct horse/);
  });

  it("records the client's address as trusted proxies forward it, for known and unknown users", async () => {
    const folders = await Promise.all([makers.folder(), makers.folder()]);
    const signIn = (from: string) =>
      house.ask("POST", "/oauth/token", { json: { ...CLIENT, password: "wrong horse" }, headers: FORWARDED, from });
    const remove = (from: string, id = "") => admin.ask("DELETE", folderAt(id), { headers: FORWARDED, from });
    const replies = [
      await signIn("198.51.100.1"),
      await signIn("192.0.2.9"),
      await remove("198.51.100.1", folders[0].id),
      await remove("2001:db8:0::9", folders[1].id),
    ];
    const ids = replies.map(({ headers }) => headers.get("x-request-id") ?? "");
    const reportOf = await Promise.all(ids.map((id) => trail({ "q[request_id_eq]": id })));
    const expected = ["203.0.113.9", "192.0.2.9", "203.0.113.9", "2001:db8::9"];
    expect(reportOf.map((events) => events.map(({ address }) => address))).toEqual(
      expected.map((address) => [address]),
    );
    const there = await trail({ "q[address_eq]": "203.0.113.9", direction: "asc" });
    expect(there.map(({ request_id }) => request_id)).toEqual([ids[0], ids[2]]);
  });

  it("records who granted which permission to whom, on which resource", async () => {
    const person = await house.person();
    const folder = await makers.folder();
    const permissions = `${folderAt(folder.id)}/permissions`;
    const json = { subject_type: "user", subject_id: person.id, level: "read" };
    const { id } = expectStatus(await admin.ask<{ id: string }>("POST", permissions, { json }), 201);
    expectStatus(await admin.ask<unknown>("PATCH", `${permissions}/${id}`, { json: { level: "write" } }), 200);
    expectStatus(await admin.ask<unknown>("DELETE", `${permissions}/${id}`), 204);
    const detail = { permission_id: id, subject_type: "user", subject_id: person.id, level: "write" };
    const events = await of(folder.id);
    expect(Object.fromEntries(events.map((event) => [event.action, event.detail]))).toEqual({
      "permission.granted": { ...detail, level: "read" },
      "permission.changed": { ...detail, old_level: "read" },
      "permission.revoked": detail,
    });
  });

  it("records publications, exclusions and their removals with the actor, and no acts without effect", async () => {
    const folder = await makers.folder();
    const at = `${folderAt(folder.id)}/public_access`;
    expectStatus(await admin.ask<unknown>("POST", `${at}?dry_run=true`), 200);
    for (const [method, path, first, again] of [
      ["POST", at, 201, 200],
      ["POST", `${at}/exclusion`, 201, 200],
      ["DELETE", `${at}/exclusion`, 200, 200],
    ] as const) {
      expectStatus(await admin.ask<unknown>(method, path), first);
      expectStatus(await admin.ask<unknown>(method, path), again);
    }
    expectStatus(await admin.ask<unknown>("DELETE", at), 200);
    expectStatus(await admin.ask<unknown>("POST", at), 201);
    expectStatus(await admin.ask<unknown>("POST", `${at}/propagate`), 200);
    expectStatus(await admin.ask<unknown>("DELETE", at), 200);
    expect(await deedsOn(folder.id)).toEqual(
      ["excluded", "lifted", "propagated", "published", "published", "unpublished"].map(
        (act) => `folder.public_access.${act}`,
      ),
    );
  });

  it("is listed latest first, page by page, filtered by every column but the detail", async () => {
    const person = await house.person({ password: "some old one" });
    house.clock.pass(5000);
    const json = { password: "some new one", current_password: "some old one" };
    expectStatus(await person.ask<unknown>("PATCH", `${USERS}/${person.id}`, { json }), 200);
    const [latest, earlier] = await trail({ "q[resource_id_eq]": person.id });
    expect([latest?.action, earlier?.action]).toEqual(["password.changed", "user.created"]);
    expect((await trail({ per_page: "1" }))[0]?.id).toBe(latest?.id);
    const wanted = latest as AuditEventBody;
    for (const [field, value] of Object.entries(wanted).filter(([name]) => name !== "detail")) {
      const found = await trail({ [`q[${field}_eq]`]: String(value), "q[id_eq]": wanted.id });
      expect({ field, ids: found.map(({ id }) => id) }).toEqual({ field, ids: [wanted.id] });
    }
    expect((await trail({ sort: "updated_at", direction: "desc", per_page: "1" }))[0]?.id).toBe(latest?.id);
    for (const query of [{ "q[detail_present]": "1" }, { sort: "action" }, { "q[updated_at_present]": "1" }]) {
      expectMalformed(await admin.ask("GET", TRAIL, { query }));
    }
  });

  it("can be read, and nothing else", async () => {
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      expectRefusal(await admin.ask(method, TRAIL), 405, "method_not_allowed");
      expectRefusal(await admin.ask(method, `${TRAIL}/${NOTHING}`), 404, "not_found");
    }
  });
});
