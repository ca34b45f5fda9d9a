import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DOCUMENTS, type House, openHouse, type Person, USERS } from "../../support/application-fixture.ts";
import { usualDatabases } from "../../support/databases.ts";
import { expectBounded, followed } from "../../support/long-lists.ts";
import { documentAt, folderAt, type Makers, makersFor, NOTHING, workspaceAt } from "../../support/record-factories.ts";
import type { FolderBody, WorkspaceBody } from "../../support/records.ts";
import { expectInvalid, expectNotFound, expectRefusal, expectStatus } from "../../support/refusals.ts";

const ALL = `${DOCUMENTS}/workspaces`;

describe.each(usualDatabases)("workspaces on $name", ({ open }) => {
  let house: House;
  let makers: Makers;
  let admin: Person;
  beforeAll(async () => {
    house = await openHouse(await open());
    makers = makersFor(house);
    admin = house.admin;
  });
  afterAll(() => house.close());

  const post = (json: object, by = admin) => by.ask<WorkspaceBody>("POST", ALL, { json });
  const change = (id: string, json: object, by = admin) => by.ask<WorkspaceBody>("PATCH", workspaceAt(id), { json });
  const list = (by: Person, query: Readonly<Record<string, string>> = {}) =>
    by.ask<readonly WorkspaceBody[]>("GET", ALL, { query });

  it("are created with the fields of the request and their creator", async () => {
    const manager = await house.person({ role: "manager", first_name: "Ana", last_name: "Li" });
    const made = expectStatus(
      await post(
        {
          label: " Alpha ",
          description: "d",
          settings: { a: { bC: [1] } },
          business_tag_list: ["bail", "urgent"],
          metadata_user: { k: "v" },
        },
        manager,
      ),
      201,
    );
    expect(made).toMatchObject({
      label: "Alpha",
      description: "d",
      settings: { a: { bC: [1] } },
      business_tags: ["bail", "urgent"],
      metadata_user: { k: "v" },
      completion_percentage: 0,
      classification_plan_id: null,
      user: { id: manager.id, display_name: "Ana Li", email_address: manager.email },
      created_at: house.clock.now(),
      updated_at: house.clock.now(),
    });
    expect((await admin.ask("GET", workspaceAt(made.id))).body).toEqual(made);
  });

  it("have defaults for absent fields", async () => {
    const made = expectStatus(await post({}), 201);
    const { label, description, settings, business_tags, metadata_user } = made;
    expect({ label, description, settings, business_tags, metadata_user }).toEqual({
      label: "Untitled",
      description: null,
      settings: {},
      business_tags: [],
      metadata_user: {},
    });
    expectInvalid(await post({ label: "" }), "label", "blank");
    expectInvalid(await post({ label: "x".repeat(256) }), "label", "too_long");
  });

  it("refer only to plans, types and domains that there are", async () => {
    for (const field of ["classification_plan_id", "domain_id", "workspace_type_id"]) {
      expectInvalid(await post({ [field]: NOTHING }), field, "not_found");
      expectStatus(await post({ [field]: null }), 201);
    }
  });

  it("are made by managers and above", async () => {
    expectRefusal(await post({}, await house.person()), 403, "forbidden");
    for (const role of ["manager", "admin", "super_admin"] as const) {
      expectStatus(await post({}, await house.person({ role })), 201);
    }
  });

  it("are seen by their creators, by administrators, and by users with a permission", async () => {
    const [maker, other, guest] = [
      await house.person({ role: "manager" }),
      await house.person({ role: "manager" }),
      await house.person(),
    ];
    const made = await makers.workspace({}, maker);
    expectNotFound(await other.ask("GET", workspaceAt(made.id)));
    expect((await list(other)).body).toEqual([]);
    await house.grant(guest, "read", "workspace", made.id);
    for (const person of [maker, admin, guest]) {
      expectStatus(await person.ask<unknown>("GET", workspaceAt(made.id)), 200);
      expect((await list(person)).body.map(({ id }) => id)).toContain(made.id);
    }
    expect((await list(guest)).headers.get("x-total-count")).toBe("1");
  });

  it("are hidden from users who may read only their content", async () => {
    const user = await house.person();
    const workspace = await makers.workspace();
    const folder = await makers.folder({ workspace_id: workspace.id });
    await house.grant(user, "manage", "folder", folder.id);
    expectNotFound(await user.ask("GET", workspaceAt(workspace.id)));
    expect((await list(user)).body).toEqual([]);
    const seen = await user.ask<FolderBody>("GET", folderAt(folder.id));
    expect([seen.body.workspace, seen.body.workspace_id]).toEqual([null, workspace.id]);
  });

  it("change with write, and only the fields of the request", async () => {
    const user = await house.person();
    const made = await makers.workspace({ settings: { a: 1 }, metadata_user: { b: 2 }, business_tag_list: ["x"] });
    await house.grant(user, "write", "workspace", made.id);
    house.clock.pass(1000);
    const changed = expectStatus(await change(made.id, { settings: { c: 3 }, business_tag_list: ["y"] }, user), 200);
    expect(changed).toEqual({ ...made, settings: { c: 3 }, business_tags: ["y"], updated_at: house.clock.now() });
    const again = expectStatus(
      await change(made.id, { ...changed, id: NOTHING, user: null, completion_percentage: 9 }),
      200,
    );
    expect(again).toEqual(changed);
    const emptied = { settings: null, metadata_user: null, business_tag_list: null, classification_plan_csv: null };
    expect(expectStatus(await change(made.id, emptied, user), 200)).toEqual({
      ...again,
      settings: {},
      metadata_user: {},
      business_tags: [],
    });
    expectInvalid(await change(made.id, { label: " " }, user), "label", "blank");
    expectInvalid(await change(made.id, { label: null }, user), "label", "blank");
  });

  it("show their new label in their content", async () => {
    const workspace = await makers.workspace({ label: "old" });
    const [top, inside] = await makers.chain(2, { workspace_id: workspace.id });
    expectStatus(await change(workspace.id, { label: "new" }), 200);
    for (const folder of [top, inside]) {
      expect((await admin.ask<FolderBody>("GET", folderAt(folder?.id ?? ""))).body.workspace).toEqual({
        id: workspace.id,
        label: "new",
      });
    }
  });

  it("are removed with manage, with everything in them", async () => {
    const user = await house.person();
    const workspace = await makers.workspace();
    const [top, inside] = await makers.chain(2, { workspace_id: workspace.id });
    const documents = [
      await makers.upload({ documents_folder_id: inside?.id }),
      await makers.upload({ workspace_id: workspace.id }),
    ];
    const unrelated = await makers.upload();
    await house.grant(user, "write", "workspace", workspace.id);
    expectRefusal(await user.ask("DELETE", workspaceAt(workspace.id)), 403, "forbidden");
    expectStatus(await admin.ask<unknown>("DELETE", workspaceAt(workspace.id)), 204);
    const gone = [workspaceAt(workspace.id), folderAt(top?.id ?? ""), folderAt(inside?.id ?? "")];
    for (const path of [...gone, ...documents.map(({ id }) => documentAt(id))])
      expectNotFound(await admin.ask("GET", path));
    expectNotFound(await admin.ask("DELETE", workspaceAt(workspace.id)));
    expectStatus(await admin.ask<unknown>("GET", documentAt(unrelated.id)), 200);
  });

  it("stay when their creators are removed", async () => {
    const manager = await house.person({ role: "manager" });
    const made = await makers.workspace({}, manager);
    expectStatus(await admin.ask<unknown>("DELETE", `${USERS}/${manager.id}`), 204);
    expect((await admin.ask<WorkspaceBody>("GET", workspaceAt(made.id))).body.user).toBeNull();
  });

  it("are 8 MiB at most in one answer, with the number of the next page", async () => {
    const manager = await house.person({ role: "manager" });
    const long = { text: "x".repeat(65_000) };
    const labels = Array.from({ length: 70 }, (_, index) => `long ${String(index).padStart(2, "0")}`);
    for (const label of labels) expectStatus(await post({ label, settings: long, metadata_user: long }, manager), 201);
    const replies = await followed(manager, ALL, "");
    expectBounded(replies);
    expect(replies.map(({ headers }) => headers.get("x-per-page"))).toEqual(["1000", "1000"]);
    const all = replies.flatMap(({ body }) => body as readonly WorkspaceBody[]);
    expect(all.map(({ label }) => label)).toEqual(labels);
  });

  it("are listed all at once, by label unless another sort is requested, and in pages where one is requested", async () => {
    const manager = await house.person({ role: "manager" });
    const labels = ["beta", "Alpha", "École", "zeta", "ecole"];
    for (const label of labels) await makers.workspace({ label }, manager);
    for (let index = 0; index < 20; index += 1) await makers.workspace({ label: `m ${index}` }, manager);
    const all = await list(manager);
    expect(all.body).toHaveLength(25);
    expect(all.body.filter(({ label }) => labels.includes(label)).map(({ label }) => label)).toEqual([
      "Alpha",
      "beta",
      "ecole",
      "zeta",
      "École",
    ]);
    expect(Object.fromEntries(all.headers)).toMatchObject({
      "x-total-count": "25",
      "x-total-pages": "1",
      "x-page": "1",
      "x-has-more": "false",
    });
    const page = await list(manager, { per_page: "10", page: "3" });
    expect(page.body.map(({ id }) => id)).toEqual(all.body.slice(20).map(({ id }) => id));
    expect(page.headers.get("x-total-pages")).toBe("3");
    expect((await list(manager, { page: "1" })).body).toHaveLength(20);
    const found = await list(manager, { "q[label_cont]": "ECOLE", sort: "label", direction: "desc" });
    expect(found.body.map(({ label }) => label)).toEqual(["ecole"]);
    const newest = await list(manager, { sort: "created_at" });
    expect(newest.body[0]?.created_at).toBe(house.clock.now());
    for (const query of [{ sort: "created_at" }, { direction: "desc" }, { "q[label_not_eq]": "none" }]) {
      const whole = await list(manager, query);
      expect(whole.body).toHaveLength(25);
      expect(whole.headers.get("x-has-more")).toBe("false");
    }
    expect((await list(manager, { sort: "label", page: "1" })).body).toHaveLength(20);
  });
});
