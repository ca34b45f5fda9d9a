import { createFsBlobStore } from "@cartulary/blobs-fs";
import { createContentTypes } from "@cartulary/content-types";
import { createDigests, sealingUnder, systemTimer } from "@cartulary/crypto";
import { type Authenticate, administrationApi, directoryApi, documentsApi } from "@cartulary/http";
import { type Caller, DomainError, type Role, type UserId } from "@cartulary/kernel";
import { createArchive } from "@cartulary/products/archive";
import { createIdentity } from "@cartulary/products/identity";
import { createMaintenance } from "@cartulary/products/maintenance";
import { ADMINISTRATION_BASE, DIRECTORY_BASE, DOCUMENTS_BASE } from "@cartulary/wire";
import { Hono } from "hono";
import { describe, expect, it, onTestFinished } from "vitest";
import { type TestDatabase, usualDatabases } from "../../support/databases.ts";
import { seededIds, seededSecrets, steadyClock } from "../../support/fixed-clock.ts";
import { passwordHash } from "../../support/password-hash.ts";

const ANA = {
  id: "0190f000-0000-7000-8000-000000000001",
  email_address: "ana@embedder.example",
  first_name: "Ana",
  last_name: "Lopes",
  role: "manager",
  active: true,
} as const;

/** The archive in an application that signs people in itself, by a cookie or a long token that names them. */
function embedded(database: TestDatabase) {
  const ports = {
    ...database,
    ...{ clock: steadyClock(), newId: seededIds("own people"), secrets: seededSecrets("own people") },
    ...{ digests: createDigests(), contentTypes: createContentTypes(), passwordHash, sealingUnder },
    ...{ blobStore: createFsBlobStore({ directory: "/nowhere" }), blobGraceSeconds: 0, timer: systemTimer },
    ...{ baseUrl: () => "http://embedder.test", tokenUseFailed: () => {} },
  };
  const archive = createArchive(ports);
  const identity = createIdentity({ ...ports, products: [archive] });
  const { jobAdministration } = createMaintenance({ ...ports, parts: [archive, identity] });
  const authenticate: Authenticate = async ({ headers }) => {
    const name = headers.get("authorization")?.replace(/^Basic |^Bearer |\.x+$/g, "") ?? headers.get("cookie");
    if (name === "locked out") throw new DomainError("rate_limited", "too_tired", "Come back later");
    return name?.startsWith("ana") ? callerOf(ANA.id as UserId, name.endsWith("!") ? "super_admin" : "manager") : null;
  };
  const dependencies = { log: { info() {}, error() {} }, maxDirectUploadBytes: 1_000_000, ...ports, authenticate };
  const app = new Hono();
  app.route(`/archive${DOCUMENTS_BASE}`, documentsApi({ ...dependencies, ...identity, ...archive, authenticate }));
  app.route(`/archive${DIRECTORY_BASE}`, directoryApi({ ...dependencies, ...identity, authenticate }));
  app.route(
    `/archive${ADMINISTRATION_BASE}`,
    administrationApi({ ...dependencies, ...identity, jobAdministration, authenticate }),
  );
  const ask = async (method: string, path: string, headers: Record<string, string>, body?: object) => {
    const sent = body && { body: JSON.stringify(body) };
    const init = { method, headers: { "Content-Type": "application/json", ...headers }, ...sent };
    const response = await app.request(`http://embedder.test/archive${path}`, init);
    return { status: response.status, headers: response.headers, body: (await response.json()) as Answer };
  };
  return { ...ports, archive, identity, ask };
}

interface Answer {
  readonly error?: string;
  readonly message?: string;
  readonly id?: string;
  readonly user?: { readonly display_name: string } | null;
}

const callerOf = (userId: UserId, role: Role): Caller => ({ userId, role, scopes: ["admin"], groupIds: [] });

const FOLDERS = `${DOCUMENTS_BASE}/folders`;
const CONNECTORS = `${ADMINISTRATION_BASE}/connectors`;
const COOKIE = { Cookie: "ana" };

