import type { DirectoryStores } from "@cartulary/directory";
import { interleave } from "../harness/concurrent-transactions.ts";
import { records } from "../harness/document-records.ts";
import type { DatabaseHarness } from "../harness/document-stores.ts";
import { describe, expect, it } from "../runner/runner.ts";

/** Contract of group stores in addition to {@link recordFamilyContract}. */
export function groupStoreContract(name: string, { openDatabase }: DatabaseHarness<DirectoryStores>): void {
  describe(`${name} is a store of groups with members`, () => {
    it("counts the members of each group", async () => {
      const { transact } = await openDatabase();
      const make = records();
      const [full, empty] = [make.group({ name: "full" }), make.group({ name: "empty" })] as const;
      const users = [make.user(), make.user()];
      await transact.write(async (stores) => {
        for (const user of users) await stores.users.insert(user);
        for (const group of [full, empty]) await stores.groups.insert(group);
        await stores.members.insert(users.map(({ id }) => make.member({ groupId: full.id, userId: id })));
      });
      const query = { page: 1, perPage: 10, sort: "name", direction: "asc", conditions: [] } as const;
      const { items } = await transact.read(({ groups }) => groups.list(query));
      expect(items).toEqual([
        { ...empty, membersCount: 0 },
        { ...full, membersCount: 2 },
      ]);
      expect(await transact.read(({ groups }) => groups.find(full.id))).toEqual({ ...full, membersCount: 2 });
    });

    it("blocks removal of a locked group until the transaction ends", async () => {
      const place = await openDatabase();
      const make = records();
      const [group, user] = [make.group(), make.user()] as const;
      await place.transact.write(async ({ groups, users }) => {
        await groups.insert(group);
        await users.insert(user);
      });
      expect(await place.transact.write(({ groups }) => groups.lockShared(make.id<"Group">()))).toBe(false);
      const [locked, found] = await interleave(place, {
        first: ({ groups }) => groups.lockShared(group.id),
        second: async ({ groups, members }) => {
          await groups.lock(group.id);
          return members.findAll(group.id, [user.id]);
        },
        afterwards: async ({ members }) => {
          await members.insert([make.member({ groupId: group.id, userId: user.id })]);
        },
      });
      expect(locked).toBe(true);
      expect(found.map(({ userId }) => userId)).toEqual([user.id]);
    });
  });
}
