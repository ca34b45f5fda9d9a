import type { DirectoryStores, GroupMember } from "@cartulary/directory";
import fc from "fast-check";
import { interleave } from "../harness/concurrent-transactions.ts";
import { later, records } from "../harness/document-records.ts";
import type { DatabaseHarness } from "../harness/document-stores.ts";
import { describe, expect, it } from "../runner/runner.ts";

/** Contract of membership stores. */
export function memberStoreContract(name: string, { openDatabase }: DatabaseHarness<DirectoryStores>): void {
  /** Groups and users without a membership. */
  async function crowd() {
    const place = await openDatabase();
    const make = records();
    const groups = [make.group(), make.group()] as const;
    const users = [make.user({ displayName: "Ana" }), make.user({ role: "manager" }), make.user()] as const;
    await place.transact.write(async (stores) => {
      for (const group of groups) await stores.groups.insert(group);
      for (const user of users) await stores.users.insert(user);
    });
    const { transact } = place;
    const insert = (...members: readonly GroupMember[]) => transact.write((stores) => stores.members.insert(members));
    const everyone = async (groupId: GroupMember["groupId"]) => {
      const { items } = await transact.read(({ members }) => members.list(groupId, { page: 1, perPage: 100 }));
      return items.map(({ userId }) => userId).sort();
    };
    return { place, transact, make, groups, users, insert, everyone };
  }

  describe(`${name} is a store of memberships`, () => {
    it("says of a member who that is by now", async () => {
      const { transact, make, groups, users, insert } = await crowd();
      const [[group], [user]] = [groups, users];
      const member = make.member({ groupId: group.id, userId: user.id, createdAt: later(1.5) });
      expect(await insert(member)).toEqual([user.id]);
      const changed = { ...user, emailAddress: "new@example.org", displayName: "Ada", role: "admin" } as const;
      await transact.write((stores) => stores.users.update(changed));
      const { id, emailAddress, displayName, role } = changed;
      expect(await transact.read(({ members }) => members.findAll(group.id, [user.id]))).toEqual([
        { id: member.id, userId: id, user: { id, emailAddress, displayName, role }, createdAt: later(1.5) },
      ]);
    });

    it("leaves out who is a member already, and keeps since when", async () => {
      const { transact, make, groups, users, insert } = await crowd();
      const [[group, other], [ana, bea]] = [groups, users];
      const first = make.member({ groupId: group.id, userId: ana.id });
      await insert(first);
      const again = [bea, ana].map(({ id }) => make.member({ groupId: group.id, userId: id, createdAt: later(9) }));
      expect(await insert(...again)).toEqual([bea.id]);
      expect(await insert(...again)).toEqual([]);
      expect(await insert()).toEqual([]);
      expect(await insert(make.member({ groupId: other.id, userId: ana.id }))).toEqual([ana.id]);
      const found = await transact.read(({ members }) => members.findAll(group.id, [ana.id, bea.id]));
      expect(found.map(({ id, createdAt }) => [id, createdAt])).toEqual([
        [first.id, first.createdAt],
        [again[0]?.id, later(9)],
      ]);
    });

    it("finds memberships in the order of the user ids, without users who are no members", async () => {
      const { transact, make, groups, users, insert } = await crowd();
      const [[group, other], [ana, bea, cleo]] = [groups, users];
      await insert(...[ana, bea].map(({ id }) => make.member({ groupId: group.id, userId: id })));
      await insert(make.member({ groupId: other.id, userId: cleo.id }));
      const found = await transact.read(({ members }) => members.findAll(group.id, [bea.id, cleo.id, ana.id]));
      expect(found.map(({ userId }) => userId)).toEqual([bea.id, ana.id]);
      expect(await transact.read(({ members }) => members.findAll(group.id, []))).toEqual([]);
    });

    it("lists the latest members first, in pages", async () => {
      const { transact, make, groups, users, insert } = await crowd();
      const [[group], [ana, bea, cleo]] = [groups, users];
      for (const [user, seconds] of [
        [bea, 2],
        [ana, 1],
        [cleo, 2],
      ] as const) {
        await insert(make.member({ groupId: group.id, userId: user.id, createdAt: later(seconds) }));
      }
      const page = async (number: number) => {
        const { items, ...rest } = await transact.read(({ members }) =>
          members.list(group.id, { page: number, perPage: 2 }),
        );
        return { ...rest, users: items.map(({ userId }) => userId) };
      };
      expect(await page(1)).toEqual({ users: [cleo.id, bea.id], total: 3, page: 1, perPage: 2 });
      expect(await page(2)).toEqual({ users: [ana.id], total: 3, page: 2, perPage: 2 });
      expect(await page(3)).toEqual({ users: [], total: 3, page: 3, perPage: 2 });
    });

    it("removes all of a user, and all in a group", async () => {
      const { transact, make, groups, users, insert, everyone } = await crowd();
      const [[one, two], [ana, bea]] = [groups, users];
      for (const group of groups) {
        await insert(...[ana, bea].map(({ id }) => make.member({ groupId: group.id, userId: id })));
      }
      await transact.write(({ members }) => members.removeAllOfUser(ana.id));
      expect([await everyone(one.id), await everyone(two.id)]).toEqual([[bea.id], [bea.id]]);
      await transact.write(({ members }) => members.removeAllOfGroup(one.id));
      expect([await everyone(one.id), await everyone(two.id)]).toEqual([[], [bea.id]]);
    });

    it("lets one of those who add the same user at the same time do it", async () => {
      const { place, make, groups, users, everyone } = await crowd();
      const [[group], [ana]] = [groups, users];
      const add = (member: GroupMember) => (stores: DirectoryStores) => stores.members.insert([member]);
      const added = await interleave(place, {
        first: add(make.member({ groupId: group.id, userId: ana.id })),
        second: add(make.member({ groupId: group.id, userId: ana.id })),
      });
      expect(added).toEqual([[ana.id], []]);
      expect(await everyone(group.id)).toEqual([ana.id]);
    });

    it("is a set for each group, for any order of additions and removals", async () => {
      const { transact, make, groups, users, insert, everyone } = await crowd();
      const step = fc.record({
        group: fc.constantFrom(...groups),
        users: fc.uniqueArray(fc.constantFrom(...users), { minLength: 1 }),
        adds: fc.boolean(),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
          for (const { id } of groups) await transact.write(({ members }) => members.removeAllOfGroup(id));
          const sets = new Map(groups.map(({ id }) => [id, new Set<string>()]));
          for (const { group, users: named, adds } of steps) {
            const set = sets.get(group.id) ?? new Set();
            const ids = named.map(({ id }) => id);
            if (adds) {
              const added = await insert(...ids.map((userId) => make.member({ groupId: group.id, userId })));
              expect([...added].sort()).toEqual(ids.filter((id) => !set.has(id)).sort());
              for (const id of ids) set.add(id);
            } else {
              const removed = await transact.write(async ({ members }) => {
                const left: boolean[] = [];
                for (const id of ids) left.push(await members.remove(group.id, id));
                return left;
              });
              expect(removed).toEqual(ids.map((id) => set.delete(id)));
            }
          }
          for (const { id } of groups) expect(await everyone(id)).toEqual([...(sets.get(id) ?? [])].sort());
        }),
        { numRuns: 20 },
      );
    });
  });
}
