import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FIRST, type House, openHouse, type Person, USERS } from "../../support/application-fixture.ts";
import { MANDATAIRES, membersAt } from "../../support/books.ts";
import { usualDatabases } from "../../support/databases.ts";
import { documentAt, folderAt, type Makers, makersFor, NOTHING } from "../../support/record-factories.ts";
import type { DocumentBody, UserBody } from "../../support/records.ts";
import { expectInvalid, expectNotFound, expectRefusal, expectStatus } from "../../support/refusals.ts";

const PASSWORD = "open sesame";

describe.each(usualDatabases)("users on $name", ({ open }) => {
  let house: House;
  let makers: Makers;
  let admin: Person;
  beforeAll(async () => {
    house = await openHouse(await open());
    makers = makersFor(house);
    admin = house.admin;
  });
  afterAll(() => house.close());

  const post = (json: object, by = admin) => by.ask<UserBody>("POST", USERS, { json });
  const change = (id: string, json: object, by = admin) => by.ask<UserBody>("PATCH", `${USERS}/${id}`, { json });
  const read = async (id: string, by = admin) => expectStatus(await by.ask<UserBody>("GET", `${USERS}/${id}`), 200);
  const signIn = async (username: string, password: string) => {
    const fields = {
      grant_type: "password",
      client_id: FIRST.clientId,
      client_secret: FIRST.clientSecret,
      username,
      password,
    };
    return house.ask<{ access_token: string }>("POST", "/oauth/token", { body: new URLSearchParams(fields) });
  };

  it("leave the mandataires that they work for when they are deleted", async () => {
    const json = { mandataire: { name: "Agence" } };
    const { id } = expectStatus(await admin.ask<{ readonly id: string }>("POST", MANDATAIRES, { json }), 201);
    const clerk = await house.person();
    expectStatus(await admin.ask<unknown>("POST", membersAt(id), { json: { user_id: clerk.id } }), 201);
    expectStatus(await admin.ask<unknown>("DELETE", `${USERS}/${clerk.id}`), 204);
    const members = await admin.ask<readonly { readonly user_id: string }[]>("GET", membersAt(id));
    expect(expectStatus(members, 200).map(({ user_id }) => user_id)).toEqual([admin.id]);
  });

  it("are created by administrators, with the fields of the request", async () => {
    const made = expectStatus(
      await post({
        email_address: " Ana.Li@Example.org ",
        password: PASSWORD,
        first_name: " Ana ",
        last_name: "Li",
        external_id: "x-1",
        role: "manager",
        id: NOTHING,
        active: false,
      }),
      201,
    );
    expect(made).toEqual({
      id: expect.not.stringMatching(NOTHING),
      email_address: "Ana.Li@Example.org",
      first_name: "Ana",
      last_name: "Li",
      display_name: "Ana Li",
      initials: "AL",
      role: "manager",
      active: true,
      external_id: "x-1",
      externa_id: "x-1",
      created_at: house.clock.now(),
      updated_at: house.clock.now(),
    });
    expect(await read(made.id)).toEqual(made);
    expect(JSON.stringify(made)).not.toMatch(/sesame|argon2/);
    expectStatus(await signIn("ana.li@example.org", PASSWORD), 200);
  });

  it("are called by their names, or by their address", async () => {
    const called = async (json: object) => {
      const { display_name, initials } = expectStatus(await post(json), 201);
      return [display_name, initials];
    };
    expect(await called({ email_address: "jeanne@example.org" })).toEqual(["jeanne", "J"]);
    expect(await called({ email_address: "p1@example.org", first_name: "Zoé" })).toEqual(["Zoé", "Z"]);
    expect(await called({ email_address: "p2@example.org", last_name: "ångström" })).toEqual(["ångström", "Å"]);
    expect(await called({ email_address: "p3@example.org", first_name: "👩‍🚀x", last_name: "e\u0301a" })).toEqual([
      "👩‍🚀x éa",
      "👩‍🚀É",
    ]);
  });

  it("have the role user and no names by default", async () => {
    const made = expectStatus(await post({ email_address: "plain@example.org" }), 201);
    expect(made).toMatchObject({
      role: "user",
      first_name: null,
      last_name: null,
      external_id: null,
      externa_id: null,
    });
  });

  it("are listed to every signed-in user", async () => {
    const user = await house.person({ first_name: "Seer" });
    expect(await read(admin.id, user)).toMatchObject({ email_address: FIRST.email, role: "super_admin" });
    const list = await user.ask<readonly UserBody[]>("GET", USERS, { query: "per_page=100" });
    expect(list.body.map(({ id }) => id)).toEqual(expect.arrayContaining([admin.id, user.id]));
    const me = await user.ask<UserBody>("GET", `${USERS}/me`);
    expect(me.body).toEqual(await read(user.id));
  });

  it("are searched by their fields, and sorted", async () => {
    await post({ email_address: "zoe-1@find.org", first_name: "Zoé", last_name: "Ba", role: "manager" });
    await post({ email_address: "zoe-2@find.org", first_name: "Abel", last_name: "ZOÉ" });
    await post({ email_address: "zoe-3@find.org", first_name: "Cleo", last_name: "Xu" });
    const found = async (query: Readonly<Record<string, string>>) => {
      const reply = await admin.ask<readonly UserBody[]>("GET", USERS, {
        query: { "q[email_address_cont]": "@FIND", ...query },
      });
      return expectStatus(reply, 200).map(({ email_address }) => email_address.slice(0, 5));
    };
    const names = { sort: "email_address", direction: "asc" };
    expect(await found(names)).toEqual(["zoe-1", "zoe-2", "zoe-3"]);
    expect(await found({ ...names, "q[first_name_or_last_name_cont]": "zoé" })).toEqual(["zoe-1", "zoe-2"]);
    expect(await found({ ...names, "q[role_eq]": "manager" })).toEqual(["zoe-1"]);
    expect(await found({ ...names, "q[active_eq]": "true" })).toHaveLength(3);
    expect(await found({ sort: "first_name", direction: "asc" })).toEqual(["zoe-2", "zoe-3", "zoe-1"]);
    expect(await found({ sort: "last_name" })).toEqual(["zoe-2", "zoe-3", "zoe-1"]);
  });

  it("have unique addresses, ignoring case", async () => {
    const user = await house.person({ email_address: "Mine@example.org" });
    expectInvalid(await post({ email_address: "mINE@EXAMPLE.ORG" }), "email_address", "taken");
    const other = await house.person();
    expectInvalid(await change(other.id, { email_address: "mine@example.org" }), "email_address", "taken");
    expect(expectStatus(await change(user.id, { email_address: "MINE@example.org" }), 200).email_address).toBe(
      "MINE@example.org",
    );
    expectInvalid(await change(user.id, { email_address: null }), "email_address", "blank");
    expectInvalid(await change(user.id, { email_address: "" }), "email_address", "blank");
    const both = await Promise.all([1, 2, 3].map(() => post({ email_address: "raced@example.org" })));
    expect(both.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
  });

  describe("change", () => {
    it("their own names and password, and nothing else of themselves", async () => {
      const user = await house.person({ password: PASSWORD, external_id: "x" });
      house.clock.pass(1000);
      const changed = expectStatus(await change(user.id, { first_name: "Ana", last_name: "Li" }, user), 200);
      expect(changed).toMatchObject({ display_name: "Ana Li", updated_at: house.clock.now() });
      for (const json of [
        { email_address: "new@example.org" },
        { external_id: "y" },
        { role: "admin" },
        { active: false },
      ]) {
        expectRefusal(await change(user.id, json, user), 403, "forbidden");
        expectRefusal(await change(user.id, { first_name: "Eve", ...json }, user), 403, "forbidden");
      }
      expect(await read(user.id)).toEqual(changed);
    });

    it("nothing by sending their own answer", async () => {
      const user = await house.person({ first_name: "Ana" });
      const before = await read(user.id, user);
      expect(expectStatus(await change(user.id, { ...before, first_name: "Ada" }, user), 200).first_name).toBe("Ada");
    });

    it("no other user, except for administrators", async () => {
      const [user, manager] = [await house.person(), await house.person({ role: "manager" })];
      for (const person of [user, manager]) {
        expectRefusal(await change(admin.id, { first_name: "Eve" }, person), 403, "forbidden");
        expectRefusal(await post({ email_address: "x@example.org" }, person), 403, "forbidden");
        expectRefusal(await person.ask("DELETE", `${USERS}/${admin.id}`), 403, "forbidden");
      }
      expectNotFound(await change(NOTHING, { first_name: "Eve" }, user));
    });

    it("to no names by null, and keep absent fields", async () => {
      const user = await house.person({ first_name: "Ana", last_name: "Li", external_id: "x" });
      expect(expectStatus(await change(user.id, { first_name: null, external_id: null }), 200)).toMatchObject({
        first_name: null,
        last_name: "Li",
        display_name: "Li",
        external_id: null,
        externa_id: null,
      });
    });

    it("their password, which ends the old one", async () => {
      const user = await house.person({ password: PASSWORD });
      const next = { password: "close sesame" };
      expectInvalid(await change(user.id, next, user), "current_password", "blank");
      expectInvalid(await change(user.id, { ...next, current_password: "wrong" }, user), "current_password", "invalid");
      const changed = expectStatus(await change(user.id, { ...next, current_password: PASSWORD }, user), 200);
      expect(JSON.stringify(changed)).not.toMatch(/sesame|current_password/);
      expect((await signIn(user.email, PASSWORD)).status).toBe(400);
      expectStatus(await signIn(user.email, "close sesame"), 200);
      expectInvalid(await change(user.id, { password: "short" }), "password", "too_short");
    });
  });

  describe("who administer", () => {
    it("give roles, those of administrators only when they are super administrators", async () => {
      const administrator = await house.person({ role: "admin" });
      const user = await house.person();
      expect(expectStatus(await change(user.id, { role: "manager" }, administrator), 200).role).toBe("manager");
      for (const role of ["admin", "super_admin"]) {
        expectRefusal(await change(user.id, { role }, administrator), 403, "forbidden");
        expectRefusal(await post({ email_address: `new-${role}@example.org`, role }, administrator), 403, "forbidden");
        expectStatus(await change(user.id, { role }), 200);
      }
      expect(expectStatus(await change(user.id, { role: "user" }), 200).role).toBe("user");
    });

    it("68: make administrators by a token of the scope admin", async () => {
      const user = await house.person();
      const writing = await admin.as("write");
      const reply = await writing("PATCH", `${USERS}/${user.id}`, { json: { role: "admin" } });
      expectRefusal(reply, 403, "insufficient_scope");
      expect(reply.headers.get("www-authenticate")).toBe(
        'Bearer realm="cartulary", error="insufficient_scope", scope="admin"',
      );
    });

    it("disable and enable others, not themselves and not the last super administrator", async () => {
      const administrator = await house.person({ role: "admin" });
      const user = await house.person();
      expectStatus(await user.ask<unknown>("GET", `${USERS}/me`), 200);
      expect(expectStatus(await change(user.id, { active: false }, administrator), 200).active).toBe(false);
      expectRefusal(await user.ask("GET", `${USERS}/me`), 401, "unauthorized");
      expect(expectStatus(await change(user.id, { active: true }, administrator), 200).active).toBe(true);
      expectRefusal(await change(administrator.id, { active: false }, administrator), 422, "unprocessable_entity");
      expectRefusal(await change(admin.id, { active: false }, administrator), 422, "unprocessable_entity");
      expectRefusal(await change(admin.id, { active: false }), 422, "unprocessable_entity");
    });
  });

  it("are removed by administrators, and their records stay", async () => {
    const user = await house.person();
    const mine = await makers.upload({}, "mine", user);
    const shared = await makers.folder();
    await house.grant(user, "write", "folder", shared.id);
    expectStatus(await admin.ask<unknown>("DELETE", `${USERS}/${user.id}`), 204);
    expectNotFound(await admin.ask("GET", `${USERS}/${user.id}`));
    expectNotFound(await admin.ask("DELETE", `${USERS}/${user.id}`));
    expectRefusal(await user.ask("GET", folderAt(shared.id)), 401, "unauthorized");
    expect((await admin.ask<DocumentBody>("GET", documentAt(mine.id))).body.created_by).toBeNull();
    expectStatus(await post({ email_address: user.email }), 201);
  });
});
