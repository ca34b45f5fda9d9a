import { type Application, newToken, TOKEN_PREFIXES, type TokenPurpose } from "@cartulary/auth";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DOCUMENTS, FIRST, type House, openHouse, type Person, USERS } from "../../support/application-fixture.ts";
import { type TestDatabase, usualDatabases } from "../../support/databases.ts";
import { seededSecrets } from "../../support/fixed-clock.ts";
import { folderAt, type Makers, makersFor, sha256 } from "../../support/record-factories.ts";
import { recordProblems, TOKEN, type TokenBody, type UserBody } from "../../support/records.ts";
import { expectMalformed, expectRefusal, expectStatus } from "../../support/refusals.ts";
import type { Asking, Reply } from "../../support/send-request.ts";

const FOLDERS = `${DOCUMENTS}/folders`;
const PASSWORD = "open sesame";

type Fields = Readonly<Record<string, string>>;

/** Rows of the table in section 8 of the authentication document, by their numbers. */
describe.each(usualDatabases)("hostile credentials on $name", ({ open }) => {
  let database: TestDatabase;
  let house: House;
  let makers: Makers;
  let admin: Person;
  beforeAll(async () => {
    database = await open();
    house = await openHouse(database);
    makers = makersFor(house);
    admin = house.admin;
  });
  afterAll(() => house.close());

  const withAuthorization = (authorization: string) => house.ask("GET", FOLDERS, { headers: { authorization } });

  /** 401, and whether a token was seen at all (RFC 6750 3.1). */
  function expectUnauthorized(reply: Reply<unknown>, problem?: string): void {
    expectRefusal(reply, 401, "unauthorized");
    const challenge = reply.headers.get("www-authenticate") ?? "";
    expect(challenge).toMatch(/^Bearer realm="cartulary"/);
    if (problem === undefined) expect(challenge).not.toContain("error");
    else expect(challenge).toContain(`error="invalid_token", error_description="The access token ${problem}"`);
  }

  it("1: answers 401 without Authorization, and names no token error", async () => {
    expectUnauthorized(await house.ask("GET", FOLDERS));
  });

  it("2 and 3: Bearer in any case and one space; nothing, or two spaces, will not do", async () => {
    const token = await admin.token();
    for (const authorization of [
      "Bearer",
      "Bearer  ",
      `Bearer  ${token}`,
      `Bearer${token}`,
      token,
      `Bearer "${token}"`,
    ]) {
      expectRefusal(await withAuthorization(authorization), 401, "unauthorized");
    }
    for (const scheme of ["bearer", "BEARER", "Bearer", "bEaReR"]) {
      expectStatus(await house.ask<unknown>("GET", FOLDERS, { headers: { authorization: `${scheme} ${token}` } }), 200);
    }
  });

  it("4: Basic opens no API route", async () => {
    expectUnauthorized(await withAuthorization(`Basic ${btoa(`${FIRST.clientId}:${FIRST.clientSecret}`)}`));
    expectUnauthorized(await withAuthorization(`Basic ${btoa(`${FIRST.email}:${FIRST.password}`)}`));
  });

  it("5: ignores a token in the query, and refuses one in addition to a valid header", async () => {
    const access_token = await admin.token();
    expectUnauthorized(await house.ask("GET", FOLDERS, { query: { access_token } }));
    const form = { access_token, uploaded_file: new File(["x"], "x.txt") };
    expectUnauthorized(await house.ask("POST", `${DOCUMENTS}/documents`, { form }));
    expectMalformed(await admin.ask("GET", FOLDERS, { query: { access_token } }));
    expectMalformed(await admin.ask("GET", `${FOLDERS}?%61ccess_token=${access_token}`));
  });

  it("6: two Authorization headers are joined, and none", async () => {
    const token = await admin.token();
    const headers = new Headers({ authorization: `Bearer ${token}` });
    headers.append("authorization", `Bearer ${token}`);
    expectRefusal(await house.ask("GET", FOLDERS, { headers: Object.fromEntries(headers) }), 401, "unauthorized");
  });

  it("7: a token of a megabyte is 401", async () => {
    expectRefusal(await withAuthorization(`Bearer ${"x".repeat(1_000_000)}`), 401, "unauthorized");
    expectRefusal(await withAuthorization(`Bearer ${await admin.token()}${"x".repeat(1_000)}`), 401, "unauthorized");
  });

  it("8: a token with one wrong character is 401", async () => {
    const token = await admin.token();
    for (const place of [3, 5, 20, token.length - 1]) {
      const other = token[place] === "a" ? "b" : "a";
      expectUnauthorized(
        await withAuthorization(`Bearer ${token.slice(0, place)}${other}${token.slice(place + 1)}`),
        "is invalid",
      );
    }
  });

  it("9: a secret that was issued for something else is no bearer token", async () => {
    const { refresh_token } = expectStatus(await signIn(), 200);
    expectUnauthorized(await withAuthorization(`Bearer ${refresh_token}`), "is invalid");
    for (const purpose of Object.keys(TOKEN_PREFIXES) as TokenPurpose[]) {
      const issued = newToken(purpose, seededSecrets("never stored"));
      expectUnauthorized(await withAuthorization(`Bearer ${issued}`), "is invalid");
    }
  });

  it("10: the digest that the database has of a token opens nothing", async () => {
    const token = await admin.token();
    for (const stored of [
      sha256(token),
      sha256(token).toUpperCase(),
      Buffer.from(sha256(token), "hex").toString("base64"),
    ]) {
      expectUnauthorized(await withAuthorization(`Bearer ${stored}`), "is invalid");
    }
  });

  it("11 and 12: a token that reads, reads: GET and HEAD, not POST", async () => {
    const reading = await admin.as("read");
    const refused = await reading("POST", FOLDERS, { json: { name: "x" } });
    expectRefusal(refused, 403, "insufficient_scope");
    expect(refused.headers.get("www-authenticate")).toBe(
      'Bearer realm="cartulary", error="insufficient_scope", scope="write"',
    );
    expectStatus(await reading<unknown>("HEAD", FOLDERS), 200);
    expectStatus(await reading<unknown>("GET", FOLDERS), 200);
  });

  it("13: no header makes a GET into a DELETE", async () => {
    const folder = await makers.folder();
    const reading = await admin.as("read");
    const headers = { "x-http-method-override": "DELETE" };
    expectStatus(await reading<unknown>("GET", folderAt(folder.id), { headers }), 200);
    expectStatus(await admin.ask<unknown>("GET", folderAt(folder.id), { headers }), 200);
    expectStatus(await admin.ask<unknown>("GET", folderAt(folder.id)), 200);
  });

  it("14: a scope is no role", async () => {
    const user = await house.person();
    expectRefusal(await user.ask("POST", USERS, { json: { email_address: "x@example.org" } }), 403, "forbidden");
    expectRefusal(await user.ask("POST", `${DOCUMENTS}/workspaces`, { json: {} }), 403, "forbidden");
  });

  it("15: a demoted administrator loses admin at once", async () => {
    const demoted = await house.person({ role: "admin" });
    const administering = await demoted.as("read write admin");
    expectStatus(await administering<unknown>("POST", USERS, { json: { email_address: "made@example.org" } }), 201);
    const folder = await makers.folder();
    expectStatus(await administering<unknown>("GET", folderAt(folder.id)), 200);
    expectStatus(await admin.ask<unknown>("PATCH", `${USERS}/${demoted.id}`, { json: { role: "user" } }), 200);
    expectRefusal(await administering("POST", USERS, { json: { email_address: "not@example.org" } }), 403, "forbidden");
    expectRefusal(await administering("GET", folderAt(folder.id)), 404, "not_found");
    expectStatus(await administering<unknown>("POST", FOLDERS, { json: {} }), 201);
  });

  it("16: refuses the tokens of a disabled user at once; after enabling, only a new token works", async () => {
    const user = await house.person({ password: PASSWORD });
    const signedIn = expectStatus(await signIn({ username: user.email, password: PASSWORD }), 200);
    expectStatus(await user.ask<unknown>("GET", FOLDERS), 200);
    expectStatus(await admin.ask<unknown>("PATCH", `${USERS}/${user.id}`, { json: { active: false } }), 200);
    expectUnauthorized(await user.ask("GET", FOLDERS), "was revoked");
    expectUnauthorized(await withAuthorization(`Bearer ${signedIn.access_token}`), "was revoked");
    const refused = await signIn({ username: user.email, password: PASSWORD });
    const unknown = await signIn({ username: "nobody@example.org", password: PASSWORD });
    expect([refused.status, sameBut(refused)]).toEqual([400, sameBut(unknown)]);
    expectStatus(await admin.ask<unknown>("PATCH", `${USERS}/${user.id}`, { json: { active: true } }), 200);
    expectRefusal(await withAuthorization(`Bearer ${signedIn.access_token}`), 401, "unauthorized");
    expectStatus(await signIn({ username: user.email, password: PASSWORD }), 200);
  });

  it("17: a token is good until the moment it ends, and not in it", async () => {
    const { access_token, expires_in } = expectStatus(await signIn(), 200);
    expect(expires_in).toBe(7200);
    house.clock.pass(7_200_000 - 1);
    expectStatus(await house.ask<unknown>("GET", FOLDERS, { token: access_token }), 200);
    house.clock.pass(1);
    expectUnauthorized(await house.ask("GET", FOLDERS, { token: access_token }), "expired");
  });

  it("a token whose owner was deleted is 401", async () => {
    const user = await house.person();
    expectStatus(await user.ask<unknown>("GET", FOLDERS), 200);
    expectStatus(await admin.ask<unknown>("DELETE", `${USERS}/${user.id}`), 204);
    expectRefusal(await user.ask("GET", FOLDERS), 401, "unauthorized");
  });

  // ---- POST /oauth/token

  const GOOD: Fields = {
    grant_type: "password",
    client_id: FIRST.clientId,
    client_secret: FIRST.clientSecret,
    username: FIRST.email,
    password: FIRST.password,
  };
  const askToken = (asking: Asking) => house.ask<TokenBody>("POST", "/oauth/token", asking);
  const form = (fields: Fields): Asking => ({ body: new URLSearchParams(fields) });
  function signIn(fields: Fields = {}): Promise<Reply<TokenBody>> {
    return askToken(form({ ...GOOD, ...fields }));
  }
  const without = (...names: readonly string[]): Fields =>
    Object.fromEntries(Object.entries(GOOD).filter(([name]) => !names.includes(name)));
  const basic = (id: string, secret: string) => ({ authorization: `Basic ${btoa(`${id}:${secret}`)}` });

  interface OAuthRefused {
    readonly error: string;
    readonly error_description: string;
    readonly message: string;
    readonly request_id: string;
  }
  const refusedOf = (reply: Reply<TokenBody>) => reply.body as unknown as OAuthRefused;
  const sameBut = (reply: Reply<TokenBody>) => {
    const { request_id, ...rest } = refusedOf(reply);
    return rest;
  };

  function expectOAuthRefusal(reply: Reply<TokenBody>, status: number, error: string): void {
    const refused = refusedOf(reply);
    expect({ status: reply.status, error: refused?.error, text: reply.text }).toMatchObject({ status, error });
    expect(Object.keys(refused).sort()).toEqual(["error", "error_description", "message", "request_id"]);
    expect(refused.error_description).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
    expect(refused.message).toBe(refused.error_description);
    expect(refused.request_id).toBe(reply.headers.get("x-request-id"));
    expectNotStored(reply);
  }
  function expectNotStored({ headers }: Reply<unknown>): void {
    expect([headers.get("cache-control"), headers.get("pragma")]).toEqual(["no-store", "no-cache"]);
  }

  it("gives two tokens to a trusted application, as form or JSON, with its secret in the body or in Basic", async () => {
    for (const asking of [
      form(GOOD),
      { json: GOOD },
      {
        ...form(without("client_id", "client_secret")),
        headers: basic(FIRST.clientId, encodeURIComponent(FIRST.clientSecret)),
      },
      { ...form(without("client_secret")), headers: basic(FIRST.clientId, encodeURIComponent(FIRST.clientSecret)) },
    ]) {
      const reply = await askToken(asking);
      const body = expectStatus(reply, 200);
      expect(recordProblems(TOKEN, body)).toEqual([]);
      expect(body).toMatchObject({ token_type: "Bearer", expires_in: 7200, scope: "read write" });
      expect(body.created_at).toBe(Math.floor(Date.parse(house.clock.now()) / 1000));
      expect(body.access_token).toMatch(/^ctat_[0-9A-Za-z]{49}$/);
      expect(body.refresh_token).toMatch(/^ctrt_[0-9A-Za-z]{49}$/);
      expectNotStored(reply);
      const me = await house.ask<UserBody>("GET", `${USERS}/me`, { token: body.access_token });
      expect(expectStatus(me, 200).email_address).toBe(FIRST.email);
    }
  });

  it("issues the requested scopes, and admin only to administrators", async () => {
    expect(expectStatus(await signIn({ scope: "read" }), 200).scope).toBe("read");
    expect(expectStatus(await signIn({ scope: "read read  write" }), 200).scope).toBe("read write");
    expect(expectStatus(await signIn({ scope: "admin" }), 200).scope).toBe("admin");
    for (const scope of ["read,write", "root", "read root"]) {
      expectOAuthRefusal(await signIn({ scope }), 400, "invalid_scope");
    }
    const user = await house.person({ password: PASSWORD });
    const own = { username: user.email, password: PASSWORD };
    expectOAuthRefusal(await signIn({ ...own, scope: "read admin" }), 400, "invalid_scope");
    expect(expectStatus(await signIn(own), 200).scope).toBe("read write");
  });

  it("18: refuses a grant type that is missing, unknown or several", async () => {
    expectOAuthRefusal(await askToken(form(without("grant_type"))), 400, "invalid_request");
    expectOAuthRefusal(await signIn({ grant_type: "" }), 400, "invalid_request");
    expectOAuthRefusal(await signIn({ grant_type: "GRANT" }), 400, "unsupported_grant_type");
    expectOAuthRefusal(await signIn({ grant_type: "Password" }), 400, "unsupported_grant_type");
    const json = { ...GOOD, grant_type: ["password"] };
    expectOAuthRefusal(await askToken({ json }), 400, "invalid_request");
  });

  it("19: refuses a repeated parameter", async () => {
    for (const name of ["client_id", "grant_type", "username", "password", "scope"]) {
      const twice = new URLSearchParams({ scope: "read", ...GOOD });
      twice.append(name, twice.get(name) ?? "");
      expectOAuthRefusal(await askToken({ body: twice }), 400, "invalid_request");
    }
  });

  it("20: refuses two ways of proving a client", async () => {
    const headers = basic(FIRST.clientId, FIRST.clientSecret);
    expectOAuthRefusal(await askToken({ ...form(GOOD), headers }), 400, "invalid_request");
  });

  it("21: answers the same for a wrong secret, an unknown client and a foreign secret", async () => {
    const replies = [
      await signIn({ client_secret: "another secret of 30 characters" }),
      await signIn({ client_id: "nobody" }),
      await askToken(form(without("client_id", "client_secret"))),
      await askToken(form(without("client_secret"))),
      await signIn({ client_secret: "" }),
      await signIn({ client_id: "x".repeat(5_000) }),
      await signIn({ client_id: "a\u0000b" }),
    ];
    for (const reply of replies) {
      expectOAuthRefusal(reply, 401, "invalid_client");
      expect(sameBut(reply)).toEqual(sameBut(replies[0] as Reply<TokenBody>));
    }
    const inBasic = await askToken({
      ...form(without("client_id", "client_secret")),
      headers: basic("nobody", "nothing"),
    });
    expectOAuthRefusal(inBasic, 401, "invalid_client");
    expect(inBasic.headers.get("www-authenticate")).toBe('Basic realm="cartulary"');
  });

  it("22 and 23: an application proves itself by its own secret, and needs trust for passwords", async () => {
    await database.transact.write(({ applications }) =>
      applications.insert({
        id: "01900000-0000-7000-9000-000000000000" as Application["id"],
        clientId: "not-trusted",
        secretHash: sha256("the secret of the other"),
        name: "Not trusted",
        redirectUris: [],
        scopes: ["read", "write"],
        defaultScopes: ["read"],
        confidential: true,
        trusted: false,
        createdAt: house.clock.now(),
      }),
    );
    const own = { client_id: "not-trusted", client_secret: "the secret of the other" };
    expectOAuthRefusal(await signIn(own), 400, "unauthorized_client");
    expectOAuthRefusal(await signIn({ ...own, client_secret: FIRST.clientSecret }), 401, "invalid_client");
    expectOAuthRefusal(await signIn({ client_secret: own.client_secret }), 401, "invalid_client");
  });

  it("24: answers the same for an unknown e-mail address and a wrong password", async () => {
    const replies = [
      await signIn({ password: "wrong horse" }),
      await signIn({ username: "nobody@example.org" }),
      await signIn({ username: "not an address" }),
      await signIn({ username: "a\u0000b@example.org" }),
      await signIn({ password: "x".repeat(2_000) }),
      await signIn({ username: "person-without-password@example.org" }),
    ];
    for (const reply of replies) {
      expectOAuthRefusal(reply, 400, "invalid_grant");
      expect(sameBut(reply)).toEqual(sameBut(replies[0] as Reply<TokenBody>));
    }
    for (const name of ["username", "password"]) {
      expectOAuthRefusal(await askToken(form(without(name))), 400, "invalid_request");
    }
    expectStatus(await signIn({ username: `  ${FIRST.email.toUpperCase()} ` }), 200);
  });

  it("64: links a look-alike address to no account, and counts it as a separate address", async () => {
    const { email } = await house.person({ email_address: "mgr@x.test", password: "open sesame" });
    const alike = { username: "\uff4dgr@x.test", password: "open sesame" };
    for (let times = 0; times < 10; times += 1) expectOAuthRefusal(await signIn(alike), 400, "invalid_grant");
    expectOAuthRefusal(await signIn(alike), 429, "rate_limited");
    expectStatus(await signIn({ username: email, password: "open sesame" }), 200);
  });

  it("25: 413 for a password of ten megabytes", async () => {
    const reply = await signIn({ password: "x".repeat(10_000_000) });
    expect([reply.status, refusedOf(reply).error]).toEqual([413, "payload_too_large"]);
    expectNotStored(reply);
    expect((await askToken({ json: { ...GOOD, password: "x".repeat(70_000) } })).status).toBe(413);
  });

  it("26: takes a password as it is, composed, to its last byte", async () => {
    const passwords = ["a\u0000bcdef", "🔑🔑🔑🔑🔑🔑", "caf\u00e9 noir", "x".repeat(1024), "  spaces  "];
    for (const [index, password] of passwords.entries()) {
      const { email } = await house.person({ email_address: `odd-${index}@example.org`, password });
      expectStatus(await askToken({ json: { ...GOOD, username: email, password } }), 200);
      expectStatus(await signIn({ username: email, password }), 200);
      expectStatus(await signIn({ username: email, password: password.normalize("NFD") }), 200);
      for (const other of [password.slice(0, -1), password.trim().slice(0, 72), `${password} `]) {
        if (other === password) continue;
        expectOAuthRefusal(await signIn({ username: email, password: other }), 400, "invalid_grant");
      }
    }
  });

  it("415 for another content type, 400 for an unreadable body", async () => {
    for (const type of ["text/plain", "multipart/form-data; boundary=x", "application/xml"]) {
      const reply = await askToken({ body: new URLSearchParams(GOOD).toString(), headers: { "content-type": type } });
      expect(reply.status).toBe(415);
      expectNotStored(reply);
    }
    const json = { "content-type": "application/json" };
    for (const body of ["{", "[]", "null"])
      expectOAuthRefusal(await askToken({ body, headers: json }), 400, "invalid_request");
    expectOAuthRefusal(await askToken({ json: { ...GOOD, client_id: 7 } }), 400, "invalid_request");
  });

  it("400 for credentials in the query", async () => {
    for (const name of ["client_secret", "password"]) {
      const query = { [name]: GOOD[name] ?? "" };
      expectOAuthRefusal(await askToken({ ...form(without(name)), query }), 400, "invalid_request");
      expectOAuthRefusal(await askToken({ ...form(GOOD), query }), 400, "invalid_request");
    }
    expectOAuthRefusal(await askToken({ ...form(GOOD), query: { token: "x" } }), 400, "invalid_request");
    expectOAuthRefusal(
      await askToken({ ...form(without("grant_type")), query: { grant_type: "password" } }),
      400,
      "invalid_request",
    );
  });
});
