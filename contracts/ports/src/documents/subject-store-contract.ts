import { interleave } from "../harness/concurrent-transactions.ts";
import { records } from "../harness/document-records.ts";
import type { DatabaseHarness } from "../harness/document-stores.ts";
import { describe, expect, it } from "../runner/runner.ts";

/** Contract of subject stores. */
export function subjectStoreContract(name: string, { openDatabase }: DatabaseHarness): void {
  describe(`${name} is a store of subjects of permissions`, () => {
    it("knows people as people and groups as groups", async () => {
      const { transact } = await openDatabase();
      const make = records();
      const [user, group] = [make.user(), make.group()];
      await transact.write(async ({ users, groups, subjects }) => {
        await users.insert(user);
        await groups.insert(group);
        expect(await subjects.lockShared("user", user.id)).toBe(true);
        expect(await subjects.lockShared("group", group.id)).toBe(true);
        expect(await subjects.lockShared("group", user.id)).toBe(false);
        expect(await subjects.lockShared("user", group.id)).toBe(false);
        expect(await subjects.lockShared("user", make.id<"User">())).toBe(false);
        expect(await subjects.lockShared("group", make.id<"Group">())).toBe(false);
      });
    });

    it("knows a person as one who asks, with the role and the groups of now, for as long as he may act", async () => {
      const { transact } = await openDatabase();
      const make = records();
      const [user, gone] = [make.user({ role: "manager" }), make.user({ active: false })];
      const groups = [make.group(), make.group()];
      await transact.write(async (stores) => {
        for (const each of [user, gone]) await stores.users.insert(each);
        for (const each of groups) await stores.groups.insert(each);
        const bare = { userId: user.id, role: "manager", scopes: ["write"], groupIds: [] };
        expect(await stores.subjects.callerOf(user.id)).toEqual(bare);
        for (const { id: groupId } of groups) {
          await stores.members.insert([{ id: make.id(), groupId, userId: user.id, createdAt: user.createdAt }]);
        }
        const groupIds = groups.map(({ id }) => id);
        expect(await stores.subjects.callerOf(user.id)).toEqual({ ...bare, groupIds });
        expect(await stores.subjects.callerOf(gone.id)).toBeNull();
        expect(await stores.subjects.callerOf(make.id<"User">())).toBeNull();
      });
    });

    it("lets no subject be removed while a permission is granted to it", async () => {
      const place = await openDatabase();
      const make = records();
      const user = make.user();
      const workspace = make.workspace();
      const grant = make.grant({ to: user.id, on: ["workspace", workspace.id] });
      await place.transact.write(async ({ users, workspaces }) => {
        await users.insert(user);
        await workspaces.insert(workspace);
      });
      const [locked] = await interleave(place, {
        first: ({ subjects }) => subjects.lockShared("user", user.id),
        afterwards: ({ grants }) => grants.insert(grant),
        second: async ({ users, grants }) => {
          await users.lock(user.id);
          await grants.removeTo(user.id);
          await users.remove(user.id);
        },
      });
      expect(locked).toBe(true);
      expect(await place.transact.read(({ grants }) => grants.find(grant.resource, grant.id))).toBeNull();
    });
  });
}
