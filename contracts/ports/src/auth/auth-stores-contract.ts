import type {
  Application,
  ApplicationField,
  AuthorizationCode,
  AuthStores,
  BearerFinder,
  SessionFinder,
  SessionRecord,
  TokenRecord,
} from "@cartulary/auth";
import type { User } from "@cartulary/directory";
import type { Condition, Transact } from "@cartulary/kernel";
import { digestOf, EPOCH, later, records } from "../harness/document-records.ts";
import { withTimeout } from "../harness/eventually.ts";
import { describe, expect, it } from "../runner/runner.ts";

/** A database with nothing in it. */
export interface AuthStoresUnderTest {
  readonly transact: Transact<AuthStores>;
  readonly bearers: BearerFinder;
  readonly sessionFinder: SessionFinder;
}

export interface AuthStoresHarness {
  /** Called once per test. */
  create(): Promise<AuthStoresUnderTest>;
}

/** Contract of all authentication stores. */
export function authStoresContract(name: string, { create }: AuthStoresHarness): void {
  describe(`${name} keeps tokens`, () => {
    it("finds the current user of a token", async () => {
      const { transact, bearers } = await create();
      const user = records().user({ role: "admin" });
      const token = tokenOf(user, 1, { scopes: ["write", "read"] });
      await settle(transact, [user], [token]);
      const found = await bearers.find(token.hash);
      expect(found).toEqual({
        id: token.id,
        kind: "access",
        scopes: ["write", "read"],
        expiresAt: token.expiresAt,
        revokedAt: null,
        userId: user.id,
        role: "admin",
        active: true,
        groupIds: [],
        program: null,
        usedAt: null,
      });
      await transact.write(({ users }) => users.update({ ...user, role: "user", active: false }));
      expect(await bearers.find(token.hash)).toEqual({ ...found, role: "user", active: false });
    });

    it("finds the user's current groups only", async () => {
      const { transact, bearers } = await create();
      const make = records();
      const [user, other] = [make.user(), make.user()] as const;
      const [one, two] = [make.group(), make.group()] as const;
      const tokens = [tokenOf(user, 1), tokenOf(other, 2)] as const;
      await settle(transact, [user, other], tokens);
      const groupIds = async (token: TokenRecord) => (await bearers.find(token.hash))?.groupIds;
      await transact.write(async ({ groups, members }) => {
        for (const group of [one, two]) await groups.insert(group);
        await members.insert([
          make.member({ groupId: two.id, userId: user.id }),
          make.member({ groupId: one.id, userId: user.id }),
          make.member({ groupId: two.id, userId: other.id }),
        ]);
      });
      expect(await groupIds(tokens[0])).toEqual([one.id, two.id]);
      expect(await groupIds(tokens[1])).toEqual([two.id]);
      await transact.write(({ members }) => members.remove(two.id, user.id));
      expect(await groupIds(tokens[0])).toEqual([one.id]);
    });

    it("finds no user by an unknown token, nor by the token of a deleted user", async () => {
      const { transact, bearers } = await create();
      const user = records().user();
      const token = tokenOf(user, 1);
      await settle(transact, [user], [token]);
      await transact.write(({ users }) => users.remove(user.id));
      expect(await bearers.find(digestOf(2))).toBeNull();
      expect(await bearers.find(token.hash)).toBeNull();
    });

    it("finds no user by an uncommitted token", async () => {
      const { transact, bearers } = await create();
      const user = records().user();
      const token = tokenOf(user, 1);
      const stored = Promise.withResolvers<void>();
      const requested = Promise.withResolvers<void>();
      const storing = transact.write(async ({ users, tokens }) => {
        await users.insert(user);
        await tokens.insert([token]);
        stored.resolve();
        await requested.promise;
      });
      await stored.promise;
      const early = await withTimeout(bearers.find(token.hash));
      requested.resolve();
      await storing;
      expect(early).toBeNull();
      expect(await bearers.find(token.hash)).not.toBeNull();
    });

    it("refuses at once to look for a bearer inside a transaction", async () => {
      const { transact, bearers } = await create();
      for (const kind of ["read", "write"] as const) {
        const inside = transact[kind](() => bearers.find(digestOf(1)));
        await expect(withTimeout(inside)).rejects.toThrow(/open/);
      }
    });

    it("refuses a second token with the same digest", async () => {
      const { transact } = await create();
      const user = records().user();
      await settle(transact, [user], [tokenOf(user, 1)]);
      const again = { ...tokenOf(user, 2), hash: digestOf(1) };
      await expect(transact.write(({ tokens }) => tokens.insert([again]))).rejects.toThrow(/unique|duplicate/i);
    });

    it("stores an empty list of tokens", async () => {
      const { transact } = await create();
      await transact.write(({ tokens }) => tokens.insert([]));
    });

    it("ends the tokens that a user has, but for one and its family, and keeps when others ended", async () => {
      const { transact, bearers } = await create();
      const make = records();
      const [user, other] = [make.user(), make.user()] as const;
      const familyId = make.id<"TokenFamily">();
      const tokens = [
        tokenOf(user, 1, { familyId }),
        tokenOf(user, 2, { kind: "refresh", familyId }),
        tokenOf(user, 3, { kind: "personal", familyId: null }),
        tokenOf(user, 4, { revokedAt: later(1) }),
        tokenOf(other, 5),
        tokenOf(user, 6, { familyId: null }),
      ];
      await settle(transact, [user, other], tokens);
      const ends = () => Promise.all(tokens.map(async ({ hash }) => (await bearers.find(hash))?.revokedAt));
      await transact.write((stores) => stores.tokens.revokeOf(user.id, later(7), tokens[0]?.id));
      expect(await ends()).toEqual([null, null, later(7), later(1), null, later(7)]);
      await transact.write((stores) => stores.tokens.revokeOf(user.id, later(8), tokens[2]?.id));
      expect(await ends()).toEqual([later(8), later(8), later(7), later(1), null, later(7)]);
      await transact.write((stores) => stores.tokens.revokeOf(other.id, later(9)));
      expect(await ends()).toEqual([later(8), later(8), later(7), later(1), later(9), later(7)]);
    });

    it("keeps of a family the one that is excepted when nothing else is its", async () => {
      const { transact, bearers } = await create();
      const user = records().user();
      const [own, other] = [tokenOf(user, 1, { kind: "personal", familyId: null }), tokenOf(user, 2)];
      await settle(transact, [user], [own, other]);
      await transact.write((stores) => stores.tokens.revokeOf(user.id, later(7), own.id));
      const revoked = async ({ hash }: TokenRecord) => (await bearers.find(hash))?.revokedAt;
      expect([await revoked(own), await revoked(other)]).toEqual([null, later(7)]);
    });

    it("removes tokens of one kind that had expired by then, so many at once", async () => {
      const { transact } = await create();
      const user = records().user();
      const tokens = [
        tokenOf(user, 1),
        tokenOf(user, 2),
        tokenOf(user, 3, { expiresAt: later(3601) }),
        tokenOf(user, 4, { kind: "refresh" }),
      ];
      await settle(transact, [user], tokens);
      const remove = () => transact.write((stores) => stores.tokens.removeExpired("access", later(3600), 1));
      expect([await remove(), await remove(), await remove()]).toEqual([1, 1, 0]);
      const left = await Promise.all(
        tokens.map(async ({ hash }) => (await transact.read((stores) => stores.tokens.find(hash))) !== null),
      );
      expect(left).toEqual([false, false, true, true]);
    });

    it("tells which applications have living tokens of a user and which is whose, and ends those of one", async () => {
      const { transact, bearers } = await create();
      const make = records();
      const [user, other] = [make.user(), make.user()] as const;
      const [office, desk] = [applicationOf("office", { name: "Éditeur" }), applicationOf("desk", { name: "a desk" })];
      const [one, two] = [office.id, records(0x2000).id<"Application">()];
      await transact.write(async ({ applications }) => {
        await applications.insert(office);
        await applications.insert({ ...desk, id: two });
      });
      await settle(
        transact,
        [user, other],
        [
          tokenOf(user, 1, { applicationId: one, scopes: ["write"], createdAt: later(1) }),
          tokenOf(user, 2, { applicationId: one, kind: "refresh", usedAt: later(2) }),
          tokenOf(user, 3, { applicationId: two, expiresAt: later(10) }),
          tokenOf(user, 4, { applicationId: two, revokedAt: later(1) }),
          tokenOf(user, 5, { applicationId: null, kind: "personal" }),
          tokenOf(other, 6, { applicationId: one }),
        ],
      );
      const programs = [1, 3, 5].map(async (count) => (await bearers.find(digestOf(count)))?.program);
      expect(await Promise.all(programs)).toEqual(["Éditeur", "a desk", null]);
      const listed = (id: User["id"], seconds: number) =>
        transact.read(({ tokens }) => tokens.listGrants(id, later(seconds)));
      const grant = {
        applicationId: one,
        name: "Éditeur",
        scopes: ["read", "write"],
        since: EPOCH,
        renewedAt: later(1),
      };
      const desks = { applicationId: two, name: "a desk", scopes: ["read"], since: EPOCH, renewedAt: EPOCH };
      expect(await listed(user.id, 9)).toEqual([desks, grant]);
      expect(await listed(user.id, 10)).toEqual([grant]);
      await transact.write(({ tokens }) => tokens.revokeIssued(user.id, one, later(10)));
      expect([await listed(user.id, 9), await listed(other.id, 9)]).toMatchObject([[desks], [{ applicationId: one }]]);
    });

    it("gives back a whole token by its digest", async () => {
      const { transact } = await create();
      const user = records().user();
      const whole = tokenOf(user, 1, { kind: "personal", name: "Cron’s", usedAt: later(1), revokedAt: later(2) });
      const bare = tokenOf(user, 2, { applicationId: null, familyId: null, familyEndsAt: null, pairId: null });
      await settle(transact, [user], [whole, bare]);
      const find = (hash: string) => transact.read(({ tokens }) => tokens.find(hash));
      expect([await find(whole.hash), await find(bare.hash), await find(digestOf(3))]).toEqual([whole, bare, null]);
    });

    it("spends a token once, while it lives", async () => {
      const { transact } = await create();
      const user = records().user();
      const fresh = tokenOf(user, 1, { kind: "refresh" });
      const revoked = tokenOf(user, 2, { revokedAt: EPOCH });
      const used = tokenOf(user, 3, { usedAt: EPOCH });
      const expired = tokenOf(user, 4, { expiresAt: later(7) });
      await settle(transact, [user], [fresh, revoked, used, expired]);
      const spend = (token: TokenRecord) => transact.write(({ tokens }) => tokens.consume(token.id, later(7)));
      expect([await spend(revoked), await spend(used), await spend(expired)]).toEqual([false, false, false]);
      expect([await spend(fresh), await spend(fresh)]).toEqual([true, false]);
      const find = ({ hash }: TokenRecord) => transact.read(({ tokens }) => tokens.find(hash));
      expect(await find(fresh)).toEqual({ ...fresh, usedAt: later(7) });
      for (const untouched of [revoked, used, expired]) expect(await find(untouched)).toEqual(untouched);
    });

    it("spends a token for one of many that come at once", async () => {
      const { transact } = await create();
      const user = records().user();
      const token = tokenOf(user, 1, { kind: "refresh" });
      await settle(transact, [user], [token]);
      const spending = Array.from({ length: 8 }, () =>
        transact.write(({ tokens }) => tokens.consume(token.id, later(1))),
      );
      expect((await Promise.all(spending)).filter((spent) => spent)).toHaveLength(1);
    });

    it("ends one token, the two of a pair, or a family, and keeps when others ended", async () => {
      const { transact, bearers } = await create();
      const user = records().user();
      const [first, second] = [tokenOf(user, 1), tokenOf(user, 2)];
      const { familyId, pairId } = first;
      if (familyId === null || pairId === null) throw new Error("The sample has both");
      const tokens = [
        first,
        tokenOf(user, 3, { kind: "refresh", familyId, pairId }),
        tokenOf(user, 4, { familyId }),
        tokenOf(user, 5, { familyId, revokedAt: later(1) }),
        second,
        tokenOf(user, 6),
      ];
      await settle(transact, [user], tokens);
      const ends = () => Promise.all(tokens.map(async ({ hash }) => (await bearers.find(hash))?.revokedAt));
      await transact.write((stores) => stores.tokens.revoke({ id: second.id }, later(2)));
      expect(await ends()).toEqual([null, null, null, later(1), later(2), null]);
      await transact.write((stores) => stores.tokens.revoke({ pairId }, later(3)));
      expect(await ends()).toEqual([later(3), later(3), null, later(1), later(2), null]);
      await transact.write((stores) => stores.tokens.revoke({ familyId }, later(4)));
      expect(await ends()).toEqual([later(3), later(3), later(4), later(1), later(2), null]);
    });

    it("ends every token that was issued to an application, of any user, and no other", async () => {
      const { transact, bearers } = await create();
      const make = records();
      const [user, other] = [make.user(), make.user()] as const;
      const first = tokenOf(user, 1);
      const { applicationId } = first;
      if (applicationId === null) throw new Error("The sample has one");
      const tokens = [
        first,
        tokenOf(other, 2, { kind: "refresh", applicationId }),
        tokenOf(user, 3, { applicationId, revokedAt: later(1) }),
        tokenOf(user, 4),
        tokenOf(user, 5, { kind: "personal", applicationId: null }),
      ];
      await settle(transact, [user, other], tokens);
      await transact.write((stores) => stores.tokens.revoke({ applicationId }, later(7)));
      const ends = await Promise.all(tokens.map(async ({ hash }) => (await bearers.find(hash))?.revokedAt));
      expect(ends).toEqual([later(7), later(7), later(1), null, null]);
    });

    it("removes every token of a user only", async () => {
      const { transact, bearers } = await create();
      const make = records();
      const [user, other] = [make.user(), make.user()] as const;
      const tokens = [tokenOf(user, 1), tokenOf(user, 2, { kind: "personal" }), tokenOf(other, 3)];
      await settle(transact, [user, other], tokens);
      await transact.write((stores) => stores.tokens.removeOf(user.id));
      const found = await Promise.all(tokens.map(({ hash }) => bearers.find(hash)));
      expect(found.map((bearer) => bearer?.userId)).toEqual([undefined, undefined, other.id]);
    });
  });

  describe(`${name} keeps authorization codes`, () => {
    it("gives back a whole code by its digest", async () => {
      const { transact } = await create();
      const bound = codeOf(1);
      const loose = codeOf(2, { codeChallenge: null, usedAt: later(1), scopes: [] });
      await insertCodes(transact, [bound, loose]);
      const find = (hash: string) => transact.read((stores) => stores.authorizationCodes.find(hash));
      expect([await find(bound.hash), await find(loose.hash), await find(digestOf(3))]).toEqual([bound, loose, null]);
    });

    it("refuses a second code of the same digest", async () => {
      const { transact } = await create();
      await insertCodes(transact, [codeOf(1)]);
      await expect(insertCodes(transact, [{ ...codeOf(2), hash: digestOf(1) }])).rejects.toThrow(/unique|duplicate/i);
    });

    it("accepts a code once, also with concurrent requests", async () => {
      const { transact } = await create();
      const code = codeOf(1);
      await insertCodes(transact, [code, codeOf(2)]);
      const spend = () => transact.write((stores) => stores.authorizationCodes.consume(code.id, later(9)));
      const spent = await Promise.all(Array.from({ length: 8 }, spend));
      expect([...spent, await spend()].filter((isSpent) => isSpent)).toHaveLength(1);
      const find = (hash: string) => transact.read((stores) => stores.authorizationCodes.find(hash));
      expect(await find(code.hash)).toEqual({ ...code, usedAt: later(9) });
      expect(await find(digestOf(2))).toEqual(codeOf(2));
    });

    it("removes every code of a user only", async () => {
      const { transact } = await create();
      const [mine, too, other] = [codeOf(1), codeOf(2, { userId: codeOf(1).userId }), codeOf(3)];
      await insertCodes(transact, [mine, too, other]);
      await transact.write((stores) => stores.authorizationCodes.removeOf(mine.userId));
      const find = ({ hash }: AuthorizationCode) => transact.read((stores) => stores.authorizationCodes.find(hash));
      expect([await find(mine), await find(too), await find(other)]).toEqual([null, null, other]);
      await transact.write((stores) => stores.authorizationCodes.removeOf(other.userId, mine.applicationId));
      expect(await find(other)).toEqual(other);
      await transact.write((stores) => stores.authorizationCodes.removeOf(other.userId, other.applicationId));
      expect(await find(other)).toBeNull();
    });

    it("removes expired codes only", async () => {
      const { transact } = await create();
      const codes = [codeOf(1), codeOf(2, { expiresAt: later(601) }), codeOf(3, { expiresAt: later(602) })];
      await insertCodes(transact, codes);
      await transact.write((stores) => stores.authorizationCodes.removeExpired(later(601)));
      const find = ({ hash }: AuthorizationCode) => transact.read((stores) => stores.authorizationCodes.find(hash));
      const left = await Promise.all(codes.map(find));
      expect(left.map((code) => code?.hash)).toEqual([undefined, undefined, digestOf(3)]);
    });

    it("removes every code of an application, and of no other", async () => {
      const { transact } = await create();
      const [one, too, other] = [codeOf(1), codeOf(2, { applicationId: codeOf(1).applicationId }), codeOf(3)];
      await insertCodes(transact, [one, too, other]);
      await transact.write((stores) => stores.authorizationCodes.removeIssuedTo(one.applicationId));
      const find = ({ hash }: AuthorizationCode) => transact.read((stores) => stores.authorizationCodes.find(hash));
      expect([await find(one), await find(too), await find(other)]).toEqual([null, null, other]);
    });
  });

  describe(`${name} keeps credentials`, () => {
    it("creates, replaces and removes, each user's apart", async () => {
      const { transact } = await create();
      const make = records();
      const [user, other] = [make.user().id, make.user().id] as const;
      const phc = (id: User["id"]) => transact.read(({ credentials }) => credentials.find(id));
      expect(await phc(user)).toBeNull();
      await transact.write(({ credentials }) => credentials.save(user, "$argon2id$1", EPOCH));
      await transact.write(({ credentials }) => credentials.save(other, "$argon2id$2", EPOCH));
      expect([await phc(user), await phc(other)]).toEqual(["$argon2id$1", "$argon2id$2"]);
      await transact.write(({ credentials }) => credentials.save(user, "$argon2id$3", later(1)));
      expect([await phc(user), await phc(other)]).toEqual(["$argon2id$3", "$argon2id$2"]);
      await transact.write(({ credentials }) => credentials.remove(user));
      await transact.write(({ credentials }) => credentials.remove(user));
      expect([await phc(user), await phc(other)]).toEqual([null, "$argon2id$2"]);
    });
  });

  describe(`${name} keeps sessions`, () => {
    async function opened(...counts: readonly number[]) {
      const database = await create();
      const make = records();
      const users = [make.user(), make.user({ role: "admin" })] as const;
      const sessions = counts.map((count) => sessionOf(users[count % 2] as User, count));
      await settle(database.transact, users, []);
      await database.transact.write(async (stores) => {
        for (const session of sessions) await stores.sessions.insert(session);
      });
      const found = () => Promise.all(sessions.map(({ hash }) => database.sessionFinder.find(hash)));
      return { ...database, users, sessions, found };
    }

    it("finds whose a session is, as that person is now", async () => {
      const { transact, users, sessions, found } = await opened(1);
      const asItIs = { ...sessions[0], role: "admin", active: true, groupIds: [] };
      expect(await found()).toEqual([asItIs]);
      await transact.write((stores) => stores.users.update({ ...users[1], role: "user", active: false }));
      expect(await found()).toEqual([{ ...asItIs, role: "user", active: false }]);
      await transact.write((stores) => stores.users.remove(users[1].id));
      expect(await found()).toEqual([null]);
    });

    it("puts an end off and writes down a new proof, each session's apart", async () => {
      const { transact, sessions, found } = await opened(1, 2);
      const [one, two] = sessions as [SessionRecord, SessionRecord];
      await transact.write(async (stores) => {
        await stores.sessions.prolong(one.hash, later(90_000));
        await stores.sessions.prolong(digestOf(9), later(90_000));
        await stores.sessions.authenticated(two.id, later(7));
      });
      expect(await found()).toMatchObject([
        { expiresAt: later(90_000), authenticatedAt: one.authenticatedAt },
        { expiresAt: two.expiresAt, authenticatedAt: later(7) },
      ]);
    });

    it("ends one by its id or its digest, all of a user, and those whose time is over", async () => {
      const { transact, users, sessions, found } = await opened(1, 2, 3, 4, 5);
      const [one, two] = sessions as [SessionRecord, SessionRecord];
      const exists = () => transact.read((stores) => stores.sessions.exists(one.id));
      const left = async () => (await found()).map((session) => session !== null);
      expect(await exists()).toBe(true);
      expect(await transact.write((stores) => stores.sessions.end(one.id))).toBe(true);
      expect(await transact.write((stores) => stores.sessions.end(one.id))).toBe(false);
      expect(await exists()).toBe(false);
      await transact.write((stores) => stores.sessions.remove(two.hash));
      expect(await left()).toEqual([false, false, true, true, true]);
      await transact.write((stores) => stores.sessions.removeExpired(later(3600 + 4)));
      expect(await left()).toEqual([false, false, false, false, true]);
      await transact.write((stores) => stores.sessions.removeOf(users[0].id));
      expect(await left()).toEqual([false, false, false, false, true]);
      await transact.write((stores) => stores.sessions.removeOf(users[1].id));
      expect(await left()).toEqual([false, false, false, false, false]);
    });

    it("lists the open ones of a user, and ends one of them or all but one", async () => {
      const { transact, users, sessions, found } = await opened(1, 2, 3, 5);
      const [one, two, three, five] = sessions as [SessionRecord, SessionRecord, SessionRecord, SessionRecord];
      const [bob, ann] = users;
      const listed = (seconds: number) => transact.read((stores) => stores.sessions.listOf(ann.id, later(seconds)));
      expect(await listed(0)).toEqual([five, three, one]);
      expect(await listed(3603)).toEqual([five]);
      const end = (user: User, { id }: SessionRecord) => transact.write((stores) => stores.sessions.endOf(user.id, id));
      expect([await end(bob, one), await end(ann, one), await end(ann, one), await end(ann, two)]).toEqual([
        false,
        true,
        false,
        false,
      ]);
      await transact.write((stores) => stores.sessions.removeOf(ann.id, three.id));
      expect((await found()).map((session) => session !== null)).toEqual([false, true, true, false]);
    });
  });

  describe(`${name} keeps applications`, () => {
    it("gives back a whole application by its client id", async () => {
      const { transact } = await create();
      const [confidential, open] = [applicationOf("Office"), applicationOf("office", { secretHash: null })] as const;
      expect(await transact.read(({ applications }) => applications.isEmpty())).toBe(true);
      await transact.write(async ({ applications }) => {
        await applications.insert(confidential);
        await applications.insert({ ...open, id: records(0x2000).id(), confidential: false, trusted: false });
      });
      const found = await transact.read(({ applications }) => applications.findByClientId("Office"));
      expect(found).toEqual(confidential);
      expect(await transact.read(({ applications }) => applications.findByClientId("OFFICE"))).toBeNull();
      expect(await transact.read(({ applications }) => applications.isEmpty())).toBe(false);
    });

    it("locks an application shared by its id", async () => {
      const { transact } = await create();
      const office = applicationOf("Office");
      await transact.write(({ applications }) => applications.insert(office));
      const lockShared = (id: Application["id"]) => transact.write(({ applications }) => applications.lockShared(id));
      expect([await lockShared(office.id), await lockShared(records(0x2000).id())]).toEqual([office, null]);
    });

    it("finds, locks, lists and removes by id", async () => {
      const { transact } = await create();
      const make = records(0x2000);
      const [office, desk] = [
        applicationOf("Office", { name: "Éditeur" }),
        applicationOf("desk", { id: make.id(), createdAt: later(1), secretHash: null, confidential: false }),
      ] as const;
      await transact.write(async ({ applications }) => {
        await applications.insert(office);
        await applications.insert(desk);
      });
      const list = (conditions: readonly Condition<ApplicationField>[] = []) =>
        transact.read(({ applications }) =>
          applications.list({ page: 1, perPage: 100, sort: "createdAt", direction: "desc", conditions }),
        );
      const missing = make.id<"Application">();
      expect(await transact.read(({ applications }) => applications.find(desk.id))).toEqual(desk);
      expect(await transact.read(({ applications }) => applications.find(missing))).toBeNull();
      expect(await transact.write(({ applications }) => applications.lock(office.id))).toEqual(office);
      expect(await transact.write(({ applications }) => applications.lock(missing))).toBeNull();
      expect(await list()).toEqual({ items: [desk, office], total: 2, page: 1, perPage: 100 });
      const named = { fields: ["name"], join: "or", predicate: "cont", values: ["ÉDIT"] } as const;
      expect((await list([named])).items).toEqual([office]);
      await transact.write(({ applications }) => applications.saveRedirectUris(desk.id, ["https://desk.example.org/"]));
      const moved = { ...desk, redirectUris: ["https://desk.example.org/"] };
      expect((await list()).items).toEqual([moved, office]);
      await transact.write(({ applications }) => applications.remove(office.id));
      expect((await list()).items).toEqual([moved]);
    });

    it("refuses a second application with the client id of the first", async () => {
      const { transact } = await create();
      await transact.write(({ applications }) => applications.insert(applicationOf("office")));
      const again = { ...applicationOf("office"), id: records(0x2000).id<"Application">() };
      await expect(transact.write(({ applications }) => applications.insert(again))).rejects.toThrow(
        /unique|duplicate/i,
      );
    });
  });
}

