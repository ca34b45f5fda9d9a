import {
  authJobs,
  BEARER_REFUSALS,
  type BearerFinder,
  newToken,
  type TokenPurpose,
  type TokenResponse,
} from "@cartulary/auth";
import { createSecrets, newId } from "@cartulary/crypto";
import { type Id, secondsAfter, type UserId } from "@cartulary/kernel";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  type AccountsOptions,
  callerOf,
  digests,
  FIRST,
  founded,
  PASSWORD,
  person,
  signedIn,
  VISITOR,
} from "../support/accounts.ts";
import { type TestDatabase, usualDatabases } from "../support/databases.ts";

describe.each(usualDatabases)("a bearer token on $name", (engine) => {
  const { open } = engine.emptied();
  let database: TestDatabase;
  beforeEach(async () => {
    database = await open();
  });
  afterEach(() => database.close());

  const house = (options: AccountsOptions = {}) => founded(database, options);
  const refused = (why: keyof typeof BEARER_REFUSALS) =>
    expect.objectContaining({ kind: "unauthenticated", code: "unauthorized", message: BEARER_REFUSALS[why] });
  const counting = () => {
    const requests: string[] = [];
    const bearers: BearerFinder = {
      find(hash) {
        requests.push(hash);
        return database.bearers.find(hash);
      },
    };
    return { requests, bearers };
  };

  it("is valid until the instant at which it expires", async () => {
    const rooms = await house();
    const { accessToken } = await signedIn(rooms);
    rooms.pass(7_200_000 - 1);
    expect(await rooms.authentication.authenticate(accessToken)).toMatchObject({ userId: rooms.sue.id });
    rooms.pass(1);
    await expect(rooms.authentication.authenticate(accessToken)).rejects.toEqual(refused("expired"));
  });

  it("is looked up a single time, and by its digest", async () => {
    const { requests, bearers } = counting();
    const rooms = await house({ bearers });
    const { accessToken } = await signedIn(rooms);
    await rooms.authentication.authenticate(accessToken);
    expect(requests).toEqual([digests.sha256(accessToken)]);
  });

  it("that we cannot have issued is refused without asking the database", async () => {
    const { requests, bearers } = counting();
    const rooms = await house({ bearers });
    const { accessToken, refreshToken } = await signedIn(rooms);
    const last = accessToken.at(-1) === "0" ? "1" : "0";
    const others: TokenPurpose[] = ["authorizationCode", "deviceCode", "clientSecret", "connectorKey", "refresh"];
    const tokens = [
      "",
      "x",
      "x".repeat(1_000_000),
      accessToken.slice(0, -1) + last,
      digests.sha256(accessToken),
      refreshToken,
      ...others.map((purpose) => newToken(purpose, createSecrets())),
    ];
    for (const token of tokens) {
      await expect(rooms.authentication.authenticate(token)).rejects.toEqual(refused("invalid"));
    }
    expect(requests).toEqual([]);
  });

  it("that was never issued is invalid", async () => {
    const { authentication } = await house();
    for (const purpose of ["access", "personal"] as const) {
      const token = newToken(purpose, createSecrets());
      await expect(authentication.authenticate(token)).rejects.toEqual(refused("invalid"));
    }
  });

  it("loses the scope admin with its owner's role, at once", async () => {
    const rooms = await house();
    const adam = await person(rooms, "adam", { role: "admin" });
    const requested = { username: adam.emailAddress, password: PASSWORD, scope: "read write admin" };
    const { accessToken } = await signedIn(rooms, requested);
    expect(await rooms.authentication.authenticate(accessToken)).toMatchObject({ scopes: ["read", "write", "admin"] });
    await rooms.users.update(callerOf(rooms.sue), { id: adam.id, role: "user" });
    expect(await rooms.authentication.authenticate(accessToken)).toMatchObject({
      role: "user",
      scopes: ["read", "write"],
    });
  });

  it("ends for good when its owner is disabled", async () => {
    const rooms = await house();
    const ana = await person(rooms, "ana");
    const { accessToken } = await signedIn(rooms, { username: ana.emailAddress, password: PASSWORD });
    const { token } = await rooms.personalTokens.issuePersonalToken({
      emailAddress: ana.emailAddress,
      scope: null,
      name: "ana's",
    });
    for (const active of [false, true]) {
      await rooms.users.update(callerOf(rooms.sue), { id: ana.id, active });
      for (const each of [accessToken, token]) {
        await expect(rooms.authentication.authenticate(each)).rejects.toEqual(refused("revoked"));
      }
    }
  });

  it("is nothing once its owner is deleted", async () => {
    const rooms = await house();
    const ana = await person(rooms, "ana");
    const { accessToken } = await signedIn(rooms, { username: ana.emailAddress, password: PASSWORD });
    await rooms.users.remove(callerOf(rooms.sue), ana.id);
    await expect(rooms.authentication.authenticate(accessToken)).rejects.toEqual(refused("invalid"));
    await expect(signedIn(rooms, { username: ana.emailAddress, password: PASSWORD })).rejects.toMatchObject({
      code: "invalid_grant",
    });
  });

  it("67: ends with all other tokens and sessions when the password changes, except the credential of the request", async () => {
    const rooms = await house();
    const ana = await person(rooms, "ana");
    const signIn = () => signedIn(rooms, { username: ana.emailAddress, password: PASSWORD });
    const [asking, other] = [await signIn(), await signIn()];
    const open = () =>
      rooms.sessions.open({ emailAddress: ana.emailAddress, password: PASSWORD, requestSource: VISITOR, former: null });
    const [page, askingPage] = [await open(), await open()];
    const wanted = { emailAddress: ana.emailAddress, scope: null, name: "ana's" };
    const { token } = await rooms.personalTokens.issuePersonalToken(wanted);
    const { clientId, clientSecret } = FIRST;
    const refreshed = ({ refreshToken }: TokenResponse) =>
      rooms.signIn.token({ clientId, clientSecret, grantType: "refresh_token", refreshToken }, VISITOR);
    await rooms.users.update(callerOf(ana), { id: ana.id, firstName: "Ana" });
    expect(await rooms.authentication.authenticate(token)).toMatchObject({ userId: ana.id });

    const caller = await rooms.authentication.authenticate(asking.accessToken);
    await rooms.users.update(caller, { id: ana.id, password: "another one", currentPassword: PASSWORD });
    for (const ended of [token, other.accessToken]) {
      await expect(rooms.authentication.authenticate(ended)).rejects.toEqual(refused("revoked"));
    }
    await expect(refreshed(other)).rejects.toMatchObject({ code: "invalid_grant" });
    expect(await rooms.sessions.find(page.secret)).toBeNull();
    expect(await rooms.authentication.authenticate(asking.accessToken)).toMatchObject({ userId: ana.id });
    const next = await refreshed(asking);
    expect(await rooms.sessions.find(askingPage.secret)).toBeNull();

    await rooms.users.update(callerOf(rooms.sue), { id: ana.id, password: "a third one" });
    await expect(refreshed(next)).rejects.toMatchObject({ code: "invalid_grant" });
    await expect(rooms.authentication.authenticate(next.accessToken)).rejects.toEqual(refused("revoked"));
  });

  it("67: leaves the session in which the password is changed", async () => {
    const rooms = await house();
    const ana = await person(rooms, "ana");
    const open = () =>
      rooms.sessions.open({ emailAddress: ana.emailAddress, password: PASSWORD, requestSource: VISITOR, former: null });
    const [own, other] = [await open(), await open()];
    const session = await rooms.sessions.find(own.secret);
    if (!session) return expect.fail("The session is over");
    await rooms.users.update(session.caller, { id: ana.id, password: "another one", currentPassword: PASSWORD });
    expect(await rooms.sessions.find(own.secret)).not.toBeNull();
    expect(await rooms.sessions.find(other.secret)).toBeNull();
  });

  it("is forgotten some time after it expired, a refresh token not while its family may live", async () => {
    const rooms = await house();
    const { accessToken, refreshToken } = await signedIn(rooms);
    const upkeep = authJobs({ transact: database.transact, clock: rooms.clock, newId });
    const tidied = async () => {
      for (const { queue, handle } of upkeep) {
        const id = "01900000-0000-7000-8000-00000000000a" as Id<"Job">;
        await handle({ id, queue, payload: {}, turn: 0, attempt: 1, attemptsMax: 1 }, { aborted: false });
      }
      const find = (token: string) => database.transact.read(({ tokens }) => tokens.find(digests.sha256(token)));
      return [(await find(accessToken)) !== null, (await find(refreshToken)) !== null];
    };
    const days = (count: number) => rooms.pass(count * 86_400_000);
    days(7);
    expect(await tidied()).toEqual([true, true]);
    days(1);
    expect(await tidied()).toEqual([false, true]);
    days(90);
    expect(await tidied()).toEqual([false, true]);
    days(22);
    expect(await tidied()).toEqual([false, false]);
  });

  describe("that is made at the machine", () => {
    const wanted = { emailAddress: FIRST.emailAddress, scope: null, name: "cron" };

    it("reads for ninety days by default", async () => {
      const rooms = await house();
      const { token, scopes, expiresAt } = await rooms.personalTokens.issuePersonalToken(wanted);
      expect(token).toMatch(/^ctpt_/);
      expect(scopes).toEqual(["read"]);
      expect(expiresAt).toBe(secondsAfter(rooms.clock.now(), 90 * 86_400));
      expect(await rooms.authentication.authenticate(token)).toMatchObject({ userId: rooms.sue.id, scopes: ["read"] });
      rooms.pass(90 * 86_400_000);
      await expect(rooms.authentication.authenticate(token)).rejects.toEqual(refused("expired"));
    });

    it("administers for an administrator on request", async () => {
      const rooms = await house();
      const issue = (name: string, scope: string) =>
        rooms.personalTokens.issuePersonalToken({ ...wanted, emailAddress: `${name}@example.org`, scope });
      expect((await issue(" SUE", "write admin read")).scopes).toEqual(["read", "write", "admin"]);
      await person(rooms, "ana");
      await expect(issue("ana", "admin")).rejects.toMatchObject({ details: [{ field: "scope", code: "invalid" }] });
    });

    it("is refused for unknown and disabled users and for unknown scopes", async () => {
      const rooms = await house();
      const dan = await person(rooms, "dan");
      await rooms.users.update(callerOf(rooms.sue), { id: dan.id, active: false });
      const refusals = [
        [
          { ...wanted, emailAddress: "nobody@example.org" },
          { field: "user", code: "not_found" },
        ],
        [
          { ...wanted, emailAddress: "\u0000" },
          { field: "user", code: "not_found" },
        ],
        [
          { ...wanted, emailAddress: dan.emailAddress },
          { field: "user", code: "invalid" },
        ],
        [
          { ...wanted, scope: "root" },
          { field: "scope", code: "inclusion" },
        ],
        [
          { ...wanted, scope: "" },
          { field: "scope", code: "inclusion" },
        ],
      ] as const;
      for (const [request, detail] of refusals) {
        const asking = rooms.personalTokens.issuePersonalToken(request);
        await expect(asking).rejects.toMatchObject({ kind: "invalid", details: [detail] });
      }
    });
  });

  it("made while its owner is being disabled never outlives that", async () => {
    const rooms = await house();
    const ana = await person(rooms, "ana");
    const wanted = { emailAddress: ana.emailAddress, scope: null, name: "late" };
    const active = (id: UserId, on: boolean) => rooms.users.update(callerOf(rooms.sue), { id, active: on });
    for (let round = 0; round < 5; round += 1) {
      const [issued] = await Promise.allSettled([
        rooms.personalTokens.issuePersonalToken(wanted),
        active(ana.id, false),
      ]);
      await active(ana.id, true);
      if (issued.status === "fulfilled") {
        await expect(rooms.authentication.authenticate(issued.value.token)).rejects.toEqual(refused("revoked"));
      }
    }
  });
});
