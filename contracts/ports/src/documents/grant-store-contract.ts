import type { PermissionField, ResourceRef } from "@cartulary/documents";
import type { GroupId, ListQuery, UserId } from "@cartulary/kernel";
import { ADMINISTRATOR, callerOf, later, records } from "../harness/document-records.ts";
import type { DocumentStoresHarness } from "../harness/document-stores.ts";
import { describe, expect, it } from "../runner/runner.ts";

/** Contract of grant stores. {@link accessContract} covers the inheritance of levels. */
export function grantStoreContract(name: string, { create }: DocumentStoresHarness): void {
  describe(`${name} is a grant store`, () => {
    /** A workspace with a folder with a document, and a caller who is in a group. */
    async function estate() {
      const transact = await create();
      const make = records();
      const workspace = make.workspace();
      const folder = make.folder({ workspaceId: workspace.id });
      const document = make.document({ workspaceId: workspace.id, documentsFolderId: folder.id });
      const [userId, groupId] = [make.id<"User">(), make.id<"Group">()] as const;
      await transact.write(async ({ workspaces, folders, documents }) => {
        await workspaces.insert(workspace);
        await folders.insert(folder);
        await documents.insert(document);
      });
      const grant = (to: UserId | GroupId, on: readonly [ResourceRef["type"], string], level: "read" | "write") =>
        transact.write(({ grants }) =>
          grants.insert(make.grant({ to, subjectType: to === groupId ? "group" : "user", on, level })),
        );
      const levels = () =>
        transact.read(async ({ grants }) => {
          const caller = callerOf(userId, groupId);
          return [
            await grants.levelOn(caller, { type: "workspace", id: workspace.id }),
            await grants.levelOn(caller, { type: "folder", id: folder.id }),
            await grants.levelOn(caller, { type: "document", id: document.id }),
          ];
        });
      return { transact, make, workspace, folder, document, userId, groupId, grant, levels };
    }

    it("gives a level on a granted resource and on all below, never above", async () => {
      const { folder, userId, grant, levels } = await estate();
      expect(await levels()).toEqual([null, null, null]);
      await grant(userId, ["folder", folder.id], "write");
      expect(await levels()).toEqual([null, "write", "write"]);
    });

    it("counts the grants of the caller's groups", async () => {
      const { workspace, groupId, grant, levels } = await estate();
      await grant(groupId, ["workspace", workspace.id], "read");
      expect(await levels()).toEqual(["read", "read", "read"]);
    });

    it("takes one grant of a subject on a resource, and keeps the first", async () => {
      const { folder, userId, grant, levels } = await estate();
      await grant(userId, ["folder", folder.id], "read");
      await expect(grant(userId, ["folder", folder.id], "write")).rejects.toMatchObject({
        kind: "invalid",
        details: [{ field: "subjectId", code: "taken" }],
      });
      expect(await levels()).toEqual([null, "read", "read"]);
    });

    it("ignores the grants of other subjects", async () => {
      const { make, workspace, grant, levels } = await estate();
      await grant(make.id<"User">(), ["workspace", workspace.id], "write");
      expect(await levels()).toEqual([null, null, null]);
    });

    describe("shows the permissions of a resource", () => {
      const everything = { page: 1, perPage: 20, sort: "createdAt", direction: "asc", conditions: [] } as const;

      /** A user with a permission on the workspace, and another with a later one on the folder. */
      async function shared() {
        const { transact, make, workspace, folder, document, userId } = await estate();
        const reader = make.user({ displayName: "Ada Reader" });
        const above = make.grant({ to: reader.id, on: ["workspace", workspace.id], level: "read" });
        const own = make.grant({ to: userId, on: ["folder", folder.id], level: "manage", createdAt: later(1) });
        await transact.write(async ({ users, grants }) => {
          await users.insert(reader);
          await grants.insert(above);
          await grants.insert(own);
        });
        const on = {
          workspace: { type: "workspace", id: workspace.id },
          folder: { type: "folder", id: folder.id },
          document: { type: "document", id: document.id },
        } as const;
        return { transact, make, workspace, folder, reader, above, own, on };
      }

      it("of a group, by its name", async () => {
        const { transact, make, on } = await shared();
        const group = make.group({ name: "Gestionnaires" });
        const overrides = make.grant({ to: group.id, subjectType: "group", on: ["document", on.document.id] });
        await transact.write(async ({ groups, grants }) => {
          await groups.insert(group);
          await grants.insert(overrides);
          expect((await grants.find(on.document, overrides.id))?.subject).toEqual({
            id: group.id,
            name: "Gestionnaires",
          });
        });
      });

      it("own and inherited, with their subjects and the resource of each inherited one", async () => {
        const { transact, workspace, folder, reader, above, own, on } = await shared();
        const subject = { id: reader.id, displayName: "Ada Reader" };
        const removedUser = { id: own.subjectId, displayName: "" };
        const fromWorkspace = { type: "workspace", id: workspace.id, name: workspace.label };
        const fromFolder = { type: "folder", id: folder.id, name: folder.name };
        await transact.read(async ({ grants }) => {
          const shown = async (resource: ResourceRef) => (await grants.list(resource, everything)).items;
          expect(await shown(on.workspace)).toEqual([{ ...above, subject, inheritedFrom: null }]);
          expect(await shown(on.folder)).toEqual([
            { ...above, subject, inheritedFrom: fromWorkspace },
            { ...own, subject: removedUser, inheritedFrom: null },
          ]);
          expect(await shown(on.document)).toEqual([
            { ...above, subject, inheritedFrom: fromWorkspace },
            { ...own, subject: removedUser, inheritedFrom: fromFolder },
          ]);
        });
      });

      it("filtered by their fields and their source", async () => {
        const { transact, above, own, on } = await shared();
        const query = (field: PermissionField, value: string | boolean): ListQuery<PermissionField> => ({
          ...everything,
          conditions: [{ fields: [field], join: "or", predicate: "eq", values: [value] }],
        });
        await transact.read(async ({ grants }) => {
          const shown = async (query: ListQuery<PermissionField>) => {
            const { items, total } = await grants.list(on.folder, query);
            expect(total).toBe(items.length);
            return items.map(({ id }) => id);
          };
          expect(await shown(query("inherited", true))).toEqual([above.id]);
          expect(await shown(query("inherited", false))).toEqual([own.id]);
          expect(await shown(query("level", "manage"))).toEqual([own.id]);
          expect(await shown(query("resourceType", "workspace"))).toEqual([above.id]);
          expect(await shown(query("subjectId", above.subjectId))).toEqual([above.id]);
          expect(await shown({ ...everything, direction: "desc" })).toEqual([own.id, above.id]);
        });
      });

      it("one by one, on their own resource only", async () => {
        const { transact, make, above, own, on } = await shared();
        const [sameId, sameType] = [
          { type: "document", id: on.folder.id },
          { type: "folder", id: make.id() },
        ] as const;
        await transact.write(async ({ grants }) => {
          expect(await grants.find(on.folder, own.id)).toMatchObject({ ...own, inheritedFrom: null });
          expect(await grants.lock(on.folder, own.id)).toEqual(await grants.find(on.folder, own.id));
          for (const elsewhere of [on.workspace, on.document, sameId, sameType]) {
            expect(await grants.find(elsewhere, own.id)).toBeNull();
            expect(await grants.lock(elsewhere, own.id)).toBeNull();
          }
          expect(await grants.find(on.folder, above.id)).toBeNull();
          expect(await grants.lock(on.folder, above.id)).toBeNull();
        });
      });
    });

    it("changes the level of one grant, and removes one", async () => {
      const { transact, make, folder, document, userId, levels } = await estate();
      const [above, own] = [
        make.grant({ to: userId, on: ["folder", folder.id], level: "read" }),
        make.grant({ to: userId, on: ["document", document.id], level: "read" }),
      ];
      const changed = { ...own, level: "manage" as const, updatedAt: later(5) };
      await transact.write(async ({ grants }) => {
        await grants.insert(above);
        await grants.insert(own);
        await grants.update(changed);
      });
      expect(await levels()).toEqual([null, "read", "manage"]);
      await transact.write(async ({ grants }) => {
        expect(await grants.lock(own.resource, own.id)).toMatchObject(changed);
        await grants.remove(own.id);
      });
      expect(await levels()).toEqual([null, "read", "read"]);
    });

    it("gives administrators every existing resource, and no level on a missing one", async () => {
      const { transact, make, document, userId } = await estate();
      await transact.read(async ({ grants }) => {
        expect(await grants.levelOn(ADMINISTRATOR, { type: "document", id: document.id })).toBe("manage");
        for (const type of ["workspace", "folder", "document"] as const) {
          expect(await grants.levelOn(ADMINISTRATOR, { type, id: make.id() })).toBeNull();
          expect(await grants.levelOn(callerOf(userId), { type, id: make.id() })).toBeNull();
        }
      });
    });

    it("gives no level on a deleted resource, also to a user with a grant on it", async () => {
      const { transact, document, userId, grant, levels } = await estate();
      await grant(userId, ["document", document.id], "write");
      await transact.write(({ documents }) => documents.remove(document.id));
      expect(await levels()).toEqual([null, null, null]);
    });

    it("removes the grants on the given resources, and no others", async () => {
      const { transact, workspace, folder, document, userId, grant, levels } = await estate();
      await grant(userId, ["workspace", workspace.id], "read");
      await grant(userId, ["folder", folder.id], "write");
      await grant(userId, ["document", document.id], "write");
      await transact.write(({ grants }) => grants.removeOn([folder.id, document.id]));
      expect(await levels()).toEqual(["read", "read", "read"]);
    });

    it("removes grants on more resources than a statement has parameters", async () => {
      const { transact, make, folder, userId, grant, levels } = await estate();
      await grant(userId, ["folder", folder.id], "write");
      const many = Array.from({ length: 70_000 }, () => make.id<"Folder">());
      await transact.write(({ grants }) => grants.removeOn([...many, folder.id]));
      await transact.write(({ grants }) => grants.removeOn([]));
      expect(await levels()).toEqual([null, null, null]);
    });

    it("removes the grants of a removed subject, and nothing else", async () => {
      const { transact, workspace, folder, userId, groupId, grant, levels } = await estate();
      await grant(userId, ["workspace", workspace.id], "write");
      await grant(groupId, ["folder", folder.id], "read");
      await transact.write(({ grants }) => grants.removeTo(userId));
      expect(await levels()).toEqual([null, "read", "read"]);
      await transact.write(({ grants }) => grants.removeTo(groupId));
      expect(await levels()).toEqual([null, null, null]);
    });
  });
}
