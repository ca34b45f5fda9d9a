import { type ApplicationId, newToken, type TokenRecord } from "@cartulary/auth";
import { secondsAfter } from "@cartulary/kernel";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FIRST, type House, openHouse, type Person, USERS } from "../../support/application-fixture.ts";
import { type TestDatabase, usualDatabases } from "../../support/databases.ts";
import { seededSecrets } from "../../support/fixed-clock.ts";
import { NOTHING, sha256 } from "../../support/record-factories.ts";
import type {
  AuditEventBody,
  OAuthApplicationBody,
  RegisteredApplicationBody,
  TokenBody,
} from "../../support/records.ts";
import { expectInvalid, expectNotFound, expectRefusal, expectStatus } from "../../support/refusals.ts";
import type { Reply } from "../../support/send-request.ts";

const ALL = "/api/v1/oauth_applications";
const BACK = "https://example.org/back";

describe.each(usualDatabases)("OAuth applications on $name", ({ open }) => {
  let database: TestDatabase;
  let house: House;
  let admin: Person;
  beforeAll(async () => {
    database = await open();
    house = await openHouse(database);
    admin = house.admin;
  });
  afterAll(() => house.close());

  const post = (json: object) => admin.ask<RegisteredApplicationBody>("POST", ALL, { json });
  const register = async (more: object = {}) =>
    expectStatus(await post({ name: "a tool", redirect_uris: [BACK], ...more }), 201);
  const token = (fields: Readonly<Record<string, string>>) =>
    house.ask<TokenBody>("POST", "/oauth/token", { body: new URLSearchParams(fields) });
  const signIn = (
    { client_id, client_secret }: RegisteredApplicationBody,
    more: Readonly<Record<string, string>> = {},
  ) =>
    token({
      grant_type: "password",
      client_id,
      ...(client_secret !== null && { client_secret }),
      username: FIRST.email,
      password: FIRST.password,
      ...more,
    });
  const me = async ({ body }: Reply<TokenBody>) =>
    (await house.ask("GET", `${USERS}/me`, { token: body.access_token })).status;

  it("are confidential, untrusted, and read and write by default", async () => {
    const made = await register({ name: "  l\u2019e\u0301diteur " });
    const { id, client_id, client_secret, ...rest } = made;
    expect(rest).toEqual({
      name: "l\u2019éditeur",
      redirect_uris: [BACK],
      scopes: ["read", "write"],
      default_scopes: ["read"],
      confidential: true,
      trusted: false,
      created_at: house.clock.now(),
    });
    expect(client_id).toMatch(/^[0-9A-Za-z]{22}$/);
    expect(client_secret).toMatch(/^ctcs_[0-9A-Za-z]{49}$/);
  });

  it("show their secret a single time", async () => {
    const reply = await post({ name: "once", redirect_uris: [] });
    const { client_secret, ...shown } = expectStatus(reply, 201);
    expect(reply.headers.get("cache-control")).toBe("no-store");
    const again = await admin.ask<OAuthApplicationBody>("GET", `${ALL}/${shown.id}`);
    expect(expectStatus(again, 200)).toEqual(shown);
    const query = { "q[name_eq]": "once" };
    const list = await admin.ask<readonly OAuthApplicationBody[]>("GET", ALL, { query });
    expect(list.body).toEqual([shown]);
    expect(again.text + list.text).not.toContain(String(client_secret));
  });

  it("have none when they are public, and are refused passwords", async () => {
    const open = await register({ confidential: false, trusted: true });
    expect(open).toMatchObject({ confidential: false, trusted: true, client_secret: null });
    expect((await signIn(open)).body).toMatchObject({ error: "unauthorized_client" });
  });

  it("sign people in with the registered values only", async () => {
    const made = await register({ trusted: true, scopes: ["write", "write"], default_scopes: ["read", "write"] });
    expect(made).toMatchObject({ scopes: ["write"], default_scopes: ["read", "write"] });
    expect(expectStatus(await signIn(made), 200).scope).toBe("read write");
    expect((await signIn(made, { scope: "admin" })).body).toMatchObject({ error: "invalid_scope" });
    expect((await signIn(await register())).body).toMatchObject({ error: "unauthorized_client" });
  });

  it.each([
    "javascript:alert(1)",
    "data:text/html,x",
    "http://example.org/back",
    "http://127.0.0.1.evil.com/back",
    "https://user:pass@example.org/",
    "https://example.org/#here",
    "nodots:/back",
    "/back",
    "https://example.org/ back",
    "",
    `https://example.org/${"x".repeat(2048)}`,
  ])("30: refuses the redirect URI %s", async (uri) => {
    expectInvalid(await post({ name: "x", redirect_uris: [BACK, uri] }), "redirect_uris", "invalid");
  });

  it.each(["http://127.0.0.1/cb", "http://[::1]:8080/cb", "http://localhost:3000/cb", "org.example.app:/cb", BACK])(
    "may send people back to %s",
    async (uri) => {
      expect(await register({ redirect_uris: [uri] })).toMatchObject({ redirect_uris: [uri] });
    },
  );

  it("require a name, and refuse too long fields", async () => {
    for (const name of ["", " \u200b ", null]) {
      expectInvalid(await post({ name, redirect_uris: [] }), "name", "blank");
    }
    expectInvalid(await post({ name: "x".repeat(256), redirect_uris: [] }), "name", "too_long");
    expectInvalid(await post({ name: "a\u0000b", redirect_uris: [] }), "name", "invalid");
    expectInvalid(await post({ name: "x", redirect_uris: [], scopes: [] }), "scopes", "blank");
    const beyond = { name: "x", redirect_uris: [], scopes: ["read"], default_scopes: ["write"] };
    expectInvalid(await post(beyond), "default_scopes", "inclusion");
  });

  it("report all errors at once", async () => {
    const reply = await post({
      name: "",
      redirect_uris: ["javascript:x"],
      scopes: ["read"],
      default_scopes: ["admin"],
    });
    const { details } = expectRefusal(reply, 422, "unprocessable_entity");
    expect(details.map(({ field }) => field)).toEqual(["name", "redirect_uris", "default_scopes"]);
  });

  it("delete their own tokens only", async () => {
    const [made, other] = [await register({ trusted: true }), await register({ trusted: true })];
    const [tokens, others] = [await signIn(made), await signIn(other)];
    expect([await me(tokens), await me(others)]).toEqual([200, 200]);
    expectStatus(await admin.ask<unknown>("DELETE", `${ALL}/${made.id}`), 204);
    expect([await me(tokens), await me(others)]).toEqual([401, 200]);
    const refresh = (reply: Reply<TokenBody>, { client_id, client_secret }: RegisteredApplicationBody) =>
      token({
        grant_type: "refresh_token",
        client_id,
        client_secret: client_secret ?? "",
        refresh_token: reply.body.refresh_token,
      });
    expect((await refresh(tokens, made)).body).toMatchObject({ error: "invalid_client" });
    expectStatus(await refresh(others, other), 200);
    expectNotFound(await admin.ask("GET", `${ALL}/${made.id}`));
    expectNotFound(await admin.ask("DELETE", `${ALL}/${made.id}`));
    expectNotFound(await admin.ask("DELETE", `${ALL}/${NOTHING}`));
    expect((await admin.ask("GET", `${ALL}/${other.id}`)).status).toBe(200);
  });

  it("leave no token behind that was being made when they went", async () => {
    const made = await register({ trusted: true });
    const [gone, ...racing] = await Promise.all([
      admin.ask<unknown>("DELETE", `${ALL}/${made.id}`),
      ...Array.from({ length: 3 }, () => signIn(made)),
    ]);
    expectStatus(gone, 204);
    const alive = await Promise.all(racing.filter(({ status }) => status === 200).map(me));
    expect(alive.filter((status) => status === 200)).toEqual([]);
  });

  it("revoke the token that an open transaction is issuing", async () => {
    const made = await register();
    const id = made.id as ApplicationId;
    const text = newToken("access", seededSecrets("beside"));
    const [giving, mayGive] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const openWrite = database.transact.write(async ({ applications, tokens }) => {
      await applications.lockShared(id);
      giving.resolve();
      await mayGive.promise;
      await tokens.insert([tokenOf(id, text)]);
    });
    await giving.promise;
    const gone = admin.ask<unknown>("DELETE", `${ALL}/${id}`);
    await Promise.race([database.untilBlocked(), gone]);
    mayGive.resolve();
    await openWrite;
    expectStatus(await gone, 204);
    expectRefusal(await house.ask("GET", `${USERS}/me`, { token: text }), 401, "unauthorized");
  });

  const tokenOf = (applicationId: ApplicationId, text: string): TokenRecord => ({
    id: NOTHING as TokenRecord["id"],
    kind: "access",
    hash: sha256(text),
    userId: admin.id as TokenRecord["userId"],
    applicationId,
    familyId: null,
    familyEndsAt: null,
    pairId: null,
    scopes: ["read"],
    name: null,
    createdAt: house.clock.now(),
    expiresAt: secondsAfter(house.clock.now(), 60),
    revokedAt: null,
    usedAt: null,
  });

  it("are filtered by every field but their lists, and ordered by name or date", async () => {
    const made = await register({ name: "Zoé’s tool", trusted: true });
    const found = async (query: Readonly<Record<string, string>>) =>
      expectStatus(await admin.ask<readonly OAuthApplicationBody[]>("GET", ALL, { query }), 200);
    const only = { "q[id_eq]": made.id };
    for (const filter of [
      { "q[client_id_eq]": made.client_id },
      { "q[name_start]": "ZOÉ" },
      { "q[confidential_true]": "1", ...only },
      { "q[trusted_true]": "1", ...only },
      { "q[created_at_gteq]": made.created_at, ...only },
    ]) {
      expect((await found(filter)).map(({ id }) => id)).toEqual([made.id]);
    }
    const names = (await found({ sort: "name", direction: "asc", per_page: "100" })).map(({ name }) => name);
    expect(names).toContain(FIRST.clientId);
    for (const field of ["secret_hash", "client_secret", "redirect_uris", "scopes"]) {
      const query = { [`q[${field}_present]`]: "1" };
      expectRefusal(await admin.ask("GET", ALL, { query }), 400, "bad_request");
    }
  });

  it("leave a trail", async () => {
    const made = await register();
    const gone = await admin.ask<unknown>("DELETE", `${ALL}/${made.id}`);
    const query = { "q[resource_id_eq]": made.id };
    const events = await admin.ask<readonly AuditEventBody[]>("GET", "/api/v1/audit_events", { query });
    expect(events.body.map(({ action }) => action).sort()).toEqual([
      "oauth_application.created",
      "oauth_application.deleted",
    ]);
    const deleted = events.body.find(({ action }) => action === "oauth_application.deleted");
    expect(deleted).toMatchObject({
      actor_id: admin.id,
      resource_type: "oauth_application",
      request_id: gone.headers.get("x-request-id"),
      detail: { client_id: made.client_id, name: "a tool" },
    });
    expect(deleted?.token_id).not.toBeNull();
  });
});
