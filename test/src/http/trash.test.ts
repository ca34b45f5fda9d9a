import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DOCUMENTS, type House, openHouse, type Person } from "../../support/application-fixture.ts";
import { databases, type TestDatabase } from "../../support/databases.ts";
import {
  blobFiles,
  contentOf,
  documentAt,
  folderAt,
  type Makers,
  makersFor,
  NOTHING,
  versionsOf,
  workspaceAt,
} from "../../support/record-factories.ts";
import type {
  AuditEventBody,
  DocumentBody,
  FolderWithItemsBody,
  PermissionBody,
  PublicAccessStateBody,
  TrashEntryBody,
  VersionBody,
  WorkspaceBody,
} from "../../support/records.ts";
import {
  expectInvalid,
  expectNotFound,
  expectRefusal,
  expectStatus,
  withoutRequestId,
} from "../../support/refusals.ts";
import { type Asking, uploadForm } from "../../support/send-request.ts";

const TRASH = `${DOCUMENTS}/trash`;
const DAY_MS = 86_400_000;

describe.each(databases)("the trash on $name", ({ open }) => {
  let database: TestDatabase;
  let house: House;
  let makers: Makers;
  let admin: Person;
  beforeAll(async () => {
    database = await open();
    house = await openHouse(database);
    makers = makersFor(house);
    admin = house.admin;
  });
  afterAll(() => house.close());

  const list = async (by = admin, query: Readonly<Record<string, string>> = {}) =>
    expectStatus(await by.ask<readonly TrashEntryBody[]>("GET", TRASH, { query }), 200);
  const entryOf = async (id: string, by = admin) =>
    (await list(by, { per_page: "100" })).find((each) => each.id === id);
  const remove = async (path: string, by = admin) => void expectStatus(await by.ask("DELETE", path), 204);
  const restore = <Body = DocumentBody>(id: string, json: object = {}, by = admin) =>
    by.ask<Body>("POST", `${TRASH}/${id}/restore`, { json });
  const purge = (id: string, by = admin) => by.ask("DELETE", `${TRASH}/${id}`);

  it("restores no Idempotency-Key: a repeated request creates something new", async () => {
    const { id: workspaceId } = await makers.workspace({}, admin);
    const send = (path: string, key: string, asking: Asking) =>
      admin.ask<DocumentBody>("POST", path, { ...asking, headers: { ...asking.headers, "idempotency-key": key } });
    const createFolder = () =>
      send(`${DOCUMENTS}/folders`, "folder", { json: { name: "f", workspace_id: workspaceId } });
    const folder = expectStatus(await createFolder(), 201);
    const upload = () =>
      send(`${DOCUMENTS}/documents`, "document", uploadForm("a", { documents_folder_id: folder.id }));
    const document = expectStatus(await upload(), 201);
    const digest = { expected_sha256: document.sha256 };
    const addVersion = () => send(versionsOf(document.id), "version", uploadForm("b", digest));
    expectStatus(await addVersion(), 201);
    const reader = { subject_type: "user", subject_id: (await house.person()).id, level: "read" };
    const grant = () => send(`${folderAt(folder.id)}/permissions`, "permission", { json: reader });
    expectStatus(await grant(), 201);
    for (const repeat of [createFolder, upload, addVersion, grant])
      expect((await repeat()).headers.get("idempotency-replayed")).toBe("true");

    await remove(folderAt(folder.id));
    for (const repeat of [createFolder, upload, addVersion, grant]) expectNotFound(await repeat());
    expectStatus(await restore(folder.id), 200);
    expectRefusal(await addVersion(), 409, "version_precondition_failed");
    expect((await grant()).headers.get("idempotency-replayed")).toBeNull();
    const again = [expectStatus(await upload(), 201), expectStatus(await createFolder(), 201)];
    expect(again.map(({ id }) => id)).not.toContain(document.id);
    expect(again.map(({ id }) => id)).not.toContain(folder.id);
  });

  it("takes a folder back whole, under its ids, and not public", async () => {
    const manager = await house.person({ role: "manager" });
    const workspace = await makers.workspace({ label: "Résidence" }, manager);
    const [above, top] = await makers.chain(2, { workspace_id: workspace.id, name: "above" }, manager);
    const id = top?.id ?? "";
    await makers.changeFolder(id, { name: "Baux", tag_list: ["lease"] });
    const inner = await makers.folder({ documents_folder_id: id });
    const document = await makers.upload({ documents_folder_id: inner.id, metadata_user: { a: 1 } }, "some text");
    await makers.version(document.id, "other text");
    const reader = await house.person();
    await makers.permission(documentAt(document.id), reader, "read");
    await makers.publish(above?.id ?? "");
    const before = expectStatus(await admin.ask<DocumentBody>("GET", documentAt(document.id)), 200);
    const versions = expectStatus(await admin.ask<readonly VersionBody[]>("GET", versionsOf(document.id)), 200);

    await remove(folderAt(id), manager);
    const gone = await reader.ask("GET", documentAt(document.id));
    expectNotFound(gone);
    expect(withoutRequestId(gone)).toEqual(withoutRequestId(await reader.ask("GET", documentAt(NOTHING))));
    expectNotFound(await admin.ask("GET", folderAt(inner.id)));
    expectNotFound(await admin.ask("GET", `${documentAt(document.id)}/permissions`));
    expectNotFound(await house.ask("GET", `/public/v1/documents/${document.id}`));
    expectNotFound(await admin.ask("DELETE", folderAt(id)));
    expect(expectStatus(await reader.ask<readonly DocumentBody[]>("GET", `${DOCUMENTS}/documents`), 200)).toEqual([]);

    expect(await entryOf(id, manager)).toEqual({
      ...{ id, kind: "folder", name: "Baux", path: ["Résidence", "above"] },
      ...{ documents_count: 1, byte_size: 10 },
      deleted_at: expect.any(String),
      deleted_by: { id: manager.id, display_name: expect.any(String) },
      restorable_until: expect.any(String),
      restorable_to: { type: "folder", id: above?.id, name: above?.name },
    });
    expect(await list(reader)).toEqual([]);
    expectNotFound(await restore(id, {}, reader));

    const back = expectStatus(await restore<FolderWithItemsBody>(id, {}, manager), 200);
    expect(back).toMatchObject({ id, name: "Baux", tags: ["lease"], documents_folder_id: above?.id });
    const { text_status: _, ...restored } = expectStatus(
      await admin.ask<DocumentBody>("GET", documentAt(document.id)),
      200,
    );
    const { text_status: __, ...original } = before;
    expect(restored).toEqual(original);
    expect(expectStatus(await admin.ask("GET", versionsOf(document.id)), 200)).toEqual(versions);
    const permissions = await admin.ask<readonly PermissionBody[]>("GET", `${documentAt(document.id)}/permissions`);
    expect(permissions.body.map((each) => each.subject_id)).toContain(reader.id);
    expect((await reader.ask("GET", contentOf(document.id))).text).toBe("other text");
    expectNotFound(await house.ask("GET", `/public/v1/documents/${document.id}`));
    const state = await admin.ask<PublicAccessStateBody>("GET", `${documentAt(document.id)}/public_access`);
    expect(state.body.reason).toBe("not_stamped");
    expectNotFound(await restore(id, {}, manager));
    expectNotFound(await purge(id));

    const events = await admin.ask<readonly AuditEventBody[]>("GET", "/api/v1/audit_events", {
      query: { "q[resource_id_eq]": id, direction: "asc" },
    });
    const counts = { path: ["Résidence", "above"], documents_count: 1, folders_count: 2, byte_size: 10 };
    expect(events.body.filter(({ action }) => /deleted|restored/.test(action))).toMatchObject([
      { action: "folder.deleted", detail: counts },
      { action: "folder.restored", detail: counts },
    ]);
  });

  it("takes a workspace back with its plan, its codes and its content", async () => {
    const csv = "code,label,parent_code,keywords\nA,Leases,,\n";
    const workspace = await makers.workspace({ label: "Whole", classification_plan_csv: csv });
    const document = await makers.upload({ workspace_id: workspace.id, classification_code: "A" });
    const before = expectStatus(await admin.ask<WorkspaceBody>("GET", workspaceAt(workspace.id)), 200);
    await remove(workspaceAt(workspace.id));
    expect(await entryOf(workspace.id)).toMatchObject({
      ...{ kind: "workspace", path: [], documents_count: 1 },
      restorable_to: { type: "none", id: null, name: null },
    });
    expectInvalid(await restore(workspace.id, { workspace_id: workspace.id }), "workspace_id", "unsupported");
    expect(expectStatus(await restore<WorkspaceBody>(workspace.id), 200)).toEqual(before);
    const back = expectStatus(await admin.ask<DocumentBody>("GET", documentAt(document.id)), 200);
    expect(back).toMatchObject({ classification_code: "A", workspace_id: workspace.id });
  });

  it("requires a destination once the place is gone, and checks access to it", async () => {
    const workspace = await makers.workspace();
    const other = await makers.workspace();
    const folder = await makers.folder({ workspace_id: workspace.id });
    const person = await house.person();
    await makers.permission(folderAt(folder.id), person, "manage");
    const document = await makers.upload({ documents_folder_id: folder.id }, "text", person);
    await remove(documentAt(document.id), person);
    expect(await entryOf(document.id, person)).toMatchObject({ path: ["a folder"] });
    await remove(folderAt(folder.id));
    expect(await entryOf(document.id, person)).toBeUndefined();
    expectNotFound(await restore(document.id, {}, person));
    expect(await entryOf(document.id)).toMatchObject({ restorable_to: null, path: [workspace.label, "a folder"] });
    expectInvalid(await restore(document.id), "destination", "not_found");
    expectInvalid(await restore(document.id, { documents_folder_id: folder.id }), "documents_folder_id", "not_found");
    const otherFolder = await makers.folder({ workspace_id: other.id });
    const contradiction = { documents_folder_id: otherFolder.id, workspace_id: workspace.id };
    expectRefusal(await restore(document.id, contradiction), 422, "workspace_mismatch");
    expect(expectStatus(await restore(folder.id), 200)).toMatchObject({ workspace_id: workspace.id });
    const readable = await makers.folder();
    await makers.permission(folderAt(readable.id), person, "read");
    expectRefusal(await restore(document.id, { documents_folder_id: readable.id }, person), 403, "forbidden");
    const placed = expectStatus(await restore(document.id, { documents_folder_id: otherFolder.id }), 200);
    expect(placed).toMatchObject({ documents_folder_id: otherFolder.id, workspace_id: other.id });
    const deep = await makers.chain(64);
    const shallow = await makers.folder();
    await remove(folderAt(shallow.id));
    const tooDeep = await restore(shallow.id, { documents_folder_id: deep.at(-1)?.id });
    expectRefusal(tooDeep, 422, "folder_too_deep");
    expectStatus(await restore(shallow.id), 200);
  });

  it("is restored by its deleting user with write access, and purged by a manager with the right to manage it", async () => {
    const folder = await makers.folder();
    const writer = await house.person({ role: "manager" });
    await makers.permission(folderAt(folder.id), writer, "write");
    const document = await makers.upload({ documents_folder_id: folder.id });
    await remove(documentAt(document.id), writer);
    const member = await house.person();
    expectRefusal(await purge(document.id, member), 403, "forbidden");
    expectRefusal(await purge(document.id, writer), 403, "forbidden");
    expectStatus(await restore(document.id, {}, writer), 200);
    await remove(documentAt(document.id), writer);
    const stored = await blobFiles(house);
    expectStatus(await purge(document.id), 204);
    expectNotFound(await purge(document.id));
    expectNotFound(await restore(document.id));
    house.clock.pass(8 * DAY_MS);
    await house.upkeep.run();
    expect((await blobFiles(house)).length).toBe(stored.length - 1);
    expect(await house.findings()).toEqual([]);
  });

  it("ends for all users at once, and its bytes are collected after the grace period", async () => {
    const document = await makers.upload();
    await remove(documentAt(document.id));
    house.clock.pass(30 * DAY_MS - 60_000);
    expect(await entryOf(document.id)).toBeDefined();
    house.clock.pass(60_000);
    expect(await entryOf(document.id)).toBeUndefined();
    expectNotFound(await restore(document.id));
    expectNotFound(await purge(document.id));
    const stored = (await blobFiles(house)).length;
    await house.upkeep.run();
    expect((await blobFiles(house)).length).toBe(stored);
    house.clock.pass(8 * DAY_MS);
    await house.upkeep.run();
    expect((await blobFiles(house)).length).toBeLessThan(stored);
    expect(await house.findings()).toEqual([]);
  });

  it("of two restores, or of a concurrent restore and purge, one wins", async () => {
    for (let round = 0; round < 3; round += 1) {
      const document = await makers.upload();
      await remove(documentAt(document.id));
      const twice = await Promise.all([restore(document.id), restore(document.id)]);
      expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 404]);
      await remove(documentAt(document.id));
      const [restored, purged] = await Promise.all([restore(document.id), purge(document.id)]);
      expect([restored.status, purged.status]).toEqual(restored.status === 200 ? [200, 404] : [404, 204]);
      const found = await admin.ask("GET", documentAt(document.id));
      expect(found.status).toBe(restored.status);
    }
    expect(await house.findings()).toEqual([]);
  });

  it("restores during changes of the destination, either before or after them", async () => {
    for (let round = 0; round < 2; round += 1) {
      const [one, other] = [await makers.workspace(), await makers.workspace()];
      const folder = await makers.folder({ workspace_id: one.id });
      const document = await makers.upload({ documents_folder_id: folder.id });
      await remove(documentAt(document.id));
      const move = { json: { workspace_id: other.id, documents_folder_id: null } };
      const [back, moved] = await Promise.all([restore(document.id), admin.ask("PATCH", folderAt(folder.id), move)]);
      expect([back.status, moved.status]).toEqual([200, 200]);
      const placed = expectStatus(await admin.ask<DocumentBody>("GET", documentAt(document.id)), 200);
      expect(placed).toMatchObject({ documents_folder_id: folder.id, workspace_id: other.id });

      await remove(documentAt(document.id));
      const [again, deleted] = await Promise.all([restore(document.id), admin.ask("DELETE", folderAt(folder.id))]);
      expect(deleted.status).toBe(204);
      expect((await admin.ask("GET", documentAt(document.id))).status).toBe(404);
      if (again.status !== 200) expectInvalid(again, "destination", "not_found");
      expectStatus(await restore(folder.id), 200);
      const within = await admin.ask("GET", documentAt(document.id));
      expect(within.status).toBe(again.status === 200 ? 200 : 404);
    }
    expect(await house.findings()).toEqual([]);
  });

  it("publishes nothing during changes of public access", async () => {
    const acts: Readonly<Record<string, (at: string) => Promise<unknown>>> = {
      unpublish: (at) => admin.ask("DELETE", `${at}/public_access`),
      exclude: (at) => admin.ask("POST", `${at}/public_access/exclusion`),
      "publish alone": (at) => admin.ask("POST", `${at}/public_access`, { json: { propagate: false } }),
    };
    for (const [act, perform] of Object.entries(acts)) {
      const folder = await makers.folder();
      const inner = await makers.folder({ documents_folder_id: folder.id });
      const document = await makers.upload({ documents_folder_id: inner.id });
      if (act !== "publish alone") await makers.publish(folder.id);
      await remove(folderAt(inner.id));
      const [back] = await Promise.all([restore(inner.id), perform(folderAt(folder.id))]);
      expect({ act, status: back.status }).toEqual({ act, status: 200 });
      for (const path of [`/public/v1/documents/${document.id}`, `/public/v1/folders/${inner.id}`])
        expectNotFound(await house.ask("GET", path));
    }
    const folder = await makers.folder();
    const document = await makers.upload({ documents_folder_id: folder.id });
    await makers.publish(folder.id);
    await remove(documentAt(document.id));
    const propagated = admin.ask<PublicAccessStateBody>("POST", `${folderAt(folder.id)}/public_access/propagate`);
    const [, { body }] = await Promise.all([restore(document.id), propagated]);
    const seen = await house.ask("GET", `/public/v1/documents/${document.id}`);
    expect(seen.status).toBe(body.granted_count === 2 ? 200 : 404);
    expect(await house.findings()).toEqual([]);
  });

  it("gives composed documents their place back", async () => {
    const workspace = await makers.workspace();
    const folder = await makers.folder({ workspace_id: workspace.id });
    const path = `${DOCUMENTS}/composed_documents`;
    const json = { template_key: "lettre", folder_id: folder.id };
    type Composed = { readonly composed_document: { readonly id: string; readonly folder_id: string | null } };
    const { id } = expectStatus(await admin.ask<Composed>("POST", path, { json }), 201).composed_document;
    const read = async () => expectStatus(await admin.ask<Composed>("GET", `${path}/${id}`), 200).composed_document;
    await remove(workspaceAt(workspace.id));
    expect(await read()).toMatchObject({ folder_id: null, workspace_id: null });
    expectStatus(await restore(workspace.id), 200);
    expect(await read()).toMatchObject({ folder_id: folder.id, workspace_id: workspace.id });
    await remove(folderAt(folder.id));
    expect(await read()).toMatchObject({ folder_id: null, workspace_id: workspace.id });
    const other = await makers.folder();
    expectStatus(await restore(folder.id, { documents_folder_id: other.id }), 200);
    expect(await read()).toMatchObject({ folder_id: folder.id, workspace_id: null });
  });

  it("sorts, filters and pages", async () => {
    const names = ["c", "a", "b"];
    const made = [];
    for (const name of names) made.push(await makers.folder({ name: `sorted ${name}` }));
    for (const { id } of made) await remove(folderAt(id));
    const query = { "q[name_start]": "sorted", sort: "name", direction: "asc", per_page: "2" };
    const reply = await admin.ask<readonly TrashEntryBody[]>("GET", TRASH, { query });
    expect(expectStatus(reply, 200).map(({ name }) => name)).toEqual(["sorted a", "sorted b"]);
    expect(reply.headers.get("x-total-count")).toBe("3");
    const newest = await list(admin, {
      "q[kind_eq]": "folder",
      "q[deleted_by_eq]": admin.id,
      "q[name_start]": "sorted",
    });
    expect(newest.map(({ name }) => name)).toEqual(["sorted b", "sorted a", "sorted c"]);
  });
});

it("without a trash a deletion is final", async () => {
  for (const { open } of databases) {
    const house = await openHouse(await open(), { environment: { CARTULARY_TRASH: "PT0S" } });
    const document = await makersFor(house).upload();
    expectStatus(await house.admin.ask("DELETE", documentAt(document.id)), 204);
    expect(expectStatus(await house.admin.ask("GET", TRASH), 200)).toEqual([]);
    const gone = await house.admin.ask("POST", `${TRASH}/${document.id}/restore`, { json: {} });
    const unknown = await house.admin.ask("POST", `${TRASH}/${NOTHING}/restore`, { json: {} });
    expectNotFound(gone);
    expect(withoutRequestId(gone)).toEqual(withoutRequestId(unknown));
    expect(await house.findings()).toEqual([]);
    await house.close();
  }
});
