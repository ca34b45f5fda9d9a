import type { Session } from "@cartulary/auth";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type AccountsHouse, digests, FIRST, founded, VISITOR } from "../support/accounts.ts";
import { type TestDatabase, usualDatabases } from "../support/databases.ts";

const SIGN_IN = { emailAddress: FIRST.emailAddress, password: FIRST.password, requestSource: VISITOR, former: null };

describe.each(usualDatabases)("a session on $name", ({ open }) => {
  let database: TestDatabase;
  let rooms: AccountsHouse;
  beforeEach(async () => {
    database = await open();
    rooms = await founded(database);
  });
  afterEach(() => database.close());

  async function opened(): Promise<{ readonly secret: string; find(): Promise<Session> }> {
    const { secret } = await rooms.sessions.open(SIGN_IN);
    const find = async () => (await rooms.sessions.find(secret)) ?? expect.fail("The session is over");
    return { secret, find };
  }

  it("belongs to a user with the rights of the role, and its secret is stored as a digest only", async () => {
    const { secret, find } = await opened();
    expect((await find()).caller).toMatchObject({ role: "super_admin", scopes: ["read", "write", "admin"] });
    expect(await database.sessionFinder.find(secret)).toBeNull();
    expect(await database.sessionFinder.find(digests.sha256(secret))).not.toBeNull();
    expect(await rooms.sessions.find(digests.sha256(secret))).toBeNull();
  });

  it("reports its address and browser, as far as they are known", async () => {
    const from = async (address: string, userAgent?: string | null) => {
      const requestSource = { ...VISITOR, address };
      const { secret } = await rooms.sessions.open({
        ...SIGN_IN,
        requestSource,
        ...(userAgent !== undefined && { userAgent }),
      });
      const session = (await rooms.sessions.find(secret)) ?? expect.fail("The session is over");
      const own = (await rooms.sessions.list(session)).find(({ current }) => current);
      return [own?.address, own?.userAgent];
    };
    expect(await from("192.0.2.7", "Mozilla/5.0")).toEqual(["192.0.2.7", "Mozilla/5.0"]);
    expect(await from("unknown")).toEqual([null, null]);
    expect(await from("192.0.2.7", "")).toEqual(["192.0.2.7", null]);
    expect(await from("192.0.2.7", "a\u0000b")).toEqual(["192.0.2.7", null]);
    expect(await from("192.0.2.7", "é".repeat(100_000))).toEqual(["192.0.2.7", "é".repeat(255)]);
  });

  it("is fresh for ten minutes after the password was entered, and again after a confirmation", async () => {
    const { find } = await opened();
    const isFresh = async () => rooms.sessions.isFresh(await find());
    rooms.pass(599_999);
    expect(await isFresh()).toBe(true);
    rooms.pass(1);
    expect(await isFresh()).toBe(false);
    await rooms.sessions.confirm(await find(), { password: FIRST.password, requestSource: VISITOR });
    expect(await isFresh()).toBe(true);
  });

  it("lives seven days at most, however much it is used", async () => {
    const { secret, find } = await opened();
    for (let halfDays = 1; halfDays < 14; halfDays += 1) {
      rooms.pass(43_199_000);
      await find();
    }
    rooms.pass(43_199_000);
    await find();
    rooms.pass(13_999);
    expect(await rooms.sessions.find(secret)).not.toBeNull();
    rooms.pass(1);
    expect(await rooms.sessions.find(secret)).toBeNull();
  });

  it("is not confirmed by another password, which counts like any other failure", async () => {
    const { find } = await opened();
    rooms.pass(600_000);
    const session = await find();
    const guess = () => rooms.sessions.confirm(session, { password: "a wrong one", requestSource: VISITOR });
    for (let times = 0; times < 10; times += 1) {
      await expect(guess()).rejects.toMatchObject({ kind: "invalid", code: "sign_in_refused" });
    }
    await expect(guess()).rejects.toMatchObject({ kind: "rate_limited" });
    await expect(rooms.sessions.open(SIGN_IN)).rejects.toMatchObject({ kind: "rate_limited" });
    expect(rooms.sessions.isFresh(await find())).toBe(false);
  });

  it("ends once under concurrent requests", async () => {
    const { secret, find } = await opened();
    const session = await find();
    await Promise.all([rooms.sessions.close(session), rooms.sessions.close(session)]);
    expect(await rooms.sessions.find(secret)).toBeNull();
  });
});
