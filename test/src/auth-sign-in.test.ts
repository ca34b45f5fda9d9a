import type { Application, PasswordHash } from "@cartulary/auth";
import { type DomainError, type Instant, type Scope, secondsAfter } from "@cartulary/kernel";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  type AccountsOptions,
  callerOf,
  digests,
  FIRST,
  founded,
  houseOf,
  PASSWORD,
  passwordHash,
  person,
  signedIn,
  VISITOR,
} from "../support/accounts.ts";
import { type TestDatabase, usualDatabases } from "../support/databases.ts";

/** Of {@link PASSWORD}, with less memory and one pass. */
const OUTDATED = "$argon2id$v=19$m=4096,t=1,p=1$l8wzrpQu1p8bXWFhSIeNUw$ajxmN9UW5PnZCGTP8n+aU/Zo//jqSzZjQIekMFPmK0Q";

describe.each(usualDatabases)("signing in on $name", (engine) => {
  const { open } = engine.emptied();
  let database: TestDatabase;
  beforeEach(async () => {
    database = await open();
  });
  afterEach(() => database.close());

  const house = (options: AccountsOptions = {}) => founded(database, options);
  const credential = (id: Parameters<typeof save>[0]) =>
    database.transact.read(({ credentials }) => credentials.find(id));
  const save = (id: ReturnType<typeof callerOf>["userId"], phc: string) =>
    database.transact.write(({ credentials }) => credentials.save(id, phc, "2026-01-01T00:00:00.000Z" as Instant));
  const register = (application: Partial<Application>) =>
    database.transact.write(({ applications }) =>
      applications.insert({
        id: "01900000-0000-7000-9000-000000000000" as Application["id"],
        clientId: "other",
        secretHash: digests.sha256("the other secret"),
        name: "Other",
        redirectUris: [],
        scopes: ["read", "write"],
        defaultScopes: ["read"],
        confidential: true,
        trusted: true,
        createdAt: "2026-01-01T00:00:00.000Z" as Instant,
        ...application,
      }),
    );
  const refusal = (asking: Promise<unknown>): Promise<DomainError> =>
    asking.then(
      () => expect.fail("was not refused"),
      (error) => error,
    );

  describe("gives", () => {
    it("two tokens, of which the first opens the API", async () => {
      const rooms = await house();
      const reply = await signedIn(rooms);
      expect(reply).toEqual({
        accessToken: expect.stringMatching(/^ctat_[0-9A-Za-z]{49}$/),
        tokenType: "Bearer",
        expiresIn: 7200,
        refreshToken: expect.stringMatching(/^ctrt_[0-9A-Za-z]{49}$/),
        scope: "read write",
        createdAt: Date.parse(rooms.clock.now()) / 1000,
      });
      expect(await rooms.authentication.authenticate(reply.accessToken)).toEqual({
        userId: rooms.sue.id,
        role: "super_admin",
        scopes: ["read", "write"],
        groupIds: [],
        tokenId: expect.any(String),
        clientName: FIRST.clientId,
      });
    });

    it("a refresh token that is stored for thirty days and does not authenticate", async () => {
      const rooms = await house();
      const { refreshToken } = await signedIn(rooms);
      expect(await database.bearers.find(digests.sha256(refreshToken))).toMatchObject({
        kind: "refresh",
        expiresAt: secondsAfter(rooms.clock.now(), 30 * 86_400),
      });
      await expect(rooms.authentication.authenticate(refreshToken)).rejects.toThrow("is invalid");
    });

    it("the requested scope, and admin only on request", async () => {
      const rooms = await house();
      expect((await signedIn(rooms, { scope: "read read  write" })).scope).toBe("read write");
      expect((await signedIn(rooms, { scope: "write" })).scope).toBe("write");
      expect((await signedIn(rooms, { scope: "read write admin" })).scope).toBe("read write admin");
      expect((await signedIn(rooms, { scope: "" })).scope).toBe("read write");
    });

    it("the same to an e-mail address in any case, with spaces around, composed or not", async () => {
      const rooms = await house();
      await person(rooms, "élodie");
      for (const username of [" Élodie@EXAMPLE.org ", "e\u0301lodie@example.org"]) {
        expect((await signedIn(rooms, { username, password: PASSWORD })).tokenType).toBe("Bearer");
      }
    });

    it("the same for a password typed composed or not, and for nothing else", async () => {
      const rooms = await house();
      const password = ` é🦊\u0000${"long ".repeat(30)}`;
      await person(rooms, "ana", { password });
      const username = "ana@example.org";
      expect((await signedIn(rooms, { username, password: password.normalize("NFD") })).tokenType).toBe("Bearer");
      for (const wrong of [password.trim(), password.slice(0, 72), password.slice(0, 4), password.toUpperCase()]) {
        expect(await refusal(signedIn(rooms, { username, password: wrong }))).toMatchObject({ code: "invalid_grant" });
      }
    });
  });

  describe("refuses", () => {
    it.each([
      [{ grantType: "" }, "invalid_request"],
      [{ grantType: "GRANT" }, "unsupported_grant_type"],
      [{ grantType: "PASSWORD" }, "unsupported_grant_type"],
      [{ username: "" }, "invalid_request"],
      [{ password: "" }, "invalid_request"],
      [{ scope: "root" }, "invalid_scope"],
      [{ scope: "read,write" }, "invalid_scope"],
    ] as const)("%j as malformed", async (request, code) => {
      expect(await refusal(signedIn(await house(), request))).toMatchObject({ kind: "malformed", code });
    });

    it("a request that names no grant before it looks at the client", async () => {
      expect(await refusal((await house()).signIn.token({}, VISITOR))).toMatchObject({ code: "invalid_request" });
    });

    it("every client that does not prove itself in the same words", async () => {
      const rooms = await house();
      await register({});
      const refusals = await Promise.all(
        [
          { clientId: "nobody" },
          { clientSecret: "a wrong secret of some length" },
          { clientSecret: "" },
          { clientId: "" },
          { clientId: "", clientSecret: "" },
          { clientId: "other" },
          { clientId: "other", clientSecret: "" },
          { clientSecret: digests.sha256(FIRST.clientSecret) },
          { clientSecret: FIRST.clientSecret.padEnd(1_000_000) },
          { clientId: "\u0000" },
          { clientId: "\ud800" },
          { clientId: "x".repeat(100_000) },
        ].map((request) => refusal(signedIn(rooms, request))),
      );
      for (const error of refusals) {
        expect(error).toMatchObject({ kind: "unauthenticated", code: "invalid_client", message: refusals[0]?.message });
      }
    });

    it("applications that are not trusted or keep no secret", async () => {
      const rooms = await house();
      await register({ clientId: "untrusted", trusted: false });
      const untrusted = { clientId: "untrusted", clientSecret: "the other secret" };
      expect(await refusal(signedIn(rooms, untrusted))).toMatchObject({ code: "unauthorized_client" });
    });

    it("public applications, and those that bring a secret where none is", async () => {
      const rooms = await house();
      await register({ clientId: "public", confidential: false, secretHash: null });
      const [without, withSecret] = ["", "the other secret"].map((clientSecret) => ({
        clientId: "public",
        clientSecret,
      }));
      expect(await refusal(signedIn(rooms, without))).toMatchObject({ code: "unauthorized_client" });
      expect(await refusal(signedIn(rooms, withSecret))).toMatchObject({ code: "invalid_client" });
    });

    it("more scope than the application may have, or the person", async () => {
      const rooms = await house();
      await register({});
      await person(rooms, "ana", { role: "manager" });
      const other = { clientId: "other", clientSecret: "the other secret" };
      expect(await refusal(signedIn(rooms, { ...other, scope: "admin" }))).toMatchObject({ code: "invalid_scope" });
      const ana = { username: "ana@example.org", password: PASSWORD };
      expect(await refusal(signedIn(rooms, { ...ana, scope: "read admin" }))).toMatchObject({ code: "invalid_scope" });
      expect((await signedIn(rooms, { ...ana, ...other })).scope).toBe("read");
    });

    it("reports no scope errors without the right password", async () => {
      const rooms = await house();
      await person(rooms, "ana");
      const wrong = { username: "ana@example.org", password: "wrong one", scope: "admin" };
      expect(await refusal(signedIn(rooms, wrong))).toMatchObject({ code: "invalid_grant" });
    });

    it("unknown people, wrong passwords and disabled people in the same words, after the same work", async () => {
      const compared: string[] = [];
      const counting: PasswordHash = {
        ...passwordHash,
        verify(password, phc) {
          compared.push(phc === null ? "nobody" : "somebody");
          return passwordHash.verify(password, phc);
        },
      };
      const rooms = await house({ passwordHash: counting });
      await person(rooms, "ana");
      const disabled = await person(rooms, "dan");
      await rooms.users.update(callerOf(rooms.sue), { id: disabled.id, active: false });
      await rooms.users.create(callerOf(rooms.sue), { emailAddress: "without@example.org" });
      const attempts = [
        { username: "nobody@example.org" },
        { username: "ana@example.org", password: "wrong one" },
        { username: "dan@example.org", password: PASSWORD },
        { username: "without@example.org", password: PASSWORD },
        { username: "ana@example.org\u0000", password: PASSWORD },
        { username: "x".repeat(60_000), password: PASSWORD },
        { username: "ana@example.org", password: `${PASSWORD}${"x".repeat(1024)}` },
        { username: "ana@example.org", password: "\ud800".repeat(8) },
      ];
      const refusals = await Promise.all(attempts.map((request) => refusal(signedIn(rooms, request))));
      for (const error of refusals) {
        expect(error).toMatchObject({ kind: "malformed", code: "invalid_grant", message: refusals[0]?.message });
        expect(error.message).toMatch(/^[ !#-[\]-~]+$/);
      }
      expect(compared).toHaveLength(attempts.length);
    });
  });

  describe("hashes", () => {
    it("outside any transaction", async () => {
      const asking: PasswordHash = {
        ...passwordHash,
        async verify(password, phc) {
          await database.transact.write(({ users }) => users.isEmpty());
          return passwordHash.verify(password, phc);
        },
      };
      expect((await signedIn(await house({ passwordHash: asking }))).tokenType).toBe("Bearer");
    });

    it("again after a weaker hash was confirmed by the password", async () => {
      const rooms = await house();
      const ana = await person(rooms, "ana");
      await save(ana.id, OUTDATED);
      const username = ana.emailAddress;
      await refusal(signedIn(rooms, { username, password: "wrong one" }));
      expect(await credential(ana.id)).toBe(OUTDATED);
      await signedIn(rooms, { username, password: PASSWORD });
      const renewed = (await credential(ana.id)) ?? "";
      expect(passwordHash.isOutdated(renewed)).toBe(false);
      await signedIn(rooms, { username, password: PASSWORD });
      expect(await credential(ana.id)).toBe(renewed);
    });

    it("anew under concurrent sign-ins, without refusing any", async () => {
      const rooms = await house();
      const ana = await person(rooms, "ana");
      await save(ana.id, OUTDATED);
      const requested = { username: ana.emailAddress, password: PASSWORD };
      const replies = await Promise.all(Array.from({ length: 4 }, () => signedIn(rooms, requested)));
      expect(new Set(replies.map(({ accessToken }) => accessToken)).size).toBe(4);
    });
  });

  describe("while the account changes", () => {
    const meanwhile = async (change: (id: ReturnType<typeof callerOf>["userId"]) => Promise<unknown>) => {
      const rooms = await house();
      const ana = await person(rooms, "ana");
      let changed = false;
      const interrupted: PasswordHash = {
        ...passwordHash,
        async verify(password, phc) {
          const matches = await passwordHash.verify(password, phc);
          if (!changed) await change(ana.id);
          changed = true;
          return matches;
        },
      };
      const other = houseOf(database, { passwordHash: interrupted });
      return refusal(signedIn(other, { username: ana.emailAddress, password: PASSWORD }));
    };

    it("refuses the password that was replaced", async () => {
      const replaced = await passwordHash.hash("another one");
      expect(await meanwhile((id) => save(id, replaced))).toMatchObject({ code: "invalid_grant" });
    });

    it("refuses a user who was disabled or deleted", async () => {
      const { transact } = database;
      const disable = (id: ReturnType<typeof callerOf>["userId"]) =>
        transact.write(async ({ users }) => {
          const user = await users.lock(id);
          if (user) await users.update({ ...user, active: false });
        });
      expect(await meanwhile(disable)).toMatchObject({ code: "invalid_grant" });
    });
  });

  it("never stores a token, only its digest", async () => {
    const rooms = await house();
    const { accessToken } = await signedIn(rooms);
    const scopes: readonly Scope[] = ["read", "write"];
    expect(await database.bearers.find(accessToken)).toBeNull();
    expect(await database.bearers.find(digests.sha256(accessToken))).toMatchObject({ kind: "access", scopes });
  });
});
