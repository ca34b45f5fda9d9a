import { auditEvent } from "@cartulary/audit";
import {
  type AuthStores,
  type DeviceGrant,
  type Identity,
  type PersonalTokenField,
  personalTokenListing,
  type TokenRecord,
} from "@cartulary/auth";
import type { Id, ListQuery, Transact, UserId } from "@cartulary/kernel";
import { digestOf, EPOCH, idOf, later } from "../harness/document-records.ts";
import { describe, expect, it } from "../runner/runner.ts";

/** A database with nothing in it. */
export interface AuthGrantsHarness {
  /** Called once per test. */
  create(): Promise<{ readonly transact: Transact<AuthStores> }>;
}

const USERS = [idOf<"User">(1), idOf<"User">(2)] as const;
const NEWEST: ListQuery<PersonalTokenField> = {
  page: 1,
  perPage: 20,
  sort: "createdAt",
  direction: "desc",
  conditions: [],
};

/** Contract of the stores of device grants, identities, used assertions and personal tokens. */
export function authGrantsContract(name: string, { create }: AuthGrantsHarness): void {
  describe(`${name} keeps device grants`, () => {
    async function stored(...grants: readonly DeviceGrant[]) {
      const { transact } = await create();
      await transact.write(async ({ deviceGrants }) => {
        for (const grant of grants) await deviceGrants.insert(grant);
      });
      const find = (count: number) => transact.read(({ deviceGrants }) => deviceGrants.find(digestOf(count)));
      return { transact, find };
    }

    it("finds a whole grant by either code, and none by another text", async () => {
      const grant = grantOf(1, { clientName: "A drawer", scopes: ["write", "read"] });
      const { transact, find } = await stored(grant, grantOf(2));
      expect(await find(1)).toEqual(grant);
      const byCode = (hash: string) => transact.read(({ deviceGrants }) => deviceGrants.findByUserCode(hash));
      expect(await byCode(grant.userHash)).toEqual(grant);
      expect([await find(3), await byCode(grant.deviceHash)]).toEqual([null, null]);
    });

    it("refuses a second grant with one of the codes of the first", async () => {
      const { transact } = await stored(grantOf(1));
      for (const again of [
        { ...grantOf(2), deviceHash: digestOf(1) },
        { ...grantOf(2), userHash: grantOf(1).userHash },
      ]) {
        await expect(transact.write(({ deviceGrants }) => deviceGrants.insert(again))).rejects.toThrow(
          /unique|duplicate/i,
        );
      }
    });

    it("saves a decision only if the state is unchanged", async () => {
      const grant = grantOf(1);
      const { transact, find } = await stored(grant, grantOf(2));
      const approved: DeviceGrant = {
        ...grant,
        state: "approved",
        scopes: ["read"],
        userId: USERS[0],
        sessionId: idOf(9),
      };
      const decide = (next: DeviceGrant, from: DeviceGrant["state"]) =>
        transact.write(({ deviceGrants }) => deviceGrants.decide(next, from));
      expect(await decide(approved, "approved")).toBe(false);
      expect(await find(1)).toEqual(grant);
      expect(await decide(approved, "pending")).toBe(true);
      expect(await decide({ ...approved, state: "denied" }, "pending")).toBe(false);
      expect([await find(1), await find(2)]).toEqual([approved, grantOf(2)]);
    });

    it("consumes an approved grant in time once, also with concurrent polls", async () => {
      const owner = { userId: USERS[0], sessionId: idOf<"Session">(9) };
      const { transact, find } = await stored(
        grantOf(1),
        grantOf(2, { ...owner, state: "approved" }),
        grantOf(3, { ...owner, state: "denied" }),
        grantOf(4, { ...owner, state: "approved" }),
      );
      const consume = (count: number, seconds: number) =>
        transact.write(({ deviceGrants }) => deviceGrants.consume(digestOf(count), later(seconds)));
      expect([await consume(1, 0), await consume(2, 900), await consume(3, 0)]).toEqual([false, false, false]);
      const all = await Promise.all(Array.from({ length: 8 }, () => consume(2, 899)));
      expect(all.filter(Boolean)).toHaveLength(1);
      const states = await Promise.all([1, 2, 3, 4].map(async (count) => (await find(count))?.state));
      expect(states).toEqual(["pending", "consumed", "denied", "approved"]);
    });

    it("denies grants that a user approved and that were not consumed", async () => {
      const own = { userId: USERS[0] };
      const { transact, find } = await stored(
        grantOf(1, { ...own, state: "approved" }),
        grantOf(2, { ...own, state: "consumed" }),
        grantOf(3, { userId: USERS[1], state: "approved" }),
        grantOf(4),
      );
      await transact.write(({ deviceGrants }) => deviceGrants.denyOf(USERS[0]));
      const states = (await Promise.all([1, 2, 3, 4].map(find))).map((grant) => grant?.state);
      expect(states).toEqual(["denied", "consumed", "approved", "pending"]);
    });

    it("removes grants decided by a user, and old ones", async () => {
      const decided = { state: "approved", userId: USERS[0] } as const;
      const { transact, find } = await stored(
        grantOf(1, decided),
        grantOf(2, { ...decided, userId: USERS[1] }),
        grantOf(3, { expiresAt: later(901) }),
      );
      const left = async () => (await Promise.all([1, 2, 3].map(find))).map((grant) => grant !== null);
      await transact.write(({ deviceGrants }) => deviceGrants.removeOf(USERS[0]));
      expect(await left()).toEqual([false, true, true]);
      await transact.write(({ deviceGrants }) => deviceGrants.removeExpired(later(900)));
      expect(await left()).toEqual([false, false, true]);
    });
  });

  describe(`${name} keeps the networks that people sign in from`, () => {
    it("knows each person's own, since they were last seen there", async () => {
      const { transact } = await create();
      const [one, two] = USERS;
      const seen = (userId: UserId, network: string, seconds: number) =>
        transact.write(({ knownNetworks }) => knownNetworks.recordUse(userId, network, later(seconds)));
      const isKnown = (userId: UserId, network: string, seconds: number) =>
        transact.read(({ knownNetworks }) => knownNetworks.isKnown(userId, network, later(seconds)));
      await seen(one, "home", 1);
      await seen(one, "home", 5);
      await seen(two, "office", 3);
      expect([await isKnown(one, "home", 5), await isKnown(one, "home", 6)]).toEqual([true, false]);
      expect([await isKnown(one, "office", 0), await isKnown(two, "home", 0)]).toEqual([false, false]);
      await transact.write(({ knownNetworks }) => knownNetworks.removeUnseen(later(5)));
      expect([await isKnown(one, "home", 0), await isKnown(two, "office", 0)]).toEqual([true, false]);
      await transact.write(({ knownNetworks }) => knownNetworks.removeOf(one));
      expect(await isKnown(one, "home", 0)).toBe(false);
    });
  });

  describe(`${name} counts refusals`, () => {
    it("one by one however many come at once, and hands them out once they are still", async () => {
      const { transact } = await create();
      const last = auditEvent(
        { clock: { now: () => EPOCH }, newId: () => idOf(1) },
        { userId: null },
        { action: "session.refused", detail: { reason: "wrong_password" } },
      );
      const refuse = (key: string, seconds: number) =>
        transact.write(async ({ refusals }) => {
          const count = await refusals.lock(key);
          const unrecorded = (count?.unrecorded ?? 0) + 1;
          await refusals.save(key, { recordedAt: later(seconds), unrecorded, last });
        });
      await Promise.all(Array.from({ length: 8 }, () => refuse("one", 1)));
      await refuse("other", 2);
      const take = (seconds: number) => transact.write(({ refusals }) => refusals.take(later(seconds), 5));
      expect(await take(0)).toEqual([]);
      expect(await take(1)).toEqual([{ recordedAt: later(1), unrecorded: 8, last }]);
      expect([await take(1), (await take(2)).length]).toEqual([[], 1]);
    });
  });

  describe(`${name} stores answers to refreshes`, () => {
    it("gives one back by the token that was exchanged, until it is removed once its time is over", async () => {
      const { transact } = await create();
      const replies = [1, 2].map((count) => ({
        tokenId: idOf<"Token">(count),
        sealed: `sealed ${count} +/=`,
        expiresAt: later(count * 30),
      }));
      await transact.write(async ({ refreshReplies }) => {
        for (const reply of replies) await refreshReplies.insert(reply);
      });
      const find = (count: number) => transact.read(({ refreshReplies }) => refreshReplies.find(idOf<"Token">(count)));
      expect([await find(1), await find(2), await find(3)]).toEqual([...replies, null]);
      const remove = (seconds: number) =>
        transact.write(({ refreshReplies }) => refreshReplies.removeExpired(later(seconds)));
      await remove(29);
      expect(await find(1)).toEqual(replies[0]);
      await remove(30);
      expect([await find(1), await find(2)]).toEqual([null, replies[1]]);
    });

    it("takes one back with its transaction, and never stores two of one token", async () => {
      const { transact } = await create();
      const reply = { tokenId: idOf<"Token">(1), sealed: "sealed", expiresAt: later(30) };
      const undone = transact.write(async ({ refreshReplies }) => {
        await refreshReplies.insert(reply);
        throw new Error("undo");
      });
      await expect(undone).rejects.toThrow("undo");
      const insert = () => transact.write(({ refreshReplies }) => refreshReplies.insert(reply));
      await insert();
      await expect(insert()).rejects.toThrow(/unique|duplicate/i);
    });
  });

  describe(`${name} keeps identities`, () => {
    it("finds by issuer and subject, letter by letter, and links each once", async () => {
      const { transact } = await create();
      const identity = identityOf(1, USERS[0]);
      const insert = (each: Identity) => transact.write(({ identities }) => identities.insert(each));
      const find = (issuer: string, subject: string) =>
        transact.read(({ identities }) => identities.find(issuer, subject));
      expect(await insert(identity)).toBe(true);
      expect(await insert({ ...identityOf(2, USERS[1]), subject: identity.subject })).toBe(false);
      expect(
        await insert({ ...identityOf(3, USERS[1]), issuer: "https://other.example", subject: identity.subject }),
      ).toBe(true);
      expect(await find(identity.issuer, identity.subject)).toEqual(identity);
      expect(await find(identity.issuer, identity.subject.toUpperCase())).toBeNull();
      expect(await find(`${identity.issuer}/`, identity.subject)).toBeNull();
      const exists = (userId: UserId) => transact.read(({ identities }) => identities.existsFor(userId));
      expect([await exists(USERS[0]), await exists(USERS[1]), await exists(idOf(7))]).toEqual([true, true, false]);
    });
  });

  describe(`${name} keeps used assertions`, () => {
    it("lets a key be used once, however many ask at once, until it is forgotten", async () => {
      const { transact } = await create();
      const use = (key: string) => transact.write(({ usedAssertions }) => usedAssertions.use(key, later(60)));
      const all = await Promise.all(Array.from({ length: 8 }, () => use(digestOf(1))));
      expect(all.filter(Boolean)).toHaveLength(1);
      expect(await use(digestOf(2))).toBe(true);
      const forget = (seconds: number) =>
        transact.write(({ usedAssertions }) => usedAssertions.removeExpired(later(seconds)));
      await forget(59);
      expect(await use(digestOf(1))).toBe(false);
      await forget(60);
      expect(await use(digestOf(1))).toBe(true);
    });

    it("takes a use back with its transaction", async () => {
      const { transact } = await create();
      const undone = transact.write(async ({ usedAssertions }) => {
        await usedAssertions.use(digestOf(1), later(60));
        throw new Error("undo");
      });
      await expect(undone).rejects.toThrow("undo");
      expect(await transact.write(({ usedAssertions }) => usedAssertions.use(digestOf(1), later(60)))).toBe(true);
    });
  });

  describe(`${name} keeps personal tokens`, () => {
    async function settled() {
      const { transact } = await create();
      const tokens = [
        personalOf(1, USERS[0], { name: "b", createdAt: later(1) }),
        personalOf(2, USERS[0], { name: "Á", scopes: ["read", "write"], usedAt: later(3) }),
        personalOf(3, USERS[0], { revokedAt: later(2) }),
        personalOf(4, USERS[0], { expiresAt: later(10) }),
        personalOf(5, USERS[0], { kind: "access" }),
        personalOf(6, USERS[1]),
      ];
      await transact.write((stores) => stores.tokens.insert(tokens));
      const live = async (query: Partial<ListQuery<PersonalTokenField>> = {}, userId: UserId = USERS[0]) => {
        const page = await transact.read((stores) =>
          stores.tokens.listPersonal(userId, { ...NEWEST, ...query }, later(10)),
        );
        return page.items.map(({ id }) => tokens.findIndex((token) => token.id === id) + 1);
      };
      return { transact, tokens, live };
    }

    it("lists and counts those of one user that live", async () => {
      const { transact, tokens, live } = await settled();
      expect([await live(), await live({}, USERS[1])]).toEqual([[1, 2], [6]]);
      expect(await transact.read((stores) => stores.tokens.countPersonal(USERS[0], later(10)))).toBe(2);
      expect(await transact.read((stores) => stores.tokens.countPersonal(USERS[0], later(9)))).toBe(3);
      const { items } = await transact.read((stores) => stores.tokens.listPersonal(USERS[0], NEWEST, later(10)));
      const { id, name: own, scopes, createdAt, expiresAt, usedAt } = tokens[1] as TokenRecord;
      expect(items[1]).toEqual({ id, name: own, scopes, createdAt, expiresAt, lastUsedAt: usedAt });
    });

    it("sorts by every sort, and filters by every field", async () => {
      const { live } = await settled();
      for (const sort of personalTokenListing.sorts) expect(await live({ sort })).toHaveLength(2);
      expect(await live({ sort: "name", direction: "asc" })).toEqual([1, 2]);
      const filtered = (field: PersonalTokenField, predicate: "present" | "cont" | "gteq", value: never) =>
        live({ conditions: [{ fields: [field], join: "or", predicate, values: [value] }] });
      expect(await filtered("name", "cont", "á" as never)).toEqual([2]);
      expect(await filtered("lastUsedAt", "present", true as never)).toEqual([2]);
      expect(await filtered("scopes", "present", true as never)).toEqual([1, 2]);
      expect(await filtered("expiresAt", "gteq", later(3600) as never)).toEqual([1, 2]);
    });

    it("revokes a valid token of its user only", async () => {
      const { transact, tokens, live } = await settled();
      const end = (userId: UserId, count: number) =>
        transact.write((stores) => stores.tokens.revokePersonal(userId, tokens[count - 1]?.id as never, later(10)));
      expect([await end(USERS[1], 1), await end(USERS[0], 3), await end(USERS[0], 4)]).toEqual([false, false, false]);
      expect([await end(USERS[0], 5), await end(USERS[0], 1), await end(USERS[0], 1)]).toEqual([false, true, false]);
      expect(await live()).toEqual([2]);
    });

    it("records when a personal token was last used, the later time over the earlier, and nothing of other tokens", async () => {
      const { transact, tokens } = await settled();
      const seen = (seconds: number, ...counts: readonly number[]) => {
        const ids = counts.map((count) => tokens[count - 1]?.id as TokenRecord["id"]);
        return transact.write((stores) => stores.tokens.recordUse(ids, later(seconds)));
      };
      await seen(2, 1, 2, 5);
      await seen(5);
      const used = await Promise.all(
        tokens.map(async ({ hash }) => (await transact.read((stores) => stores.tokens.find(hash)))?.usedAt ?? null),
      );
      expect(used).toEqual([later(2), later(3), null, null, null, null]);
    });
  });
}

function grantOf(count: number, overrides: Partial<DeviceGrant> = {}): DeviceGrant {
  return {
    id: idOf(0x100 + count),
    deviceHash: digestOf(count),
    userHash: digestOf(0x100 + count),
    state: "pending",
    clientName: null,
    address: "192.0.2.1",
    scopes: ["read", "write"],
    userId: null,
    sessionId: null,
    createdAt: EPOCH,
    expiresAt: later(900),
    ...overrides,
  };
}

function identityOf(count: number, userId: UserId): Identity {
  const id: Id<"Identity"> = idOf(0x200 + count);
  return { id, issuer: "https://identity.example.org", subject: `person-${count}`, userId, createdAt: EPOCH };
}

function personalOf(count: number, userId: UserId, overrides: Partial<TokenRecord> = {}): TokenRecord {
  return {
    id: idOf(0x300 + count),
    kind: "personal",
    hash: digestOf(count),
    userId,
    applicationId: null,
    familyId: null,
    familyEndsAt: null,
    pairId: null,
    scopes: ["read"],
    name: `Token ${count}`,
    createdAt: EPOCH,
    expiresAt: later(3600),
    revokedAt: null,
    usedAt: null,
    ...overrides,
  };
}
