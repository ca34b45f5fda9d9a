import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FIRST, type House, openHouse, USERS } from "../../support/application-fixture.ts";
import { databases, type TestDatabase } from "../../support/databases.ts";
import { makersFor, sha256 } from "../../support/record-factories.ts";
import type {
  ConnectorKeyBody,
  MadeConnectorBody,
  RegisteredApplicationBody,
  TokenBody,
} from "../../support/records.ts";
import { expectRefusal, expectStatus } from "../../support/refusals.ts";
import type { Asking } from "../../support/send-request.ts";
import { hiddenFields, type PageVisitor, pageVisitor } from "../../support/visitor.ts";

const PASSWORD = "open sesame, said Ali";
const VERIFIER = "a_verifier_of_more_than_forty-three_letters_in_all";
const APPLICATIONS = "/api/v1/oauth_applications";
const CONNECTORS = "/api/v1/connectors";

/** Secrets that a flow saw, by what they are. */
type Secrets = Readonly<Record<string, string | null | undefined>>;
/** Goes one of the ways in which secrets come in or go out, the ways that end badly too. */
type Flow = (house: House) => Promise<Secrets>;

/** Every way that there is. A new one is a line here. */
const FLOWS: Readonly<Record<string, Flow>> = {
  "the first administrator": async () => ({ password: FIRST.password, "client secret": FIRST.clientSecret }),

  "the password grant": async (house) => {
    const [first, refused] = [await signIn(house), "a password that is nobody's"];
    expect((await tokenOf(house, { ...OFFICE, password: refused })).status).toBe(400);
    expect((await tokenOf(house, { ...OFFICE, client_secret: "a client secret of nobody" })).status).toBe(401);
    return { ...pair(first), refused, "refused client secret": "a client secret of nobody" };
  },

  "refreshing, twice with one token": async (house) => {
    const { refresh_token } = await signIn(house);
    const asking = { ...CLIENT, grant_type: "refresh_token", refresh_token };
    const second = expectStatus(await tokenOf(house, asking), 200);
    expect((await tokenOf(house, asking)).status).toBe(200);
    return { refresh_token, ...pair(second) };
  },

  revocation: async (house) => {
    const tokens = await signIn(house);
    const body = { ...CLIENT, token: tokens.refresh_token };
    expectStatus(await house.ask<unknown>("POST", "/oauth/revoke", { json: body }), 200);
    return pair(tokens);
  },

  "the login page": async (house) => {
    const browser = pageVisitor(house);
    expect((await browser.signIn(FIRST.email, "not the right words")).status).not.toBe(303);
    expect((await browser.signIn(FIRST.email, FIRST.password)).status).toBe(303);
    const secrets = cookiesOf(browser);
    const { csrf } = hiddenFields((await browser.get("/login")).text);
    return { ...secrets, csrf, refused: "not the right words" };
  },

  "an authorization code, exchanged twice": async (house) => {
    const { client_id, client_secret } = await register(house);
    const browser = pageVisitor(house);
    await browser.signIn(FIRST.email, FIRST.password);
    const code_challenge = createHash("sha256").update(VERIFIER).digest("base64url");
    const request = {
      response_type: "code",
      client_id,
      redirect_uri: BACK,
      code_challenge,
      code_challenge_method: "S256",
    };
    const path = `/oauth/authorize?${new URLSearchParams(request)}`;
    const agreed = await browser.fillIn(path, { decision: "approve" });
    const code = new URL(agreed.headers.get("location") ?? "").searchParams.get("code") ?? expect.fail();
    const exchange = {
      grant_type: "authorization_code",
      client_id,
      client_secret: client_secret ?? "",
      code,
      redirect_uri: BACK,
      code_verifier: VERIFIER,
    };
    const tokens = expectStatus(await tokenOf(house, exchange), 200);
    expect((await tokenOf(house, exchange)).status).toBe(400);
    return { code, VERIFIER, client_secret, ...pair(tokens), ...cookiesOf(browser) };
  },

  "people with passwords": async (house) => {
    const person = await house.person({ password: PASSWORD });
    const next = "another sesame, said Ali";
    const wrong = "another person's sesame";
    const change = (password: string, current_password: string) =>
      person.ask<unknown>("PATCH", `${USERS}/${person.id}`, { json: { password, current_password } });
    expectRefusal(await change(next, wrong), 422, "unprocessable_entity");
    expectStatus(await change(next, PASSWORD), 200);
    return { PASSWORD, next, wrong, token: await person.token() };
  },

  "personal tokens": async ({ admin }) => ({ token: await admin.token("read"), admin: await admin.token() }),

  applications: async (house) => {
    const { id, client_secret } = await register(house);
    expectStatus(await house.admin.ask<unknown>("DELETE", `${APPLICATIONS}/${id}`), 204);
    return { client_secret, stored: (await register(house)).client_secret };
  },

  connectors: async (house) => {
    const json = { name: "a graph", area: "knowledge_graph" };
    const made = expectStatus(await house.admin.ask<MadeConnectorBody>("POST", CONNECTORS, { json }), 201);
    const path = `${CONNECTORS}/${made.id}/keys`;
    const second = expectStatus(await house.admin.ask<ConnectorKeyBody>("POST", path), 201);
    const third = expectStatus(await house.admin.ask<ConnectorKeyBody>("POST", path), 201);
    for (const key of [made.key, third.key]) {
      await house.ask("GET", "/api/v1/knowledge_graph/nodes", { headers: { "x-connector-key": key } });
    }
    return { first: made.key, second: second.key, third: third.key };
  },

  "secrets in the wrong place": async (house) => {
    const [query, field] = ["a secret in the query", "a secret in the field of another"];
    const json = { grant_type: "password", client_id: field, client_secret: "x", username: field, password: "x" };
    await house.ask("POST", "/oauth/token", { json });
    await house.ask("POST", "/oauth/token", { json, query: { client_secret: query } });
    await house.ask("GET", `${USERS}/me`, { query: { access_token: query } });
    await house.ask("GET", "/nowhere", { query: { access_token: query } });
    await house.ask("GET", `${USERS}/me`, { token: "a-bearer-that-is-none-of-ours-at-all" });
    return { query, field, bearer: "a-bearer-that-is-none-of-ours-at-all" };
  },
};

