import { createHash } from "node:crypto";
import {
  type Application,
  AUTHORIZATION_CODE_SECONDS,
  authJobs,
  FAMILY_SECONDS,
  newToken,
  type Parameters,
  provesChallenge,
  REFRESH_GRACE_SECONDS,
  type RequestSource,
  TOKEN_SECONDS,
  type TokenPurpose,
  type TokenRequest,
  type TokenResponse,
} from "@cartulary/auth";
import { createSecrets, newId, sealingUnder } from "@cartulary/crypto";
import type { User, UserInput } from "@cartulary/directory";
import type { DomainError, Instant } from "@cartulary/kernel";
import { openPostgres } from "@cartulary/postgres";
import { createTestDatabases } from "@cartulary/postgres/testkit";
import { auditModule } from "@cartulary/sql/audit";
import { authModule } from "@cartulary/sql/auth";
import { blobsModule } from "@cartulary/sql/blobs";
import { directoryModule } from "@cartulary/sql/directory";
import { replaysModule } from "@cartulary/sql/replays";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, onTestFinished } from "vitest";
import {
  type AccountsHouse,
  type AccountsOptions,
  callerOf,
  digests,
  FIRST,
  founded,
  houseOf,
  ISSUER,
  PASSWORD,
  person,
  signedIn,
  VISITOR,
} from "../support/accounts.ts";
import { type TestDatabase, usualDatabases } from "../support/databases.ts";

type House = AccountsHouse & { readonly sue: User };

const REDIRECT = "https://office.example.org/cb";
const VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
const OFFICE = { clientId: "office", clientSecret: "the office's secret" } as const;

function applicationOf(overrides: Partial<Application> = {}): Application {
  return {
    id: "01900000-0000-7000-9000-000000000000" as Application["id"],
    clientId: OFFICE.clientId,
    secretHash: digests.sha256(OFFICE.clientSecret),
    name: "Office",
    redirectUris: [REDIRECT, "http://127.0.0.1/cb"],
    scopes: ["read", "write", "admin"],
    defaultScopes: ["read"],
    confidential: true,
    trusted: false,
    createdAt: "2026-01-01T00:00:00.000Z" as Instant,
    ...overrides,
  };
}

type Fields = Readonly<Record<string, string>>;

/** An authorization request of the application. */
function asking(fields: Fields = {}): Parameters {
  const all = {
    response_type: "code",
    client_id: OFFICE.clientId,
    redirect_uri: REDIRECT,
    code_challenge: CHALLENGE,
    code_challenge_method: "S256",
    ...fields,
  };
  return Object.entries(all).filter(([, value]) => value !== "");
}

/** The code that the person's agreement brings. */
async function codeFor({ authorization }: House, user: User, fields: Fields = {}): Promise<string> {
  const checked = await authorization.check(asking(fields), user.role);
  if (checked.outcome !== "sound") throw new Error(`Not sound: ${JSON.stringify(checked)}`);
  const location = new URL(await authorization.approve({ userId: user.id }, checked.request));
  return location.searchParams.get("code") ?? expect.fail(location.href);
}

const exchange = (
  { signIn }: Pick<House, "signIn">,
  code: string,
  request: TokenRequest = {},
): Promise<TokenResponse> =>
  signIn.token(
    { grantType: "authorization_code", ...OFFICE, code, redirectUri: REDIRECT, codeVerifier: VERIFIER, ...request },
    VISITOR,
  );

const refresh = (
  { signIn }: Pick<House, "signIn">,
  refreshToken: string,
  request: TokenRequest = {},
): Promise<TokenResponse> => signIn.token({ grantType: "refresh_token", ...OFFICE, refreshToken, ...request }, VISITOR);

const refusal = (pending: Promise<unknown>): Promise<DomainError> =>
  pending.then(
    () => expect.fail("was not refused"),
    (error) => error,
  );

const expectRefusal = async (pending: Promise<unknown>, code: string): Promise<void> => {
  expect(await refusal(pending)).toMatchObject({ code });
};

