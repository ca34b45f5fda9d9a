import type { PasswordHash, RequestSource, TokenResponse } from "@cartulary/auth";
import { DomainError, type ListQuery } from "@cartulary/kernel";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type AccountsHouse, FIRST, founded, houseOf, signedIn, VISITOR } from "../support/accounts.ts";
import { type TestDatabase, usualDatabases } from "../support/databases.ts";

const QUARTER_MS = 900_000;
const DAY_MS = 86_400_000;

/**
 * A fast hash that counts its comparisons: limits do not depend on slow hashing. A comparison waits for
 * `mayCompare`.
 */
function countingHash(): PasswordHash & { compared: number; mayCompare: Promise<void> } {
  return {
    compared: 0,
    mayCompare: Promise.resolve(),
    hash: async (password) => `plain ${password}`,
    isOutdated: () => false,
    async verify(password, phc) {
      await this.mayCompare;
      this.compared += 1;
      return phc === `plain ${password}`;
    },
  };
}

const from = (network: string): RequestSource => ({ ...VISITOR, address: network, network });

const EVENTS: ListQuery<"at"> = { page: 1, perPage: 100, sort: "at", direction: "asc", conditions: [] };

describe.each(usualDatabases)("guessing passwords on $name", ({ open }) => {
  let database: TestDatabase;
  let passwordHash: ReturnType<typeof countingHash>;
  let rooms: AccountsHouse;
  beforeEach(async () => {
    database = await open();
    passwordHash = countingHash();
    rooms = await founded(database, { passwordHash });
  });
  afterEach(() => database.close());

  const outcome = (pending: Promise<TokenResponse>): Promise<string> =>
    pending.then(
      () => "in",
      (error) => (error instanceof DomainError ? error.code : expect.fail(String(error))),
    );
  const guess = (requestSource = VISITOR, username: string = FIRST.emailAddress) =>
    outcome(signedIn(rooms, { username, password: "a wrong one" }, requestSource));
  const right = (requestSource = VISITOR) => outcome(signedIn(rooms, {}, requestSource));
  const several = <Result>(count: number, ask: (index: number) => Promise<Result>) =>
    Promise.all(Array.from({ length: count }, (_, index) => ask(index)));

  it("ends after ten failures from one network, for right ones too, until the window has room", async () => {
    for (let times = 0; times < 10; times += 1) {
      expect(await guess(VISITOR, times % 2 ? " SUE@example.org " : FIRST.emailAddress)).toBe("invalid_grant");
      rooms.pass(1_000);
    }
    expect(await right()).toBe("rate_limited");
    await expect(signedIn(rooms)).rejects.toMatchObject({ kind: "rate_limited", retryAfterSeconds: 890 });
    expect(await right(from("198.51.100.1"))).toBe("in");
    rooms.pass(QUARTER_MS - 10_001);
    expect(await right()).toBe("rate_limited");
    rooms.pass(1);
    expect(await right()).toBe("in");
    expect([await guess(), await right()]).toEqual(["invalid_grant", "rate_limited"]);
  });

  it("compares ten passwords at most, under concurrent requests to any host", async () => {
    const other = houseOf(database, { passwordHash, host: 1 });
    const results = await several(40, (index) =>
      outcome(signedIn(index % 2 ? rooms : other, { password: `guess ${index}` })),
    );
    expect(results.filter((result) => result === "invalid_grant")).toHaveLength(10);
    expect(results.filter((result) => result === "rate_limited")).toHaveLength(30);
    expect(passwordHash.compared).toBe(10);
  });

  it("admits all users with the right password, in any number", async () => {
    expect(new Set(await several(25, () => right()))).toEqual(new Set(["in"]));
    for (let times = 0; times < 9; times += 1) await guess();
    expect(new Set(await several(25, () => right()))).toEqual(new Set(["in"]));
    expect([await guess(), await right()]).toEqual(["invalid_grant", "rate_limited"]);
  });

  it("65: ends after a hundred failures of one network or in all, except at places of a recent sign-in", async () => {
    const long = from("203.0.113.2");
    expect(await right(long)).toBe("in");
    rooms.pass(2 * DAY_MS);
    expect(await right()).toBe("in");
    rooms.pass(29 * DAY_MS);
    const results = [];
    for (const fifty of ["a", "b"]) {
      results.push(...(await several(50, (index) => guess(VISITOR, `${fifty}${index}@example.org`))));
    }
    for (const [net, times] of [50, 54].entries()) {
      results.push(...(await several(times, (index) => guess(from(`198.51.${net}.${index}`)))));
    }
    expect(results.filter((result) => result === "invalid_grant")).toHaveLength(200);
    expect(await guess(VISITOR, "another@example.org")).toBe("rate_limited");
    for (const otherSource of [from("203.0.113.1"), long]) expect(await right(otherSource)).toBe("rate_limited");
    expect(await guess(from("203.0.113.1"), "another@example.org")).toBe("invalid_grant");
    expect(await right()).toBe("in");
    for (let times = 0; times < 10; times += 1) expect(await guess()).toBe("invalid_grant");
    expect(await right()).toBe("rate_limited");
  });

  it("queues fifty comparisons, and refuses further ones at once", async () => {
    let refused = 0;
    const left = Promise.withResolvers<void>();
    passwordHash.mayCompare = left.promise;
    const results = await several(60, async (index) => {
      const result = await guess(VISITOR, `person${index}@example.org`);
      if (result === "temporarily_unavailable") refused += 1;
      if (refused === 9) left.resolve();
      return result;
    });
    expect(results.filter((result) => result === "temporarily_unavailable")).toHaveLength(9);
    expect(results.filter((result) => result === "invalid_grant")).toHaveLength(51);
    const others = Promise.withResolvers<void>();
    passwordHash.mayCompare = others.promise;
    const signIns = Array.from({ length: 60 }, () => signedIn(rooms));
    expect(await Promise.all(signIns).catch((error) => error)).toMatchObject({
      kind: "unavailable",
      retryAfterSeconds: 1,
    });
    others.resolve();
    await Promise.allSettled(signIns);
  });

  it("is limited for unknown users in the same way", async () => {
    const guesses = await several(12, () => guess(VISITOR, "nobody@example.org"));
    expect(guesses.filter((result) => result === "rate_limited")).toHaveLength(2);
  });

  it("records successful and failed sign-ins, and no typed text", async () => {
    await guess();
    await guess(VISITOR, "nobody@example.org");
    await right();
    const { items } = await database.transact.read(({ audit }) => audit.list(EVENTS));
    const sue = await database.transact.read(({ users }) => users.findByEmail(FIRST.emailAddress));
    const via = "password_grant";
    expect(items.map(({ action, actorId, resourceId, detail }) => ({ action, actorId, resourceId, detail }))).toEqual([
      { action: "session.refused", actorId: null, resourceId: sue?.id, detail: { via, reason: "wrong_password" } },
      { action: "session.refused", actorId: null, resourceId: null, detail: { via, reason: "unknown_user" } },
      { action: "session.opened", actorId: sue?.id, resourceId: sue?.id, detail: { via, client_id: FIRST.clientId } },
    ]);
    expect(items.map(({ requestId }) => requestId)).toEqual(Array(3).fill(VISITOR.requestId));
    expect(JSON.stringify(items)).not.toMatch(/wrong one|nobody@/);
  });
});
