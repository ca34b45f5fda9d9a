import { createHash, randomBytes } from "node:crypto";
import { millisecondsOf } from "@cartulary/kernel";
import { base64url, SignJWT, UnsecuredJWT } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FIRST, type House, openHouse, USERS } from "../../support/application-fixture.ts";
import { type TestDatabase, usualDatabases } from "../../support/databases.ts";
import {
  AUDIENCE,
  type IdentityProvider,
  ISSUER,
  startIdentityProvider,
  UNKNOWN_EXTENSION,
} from "../../support/identity-provider.ts";
import { EXCHANGED_TOKEN, type ExchangedTokenBody, recordProblems, type UserBody } from "../../support/records.ts";
import { expectStatus } from "../../support/refusals.ts";

const EXCHANGE = "/api/v1/oauth/token_exchange";
const JWT_BEARER = "urn:ietf:params:oauth:grant-type:jwt-bearer";
const CLIENT = { client_id: FIRST.clientId, client_secret: FIRST.clientSecret };

describe.each(usualDatabases)("single sign-on on $name", ({ open }) => {
  let database: TestDatabase;
  let house: House;
  let provider: IdentityProvider;
  beforeAll(async () => {
    let now = () => 0;
    provider = await startIdentityProvider(() => now());
    database = await open();
    house = await openHouse(database, { environment: { ...ENVIRONMENT, IDENTITY_JWKS: provider.jwksUrl } });
    now = () => millisecondsOf(house.clock.now());
  });
  afterAll(async () => {
    await house.close();
    await provider.close();
  });
  const ENVIRONMENT = { IDENTITY_ISSUER: ISSUER, IDENTITY_AUDIENCE: AUDIENCE };

  const exchange = (assertion: unknown, fields: object = {}) =>
    house.ask<ExchangedTokenBody & { error?: string }>("POST", EXCHANGE, {
      json: { grant_type: JWT_BEARER, assertion, ...CLIENT, ...fields },
    });
  const outcome = async (assertion: unknown, fields: object = {}) => {
    const { status, body } = await exchange(assertion, fields);
    return status === 200 ? 200 : [status, body.error];
  };
  const meOf = async (assertion: string) => {
    const { access_token: token } = expectStatus(await exchange(assertion), 200);
    return expectStatus(await house.ask<UserBody>("GET", `${USERS}/me`, { token }), 200);
  };
  const seconds = () => Math.floor(millisecondsOf(house.clock.now()) / 1000);
  const REFUSED = [400, "invalid_grant"];
  const reasons = async () => {
    const query = { page: 1, perPage: 100, sort: "at", direction: "desc", conditions: [] } as const;
    const { items } = await database.transact.read(({ audit }) => audit.list(query));
    return items.filter(({ action }) => action === "assertion.refused").map(({ detail }) => detail.reason);
  };

  it("creates an account for an unknown user, whom the next assertion finds", async () => {
    const assertion = await provider.assertion({
      sub: "ana",
      email: "Ana@sso.example",
      first_name: "Ana",
      last_name: null,
    });
    const reply = await exchange(assertion);
    expect(recordProblems(EXCHANGED_TOKEN, expectStatus(reply, 200))).toEqual([]);
    expect(reply.body).toMatchObject({ token_type: "Bearer", expires_in: 7200, created_at: seconds() });
    expect([reply.headers.get("cache-control"), reply.headers.get("pragma")]).toEqual(["no-store", "no-cache"]);
    const token = reply.body.access_token;
    const me = expectStatus(await house.ask<UserBody>("GET", `${USERS}/me`, { token }), 200);
    expect(me).toMatchObject({ email_address: "Ana@sso.example", first_name: "Ana", last_name: null, role: "user" });
    expectStatus(await house.ask<unknown>("POST", "/api/v1/documents/folders", { token, json: { name: "x" } }), 201);
    const renamed = await meOf(await provider.assertion({ sub: "ana", email: "other@sso.example", first_name: "Bea" }));
    expect(renamed).toEqual(me);
  });

  it("links an existing user by e-mail address, once", async () => {
    const person = await house.person({ role: "manager" });
    expect((await meOf(await provider.assertion({ sub: "linked", email: person.email.toUpperCase() }))).id).toBe(
      person.id,
    );
    expect(await outcome(await provider.assertion({ sub: "another", email: person.email }))).toEqual(REFUSED);
    expect(await reasons()).toContain("linked_otherwise");
  });

  it("links no unverified address, and creates an account for an unknown one", async () => {
    const person = await house.person({ role: "user" });
    for (const email_verified of [undefined, null, false, "true", 1]) {
      const claims = { sub: `unverified ${email_verified}`, email: person.email, email_verified };
      expect(await outcome(await provider.assertion(claims))).toEqual(REFUSED);
    }
    expect(await reasons()).toContain("email_not_verified");
    const fresh = { sub: "fresh", email: "fresh@sso.example", email_verified: undefined };
    const made = await meOf(await provider.assertion(fresh));
    expect(made).toMatchObject({ email_address: "fresh@sso.example", role: "user" });
    // Once linked, the link says who it is, whatever the provider says of the address.
    for (const email_verified of [undefined, "true", 1])
      expect((await meOf(await provider.assertion({ ...fresh, email: person.email, email_verified }))).id).toBe(
        made.id,
      );
    expect(await outcome(await provider.assertion({ ...fresh, email_verified: false }))).toEqual(REFUSED);
  });

  it("64: creates a new account for a look-alike address", async () => {
    const person = await house.person({ email_address: "mgr@sso.example" });
    const made = await meOf(await provider.assertion({ sub: "wide", email: "\uff4dgr@sso.example" }));
    expect(made).toMatchObject({ email_address: "\uff4dgr@sso.example", role: "user" });
    expect(made.id).not.toBe(person.id);
  });

  it("never issues the scope admin, not even to a later administrator", async () => {
    const { id } = await meOf(await provider.assertion({ sub: "risen" }));
    await house.admin.ask("PATCH", `${USERS}/${id}`, { json: { role: "admin" } });
    const { access_token: token } = expectStatus(await exchange(await provider.assertion({ sub: "risen" })), 200);
    const [stored] = (await database.transact.read(({ tokens }) => tokens.find(hashOf(token))))?.scopes.slice(-1) ?? [];
    expect(stored).toBe("write");
  });

  it("takes forms and HTTP Basic, as OAuth does", async () => {
    const assertion = await provider.assertion();
    const body = new URLSearchParams({ grant_type: JWT_BEARER, assertion });
    const authorization = `Basic ${btoa(`${FIRST.clientId}:${encodeURIComponent(FIRST.clientSecret)}`)}`;
    expect((await house.ask("POST", EXCHANGE, { body, headers: { authorization } })).status).toBe(200);
  });

  it.each([
    [{ grant_type: undefined }, [400, "invalid_request"]],
    [{ grant_type: "password" }, [400, "unsupported_grant_type"]],
    [{ assertion: undefined }, [400, "invalid_request"]],
    [{ assertion: "" }, [400, "invalid_request"]],
    [{ assertion: ["x"] }, [400, "invalid_request"]],
    [{ client_secret: "a wrong secret of some length" }, [401, "invalid_client"]],
    [{ client_id: undefined, client_secret: undefined }, [401, "invalid_client"]],
    [{ assertion: "x" }, REFUSED],
    [{ assertion: "x.y.z" }, REFUSED],
  ])("refuses a request with %j", async (fields, refused) => {
    expect(await outcome("x", fields)).toEqual(refused);
  });

  it("46: is not fooled by algorithms, unknown keys or keys in the header", async () => {
    const claims = { iss: ISSUER, aud: AUDIENCE, sub: "x", email: "x@sso.example", exp: seconds() + 60 };
    const [key] = provider.publicKeys.keys;
    const publicKey = new TextEncoder().encode(JSON.stringify(key));
    const sound = await provider.assertion();
    const forgeries = [
      new UnsecuredJWT(claims).encode(),
      await new SignJWT(claims).setProtectedHeader({ alg: "HS256", kid: "key-1" }).sign(publicKey),
      await provider.assertion({}, { kid: "unknown" }),
      await provider.forged(),
      await provider.forged({}, { jwk: { ...key } as never }),
      await provider.forged({}, { jku: provider.jwksUrl }),
      await provider.assertion({}, { crit: [UNKNOWN_EXTENSION], [UNKNOWN_EXTENSION]: 1 }),
      `${sound.slice(0, -6)}AAAAAA`,
      `${sound}x`,
    ];
    for (const forged of forgeries) expect(await outcome(forged)).toEqual(REFUSED);
  });

  it("47: expires, soon and in seconds", async () => {
    const at = (exp: unknown) => provider.assertion({ exp });
    for (const exp of [
      undefined,
      Date.now(),
      seconds() + 31_536_000,
      seconds() + 3601,
      seconds() - 30,
      "soon",
      1e300,
    ]) {
      expect(await outcome(await at(exp))).toEqual(REFUSED);
    }
    expect(await outcome(await at(seconds() + 3600))).toBe(200);
    expect(await outcome(await at(seconds() - 29))).toBe(200);
    expect(await outcome(await provider.assertion({ nbf: seconds() + 31 }))).toEqual(REFUSED);
  });

  it("48: requires the agreed issuer, and an audience of this host alone", async () => {
    const others = [{ aud: "another" }, { aud: [AUDIENCE, "another"] }, { aud: [] }, { aud: undefined }];
    const strangers = [{ iss: `${ISSUER}/` }, { iss: undefined }, { iss: ISSUER.toUpperCase() }];
    for (const claims of [...others, ...strangers]) {
      expect(await outcome(await provider.assertion(claims))).toEqual(REFUSED);
    }
    expect(await outcome(await provider.assertion({ aud: [AUDIENCE] }))).toBe(200);
  });

  it("49: is used once, by its id or else by its content, however its signature is spelled", async () => {
    const named = { sub: "twice", email: "twice@sso.example", jti: "one" };
    expect(await outcome(await provider.assertion(named))).toBe(200);
    expect(await outcome(await provider.assertion({ ...named, sub: "thrice" }))).toEqual(REFUSED);
    const assertion = await provider.assertion();
    expect(await outcome(assertion)).toBe(200);
    expect(await outcome(assertion)).toEqual(REFUSED);
    const last = assertion.at(-1) ?? "";
    const spelled = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const respelled = assertion.slice(0, -1) + spelled.charAt(spelled.indexOf(last) ^ 1);
    expect(await outcome(respelled)).toEqual(REFUSED);
    expect(await outcome(mirrored(assertion))).toEqual(REFUSED);
    expect((await reasons()).filter((reason) => reason === "used_before")).toHaveLength(1);
  });

  it("49: is used once also under ten concurrent requests", async () => {
    const assertion = await provider.assertion({ sub: "rush", email: "rush@sso.example" });
    const all = await Promise.all(Array.from({ length: 10 }, () => exchange(assertion)));
    expect(all.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(400)]);
  });

  it("makes one user of ten first assertions at the same time", async () => {
    const claims = { sub: "crowd", email: "crowd@sso.example" };
    const assertions = await Promise.all(
      Array.from({ length: 10 }, (_, jti) => provider.assertion({ ...claims, jti: `c${jti}` })),
    );
    const all = await Promise.all(assertions.map((assertion) => exchange(assertion)));
    expect(all.map(({ status }) => status)).toEqual(Array(10).fill(200));
    const found = await house.admin.ask<UserBody[]>("GET", USERS, { query: { "q[email_address_eq]": claims.email } });
    expect(found.body).toHaveLength(1);
  });

  it("50: becomes no administrator by an e-mail address", async () => {
    const admin = await house.person({ role: "admin" });
    for (const email of [FIRST.email, admin.email]) {
      expect(await outcome(await provider.assertion({ sub: `by ${email}`, email }))).toEqual(REFUSED);
      expect(await outcome(await provider.assertion({ sub: `by ${email}`, email }))).toEqual(REFUSED);
    }
    const links = await database.transact.read(({ identities }) => identities.find(ISSUER, `by ${FIRST.email}`));
    expect(links).toBeNull();
  });

  it.each([
    { email: { a: 1 } },
    { email: undefined },
    { email: ["x@sso.example"] },
    { email: "no address" },
    { email: `${"x".repeat(243)}@sso.example` },
    { email: "x@sso.example\u0000" },
    { email_verified: false },
    { sub: undefined },
    { sub: 7 },
    { sub: "" },
    { sub: "x".repeat(256) },
    { first_name: "x".repeat(51) },
    { last_name: { x: 1 } },
    { jti: 7 },
  ])("51: refuses the claims %j", async (claims) => {
    expect(await outcome(await provider.assertion(claims))).toEqual(REFUSED);
  });

  it("refuses disabled users like any error, with the reason in the trail alone", async () => {
    const { id } = await meOf(await provider.assertion({ sub: "gone", email: "gone@sso.example" }));
    await house.admin.ask("PATCH", `${USERS}/${id}`, { json: { active: false } });
    const disabled = await exchange(await provider.assertion({ sub: "gone" }));
    const forged = await exchange(await provider.forged());
    expect({ ...forged.body, request_id: null }).toEqual({ ...disabled.body, request_id: null });
    expect(await reasons()).toEqual(expect.arrayContaining(["disabled_user", "jws_signature_verification_failed"]));
  });

  it("admits no deleted user again, under no address and not as a new account", async () => {
    const { id } = await meOf(await provider.assertion({ sub: "left", email: "left@sso.example" }));
    await house.admin.ask("DELETE", `${USERS}/${id}`);
    for (const email of ["left@sso.example", "back@sso.example"]) {
      expect(await outcome(await provider.assertion({ sub: "left", email }))).toEqual(REFUSED);
    }
    await house.person({ email_address: "left@sso.example" });
    expect(await outcome(await provider.assertion({ sub: "left", email: "left@sso.example" }))).toEqual(REFUSED);
  });

  describe("with another provider", () => {
    async function at(environment: Record<string, string>): Promise<House> {
      return openHouse(await open(), { environment });
    }
    const ask = async (other: House, assertion: string) => {
      const json = { grant_type: JWT_BEARER, assertion, ...CLIENT };
      const { status, body, headers } = await other.ask("POST", EXCHANGE, { json });
      return [status, body.error, headers.get("retry-after")];
    };

    it("52: unavailable keys are 503, for assertions that could be valid", async () => {
      const other = await at({ ...ENVIRONMENT, IDENTITY_JWKS: provider.jwksUrl });
      try {
        provider.answering = false;
        expect(await ask(other, await provider.assertion())).toEqual([503, "temporarily_unavailable", "30"]);
        expect((await ask(other, new UnsecuredJWT({}).encode())).slice(0, 2)).toEqual(REFUSED);
        provider.answering = true;
        expect((await ask(other, await provider.assertion()))[0]).toBe(200);
      } finally {
        provider.answering = true;
        await other.close();
      }
    });

    it("without one, everything is refused", async () => {
      const other = await at({});
      expect((await ask(other, await provider.assertion())).slice(0, 2)).toEqual(REFUSED);
      await other.close();
    });

    it("keys may be inline, and unknown users refused", async () => {
      const jwks = JSON.stringify(provider.publicKeys);
      const other = await at({ ...ENVIRONMENT, IDENTITY_JWKS: jwks, IDENTITY_AUTO_PROVISION: "false" });
      expect((await ask(other, await provider.assertion())).slice(0, 2)).toEqual(REFUSED);
      const person = await other.person();
      expect((await ask(other, await provider.assertion({ email: person.email })))[0]).toBe(200);
      await other.close();
    });

    it("a shared secret signs HS256 and nothing else does", async () => {
      const secret = randomBytes(24).toString("base64");
      const other = await at({ ...ENVIRONMENT, IDENTITY_SECRET: secret });
      const claims = { iss: ISSUER, aud: AUDIENCE, sub: "x", email: "x@sso.example", exp: seconds() + 60 };
      const sign = (key: string) =>
        new SignJWT(claims).setProtectedHeader({ alg: "HS256" }).sign(new TextEncoder().encode(key));
      expect((await ask(other, await sign(secret)))[0]).toBe(200);
      expect((await ask(other, await sign(`${secret}x`))).slice(0, 2)).toEqual(REFUSED);
      expect((await ask(other, await provider.assertion())).slice(0, 2)).toEqual(REFUSED);
      await other.close();
    });
  });
});

const hashOf = (token: string) => createHash("sha256").update(token).digest("hex");

const P256_ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

/** The other signature that verifies wherever this one of ECDSA does: (r, n - s). */
function mirrored(assertion: string): string {
  const end = assertion.lastIndexOf(".") + 1;
  const signature = Buffer.from(base64url.decode(assertion.slice(end)));
  const s = BigInt(`0x${signature.subarray(32).toString("hex")}`);
  const other = (P256_ORDER - s).toString(16).padStart(64, "0");
  return (
    assertion.slice(0, end) + base64url.encode(Buffer.concat([signature.subarray(0, 32), Buffer.from(other, "hex")]))
  );
}