describe.each(usualDatabases)("grants on $name", ({ open }) => {
  let database: TestDatabase;
  let house: House;
  beforeAll(async () => {
    database = await open();
    house = await founded(database);
    await register();
  });
  // What a test leaves behind is of another moment.
  beforeEach(() => house.pass(1000));
  afterAll(() => database.close());

  let made = 0;
  async function register(overrides: Partial<Application> = {}): Promise<void> {
    made += 1;
    const id = `01900000-0000-7000-9000-${String(made).padStart(12, "0")}` as Application["id"];
    await database.transact.write(({ applications }) => applications.insert({ ...applicationOf(overrides), id }));
  }
  /** Registers another application with the same secret; returns its client id. */
  async function another(overrides: Partial<Application> = {}): Promise<string> {
    const clientId = `another-${made}`;
    await register({ ...overrides, clientId });
    return clientId;
  }
  const newUser = (input: UserInput = {}): Promise<User> => {
    made += 1;
    return person(house, `person-${made}`, input);
  };
  const opens = ({ accessToken }: TokenResponse): Promise<boolean> =>
    house.authentication.authenticate(accessToken).then(
      () => true,
      () => false,
    );
  /** The audit events of this test. */
  const trail = async (then = house.clock.now()): Promise<readonly (readonly unknown[])[]> => {
    const query = { page: 1, perPage: 100, sort: "at", direction: "desc", conditions: [] } as const;
    const { items } = await database.transact.read(({ audit }) => audit.list(query));
    const now = items.filter(({ at }) => at === then);
    return now.map(({ action, actorId, detail }) => [action, actorId, detail]);
  };
  const lastOf = async (action: string) => (await trail()).find(([each]) => each === action);

  describe("a code", () => {
    it("is exchanged once for tokens with the approved scopes", async () => {
      const code = await codeFor(house, house.sue, { scope: "write read" });
      expect(code).toMatch(/^ctac_[0-9A-Za-z]{49}$/);
      const reply = await exchange(house, code, { scope: "admin" });
      expect(reply).toEqual({
        accessToken: expect.stringMatching(/^ctat_/),
        tokenType: "Bearer",
        expiresIn: 7200,
        refreshToken: expect.stringMatching(/^ctrt_/),
        scope: "read write",
        createdAt: Date.parse(house.clock.now()) / 1000,
      });
      expect(await house.authentication.authenticate(reply.accessToken)).toMatchObject({
        userId: house.sue.id,
        scopes: ["read", "write"],
      });
      expect(await lastOf("authorization.granted")).toEqual([
        "authorization.granted",
        house.sue.id,
        { scope: "read write" },
      ]);
      expect(await lastOf("session.opened")).toEqual([
        "session.opened",
        house.sue.id,
        { via: "authorization_code", client_id: "office" },
      ]);
    });

    it("revokes the tokens of its first exchange and their refreshed ones at the second exchange", async () => {
      const code = await codeFor(house, house.sue);
      const first = await exchange(house, code);
      const second = await refresh(house, first.refreshToken);
      const other = await exchange(house, await codeFor(house, house.sue));
      await expectRefusal(exchange(house, code), "invalid_grant");
      expect([await opens(first), await opens(second), await opens(other)]).toEqual([false, false, true]);
      await expectRefusal(refresh(house, second.refreshToken), "invalid_grant");
      expect(await lastOf("authorization_code.reused")).toEqual([
        "authorization_code.reused",
        house.sue.id,
        { reason: "reused" },
      ]);
    });

    it("that is old and used still ends them", async () => {
      const code = await codeFor(house, house.sue);
      const first = await exchange(house, code);
      house.pass(AUTHORIZATION_CODE_SECONDS * 1000);
      await expectRefusal(exchange(house, code), "invalid_grant");
      expect(await opens(first)).toBe(false);
    });

    it("is good for 600 seconds, and not in the last moment", async () => {
      const [early, late] = [await codeFor(house, house.sue), await codeFor(house, house.sue)];
      house.pass(600_000 - 1);
      expect((await exchange(house, early)).tokenType).toBe("Bearer");
      house.pass(1);
      await expectRefusal(exchange(house, late), "invalid_grant");
    });

    it("is neither consumed nor revoked by a request without proof of possession", async () => {
      const other = await another();
      const code = await codeFor(house, house.sue);
      const attempts: readonly (readonly [TokenRequest, string])[] = [
        [{ clientId: other }, "invalid_grant"],
        [{ redirectUri: "http://127.0.0.1/cb" }, "invalid_grant"],
        [{ redirectUri: `${REDIRECT}/` }, "invalid_grant"],
        [{ redirectUri: "" }, "invalid_request"],
        [{ code: "" }, "invalid_request"],
        [{ codeVerifier: "" }, "invalid_request"],
        [{ codeVerifier: VERIFIER.slice(0, -1) }, "invalid_grant"],
        [{ codeVerifier: `${VERIFIER}x` }, "invalid_grant"],
        [{ codeVerifier: CHALLENGE }, "invalid_grant"],
        [{ clientSecret: "another secret" }, "invalid_client"],
      ];
      for (const [request, error] of attempts) await expectRefusal(exchange(house, code, request), error);
      const tokens = await exchange(house, code);
      for (const [request, error] of attempts) await expectRefusal(exchange(house, code, request), error);
      expect(await opens(tokens)).toBe(true);
    });

    it("of an application with a secret may have no challenge, and then accepts no verifier", async () => {
      const none = { code_challenge: "", code_challenge_method: "" };
      const code = await codeFor(house, house.sue, none);
      await expectRefusal(exchange(house, code), "invalid_grant");
      expect((await exchange(house, code, { codeVerifier: "" })).tokenType).toBe("Bearer");
    });

    it("requires a challenge of every application with PKCE for all", async () => {
      const strict = houseOf(database, { pkce: "all", host: 1 });
      const checked = await strict.authorization.check(asking({ code_challenge: "", code_challenge_method: "" }), null);
      expect(checked).toMatchObject({
        outcome: "returned",
        location: expect.stringContaining("error=invalid_request"),
      });
    });

    it("is invalid when it is a token of another kind, or not ours at all", async () => {
      const { accessToken } = await exchange(house, await codeFor(house, house.sue));
      const unknown = newToken("authorizationCode", createSecrets());
      for (const code of [unknown, accessToken, "x", "x".repeat(100_000), `${unknown.slice(0, -1)}!`]) {
        await expectRefusal(exchange(house, code), "invalid_grant");
      }
    });

    it("is revoked when its user is disabled or removed", async () => {
      const ana = await newUser();
      const [early, late] = [await codeFor(house, ana), await codeFor(house, ana)];
      await house.users.update(callerOf(house.sue), { id: ana.id, active: false });
      await expectRefusal(exchange(house, early), "invalid_grant");
      await house.users.update(callerOf(house.sue), { id: ana.id, active: true });
      await expectRefusal(exchange(house, late), "invalid_grant");
      const last = await codeFor(house, ana);
      await house.users.remove(callerOf(house.sue), ana.id);
      await expectRefusal(exchange(house, last), "invalid_grant");
    });

    it("issues tokens to a public application without a secret, and refuses a request with one", async () => {
      const clientId = await another({ secretHash: null, confidential: false, trusted: true });
      const without = await house.authorization.check(
        asking({ client_id: clientId, code_challenge: "", code_challenge_method: "" }),
        null,
      );
      expect(without).toMatchObject({
        outcome: "returned",
        location: expect.stringContaining("error=invalid_request"),
      });
      const code = await codeFor(house, house.sue, { client_id: clientId });
      await expectRefusal(exchange(house, code, { clientId }), "invalid_client");
      const own = { clientId, clientSecret: "" };
      const tokens = await exchange(house, code, own);
      const again = await refresh(house, tokens.refreshToken, own);
      expect(await opens(again)).toBe(true);
      const password = { grantType: "password", username: FIRST.emailAddress, password: FIRST.password, ...own };
      await expectRefusal(house.signIn.token(password, VISITOR), "unauthorized_client");
    });
  });

  describe("agreement", () => {
    it("is sent to the requested redirect URI, with its state and the issuer", async () => {
      const state = "a&b=c d\"'\r\n\u00e9\u{1f98a}%41+#?";
      const redirect_uri = "http://127.0.0.1:5123/cb";
      const checked = await house.authorization.check(asking({ state, redirect_uri }), "user");
      if (checked.outcome !== "sound") throw new Error("Not sound");
      const location = await house.authorization.approve({ userId: house.sue.id }, checked.request);
      expect(location).toMatch(
        /^http:\/\/127\.0\.0\.1:5123\/cb\?code=ctac_[0-9A-Za-z]{49}&state=[A-Za-z0-9%._~-]+&iss=/,
      );
      const { searchParams } = new URL(location);
      expect([searchParams.get("state"), searchParams.get("iss")]).toEqual([state, ISSUER]);
      const denied = new URL(await house.authorization.deny({ userId: house.sue.id }, checked.request));
      expect(Object.fromEntries(denied.searchParams)).toEqual({
        error: "access_denied",
        error_description: expect.stringMatching(/\S/),
        state,
        iss: ISSUER,
      });
      expect(await lastOf("authorization.denied")).toEqual(["authorization.denied", house.sue.id, { scope: "read" }]);
    });

    it("keeps the query that the redirect URI was registered with", async () => {
      const redirectUri = "https://office.example.org/cb?x=1";
      const clientId = await another({ redirectUris: [redirectUri] });
      const code = await codeFor(house, house.sue, { client_id: clientId, redirect_uri: redirectUri });
      expect((await exchange(house, code, { clientId, redirectUri })).scope).toBe("read");
    });

    it("to admin is an administrator's, and never granted without a request", async () => {
      const ana = await newUser();
      const returned = { outcome: "returned", location: expect.stringContaining("error=invalid_scope") };
      expect(await house.authorization.check(asking({ scope: "admin" }), ana.role)).toMatchObject(returned);
      const unknown = await house.authorization.check(asking({ scope: "admin" }), null);
      if (unknown.outcome !== "sound") throw new Error("Not sound");
      const location = await house.authorization.approve({ userId: ana.id }, unknown.request);
      expect(new URL(location).searchParams.get("error")).toBe("invalid_scope");
      expect((await exchange(house, await codeFor(house, house.sue, { scope: "admin" }))).scope).toBe("admin");
      expect((await exchange(house, await codeFor(house, house.sue))).scope).toBe("read");
    });

    it("is refused after its user was disabled", async () => {
      const ana = await newUser();
      const checked = await house.authorization.check(asking(), ana.role);
      if (checked.outcome !== "sound") throw new Error("Not sound");
      await house.users.update(callerOf(house.sue), { id: ana.id, active: false });
      const location = await house.authorization.approve({ userId: ana.id }, checked.request);
      expect(new URL(location).searchParams.get("error")).toBe("access_denied");
    });
  });

  describe("a refresh token", () => {
    const tokens = async () => exchange(house, await codeFor(house, house.sue, { scope: "read write" }));

    it("is exchanged for another pair, and the old access token stays valid", async () => {
      const first = await tokens();
      const second = await refresh(house, first.refreshToken);
      expect(second).toMatchObject({ scope: "read write", expiresIn: 7200 });
      expect(second.refreshToken).not.toBe(first.refreshToken);
      expect([await opens(first), await opens(second)]).toEqual([true, true]);
    });

    it("that is reused revokes its whole family", async () => {
      const first = await tokens();
      const other = await tokens();
      const second = await refresh(house, first.refreshToken);
      const third = await refresh(house, second.refreshToken);
      await expectRefusal(refresh(house, first.refreshToken), "invalid_grant");
      expect([await opens(first), await opens(second), await opens(third)]).toEqual([false, false, false]);
      await expectRefusal(refresh(house, third.refreshToken), "invalid_grant");
      expect(await opens(await refresh(house, other.refreshToken))).toBe(true);
      expect(await lastOf("refresh_token.reused")).toEqual([
        "refresh_token.reused",
        house.sue.id,
        { reason: "reused" },
      ]);
    });

    it("lives thirty days from each use, and ninety from the sign-in", async () => {
      const days = (count: number) => count * 86_400_000;
      expect([TOKEN_SECONDS.refresh, FAMILY_SECONDS]).toEqual([30 * 86_400, 90 * 86_400]);
      const idle = await tokens();
      let { refreshToken } = await tokens();
      for (const passed of [29, 29, 29]) {
        house.pass(days(passed));
        ({ refreshToken } = await refresh(house, refreshToken));
      }
      await expectRefusal(refresh(house, idle.refreshToken), "invalid_grant");
      house.pass(days(3) - 1);
      ({ refreshToken } = await refresh(house, refreshToken));
      house.pass(1);
      await expectRefusal(refresh(house, refreshToken), "invalid_grant");
    });

    it("that was never used expires after thirty days, to the moment", async () => {
      const [early, late] = [await tokens(), await tokens()];
      house.pass(TOKEN_SECONDS.refresh * 1000 - 1);
      await refresh(house, early.refreshToken);
      house.pass(1);
      await expectRefusal(refresh(house, late.refreshToken), "invalid_grant");
    });

    it("can be exchanged for fewer scopes, in the access token only", async () => {
      const first = await tokens();
      const second = await refresh(house, first.refreshToken, { scope: "read" });
      expect(second.scope).toBe("read");
      expect(await house.authentication.authenticate(second.accessToken)).toMatchObject({ scopes: ["read"] });
      expect((await refresh(house, second.refreshToken)).scope).toBe("read write");
    });

    it("stays valid after a request for more scopes, or by another application", async () => {
      const other = await another();
      const { refreshToken } = await tokens();
      for (const scope of ["admin", "read admin", "root", "read,write"]) {
        await expectRefusal(refresh(house, refreshToken, { scope }), "invalid_scope");
      }
      await expectRefusal(refresh(house, refreshToken, { clientId: other }), "invalid_grant");
      await expectRefusal(refresh(house, refreshToken, { clientSecret: "wrong" }), "invalid_client");
      await expectRefusal(refresh(house, ""), "invalid_request");
      expect((await refresh(house, refreshToken)).scope).toBe("read write");
    });

    it("stays valid after a request for admin by a former administrator", async () => {
      const adam = await newUser({ role: "admin" });
      const { refreshToken } = await exchange(house, await codeFor(house, adam, { scope: "admin" }));
      await house.users.update(callerOf(house.sue), { id: adam.id, role: "user" });
      await expectRefusal(refresh(house, refreshToken, { scope: "admin" }), "invalid_scope");
      expect((await refresh(house, refreshToken)).scope).toBe("read write");
    });

    it("that was used reports no invalid scopes, and revokes its family", async () => {
      const first = await tokens();
      const second = await refresh(house, first.refreshToken);
      house.pass(REFRESH_GRACE_SECONDS * 1000);
      await expectRefusal(refresh(house, first.refreshToken, { scope: "root" }), "invalid_grant");
      expect(await opens(second)).toBe(false);
    });

    it("is invalid when it is a token of another kind", async () => {
      const { accessToken } = await tokens();
      const code = await codeFor(house, house.sue);
      for (const other of [accessToken, code, newToken("refresh", createSecrets()), "x"]) {
        await expectRefusal(refresh(house, other), "invalid_grant");
      }
      expect((await exchange(house, code)).tokenType).toBe("Bearer");
    });

    it("of a password is refreshed like any other", async () => {
      const { clientId, clientSecret } = FIRST;
      const first = await signedIn(house);
      const second = await refresh(house, first.refreshToken, { clientId, clientSecret });
      house.pass(REFRESH_GRACE_SECONDS * 1000);
      await expectRefusal(refresh(house, first.refreshToken, { clientId, clientSecret }), "invalid_grant");
      expect(await opens(second)).toBe(false);
    });

    it("issues only the current rights to a former administrator", async () => {
      const adam = await newUser({ role: "admin" });
      const first = await exchange(house, await codeFor(house, adam, { scope: "read write admin" }));
      await house.users.update(callerOf(house.sue), { id: adam.id, role: "user" });
      expect((await refresh(house, first.refreshToken)).scope).toBe("read write");
    });

    it("ends with the person's activity", async () => {
      const ana = await newUser();
      const { refreshToken } = await exchange(house, await codeFor(house, ana));
      await house.users.update(callerOf(house.sue), { id: ana.id, active: false });
      await expectRefusal(refresh(house, refreshToken), "invalid_grant");
      await house.users.update(callerOf(house.sue), { id: ana.id, active: true });
      await expectRefusal(refresh(house, refreshToken), "invalid_grant");
    });
  });

  describe("a refresh token that is sent again", () => {
    const tokens = async () => exchange(house, await codeFor(house, house.sue, { scope: "read write" }));
    const again = (token: TokenResponse, request: TokenRequest = {}) => refresh(house, token.refreshToken, request);
    const ended = async (...replies: readonly TokenResponse[]) =>
      (await Promise.all(replies.map(opens))).every((lives) => !lives);
    const later = (seconds: number) => house.pass(seconds * 1000);
    const stored = async (token: TokenResponse) =>
      database.transact.read(async ({ tokens: all, refreshReplies }) => {
        const found = await all.find(digests.sha256(token.refreshToken));
        return found && refreshReplies.find(found.id);
      });

    it("within thirty seconds brings the very same answer, as often as it is sent, and issues nothing more", async () => {
      const first = await tokens();
      const second = await again(first);
      later(10);
      expect(await again(first)).toEqual(second);
      later(REFRESH_GRACE_SECONDS - 10 - 0.001);
      expect(await Promise.all([again(first), again(first)])).toEqual([second, second]);
      expect([await opens(first), await opens(second)]).toEqual([true, true]);
      expect((await trail()).filter(([action]) => String(action).startsWith("refresh_token."))).toEqual([]);
    });

    it("after thirty seconds ends its family", async () => {
      const first = await tokens();
      const second = await again(first);
      later(REFRESH_GRACE_SECONDS);
      await expectRefusal(again(first), "invalid_grant");
      expect(await ended(first, second)).toBe(true);
      expect(await lastOf("refresh_token.reused")).toBeDefined();
    });

    it("after the new one was used ends its family", async () => {
      const first = await tokens();
      const second = await again(first);
      const third = await again(second);
      expect(await again(second)).toEqual(third);
      await expectRefusal(again(first), "invalid_grant");
      expect(await ended(first, second, third)).toBe(true);
      await expectRefusal(again(second), "invalid_grant");
    });

    it("with another scope, or by another client, is refused and ends nothing", async () => {
      const other = await another();
      const first = await tokens();
      const second = await again(first, { scope: "write" });
      for (const scope of ["", "read", "read write", "root", "admin"]) {
        await expectRefusal(again(first, { scope }), "invalid_grant");
      }
      await expectRefusal(again(first, { clientId: other, scope: "write" }), "invalid_grant");
      expect(await again(first, { scope: "write" })).toEqual(second);
      expect(await opens(second)).toBe(true);
    });

    it("with the same scope in other words is the same request", async () => {
      const first = await tokens();
      const second = await again(first);
      expect(await again(first, { scope: "write read  write" })).toEqual(second);
    });

    it.each(["a revocation", "a code that is sent again", "the end of the new access token"] as const)(
      "after %s is refused, and ends nothing more",
      async (ending) => {
        // Refusals of one kind are written down once a minute.
        later(60);
        const code = await codeFor(house, house.sue, { scope: "read write" });
        const first = await exchange(house, code);
        const second = await again(first);
        if (ending === "a code that is sent again") await expectRefusal(exchange(house, code), "invalid_grant");
        else {
          const token = ending === "a revocation" ? second.refreshToken : second.accessToken;
          await house.revocation.revoke({ ...OFFICE, token }, VISITOR);
        }
        await expectRefusal(again(first), "invalid_grant");
        expect(await lastOf("refresh_token.refused")).toEqual([
          "refresh_token.refused",
          house.sue.id,
          { reason: "ended" },
        ]);
        expect([await opens(first), await opens(second)]).toEqual([
          ending === "the end of the new access token",
          false,
        ]);
      },
    );

    it("issues nothing to a user who was disabled meanwhile", async () => {
      const ana = await newUser();
      const first = await exchange(house, await codeFor(house, ana));
      await again(first);
      await house.users.update(callerOf(house.sue), { id: ana.id, active: false });
      await expectRefusal(again(first), "invalid_grant");
    });

    it("leaves nothing readable in the database, and nothing at all after its time", async () => {
      const first = await tokens();
      const second = await again(first);
      const sealed = await stored(first);
      const { sealed: text = "" } = sealed ?? {};
      for (const secret of [first.refreshToken, second.refreshToken, second.accessToken]) {
        expect(Buffer.from(text, "base64").toString("latin1")).not.toContain(secret);
      }
      expect(await sealingUnder(first.refreshToken).decrypt(text)).toContain(second.refreshToken);
      later(REFRESH_GRACE_SECONDS);
      for (const { queue, handle } of authJobs({ transact: database.transact, clock: house.clock, newId })) {
        await handle({ id: newId(), queue, payload: {}, turn: 0, attempt: 1, attemptsMax: 1 }, { aborted: false });
      }
      expect(await stored(first)).toBeNull();
    });

    it("that was used before answers were stored ends its family", async () => {
      const first = await tokens();
      const second = await again(first);
      await database.transact.write(({ refreshReplies }) =>
        refreshReplies.removeExpired("2100-01-01T00:00:00.000Z" as Instant),
      );
      await expectRefusal(again(first), "invalid_grant");
      expect(await opens(second)).toBe(false);
    });
  });

  describe("revocation", () => {
    const tokens = async () => exchange(house, await codeFor(house, house.sue));
    const revoke = (token: string, client: Fields = OFFICE) =>
      house.revocation.revoke({ ...OFFICE, ...client, token }, VISITOR);

    it("of a refresh token ends its family", async () => {
      const first = await tokens();
      const second = await refresh(house, first.refreshToken);
      const other = await tokens();
      await revoke(second.refreshToken);
      expect([await opens(first), await opens(second), await opens(other)]).toEqual([false, false, true]);
      await expectRefusal(refresh(house, second.refreshToken), "invalid_grant");
      expect(await lastOf("token.revoked")).toEqual(["token.revoked", house.sue.id, { kind: "refresh" }]);
    });

    it("of an access token ends it and the refresh token that came with it, and no more", async () => {
      const first = await tokens();
      const second = await refresh(house, first.refreshToken);
      await revoke(first.accessToken);
      expect([await opens(first), await opens(second)]).toEqual([false, true]);
      await revoke(second.accessToken);
      expect(await opens(second)).toBe(false);
      await expectRefusal(refresh(house, second.refreshToken), "invalid_grant");
    });

    it("of a refresh token that was used ends its family", async () => {
      const first = await tokens();
      const second = await refresh(house, first.refreshToken);
      await revoke(first.refreshToken);
      expect(await opens(second)).toBe(false);
    });

    it("of a personal token requires only the token", async () => {
      const wanted = { emailAddress: FIRST.emailAddress, scope: null, name: "cron" };
      const { token } = await house.personalTokens.issuePersonalToken(wanted);
      await revoke(token);
      await expect(house.authentication.authenticate(token)).rejects.toThrow("was revoked");
    });

    it("of an empty, unknown, ended or already revoked token succeeds", async () => {
      const expired = await tokens();
      house.pass(7_200_000);
      const revoked = await tokens();
      await revoke(revoked.refreshToken);
      const code = await codeFor(house, house.sue);
      const never = [
        newToken("access", createSecrets()),
        newToken("refresh", createSecrets()),
        "x",
        "x".repeat(60_000),
      ];
      for (const token of [expired.accessToken, revoked.refreshToken, revoked.accessToken, code, ...never]) {
        expect(await revoke(token)).toBeUndefined();
      }
      expect(await opens(await refresh(house, expired.refreshToken))).toBe(true);
      expect(await opens(await exchange(house, code))).toBe(true);
    });

    it("of another application's token is refused, and the token stays", async () => {
      const other = await another();
      const mine = await tokens();
      for (const token of [mine.accessToken, mine.refreshToken]) {
        await expectRefusal(revoke(token, { clientId: other }), "unauthorized_client");
      }
      expect(await opens(await refresh(house, mine.refreshToken))).toBe(true);
      await revoke(mine.refreshToken);
      expect(await revoke(mine.refreshToken, { clientId: other })).toBeUndefined();
    });

    it("authenticates the client first, then checks the token", async () => {
      const { accessToken } = await tokens();
      await expectRefusal(revoke("", { clientSecret: "wrong" }), "invalid_client");
      await expectRefusal(revoke(accessToken, { clientSecret: "" }), "invalid_client");
      await expectRefusal(house.revocation.revoke({ token: accessToken }, VISITOR), "invalid_client");
      await expectRefusal(revoke(""), "invalid_request");
      expect(await house.authentication.authenticate(accessToken)).toMatchObject({ userId: house.sue.id });
    });
  });

  describe("a client's wrong secret", () => {
    const { clientId, clientSecret, emailAddress: username, password } = FIRST;
    const right = { grantType: "password", clientId, clientSecret, username, password };
    const pending = (network: string, more: TokenRequest = {}) =>
      house.signIn.token({ ...right, ...more }, { ...VISITOR, network });
    const wrong = (network: string) => expectRefusal(pending(network, { clientSecret: "wrong" }), "invalid_client");
    const refused = async (then?: Instant) =>
      (await trail(then)).filter(([action]) => action === "client_secret.refused");
    const later = () => house.pass(3_600_000);

    it("leaves a trail, without anything that was sent: the first, and then one a minute with their number", async () => {
      later();
      await wrong("198.51.100.1");
      await expectRefusal(pending("198.51.100.1", { clientId: "a secret in the wrong field" }), "invalid_client");
      await wrong("198.51.100.1");
      await wrong("198.51.100.2");
      expect(await refused()).toEqual(Array(3).fill(["client_secret.refused", null, {}]));
      house.pass(60_000);
      await wrong("198.51.100.1");
      expect(await refused()).toEqual([["client_secret.refused", null, { count: 2 }]]);
    });

    it("is recorded in two rows of the trail for a hundred attempts of one network in a quarter of an hour", async () => {
      later();
      const then = house.clock.now();
      await Promise.all(Array.from({ length: 100 }, () => wrong("198.51.100.3")));
      for (const sent of ["wrong", clientSecret]) {
        await expect(pending("198.51.100.3", { clientSecret: sent })).rejects.toMatchObject({
          kind: "rate_limited",
          retryAfterSeconds: 900,
        });
      }
      expect((await pending("198.51.100.4")).tokenType).toBe("Bearer");
      expect(await refused(then)).toHaveLength(1);
      later();
      for (const { queue, handle } of authJobs({ transact: database.transact, clock: house.clock, newId })) {
        await handle({ id: newId(), queue, payload: {}, turn: 0, attempt: 1, attemptsMax: 1 }, { aborted: false });
      }
      expect((await refused(then)).map(([, , detail]) => detail)).toEqual(expect.arrayContaining([{}, { count: 99 }]));
      expect((await pending("198.51.100.3")).tokenType).toBe("Bearer");
    });

    it("that is generated counts against its client alone", async () => {
      const secret = newToken("clientSecret", createSecrets());
      const issued = await another({ trusted: true, secretHash: digests.sha256(secret) });
      const network = "198.51.100.5";
      await Promise.all(Array.from({ length: 100 }, () => wrong(network)));
      await expectRefusal(pending(network), "rate_limited");
      const other = await another({ trusted: true, secretHash: digests.sha256("another secret of many letters") });
      const reply = await pending(network, { clientId: other, clientSecret: "another secret of many letters" });
      expect(reply.tokenType).toBe("Bearer");
      expect((await pending(network, { clientId: issued, clientSecret: secret })).tokenType).toBe("Bearer");
      await expectRefusal(pending(network, { clientId: issued, clientSecret: "wrong" }), "invalid_client");
      await expectRefusal(pending(network, { clientId: "nobody", clientSecret: "wrong" }), "invalid_client");
    });
  });

  describe("a wrong secret of our own form", () => {
    const wrongOf = (purpose: TokenPurpose) => newToken(purpose, createSecrets());
    const mistyped = (purpose: TokenPurpose) => wrongOf(purpose).replace(/.$/, (last) => (last === "0" ? "1" : "0"));
    const secret = wrongOf("clientSecret");
    /** How each kind is sent from a network, and what a wrong one is answered. */
    const kinds = {
      access: ["unauthorized", (sent: string, by: RequestSource) => house.authentication.authenticate(sent, by)],
      refresh: [
        "invalid_grant",
        (refreshToken: string, by: RequestSource) =>
          house.signIn.token({ grantType: "refresh_token", ...OFFICE, refreshToken }, by),
      ],
      authorizationCode: [
        "invalid_grant",
        (code: string, by: RequestSource) => {
          const grant = { grantType: "authorization_code", redirectUri: REDIRECT, codeVerifier: VERIFIER };
          return house.signIn.token({ ...grant, ...OFFICE, code }, by);
        },
      ],
      clientSecret: [
        "invalid_client",
        (clientSecret: string, by: RequestSource) =>
          house.signIn.token({ ...right, clientSecret, clientId: "issued" }, by),
      ],
    } as const;
    const { emailAddress: username, password } = FIRST;
    const right = { grantType: "password", username, password };
    const rightOf: Readonly<Record<keyof typeof kinds, () => Promise<string>>> = {
      access: async () => (await signedIn(house)).accessToken,
      refresh: async () => (await exchange(house, await codeFor(house, house.sue))).refreshToken,
      authorizationCode: () => codeFor(house, house.sue),
      clientSecret: async () => secret,
    };
    beforeAll(() => register({ clientId: "issued", trusted: true, secretHash: digests.sha256(secret) }));

    it.each(Object.keys(kinds) as (keyof typeof kinds)[])(
      "%s is refused a hundred times, then 429; the right one never, and a typing error is not counted",
      async (kind) => {
        const [code, send] = kinds[kind];
        const from = (network: string) => ({ ...VISITOR, network });
        const here = from(`203.0.113.1 ${kind}`);
        for (let times = 0; times < 3; times += 1) await expectRefusal(send(mistyped(kind), here), code);
        const first = Array.from({ length: 100 }, () => expectRefusal(send(wrongOf(kind), here), code));
        await Promise.all(first);
        await expect(send(wrongOf(kind), here)).rejects.toMatchObject({ kind: "rate_limited", retryAfterSeconds: 900 });
        await expectRefusal(send(mistyped(kind), here), code);
        await expectRefusal(send(wrongOf(kind), from("203.0.113.2")), code);
        expect(await send(await rightOf[kind](), here)).toBeDefined();
      },
    );
  });
});

