import type { ResourceRef } from "@cartulary/documents";
import type { GroupId, UserId } from "@cartulary/kernel";
import { describe, expect, it } from "vitest";
import { ADMINISTRATOR, callerOf, records } from "./document-records.ts";
import type { DocumentStoresHarness } from "./document-stores.ts";

/** What every grant store does. That levels are inherited as the rule says is {@link accessContract}'s to say. */
export function grantStoreContract(name: string, { create }: DocumentStoresHarness): void {
  describe(`${name} is a grant store`, () => {
    /** A workspace with a folder with a document, and somebody who asks for himself and for a group. */
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

    it("gives a level on what was granted and on all below, never above", async () => {
      const { folder, userId, grant, levels } = await estate();
      expect(await levels()).toEqual([null, null, null]);
      await grant(userId, ["folder", folder.id], "write");
      expect(await levels()).toEqual([null, "write", "write"]);
    });

    it("counts what a group of the caller was granted", async () => {
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

    it("does not count what others were granted", async () => {
      const { make, workspace, grant, levels } = await estate();
      await grant(make.id<"User">(), ["workspace", workspace.id], "write");
      expect(await levels()).toEqual([null, null, null]);
    });

    it("gives administrators everything that exists, and nobody what does not", async () => {
      const { transact, make, document, userId } = await estate();
      await transact.read(async ({ grants }) => {
        expect(await grants.levelOn(ADMINISTRATOR, { type: "document", id: document.id })).toBe("manage");
        for (const type of ["workspace", "folder", "document"] as const) {
          expect(await grants.levelOn(ADMINISTRATOR, { type, id: make.id() })).toBeNull();
          expect(await grants.levelOn(callerOf(userId), { type, id: make.id() })).toBeNull();
        }
      });
    });

    it("gives nobody a level on what is gone, whatever was granted on it", async () => {
      const { transact, document, userId, grant, levels } = await estate();
      await grant(userId, ["document", document.id], "write");
      await transact.write(({ documents }) => documents.remove(document.id));
      expect(await levels()).toEqual([null, null, null]);
    });

    it("forgets what was granted on the resources that go, and nothing else", async () => {
      const { transact, workspace, folder, document, userId, grant, levels } = await estate();
      await grant(userId, ["workspace", workspace.id], "read");
      await grant(userId, ["folder", folder.id], "write");
      await grant(userId, ["document", document.id], "write");
      await transact.write(({ grants }) => grants.removeOn([folder.id, document.id]));
      expect(await levels()).toEqual(["read", "read", "read"]);
    });

    it("forgets grants on more resources than a statement has parameters", async () => {
      const { transact, make, folder, userId, grant, levels } = await estate();
      await grant(userId, ["folder", folder.id], "write");
      const many = Array.from({ length: 70_000 }, () => make.id<"Folder">());
      await transact.write(({ grants }) => grants.removeOn([...many, folder.id]));
      await transact.write(({ grants }) => grants.removeOn([]));
      expect(await levels()).toEqual([null, null, null]);
    });

    it("forgets what was granted to a subject that goes, and nothing else", async () => {
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
