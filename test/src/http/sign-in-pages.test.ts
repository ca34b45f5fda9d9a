import { createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FIRST, type House, openHouse, type Person, USERS } from "../../support/application-fixture.ts";
import { databases, type TestDatabase, usualDatabases } from "../../support/databases.ts";
import { expectStatus } from "../../support/refusals.ts";
import type { Reply } from "../../support/send-request.ts";
import { messageOf } from "../../support/session.ts";
import { hiddenFields, pageVisitor } from "../../support/visitor.ts";

const PASSWORD = "open sesame";
const HALF_DAY_MS = 43_200_000;

const locationOf = ({ status, headers }: Reply<unknown>) => `${status} ${headers.get("location")}`;
const problemOf = (reply: Reply<unknown>) => messageOf(reply, "alert");

describe.each(usualDatabases)("signing in on a page on $name", ({ open }) => {
  let database: TestDatabase;
  let house: House;
  beforeAll(async () => {
    database = await open();
    house = await openHouse(database);
  });
  afterAll(() => house.close());

  const ana = async (): Promise<Person> => house.person({ password: PASSWORD });
  const signedIn = async (person: Person) => {
    const visitor = pageVisitor(house);
    expect(locationOf(await visitor.signIn(person.email, PASSWORD))).toBe("303 /settings/tokens");
    return visitor;
  };
  /** Signing out requires a session: without one the page redirects to sign-in. */
  const hasSession = async (visitor: ReturnType<typeof pageVisitor>) =>
    (await visitor.post("/logout", { csrf: "none" })).status === 403;

  it("opens a session that no script sees and no other site sends", async () => {
    const person = await ana();
    const visitor = pageVisitor(house);
    const reply = await visitor.signIn(` ${person.email.toUpperCase()} `, PASSWORD);
    expect(locationOf(reply)).toBe("303 /settings/tokens");
    const [cookie = ""] = reply.headers.getSetCookie();
    expect(cookie).toMatch(/^cartulary_session=[0-9A-Za-z]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(await hasSession(visitor)).toBe(true);
  });

  it.each(["/login", "/logout", "/cli/activation", "/settings/tokens", "/oauth/authorize"])(
    "%s takes no form that another site sent",
    async (path) => {
      const visitor = await signedIn(await ana());
      const status = async (headers: Readonly<Record<string, string>>) => {
        // Before sign-in there is no session that could seal the form.
        const page = await visitor.get(path === "/login" ? path : "/settings/tokens");
        const csrf = hiddenFields(page.text).csrf ?? "";
        return (await visitor.post(path, { csrf }, { headers })).status;
      };
      for (const foreign of [
        { origin: "https://evil.example" },
        { origin: "http://house.test.evil.example" },
        { origin: "http://house.test:8080" },
        { origin: "x" },
        { "sec-fetch-site": "cross-site" },
        { origin: "http://house.test", "sec-fetch-site": "cross-site" },
      ]) {
        expect({ foreign, status: await status(foreign) }).toEqual({ foreign, status: 403 });
      }
      const own = { origin: "http://house.test", "sec-fetch-site": "same-origin" };
      expect(await status(own)).not.toBe(403);
      // Chromium sends it for our own pages, too; the CSRF token decides (console.md 6).
      expect(await status({ origin: "null" })).not.toBe(403);
      expect(await status({ origin: "null", "sec-fetch-site": "cross-site" })).toBe(403);
    },
  );

  it("prints one message for an unknown address, a wrong password and a disabled user, and opens no session", async () => {
    const [known, disabled] = [await ana(), await ana()];
    expectStatus(await house.admin.ask<unknown>("PATCH", `${USERS}/${disabled.id}`, { json: { active: false } }), 200);
    const problems = [];
    for (const [email, password] of [
      ["nobody@example.org", PASSWORD],
      [known.email, "wrong one"],
      [disabled.email, PASSWORD],
      ["", ""],
      ["\ud800\u0000", "\u0000"],
    ] as const) {
      const visitor = pageVisitor(house);
      const reply = await visitor.signIn(email, password);
      expect([reply.status, visitor.cookies.has("cartulary_session")]).toEqual([422, false]);
      expect(reply.text).not.toContain(`value="${password || "?"}"`);
      problems.push(problemOf(reply));
    }
    expect(new Set(problems)).toEqual(new Set(["This e-mail address and password do not open an account."]));
  });

  it("is limited with the password grant, on the same keys", async () => {
    const { email } = await ana();
    const grant = () =>
      house.ask("POST", "/oauth/token", {
        json: {
          grant_type: "password",
          client_id: FIRST.clientId,
          client_secret: FIRST.clientSecret,
          username: email,
          password: "wrong one",
        },
      });
    for (let times = 0; times < 5; times += 1) {
      expect((await grant()).status).toBe(400);
      const refused = await pageVisitor(house).signIn(email, "wrong one");
      expect([refused.status, /<title>([^<]*)/.exec(refused.text)?.[1]]).toEqual([422, "Error: Sign in · Cartulary"]);
    }
    const granted = await grant();
    expect([granted.status, granted.body.error, granted.headers.get("retry-after")]).toEqual([
      429,
      "rate_limited",
      "900",
    ]);
    expect(granted.headers.get("cache-control")).toBe("no-store");
    const page = await pageVisitor(house).signIn(email, PASSWORD);
    expect([page.status, page.headers.get("retry-after"), problemOf(page)]).toEqual([
      429,
      "900",
      "There were too many attempts. Try again in 15 min.",
    ]);
    const otherVisitor = pageVisitor(house);
    expect((await otherVisitor.fillIn("/login", { email, password: PASSWORD }, { from: "198.51.100.7" })).status).toBe(
      303,
    );
  });

  it("54: is not fooled by a forged X-Forwarded-For, nor by another address of the same /64", async () => {
    const { email } = await ana();
    const fail = (index: number) =>
      pageVisitor(house).fillIn(
        "/login",
        { email, password: "wrong one" },
        { from: `2001:db8:0:7::${index}`, headers: {} },
      );
    for (let index = 1; index <= 10; index += 1) expect((await fail(index)).status).toBe(422);
    const forging = pageVisitor(house);
    const page = await forging.get("/login");
    const cookie = [...forging.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { cookie, "x-forwarded-for": "203.0.113.99" };
    const fields = { ...hiddenFields(page.text), email, password: PASSWORD };
    expect((await forging.post("/login", fields, { headers, from: "2001:db8:0:7:8::1" })).status).toBe(429);
  });

  it.each([
    ["GET", 405],
    ["PUT", 405],
  ] as const)("%s /logout is %s", async (method, status) => {
    expect((await house.ask(method, "/logout")).status).toBe(status);
  });

  it("refuses a form without its seal, with another browser's, or of another session", async () => {
    const person = await ana();
    const [one, other] = [pageVisitor(house), pageVisitor(house)];
    const foreign = hiddenFields((await other.get("/login")).text);
    const own = hiddenFields((await one.get("/login")).text);
    const fields = { email: person.email, password: PASSWORD };
    for (const csrf of ["", "x", foreign.csrf ?? "", `${own.csrf}x`, own.csrf?.replace(/.$/, "!") ?? ""]) {
      const reply = await one.post("/login", { ...fields, csrf });
      expect([reply.status, reply.headers.get("content-type")]).toEqual([403, "text/html; charset=utf-8"]);
    }
    expect((await one.post("/login", { ...fields, ...own })).status).toBe(303);
    expect((await one.post("/logout", { csrf: own.csrf ?? "" })).status).toBe(403);
    expect(await hasSession(one)).toBe(true);
  });

  it("signs out: the session ends for every copy of its cookie, and the next page is the login", async () => {
    const visitor = await signedIn(await ana());
    const copy = pageVisitor(house);
    for (const [name, value] of visitor.cookies) copy.cookies.set(name, value);
    const secret = visitor.cookies.get("cartulary_session") ?? "";
    const csrf = await sealOf(secret);
    const reply = await visitor.post("/logout", {}, { headers: cookieAnd(visitor, { "x-csrf-token": csrf }) });
    expect(locationOf(reply)).toBe("303 /login");
    expect(reply.headers.get("set-cookie")).toMatch(/^cartulary_session=; Max-Age=0; Path=\//);
    expect(reply.headers.get("clear-site-data")).toBe('"cache", "storage"');
    expect(visitor.cookies.has("cartulary_session")).toBe(false);
    expect(locationOf(await copy.post("/logout", { csrf }))).toBe("303 /login");
    expect(await hasSession(copy)).toBe(false);
  });

  it.each([
    ["/settings/tokens", "/settings/tokens"],
    ["/cli/activation?user_code=BCDF-GHJK", "/cli/activation?user_code=BCDF-GHJK"],
    // Its parameters are in the form, so its path shows nothing.
    ["/oauth/authorize", "/settings/tokens"],
  ])("leads from a form of %s without a session to the sign-in, and then to %s", async (path, back) => {
    const { email } = await ana();
    const visitor = pageVisitor(house);
    const reply = await visitor.post(path, { name: "a tool" });
    expect(reply.status).toBe(303);
    const login = await visitor.get(reply.headers.get("location") ?? "");
    const signed = await visitor.post("/login", { ...hiddenFields(login.text), email, password: PASSWORD });
    expect(locationOf(signed)).toBe(`303 ${back}`);
  });

  it("ends a session after twelve idle hours, and not while it is used", async () => {
    const visitor = await signedIn(await ana());
    for (let times = 0; times < 3; times += 1) {
      house.clock.pass(HALF_DAY_MS - 1);
      expect(await hasSession(visitor)).toBe(true);
    }
    house.clock.pass(HALF_DAY_MS);
    expect(await hasSession(visitor)).toBe(false);
  });

  it.each([
    ["is disabled", { active: false }],
    ["gets a new password", { password: "another one" }],
  ])("ends the sessions of a user who %s", async (_what, change) => {
    const person = await ana();
    const visitor = await signedIn(person);
    expectStatus(await house.admin.ask<unknown>("PATCH", `${USERS}/${person.id}`, { json: change }), 200);
    expect(await hasSession(visitor)).toBe(false);
  });

  it("ends the sessions of a deleted user", async () => {
    const person = await ana();
    const visitor = await signedIn(person);
    expectStatus(await house.admin.ask<unknown>("DELETE", `${USERS}/${person.id}`), 204);
    expect(await hasSession(visitor)).toBe(false);
  });

  it("opens a new session at each sign-in, and ends the one that the browser had", async () => {
    const person = await ana();
    const visitor = await signedIn(person);
    const former = pageVisitor(house);
    for (const [name, value] of visitor.cookies) former.cookies.set(name, value);
    await visitor.signIn(person.email, PASSWORD);
    expect(visitor.cookies.get("cartulary_session")).not.toBe(former.cookies.get("cartulary_session"));
    expect([await hasSession(visitor), await hasSession(former)]).toEqual([true, false]);
  });

  it.each(["x", "x".repeat(43), "x".repeat(100_000), "'; drop table sessions"])(
    "treats an invalid cookie (%#) as no session",
    async (secret) => {
      const visitor = pageVisitor(house);
      visitor.cookies.set("cartulary_session", secret);
      expect(await hasSession(visitor)).toBe(false);
    },
  );

  it("opens no API with its cookie, and no page with a bearer token", async () => {
    const visitor = await signedIn(await ana());
    expect((await visitor.get(`${USERS}/me`)).status).toBe(401);
    const token = await house.admin.token();
    expect(locationOf(await house.ask("POST", "/logout", { token }))).toBe("303 /login");
  });

  it.each([
    "https://evil.example",
    "//evil.example",
    "/\\evil.example",
    "/oauth/authorize",
    "x./oauth/authorize",
    `${"A".repeat(43)}./oauth/authorize`,
    `${"A".repeat(43)}.//evil.example`,
  ])("redirects only to addresses that we sealed: %s", async (return_to) => {
    const person = await ana();
    const visitor = pageVisitor(house);
    const reply = await visitor.fillIn("/login", { email: person.email, password: PASSWORD, return_to });
    expect(locationOf(reply)).toBe("303 /settings/tokens");
    expect((await visitor.get(`/login?return_to=${encodeURIComponent(return_to)}`)).status).toBe(200);
  });

  it("records sign-ins, sign-outs and refused attempts in the audit trail", async () => {
    const person = await ana();
    const visitor = await signedIn(person);
    await pageVisitor(house).signIn(person.email, "wrong one");
    const csrf = await sealOf(visitor.cookies.get("cartulary_session") ?? "");
    await visitor.post("/logout", { csrf });
    const { items } = await database.transact.read(({ audit }) =>
      audit.list({ page: 1, perPage: 100, sort: "at", direction: "desc", conditions: [] }),
    );
    const deeds = items.filter(({ resourceId }) => resourceId === person.id).map(({ action }) => action);
    expect(deeds.sort()).toEqual(["session.closed", "session.opened", "session.refused", "user.created"]);
  });

  const cookieAnd = (visitor: ReturnType<typeof pageVisitor>, headers: Record<string, string>) => ({
    cookie: [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
    ...headers,
  });
});

/** The CSRF token that a page of this session would hold. */
async function sealOf(secret: string): Promise<string> {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const key = await crypto.subtle.importKey("raw", bytes(secret), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return Buffer.from(await crypto.subtle.sign("HMAC", key, bytes("csrf\n"))).toString("base64url");
}

describe("the login page", () => {
  const [sqlite] = databases;
  const at = async (publicUrl?: string) => {
    if (!sqlite) throw new Error("There is always SQLite");
    return openHouse(await sqlite.open(), publicUrl === undefined ? {} : { environment: { PUBLIC_URL: publicUrl } });
  };
  let house: House;
  beforeAll(async () => {
    house = await at();
  });
  afterAll(() => house.close());

  it("speaks French and English", async () => {
    const french = await house.ask("GET", "/login", { headers: { "accept-language": "fr-FR,fr;q=0.9" } });
    expect([french.headers.get("content-language"), french.text.includes("Mot de passe")]).toEqual(["fr", true]);
    expect((await house.ask("GET", "/login", { headers: { "accept-language": "en" } })).text).toContain("Password");
  });

  it("forbids framing, caching, content sniffing and referrers by its headers", async () => {
    const { headers, text } = await house.ask("GET", "/login");
    expect(headers.get("content-security-policy")).toBe(
      "default-src 'self'; script-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
    );
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("strict-transport-security")).toBeNull();
    expect(text).not.toContain("<script");
  });

  it("63: takes a password of 60 kB in combining marks for a wrong one, which a form writes three times as long", async () => {
    const reply = await pageVisitor(house).fillIn("/login", { email: FIRST.email, password: "\u0301".repeat(30_000) });
    expect([reply.status, problemOf(reply)]).toEqual([422, expect.stringMatching(/do not open an account|n’ouvrent/)]);
    expect(
      [...reply.text.matchAll(/<input id="(\w+)"[^>]* aria-describedby="email-error"/g)].map(([, id]) => id),
    ).toEqual(["email", "password"]);
    expect(reply.text).toMatch(/<div role="alert"[^>]*><ul><li><a href="#email">/);
  });

  it("prints any input as text", async () => {
    const visitor = pageVisitor(house);
    const email = `"><script>alert(1)</script>&'`;
    const reply = await visitor.fillIn("/login", { email, password: "x", return_to: email });
    expect(reply.text).not.toContain("<script>");
    expect(reply.text).toContain("&lt;script&gt;");
  });

  it("lets its form redirect to the sealed address, and to no other", async () => {
    const visitor = pageVisitor(house);
    await visitor.get("/login");
    const sealUnder = (secret: string, path: string) =>
      createHmac("sha256", secret).update(`return_to\n${path}`).digest("base64url");
    const policyFor = async (redirect: string, secret = visitor.cookies.get("cartulary_visit") ?? "") => {
      const path = `/oauth/authorize?client_id=x&redirect_uri=${encodeURIComponent(redirect)}`;
      const returnTo = `${sealUnder(secret, path)}.${path}`;
      const { headers } = await visitor.get(`/login?return_to=${encodeURIComponent(returnTo)}`);
      return /form-action ([^;]*)/.exec(headers.get("content-security-policy") ?? "")?.[1];
    };
    expect(await policyFor("http://127.0.0.1:4711/callback")).toBe("'self' http://127.0.0.1:4711");
    expect(await policyFor("http://[::1]:4711/callback")).toBe("'self' http:");
    expect(await policyFor("org.example.app:/callback")).toBe("'self' org.example.app:");
    expect(await policyFor("https://x; script-src *")).toBe("'self'");
    expect(await policyFor("https://elsewhere.example.com/", "another browser's")).toBe("'self'");
  });

  it("by https below a path limits its cookies to that path, and sends HSTS with every answer", async () => {
    const other = await at("https://documents.example.org/archive/");
    try {
      const visitor = pageVisitor(other);
      expect((await visitor.get("/login")).text).toContain('action="/archive/login"');
      const reply = await visitor.signIn(FIRST.email, FIRST.password);
      expect(locationOf(reply)).toBe("303 /archive/settings/tokens");
      const [cookie = ""] = reply.headers.getSetCookie();
      expect(cookie).toMatch(/^cartulary_session=[0-9A-Za-z]{43}; Path=\/archive; HttpOnly; Secure; SameSite=Lax$/);
      expect([...visitor.cookies.keys()]).toEqual(["cartulary_visit", "cartulary_session"]);
      expect((await visitor.get("/settings/tokens")).status).toBe(200);
      const secret = visitor.cookies.get("cartulary_session");
      const spoofed = await other.ask("GET", "/settings/tokens", {
        headers: { cookie: `__Host-cartulary_session=${secret}` },
      });
      expect(spoofed.status).toBe(302);
      for (const { headers } of [reply, await other.ask("GET", "/healthz"), await other.ask("GET", "/docs")]) {
        expect(headers.get("strict-transport-security")).toBe("max-age=31536000");
      }
    } finally {
      await other.close();
    }
  });

  it("refuses with a page, or with JSON on request", async () => {
    const body = "x".repeat(1_100_000);
    const form = { "content-type": "application/x-www-form-urlencoded" };
    const page = await house.ask("POST", "/login", { body, headers: { ...form, "accept-language": "fr" } });
    expect([page.status, page.headers.get("content-language")]).toEqual([413, "fr"]);
    expect(page.text).toContain(page.headers.get("x-request-id"));
    const json = await house.ask("POST", "/login", { body, headers: { ...form, accept: "application/json" } });
    expect([json.status, json.body.error]).toEqual([413, "payload_too_large"]);
    expect((await house.ask("POST", "/login", { json: {} })).status).toBe(415);
    expect((await house.ask("DELETE", "/login")).headers.get("allow")).toBe("GET, HEAD, POST");
    expect((await house.ask("POST", "/login", { body: "csrf=%ff", headers: form })).status).toBe(400);
    expect((await house.ask("GET", "/login", { query: "return_to=a&return_to=b" })).status).toBe(400);
  });
});
