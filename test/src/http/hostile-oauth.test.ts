import { createHash } from "node:crypto";
import type { Application } from "@cartulary/auth";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FIRST, type House, openHouse, type Person, USERS } from "../../support/application-fixture.ts";
import { type TestDatabase, usualDatabases } from "../../support/databases.ts";
import { sha256 } from "../../support/record-factories.ts";
import { recordProblems, TOKEN, type TokenBody } from "../../support/records.ts";
import { expectRefusal, expectStatus } from "../../support/refusals.ts";
import type { Asking, Reply } from "../../support/send-request.ts";
import { hiddenFields, type PageVisitor, pageVisitor } from "../../support/visitor.ts";

const PASSWORD = "open sesame";
const ISSUER = "http://127.0.0.1:3000";
const REDIRECT = "https://office.example.org/cb";
const LOOPBACK = "http://127.0.0.1/cb";
const VERIFIER = "a verifier of forty-three letters at least.".replaceAll(" ", "_");
const CHALLENGE = createHash("sha256").update(VERIFIER).digest("base64url");
const OFFICE = { client_id: "office", client_secret: "the office's own secret" } as const;
const OTHER = { client_id: "other", client_secret: "the other one's secret" } as const;

type Fields = Readonly<Record<string, string>>;

/** Rows of the table in section 8 of the authentication document, by their numbers: what concerns codes and tokens. */
describe.each(usualDatabases)("hostile OAuth on $name", ({ open }) => {
  let database: TestDatabase;
  let house: House;
  let ana: Person;
  /** A user with a session. */
  let browser: PageVisitor;

  beforeAll(async () => {
    database = await open();
    house = await openHouse(database);
    await register({ clientId: OFFICE.client_id, secretHash: sha256(OFFICE.client_secret), trusted: true });
    await register({ clientId: OTHER.client_id, secretHash: sha256(OTHER.client_secret) });
    await register({ clientId: "public", secretHash: null, confidential: false });
    ana = await house.person({ password: PASSWORD });
    browser = pageVisitor(house);
    expect((await browser.signIn(ana.email, PASSWORD)).status).toBe(303);
  });
  afterAll(() => house.close());

  let registered = 0;
  async function register(overrides: Partial<Application>): Promise<void> {
    registered += 1;
    const application: Application = {
      id: `01900000-0000-7000-9000-${String(registered).padStart(12, "0")}` as Application["id"],
      clientId: "",
      secretHash: null,
      name: "The <office> & “co”",
      redirectUris: [REDIRECT, LOOPBACK],
      scopes: ["read", "write"],
      defaultScopes: ["read"],
      confidential: true,
      trusted: false,
      createdAt: house.clock.now(),
      ...overrides,
    };
    await database.transact.write(({ applications }) => applications.insert(application));
  }

  const SOUND: Fields = {
    response_type: "code",
    client_id: OFFICE.client_id,
    redirect_uri: REDIRECT,
    code_challenge: CHALLENGE,
    code_challenge_method: "S256",
  };
  const queryOf = (fields: Fields) =>
    new URLSearchParams(Object.entries({ ...SOUND, ...fields }).filter(([, value]) => value !== "")).toString();
  const authorize = (fields: Fields = {}, visitor = browser) => visitor.get(`/oauth/authorize?${queryOf(fields)}`);

  /** The parameters that the application received, at each of its addresses. */
  function reportOf(reply: Reply<unknown>): Readonly<Record<string, string>> & { readonly at: string } {
    expect({ status: reply.status, text: reply.text }).toEqual({ status: 303, text: "" });
    expect([reply.headers.get("cache-control"), reply.headers.get("referrer-policy")]).toEqual([
      "no-store",
      "no-referrer",
    ]);
    const location = reply.headers.get("location") ?? "";
    const [at = "", query = ""] = location.split(/\?(.*)/s);
    const parameters = Object.fromEntries(new URLSearchParams(query));
    expect(parameters.iss).toBe(ISSUER);
    return { ...parameters, at };
  }
  const reportedError = async (fields: Fields) => {
    const { error, error_description, at, code } = reportOf(await authorize(fields));
    expect([at, code]).toEqual([REDIRECT, undefined]);
    expect(error_description).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
    return error;
  };
  const codeOf = async (fields: Fields = {}): Promise<string> =>
    reportOf(await authorize(fields)).code ?? expect.fail();

  /** A page without a redirect. */
  function expectPage(reply: Reply<unknown>): void {
    expect([reply.status, reply.headers.get("location")]).toEqual([400, null]);
    expect(reply.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(reply.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(reply.headers.get("referrer-policy")).toBe("no-referrer");
  }

  const askToken = (fields: Fields, asking: Asking = {}) =>
    house.ask<TokenBody>("POST", "/oauth/token", { body: new URLSearchParams(fields), ...asking });
  const exchange = (code: string, fields: Fields = {}) =>
    askToken(
      text({
        grant_type: "authorization_code",
        ...OFFICE,
        code,
        redirect_uri: REDIRECT,
        code_verifier: VERIFIER,
        ...fields,
      }),
    );
  const refresh = (refresh_token: string, fields: Fields = {}) =>
    askToken(text({ grant_type: "refresh_token", ...OFFICE, refresh_token, ...fields }));
  const revoke = (token: string, fields: Fields = {}) =>
    house.ask<unknown>("POST", "/oauth/revoke", { body: new URLSearchParams(text({ ...OFFICE, token, ...fields })) });
  const text = (fields: Fields): Fields =>
    Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ""));
  const tokens = async (): Promise<TokenBody> => expectStatus(await exchange(await codeOf()), 200);
  const opens = async ({ access_token: token }: TokenBody): Promise<boolean> =>
    (await house.ask("GET", `${USERS}/me`, { token })).status === 200;

  function expectOAuthRefusal(reply: Reply<unknown>, status: number, error: string): void {
    const body = reply.body as Readonly<Record<string, string>>;
    expect({ status: reply.status, error: body?.error, text: reply.text }).toMatchObject({ status, error });
    expect(Object.keys(body).sort()).toEqual(["error", "error_description", "message", "request_id"]);
    expect(body.error_description).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
    expect(body.message).toBe(body.error_description);
    expectUncached(reply);
  }
  function expectUncached({ headers }: Reply<unknown>): void {
    expect([headers.get("cache-control"), headers.get("pragma")]).toEqual(["no-store", "no-cache"]);
  }

  describe("the authorization endpoint", () => {
    it("answers a trusted application at once, with code, state and issuer", async () => {
      const { code, state, at } = reportOf(await authorize({ state: "x" }));
      expect([at, state]).toEqual([REDIRECT, "x"]);
      expect(code).toMatch(/^ctac_[0-9A-Za-z]{49}$/);
      const reply = await exchange(code ?? "");
      expect(recordProblems(TOKEN, expectStatus(reply, 200))).toEqual([]);
      expect(reply.body).toMatchObject({ token_type: "Bearer", expires_in: 7200, scope: "read" });
      expectUncached(reply);
    });

    it("issues no code for HEAD, which only looks", async () => {
      const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
      const looked = await house.ask("HEAD", `/oauth/authorize?${queryOf({})}`, { headers: { cookie } });
      expect([looked.status, looked.headers.get("location"), looked.text]).toEqual([200, null, ""]);
    });

    it("redirects to sign-in without a session, and back", async () => {
      const visitor = pageVisitor(house);
      const away = await authorize({ state: "back" }, visitor);
      expect(away.status).toBe(302);
      const login = away.headers.get("location") ?? "";
      expect(login).toMatch(/^\/login\?return_to=/);
      const page = await visitor.get(login);
      const back = await visitor.post("/login", { ...hiddenFields(page.text), email: ana.email, password: PASSWORD });
      const path = back.headers.get("location") ?? "";
      expect([back.status, path]).toEqual([303, `/oauth/authorize?${queryOf({ state: "back" })}`]);
      expect(reportOf(await visitor.get(path)).state).toBe("back");
    });

    it.each([
      ["quotes", '"'.repeat(2048)],
      ["what else is escaped", "é~%7e+ ".repeat(250)],
    ])("brings a long state of %s through signing in", async (_what, state) => {
      const visitor = pageVisitor(house);
      const login = (await authorize({ state }, visitor)).headers.get("location") ?? "";
      const page = await visitor.get(login);
      expect(page.status).toBe(200);
      const back = await visitor.post("/login", { ...hiddenFields(page.text), email: ana.email, password: PASSWORD });
      expect(reportOf(await visitor.get(back.headers.get("location") ?? "")).state).toBe(state);
    });

    it("shows a page and does not redirect while the client or its redirect URI is unknown", async () => {
      const sentences = [];
      for (const fields of [
        { client_id: "" },
        { client_id: "nobody" },
        { client_id: "OFFICE" },
        { client_id: "a\u0000b" },
        { client_id: "x".repeat(1_000) },
        { redirect_uri: "" },
        { redirect_uri: "https://evil.example.org/cb" },
      ]) {
        for (const visitor of [browser, pageVisitor(house)]) expectPage(await authorize(fields, visitor));
        const json = { headers: { accept: "application/json" } };
        const reply = await browser.get(`/oauth/authorize?${queryOf(fields)}`, json);
        const { error } = reply.body as { readonly error: string };
        expectRefusal(reply, 400, error);
        sentences.push(error);
      }
      expect(sentences).toEqual([
        "invalid_request",
        "invalid_client",
        "invalid_client",
        "invalid_client",
        "invalid_client",
        "invalid_request",
        "invalid_redirect_uri",
      ]);
      expectPage(await browser.get(`/oauth/authorize?${queryOf({})}&client_id=office`));
      expectPage(await browser.get(`/oauth/authorize?${queryOf({})}&redirect_uri=${encodeURIComponent(REDIRECT)}`));
      expectPage(await browser.get("/oauth/authorize"));
    });

    it.each([
      `${REDIRECT}?x=1`,
      `${REDIRECT}?`,
      `${REDIRECT}/`,
      `${REDIRECT}#x`,
      "https://OFFICE.example.org/cb",
      "https://office.example.org/x/../cb",
      "https://office.example.org/./cb",
      "https://ana@office.example.org/cb",
      "https://office.example.org@evil.example.org/cb",
      "https://office.example.org:443/cb",
      "http://office.example.org/cb",
      " https://office.example.org/cb",
      "http://ana@127.0.0.1/cb",
      "http://ana@127.0.0.1:5123/cb",
    ])("27: shows a page for %s", async (redirect_uri) => {
      expectPage(await authorize({ redirect_uri }));
    });

    it.each([
      "http://127.0.0.1.evil.com/cb",
      "http://127.0.0.1:80@evil.com/cb",
      "http://localhost/cb",
      "http://[::1]/cb",
      "http://127.0.0.1:5123/cb/",
      "javascript:alert(1)",
      "data:text/html,x",
      "//127.0.0.1/cb",
    ])("28: shows a page for %s", async (redirect_uri) => {
      expectPage(await authorize({ redirect_uri }));
    });

    it("29: takes a loopback address at any port", async () => {
      const redirect_uri = "http://127.0.0.1:5123/cb";
      const { at, code = "" } = reportOf(await authorize({ redirect_uri }));
      expect(at).toBe(redirect_uri);
      expectOAuthRefusal(await exchange(code, { redirect_uri: LOOPBACK }), 400, "invalid_grant");
      expectStatus(await exchange(code, { redirect_uri }), 200);
    });

    it("31: reports an invalid challenge to the application", async () => {
      for (const fields of [
        { code_challenge_method: "plain" },
        { code_challenge_method: "" },
        { code_challenge_method: "s256" },
        { code_challenge: "" },
        { code_challenge: CHALLENGE.slice(1) },
        { code_challenge: `${CHALLENGE}=` },
        { code_challenge: `${CHALLENGE.slice(1)}+` },
      ]) {
        expect(await reportedError(fields)).toBe("invalid_request");
      }
      const none = { client_id: "public", code_challenge: "", code_challenge_method: "" };
      expect(await reportedError(none)).toBe("invalid_request");
    });

    it("reports all other errors to the application, for every user of the browser", async () => {
      for (const [fields, error] of [
        [{ response_type: "token" }, "unsupported_response_type"],
        [{ response_type: "code token" }, "unsupported_response_type"],
        [{ response_type: "" }, "unsupported_response_type"],
        [{ response_mode: "fragment" }, "invalid_request"],
        [{ response_mode: "form_post" }, "invalid_request"],
        [{ state: "x".repeat(2049) }, "invalid_request"],
        [{ scope: "admin" }, "invalid_scope"],
        [{ scope: "root" }, "invalid_scope"],
      ] as const) {
        expect(await reportedError(fields)).toBe(error);
        expect(reportOf(await authorize(fields, pageVisitor(house))).error).toBe(error);
      }
      expect(reportOf(await authorize({ response_mode: "query", state: "x".repeat(2048) })).code).toMatch(/^ctac_/);
      const twice = await browser.get(`/oauth/authorize?${queryOf({ scope: "read" })}&scope=read`);
      expect(reportOf(twice)).toMatchObject({ at: REDIRECT, error: "invalid_request" });
    });

    it("37: returns the state unchanged, and puts nothing of it into a header", async () => {
      for (const state of [
        "a\r\nSet-Cookie: x=y",
        "\"'<>`\\",
        "é 🦊 ﷽",
        "a&code=stolen#x?y=z",
        "%2500%0d%0a",
        "+ +",
        "x",
      ]) {
        const reply = await authorize({ state });
        expect(reply.headers.get("location")).toMatch(/^[\x21-\x7e]+$/);
        expect(reply.headers.get("location")).toMatch(/&state=[A-Za-z0-9%._~-]+&/);
        expect(reply.headers.get("set-cookie")).toBeNull();
        expect(reportOf(reply).state).toBe(state);
      }
    });

    it("38: reads scopes once each, by spaces alone", async () => {
      const code = await codeOf({ scope: "read read  write" });
      expect(expectStatus(await exchange(code), 200).scope).toBe("read write");
      expect(await reportedError({ scope: "read,write" })).toBe("invalid_scope");
      expect(await reportedError({ scope: "read root" })).toBe("invalid_scope");
    });

    it("405 to other methods", async () => {
      const reply = await house.ask("PUT", "/oauth/authorize");
      expect([reply.status, reply.headers.get("allow")]).toEqual([405, "GET, HEAD, POST"]);
    });
  });

  describe("the page of consent", () => {
    const requested = { ...SOUND, client_id: OTHER.client_id, scope: "read write", state: "st&te" };
    const path = `/oauth/authorize?${queryOf(requested)}`;
    const decide = async (decision: string) => browser.fillIn(path, { decision });

    it("shows the application, the user and the scopes, and grants nothing without a decision", async () => {
      const page = await browser.get(path, { headers: { "accept-language": "fr" } });
      expectStatus(page, 200);
      expect(page.text).toContain("Autoriser The &lt;office&gt; &amp; “co” ?");
      expect(page.text).toContain(ana.email);
      for (const scope of ["lire ce que", "modifier et ajouter"]) expect(page.text).toContain(scope);
      expect(page.text).not.toContain("administrer");
      expect(page.text).not.toContain("ctac_");
      const policy = page.headers.get("content-security-policy") ?? "";
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toMatch(/form-action 'self' https:\/\/office\.example\.org$/);
      expect(page.headers.get("referrer-policy")).toBe("no-referrer");
      expect(page.headers.get("cache-control")).toBe("no-store");
    });

    it("redirects back with a code after an approval, from the form and from its own address", async () => {
      const byForm = reportOf(await decide("approve"));
      expect(byForm).toMatchObject({ at: REDIRECT, state: "st&te", code: expect.stringMatching(/^ctac_/) });
      const { csrf = "" } = hiddenFields((await browser.get(path)).text);
      const byAddress = reportOf(await browser.post(path, { decision: "approve", csrf }));
      for (const { code = "" } of [byForm, byAddress]) {
        expect(expectStatus(await exchange(code, OTHER), 200).scope).toBe("read write");
      }
    });

    it("redirects back without a code after a denial", async () => {
      const { error, state, code, at } = reportOf(await decide("deny"));
      expect([error, state, code, at]).toEqual(["access_denied", "st&te", undefined, REDIRECT]);
    });

    it("39: refuses a decision without its CSRF token, or with another browser's, or without a session", async () => {
      const other = pageVisitor(house);
      await other.signIn(ana.email, PASSWORD);
      const foreign = hiddenFields((await other.get(path)).text).csrf ?? "";
      for (const csrf of ["", "x", foreign]) {
        expectStatus(await browser.post(path, { decision: "approve", csrf }), 403);
      }
      const signedOut = await pageVisitor(house).post(path, { decision: "approve", csrf: foreign });
      expect([signedOut.status, signedOut.headers.get("location")]).toEqual([303, "/login"]);
    });

    it("judges the request again with the decision", async () => {
      const { csrf = "" } = hiddenFields((await browser.get(path)).text);
      const decided = (fields: Fields) => browser.post("/oauth/authorize", { ...requested, ...fields, csrf });
      expectPage(await decided({ decision: "approve", redirect_uri: "https://evil.example.org/cb" }));
      expectPage(await decided({ decision: "deny", client_id: "nobody" }));
      expect(reportOf(await decided({ decision: "approve", scope: "admin" })).error).toBe("invalid_scope");
      for (const decision of ["", "maybe", "APPROVE"]) expectStatus(await decided({ decision }), 422);
    });

    it("ignores a decision in the address", async () => {
      const page = await browser.get(`${path}&decision=approve&csrf=x`);
      expect(Object.keys(hiddenFields(page.text)).sort()).toEqual([...Object.keys(requested), "csrf"].sort());
    });
  });

  describe("the token endpoint", () => {
    it("32: redeems the code only with its verifier", async () => {
      const code = await codeOf();
      expectOAuthRefusal(await exchange(code, { code_verifier: "" }), 400, "invalid_request");
      expectOAuthRefusal(await exchange(code, { code_verifier: "x".repeat(43) }), 400, "invalid_grant");
      expectOAuthRefusal(await exchange(code, { code_verifier: VERIFIER.slice(0, 42) }), 400, "invalid_grant");
      expectStatus(await exchange(code), 200);
    });

    it("33: refuses a verifier for a code that had no challenge", async () => {
      const code = await codeOf({ code_challenge: "", code_challenge_method: "" });
      expectOAuthRefusal(await exchange(code), 400, "invalid_grant");
      expectStatus(await exchange(code, { code_verifier: "" }), 200);
    });

    it("34: refuses a code in its six-hundredth second", async () => {
      const [early, late] = [await codeOf(), await codeOf()];
      house.clock.pass(600_000 - 1);
      expectStatus(await exchange(early), 200);
      house.clock.pass(1);
      expectOAuthRefusal(await exchange(late), 400, "invalid_grant");
    });

    it("35: refuses a code the second time, and revokes the tokens of the first use", async () => {
      const code = await codeOf();
      const first = expectStatus(await exchange(code), 200);
      expect(await opens(first)).toBe(true);
      expectOAuthRefusal(await exchange(code), 400, "invalid_grant");
      expect(await opens(first)).toBe(false);
      expectOAuthRefusal(await refresh(first.refresh_token), 400, "invalid_grant");
    });

    it("36: refuses another client's code, which stays", async () => {
      const code = await codeOf();
      expectOAuthRefusal(await exchange(code, OTHER), 400, "invalid_grant");
      expectStatus(await exchange(code), 200);
    });

    it("refuses a code without its address, and an address that is not the code's", async () => {
      const code = await codeOf();
      expectOAuthRefusal(await exchange(code, { redirect_uri: "" }), 400, "invalid_request");
      expectOAuthRefusal(await exchange(code, { redirect_uri: LOOPBACK }), 400, "invalid_grant");
      expectOAuthRefusal(await exchange("", {}), 400, "invalid_request");
      const inQuery = { query: { code } };
      const fields = { grant_type: "authorization_code", ...OFFICE, redirect_uri: REDIRECT };
      expectOAuthRefusal(await askToken(fields, inQuery), 400, "invalid_request");
      expectStatus(await exchange(code), 200);
    });

    it("lets a public application do without a secret, but not without a proof, and never with a password", async () => {
      const none = { client_id: "public", client_secret: "" };
      const page = `/oauth/authorize?${queryOf({ client_id: "public" })}`;
      const { code = "" } = reportOf(await browser.fillIn(page, { decision: "approve" }));
      expectOAuthRefusal(await exchange(code, { ...none, code_verifier: "" }), 400, "invalid_request");
      const first = expectStatus(await exchange(code, none), 200);
      const second = expectStatus(await refresh(first.refresh_token, none), 200);
      const password = { grant_type: "password", client_id: "public", username: ana.email, password: PASSWORD };
      expectOAuthRefusal(await askToken(password), 400, "unauthorized_client");
      expectStatus(await revoke(second.refresh_token, none), 200);
      expect(await opens(second)).toBe(false);
    });

    it("40: keeps a refresh token valid after a request for more scopes", async () => {
      const { refresh_token } = await tokens();
      for (const scope of ["read write", "admin", "root"]) {
        expectOAuthRefusal(await refresh(refresh_token, { scope }), 400, "invalid_scope");
      }
      const reply = await refresh(refresh_token, { scope: "read" });
      expect(recordProblems(TOKEN, expectStatus(reply, 200))).toEqual([]);
      expectUncached(reply);
    });

    it("41: refuses a refresh token once the next one was used, and ends its family", async () => {
      const first = await tokens();
      const second = expectStatus(await refresh(first.refresh_token), 200);
      const third = expectStatus(await refresh(second.refresh_token), 200);
      const living = () => Promise.all([first, second, third].map(opens));
      expect(await living()).toEqual([true, true, true]);
      expectOAuthRefusal(await refresh(first.refresh_token), 400, "invalid_grant");
      expect(await living()).toEqual([false, false, false]);
      expectOAuthRefusal(await refresh(third.refresh_token), 400, "invalid_grant");
    });

    it("42: refuses to refresh with anything but a refresh token", async () => {
      const { access_token, refresh_token } = await tokens();
      for (const other of [access_token, await codeOf(), `${refresh_token}x`, "x"]) {
        expectOAuthRefusal(await refresh(other), 400, "invalid_grant");
      }
      expectOAuthRefusal(await refresh(""), 400, "invalid_request");
      expectOAuthRefusal(await refresh(refresh_token, OTHER), 400, "invalid_grant");
      expectStatus(await refresh(refresh_token), 200);
    });
  });

  describe("the revocation endpoint", () => {
    const REVOKED = { message: "Token revoked" };

    it("43: answers the same for a token, an empty one, garbage and any hint", async () => {
      const [one, two] = [await tokens(), await tokens()];
      const replies = [
        await revoke(one.access_token),
        await revoke(one.access_token),
        await revoke(two.refresh_token, { token_type_hint: "access_token" }),
        await revoke("ctat_unknown", { token_type_hint: "nonsense" }),
        await revoke("x".repeat(10_000)),
        await revoke("\u0000"),
      ];
      for (const reply of replies) {
        expect(expectStatus(reply, 200)).toEqual(REVOKED);
        expectUncached(reply);
      }
      expect([await opens(one), await opens(two)]).toEqual([false, false]);
      expectOAuthRefusal(await refresh(one.refresh_token), 400, "invalid_grant");
    });

    it("44: leaves another client's token alone", async () => {
      const mine = await tokens();
      expectOAuthRefusal(await revoke(mine.access_token, OTHER), 400, "unauthorized_client");
      expectOAuthRefusal(await revoke(mine.refresh_token, OTHER), 400, "unauthorized_client");
      expect(await opens(mine)).toBe(true);
      expectStatus(await refresh(mine.refresh_token), 200);
    });

    it("45: authenticates the client first", async () => {
      const { access_token: token } = await tokens();
      const post = (asking: Asking) => house.ask("POST", "/oauth/revoke", asking);
      expectOAuthRefusal(await post({ json: { token } }), 401, "invalid_client");
      expectOAuthRefusal(await post({ json: { token, client_id: OFFICE.client_id } }), 401, "invalid_client");
      expectOAuthRefusal(await post({ json: {} }), 401, "invalid_client");
      expectOAuthRefusal(await post({ json: OFFICE }), 400, "invalid_request");
      expectOAuthRefusal(await post({ json: { ...OFFICE, token: [token] } }), 400, "invalid_request");
      expectOAuthRefusal(await post({ json: OFFICE, query: { token } }), 400, "invalid_request");
      const basic = { authorization: `Basic ${btoa(`${OFFICE.client_id}:wrong`)}` };
      const refused = await post({ body: new URLSearchParams({ token }), headers: basic });
      expectOAuthRefusal(refused, 401, "invalid_client");
      expect(refused.headers.get("www-authenticate")).toBe('Basic realm="cartulary"');
      expect((await post({ body: "x", headers: { "content-type": "text/plain" } })).status).toBe(415);
      expect((await post({ json: { ...OFFICE, token: "x".repeat(70_000) } })).status).toBe(413);
      const [id, secret] = [OFFICE.client_id, encodeURIComponent(OFFICE.client_secret)];
      const good = { authorization: `Basic ${btoa(`${id}:${secret}`)}` };
      expect(
        expectStatus(await house.ask<unknown>("POST", "/oauth/revoke", { json: { token }, headers: good }), 200),
      ).toEqual(REVOKED);
      expect((await house.ask("GET", `${USERS}/me`, { token })).status).toBe(401);
    });
  });

  it("OAUTH_PKCE=all requires a challenge of every application", async () => {
    const strict = await openHouse(await open(), { environment: { OAUTH_PKCE: "all" } });
    const { clientId: client_id } = FIRST;
    const fields = { client_id, redirect_uri: "http://127.0.0.1/callback", response_type: "code" };
    const reply = await strict.ask<unknown>("GET", `/oauth/authorize?${new URLSearchParams(fields)}`);
    expect(reportOf(reply)).toMatchObject({ at: "http://127.0.0.1/callback", error: "invalid_request" });
    await strict.close();
  });
});
