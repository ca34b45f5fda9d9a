import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type House, openHouse, USERS } from "../../support/application-fixture.ts";
import { type TestDatabase, usualDatabases } from "../../support/databases.ts";
import type { DeviceAuthorizationBody } from "../../support/records.ts";
import { expectStatus } from "../../support/refusals.ts";
import type { Asking, Reply } from "../../support/send-request.ts";
import { messageOf, PASSWORD, type SignedIn, signedInAs } from "../../support/session.ts";

const START = "/api/v1/cli/auth/device";
const POLL = `${START}/poll`;
const PAGE = "/cli/activation";
const DAY_MS = 86_400_000;

interface Polled {
  readonly access_token: string;
  readonly token_type: string;
  readonly expires_in: number;
  readonly user: Readonly<Record<string, unknown>>;
  readonly error?: string;
}

describe.each(usualDatabases)("the device flow on $name", ({ open }) => {
  let database: TestDatabase;
  let house: House;
  let networks = 0;
  beforeAll(async () => {
    database = await open();
    house = await openHouse(database, { environment: { PUBLIC_URL: "https://documents.example.org/archive" } });
  });
  afterAll(() => house.close());

  /** From a network of its own: only tests of the limit share one. */
  const start = async (json: object = {}, asking: Asking = {}) => {
    networks += 1;
    const from = `203.0.113.${networks}`;
    return expectStatus(await house.ask<DeviceAuthorizationBody>("POST", START, { json, from, ...asking }), 200);
  };
  const poll = (device_code: unknown) => house.ask<Polled>("POST", POLL, { json: { device_code } });
  const outcome = ({ status, body }: Reply<Polled>) => [status, body.error];
  /** As a browser does it: the page of the code, and its form. */
  const decide = (visitor: SignedIn, user_code: string, decision: string, fields: Record<string, string> = {}) =>
    visitor.fillIn(`${PAGE}?user_code=${user_code}`, { decision, ...fields });

  it("gives a program one token of the user who approves", async () => {
    const ana = await signedInAs(house, { first_name: "Ana" });
    const began = await start({ client_name: "A drawer", scope: "read write" });
    expect(began).toEqual({
      device_code: expect.stringMatching(/^ctdc_[0-9A-Za-z]{49}$/),
      user_code: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/),
      verification_uri: "https://documents.example.org/archive/cli/activation",
      verification_uri_complete: `https://documents.example.org/archive/cli/activation?user_code=${began.user_code}`,
      expires_in: 900,
      interval: 5,
    });
    const pending = await poll(began.device_code);
    expect([...outcome(pending), pending.headers.get("retry-after")]).toEqual([400, "authorization_pending", "5"]);
    expect(pending.body).toMatchObject({ error_description: expect.any(String), request_id: expect.any(String) });

    const page = await ana.get(`${PAGE}?user_code=${began.user_code}`);
    const time = '<time datetime="2026-03-01T09:00:00.000Z">1 March 2026 at 09:00</time> UTC';
    for (const shown of ["A drawer", `203.0.113.${networks}`, time, 'value="read write" checked']) {
      expect(page.text).toContain(shown);
    }
    // What gives away and what does not must not look alike.
    expect(page.text).toMatch(
      /<button name="decision" value="approve">.*\n<button class="other" [^>]*value="deny" formnovalidate>/,
    );
    const decided = await decide(ana, began.user_code, "approve", { scope: "read write" });
    expect([decided.status, decided.headers.get("location")]).toEqual([
      303,
      `/archive${PAGE}?user_code=${began.user_code}`,
    ]);
    expect(messageOf(await ana.get(`${PAGE}?user_code=${began.user_code}`), "status")).toMatch(/^Approved/);

    const picked = await poll(began.device_code);
    expect([picked.status, picked.headers.get("cache-control"), picked.headers.get("pragma")]).toEqual([
      200,
      "no-store",
      "no-cache",
    ]);
    expect(picked.body).toEqual({
      access_token: expect.stringMatching(/^ctpt_/),
      token_type: "Bearer",
      expires_in: 90 * 86_400,
      user: { id: ana.person.id, email_address: ana.person.email, first_name: "Ana", last_name: null },
    });
    const me = await house.ask<{ id: string }>("GET", `${USERS}/me`, { token: picked.body.access_token });
    expect(expectStatus(me, 200).id).toBe(ana.person.id);
    expect(outcome(await poll(began.device_code))).toEqual([410, "already_consumed"]);
  });

  it("gives fewer scopes when fewer are chosen, and never more than requested or than the role allows", async () => {
    const ana = await signedInAs(house);
    const scopesOf = async (run: string, chosen: string) => {
      const { device_code, user_code } = await start({ scope: run });
      const decided = await decide(ana, user_code, "approve", { scope: chosen });
      if (decided.status !== 303) return decided.status;
      const token = expectStatus(await poll(device_code), 200).access_token;
      const [newest] = (await house.ask<{ scopes: string[] }[]>("GET", "/api/v1/personal_access_tokens", { token }))
        .body;
      return newest?.scopes;
    };
    expect(await scopesOf("read write", "read")).toEqual(["read"]);
    expect(await scopesOf("read", "read write")).toBe(422);
    expect(await scopesOf("read", "root")).toBe(422);
    house.clock.pass(1000);
    expect(await scopesOf("read write admin", "")).toEqual(["read", "write"]);
    expect(await scopesOf("read admin", "admin")).toBe(422);
  });

  it("denies for good, also after an approval", async () => {
    const ana = await signedInAs(house);
    for (const decisions of [["deny"], ["approve", "deny"], ["deny", "approve"]]) {
      const { device_code, user_code } = await start();
      for (const decision of decisions) {
        const csrf = await ana.csrf();
        expect((await ana.post(PAGE, { csrf, user_code, decision, password: PASSWORD })).status).toBe(303);
      }
      expect(outcome(await poll(device_code))).toEqual([400, "access_denied"]);
      expect(messageOf(await ana.get(`${PAGE}?user_code=${user_code}`), "status")).toMatch(/^Refused/);
      house.clock.pass(900_000);
      expect(outcome(await poll(device_code))).toEqual([400, "access_denied"]);
    }
  });

  it.each([
    [
      "is disabled",
      (person: string) => house.admin.ask<unknown>("PATCH", `${USERS}/${person}`, { json: { active: false } }),
    ],
    [
      "gets another password",
      (person: string) =>
        house.admin.ask<unknown>("PATCH", `${USERS}/${person}`, { json: { password: "another one" } }),
    ],
    ["signs out", async (_person: string, ana: SignedIn) => ana.post("/logout", { csrf: await ana.csrf() })],
  ] as const)("issues no tokens once the approving user %s", async (_what, ends) => {
    const ana = await signedInAs(house);
    const { device_code, user_code } = await start();
    await decide(ana, user_code, "approve");
    await ends(ana.person.id, ana);
    expect(outcome(await poll(device_code))).toEqual([400, "access_denied"]);
  });

  it("expires after fifteen minutes, approved or not, and remembers for a day that tokens were issued", async () => {
    const ana = await signedInAs(house);
    const [late, approved, consumed] = [await start(), await start(), await start()];
    await decide(ana, approved.user_code, "approve");
    await decide(ana, consumed.user_code, "approve");
    expectStatus(await poll(consumed.device_code), 200);
    house.clock.pass(900_000 - 1);
    expect(outcome(await poll(late.device_code))).toEqual([400, "authorization_pending"]);
    house.clock.pass(1);
    expect(outcome(await poll(late.device_code))).toEqual([400, "expired_token"]);
    expect(outcome(await poll(approved.device_code))).toEqual([400, "expired_token"]);
    expect((await decide(ana, late.user_code, "approve")).status).toBe(422);
    house.clock.pass(DAY_MS - 1);
    await house.upkeep.run();
    expect(outcome(await poll(consumed.device_code))).toEqual([410, "already_consumed"]);
    house.clock.pass(1);
    await house.upkeep.run();
    expect(outcome(await poll(consumed.device_code))).toEqual([400, "expired_token"]);
  });

  it("belongs to the first user who decides: the code is invalid for others", async () => {
    const [ana, eve] = [await signedInAs(house), await signedInAs(house)];
    const { device_code, user_code } = await start();
    await decide(ana, user_code, "approve");
    expect((await eve.get(`${PAGE}?user_code=${user_code}`)).status).toBe(422);
    expect((await eve.post(PAGE, { csrf: await eve.csrf(), user_code, decision: "deny" })).status).toBe(422);
    expect(expectStatus(await poll(device_code), 200).user.id).toBe(ana.person.id);
  });

  it("53 and 54: 21 starts in five minutes from one network are one too many, with any X-Forwarded-For", async () => {
    const from = "198.51.100.53";
    const begin = (index: number) =>
      house.ask("POST", START, { from, headers: { "x-forwarded-for": `203.0.113.${index}` } });
    for (let index = 0; index < 20; index += 1) expect((await begin(index)).status).toBe(200);
    house.clock.pass(60_000);
    const refused = await begin(21);
    expect([refused.status, refused.body.error, refused.headers.get("retry-after")]).toEqual([
      429,
      "rate_limited",
      "240",
    ]);
    house.clock.pass(240_000);
    expect((await begin(22)).status).toBe(200);
  });

  it("lets a code be polled sixty times a minute", async () => {
    const { device_code } = await start();
    for (let times = 0; times < 60; times += 1) expect((await poll(device_code)).status).toBe(400);
    const refused = await poll(device_code);
    expect([...outcome(refused), refused.headers.get("retry-after")]).toEqual([429, "rate_limited", "60"]);
    house.clock.pass(60_000);
    expect(outcome(await poll(device_code))).toEqual([400, "authorization_pending"]);
  });

  it("admits five wrong user codes in ten minutes, viewed or sent, and then none, right or wrong", async () => {
    const ana = await signedInAs(house);
    const csrf = await ana.csrf();
    const { user_code } = await start();
    const wrong = ["BBBB-BBBB", "no code", "1", user_code.replace(/.$/, (last) => (last === "B" ? "C" : "B"))];
    for (const code of wrong) {
      const reply = await ana.post(PAGE, { csrf, user_code: code, decision: "approve" });
      expect([reply.status, messageOf(reply, "alert")]).toEqual([422, expect.stringMatching(/^No device waits/)]);
    }
    expect((await ana.get(`${PAGE}?user_code=ZZZZ-ZZZZ`)).status).toBe(422);
    const refused = await ana.post(PAGE, { csrf, user_code, decision: "approve" });
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "600"]);
    house.clock.pass(600_000);
    const fields = { csrf, user_code, decision: "approve", password: PASSWORD };
    expect((await ana.post(PAGE, fields)).status).toBe(303);
  });

  it("requires the password again to approve, not to deny, ten minutes after it was entered", async () => {
    const ana = await signedInAs(house);
    house.clock.pass(600_000);
    const { device_code, user_code } = await start();
    const page = await ana.get(`${PAGE}?user_code=${user_code}`);
    expect(page.text).toContain('<input id="password" name="password" type="password"');
    const without = await decide(ana, user_code, "approve");
    expect([without.status, messageOf(without, "alert")]).toEqual([403, "Give your password again to approve."]);
    const wrong = await decide(ana, user_code, "approve", { password: "wrong one" });
    expect([wrong.status, messageOf(wrong, "alert")]).toEqual([422, "This is not your password."]);
    expect(wrong.text).toContain(`<code>${user_code}</code>`);
    expect(outcome(await poll(device_code))).toEqual([400, "authorization_pending"]);
    expect((await decide(ana, user_code, "approve", { password: PASSWORD })).status).toBe(303);
    expectStatus(await poll(device_code), 200);

    house.clock.pass(600_000);
    const other = await start();
    expect((await decide(ana, other.user_code, "deny")).status).toBe(303);
    for (let times = 1; times < 10; times += 1) {
      expect((await decide(ana, (await start()).user_code, "approve", { password: "wrong one" })).status).toBe(422);
    }
    const limited = await decide(ana, (await start()).user_code, "approve", { password: PASSWORD });
    expect([limited.status, limited.headers.get("retry-after")]).toEqual([429, "300"]);
  });

  it("issues no tokens for an approval before a new password", async () => {
    const ana = await signedInAs(house);
    const { device_code, user_code } = await start();
    expect((await decide(ana, user_code, "approve")).status).toBe(303);
    const json = { password: "another one" };
    expectStatus(await house.admin.ask<unknown>("PATCH", `${USERS}/${ana.person.id}`, { json }), 200);
    expect(outcome(await poll(device_code))).toEqual([400, "access_denied"]);
  });

  it("55 and 56: an unknown device code is invalid_grant", async () => {
    const { user_code, device_code } = await start();
    const last = device_code.at(-1) === "0" ? "1" : "0";
    for (const code of ["ctdc_nothing", user_code, `ctdc_${"0".repeat(49)}`, device_code.slice(0, -1) + last]) {
      expect(outcome(await poll(code))).toEqual([400, "expired_token"]);
    }
    for (const code of [7, null, undefined, "", true, [device_code], { x: 1 }]) {
      expect(outcome(await poll(code))).toEqual([400, "invalid_request"]);
    }
    const garbage = await house.ask("POST", POLL, { body: "{no", headers: { "content-type": "application/json" } });
    expect([garbage.status, garbage.body.error]).toEqual([400, "invalid_request"]);
    const inQuery = await house.ask("POST", POLL, { query: { device_code } });
    expect([inQuery.status, inQuery.body.error]).toEqual([400, "invalid_request"]);
  });

  it("57: a user code may be typed in any case, with or without hyphen", async () => {
    const ana = await signedInAs(house);
    for (const spell of [(code: string) => code.toLowerCase().replace("-", ""), (code: string) => ` ${code} `]) {
      const { device_code, user_code } = await start();
      const typed = spell(user_code);
      const shown = await ana.fillIn(PAGE, { user_code: typed });
      expect([shown.status, shown.text.includes(`<code>${user_code}</code>`)]).toEqual([200, true]);
      const csrf = await ana.csrf();
      expect((await ana.post(PAGE, { csrf, user_code: typed, decision: "approve" })).status).toBe(303);
      expectStatus(await poll(device_code), 200);
    }
  });

  it("58: the address of the page is ours, with any Host", async () => {
    const began = await start({}, { headers: { host: "evil.example", "x-forwarded-host": "evil.example" } });
    expect(began.verification_uri).toBe("https://documents.example.org/archive/cli/activation");
  });

  it("59: looking approves nothing, nor does a form without its seal", async () => {
    const ana = await signedInAs(house);
    const { device_code, user_code } = await start();
    for (const query of [`user_code=${user_code}`, `user_code=${user_code}&decision=approve&scope=read`]) {
      expect((await ana.get(`${PAGE}?${query}`)).status).toBe(200);
    }
    expect((await ana.post(PAGE, { user_code, decision: "approve" })).status).toBe(403);
    expect((await ana.post(PAGE, { csrf: await ana.csrf(), user_code, decision: "perhaps" })).status).toBe(422);
    expect(outcome(await poll(device_code))).toEqual([400, "authorization_pending"]);
  });

  it.each([
    [{ client_name: "x".repeat(101) }, "invalid_request"],
    [{ client_name: "two\nlines" }, "invalid_request"],
    [{ client_name: 7 }, "invalid_request"],
    [{ scope: "root" }, "invalid_scope"],
    [{ scope: "read,write" }, "invalid_scope"],
    [{ scope: ["read"] }, "invalid_request"],
  ])("refuses to begin with %j", async (json, error) => {
    const reply = await house.ask("POST", START, { json, from: "198.51.100.99" });
    expect([reply.status, reply.body.error, reply.headers.get("cache-control")]).toEqual([400, error, "no-store"]);
  });

  it.each([
    ["application/x-www-form-urlencoded", "client_name=drawer&device_code=x"],
    ["text/plain", "{}"],
    ["multipart/form-data; boundary=x", "--x--"],
  ])("takes JSON only, and an empty body whatever it is called: %s", async (type, body) => {
    for (const path of [START, POLL]) {
      const reply = await house.ask("POST", path, { body, headers: { "content-type": type }, from: "198.51.100.97" });
      expect([reply.status, reply.body.error]).toEqual([400, "invalid_request"]);
    }
    const empty = await house.ask("POST", START, { headers: { "content-type": type }, from: "198.51.100.97" });
    expect(empty.status).toBe(200);
  });

  it("takes an empty body, and a name of a hundred letters, which the page shows as text", async () => {
    const ana = await signedInAs(house);
    expect((await house.ask("POST", START, { from: "198.51.100.98" })).status).toBe(200);
    const { user_code } = await start({ client_name: `<script>${"é".repeat(92)}` });
    const page = await ana.get(`${PAGE}?user_code=${user_code}`);
    expect([page.text.includes("<script>"), page.text.includes("&lt;script&gt;")]).toEqual([false, true]);
  });

  it("redirects an anonymous browser to the login, and back to the code", async () => {
    const { user_code } = await start();
    const reply = await house.ask("GET", `${PAGE}?user_code=${user_code}`);
    expect(reply.status).toBe(302);
    expect(decodeURIComponent(reply.headers.get("location") ?? "")).toMatch(
      new RegExp(`^/archive/login\\?return_to=.*\\./cli/activation\\?user_code=${user_code}$`),
    );
  });

  it("keeps no code and no token in clear, and leaves a trail", async () => {
    const ana = await signedInAs(house);
    const { device_code, user_code } = await start({ client_name: "A trailer" });
    await decide(ana, user_code, "approve");
    const { access_token } = expectStatus(await poll(device_code), 200);
    const query = { page: 1, perPage: 100, sort: "at", direction: "desc", conditions: [] } as const;
    const { items } = await database.transact.read(({ audit }) => audit.list(query));
    const own = items.filter(({ actorId }) => actorId === ana.person.id);
    expect(own.map(({ action }) => action).sort()).toEqual([
      "device_grant.approved",
      "device_grant.picked_up",
      "session.opened",
    ]);
    for (const secret of [device_code, user_code, user_code.replace("-", ""), access_token]) {
      expect(JSON.stringify(own)).not.toContain(secret);
    }
  });
});
