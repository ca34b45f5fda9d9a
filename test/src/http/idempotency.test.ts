import { allOperations, type Operation } from "@cartulary/wire";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type House, openHouse, type Person, USERS } from "../../support/application-fixture.ts";
import { membersAt } from "../../support/books.ts";
import { type TestDatabase, usualDatabases } from "../../support/databases.ts";
import { documentAt, folderAt, makersFor, membersOf, versionsOf } from "../../support/record-factories.ts";
import type { DocumentBody, FolderBody } from "../../support/records.ts";
import { expectMalformed, expectNotFound, expectRefusal, expectStatus } from "../../support/refusals.ts";
import { type Asking, uploadForm } from "../../support/send-request.ts";
import { signedInAs } from "../../support/session.ts";
import { type Furnisher, furnisher, type Published } from "./sample-records.ts";
import { type Ids, pathOf } from "./samples.ts";

const table: readonly Operation[] = Object.values(allOperations);
const FOLDERS = "/api/v1/documents/folders";
const TOKENS = "/api/v1/personal_access_tokens";
const CONNECTORS = "/api/v1/connectors";

/**
 * Publishing and cutting are states, not records; operations without a caller make none. An export and many letters are
 * records that a job completes: 202.
 */
const COMPLETED_BY_JOBS: readonly string[] = ["createDocumentExport", "createLetters"];

const makesRecord = ({ id, method, replies, scope, path }: Operation) =>
  method === "post" &&
  (201 in replies || COMPLETED_BY_JOBS.includes(id)) &&
  scope !== "none" &&
  scope !== "connector" &&
  !/\/(public_access|exclusion|site)$/.test(path);

/** Makes records by the hundred, and answers how many: with a connector's key (knowledge-graph.test.ts). */
const makesMany = ({ id }: Operation) => id === "ingestKnowledgeGraph";

describe("the contract", () => {
  it("lets every POST that makes records have an Idempotency-Key, and no other", () => {
    const keyed = table.filter(({ headers }) => headers?.includes("Idempotency-Key"));
    const making = table.filter((operation) => makesRecord(operation) || makesMany(operation));
    expect(keyed.map(({ id }) => id)).toEqual(making.map(({ id }) => id));
  });
});

/** Uploads of files have rules of their own (document-keys.test.ts, versions.test.ts). */
const swept = table
  .filter(makesRecord)
  .filter(({ file, scope }) => file === undefined && scope !== "session")
  .map((operation) => [operation.path, operation] as const);

/** Resources that are deleted by another path than that of their creation. */
const ENDED: readonly (readonly [path: string, madeAt: (ids: Ids) => string])[] = [
  ["/api/v1/directory/groups/{id}/members", ({ group, user }) => `${membersOf(group)}/${user}`],
  ["/rental/api/v1/mandataires/{id}/members", ({ empty_mandataire, user }) => `${membersAt(empty_mandataire)}/${user}`],
  ["/api/v1/connectors/{id}/keys", ({ connector }) => `${CONNECTORS}/${connector}`],
  ["/api/v1/documents/documents/{id}/versions/{version_id}/restore", ({ document }) => documentAt(document)],
];

