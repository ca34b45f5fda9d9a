import type { DirectoryStores, User, UserField } from "@cartulary/directory";
import type { ListQuery, Transact } from "@cartulary/kernel";
import { interleave } from "../harness/concurrent-transactions.ts";
import { EPOCH, later, records } from "../harness/document-records.ts";
import type { DatabaseHarness } from "../harness/document-stores.ts";
import { describe, expect, it } from "../runner/runner.ts";

const EVERYBODY: ListQuery<UserField> = {
  page: 1,
  perPage: 100,
  sort: "emailAddress",
  direction: "asc",
  conditions: [],
};

/** A refusal that names the field and says why. */
const TAKEN = { kind: "invalid", details: [{ field: "emailAddress", code: "taken" }] };

/** Contract of user stores. `listingContract` covers filters and order. */
export function userStoreContract(name: string, { openDatabase }: DatabaseHarness<DirectoryStores>): void {
  describe(`${name} is a user store`, () => {
    it("round-trips a user with all fields", async () => {
      const { transact } = await openDatabase();
      const user = records().user({
        emailAddress: "Éloïse.Ôtée@Example.org",
        firstName: "Éloïse",
        lastName: 'O\'Tée \\ 100%_ ? $1 :name -- "x"',
        displayName: "Éloïse 🏡",
        initials: "ÉO",
        role: "manager",
        active: false,
        externalId: "Ext-1",
        updatedAt: later(1.234),
      });
      await transact.write(({ users }) => users.insert(user));
      expect(await transact.read(({ users }) => users.find(user.id))).toEqual(user);
      expect(await transact.write(({ users }) => users.lock(user.id))).toEqual(user);
      expect((await transact.read(({ users }) => users.list(EVERYBODY))).items).toEqual([user]);
    });

    it("round-trips a user without optional fields", async () => {
      const { transact } = await openDatabase();
      const user = records().user();
      await transact.write(({ users }) => users.insert(user));
      expect(await transact.read(({ users }) => users.find(user.id))).toEqual(user);
    });

    it("finds no user by an unknown id or address", async () => {
      const { transact } = await openDatabase();
      const id = records().id<"User">();
      expect(await transact.read(({ users }) => users.find(id))).toBeNull();
      expect(await transact.write(({ users }) => users.lock(id))).toBeNull();
      expect(await transact.read(({ users }) => users.findByEmail("unknown@example.org"))).toBeNull();
    });

    it("finds a user by e-mail address, ignoring case but not accents", async () => {
      const { transact } = await openDatabase();
      const user = records().user({ emailAddress: "Éloïse@Example.org" });
      await transact.write(({ users }) => users.insert(user));
      expect(await transact.read(({ users }) => users.findByEmail("éLOÏSE@eXAMPLE.ORG"))).toEqual(user);
      expect(await transact.read(({ users }) => users.findByEmail("eloise@example.org"))).toBeNull();
    });

    it("distinguishes similar addresses, and finds each user by their own", async () => {
      const { transact } = await openDatabase();
      const make = records();
      const [plain, wide] = [make.user({ emailAddress: "mgr@x.test" }), make.user({ emailAddress: "ｍgr@x.test" })];
      await transact.write(({ users }) => users.insert(plain));
      expect(await transact.read(({ users }) => users.findByEmail(wide.emailAddress))).toBeNull();
      await transact.write(({ users }) => users.insert(wide));
      const found = (typed: string) => transact.read(({ users }) => users.findByEmail(typed));
      expect([await found(" MGR@x.test "), await found("Ｍgr@x.test")]).toEqual([plain, wide]);
      expect([await found(`${"m".repeat(1_024)}@x.test`), await found("m\u0000gr@x.test")]).toEqual([null, null]);
    });

    it("rejects an address in use in any case, and keeps nothing", async () => {
      const { transact } = await openDatabase();
      const make = records();
      const user = make.user({ emailAddress: "ada@example.org" });
      const other = make.user({ emailAddress: "Ada@EXAMPLE.org" });
      await transact.write(({ users }) => users.insert(user));
      await expect(transact.write(({ users }) => users.insert(other))).rejects.toMatchObject(TAKEN);
      expect(await everybody(transact)).toEqual([user]);
    });

    it("rejects a change to an address in use", async () => {
      const { transact } = await openDatabase();
      const make = records();
      const [user, other] = [make.user({ emailAddress: "a@example.org" }), make.user()] as const;
      await transact.write(({ users }) => users.insert(user));
      await transact.write(({ users }) => users.insert(other));
      const changed = transact.write(({ users }) => users.update({ ...other, emailAddress: "A@example.org" }));
      await expect(changed).rejects.toMatchObject(TAKEN);
      expect(await transact.read(({ users }) => users.find(other.id))).toEqual(other);
    });

    it("lets one of those who take the same address at the same time have it", async () => {
      const { transact } = await openDatabase();
      const make = records();
      const outcomes = await Promise.allSettled(
        Array.from({ length: 6 }, () =>
          transact.write(({ users }) => users.insert(make.user({ emailAddress: "ada@example.org" }))),
        ),
      );
      expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      for (const outcome of outcomes) if (outcome.status === "rejected") expect(outcome.reason).toMatchObject(TAKEN);
    });

    it("replaces the whole record, and finds it by its new values", async () => {
      const { transact } = await openDatabase();
      const user = records().user({ firstName: "Ada", lastName: "L", externalId: "1", role: "manager" });
      const changed: User = {
        ...user,
        emailAddress: "New@example.org",
        firstName: null,
        lastName: "Lovelace",
        displayName: "Lovelace",
        initials: "L",
        role: "user",
        active: false,
        externalId: null,
        updatedAt: later(60),
      };
      await transact.write(({ users }) => users.insert(user));
      const seen = await transact.write(async ({ users }) => {
        await users.update(changed);
        return users.find(user.id);
      });
      expect(seen).toEqual(changed);
      expect(await transact.read(({ users }) => users.findByEmail("NEW@example.org"))).toEqual(changed);
      expect(await transact.read(({ users }) => users.findByEmail(user.emailAddress))).toBeNull();
    });

    it("accepts another case of the user's own address", async () => {
      const { transact } = await openDatabase();
      const user = records().user({ emailAddress: "ada@example.org" });
      await transact.write(({ users }) => users.insert(user));
      await transact.write(({ users }) => users.update({ ...user, emailAddress: "Ada@example.org" }));
      expect(await everybody(transact)).toEqual([{ ...user, emailAddress: "Ada@example.org" }]);
    });

    it("does not change a missing user", async () => {
      const { transact } = await openDatabase();
      await expect(transact.write(({ users }) => users.update(records().user()))).rejects.toThrow(/not found/);
      expect(await everybody(transact)).toEqual([]);
    });

    it("removes, and removing twice is fine", async () => {
      const { transact } = await openDatabase();
      const user = records().user();
      await transact.write(({ users }) => users.insert(user));
      const seen = await transact.write(async ({ users }) => {
        await users.find(user.id);
        await users.remove(user.id);
        await users.remove(user.id);
        return users.find(user.id);
      });
      expect(seen).toBeNull();
      expect(await everybody(transact)).toEqual([]);
    });

    it("gives an address free again with its owner's removal", async () => {
      const { transact } = await openDatabase();
      const make = records();
      const [user, next] = [make.user({ emailAddress: "a@b.fr" }), make.user({ emailAddress: "a@b.fr" })] as const;
      await transact.write(({ users }) => users.insert(user));
      await transact.write(async ({ users }) => {
        await users.remove(user.id);
        await users.insert(next);
      });
      expect(await everybody(transact)).toEqual([next]);
    });

    it("is empty without users", async () => {
      const { transact } = await openDatabase();
      expect(await transact.read(({ users }) => users.isEmpty())).toBe(true);
      await transact.write(({ users }) => users.insert(records().user()));
      expect(await transact.read(({ users }) => users.isEmpty())).toBe(false);
    });

    it("returns the requested page and the total", async () => {
      const { transact } = await openDatabase();
      const make = records();
      const everyone = ["c", "A", "é", "B", "e"].map((local) => make.user({ emailAddress: `${local}@example.org` }));
      await transact.write(async ({ users }) => {
        for (const user of everyone) await users.insert(user);
      });
      const page = (page: number, perPage: number) =>
        transact.read(({ users }) => users.list({ ...EVERYBODY, page, perPage }));
      const locals = (items: readonly User[]) => items.map(({ emailAddress }) => emailAddress[0]).join("");
      const first = await page(1, 3);
      expect({ ...first, items: locals(first.items) }).toEqual({ items: "ABc", total: 5, page: 1, perPage: 3 });
      expect(locals((await page(2, 3)).items)).toBe("eé");
      expect(await page(3, 3)).toEqual({ items: [], total: 5, page: 3, perPage: 3 });
    });

    it("shows a transaction that waited for a lock the first one's change, even if it had read before", async () => {
      const place = await openDatabase();
      const user = records().user();
      await place.transact.write(({ users }) => users.insert(user));
      const [first, second] = await interleave(place, {
        first: ({ users }) => users.lock(user.id),
        second: async ({ users }) => {
          await users.find(user.id);
          const locked = await users.lock(user.id);
          if (locked) await users.update({ ...locked, lastName: "Lovelace" });
          return locked;
        },
        afterwards: ({ users }) => users.update({ ...user, firstName: "Ada" }),
      });
      expect(first).toEqual(user);
      expect(second).toEqual({ ...user, firstName: "Ada" });
      expect(await everybody(place.transact)).toEqual([{ ...user, firstName: "Ada", lastName: "Lovelace" }]);
    });

    it("shows a second locker that the user is gone", async () => {
      const place = await openDatabase();
      const user = records().user();
      await place.transact.write(({ users }) => users.insert(user));
      const [, second] = await interleave(place, {
        first: ({ users }) => users.lock(user.id),
        second: ({ users }) => users.lock(user.id),
        afterwards: ({ users }) => users.remove(user.id),
      });
      expect(second).toBeNull();
    });

    it("locks existing users against changes, each until the end of the transaction", async () => {
      const place = await openDatabase();
      const make = records();
      const [ana, bea] = [make.user(), make.user()] as const;
      await place.transact.write(async ({ users }) => {
        for (const user of [bea, ana]) await users.insert(user);
      });
      const [locked, left] = await interleave(place, {
        first: ({ users }) => users.lockShared([bea.id, make.id<"User">(), ana.id]),
        second: async ({ users }) => {
          await users.lock(ana.id);
          await users.remove(ana.id);
          return (await users.list(EVERYBODY)).items;
        },
        afterwards: async ({ users }) => {
          expect(await users.find(ana.id)).toEqual(ana);
          await users.insert(make.user({ emailAddress: "first@example.org" }));
        },
      });
      expect([...locked].sort()).toEqual([ana.id, bea.id]);
      expect(left.map(({ emailAddress }) => emailAddress).sort()).toEqual(
        [bea.emailAddress, "first@example.org"].sort(),
      );
      expect(await place.transact.write(({ users }) => users.lockShared([]))).toEqual([]);
    });

    it("finds the active super administrators", async () => {
      const { transact } = await openDatabase();
      const make = records();
      const [one, two] = [make.user({ role: "super_admin" }), make.user({ role: "super_admin" })] as const;
      await transact.write(async ({ users }) => {
        for (const user of [two, one, make.user({ role: "admin" })]) await users.insert(user);
        await users.insert(make.user({ role: "super_admin", active: false }));
      });
      expect((await transact.write(({ users }) => users.lockSuperAdmins())).toSorted()).toEqual([one.id, two.id]);
    });

    it("leaves one of two super administrators who remove each other at the same time", async () => {
      const place = await openDatabase();
      const make = records();
      const [one, two] = [make.user({ role: "super_admin" }), make.user({ role: "super_admin" })] as const;
      await place.transact.write(async ({ users }) => {
        await users.insert(one);
        await users.insert(two);
      });
      const removeUnlessLast = (victim: User) => async (stores: DirectoryStores) => {
        const left = await stores.users.lockSuperAdmins();
        if (left.length > 1) await stores.users.remove(victim.id);
        return left.length;
      };
      const counts = await interleave(place, { first: removeUnlessLast(two), second: removeUnlessLast(one) });
      expect(counts).toEqual([2, 1]);
      expect(await everybody(place.transact)).toEqual([one]);
    });

    it("keeps instants to the millisecond, far back and far ahead", async () => {
      const { transact } = await openDatabase();
      const user = records().user({ createdAt: later(-4e9 + 0.001), updatedAt: later(9e9 + 0.999) });
      await transact.write(({ users }) => users.insert(user));
      expect(await transact.read(({ users }) => users.find(user.id))).toEqual(user);
      expect(user.createdAt < EPOCH && EPOCH < user.updatedAt).toBe(true);
    });
  });
}

async function everybody(transact: Transact<DirectoryStores>): Promise<readonly User[]> {
  return (await transact.read(({ users }) => users.list(EVERYBODY))).items;
}