describe.each(usualDatabases)("On $name, the archive of an application with people of its own", ({ emptied }) => {
  const { open } = emptied();

  async function opened() {
    const database = await open();
    onTestFinished(() => database.close());
    return embedded(database);
  }

  it("recognizes a caller by a token of any length or a cookie, and answers the errors that the application throws", async () => {
    const { ask } = await opened();
    expect((await ask("GET", FOLDERS, { Authorization: `Bearer ana.${"x".repeat(877)}` })).status).toBe(200);
    expect((await ask("GET", FOLDERS, COOKIE)).status).toBe(200);
    const unknown = await ask("GET", FOLDERS, { Cookie: "bob" });
    expect(unknown).toMatchObject({ status: 401, body: { error: "unauthorized" } });
    expect(unknown.headers.get("www-authenticate")).toMatch(/^Bearer /);
    const tired = await ask("GET", FOLDERS, { Cookie: "locked out" });
    expect(tired).toMatchObject({ status: 429, body: { error: "too_tired", message: "Come back later" } });
  });

  it("lets an unknown user read, and write once mirrored", async () => {
    const { ask, identity } = await opened();
    expect((await ask("GET", FOLDERS, COOKIE)).status).toBe(200);
    expect(await ask("POST", FOLDERS, COOKIE, { name: "Leases" })).toMatchObject({
      status: 403,
      body: { error: "forbidden", message: "this person is not known here: mirror it first" },
    });
    await identity.mirror(ANA);
    expect((await ask("POST", FOLDERS, COOKIE, { name: "Leases" })).status).toBe(201);
    const made = await ask("POST", `${DOCUMENTS_BASE}/workspaces`, COOKIE, { label: "Rue Haute" });
    expect(made).toMatchObject({ status: 201, body: { user: { display_name: "Ana Lopes" } } });
    const listed = await ask("GET", `${DIRECTORY_BASE}/users/${ANA.id}`, COOKIE);
    expect(listed.body).toMatchObject({ email_address: ANA.email_address, role: "manager" });
  });

  it("refuses an inactive user with 401, at once, until the user is active again", async () => {
    const { ask, identity } = await opened();
    await identity.mirror(ANA);
    expect((await ask("POST", FOLDERS, COOKIE, { name: "Leases" })).status).toBe(201);
    await identity.mirror({ ...ANA, active: false });
    for (const [method, body] of [["GET"], ["POST", { name: "More" }]] as const) {
      const refused = await ask(method, FOLDERS, COOKIE, body);
      expect(refused).toMatchObject({ status: 401, body: { error: "unauthorized", message: expect.any(String) } });
      expect(refused.headers.get("www-authenticate")).toMatch(/^Bearer /);
    }
    await identity.mirror(ANA);
    expect((await ask("POST", FOLDERS, COOKIE, { name: "More" })).status).toBe(201);
  });

  it("refuses a user who was never active", async () => {
    const { ask, identity } = await opened();
    await identity.mirror({ ...ANA, active: false });
    expect((await ask("GET", FOLDERS, COOKIE)).status).toBe(401);
  });

  it("mirrors a user once, also under concurrent requests, and updates changed fields", async () => {
    const { identity, transact } = await opened();
    const [made, again] = await Promise.all([identity.mirror(ANA), identity.mirror(ANA)]);
    expect(again).toEqual(made);
    expect(await identity.mirror({ ...ANA, id: ANA.id.toUpperCase() })).toEqual(made);
    expect(await identity.mirror({ ...ANA, last_name: "Silva" })).toMatchObject({ displayName: "Ana Silva" });
    const twin = { ...ANA, id: "0190f000-0000-7000-8000-000000000002" };
    await expect(identity.mirror(twin)).rejects.toMatchObject({ details: [{ field: "emailAddress", code: "taken" }] });
    const unsound = { id: "1", email_address: "none", role: "boss" as Role };
    await expect(identity.mirror(unsound)).rejects.toMatchObject({
      details: [{ field: "id" }, { field: "role", code: "inclusion" }, { field: "emailAddress" }],
    });
    const trail = await transact.read(({ audit }) =>
      audit.list({ page: 1, perPage: 10, sort: "at", direction: "asc", conditions: [] }),
    );
    expect(trail.items.map(({ action, actorId }) => ({ action, actorId }))).toEqual([
      { action: "user.created", actorId: null },
    ]);
  });

  it("mirrors in a transaction of the application, and is rolled back with it", async () => {
    const { identity, transact } = await opened();
    const undone = transact.write(async (stores) => {
      await identity.mirror(ANA, stores);
      throw new Error("The application thought better of it");
    });
    await expect(undone).rejects.toThrow("thought better");
    expect(await transact.read(({ users }) => users.find(ANA.id as UserId))).toBeNull();
  });

  it("runs a creation under an Idempotency-Key once, with any way of signing in", async () => {
    const { ask, identity } = await opened();
    await identity.mirror(ANA);
    for (const shown of [COOKIE, { Authorization: `Bearer ana.${"x".repeat(877)}` }]) {
      const headers = { ...shown, "Idempotency-Key": JSON.stringify(shown).slice(0, 20).replaceAll(" ", "") };
      const first = await ask("POST", FOLDERS, headers, { name: "Once" });
      const second = await ask("POST", FOLDERS, headers, { name: "Once" });
      expect(second).toMatchObject({ status: 201, body: { id: first.body.id } });
      expect(second.headers.get("idempotency-replayed")).toBe("true");
    }
  });

  it("repeats a secret only to a caller with the credentials of the first request", async () => {
    const { ask, identity } = await opened();
    await identity.mirror(ANA);
    const make = (shown: Record<string, string>) =>
      ask("POST", CONNECTORS, { ...shown, "Idempotency-Key": "one" }, { name: "Portal", area: "knowledge_graph" });
    const first = await make({ Cookie: "ana!" });
    expect(first).toMatchObject({ status: 201, body: { key: expect.any(String) } });
    expect((await make({ Cookie: "ana!" })).body).toEqual(first.body);
    expect(await make({ Cookie: "ana in another browser!" })).toMatchObject({ status: 409 });
    expect(await make({ Authorization: "Basic ana!" })).toMatchObject({ status: 409 });
  });
});
