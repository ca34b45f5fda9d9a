import type { Caller, GroupId } from "@cartulary/kernel";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type House, openHouse, type Person, USERS } from "../../support/application-fixture.ts";
import { type TestDatabase, usualDatabases } from "../../support/databases.ts";
import {
  folderAt,
  GROUPS,
  groupAt,
  type Makers,
  makersFor,
  membersOf,
  NOTHING,
} from "../../support/record-factories.ts";
import type { FolderBody, GroupBody, GroupMemberBody, UserBody } from "../../support/records.ts";
import { expectInvalid, expectMalformed, expectNotFound, expectRefusal, expectStatus } from "../../support/refusals.ts";

describe.each(usualDatabases)("groups on $name", ({ open }) => {
  let database: TestDatabase;
  let house: House;
  let makers: Makers;
  let admin: Person;
  let manager: Person;
  beforeAll(async () => {
    database = await open();
    house = await openHouse(database);
    makers = makersFor(house);
    admin = house.admin;
    manager = await house.person({ role: "manager" });
  });
  afterAll(() => house.close());

  const post = (json: object, by = admin) => by.ask<GroupBody>("POST", GROUPS, { json });
  const change = (id: string, json: object, by = admin) => by.ask<GroupBody>("PATCH", groupAt(id), { json });
  const read = async (id: string) => expectStatus(await manager.ask<GroupBody>("GET", groupAt(id)), 200);
  const add = (id: string, json: object, by = admin) =>
    by.ask<readonly GroupMemberBody[]>("POST", membersOf(id), { json });
  const drop = (id: string, userId: string, by = admin) => by.ask<unknown>("DELETE", `${membersOf(id)}/${userId}`);
  const members = (id: string, query = "") => manager.ask<readonly GroupMemberBody[]>("GET", membersOf(id), { query });
  const memberIds = async (id: string) => expectStatus(await members(id), 200).map(({ user_id }) => user_id);

  it("are created by administrators and read by all users", async () => {
    const made = expectStatus(
      await post({ name: " Comptabilite\u0301 ", description: "d", external_id: " 7 ", members_count: 3, id: NOTHING }),
      201,
    );
    expect(made).toEqual({
      id: expect.not.stringMatching(NOTHING),
      name: "Comptabilité",
      description: "d",
      external_id: "7",
      members_count: 0,
      created_at: house.clock.now(),
      updated_at: house.clock.now(),
    });
    expect(await read(made.id)).toEqual(made);
    for (const person of [manager, await house.person()]) {
      expectRefusal(await post({ name: "no" }, person), 403, "forbidden");
      expectRefusal(await change(made.id, { name: "no" }, person), 403, "forbidden");
      expectRefusal(await add(made.id, { user_id: person.id }, person), 403, "forbidden");
      expectRefusal(await drop(made.id, person.id, person), 403, "forbidden");
      expectRefusal(await person.ask("DELETE", groupAt(made.id)), 403, "forbidden");
    }
    expectStatus(await post({ name: "yes" }, await house.person({ role: "admin" })), 201);
  });

  it("are named, within bounds", async () => {
    for (const json of [{}, { name: "" }, { name: " \u200b" }, { name: null }]) {
      expectInvalid(await post(json), "name", "blank");
    }
    const refused = await post({ name: "\ud800", description: "x".repeat(10_001), external_id: "x".repeat(256) });
    expectInvalid(refused, "name", "invalid");
    expectInvalid(refused, "description", "too_long");
    expectInvalid(refused, "external_id", "too_long");
    expectInvalid(await post({ name: "x".repeat(256) }), "name", "too_long");
  });

  it("change only the fields of the request", async () => {
    const user = await house.person();
    const made = await makers.group({ description: "kept", external_id: "7" }, [user.id]);
    house.clock.pass(1000);
    const changed = expectStatus(await change(made.id, { name: "after", external_id: null }), 200);
    expect(changed).toEqual({ ...made, name: "after", external_id: null, updated_at: house.clock.now() });
    expectInvalid(await change(made.id, { name: "" }), "name", "blank");
    expect(expectStatus(await change(made.id, { ...changed, description: null }), 200)).toMatchObject({
      description: null,
      members_count: 1,
    });
    expectNotFound(await change(NOTHING, { name: "x" }));
  });

  describe("are listed", () => {
    const listed = (query: Readonly<Record<string, string>> | string) =>
      manager.ask<readonly GroupBody[]>("GET", GROUPS, { query });
    const names = async (query: Readonly<Record<string, string>>) =>
      expectStatus(await listed(query), 200).map(({ name }) => name);

    it("by name, those whose name or description has the words, whatever their case", async () => {
      await makers.group({ name: "Gérance Nord" });
      await makers.group({ name: "agence", description: "La GÉRANCE du sud" });
      await makers.group({ name: "Gérance 100%" });
      await makers.group({ name: "gérante" });
      expect(await names({ query: "gérance" })).toEqual(["agence", "Gérance 100%", "Gérance Nord"]);
      expect(await names({ query: "0%" })).toEqual(["Gérance 100%"]);
      expect(await names({ query: "gérance", direction: "desc", sort: "name" })).toHaveLength(3);
      expect(await names({ query: "gérance", "q[description_null]": "true" })).toEqual([
        "Gérance 100%",
        "Gérance Nord",
      ]);
      expect(await names({ query: "there is no such group" })).toEqual([]);
      expect((await names({ query: "" })).length).toBe((await names({})).length);
      for (const query of [`query=${"x".repeat(201)}`, "query=%00", "query=a&query=b", "query=%ff"]) {
        expectMalformed(await listed(query));
      }
      expect(await names({ query: "🏡".repeat(200) })).toEqual([]);
    });

    it("fifty on a page by default, by either name of the parameter", async () => {
      for (let index = 0; index < 51; index += 1) await makers.group({ name: `many ${index}` });
      const page = async (query: string) => {
        const { body, headers } = await listed(`query=many&${query}`);
        return [body.length, headers.get("x-per-page"), headers.get("x-total-count"), headers.get("x-has-more")];
      };
      expect(await page("")).toEqual([50, "50", "51", "true"]);
      expect(await page("page=2")).toEqual([1, "50", "51", "false"]);
      expect(await page("limit=3")).toEqual([3, "3", "51", "true"]);
      expect(await page("limit=3&page=2")).toEqual([3, "3", "51", "true"]);
      expect(await page("limit=3&per_page=4")).toEqual([4, "4", "51", "true"]);
      expect(await page("limit=100")).toEqual([51, "100", "51", "false"]);
      for (const query of ["limit=0", "limit=101", "limit=-1", "limit=x", "limit=2.5", "limit=1&limit=2"]) {
        expectMalformed(await listed(query));
        expectMalformed(await listed(`${query}&per_page=10`));
      }
      for (const query of ["sort=created_at", "q[members_count_eq]=1"]) expectMalformed(await listed(query));
    });

    it("with how many belong to each", async () => {
      const users = [await house.person(), await house.person()];
      const made = await makers.group(
        { name: "counted" },
        users.map(({ id }) => id),
      );
      expect(expectStatus(await listed({ "q[id_eq]": made.id }), 200)).toEqual([{ ...made, members_count: 2 }]);
    });
  });

  describe("have members", () => {
    it("that are added one by one or together, each once", async () => {
      const { id } = await makers.group();
      const [ana, bea] = [await house.person({ first_name: "Ana", last_name: "Li" }), await house.person()];
      house.clock.pass(1000);
      const first = expectStatus(await add(id, { user_id: ana.id }), 201);
      expect(first).toEqual([
        {
          id: expect.stringMatching(/\S/),
          user_id: ana.id,
          user: { id: ana.id, email_address: ana.email, display_name: "Ana Li", role: "user" },
          created_at: house.clock.now(),
        },
      ]);
      house.clock.pass(1000);
      expect(expectStatus(await add(id, { user_id: ana.id.toUpperCase() }), 200)).toEqual(first);
      const both = expectStatus(await add(id, { user_ids: [bea.id, ana.id, bea.id] }), 201);
      expect(both.map(({ user_id }) => user_id)).toEqual([bea.id, ana.id]);
      expect(both[1]).toEqual(first[0]);
      expect(expectStatus(await add(id, { user_ids: [ana.id, bea.id] }), 200)).toEqual(both.toReversed());
      expect(expectStatus(await members(id), 200)).toEqual(both);
      expect((await read(id)).members_count).toBe(2);
    });

    it("and no member is added unless all users exist", async () => {
      const { id } = await makers.group();
      const user = await house.person();
      expectInvalid(await add(id, { user_id: NOTHING }), "user_id", "not_found");
      expectInvalid(await add(id, { user_ids: [user.id, NOTHING] }), "user_ids", "not_found");
      expectInvalid(await add(id, {}), "user_id", "blank");
      expectInvalid(await add(id, { user_ids: [] }), "user_ids", "blank");
      const both = expectInvalid(await add(id, { user_id: user.id, user_ids: [user.id] }), "user_ids", "invalid");
      expect(both.details).toMatchObject([{ message: "can't be combined with user_id" }]);
      expectInvalid(await add(id, { user_ids: Array(101).fill(user.id) }), "user_ids", "too_long");
      expectInvalid(await add(NOTHING, { user_ids: [] }), "user_ids", "blank");
      expectNotFound(await add(NOTHING, { user_id: NOTHING }));
      expect(await memberIds(id)).toEqual([]);
      expectStatus(await add(id, { user_ids: Array(100).fill(user.id) }), 201);
    });

    it("that leave, and need not be members to do so", async () => {
      const [ana, bea] = [await house.person(), await house.person()];
      const { id } = await makers.group({}, [ana.id, bea.id]);
      for (const userId of [ana.id, ana.id, NOTHING]) expectStatus(await drop(id, userId), 204);
      expect(await memberIds(id)).toEqual([bea.id]);
      expectNotFound(await drop(id, "not-a-uuid"));
      expectNotFound(await drop(NOTHING, bea.id));
    });

    it("fifty on a page, without a filter", async () => {
      const { id } = await makers.group({}, [manager.id]);
      expect((await members(id)).headers.get("x-per-page")).toBe("50");
      for (const query of ["per_page=101", "sort=created_at", "q[user_id_eq]=1"]) {
        expectMalformed(await members(id, query));
      }
      expectNotFound(await manager.ask("GET", membersOf(NOTHING)));
    });

    it("no longer once they are deleted", async () => {
      const [ana, bea] = [await house.person(), await house.person()];
      const { id } = await makers.group({}, [ana.id, bea.id]);
      expectStatus(await admin.ask<unknown>("DELETE", `${USERS}/${ana.id}`), 204);
      expect(await memberIds(id)).toEqual([bea.id]);
      expectInvalid(await add(id, { user_id: ana.id }), "user_id", "not_found");
    });

    it("added at the same time, and members once", async () => {
      const { id } = await makers.group();
      const user = await house.person();
      const replies = await Promise.all(Array.from({ length: 5 }, () => add(id, { user_id: user.id })));
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 201]);
      expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
      expect(await memberIds(id)).toEqual([user.id]);
    });

    it("or have lost them, whichever of a deletion and an addition came first", async () => {
      const { id } = await makers.group();
      const users = await Promise.all(Array.from({ length: 4 }, () => house.person()));
      const pending = users.flatMap((user) => [
        add(id, { user_id: user.id }).then(({ status }) => status),
        admin.ask<unknown>("DELETE", `${USERS}/${user.id}`).then(({ status }) => status),
      ]);
      for (const status of await Promise.all(pending)) expect([201, 204, 422]).toContain(status);
      expect(await memberIds(id)).toEqual([]);
      expect((await read(id)).members_count).toBe(0);
    });
  });

  describe("pass their permissions on to their members", () => {
    const see = (person: Person, folder: FolderBody) =>
      person.ask<FolderBody>("GET", folderAt(folder.id)).then(({ status }) => status);

    it("from the next request on, until they leave", async () => {
      const [user, folder] = [await house.person(), await makers.folder()];
      const { id } = await makers.group();
      await house.grantToGroup(id, "read", "folder", folder.id);
      expect(await see(user, folder)).toBe(404);
      expectStatus(await add(id, { user_id: user.id }), 201);
      expect(await see(user, folder)).toBe(200);
      expectRefusal(await user.ask("DELETE", folderAt(folder.id)), 403, "forbidden");
      expectStatus(await drop(id, user.id), 204);
      expect(await see(user, folder)).toBe(404);
    });

    it("from several groups at once, the highest of it", async () => {
      const [user, folder] = [await house.person(), await makers.folder()];
      const [readers, writers] = [await makers.group({}, [user.id]), await makers.group({}, [user.id])];
      await house.grantToGroup(readers.id, "read", "folder", folder.id);
      await house.grantToGroup(writers.id, "write", "folder", folder.id);
      expectStatus(await user.ask<unknown>("PATCH", folderAt(folder.id), { json: { icon: "pen" } }), 200);
    });

    it("and nothing more once they are deleted", async () => {
      const [user, folder] = [await house.person(), await makers.folder()];
      const { id } = await makers.group({}, [user.id]);
      await house.grantToGroup(id, "read", "folder", folder.id);
      expect(await see(user, folder)).toBe(200);
      expectStatus(await admin.ask<unknown>("DELETE", groupAt(id)), 204);
      expect(await see(user, folder)).toBe(404);
      expectNotFound(await admin.ask("GET", groupAt(id)));
      expectNotFound(await admin.ask("DELETE", groupAt(id)));
      expectNotFound(await members(id));
      expectStatus(await user.ask<UserBody>("GET", `${USERS}/me`), 200);

      // With an empty group, no request can show whether the group's permission is gone too.
      const caller: Caller = {
        userId: user.id as Caller["userId"],
        role: "user",
        scopes: ["read"],
        groupIds: [id as GroupId],
      };
      const resource = { type: "folder", id: folder.id } as const;
      expect(await database.transact.read(({ grants }) => grants.levelOn(caller, resource))).toBeNull();
    });
  });
});
