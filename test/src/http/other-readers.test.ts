import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DOCUMENTS, type House, openHouse, type Person } from "../../support/application-fixture.ts";
import { usualDatabases } from "../../support/databases.ts";
import {
  contentOf,
  documentAt,
  folderAt,
  type Makers,
  makersFor,
  permissionsOf,
  publicAccessOf,
  versionsOf,
  workspaceAt,
} from "../../support/record-factories.ts";
import {
  DOCUMENT,
  type DocumentBody,
  type EffectivePermissionBody,
  FOLDER_WITH_ITEMS,
  type FolderBody,
  type FolderWithItemsBody,
  recordProblems,
  type VersionBody,
} from "../../support/records.ts";
import { expectInvalid, expectNotFound, expectRefusal, expectStatus } from "../../support/refusals.ts";
import { uploadForm } from "../../support/send-request.ts";

/** A signed-in user without permissions, who reads by public access alone (public-access.md 4.7). */
describe.each(usualDatabases)("a user without permissions, on $name", ({ open }) => {
  let house: House;
  let makers: Makers;
  let stranger: Person;
  let estate: Awaited<ReturnType<typeof publish>>;
  beforeAll(async () => {
    house = await openHouse(await open());
    makers = makersFor(house);
    stranger = await house.person();
    estate = await publish();
  });
  afterAll(() => house.close());

  /**
   * workspace / hidden / top (published) / inner / deep; in top a deed, an excluded paper and one that came too late.
   */
  async function publish() {
    const plan = await makers.plan({ entries: [{ code: "A", label: "Acts", parent_code: null, keywords: [] }] });
    const workspace = await makers.workspace({ classification_plan_id: plan.id });
    const hidden = await makers.folder({ name: "hidden", workspace_id: workspace.id });
    const text = { tag_list: ["a secret tag"] };
    const top = await makers.folder({ name: "top", documents_folder_id: hidden.id, ...text });
    const inner = await makers.folder({ name: "inner", documents_folder_id: top.id, ...text });
    const deep = await makers.folder({ name: "deep", documents_folder_id: inner.id });
    const more = { ...text, metadata_user: { secret: "metadata" }, classification_code: "A" };
    const deed = await makers.upload({ name: "deed", documents_folder_id: top.id, ...more }, "the deed");
    await makers.version(deed.id, "another deed");
    const versions = await house.admin.ask<readonly VersionBody[]>("GET", versionsOf(deed.id));
    const version = versions.body[0]?.id ?? "";
    const paper = await makers.upload({ name: "excluded", documents_folder_id: top.id });
    await makers.publish(top.id);
    await makers.exclude(documentAt(paper.id));
    const late = await makers.upload({ name: "late", documents_folder_id: top.id });
    return { workspace, hidden, top, inner, deep, deed, version, paper, late };
  }

  const get = <Body>(path: string, by = stranger) => by.ask<Body>("GET", path);
  const folder = async (id: string, by = stranger) =>
    expectStatus(await get<FolderWithItemsBody>(folderAt(id), by), 200);
  const document = async (id: string, by = stranger) => expectStatus(await get<DocumentBody>(documentAt(id), by), 200);

  it("reads a public folder by its id, without its users' metadata, and its readable content", async () => {
    const { top, inner, deed } = estate;
    const seen = await folder(top.id);
    expect(recordProblems(FOLDER_WITH_ITEMS, seen)).toEqual([]);
    expect(seen).toMatchObject({
      id: top.id,
      name: "top",
      documents_folder_id: null,
      workspace_id: null,
      classification_plan_id: null,
      workspace: null,
      parent: null,
      tags: [],
      external_id: null,
      items_truncated: false,
    });
    expect(seen.items.map(({ type, id }) => [type, id])).toEqual([
      ["folder", inner.id],
      ["file", deed.id],
    ]);
    const reference = { id: top.id, name: "top", documents_folder_id: null };
    const [shownFolder, shownFile] = seen.items as unknown as [FolderBody, DocumentBody];
    expect(shownFolder).toMatchObject({
      tags: [],
      workspace: null,
      workspace_id: null,
      documents_folder_id: top.id,
      parent: reference,
    });
    expect(shownFile.metadata_user).toEqual({});
    expect(shownFile).toMatchObject({
      tags: [],
      created_by: null,
      external_id: null,
      workspace: null,
      workspace_id: null,
      documents_folder_id: top.id,
      folder: reference,
    });
  });

  it("sees the name of the parent if the parent is readable too", async () => {
    const { top, inner, deep } = estate;
    expect((await folder(inner.id)).parent).toEqual({
      id: top.id,
      name: "top",
      documents_folder_id: null,
    });
    expect((await folder(deep.id)).parent?.name).toBe("inner");
  });

  it("reads a public document and its bytes", async () => {
    const { deed, top } = estate;
    const seen = await document(deed.id);
    expect(recordProblems(DOCUMENT, seen)).toEqual([]);
    expect(seen.metadata_user).toEqual({});
    expect(seen).toMatchObject({
      name: "deed",
      versions_count: 1,
      tags: [],
      created_by: null,
      external_id: null,
      workspace: null,
      folder: { id: top.id },
    });
    const content = await get<undefined>(contentOf(deed.id));
    expect([content.status, content.text]).toEqual([200, "another deed"]);
    expect(content.headers.get("cache-control")).toBe("private, no-cache");
  });

  it("gets the whole record as soon as he has a permission, and only of that one", async () => {
    const reader = await house.person();
    const { top, paper, late, deed, inner } = estate;
    await makers.permission(documentAt(paper.id), reader, "read");
    const seen = await folder(top.id, reader);
    expect(seen.items.map(({ id }) => id)).toEqual([inner.id, deed.id, paper.id]);
    expect(seen.items.map((item) => (item as DocumentBody).created_by?.id ?? null)).toEqual([
      null,
      null,
      house.admin.id,
    ]);
    const alone = await document(paper.id, reader);
    expect([alone.workspace, alone.workspace_id]).toEqual([null, estate.workspace.id]);
    expect([alone.folder, alone.documents_folder_id]).toEqual([
      { id: top.id, name: "top", documents_folder_id: null },
      top.id,
    ]);
    await makers.permission(folderAt(top.id), reader, "read");
    const whole = await folder(top.id, reader);
    expect(whole.items.map(({ id }) => id)).toEqual([inner.id, deed.id, paper.id, late.id]);
    expect([whole.tags, whole.workspace, whole.parent]).toEqual([["a secret tag"], null, null]);
    expect([whole.workspace_id, whole.documents_folder_id]).toEqual([estate.workspace.id, top.documents_folder_id]);
  });

  it("sees what is retained among the items that he has a permission on, as in their records", async () => {
    const reader = await house.person();
    const workspace = await makers.workspace({ retain_until: "2037-01-01" });
    const top = await makers.folder({ workspace_id: workspace.id });
    const within = { documents_folder_id: top.id };
    const own = await makers.upload({ ...within, name: "own", retain_until: "2038-01-01" });
    const inherited = await makers.upload({ ...within, name: "inherited" });
    const inner = await makers.folder({ ...within, name: "inner", retain_until: "2038-01-01" });
    await makers.upload({ ...within, name: "other", retain_until: "2038-01-01" });
    await makers.publish(top.id);
    for (const at of [documentAt(own.id), documentAt(inherited.id), folderAt(inner.id)])
      await makers.permission(at, reader, "read");
    const { items } = await folder(top.id, reader);
    const until = (day: string, by: unknown) => ({ until: day, legal_hold: false, by });
    expect(items.map(({ name, retained }) => [name, retained])).toEqual([
      ["inner", until("2038-01-01", { type: "folder", id: inner.id, name: "inner" })],
      ["inherited", until("2037-01-01", null)],
      ["other", null],
      ["own", until("2038-01-01", { type: "document", id: own.id, name: "own" })],
    ]);
    expect((await document(own.id, reader)).retained).toEqual(items[3]?.retained);
    expect((await document(inherited.id, reader)).retained).toEqual(items[1]?.retained);
    expect((await folder(inner.id, reader)).retained).toEqual(items[0]?.retained);
  });

  it("finds nothing that is not public", async () => {
    const { workspace, hidden, paper, late } = estate;
    for (const path of [
      workspaceAt(workspace.id),
      folderAt(hidden.id),
      documentAt(paper.id),
      documentAt(late.id),
      contentOf(late.id),
    ]) {
      expectNotFound(await get(path));
    }
  });

  it("gets public access as the source, and no level by it", async () => {
    for (const at of [folderAt(estate.top.id), documentAt(estate.deed.id)]) {
      const effective = await get<EffectivePermissionBody>(`${permissionsOf(at)}/effective`);
      expect(expectStatus(effective, 200)).toEqual({
        level: null,
        source: { type: "public", permission_id: null, inherited_from: null },
      });
    }
    expectNotFound(await get(`${permissionsOf(documentAt(estate.late.id))}/effective`));
  });

  it("reads neither old versions, permissions nor the state of public access", async () => {
    const { top, deed, version } = estate;
    for (const path of [
      versionsOf(deed.id),
      `${versionsOf(deed.id)}/${version}/content`,
      permissionsOf(folderAt(top.id)),
      permissionsOf(documentAt(deed.id)),
      publicAccessOf(folderAt(top.id)),
      publicAccessOf(documentAt(deed.id)),
    ]) {
      expectRefusal(await get(path), 403, "forbidden");
    }
  });

  it("changes nothing, puts nothing there and takes nothing away [I-25]", async () => {
    const { top, deed, version } = estate;
    const own = await makers.folder({ name: "his own" }, stranger);
    const ownDocument = await makers.upload({}, "his own", stranger);
    const inTop = { documents_folder_id: top.id };
    const before = [await folder(top.id, house.admin), await document(deed.id, house.admin)];
    const acts = [
      ["PATCH", folderAt(top.id), { json: { name: "taken" } }],
      ["DELETE", folderAt(top.id), {}],
      ["PATCH", documentAt(deed.id), { json: { name: "taken" } }],
      ["PATCH", documentAt(deed.id), { json: { documents_folder_id: own.id } }],
      ["PATCH", documentAt(deed.id), uploadForm("another")],
      ["DELETE", documentAt(deed.id), {}],
      ["POST", versionsOf(deed.id), uploadForm("another")],
      ["POST", `${versionsOf(deed.id)}/${version}/restore`, {}],
      ["POST", `${DOCUMENTS}/folders`, { json: inTop }],
      ["POST", `${DOCUMENTS}/documents`, uploadForm("another", inTop)],
      ["PATCH", folderAt(own.id), { json: inTop }],
      ["PATCH", documentAt(ownDocument.id), { json: inTop }],
      ["POST", publicAccessOf(folderAt(top.id)), {}],
      ["DELETE", publicAccessOf(folderAt(top.id)), {}],
      ["POST", `${publicAccessOf(folderAt(top.id))}/propagate`, {}],
      ["POST", `${publicAccessOf(folderAt(top.id))}/exclusion`, {}],
      ["DELETE", `${publicAccessOf(folderAt(top.id))}/exclusion`, {}],
      ["POST", `${folderAt(top.id)}/site`, {}],
      ["POST", `${publicAccessOf(documentAt(deed.id))}/exclusion`, {}],
      ["DELETE", `${publicAccessOf(documentAt(deed.id))}/exclusion`, {}],
      [
        "POST",
        permissionsOf(folderAt(top.id)),
        { json: { subject_type: "user", subject_id: stranger.id, level: "read" } },
      ],
    ] as const;
    for (const [method, path, asking] of acts) {
      const { status, body } = await stranger.ask(method, path, asking);
      expect({ method, path, status, error: body.error }).toEqual({ method, path, status: 403, error: "forbidden" });
    }
    expectInvalid(
      await stranger.ask("POST", `${DOCUMENTS}/folders`, { json: { documents_folder_id: estate.hidden.id } }),
      "documents_folder_id",
      "not_found",
    );
    expect([await folder(top.id, house.admin), await document(deed.id, house.admin)]).toEqual(before);
  });

  it("finds nothing of it in lists, counts, filters or tags [I-25]", async () => {
    const lone = await house.person();
    const { top, inner, deed } = estate;
    await house.work();
    const lists = [
      `${DOCUMENTS}/folders`,
      `${DOCUMENTS}/documents`,
      `${DOCUMENTS}/workspaces`,
      `${DOCUMENTS}/tags`,
      `${DOCUMENTS}/folders?documents_folder_id=${top.id}`,
      `${DOCUMENTS}/documents?documents_folder_id=${top.id}`,
      `${DOCUMENTS}/folders?workspace_id=${top.workspace_id}`,
      `${DOCUMENTS}/documents?q[name_cont]=deed`,
      `${DOCUMENTS}/documents?q[id_eq]=${deed.id}`,
      `${DOCUMENTS}/folders?q[id_in][]=${inner.id}`,
      `${DOCUMENTS}/folders?q[tags_present]=true`,
      `${DOCUMENTS}/tags?q[name_start]=a`,
      `${DOCUMENTS}/search?query=deed`,
    ];
    for (const path of lists) {
      const { status, body, headers } = await get<readonly unknown[]>(path, lone);
      expect({ path, status, body, count: headers.get("x-total-count") }).toEqual({
        path,
        status: 200,
        body: [],
        count: "0",
      });
    }
  });

  it("finds nothing more once it is cut", async () => {
    const { top, deed } = await publish();
    expectStatus(await get<unknown>(documentAt(deed.id)), 200);
    await house.admin.ask("DELETE", publicAccessOf(folderAt(top.id)));
    for (const path of [folderAt(top.id), documentAt(deed.id), contentOf(deed.id)]) expectNotFound(await get(path));
  });
});