it("a verifier proves the challenge that RFC 7636 makes of it, and no other", () => {
  expect(provesChallenge(VERIFIER, CHALLENGE, digests)).toBe(true);
  for (const verifier of ["x".repeat(43), "x".repeat(128), `${"-._~".repeat(12)}`]) {
    const challenge = createHash("sha256").update(verifier).digest("base64url");
    expect(provesChallenge(verifier, challenge, digests)).toBe(true);
    expect(provesChallenge(verifier, CHALLENGE, digests)).toBe(false);
  }
  for (const verifier of ["x".repeat(42), "x".repeat(129), `${"x".repeat(42)}+`, `${"x".repeat(43)}\n`]) {
    const challenge = createHash("sha256").update(verifier).digest("base64url");
    expect(provesChallenge(verifier, challenge, digests)).toBe(false);
  }
});

const postgresUrl = inject("postgresUrl");

describe.runIf(postgresUrl !== null)("two hosts on one Postgres", () => {
  const modules = [blobsModule, auditModule, directoryModule, authModule, replaysModule] as const;
  const servers = createTestDatabases(postgresUrl ?? "", modules, inject("postgresTemplate") ?? undefined);
  afterAll(() => servers.close());

  /** Two houses with connections of their own, and a user who can sign in. */
  async function houses(): Promise<AsyncDisposable & { readonly both: readonly [House, House] }> {
    const database = await servers.open();
    const secondConnection = await openPostgres({ url: database.url, modules });
    const one = await founded(database);
    await database.transact.write(({ applications }) => applications.insert(applicationOf()));
    const options: AccountsOptions = { host: 1 };
    const other = { ...houseOf(secondConnection, options), sue: one.sue };
    return {
      both: [one, other],
      async [Symbol.asyncDispose]() {
        await secondConnection.close();
        await database.close();
      },
    };
  }

  const living = async ({ authentication }: House, replies: readonly TokenResponse[]): Promise<number> => {
    const opened = await Promise.allSettled(replies.map(({ accessToken }) => authentication.authenticate(accessToken)));
    return opened.filter(({ status }) => status === "fulfilled").length;
  };

  const fulfilled = (settled: readonly PromiseSettledResult<TokenResponse>[]): readonly TokenResponse[] =>
    settled.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));

  it("ten exchanges of one code succeed once at most, and leave no token that lives", async () => {
    await using pair = await houses();
    const [one, other] = pair.both;
    for (let round = 0; round < 3; round += 1) {
      const code = await codeFor(one, one.sue);
      const pending = Array.from({ length: 10 }, (_, index) => exchange(index % 2 === 0 ? one : other, code));
      const replies = fulfilled(await Promise.allSettled(pending));
      expect(replies.length).toBeLessThanOrEqual(1);
      expect(await living(one, replies)).toBe(0);
      for (const { refreshToken } of replies) await expectRefusal(refresh(other, refreshToken), "invalid_grant");
    }
  });

  it("two refreshes with one token bring one answer, and after its use the token ends the family", async () => {
    await using pair = await houses();
    const [one, other] = pair.both;
    for (let round = 0; round < 5; round += 1) {
      const first = await exchange(one, await codeFor(one, one.sue));
      const pending = [one, other].map((house) => refresh(house, first.refreshToken));
      const [second, same] = await Promise.all(pending);
      if (!second) throw new Error("Each is answered");
      expect(same).toEqual(second);
      const third = await refresh(other, second.refreshToken);
      expect(await living(one, [first, second, third])).toBe(3);
      await expectRefusal(refresh(one, first.refreshToken), "invalid_grant");
      expect(await living(other, [first, second, third])).toBe(0);
    }
  });

  it("a token that is reused during the next refresh revokes the result of that refresh too", async () => {
    await using pair = await houses();
    const [one, other] = pair.both;
    for (let round = 0; round < 5; round += 1) {
      const first = await exchange(one, await codeFor(one, one.sue));
      const second = await refresh(one, first.refreshToken);
      for (const house of pair.both) house.pass(REFRESH_GRACE_SECONDS * 1000);
      const pending = [refresh(one, second.refreshToken), refresh(other, first.refreshToken)];
      const replies = fulfilled(await Promise.allSettled(pending));
      expect(await living(other, [first, second, ...replies])).toBe(0);
    }
  });

  it("a revocation during a refresh revokes the result of the refresh too", async () => {
    await using pair = await houses();
    const [one, other] = pair.both;
    for (let round = 0; round < 5; round += 1) {
      const first = await exchange(one, await codeFor(one, one.sue));
      const refreshing = refresh(one, first.refreshToken);
      await other.revocation.revoke({ ...OFFICE, token: first.refreshToken }, VISITOR);
      const replies = fulfilled(await Promise.allSettled([refreshing]));
      expect(await living(other, [first, ...replies])).toBe(0);
    }
  });

  it.each(["a revocation", "a copy of the token before"] as const)(
    "%s during the storing of a refresh waits for its tokens, and revokes them",
    async (what) => {
      const database = await servers.open();
      const secondConnection = await openPostgres({ url: database.url, modules });
      onTestFinished(async () => {
        await secondConnection.close();
        await database.close();
      });
      const one = await founded(database);
      await database.transact.write(({ applications }) => applications.insert(applicationOf()));
      const first = await exchange(one, await codeFor(one, one.sue));
      const second = await refresh(one, first.refreshToken);

      const [storing, mayStore] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const { transact } = secondConnection;
      const write: typeof transact.write = (work) =>
        transact.write((stores) => {
          const insert: typeof stores.tokens.insert = async (tokens) => {
            storing.resolve();
            await mayStore.promise;
            await stores.tokens.insert(tokens);
          };
          return work(Object.create(stores, { tokens: { value: { ...stores.tokens, insert } } }));
        });
      const slow = houseOf({ ...secondConnection, transact: { ...transact, write } }, { host: 1 });

      const refreshing = refresh(slow, second.refreshToken);
      await storing.promise;
      const ending =
        what === "a revocation"
          ? one.revocation.revoke({ ...OFFICE, token: second.refreshToken }, VISITOR)
          : refresh(one, first.refreshToken).catch(() => undefined);
      await Promise.race([database.untilBlocked(), ending]);
      mayStore.resolve();
      const [third] = await Promise.all([refreshing, ending]);
      expect(await living(one, [first, second, third])).toBe(0);
      await expectRefusal(refresh(one, third.refreshToken), "invalid_grant");
    },
  );

  it("a user who is disabled during a refresh has no valid token afterwards", async () => {
    await using pair = await houses();
    const [one, other] = pair.both;
    const ana = await person(one, "ana", { password: PASSWORD });
    for (let round = 0; round < 3; round += 1) {
      const first = await exchange(one, await codeFor(one, ana));
      const refreshing = refresh(other, first.refreshToken);
      await one.users.update(callerOf(one.sue), { id: ana.id, active: false });
      const replies = fulfilled(await Promise.allSettled([refreshing]));
      await one.users.update(callerOf(one.sue), { id: ana.id, active: true });
      expect(await living(one, [first, ...replies])).toBe(0);
      for (const { refreshToken } of [first, ...replies]) {
        await expectRefusal(refresh(one, refreshToken), "invalid_grant");
      }
    }
  });
});
