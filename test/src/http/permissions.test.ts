import type { GrantListener, ReadRule } from "@cartulary/documents";
import { unprocessable } from "@cartulary/kernel";
import type { HostStores } from "@cartulary/server";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { DOCUMENTS, type House, openHouse, type Person, USERS } from "../../support/application-fixture.ts";
import { usualDatabases } from "../../support/databases.ts";
import {
  documentAt,
  folderAt,
  type Makers,
  makersFor,
  NOTHING,
  permissionsOf,
  workspaceAt,
} from "../../support/record-factories.ts";
import type { DocumentBody, EffectivePermissionBody, FolderBody, PermissionBody } from "../../support/records.ts";
import { expectInvalid, expectMalformed, expectNotFound, expectRefusal, expectStatus } from "../../support/refusals.ts";

const PUBLIC = { level: null, source: { type: "public", permission_id: null, inherited_from: null } };

describe.each(usualDatabases)("permissions on $name", ({ open }) => {
  let house: House;
  let makers: Makers;
  let admin: Person;
  /** The routes that all users may read who know the id. */
  const published = new Set<string>();
  const letIn: ReadRule<HostStores> = async (_stores, _caller, { id }) => published.has(id);
  const reports: string[] = [];
  let refusing = false;
  const listener: GrantListener<HostStores> = {
    granted: async (_stores, caller, { level, subjectId }) =>
      report(`${caller.userId} granted ${level} to ${subjectId}`),
    changed: async (_stores, caller, { oldLevel, grant: { level } }) =>
      report(`${caller.userId} changed ${oldLevel} to ${level}`),
    revoked: async (_stores, caller, { level, subjectId }) =>
      report(`${caller.userId} revoked ${level} from ${subjectId}`),
  };
  function report(deed: string): void {
    reports.push(deed);
    if (refusing) throw unprocessable("frozen", "A listener refuses");
  }

  beforeAll(async () => {
    house = await openHouse(await open(), { extraReadRules: [letIn], grantListeners: [listener] });
    makers = makersFor(house);
    admin = house.admin;
  });
  afterAll(() => house.close());

  /** A workspace with a folder with a folder with a document, made by the administrator. */
  async function estate() {
    const workspace = await makers.workspace({ label: "Résidence" });
    const [outer, inner] = (await makers.chain(2, { workspace_id: workspace.id, name: "Baux" })) as [
      FolderBody,
      FolderBody,
    ];
    const document = await makers.upload({ documents_folder_id: inner.id });
    const at = {
      workspace: workspaceAt(workspace.id),
      outer: folderAt(outer.id),
      inner: folderAt(inner.id),
      document: documentAt(document.id),
    };
    return { workspace, outer, inner, document, at };
  }

  const list = (at: string, query: Readonly<Record<string, string>> = {}, by = admin) =>
    by.ask<readonly PermissionBody[]>("GET", permissionsOf(at), { query });
  const give = (at: string, json: object, by = admin) => by.ask<PermissionBody>("POST", permissionsOf(at), { json });
  const change = (at: string, id: string, json: object, by = admin) =>
    by.ask<PermissionBody>("PATCH", `${permissionsOf(at)}/${id}`, { json });
  const revoke = (at: string, id: string, by = admin) => by.ask<unknown>("DELETE", `${permissionsOf(at)}/${id}`);
  const effective = async (at: string, by: Person) =>
    expectStatus(await by.ask<EffectivePermissionBody>("GET", `${permissionsOf(at)}/effective`), 200);
  const toUser = ({ id }: Person, level: string) => ({ subject_type: "user", subject_id: id, level });

  describe("are granted", () => {
    it("to a user on one resource, and apply to its content", async () => {
      const { outer, inner, at } = await estate();
      const ada = await house.person({ first_name: "Ada", last_name: "Lovelace" });
      const made = expectStatus(await give(at.outer, toUser(ada, "write")), 201);
      expect(made).toEqual({
        id: expect.any(String),
        subject_type: "user",
        subject_id: ada.id,
        subject: { id: ada.id, display_name: "Ada Lovelace" },
        level: "write",
        resource_type: "folder",
        resource_id: outer.id,
        inherited: false,
        inherited_from: null,
        created_at: house.clock.now(),
        updated_at: house.clock.now(),
      });
      for (const readable of [at.outer, at.inner, at.document]) {
        expectStatus(await ada.ask<unknown>("PATCH", readable, { json: { description: "hers" } }), 200);
      }
      expectNotFound(await ada.ask("GET", at.workspace));
      expect(
        (await ada.ask<readonly FolderBody[]>("GET", `${DOCUMENTS}/folders`)).body.map(({ id }) => id).sort(),
      ).toEqual([outer.id, inner.id].sort());
    });

    it("to make things there, which are answered as their maker reads them, the workspace unnamed", async () => {
      const { at, inner } = await estate();
      const ada = await house.person();
      await makers.permission(at.outer, ada, "write");
      const within = { documents_folder_id: inner.id };
      const folder = await ada.ask<FolderBody>("POST", `${DOCUMENTS}/folders`, { json: { name: "2026", ...within } });
      const { bulk_upload_id, duplicate_of, classification_reason, ...document } = await makers.upload(
        within,
        "x",
        ada,
      );
      for (const [made, path] of [
        [expectStatus(folder, 201), folderAt],
        [document, documentAt],
      ] as const) {
        const read = expectStatus(await ada.ask<FolderBody>("GET", path(made.id)), 200);
        expect(read).toMatchObject(made);
        expect(made.workspace).toBeNull();
      }
    });

    it("once to each subject on each resource", async () => {
      const { at } = await estate();
      const ada = await house.person();
      await makers.permission(at.outer, ada, "read");
      expectInvalid(await give(at.outer, toUser(ada, "manage")), "subject_id", "taken");
      expectInvalid(await give(at.outer, toUser(admin, "read")), "subject_id", "taken");
      expectStatus(await give(at.inner, toUser(ada, "write")), 201);
    });

    it("not to unknown users, nor to users as groups", async () => {
      const { at } = await estate();
      const ada = await house.person();
      const wrong = [
        { subject_type: "user", subject_id: NOTHING },
        { subject_type: "group", subject_id: NOTHING },
        { subject_type: "group", subject_id: ada.id },
      ];
      for (const subject of wrong) {
        expectInvalid(await give(at.document, { ...subject, level: "read" }), "subject_id", "not_found");
      }
      expect((await list(at.document, { "q[inherited_false]": "1" })).body).toHaveLength(1);
    });

    it("only by users who manage the resource or one above it", async () => {
      const { at } = await estate();
      const [manager, writer, ada] = [await house.person(), await house.person(), await house.person()];
      await makers.permission(at.workspace, manager, "manage");
      await makers.permission(at.document, writer, "write");
      expectRefusal(await give(at.document, toUser(ada, "read"), writer), 403, "forbidden");
      expectRefusal(await list(at.document, {}, writer), 403, "forbidden");
      expectNotFound(await give(at.document, toUser(ada, "read"), ada));
      expectStatus(await give(at.document, toUser(ada, "read"), manager), 201);
    });

    it("to the creator of a resource, who may then share it", async () => {
      const [ada, bob] = [await house.person(), await house.person()];
      const folder = await makers.folder({}, ada);
      expectNotFound(await bob.ask("GET", folderAt(folder.id)));
      expectStatus(await give(folderAt(folder.id), toUser(bob, "read"), ada), 201);
      expectStatus(await bob.ask<unknown>("GET", folderAt(folder.id)), 200);
    });
  });

  describe("of groups", () => {
    const GROUPS = "/api/v1/directory/groups";
    const toGroup = (id: string, level: string) => ({ subject_type: "group", subject_id: id, level });

    it("are their members', as long as they are members", async () => {
      const { at } = await estate();
      const ada = await house.person();
      const group = await makers.group({ name: "Gestionnaires" });
      const grant = expectStatus(await give(at.outer, toGroup(group.id, "write")), 201);
      expect(grant).toMatchObject({ subject_type: "group", subject: { id: group.id, name: "Gestionnaires" } });
      expect(Object.keys(grant.subject)).toEqual(["id", "name"]);
      expectNotFound(await ada.ask("GET", at.document));

      const members = `${GROUPS}/${group.id}/members`;
      expectStatus(await admin.ask<unknown>("POST", members, { json: { user_id: ada.id } }), 201);
      expect(await effective(at.document, ada)).toMatchObject({ level: "write", source: { permission_id: grant.id } });
      const shown = (await ada.ask<readonly FolderBody[]>("GET", `${DOCUMENTS}/folders`)).body;
      expect(shown).toHaveLength(2);

      expectStatus(await admin.ask<unknown>("DELETE", `${members}/${ada.id}`), 204);
      expectNotFound(await ada.ask("GET", at.document));
      expect((await ada.ask<readonly FolderBody[]>("GET", `${DOCUMENTS}/folders`)).body).toEqual([]);
    });

    it("end with the group", async () => {
      const { at } = await estate();
      const ada = await house.person();
      const group = await makers.group({}, [ada.id]);
      expectStatus(await give(at.document, toGroup(group.id, "read")), 201);
      expectStatus(await ada.ask<unknown>("GET", at.document), 200);
      expectStatus(await admin.ask<unknown>("DELETE", `${GROUPS}/${group.id}`), 204);
      expectNotFound(await ada.ask("GET", at.document));
      expect((await list(at.document, { "q[subject_type_eq]": "group" })).body).toEqual([]);
      expectInvalid(await give(at.document, toGroup(group.id, "read")), "subject_id", "not_found");
    });

    it("apply with the user's own: of the same level and place the older one is reported", async () => {
      const { at } = await estate();
      const ada = await house.person();
      const group = await makers.group({}, [ada.id]);
      const older = expectStatus(await give(at.inner, toGroup(group.id, "read")), 201);
      house.clock.pass(1000);
      const younger = await makers.permission(at.inner, ada, "read");
      expect(await effective(at.document, ada)).toMatchObject({ source: { permission_id: older.id } });
      await change(at.inner, younger.id, { level: "write" });
      expect(await effective(at.document, ada)).toMatchObject({
        level: "write",
        source: { permission_id: younger.id },
      });
    });
  });

  describe("are listed", () => {
    it("own and inherited, with their sources", async () => {
      const { workspace, outer, at } = await estate();
      const [ada, bob] = [await house.person(), await house.person()];
      const above = await makers.permission(at.workspace, ada, "read");
      const between = await makers.permission(at.outer, bob, "write");
      const mine = { "q[subject_id_in][]": ada.id };
      const shown = expectStatus(await list(at.document, mine), 200);
      const inherited = { inherited: true, resource_type: "workspace", resource_id: workspace.id };
      const fromWorkspace = { type: "workspace", id: workspace.id, name: "Résidence" };
      expect(shown).toEqual([{ ...above, ...inherited, inherited_from: fromWorkspace }]);
      expect((await list(at.inner, { "q[subject_id_eq]": bob.id })).body).toEqual([
        { ...between, inherited: true, inherited_from: { type: "folder", id: outer.id, name: "Baux" } },
      ]);
      expect((await list(at.workspace, { "q[subject_id_eq]": ada.id })).body).toEqual([above]);
    });

    it("by pages, filtered and ordered", async () => {
      const { at } = await estate();
      const [first, second] = [await house.person(), await house.person()];
      house.clock.pass(1000);
      const one = await makers.permission(at.inner, first, "read");
      house.clock.pass(1000);
      const two = await makers.permission(at.outer, second, "write");
      const page = await list(at.inner, { per_page: "1", sort: "created_at" });
      expect(page.body.map(({ id }) => id)).toEqual([two.id]);
      expect(page.headers.get("x-total-count")).toBe("5");
      expect(page.headers.get("x-has-more")).toBe("true");
      const ids = async (query: Readonly<Record<string, string>>) =>
        (await list(at.inner, query)).body.map(({ id }) => id);
      expect(await ids({ "q[inherited_true]": "true", "q[level_eq]": "write" })).toEqual([two.id]);
      expect(await ids({ "q[inherited_eq]": "false", "q[level_not_eq]": "manage" })).toEqual([one.id]);
      expect(await ids({ "q[resource_type_eq]": "folder", "q[level_in][]": "read" })).toEqual([one.id]);
      for (const query of [{ sort: "level" }, { "q[subject_eq]": "x" }, { "q[inherited_eq]": "perhaps" }]) {
        expectMalformed(await list(at.inner, query));
      }
    });

    it("without those of removed users", async () => {
      const { at } = await estate();
      const ada = await house.person();
      await makers.permission(at.workspace, ada, "read");
      expectStatus(await admin.ask<unknown>("DELETE", `${USERS}/${ada.id}`), 204);
      expect((await list(at.document, { "q[subject_id_eq]": ada.id })).body).toEqual([]);
    });
  });

  describe("are changed and taken back", () => {
    it("without a delay", async () => {
      const { at } = await estate();
      const ada = await house.person();
      const grant = await makers.permission(at.outer, ada, "read");
      house.clock.pass(1000);
      const changed = expectStatus(await change(at.outer, grant.id, { level: "write", subject_id: NOTHING }), 200);
      expect(changed).toEqual({ ...grant, level: "write", updated_at: house.clock.now() });
      expectStatus(await ada.ask<unknown>("PATCH", at.document, { json: { name: "hers" } }), 200);
      house.clock.pass(1000);
      expect((await change(at.outer, grant.id, {})).body).toEqual(changed);
      expect((await change(at.outer, grant.id, { level: "write" })).body).toEqual(changed);
      expectStatus(await revoke(at.outer, grant.id), 204);
      expectNotFound(await ada.ask("GET", at.document));
      expectNotFound(await revoke(at.outer, grant.id));
      expectNotFound(await change(at.outer, grant.id, { level: "read" }));
    });

    it("on their own resource only, not on those below", async () => {
      const { at } = await estate();
      const grant = await makers.permission(at.outer, await house.person(), "read");
      for (const otherResource of [at.workspace, at.inner, at.document]) {
        expectNotFound(await change(otherResource, grant.id, { level: "manage" }));
        expectNotFound(await revoke(otherResource, grant.id));
      }
      expect((await list(at.outer, { "q[id_eq]": grant.id })).body).toEqual([grant]);
    });

    it("from the last manager too, by himself", async () => {
      const ada = await house.person();
      const at = folderAt((await makers.folder({}, ada)).id);
      const [own] = expectStatus(await list(at, {}, ada), 200);
      expectStatus(await revoke(at, own?.id ?? "", ada), 204);
      expectNotFound(await ada.ask("GET", at));
      expect(expectStatus(await list(at), 200)).toEqual([]);
      expectStatus(await give(at, toUser(ada, "manage")), 201);
      expectStatus(await list(at, {}, ada), 200);
    });
  });

  describe("take effect", () => {
    it("by the role of administrators, with any permissions", async () => {
      const { at } = await estate();
      const other = await house.person({ role: "admin" });
      const role = { level: "manage", source: { type: "role", permission_id: null, inherited_from: null } };
      for (const person of [admin, other]) expect(await effective(at.document, person)).toEqual(role);
    });

    it("with the highest level, wherever it was granted", async () => {
      const { outer, at } = await estate();
      const ada = await house.person();
      await makers.permission(at.workspace, ada, "read");
      const highest = await makers.permission(at.outer, ada, "manage");
      await makers.permission(at.document, ada, "write");
      expect(await effective(at.document, ada)).toEqual({
        level: "manage",
        source: {
          type: "permission",
          permission_id: highest.id,
          inherited_from: { type: "folder", id: outer.id, name: "Baux" },
        },
      });
      expect(await effective(at.workspace, ada)).toMatchObject({ level: "read", source: { inherited_from: null } });
    });

    it("of several that give the level, by the nearest", async () => {
      const { at } = await estate();
      const ada = await house.person();
      const [far, near] = [
        await makers.permission(at.workspace, ada, "read"),
        await makers.permission(at.inner, ada, "read"),
      ];
      expect(await effective(at.document, ada)).toMatchObject({ source: { permission_id: near.id } });
      expect(await effective(at.inner, ada)).toEqual({
        level: "read",
        source: { type: "permission", permission_id: near.id, inherited_from: null },
      });
      expect(await effective(at.outer, ada)).toMatchObject({ source: { permission_id: far.id } });
    });

    it("as something else the moment a folder is moved", async () => {
      const { inner, at } = await estate();
      const [leaver, joiner] = [await house.person(), await house.person()];
      const otherResource = await makers.folder();
      await makers.permission(at.outer, leaver, "write");
      const grant = await makers.permission(folderAt(otherResource.id), joiner, "read");
      expect(await effective(at.document, leaver)).toMatchObject({ level: "write" });
      await makers.changeFolder(inner.id, { documents_folder_id: otherResource.id });
      expectNotFound(await leaver.ask("GET", `${permissionsOf(at.document)}/effective`));
      expect(await effective(at.document, joiner)).toMatchObject({
        level: "read",
        source: { permission_id: grant.id, inherited_from: { id: otherResource.id } },
      });
    });

    it("as no higher one for a user who moves a resource, wherever it goes", async () => {
      const { inner, document, at } = await estate();
      const theirs = await makers.workspace();
      const [writer, keeper] = [await house.person(), await house.person()];
      await give(at.outer, toUser(writer, "write"));
      for (const level of ["write", "manage"]) {
        await give(level === "write" ? at.inner : workspaceAt(theirs.id), toUser(keeper, level));
      }
      const own = await makers.folder({}, writer);

      const moves: readonly (readonly [string, Person, object])[] = [
        [at.document, writer, { documents_folder_id: own.id }],
        [at.inner, writer, { documents_folder_id: own.id }],
        [at.document, keeper, { documents_folder_id: null, workspace_id: theirs.id }],
        [at.inner, keeper, { documents_folder_id: null, workspace_id: theirs.id }],
      ];
      for (const [moved, mover, place] of moves) {
        expectRefusal(await mover.ask("PATCH", moved, { json: place }), 403, "forbidden");
        expect((await effective(moved, mover)).level).toBe("write");
      }
      expectStatus(await admin.ask<unknown>("GET", documentAt(document.id)), 200);

      // A level that is equal, lower, or already the user's own is allowed.
      const shared = await makers.folder();
      await give(folderAt(shared.id), toUser(writer, "write"));
      await makers.changeFolder(inner.id, { documents_folder_id: shared.id }, writer);
      await give(at.document, toUser(writer, "manage"));
      const json = { documents_folder_id: own.id };
      expectStatus(await writer.ask<unknown>("PATCH", at.document, { json }), 200);
      const outside = { documents_folder_id: null, workspace_id: null };
      await makers.changeFolder(own.id, outside, writer);
      await makers.changeFolder(inner.id, outside, writer);
      expectNotFound(await writer.ask("GET", at.inner));
    });

    it("for the names of containers too, in every answer with a record", async () => {
      const { workspace, outer, inner, document, at } = await estate();
      const reader = await house.person();
      const writer = await house.person();
      await give(at.inner, toUser(reader, "read"));
      await give(at.document, toUser(writer, "write"));
      type Shown = FolderBody & DocumentBody & { readonly items?: readonly DocumentBody[] };
      const record = async (by: Person, path: string) => expectStatus(await by.ask<Shown>("GET", path), 200);
      const listed = async (by: Person, kind: string, query = {}) =>
        expectStatus(await by.ask<readonly Shown[]>("GET", `${DOCUMENTS}/${kind}`, { query }), 200);

      const within = { documents_folder_id: inner.id };
      for (const shown of [
        await record(reader, at.inner),
        ...(await listed(reader, "folders")),
        ...(await listed(reader, "folders", { workspace_id: workspace.id })),
      ]) {
        expect([shown.workspace, shown.parent]).toEqual([null, null]);
        expect([shown.workspace_id, shown.documents_folder_id]).toEqual([workspace.id, outer.id]);
      }
      for (const shown of [
        await record(reader, at.document),
        ...(await listed(reader, "documents")),
        ...(await listed(reader, "documents", within)),
        ...((await record(reader, at.inner)).items ?? []),
      ]) {
        expect([shown.workspace, shown.folder?.name]).toEqual([null, "a folder"]);
      }
      const json = { description: "changed" };
      for (const shown of [
        await record(writer, at.document),
        expectStatus(await writer.ask<Shown>("PATCH", at.document, { json }), 200),
        ...(await listed(writer, "documents")),
        ...(await listed(writer, "documents", within)),
      ]) {
        expect([shown.workspace, shown.folder]).toEqual([null, null]);
        expect([shown.workspace_id, shown.documents_folder_id]).toEqual([workspace.id, inner.id]);
      }

      await give(at.workspace, toUser(writer, "read"));
      for (const shown of [await record(writer, at.document), ...(await listed(writer, "documents", within))]) {
        expect([shown.workspace?.label, shown.folder?.id]).toEqual(["Résidence", inner.id]);
      }
      expect((await record(admin, at.document)).workspace?.id).toBe(document.workspace_id);
    });

    it("as no level for a user with access by another way, who sees no permissions", async () => {
      const { inner, document, at } = await estate();
      const passer = await house.person();
      for (const { id } of [inner, document]) {
        published.add(id);
        onTestFinished(() => void published.delete(id));
      }
      for (const shown of [at.inner, at.document]) {
        expect(await effective(shown, passer)).toEqual(PUBLIC);
        expectRefusal(await list(shown, {}, passer), 403, "forbidden");
        expectRefusal(await give(shown, toUser(passer, "manage"), passer), 403, "forbidden");
      }
      expectNotFound(await passer.ask("GET", `${permissionsOf(at.outer)}/effective`));
      await makers.permission(at.document, passer, "read");
      expect(await effective(at.document, passer)).toMatchObject({ level: "read", source: { type: "permission" } });
    });
  });

  describe("are reported to listeners", () => {
    it("act by act, and only for acts with an effect", async () => {
      const { at } = await estate();
      const ada = await house.person();
      reports.length = 0;
      const { id } = await makers.permission(at.outer, ada, "read");
      expectInvalid(await give(at.outer, toUser(ada, "read")), "subject_id", "taken");
      await change(at.outer, id, { level: "read" });
      await change(at.outer, id, { level: "manage" });
      await revoke(at.outer, id);
      await revoke(at.outer, id);
      expect(reports).toEqual([
        `${admin.id} granted read to ${ada.id}`,
        `${admin.id} changed read to manage`,
        `${admin.id} revoked manage from ${ada.id}`,
      ]);
    });

    it("which may refuse them", async () => {
      const { at } = await estate();
      const [ada, bob] = [await house.person(), await house.person()];
      const { id } = await makers.permission(at.outer, ada, "read");
      const before = (await list(at.outer)).body;
      refusing = true;
      onTestFinished(() => {
        refusing = false;
      });
      expectRefusal(await give(at.outer, toUser(bob, "read")), 422, "frozen");
      expectRefusal(await change(at.outer, id, { level: "write" }), 422, "frozen");
      expectRefusal(await revoke(at.outer, id), 422, "frozen");
      expect((await list(at.outer)).body).toEqual(before);
    });
  });
});
