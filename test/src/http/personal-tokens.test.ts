import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FIRST, type House, openHouse, USERS } from "../../support/application-fixture.ts";
import { type TestDatabase, usualDatabases } from "../../support/databases.ts";
import {
  MADE_PERSONAL_TOKEN,
  type MadePersonalTokenBody,
  PERSONAL_TOKEN,
  type PersonalTokenBody,
  recordProblems,
} from "../../support/records.ts";
import { expectNotFound, expectRefusal, expectStatus } from "../../support/refusals.ts";
import { messageOf, PASSWORD, type SignedIn, signedInAs } from "../../support/session.ts";
import { hiddenFields, pageVisitor } from "../../support/visitor.ts";

const TOKENS = "/api/v1/personal_access_tokens";
const PAGE = "/settings/tokens";
const TEN_MINUTES_MS = 600_000;
const DAY_MS = 86_400_000;

type Made = MadePersonalTokenBody;

describe.each(usualDatabases)("personal access tokens on $name", ({ open }) => {
  let database: TestDatabase;
  let house: House;
  beforeAll(async () => {
    database = await open();
    house = await openHouse(database);
  });
  afterAll(() => house.close());

  const make = async (ana: SignedIn, json: object = {}) =>
    expectStatus(await ana.json<Made>("POST", TOKENS, { name: "cron", ...json }), 201);
  const listed = async (token: string, query = "") =>
    expectStatus(await house.ask<PersonalTokenBody[]>("GET", TOKENS, { token, query }), 200);
  const me = (token: string) => house.ask<unknown>("GET", `${USERS}/me`, { token });

  it("are created in a session, shown a single time, and authenticate with their scopes", async () => {
    const ana = await signedInAs(house);
    const made = await make(ana, { name: " cron ", scopes: ["write", "read", "read"], days: 30 });
    expect(recordProblems(MADE_PERSONAL_TOKEN, made)).toEqual([]);
    expect(made).toMatchObject({ name: "cron", scopes: ["read", "write"], last_used_at: null });
    expect(Date.parse(made.expires_at) - Date.parse(made.created_at)).toBe(30 * DAY_MS);
    const [seen] = await listed(made.token);
    expect(recordProblems(PERSONAL_TOKEN, seen)).toEqual([]);
    // The time of the last use is written after the answer: it may be visible here already.
    expect(seen).toEqual({ ...made, token: undefined, last_used_at: seen?.last_used_at });
    expect(expectStatus(await me(made.token), 200)).toMatchObject({ id: ana.person.id });
    house.clock.pass(30 * DAY_MS);
    expectRefusal(await me(made.token), 401, "unauthorized");
  });

  it("read for ninety days by default", async () => {
    const made = await make(await signedInAs(house));
    expect(made.scopes).toEqual(["read"]);
    expect(Date.parse(made.expires_at) - Date.parse(made.created_at)).toBe(90 * DAY_MS);
    expectRefusal(
      await house.ask("POST", "/api/v1/documents/folders", { token: made.token, json: {} }),
      403,
      "insufficient_scope",
    );
  });

  it("60: no token makes a token, and no cookie without its seal", async () => {
    const ana = await signedInAs(house);
    const { token } = await make(ana, { scopes: ["write"] });
    expectRefusal(await house.ask("POST", TOKENS, { token, json: { name: "x" } }), 403, "forbidden");
    expectRefusal(await house.admin.ask("POST", TOKENS, { json: { name: "x" } }), 403, "forbidden");
    const withBoth = await ana.json("POST", TOKENS, { name: "x" }, { token });
    expectRefusal(withBoth as never, 403, "forbidden");
    const unsealed = await ana.json("POST", TOKENS, { name: "x" }, { headers: { "x-csrf-token": "x" } });
    expectRefusal(unsealed as never, 403, "forbidden");
    expectRefusal(await house.ask("POST", TOKENS, { json: { name: "x" } }), 401, "unauthorized");
  });

  it.each([0, 366, -1, 1e9, "30", 1.5, null, [30]])("61: %j days are 422", async (days) => {
    const refused = await (await signedInAs(house)).json("POST", TOKENS, { name: "cron", days });
    const { details } = expectRefusal(refused as never, 422, "unprocessable_entity");
    expect(details.map(({ field }) => field)).toEqual(["days"]);
  });

  it.each([1, 365])("live %d days", async (days) => {
    const made = await make(await signedInAs(house), { days });
    expect(Date.parse(made.expires_at) - Date.parse(made.created_at)).toBe(days * DAY_MS);
  });

  it.each([
    [{ name: " " }, ["name", "blank"]],
    [{ name: "x".repeat(101) }, ["name", "too_long"]],
    [{ name: undefined }, ["name", "blank"]],
    [{ scopes: [] }, ["scopes", "blank"]],
    [{ scopes: ["admin"] }, ["scopes", "invalid"]],
    [{ scopes: ["root"] }, ["scopes", "inclusion"]],
    [{ scopes: "read" }, ["scopes", "invalid"]],
    [{ scopes: null }, ["scopes", "blank"]],
  ])("refuse %j", async (json, [field, code]) => {
    const refused = await (await signedInAs(house)).json("POST", TOKENS, { name: "cron", ...json });
    const { details } = expectRefusal(refused as never, 422, "unprocessable_entity");
    expect(details.map((detail) => [detail.field.replace(/\[.*/, ""), detail.code])).toEqual([[field, code]]);
  });

  it("administer for administrators", async () => {
    const ana = await signedInAs(house, { role: "admin" });
    expect((await make(ana, { scopes: ["admin", "read"] })).scopes).toEqual(["read", "admin"]);
  });

  it("ask for the password of the last ten minutes", async () => {
    const ana = await signedInAs(house);
    house.clock.pass(TEN_MINUTES_MS - 1);
    await make(ana);
    house.clock.pass(1);
    expectRefusal((await ana.json("POST", TOKENS, { name: "late" })) as never, 403, "forbidden");
    const late = await ana.fillIn(PAGE, { name: "late" });
    expect([late.status, late.text.includes('action="/logout"'), late.text.includes('href="/login')]).toEqual([
      403,
      true,
      false,
    ]);
    const wrong = await ana.fillIn(PAGE, { name: "late", password: "not this one" });
    expect([wrong.status, messageOf(wrong, "alert")]).toEqual([422, "This is not your password."]);
    const page = await ana.fillIn(PAGE, { name: "late", password: PASSWORD });
    expect([page.status, /<code>(ctpt_\w+)<\/code>/.test(page.text)]).toEqual([200, true]);
    await make(ana);
  });

  it("are fifty at most, counting only valid ones, under concurrent requests", async () => {
    const ana = await signedInAs(house);
    const { id, token } = await make(ana, { scopes: ["write"] });
    for (let count = 1; count < 48; count += 1) await make(ana);
    const pending = Array.from({ length: 4 }, () => ana.json<{ error?: string }>("POST", TOKENS, { name: "more" }));
    const statuses = (await Promise.all(pending)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([201, 201, 422, 422]);
    expectRefusal((await ana.json("POST", TOKENS, { name: "more" })) as never, 422, "too_many_tokens");
    expectStatus(await house.ask<unknown>("DELETE", `${TOKENS}/${id}`, { token }), 204);
    await make(ana);
  });

  it("are listed and ended only by their owner, with any token that writes", async () => {
    const [ana, eve] = [await signedInAs(house), await signedInAs(house)];
    const [one, other] = [await make(ana, { name: "b", scopes: ["write"] }), await make(ana, { name: "A" })];
    const foreign = await make(eve, { scopes: ["write"] });
    expect((await listed(one.token, "sort=name&direction=asc")).map(({ name }) => name)).toEqual(["A", "b"]);
    expect((await listed(one.token, "q[name_cont]=B")).map(({ id }) => id)).toEqual([one.id]);
    expect((await listed(one.token, "q[last_used_at_null]=true&sort=created_at")).length).toBeGreaterThan(0);
    const end = (token: string, id: string) => house.ask("DELETE", `${TOKENS}/${id}`, { token });
    expectRefusal(await end(other.token, one.id), 403, "insufficient_scope");
    expectNotFound(await end(foreign.token, one.id));
    expectStatus(await house.ask<unknown>("DELETE", `${TOKENS}/${other.id}`, { token: one.token }), 204);
    expectNotFound(await end(one.token, other.id));
    expectRefusal(await me(other.token), 401, "unauthorized");
    expect((await listed(one.token)).map(({ id }) => id)).toEqual([one.id]);
  });

  it("have the time of their last use, to the minute", async () => {
    const ana = await signedInAs(house);
    const { id, token } = await make(ana);
    // The write happens after the answer, so the test reads it directly, once all writes are done.
    const use = async () => {
      expectStatus(await me(token), 200);
      await house.settled();
      const all = expectStatus(await ana.person.ask<readonly PersonalTokenBody[]>("GET", TOKENS), 200);
      return all.find((each) => each.id === id)?.last_used_at;
    };
    const began = house.clock.now();
    expect([await use(), await use()]).toEqual([began, began]);
    house.clock.pass(59_999);
    expect(await use()).toEqual(began);
    house.clock.pass(1);
    expect(await use()).toEqual(house.clock.now());
  });

  it("end with another password", async () => {
    const ana = await signedInAs(house);
    const { token } = await make(ana);
    expectStatus(
      await ana.person.ask<unknown>("PATCH", `${USERS}/${ana.person.id}`, {
        json: { password: "newer one", current_password: PASSWORD },
      }),
      200,
    );
    expectRefusal(await me(token), 401, "unauthorized");
  });

  describe("on their page", () => {
    it("are created, shown once, and revoked", async () => {
      const ana = await signedInAs(house);
      const page = await ana.fillIn(PAGE, { name: "<b>", scopes: "read", days: "7" });
      const token = /<code>(ctpt_\w+)<\/code>/.exec(page.text)?.[1] ?? "";
      expect([page.status, page.headers.get("cache-control"), page.text.includes("<b>")]).toEqual([
        200,
        "no-store",
        false,
      ]);
      expectStatus(await me(token), 200);
      const again = await ana.get(PAGE);
      expect([again.text.includes(token), again.text.includes("&lt;b&gt;")]).toEqual([false, true]);
      const revoke = /name="revoke" value="([^"]*)"/.exec(again.text)?.[1] ?? "";
      const ended = await ana.post(PAGE, { csrf: await ana.csrf(), revoke });
      expect([ended.status, ended.headers.get("location")]).toEqual([303, PAGE]);
      expectRefusal(await me(token), 401, "unauthorized");
      expect((await ana.post(PAGE, { csrf: await ana.csrf(), revoke })).status).toBe(404);
    });

    it("print their days in the reader's language, and name the token of each button", async () => {
      const ana = await signedInAs(house);
      const made = await make(ana, { name: "cron", days: 1 });
      const ends = new Date(made.expires_at);
      for (const [language, locale, revoke] of [
        ["en", "en-GB", "Revoke"],
        ["fr", "fr-FR", "Révoquer"],
      ] as const) {
        const { text } = await ana.get(PAGE, { headers: { "accept-language": language } });
        const day = ends.toLocaleDateString(locale, { dateStyle: "long", timeZone: "UTC" });
        expect(text).toContain(`"><time datetime="${made.expires_at}">${day}</time></td>`);
        expect(text).toContain(`aria-label="${revoke} cron">${revoke}</button>`);
        expect(text).toContain('<div role="region" tabindex="0"');
      }
    });

    it("are listed with applications and sessions, which end there too", async () => {
      const ana = await signedInAs(house);
      const otherVisitor = pageVisitor(house);
      await otherVisitor.signIn(ana.person.email, PASSWORD);
      const { clientId: client_id, clientSecret: client_secret } = FIRST;
      const grant = {
        grant_type: "password",
        client_id,
        client_secret,
        username: ana.person.email,
        password: PASSWORD,
      };
      const input = await house.ask<{ access_token: string; refresh_token: string }>("POST", "/oauth/token", {
        json: grant,
      });
      const { access_token, refresh_token } = expectStatus(input, 200);

      const page = await ana.get(PAGE, { headers: { "accept-language": "fr" } });
      expect(page.text).toContain(`aria-label="Révoquer ${FIRST.clientId}">Révoquer</button>`);
      const application = /name="revoke_application" value="([^"]*)"/.exec(page.text)?.[1] ?? "";
      const open = [...page.text.matchAll(/name="end_session" value="([^"]*)"/g)].map(([, id = ""]) => id);
      expect(open).toHaveLength(2);
      const rows = page.text.split("<tr").filter((row) => row.includes("end_session"));
      const other = open.find((id) => rows.some((row) => row.includes(id) && !row.includes("Cette session"))) ?? "";

      const csrf = await ana.csrf();
      const end = async (fields: Record<string, string>) => (await ana.post(PAGE, { csrf, ...fields })).status;
      expectStatus(await me(access_token), 200);
      expect(await end({ revoke_application: application })).toBe(303);
      expectRefusal(await me(access_token), 401, "unauthorized");
      const refresh = { grant_type: "refresh_token", client_id, client_secret, refresh_token };
      expect((await house.ask("POST", "/oauth/token", { json: refresh })).status).toBe(400);
      expect((await ana.get(PAGE)).text).toContain("There are none.");

      expect((await otherVisitor.get(PAGE)).status).toBe(200);
      expect([await end({ end_session: other }), await end({ end_session: other })]).toEqual([303, 404]);
      expect((await otherVisitor.get(PAGE)).status).toBe(302);
      expect((await ana.get(PAGE)).status).toBe(200);
      const stranger = await signedInAs(house);
      const [theirs = ""] = /(?<=name="end_session" value=")[^"]*/.exec((await stranger.get(PAGE)).text) ?? [];
      expect(await end({ end_session: theirs })).toBe(404);
    });

    it("name the browser and the address of a session", async () => {
      const ana = await signedInAs(house);
      const otherVisitor = pageVisitor(house);
      const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0";
      const asking = { headers: { "user-agent": firefox, cookie: "" }, from: "2001:db8::7" };
      const login = await otherVisitor.get("/login");
      const cookie = [...otherVisitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
      const fields = { ...hiddenFields(login.text), email: ana.person.email, password: PASSWORD };
      await otherVisitor.post("/login", fields, { ...asking, headers: { ...asking.headers, cookie } });
      for (const [language, words] of [
        ["en", ["Firefox on Linux", "Unknown browser"]],
        ["fr", ["Firefox sous Linux", "Navigateur inconnu"]],
      ] as const) {
        const { text } = await ana.get(PAGE, { headers: { "accept-language": language } });
        const rows = text.split("<tr").filter((row) => row.includes("end_session"));
        const [theirs = "", own = ""] = ["2001:db8::7", "192.0.2.1"].map((from) =>
          rows.find((row) => row.includes(from)),
        );
        expect([theirs.includes(words[0]), own.includes(words[1])]).toEqual([true, true]);
      }
    });

    it("report all errors at once, in the reader's language", async () => {
      const ana = await signedInAs(house);
      const fields = { name: " ", scopes: "root", days: "400" };
      const page = await ana.fillIn(PAGE, fields, { headers: {} });
      expect(page.status).toBe(422);
      expect(messageOf(page, "alert")).toMatch(/name.*what the token may do.*days/s);
      expect((await ana.get(PAGE, { headers: {} })).headers.get("content-language")).toBe("en");
    });

    it("show the form again with what was typed, links to its errors, and each error at its field", async () => {
      const ana = await signedInAs(house);
      const typed = { name: "Nightly <b>", scopes: "root", days: "a week" };
      const page = await ana.fillIn(PAGE, typed, { headers: {} });
      expect(page.status).toBe(422);
      expect([...page.text.matchAll(/<li><a href="#(\w+)">/g)].map(([, field]) => field)).toEqual(["scopes", "days"]);
      expect(page.text.indexOf('role="alert"')).toBeLessThan(page.text.indexOf('name="name"'));
      for (const field of ["scopes", "days"]) {
        expect(page.text).toMatch(
          new RegExp(`<\\w+ id="${field}"[^>]* aria-invalid="true" aria-describedby="${field}-error"`),
        );
        expect(page.text).toMatch(new RegExp(`<p class="field-error" id="${field}-error">[^<]+</p>`));
      }
      expect(page.text).not.toMatch(/<input id="name"[^>]*aria-invalid/);
      expect(page.text).toContain('value="Nightly &lt;b&gt;"');
      expect(page.text).toContain('value="a week"');
    });

    it("name their tables", async () => {
      const ana = await signedInAs(house);
      await make(ana, { name: "cron" });
      const { text } = await ana.get(PAGE);
      expect(text.match(/<caption>/g)).toHaveLength(text.match(/<table/g)?.length ?? 0);
    });

    it("ask for a session and for the seal of the form", async () => {
      expect((await house.ask("GET", PAGE)).status).toBe(302);
      const ana = await signedInAs(house);
      expect((await ana.post(PAGE, { name: "x" })).status).toBe(403);
    });
  });

  it("record their creation and revocation in the audit trail", async () => {
    const ana = await signedInAs(house);
    const { id, token } = await make(ana, { scopes: ["write"] });
    await house.ask("DELETE", `${TOKENS}/${id}`, { token });
    const query = { page: 1, perPage: 100, sort: "at", direction: "desc", conditions: [] } as const;
    const { items } = await database.transact.read(({ audit }) => audit.list(query));
    const own = items.filter(({ resourceId }) => resourceId === id);
    expect(own.map(({ action, actorId, tokenId }) => [action, actorId, tokenId]).sort()).toEqual([
      ["personal_access_token.created", ana.person.id, null],
      ["personal_access_token.revoked", ana.person.id, id],
    ]);
    expect(JSON.stringify(items)).not.toContain(token);
  });
});
