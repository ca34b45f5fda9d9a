import type { Replay, ReplayKey } from "@cartulary/kernel";
import { interleave } from "../harness/concurrent-transactions.ts";
import { digestOf, EPOCH, idOf, later } from "../harness/document-records.ts";
import type { DatabaseHarness } from "../harness/document-stores.ts";
import { describe, expect, it } from "../runner/runner.ts";

const key: ReplayKey = { userId: idOf(1), scope: `document:${idOf(2)}`, key: "~!key #1" };
const replay: Replay = {
  ...key,
  fingerprint: digestOf(3),
  reply: '{"b":1,"a":"é"}',
  recordId: null,
  expiresAt: later(60),
};

/** Contract of replay stores. */
export function replayStoreContract(name: string, { openDatabase }: DatabaseHarness): void {
  const create = async () => (await openDatabase()).transact;

  describe(`${name} is a replay store`, () => {
    it("gives back the answer as it was given, to the byte", async () => {
      const transact = await create();
      await transact.write(({ replays }) => replays.insert(replay, EPOCH));
      expect(await transact.read(({ replays }) => replays.find(key, EPOCH))).toEqual(replay);
      const ofRecord = { ...replay, key: "record", recordId: idOf(7) };
      await transact.write(({ replays }) => replays.insert(ofRecord, EPOCH));
      expect(await transact.read(({ replays }) => replays.find(ofRecord, EPOCH))).toEqual(ofRecord);
    });

    it("knows a key in its own scope and of its own user only, and tells case apart", async () => {
      const transact = await create();
      await transact.write(({ replays }) => replays.insert(replay, EPOCH));
      const others: readonly ReplayKey[] = [
        { ...key, userId: idOf(9) },
        { ...key, scope: `document:${idOf(9)}` },
        { ...key, key: "~!KEY #1" },
      ];
      await transact.read(async ({ replays }) => {
        for (const other of others) expect(await replays.find(other, EPOCH)).toBeNull();
      });
    });

    it("keeps the same key of several users and scopes apart", async () => {
      const transact = await create();
      const replies: readonly Replay[] = [
        replay,
        { ...replay, userId: idOf(9), reply: "1" },
        { ...replay, scope: "documents", reply: "2" },
      ];
      await transact.write(async ({ replays }) => {
        for (const each of replies) await replays.insert(each, EPOCH);
      });
      await transact.read(async ({ replays }) => {
        for (const each of replies) expect(await replays.find(each, EPOCH)).toEqual(each);
      });
    });

    it("finds an answer until the moment it expires, and not from then on", async () => {
      const transact = await create();
      await transact.write(({ replays }) => replays.insert(replay, EPOCH));
      await transact.read(async ({ replays }) => {
        expect(await replays.find(key, later(59.999))).toEqual(replay);
        expect(await replays.find(key, later(60))).toBeNull();
      });
    });

    it("replaces an expired answer of the same key", async () => {
      const transact = await create();
      const again: Replay = { ...replay, fingerprint: digestOf(4), reply: "{}", expiresAt: later(3600) };
      await transact.write(({ replays }) => replays.insert(replay, EPOCH));
      await transact.write(async ({ replays }) => {
        expect(await replays.find(key, later(120))).toBeNull();
        expect(await replays.insert(again, later(120))).toBe(true);
      });
      expect(await transact.read(({ replays }) => replays.find(key, later(120)))).toEqual(again);
    });

    it("refuses a second answer of a key whose first one lives, and keeps the first", async () => {
      const transact = await create();
      const other: Replay = { ...replay, fingerprint: digestOf(4), reply: "{}", expiresAt: later(3600) };
      expect(await transact.write(({ replays }) => replays.insert(replay, EPOCH))).toBe(true);
      expect(await transact.write(({ replays }) => replays.insert(other, later(59.999)))).toBe(false);
      expect(await transact.read(({ replays }) => replays.find(key, EPOCH))).toEqual(replay);
      expect(await transact.write(({ replays }) => replays.insert(other, later(60)))).toBe(true);
    });

    it("lets one of two transactions keep an answer, after the other one has waited", async () => {
      const place = await openDatabase();
      const other: Replay = { ...replay, reply: "{}" };
      const stored = await interleave(place, {
        first: ({ replays }) => replays.insert(replay, EPOCH),
        second: ({ replays }) => replays.insert(other, EPOCH),
      });
      expect(stored).toEqual([true, false]);
      expect(await place.transact.read(({ replays }) => replays.find(key, EPOCH))).toEqual(replay);
    });

    it("removes expired replies and nothing else", async () => {
      const transact = await create();
      const fresh: Replay = { ...replay, key: "fresh", expiresAt: later(61) };
      await transact.write(async ({ replays }) => {
        await replays.insert(replay, EPOCH);
        await replays.insert(fresh, EPOCH);
        await replays.removeExpired(later(60));
      });
      await transact.read(async ({ replays }) => {
        expect(await replays.find(key, EPOCH)).toBeNull();
        expect(await replays.find(fresh, EPOCH)).toEqual(fresh);
      });
    });
  });
}
