import { interleave, runInside } from "../harness/concurrent-transactions.ts";
import { ADMINISTRATOR, records } from "../harness/document-records.ts";
import type { DatabaseHarness } from "../harness/document-stores.ts";
import { describe, expect, it } from "../runner/runner.ts";

/** Contract of tree clocks: one order for all changes of the tree, and no concurrent placement. */
export function treeClockContract(name: string, { openDatabase, writesAtOnce }: DatabaseHarness): void {
  describe(`${name} is a tree clock`, () => {
    it("increases by one at each tick, and is constant between ticks", async () => {
      const { transact } = await openDatabase();
      const first = await transact.write(({ tree }) => tree.lockShared());
      const values = await transact.write(async ({ tree }) => [
        await tree.tick(),
        await tree.tick(),
        await tree.lockShared(),
      ]);
      expect(values).toEqual([first + 1, first + 2, first + 2]);
      expect(await transact.write(({ tree }) => tree.lockShared())).toBe(first + 2);
    });

    it("takes back the ticks of a transaction that failed", async () => {
      const { transact } = await openDatabase();
      const first = await transact.write(({ tree }) => tree.lockShared());
      const failed = transact.write(async ({ tree }) => {
        await tree.tick();
        throw new Error("changed my mind");
      });
      await expect(failed).rejects.toThrow("changed my mind");
      expect(await transact.write(({ tree }) => tree.tick())).toBe(first + 1);
    });

    it("makes a second change wait for the first one's end, so that ticks are in the order of commits", async () => {
      const done: string[] = [];
      const [first, second] = await interleave(await openDatabase(), {
        first: ({ tree }) => tree.tick(),
        second: async ({ tree }) => {
          const seq = await tree.tick();
          done.push("second");
          return seq;
        },
        afterwards: async () => {
          done.push("first");
        },
      });
      expect(done).toEqual(["first", "second"]);
      expect(second).toBe(first + 1);
    });

    it("counts every tick of many transactions at once", async () => {
      const { transact } = await openDatabase();
      const first = await transact.write(({ tree }) => tree.lockShared());
      const ticks = await Promise.all(Array.from({ length: 20 }, () => transact.write(({ tree }) => tree.tick())));
      expect([...ticks].sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => first + 1 + index));
    });

    it("makes a placement wait for a change under way, and then see it", async () => {
      const place = await openDatabase();
      const folder = records().folder();
      await place.transact.write(({ folders }) => folders.insert(folder));
      const [tick, placement] = await interleave(place, {
        first: ({ tree }) => tree.tick(),
        second: async ({ tree, folders }) => [await tree.lockShared(), await folders.find(ADMINISTRATOR, folder.id)],
        afterwards: async ({ folders }) => {
          await folders.removeSubtree(folder.id);
        },
      });
      expect(placement).toEqual([tick, null]);
    });

    it("makes a change wait for a placement under way, and then see it", async () => {
      const place = await openDatabase();
      const make = records();
      const folder = make.folder();
      const inner = make.folder({ documentsFolderId: folder.id });
      await place.transact.write(({ folders }) => folders.insert(folder));
      const [, removed] = await interleave(place, {
        first: ({ tree }) => tree.lockShared(),
        second: async ({ tree, folders }) => {
          await tree.tick();
          return folders.removeSubtree(folder.id);
        },
        afterwards: async ({ folders }) => void (await folders.insert(inner)),
      });
      expect(removed.folderIds).toHaveLength(2);
    });

    if (writesAtOnce) {
      it("lets placements go on side by side", async () => {
        const [first, second] = await runInside(await openDatabase(), {
          first: ({ tree }) => tree.lockShared(),
          second: ({ tree }) => tree.lockShared(),
        });
        expect(second).toBe(first);
      });
    }
  });
}