function tokenOf(user: User, count: number, overrides: Partial<TokenRecord> = {}): TokenRecord {
  const make = records(0x3000 + count * 0x10);
  return {
    id: make.id(),
    kind: "access",
    hash: digestOf(count),
    userId: user.id,
    applicationId: make.id(),
    familyId: make.id(),
    familyEndsAt: later(7_776_000),
    pairId: make.id(),
    scopes: ["read"],
    name: null,
    createdAt: EPOCH,
    expiresAt: later(3600),
    revokedAt: null,
    usedAt: null,
    ...overrides,
  };
}

function sessionOf(user: User, count: number): SessionRecord {
  const expiresAt = later(3600 + count);
  const dates = { createdAt: EPOCH, authenticatedAt: later(1), expiresAt };
  // Of some nothing is known: they are older than the question.
  const from = count % 2 === 0 ? { address: null, userAgent: null } : { address: "2001:db8::1", userAgent: "Firefox" };
  return { id: records(0x4000 + count).id(), hash: digestOf(count), userId: user.id, ...dates, ...from };
}

function codeOf(count: number, overrides: Partial<AuthorizationCode> = {}): AuthorizationCode {
  const make = records(0x5000 + count * 0x10);
  return {
    id: make.id(),
    hash: digestOf(count),
    applicationId: make.id(),
    userId: make.id(),
    familyId: make.id(),
    redirectUri: "http://127.0.0.1:5123/cb?x=%20",
    scopes: ["read", "write"],
    codeChallenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
    createdAt: EPOCH,
    expiresAt: later(600),
    usedAt: null,
    ...overrides,
  };
}

async function insertCodes(transact: Transact<AuthStores>, codes: readonly AuthorizationCode[]): Promise<void> {
  await transact.write(async ({ authorizationCodes }) => {
    for (const code of codes) await authorizationCodes.insert(code);
  });
}

function applicationOf(clientId: string, overrides: Partial<Application> = {}): Application {
  return {
    id: records().id(),
    clientId,
    secretHash: digestOf(1),
    name: "The office’s tool",
    redirectUris: ["https://example.org/b", "https://example.org/a?x=1&y=%20"],
    scopes: ["read", "write"],
    defaultScopes: ["read"],
    confidential: true,
    trusted: true,
    createdAt: EPOCH,
    ...overrides,
  };
}

async function settle(transact: Transact<AuthStores>, users: readonly User[], tokens: readonly TokenRecord[]) {
  await transact.write(async (stores) => {
    for (const user of users) await stores.users.insert(user);
    await stores.tokens.insert(tokens);
  });
}