const BACK = "https://office.example.org/back";
const CLIENT = { client_id: FIRST.clientId, client_secret: FIRST.clientSecret } as const;
const OFFICE = { ...CLIENT, grant_type: "password", username: FIRST.email, password: FIRST.password } as const;

const tokenOf = (house: House, fields: Readonly<Record<string, string>>, asking: Asking = {}) =>
  house.ask<TokenBody>("POST", "/oauth/token", { body: new URLSearchParams(fields), ...asking });

const signIn = async (house: House) => expectStatus(await tokenOf(house, OFFICE), 200);

const pair = ({ access_token, refresh_token }: TokenBody): Secrets => ({ access_token, refresh_token });

const cookiesOf = ({ cookies }: PageVisitor): Secrets => Object.fromEntries(cookies);

async function register({ admin }: House): Promise<RegisteredApplicationBody> {
  const json = { name: "an office", redirect_uris: [BACK] };
  return expectStatus(await admin.ask<RegisteredApplicationBody>("POST", APPLICATIONS, { json }), 201);
}

/** Every known encoding of a secret, anywhere in the written bytes. */
function writingsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  const hex = bytes.toString("hex");
  // Base64 writes three bytes as four letters, so that one text has three writings, by where it begins. What its edges
  // share with their neighbours is left out.
  const base64 = [0, 1, 2].map((before) => {
    const whole = Buffer.concat([Buffer.alloc(before), bytes]);
    const letters = whole.subarray(0, whole.length - (whole.length % 3)).toString("base64");
    return letters.slice(before === 0 ? 0 : 4);
  });
  return [
    secret,
    encodeURIComponent(secret),
    new URLSearchParams({ x: secret }).toString().slice(2),
    JSON.stringify(secret).slice(1, -1),
    hex,
    hex.toUpperCase(),
    ...base64,
    ...base64.map((letters) => letters.replaceAll("+", "-").replaceAll("/", "_")),
  ];
}

const found = (stored: string, secret: string) => writingsOf(secret).filter((writing) => stored.includes(writing));

describe("the search for secrets", () => {
  const secret = "a secret of 26 characters!";

  it.each([
    ["clear", `x${secret}x`],
    ["hexadecimal", `x${Buffer.from(secret).toString("hex")}x`],
    ["base64", Buffer.from(secret).toString("base64")],
    ["base64 behind one byte", Buffer.from(`:${secret}:`).toString("base64")],
    ["base64 behind two bytes", Buffer.from(`ab${secret}b`).toString("base64")],
    ["a form", new URLSearchParams({ secret }).toString()],
  ])("finds one in %s", (_name, stored) => {
    expect(found(stored, secret)).not.toEqual([]);
  });

  it("finds none in a digest", () => {
    expect(found(sha256(secret), secret)).toEqual([]);
  });
});

describe.each(databases)("the stored bytes on $name", ({ open }) => {
  let database: TestDatabase;
  let house: House;
  let dump: string;
  let log = "";
  const seen: Record<string, Secrets> = {};

  beforeAll(async () => {
    database = await open();
    const environment = { LOG_LEVEL: "trace" };
    house = await openHouse(database, {
      environment,
      logged: (line) => {
        log += line;
      },
    });
    await makersFor(house).folder();
    for (const [name, flow] of Object.entries(FLOWS)) seen[name] = await flow(house);
    dump = await database.dump();
  });
  afterAll(() => house.close());

  it.each(Object.keys(FLOWS))("holds no secret of %s, in no writing, in no table and not in the log", (name) => {
    const secrets = Object.entries(seen[name] ?? {}).filter(([, secret]) => secret !== null);
    expect(secrets.length).toBeGreaterThan(0);
    for (const [what, secret] of secrets) {
      expect({ what, length: secret?.length }).toEqual({ what, length: expect.any(Number) });
      expect({ what, stored: found(dump, secret ?? "") }).toEqual({ what, stored: [] });
      expect({ what, logged: found(log, secret ?? "") }).toEqual({ what, logged: [] });
    }
  });

  it("contain the digests and log lines of the requests, so that the search means something", () => {
    for (const table of ["tokens", "applications", "connector_keys", "sessions", "audit_events", "users"]) {
      expect(dump).toMatch(new RegExp(`^(?:public\\.)?${table} `, "m"));
    }
    expect(dump).toContain(sha256(String(seen["the password grant"]?.access_token)));
    expect(dump).toContain(sha256(String(seen.connectors?.third)));
    expect(log.split("\n").filter((line) => line.includes('"path":"/oauth/token"')).length).toBeGreaterThan(5);
  });
});