describe.each(usualDatabases)("requests under an Idempotency-Key on $name", ({ open }) => {
  let database: TestDatabase;
  let house: House;
  let admin: Person;
  let furnishing: Furnisher;
  let published: Published;
  let ids: Ids;
  beforeAll(async () => {
    database = await open();
    house = await openHouse(database);
    admin = house.admin;
    furnishing = furnisher(house, database);
    published = await furnishing.publish();
    ids = await furnishing.furnish(published);
  });
  afterAll(() => house.close());

  const under = (key: string, asking: Asking): Asking => ({
    ...asking,
    headers: { ...asking.headers, "idempotency-key": key },
  });
  const replayedIn = ({ headers }: { readonly headers: Headers }) => headers.get("idempotency-replayed");
  const newFolder = (key: string, json: unknown, by = admin) =>
    by.ask<FolderBody>("POST", FOLDERS, under(key, { json }));

  async function eventsAndRecords(): Promise<string> {
    const { headers } = await admin.ask<unknown>("GET", "/api/v1/audit_events", { query: "per_page=1" });
    return headers.get("x-total-count") ?? "";
  }

  it.each(swept)("POST %s is performed once and answered again", async (_path, { method, path, body, replies }) => {
    const made = 201 in replies ? 201 : 202;
    const name = `${method.toUpperCase()} ${path}`;
    const token = await admin.token("read write admin");
    const newcomer = { ...ids, user: (await house.person()).id };
    const asking = { ...under("sweep", furnishing.sample(name, newcomer)), token };
    const at = pathOf(path, ids);
    const first = await house.ask<unknown>("POST", at, asking);
    expect([first.status, replayedIn(first)]).toEqual([made, null]);
    const events = await eventsAndRecords();
    const again = await house.ask<unknown>("POST", at, asking);
    expect([again.status, replayedIn(again), again.text]).toEqual([made, "true", first.text]);
    expect(await eventsAndRecords()).toBe(events);
    if (!body) return;
    const { json } = asking as { readonly json: Readonly<Record<string, unknown>> };
    const other = await house.ask("POST", at, { ...asking, json: { ...json, another_field: 1 } });
    expectRefusal(other, 422, "idempotency_key_reused");
  });

  it("are the same whatever the order of their fields, and for another user another's", async () => {
    const first = await newFolder("order", { name: "one", description: "d" });
    const again = await newFolder("order", { description: "d", name: "one" });
    expect([again.text, replayedIn(again)]).toEqual([first.text, "true"]);
    const other = await newFolder("order", { name: "one", description: "d" }, await house.person());
    expect([other.status, replayedIn(other), other.body.id === first.body.id]).toEqual([201, null, false]);
  });

  it("are performed once of ten at the same time", async () => {
    const person = await house.person();
    const replies = await Promise.all(Array.from({ length: 10 }, () => newFolder("ten", { name: "once" }, person)));
    for (const reply of replies.filter(({ status }) => status !== 201))
      expectRefusal(reply, 409, "idempotency_in_progress");
    const { headers } = await person.ask<unknown>("GET", FOLDERS);
    expect(headers.get("x-total-count")).toBe("1");
  });

  it("get the same answer at the same time, though the first creation conflicts with the others", async () => {
    const { id } = await house.person();
    const permission = under("alike", { json: { subject_type: "user", subject_id: id, level: "read" } });
    const at = `${folderAt(ids.folder)}/permissions`;
    const replies = await Promise.all(Array.from({ length: 6 }, () => admin.ask<unknown>("POST", at, permission)));
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 201));
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
  });

  it("are performed when they were refused the first time", async () => {
    expectRefusal(await newFolder("refused", { name: "" }), 422, "unprocessable_entity");
    expectStatus(await newFolder("refused", { name: "now" }), 201);
  });

  it("answer 404 once their record is gone, or hidden from the caller", async () => {
    const { id } = expectStatus(await newFolder("gone", { name: "gone" }), 201);
    expectStatus(await admin.ask<unknown>("DELETE", folderAt(id)), 204);
    expectNotFound(await newFolder("gone", { name: "gone" }));
  });

  it("name a record's container only to a caller who may still read it", async () => {
    const { folder, permission } = makersFor(house);
    const [person, above] = [await house.person(), await folder()];
    const { id } = await permission(folderAt(above.id), person, "write");
    const json = { name: "below", documents_folder_id: above.id };
    const first = await newFolder("below", json, person);
    expect(first.body.parent?.name).toBe(above.name);
    expectStatus(await admin.ask<unknown>("DELETE", `${folderAt(above.id)}/permissions/${id}`), 204);
    const again = await newFolder("below", json, person);
    expect([again.status, again.body.id, again.body.parent]).toEqual([201, first.body.id, null]);
  });

  it("name a document's container only to a caller who may still read it, when a version is restored again", async () => {
    const { folder, upload, permission } = makersFor(house);
    const [person, above] = [await house.person(), await folder()];
    const document = await upload({ documents_folder_id: above.id });
    expectStatus(await admin.ask<unknown>("POST", versionsOf(document.id), uploadForm("other text")), 201);
    const [version] = (await admin.ask<readonly { id: string }[]>("GET", versionsOf(document.id))).body;
    await permission(documentAt(document.id), person, "write");
    const { id } = await permission(folderAt(above.id), person, "read");
    const restore = () =>
      person.ask<DocumentBody>("POST", `${versionsOf(document.id)}/${version?.id}/restore`, under("restore", {}));
    expect((await restore()).body.folder?.id).toBe(above.id);
    expectStatus(await admin.ask<unknown>("DELETE", `${folderAt(above.id)}/permissions/${id}`), 204);
    const again = await restore();
    expect([again.status, replayedIn(again), again.body.folder]).toEqual([201, "true", null]);
  });

  it.each(ENDED)("answer 404 once the record of POST %s is gone", async (path, madeAt) => {
    const newcomer = { ...ids, user: (await house.person()).id };
    const asking = under("ended", furnishing.sample(`POST ${path}`, newcomer));
    expectStatus(await admin.ask<unknown>("POST", pathOf(path, newcomer), asking), 201);
    expectStatus(await admin.ask<unknown>("DELETE", madeAt(newcomer)), 204);
    expectNotFound(await admin.ask("POST", pathOf(path, newcomer), asking));
  });

  it("need a key that is one", async () => {
    for (const key of ["", "k".repeat(256), "a b"]) expectMalformed(await newFolder(key, { name: "a folder" }));
  });

  it("repeat a secret only to the token of the first request, and the database stores no secret in clear", async () => {
    const [mine, another] = [await admin.token("admin"), await admin.token("read write admin")];
    const asking = under("secret", { json: { name: "a portal", area: "portal" } });
    const first = await house.ask<{ key: string }>("POST", CONNECTORS, { ...asking, token: mine });
    const again = await house.ask<unknown>("POST", CONNECTORS, { ...asking, token: mine });
    expect([again.text, replayedIn(again)]).toEqual([first.text, "true"]);
    expectRefusal(await house.ask("POST", CONNECTORS, { ...asking, token: another }), 409, "conflict");
    const stored = await database.transact.read(({ inspection }) => inspection.replays(null, 1000));
    expect(JSON.stringify(stored)).not.toContain(first.body.key);
  });

  it("leave nothing in the database that guesses of a password could be compared with", async () => {
    const json = { email_address: "ada@example.org", password: "open sesame" };
    const keys = ["a-key-of-its-client", "another-key-of-its-client"];
    for (const key of keys) {
      const { id } = expectStatus(await admin.ask<{ id: string }>("POST", USERS, under(key, { json })), 201);
      expectStatus(await admin.ask<unknown>("DELETE", `${USERS}/${id}`), 204);
    }
    const stored = await database.transact.read(async ({ inspection, replays }) => {
      const all = await inspection.replays(null, 1000);
      const ofUsers = all.filter(({ scope, reply }) => scope.includes("createUser") && reply.includes("ada@"));
      return Promise.all(ofUsers.map((each) => replays.find(each, house.clock.now())));
    });
    expect(new Set(stored.map((replay) => replay?.fingerprint)).size).toBe(2);
    expect(JSON.stringify(stored)).not.toContain("of-its-client");
  });

  it("make one personal token in a session", async () => {
    const sue = await signedInAs(house);
    const terms = { name: "a token", scopes: ["write"] };
    const headers = { "idempotency-key": "token" };
    const first = await sue.json<{ id: string; token: string }>("POST", TOKENS, terms, { headers });
    const again = await sue.json<{ token: string }>("POST", TOKENS, terms, { headers });
    expect([first.status, again.text, replayedIn(again)]).toEqual([201, first.text, "true"]);
    const listed = await house.ask<readonly unknown[]>("GET", TOKENS, { token: first.body.token });
    expect(listed.body).toHaveLength(1);
    const ended = await house.ask<unknown>("DELETE", `${TOKENS}/${first.body.id}`, { token: first.body.token });
    expect(ended.status).toBe(204);
    expect((await sue.json("POST", TOKENS, terms, { headers })).status).toBe(404);
  });

  it("have no effect where no record is created", async () => {
    const person = await house.person();
    const change = under("patch", { json: { first_name: "Ada" } });
    for (let time = 0; time < 2; time += 1) {
      const reply = await admin.ask<unknown>("PATCH", `${USERS}/${person.id}`, change);
      expect([reply.status, replayedIn(reply)]).toEqual([200, null]);
    }
  });
});
