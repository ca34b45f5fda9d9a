import { type Caller, type Instant, ROLES, type Role, type UserId } from "@cartulary/kernel";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { newUser, type User, type UserInput } from "../src/index.ts";
import {
  losesSuperAdmin,
  removeErrors,
  requireMayCreate,
  requireMayRemove,
  requireMayUpdate,
  updateErrors,
} from "../src/user-rights.ts";

const now = "2026-01-01T00:00:00.000Z" as Instant;
const user = (name: string, role: Role): User =>
  newUser({ emailAddress: `${name}@example.org`, role }, { id: name as UserId, now });
const as = ({ id, role }: User): Caller => ({ userId: id, role, scopes: ["admin"], groupIds: [] });
const judged = (caller: User, target: User, leavesNoSuperAdmin = false) => ({
  caller: as(caller),
  user: target,
  leavesNoSuperAdmin,
});
const forbidden = expect.objectContaining({ kind: "forbidden", code: "forbidden" });

const may = (caller: User, target: User, change: UserInput, last = false) => {
  try {
    requireMayUpdate(judged(caller, target, last), change);
    return true;
  } catch (error) {
    expect(error).toEqual(forbidden);
    return false;
  }
};

const ana = user("ana", "user");
const bea = user("bea", "manager");
const adam = user("adam", "admin");
const sue = user("sue", "super_admin");

describe("making users", () => {
  it.each(ROLES)("is for administrators, not for the role %s alone", (role) => {
    const make = () => requireMayCreate(as(user("x", role)), {});
    if (role === "admin" || role === "super_admin") expect(make).not.toThrow();
    else expect(make).toThrow(forbidden);
  });

  it("with an administrative role is for super administrators", () => {
    expect(() => requireMayCreate(as(adam), { role: "manager" })).not.toThrow();
    expect(() => requireMayCreate(as(adam), { role: "admin" })).toThrow(forbidden);
    expect(() => requireMayCreate(as(sue), { role: "super_admin" })).not.toThrow();
  });
});

describe("changing users", () => {
  it("lets people change their own names and password", () => {
    expect(may(ana, ana, { firstName: "Ana", lastName: null, password: "secret" })).toBe(true);
  });

  it.each<UserInput>([
    { emailAddress: "other@example.org" },
    { emailAddress: null },
    { role: "super_admin" },
    { externalId: "1" },
    { active: false },
  ])("refuses users who are no administrators to set %j of themselves", (change) => {
    expect(may(ana, ana, change)).toBe(false);
    expect(may(bea, bea, { firstName: "Bea", ...change })).toBe(false);
  });

  it("lets people send their record back as they got it", () => {
    const { emailAddress, firstName, lastName, role, externalId, active } = ana;
    expect(may(ana, ana, { emailAddress, firstName, lastName, role, externalId, active })).toBe(true);
  });

  it("lets only administrators change others, even with an empty change", () => {
    expect(may(bea, ana, {})).toBe(false);
    expect(may(adam, ana, { emailAddress: "b@c.d", role: "manager", active: false, password: "secret" })).toBe(true);
  });

  it("lets only super administrators give an administrative role, also to themselves", () => {
    expect(may(adam, ana, { role: "admin" })).toBe(false);
    expect(may(adam, adam, { role: "super_admin" })).toBe(false);
    expect(may(sue, ana, { role: "super_admin" })).toBe(true);
    expect(may(adam, adam, { role: "user" })).toBe(true);
  });

  it.each<UserInput>([{ password: "secret" }, { emailAddress: "b@c.d" }, { role: "user" }, { active: false }])(
    "lets only super administrators set %j of a super administrator",
    (change) => {
      expect(may(adam, sue, change)).toBe(false);
      expect(may(user("sam", "super_admin"), sue, change)).toBe(true);
    },
  );

  it("lets administrators put right a super administrator's name", () => {
    expect(may(adam, sue, { firstName: "Susan" })).toBe(true);
  });

  it("lets only super administrators make a user an administrator", () => {
    const people = fc.constantFrom(ana, bea, adam);
    const role = fc.constantFrom<Role>("admin", "super_admin");
    fc.assert(
      fc.property(people, fc.constantFrom(ana, bea, adam, sue), role, (caller, target, granted) => {
        fc.pre(granted !== target.role);
        expect(may(caller, target, { role: granted })).toBe(false);
      }),
    );
  });
});

describe("forbidden changes of users", () => {
  it("is to deactivate oneself", () => {
    expect(updateErrors(judged(adam, adam), { active: false })).toMatchObject([{ field: "active", code: "invalid" }]);
  });

  it("is to deactivate or demote the last super administrator, with an error in each field", () => {
    expect(may(adam, sue, { active: false }, true)).toBe(true);
    expect(updateErrors(judged(adam, sue, true), { active: false })).toMatchObject([{ field: "active" }]);
    expect(updateErrors(judged(sue, sue, true), { role: "user" })).toMatchObject([{ field: "role", code: "invalid" }]);
    expect(updateErrors(judged(sue, sue, true), { role: "user", active: false })).toHaveLength(2);
  });

  it("is to delete oneself or the last super administrator", () => {
    expect(removeErrors(judged(adam, adam))).toMatchObject([{ field: "id", code: "invalid" }]);
    expect(() => requireMayRemove(judged(adam, sue, true))).not.toThrow();
    expect(removeErrors(judged(adam, sue, true))).toMatchObject([{ field: "id", code: "invalid" }]);
    expect(removeErrors(judged(adam, ana))).toEqual([]);
  });
});

describe("deleting a super administrator while another is left", () => {
  it("is for super administrators", () => {
    expect(() => requireMayRemove(judged(adam, sue))).toThrow(forbidden);
    expect(() => requireMayRemove(judged(user("sam", "super_admin"), sue))).not.toThrow();
  });
});

describe("stepping down", () => {
  it("removes the role or the activity of an active super administrator", () => {
    expect(losesSuperAdmin(sue, { role: "admin" })).toBe(true);
    expect(losesSuperAdmin(sue, { active: false })).toBe(true);
    expect(losesSuperAdmin(sue, { role: "super_admin", active: true, firstName: "S" })).toBe(false);
    expect(losesSuperAdmin({ ...sue, active: false }, { role: "user" })).toBe(false);
    expect(losesSuperAdmin(adam, { active: false })).toBe(false);
  });
});
