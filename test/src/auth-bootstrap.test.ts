import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { callerOf, FIRST, founded, houseOf, signedIn } from "../support/accounts.ts";
import { databases, type TestDatabase } from "../support/databases.ts";

describe.each(databases)("the first start on $name", (engine) => {
  const { open } = engine.emptied();
  let database: TestDatabase;
  beforeEach(async () => {
    database = await open();
  });
  afterEach(() => database.close());

  const generated = { ...FIRST, password: null, clientSecret: null };
  const firstApplication = () =>
    database.transact.read(({ applications }) => applications.findByClientId(FIRST.clientId));

  it("creates a super administrator and a trusted application with an optional admin scope", async () => {
    const { sue, clock } = await founded(database);
    expect(sue).toMatchObject({ role: "super_admin", active: true, displayName: "sue", createdAt: clock.now() });
    expect(await firstApplication()).toMatchObject({
      redirectUris: ["http://127.0.0.1/callback"],
      scopes: ["read", "write", "admin"],
      defaultScopes: ["read", "write"],
      confidential: true,
      trusted: true,
    });
  });

  it("prints no secret that the configuration named", async () => {
    expect(await houseOf(database).bootstrap.ensureFirstAccess(FIRST)).toEqual({
      emailAddress: FIRST.emailAddress,
      generatedPassword: null,
      clientId: FIRST.clientId,
      generatedClientSecret: null,
    });
  });

  it("generates the secrets that the configuration does not name, prints them a single time, and they work", async () => {
    const house = houseOf(database);
    const made = await house.bootstrap.ensureFirstAccess(generated);
    expect(made?.generatedPassword).toMatch(/^[0-9A-Za-z]{22}$/);
    expect(made?.generatedClientSecret).toMatch(/^ctcs_[0-9A-Za-z]{49}$/);
    const { generatedPassword: password, generatedClientSecret: clientSecret } = made ?? {};
    const request = { password: password ?? "", clientSecret: clientSecret ?? "", scope: "admin" };
    expect((await signedIn(house, request)).scope).toBe("admin");
    expect(await house.bootstrap.ensureFirstAccess(generated)).toBeNull();
  });

  it("creates nothing if a user exists, for any configuration", async () => {
    const { bootstrap, users, sue } = await founded(database);
    expect(await bootstrap.ensureFirstAccess({ ...generated, emailAddress: "other@example.org" })).toBeNull();
    expect(await bootstrap.ensureFirstAccess({ ...generated, emailAddress: "not an address" })).toBeNull();
    expect(await users.me(callerOf(sue))).toEqual(sue);
  });

  it("happens once when several hosts start at once", async () => {
    const house = houseOf(database);
    const starts = Array.from({ length: 5 }, () => house.bootstrap.ensureFirstAccess(generated));
    const made = (await Promise.all(starts)).filter((each) => each !== null);
    expect(made).toHaveLength(1);
    const { generatedPassword, generatedClientSecret } = made[0] ?? {};
    const request = { password: generatedPassword ?? "", clientSecret: generatedClientSecret ?? "" };
    expect((await signedIn(house, request)).tokenType).toBe("Bearer");
  });

  it.each([
    [{ emailAddress: "a@" }, { field: "emailAddress", code: "invalid" }],
    [{ password: "short" }, { field: "password", code: "too_short" }],
    [{ clientSecret: "15 characters.." }, { field: "clientSecret", code: "too_short" }],
    [{ clientSecret: "x".repeat(257) }, { field: "clientSecret", code: "too_long" }],
    [{ clientSecret: "a secret with é in it" }, { field: "clientSecret", code: "invalid" }],
    [{ clientId: "" }, { field: "clientId", code: "invalid" }],
  ])("refuses %j and makes nothing", async (wrong, detail) => {
    const { bootstrap } = houseOf(database);
    await expect(bootstrap.ensureFirstAccess({ ...FIRST, ...wrong })).rejects.toMatchObject({ details: [detail] });
    expect(await database.transact.read(({ users }) => users.isEmpty())).toBe(true);
    expect(await firstApplication()).toBeNull();
  });
});
