import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DOCUMENTS, type House, openHouse, type Person, USERS } from "../../support/application-fixture.ts";
import { usualDatabases } from "../../support/databases.ts";
import {
  CONTACTS,
  documentAt,
  folderAt,
  GROUPS,
  type Makers,
  makersFor,
  NOTHING,
  TEAMS,
  versionsOf,
} from "../../support/record-factories.ts";
import type { DocumentBody, FolderBody } from "../../support/records.ts";
import { expectInvalid, expectMalformed, expectRefusal, expectStatus } from "../../support/refusals.ts";
import { uploadForm } from "../../support/send-request.ts";

/** Rows of the specification's table of hostile inputs that are about places and lists; by their numbers. */
describe.each(usualDatabases)("hostile places and lists on $name", ({ open }) => {
  let house: House;
  let makers: Makers;
  let admin: Person;
  beforeAll(async () => {
    house = await openHouse(await open());
    makers = makersFor(house);
    admin = house.admin;
  });
  afterAll(() => house.close());

  const FOLDERS = `${DOCUMENTS}/folders`;
  const move = (id: string, json: object, by = admin) => by.ask<FolderBody>("PATCH", folderAt(id), { json });

  it("19: moves a folder neither into itself nor into its descendants", async () => {
    const [top, middle, low] = await makers.chain(3);
    for (const destination of [top, middle, low]) {
      expectRefusal(await move(top?.id ?? "", { documents_folder_id: destination?.id }), 422, "folder_cycle");
    }
    expect((await admin.ask<FolderBody>("GET", folderAt(low?.id ?? ""))).body.parent?.id).toBe(middle?.id);
  });

  it("20: of two moves that would make a cycle, one succeeds and the other is refused", async () => {
    for (let round = 0; round < 3; round += 1) {
      const [one, other] = [await makers.folder({ name: "one" }), await makers.folder({ name: "other" })];
      const [first, second] = await Promise.all([
        move(one.id, { documents_folder_id: other.id }),
        move(other.id, { documents_folder_id: one.id }),
      ]);
      const [moved, refused] = first.status === 200 ? [first, second] : [second, first];
      expectStatus(moved, 200);
      expectRefusal(refused, 422, "folder_cycle");
    }
  });

  it("20: of many that would make a ring, only the one that would close it is refused", async () => {
    for (let round = 0; round < 4; round += 1) {
      const ring = await Promise.all(Array.from({ length: 8 }, () => makers.folder()));
      const replies = await Promise.all(
        ring.map(({ id }, index) => move(id, { documents_folder_id: ring[(index + 1) % ring.length]?.id })),
      );
      expect(replies.map(({ status }) => status).sort()).toEqual([...Array(7).fill(200), 422]);
      for (const reply of replies.filter(({ status }) => status === 422)) expectRefusal(reply, 422, "folder_cycle");
    }
  });

  it("21: folders go 64 levels deep, however they get there", async () => {
    const chain = await makers.chain(64);
    const deepest = chain.at(-1)?.id;
    const json = { documents_folder_id: deepest };
    expectRefusal(await admin.ask("POST", FOLDERS, { json }), 422, "folder_too_deep");
    expectStatus(await admin.ask<DocumentBody>("POST", `${DOCUMENTS}/documents`, uploadForm("x", json)), 201);
    const pair = await makers.chain(2);
    expectRefusal(await move(pair[0]?.id ?? "", { documents_folder_id: deepest }), 422, "folder_too_deep");
    expectRefusal(await move(pair[0]?.id ?? "", { documents_folder_id: chain.at(-2)?.id }), 422, "folder_too_deep");
    expectStatus(await move(pair[0]?.id ?? "", { documents_folder_id: chain.at(-3)?.id }), 200);
  });

  it("22: a workspace that is not the folder's is refused", async () => {
    const [here, there] = [await makers.workspace(), await makers.workspace()];
    const folder = await makers.folder({ workspace_id: here.id });
    const outside = await makers.folder();
    for (const [documents_folder_id, workspace_id] of [
      [folder.id, there.id],
      [outside.id, here.id],
    ]) {
      const json = { documents_folder_id, workspace_id };
      expectRefusal(await admin.ask("POST", FOLDERS, { json }), 422, "workspace_mismatch");
      expectRefusal(
        await admin.ask("POST", `${DOCUMENTS}/documents`, uploadForm("x", json)),
        422,
        "workspace_mismatch",
      );
      const [moved, document] = [await makers.folder(), await makers.upload()];
      expectRefusal(await move(moved.id, json), 422, "workspace_mismatch");
      expectRefusal(await admin.ask("PATCH", documentAt(document.id), { json }), 422, "workspace_mismatch");
    }
    const inside = await makers.folder({ documents_folder_id: folder.id });
    expectRefusal(await move(inside.id, { workspace_id: there.id }), 422, "workspace_mismatch");
  });

  it("23: a place that is unknown or may not be read is not found, on its field", async () => {
    const user = await house.person();
    const [folder, workspace] = [await makers.folder(), await makers.workspace()];
    const [own, document] = [await makers.folder({}, user), await makers.upload({}, "x", user)];
    for (const [field, ids] of [
      ["documents_folder_id", [NOTHING, folder.id, workspace.id]],
      ["workspace_id", [NOTHING, workspace.id, folder.id]],
    ] as const) {
      for (const id of ids) {
        const json = { [field]: id };
        expectInvalid(await user.ask("POST", FOLDERS, { json }), field, "not_found");
        expectInvalid(await user.ask("POST", `${DOCUMENTS}/documents`, uploadForm("x", json)), field, "not_found");
        expectInvalid(await move(own.id, json, user), field, "not_found");
        expectInvalid(await user.ask("PATCH", documentAt(document.id), { json }), field, "not_found");
      }
    }
  });

  it("24: a place that may be read but not written is forbidden", async () => {
    const user = await house.person();
    const [folder, workspace] = [await makers.folder(), await makers.workspace()];
    await house.grant(user, "read", "folder", folder.id);
    await house.grant(user, "read", "workspace", workspace.id);
    const [own, document] = [await makers.folder({}, user), await makers.upload({}, "x", user)];
    for (const json of [{ documents_folder_id: folder.id }, { workspace_id: workspace.id }]) {
      expectRefusal(await user.ask("POST", FOLDERS, { json }), 403, "forbidden");
      expectRefusal(await user.ask("POST", `${DOCUMENTS}/documents`, uploadForm("x", json)), 403, "forbidden");
      expectRefusal(await move(own.id, json, user), 403, "forbidden");
      expectRefusal(await user.ask("PATCH", documentAt(document.id), { json }), 403, "forbidden");
    }
  });

  const LISTS = [FOLDERS, `${DOCUMENTS}/documents`, `${DOCUMENTS}/workspaces`, USERS, CONTACTS, GROUPS, TEAMS];

  async function refusesQueries(paths: readonly string[], queries: readonly string[]): Promise<void> {
    for (const path of paths) {
      for (const query of queries) expectMalformed(await admin.ask("GET", path, { query }));
    }
  }

  it("25 and 26: 400 for an invalid page", async () => {
    const document = await makers.upload();
    const wrong = ["0", "101", "-1", "abc", "1e3", "2.5", "", "0x10", " 5", "５"].map(
      (value) => `per_page=${encodeURIComponent(value)}`,
    );
    const pages = ["page=0", "page=-1", "page=999999999999999999999", "page=1.0", "page=x"];
    await refusesQueries([...LISTS, versionsOf(document.id)], [...wrong, ...pages]);
    const far = await admin.ask<readonly unknown[]>("GET", FOLDERS, { query: "page=90000000000000" });
    expect([far.status, far.body]).toEqual([200, []]);
  });

  it("27: 400 for an order that is not offered", async () => {
    const orders = [
      "sort=password_digest",
      "sort=name;drop",
      "sort=",
      "sort=id",
      "sort=name_fold",
      "sort=__proto__",
      "sort=name&sort=name",
    ];
    const directions = ["direction=up", "direction=", "direction=DESC", "direction=asc,desc"];
    await refusesQueries(LISTS, [...orders, ...directions]);
    await refusesQueries([FOLDERS], ["sort=description", "sort=byte_size", "sort=created_by", "sort=placed_seq"]);
  });

  it("28: 400 for a field that is not offered", async () => {
    const guesses = [
      "password_start",
      "password_digest_eq",
      "api_key_eq",
      "workspace_users_email_eq",
      "user_email_address_eq",
      "created_by_eq",
    ];
    const insides = [
      "name_fold_eq",
      "placed_seq_eq",
      "metadata_user_eq",
      "metadata_user_present",
      "tags_eq",
      "constructor_eq",
      "__proto___eq",
      "blob_key_start",
    ];
    await refusesQueries(
      LISTS,
      [...guesses, ...insides].map((key) => `q[${key}]=a`),
    );
    await refusesQueries(LISTS, ["q[api_key_eq]=", "q[versions_count_eq]=1", "q[completion_percentage_eq]=0"]);
  });

  it("29: 400 for an invalid filter", async () => {
    const shapes = [
      "q=string",
      "q[]=1",
      "q[name_cont][x]=1",
      "q[g][0][m]=or",
      "q[s]=name",
      "q[name]=1",
      "q[_eq]=1",
      "q[eq]=1",
    ];
    const names = ["q[name_frob]=1", "q[NAME_eq]=1", "q[name_eq", "q[name_eq]x=1", "q[name_eq][][]=1", "q[name-eq]=1"];
    const misused = [
      "q[name_true]=1",
      "q[tags_null]=1",
      "q[id_gt]=1",
      "q[created_at_matches]=2%25",
      "q[name_null_any][]=1",
      "q[name_present][]=1",
      "q[name_eq_all]=a",
    ];
    await refusesQueries([FOLDERS], [...shapes, ...names, ...misused]);
    await refusesQueries(
      [`${DOCUMENTS}/documents`],
      ["q[name_cont][x]=1", "q[byte_size_cont]=1", "q[byte_size_start]=1"],
    );
  });

  it("30 and 31: takes a value as it is written", async () => {
    const workspace = await makers.workspace();
    const names = ["100%", "a_b", "a\\b", "axb", "' OR 1=1 --", "École"];
    for (const name of names) await makers.folder({ name, workspace_id: workspace.id });
    const found = async (key: string, value: string) => {
      const query = { workspace_id: workspace.id, sort: "name", direction: "asc", [`q[${key}]`]: value };
      const reply = await admin.ask<readonly FolderBody[]>("GET", FOLDERS, { query });
      return expectStatus(reply, 200).map(({ name }) => name);
    };
    expect(await found("name_cont", "%")).toEqual(["100%"]);
    expect(await found("name_cont", "_")).toEqual(["a_b"]);
    expect(await found("name_cont", "\\")).toEqual(["a\\b"]);
    expect(await found("name_start", "a_")).toEqual(["a_b"]);
    expect(await found("name_start", "%")).toEqual([]);
    expect(await found("name_end", "%")).toEqual(["100%"]);
    expect(await found("name_end", "_b")).toEqual(["a_b"]);
    expect(await found("name_start", "é")).toEqual(["École"]);
    expect(await found("name_cont", "école")).toEqual(["École"]);
    expect(await found("name_cont", "ecole")).toEqual([]);
    expect(await found("name_eq", "' OR 1=1 --")).toEqual(["' OR 1=1 --"]);
    expect(await found("name_eq", "' OR 1=1; --")).toEqual([]);
    expect(await found("name_eq", "a%")).toEqual([]);
    expect(await found("name_matches", "A%B")).toEqual(["a\\b", "a_b", "axb"]);
    expect(await found("name_matches", "a\\_b")).toEqual(["a_b"]);
    expect(await found("name_matches", "a\\\\b")).toEqual(["a\\b"]);
    expect(await found("name_matches", "a\\")).toEqual([]);
    expect(await found("name_matches", "_cole")).toEqual(["École"]);
    expect(await found("name_does_not_match", "%\\%")).not.toContain("100%");
  });

  it("32 and 35: 400 for a value that is not of its field's kind", async () => {
    await refusesQueries(
      [FOLDERS],
      ["q[created_at_gteq]=yesterday", "q[workspace_id_eq]=1", "q[description_present]=maybe"],
    );
    await refusesQueries(
      [FOLDERS],
      ["q[tags_present]=yes", "q[created_at_lt_any][]=now", "q[name_not_null]=2", "q[created_at_null]=2026-01-01"],
    );
    const { body } = await admin.ask<{ readonly error?: unknown }>("GET", FOLDERS, {
      query: "q[description_present]=maybe",
    });
    expect(JSON.stringify(body)).toContain("q[description_present]");
    await refusesQueries([FOLDERS], ["q[created_at_eq]=2026-02-30", "q[id_in][]=x", "q[created_at_eq]=12"]);
    await refusesQueries(
      [`${DOCUMENTS}/documents`],
      ["q[byte_size_eq]=abc", "q[byte_size_eq]=1.5", "q[byte_size_eq]=1e3"],
    );
    await refusesQueries([USERS], ["q[active_eq]=maybe"]);
    await refusesQueries(
      [FOLDERS, `${DOCUMENTS}/documents`],
      ["workspace_id=x", "documents_folder_id=x", "workspace_id="],
    );
    await refusesQueries([FOLDERS], ["q[name_eq]=a%00b"]);
  });

  it("33: 400 for more conditions, values or characters than a filter may have", async () => {
    const values = (count: number) => Array.from({ length: count }, () => `q[id_in][]=${NOTHING}`).join("&");
    const conditions = (count: number) => Array.from({ length: count }, () => "q[name_cont]=x").join("&");
    const long = (length: number) => `q[name_eq]=${"x".repeat(length)}`;
    const widest = "name_or_icon_or_external_id_or_color_or_name_not_cont_all";
    const quantified = (count: number) => Array.from({ length: count }, () => `q[${widest}][]=x`).join("&");
    const pattern = (count: number) => `q[name_matches]=${"%25".repeat(count)}`;
    const compound = (count: number) => `q[${Array(count).fill("name").join("_or_")}_eq]=x`;
    await refusesQueries(
      [FOLDERS],
      [values(101), conditions(21), long(201), compound(6), quantified(101), pattern(11), `${pattern(10)}_`],
    );
    for (const query of [
      values(100),
      conditions(20),
      long(200),
      compound(5),
      quantified(100),
      pattern(10),
      `q[name_eq]=${encodeURIComponent("😀".repeat(200))}`,
    ]) {
      expectStatus(await admin.ask<unknown>("GET", FOLDERS, { query }), 200);
    }
  });

  it("400 for more than two searches of descriptions, and for more than two wildcards in one", async () => {
    const kinds = ["folders", "documents", "workspaces", "domains", "document_types", "classification_plans"];
    const lists = [...kinds.map((kind) => `${DOCUMENTS}/${kind}`), GROUPS, TEAMS];
    const search = (count: number, predicate = "cont", value = "a") =>
      Array.from({ length: count }, () => `q[description_${predicate}]=${value}`).join("&");
    await refusesQueries(lists, [search(3), search(3, "not_start"), search(1, "matches", "%25_%25")]);
    for (const list of lists) {
      expectStatus(await admin.ask<unknown>("GET", list, { query: search(2, "does_not_match", "%25x_") }), 200);
    }
  });

  it("34: 400 for a filter that mixes or and and", async () => {
    await refusesQueries([FOLDERS], ["q[a_or_b_and_c_eq]=x", "q[name_or_description_and_icon_eq]=x"]);
    expectStatus(await admin.ask<unknown>("GET", FOLDERS, { query: "q[name_or_description_or_icon_eq]=x" }), 200);
  });

  it("accepts a list only for a list parameter, and never splits at commas", async () => {
    await refusesQueries(
      [FOLDERS],
      ["q[name_in]=a,b", "q[name_in]=a", "q[name_eq][]=a", "q[name_cont][]=a", "q[name_not_in]=a"],
    );
  });
});
