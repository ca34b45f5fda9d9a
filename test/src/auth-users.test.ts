import type { AuthStores, PasswordHash } from "@cartulary/auth";
import type { User, UserListener, userListing } from "@cartulary/directory";
import type { DomainError, Id, ListQuery, UserId } from "@cartulary/kernel";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  type AccountsOptions,
  callerOf,
  FIRST,
  founded,
  PASSWORD,
  passwordHash,
  person,
  signedIn,
  VISITOR,
} from "../support/accounts.ts";
import { type TestDatabase, usualDatabases } from "../support/databases.ts";

const UNKNOWN_USER = "01900000-0000-7000-8000-ffffffffffff" as UserId;

describe.each(usualDatabases)("users on $name", (engine) => {
  const { open } = engine.emptied();
  let database: TestDatabase;
  beforeEach(async () => {
    database = await open();
  });
  afterEach(() => database.close());

  const house = (options: AccountsOptions = {}) => founded(database, options);
  const refusal = (asking: Promise<unknown>): Promise<DomainError> =>
    asking.then(
      () => expect.fail("was not refused"),
      (error) => error,
    );
  const detailsOf = async (asking: Promise<unknown>) => {
    const { kind, code, details } = await refusal(asking);
    expect({ kind, code }).toEqual({ kind: "invalid", code: "unprocessable_entity" });
    return (details as readonly { field: string; code: string }[]).map(({ field, code: why }) => `${field} ${why}`);
  };

  it("are listed to every signed-in user", async () => {
    const rooms = await house();
    const ana = await person(rooms, "ana", { firstName: "Ana", lastName: "Li" });
    const query: ListQuery<keyof typeof userListing.fields> = {
      page: 1,
      perPage: 20,
      sort: "emailAddress",
      direction: "asc",
      conditions: [],
    };
    const { items, total } = await rooms.users.list(callerOf(ana), query);
    expect(items).toEqual([ana, rooms.sue]);
    expect(total).toBe(2);
    expect(await rooms.users.get(callerOf(ana), rooms.sue.id)).toEqual(rooms.sue);
    expect(await rooms.users.me(callerOf(ana))).toEqual(ana);
    expect(ana).toMatchObject({ displayName: "Ana Li", initials: "AL", role: "user", active: true });
    expect(await refusal(rooms.users.get(callerOf(ana), UNKNOWN_USER))).toMatchObject({ code: "not_found" });
  });

  it("are made by administrators", async () => {
    const rooms = await house();
    for (const role of ["user", "manager"] as const) {
      const someone = await person(rooms, role, { role });
      const making = rooms.users.create(callerOf(someone), { emailAddress: null, password: "x" });
      expect(await refusal(making)).toMatchObject({ kind: "forbidden", code: "forbidden" });
    }
    const adam = await person(rooms, "adam", { role: "admin" });
    await rooms.users.create(callerOf(adam), { emailAddress: "new@example.org", role: "manager" });
    const greater = rooms.users.create(callerOf(adam), { emailAddress: "b@example.org", role: "admin" });
    expect(await refusal(greater)).toMatchObject({ code: "forbidden" });
  });

  it("are refused with everything that is wrong at once", async () => {
    const rooms = await house();
    await person(rooms, "ana");
    const sue = callerOf(rooms.sue);
    expect(await detailsOf(rooms.users.create(sue, {}))).toEqual(["emailAddress blank"]);
    expect(
      await detailsOf(
        rooms.users.create(sue, {
          emailAddress: "ana@",
          password: "12345",
          firstName: "🦊".repeat(51),
          lastName: "\ud800",
        }),
      ),
    ).toEqual(["emailAddress invalid", "firstName too_long", "lastName invalid", "password too_short"]);
    expect(await detailsOf(rooms.users.create(sue, { emailAddress: "ANA@example.org" }))).toEqual([
      "emailAddress taken",
    ]);
    expect(await detailsOf(rooms.users.create(sue, { emailAddress: "a@", password: "x".repeat(1025) }))).toEqual([
      "emailAddress invalid",
      "password too_long",
    ]);
  });

  it("have unique e-mail addresses, ignoring case, even when two are created at once", async () => {
    const rooms = await house();
    const making = ["Same@Example.org", "same@example.org", "SAME@example.ORG"].map((emailAddress) =>
      rooms.users.create(callerOf(rooms.sue), { emailAddress }),
    );
    const outcomes = await Promise.allSettled(making);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === "rejected") expect(outcome.reason).toMatchObject({ details: [{ code: "taken" }] });
    }
  });

  it("may change the case of their own e-mail address, not take another user's", async () => {
    const rooms = await house();
    const sue = callerOf(rooms.sue);
    const ana = await person(rooms, "ana");
    await person(rooms, "bea");
    const changed = await rooms.users.update(sue, { id: ana.id, emailAddress: "Ana@Example.org" });
    expect(changed).toMatchObject({ emailAddress: "Ana@Example.org", displayName: "Ana" });
    expect(await detailsOf(rooms.users.update(sue, { id: ana.id, emailAddress: "BEA@example.org" }))).toEqual([
      "emailAddress taken",
    ]);
    expect(await detailsOf(rooms.users.update(sue, { id: ana.id, emailAddress: null }))).toEqual([
      "emailAddress blank",
    ]);
  });

  it("change their own names and password, and nothing else", async () => {
    const rooms = await house();
    const ana = await person(rooms, "ana");
    const own = callerOf(ana);
    rooms.pass(1000);
    const changed = await rooms.users.update(own, {
      ...ana,
      firstName: "Ana",
      password: "another one",
      currentPassword: PASSWORD,
      requestSource: VISITOR,
    });
    expect(changed).toEqual({
      ...ana,
      firstName: "Ana",
      displayName: "Ana",
      initials: "A",
      updatedAt: rooms.clock.now(),
    });
    expect(await rooms.users.get(own, ana.id)).toEqual(changed);
    await signedIn(rooms, { username: ana.emailAddress, password: "another one" });
    expect(await refusal(signedIn(rooms, { username: ana.emailAddress, password: PASSWORD }))).toMatchObject({
      code: "invalid_grant",
    });
    const more = [{ role: "super_admin" }, { active: false }, { emailAddress: "b@c.d" }, { externalId: "1" }] as const;
    for (const each of more) {
      const asking = rooms.users.update(own, { id: ana.id, password: "long enough", ...each });
      expect(await refusal(asking)).toMatchObject({ kind: "forbidden" });
    }
  });

  it("are validated, then looked up, then authorized (documents.md 2.2)", async () => {
    const rooms = await house();
    const [ana, bea] = [await person(rooms, "ana"), await person(rooms, "bea")];
    const wrong = { emailAddress: "a@", password: "x" };
    const taken = { emailAddress: rooms.sue.emailAddress };
    for (const id of [UNKNOWN_USER, bea.id]) {
      expect(await detailsOf(rooms.users.update(callerOf(ana), { id, ...wrong }))).toEqual([
        "emailAddress invalid",
        "password too_short",
      ]);
    }
    expect(await refusal(rooms.users.update(callerOf(ana), { id: UNKNOWN_USER, ...taken }))).toMatchObject({
      code: "not_found",
    });
    expect(await refusal(rooms.users.update(callerOf(ana), { id: bea.id, ...taken }))).toMatchObject({
      code: "forbidden",
    });
    expect(await detailsOf(rooms.users.update(callerOf(rooms.sue), { id: bea.id, ...taken }))).toEqual([
      "emailAddress taken",
    ]);
    expect(await refusal(rooms.users.remove(callerOf(ana), UNKNOWN_USER))).toMatchObject({ code: "forbidden" });
    expect(await refusal(rooms.users.remove(callerOf(rooms.sue), UNKNOWN_USER))).toMatchObject({ code: "not_found" });
  });

  it("66: change their own password by the one until now, of which a wrong one is a failed sign-in", async () => {
    const rooms = await house();
    const ana = await person(rooms, "ana");
    const change = (currentPassword: string | null, more: object = {}) =>
      rooms.users.update(callerOf(ana), {
        id: ana.id,
        password: "another one",
        currentPassword,
        requestSource: VISITOR,
        ...more,
      });
    for (const nothing of [null, ""]) expect(await detailsOf(change(nothing))).toEqual(["currentPassword blank"]);
    expect(await refusal(change("wrong one", { role: "manager" }))).toMatchObject({ code: "forbidden" });
    for (let times = 1; times < 10; times += 1) {
      expect(await detailsOf(change("wrong one"))).toEqual(["currentPassword invalid"]);
    }
    expect(await refusal(change(PASSWORD))).toMatchObject({ code: "rate_limited", retryAfterSeconds: 900 });
    const asAna = { username: ana.emailAddress, password: PASSWORD };
    expect(await refusal(signedIn(rooms, asAna))).toMatchObject({ code: "rate_limited" });
    rooms.pass(900_000);
    await change(PASSWORD);
    await signedIn(rooms, { ...asAna, password: "another one" });
    expect(await detailsOf(change(PASSWORD))).toEqual(["currentPassword invalid"]);
  });

  it("change the password once by two concurrent requests with the old one", async () => {
    const rooms = await house();
    const ana = await person(rooms, "ana");
    const outcomes = await Promise.allSettled(
      ["another one", "a third one"].map((password) =>
        rooms.users.update(callerOf(ana), { id: ana.id, password, currentPassword: PASSWORD }),
      ),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  it("that are refused cost no hash", async () => {
    let hashes = 0;
    const counting: PasswordHash = {
      ...passwordHash,
      hash(password) {
        hashes += 1;
        return passwordHash.hash(password);
      },
    };
    const rooms = await house({ passwordHash: counting });
    const [ana, bea] = [await person(rooms, "ana"), await person(rooms, "bea")];
    hashes = 0;
    await refusal(rooms.users.update(callerOf(ana), { id: bea.id, password: "a good one" }));
    await refusal(rooms.users.create(callerOf(ana), { emailAddress: "a@b.c", password: "a good one" }));
    await refusal(rooms.users.update(callerOf(ana), { id: ana.id, password: "short" }));
    await refusal(rooms.users.update(callerOf(ana), { id: ana.id, password: "x".repeat(1_000_000) }));
    expect(hashes).toBe(0);
    expect(await detailsOf(rooms.users.update(callerOf(ana), { id: ana.id, password: "a good one" }))).toEqual([
      "currentPassword blank",
    ]);
    expect(hashes).toBe(0);
    await rooms.users.update(callerOf(ana), { id: ana.id, password: "a good one", currentPassword: PASSWORD });
    expect(hashes).toBe(1);
  });

  describe("who are super administrators", () => {
    it("are changed and removed by super administrators alone", async () => {
      const rooms = await house();
      const sam = await person(rooms, "sam", { role: "super_admin" });
      const adam = callerOf(await person(rooms, "adam", { role: "admin" }));
      const touches = [
        { password: "a good one" },
        { emailAddress: "b@c.d" },
        { role: "user" },
        { active: false },
      ] as const;
      for (const touch of touches) {
        expect(await refusal(rooms.users.update(adam, { id: sam.id, ...touch }))).toMatchObject({ code: "forbidden" });
      }
      expect(await refusal(rooms.users.remove(adam, sam.id))).toMatchObject({ code: "forbidden" });
      expect(await rooms.users.update(adam, { id: sam.id, lastName: "Li" })).toMatchObject({ lastName: "Li" });
      expect(await rooms.users.update(callerOf(rooms.sue), { id: sam.id, role: "user" })).toMatchObject({
        role: "user",
      });
    });

    it("68: make and touch administrators with the scope admin alone, themselves included", async () => {
      const rooms = await house();
      const adam = await person(rooms, "adam", { role: "admin" });
      const ana = await person(rooms, "ana");
      const writing = { ...callerOf(rooms.sue), scopes: ["read", "write"] } as const;
      const insufficient = { kind: "forbidden", code: "insufficient_scope", scope: "admin" };
      const changes = [
        { id: ana.id, role: "admin" },
        { id: ana.id, role: "super_admin" },
        { id: adam.id, role: "user" },
        { id: adam.id, password: "a good one" },
        { id: adam.id, emailAddress: "b@c.d" },
        { id: adam.id, active: false },
        { id: rooms.sue.id, password: "a good one", currentPassword: FIRST.password },
      ] as const;
      for (const change of changes) {
        expect(await refusal(rooms.users.update(writing, change))).toMatchObject(insufficient);
      }
      const made = rooms.users.create(writing, { emailAddress: "x@example.org", role: "admin" });
      expect(await refusal(made)).toMatchObject(insufficient);
      expect(await rooms.users.update(writing, { id: adam.id, lastName: "Li", role: "admin" })).toMatchObject({
        lastName: "Li",
      });
      expect(await rooms.users.update(writing, { id: ana.id, role: "manager", password: "a good one" })).toMatchObject({
        role: "manager",
      });
      for (const change of changes) await rooms.users.update(callerOf(rooms.sue), change);
    });

    it("keep one of them active under concurrent requests", async () => {
      const rooms = await house();
      const { sue } = rooms;
      const adam = await person(rooms, "adam", { role: "admin" });
      const sam = await person(rooms, "sam", { role: "super_admin" });
      await rooms.users.update(callerOf(sue), { id: sam.id, active: false });
      for (const caller of [callerOf(sue), callerOf(adam)]) {
        expect(await detailsOf(rooms.users.remove(caller, sue.id))).toEqual(["id invalid"]);
        expect(await detailsOf(rooms.users.update(caller, { id: sue.id, active: false }))).toEqual(["active invalid"]);
        expect(await detailsOf(rooms.users.update(caller, { id: sue.id, role: "user" }))).toEqual(["role invalid"]);
      }
      expect(await rooms.users.get(callerOf(sue), sue.id)).toEqual(sue);
    });

    it("cannot remove each other at once", async () => {
      const rooms = await house();
      const people = [rooms.sue, await person(rooms, "sam", { role: "super_admin" })] as const;
      const [one, other] = people;
      const outcomes = await Promise.allSettled([
        rooms.users.remove(callerOf(one), other.id),
        rooms.users.update(callerOf(other), { id: one.id, role: "user" }),
      ]);
      expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      expect(await database.transact.write(({ users }) => users.lockSuperAdmins())).toHaveLength(1);
    });
  });

  describe("who are removed", () => {
    it("are not oneself", async () => {
      const rooms = await house();
      const adam = await person(rooms, "adam", { role: "admin" });
      expect(await detailsOf(rooms.users.remove(callerOf(adam), adam.id))).toEqual(["id invalid"]);
      expect(await detailsOf(rooms.users.update(callerOf(adam), { id: adam.id, active: false }))).toEqual([
        "active invalid",
      ]);
    });

    it("lose their secrets, and leave their e-mail address free", async () => {
      const rooms = await house();
      const ana = await person(rooms, "ana");
      await rooms.users.remove(callerOf(rooms.sue), ana.id);
      expect(await refusal(rooms.users.get(callerOf(rooms.sue), ana.id))).toMatchObject({ code: "not_found" });
      expect(await refusal(rooms.users.remove(callerOf(rooms.sue), ana.id))).toMatchObject({ code: "not_found" });
      expect(await database.transact.read(({ credentials }) => credentials.find(ana.id))).toBeNull();
      expect(await person(rooms, "ana")).toMatchObject({ emailAddress: ana.emailAddress });
    });

    it("are announced to listeners inside the transaction, while they still exist", async () => {
      const reports: (User | null)[] = [];
      const listener: UserListener<AuthStores> = {
        async removed({ users }, caller, userId) {
          reports.push(await users.find(userId));
          if (caller.role !== "super_admin") throw new Error("undo everything");
        },
      };
      const rooms = await house({ userListeners: [listener] });
      const [ana, bea] = [await person(rooms, "ana"), await person(rooms, "bea")];
      const adam = await person(rooms, "adam", { role: "admin" });
      await rooms.users.remove(callerOf(rooms.sue), ana.id);
      await expect(rooms.users.remove(callerOf(adam), bea.id)).rejects.toThrow("undo everything");
      expect(reports).toEqual([ana, bea]);
      expect(await rooms.users.get(callerOf(adam), bea.id)).toEqual(bea);
      await signedIn(rooms, { username: bea.emailAddress, password: PASSWORD });
    });
  });

  it("keep the fields of two concurrent changes", async () => {
    const rooms = await house();
    const ana = await person(rooms, "ana", { role: "manager" });
    await Promise.all([
      rooms.users.update(callerOf(rooms.sue), { id: ana.id, role: "user" }),
      rooms.users.update(callerOf(ana), { id: ana.id, firstName: "Ana" }),
    ]);
    expect(await rooms.users.me(callerOf(ana))).toMatchObject({ role: "user", firstName: "Ana" });
  });

  it("have ids of their own", async () => {
    const rooms = await house();
    const people = await Promise.all(["a", "b", "c"].map((name) => person(rooms, name)));
    expect(new Set<Id<"User">>(people.map(({ id }) => id)).size).toBe(3);
  });
});
