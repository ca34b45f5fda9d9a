import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createWorkQueue } from "../src/index.ts";

const BUSY = { kind: "unavailable", code: "temporarily_unavailable", message: "Busy", retryAfterSeconds: 1 };

describe("a work queue", () => {
  it("refuses work beyond its limit at once, and accepts work again later", async () => {
    const queue = createWorkQueue({ running: 2, present: 5, message: "Busy" });
    const done = Promise.withResolvers<void>();
    const accepted = Array.from({ length: 5 }, () => queue(null, () => done.promise));
    await expect(queue(null, () => done.promise)).rejects.toMatchObject(BUSY);
    done.resolve();
    await Promise.all(accepted);
    await queue(null, async () => undefined);
  });

  it("runs no more than its limits, and the work of each owner in order, also after failures", async () => {
    const owner = fc.constantFrom("a", "b", null);
    const limit = fc.integer({ min: 1, max: 3 });
    await fc.assert(
      fc.asyncProperty(limit, limit, fc.array(owner, { maxLength: 20 }), async (running, runningEach, owners) => {
        const queue = createWorkQueue({ running, runningEach, present: 20, message: "Busy" });
        const begun: number[] = [];
        const active: (string | null)[] = [];
        const work = (each: string | null, index: number) =>
          queue(each, async () => {
            begun.push(index);
            active.push(each);
            expect(active.length).toBeLessThanOrEqual(running);
            expect(active.filter((other) => other === each).length).toBeLessThanOrEqual(runningEach);
            await Promise.resolve();
            active.splice(active.indexOf(each), 1);
            if (index % 3 === 0) throw new Error("broken");
          });
        const outcomes = await Promise.allSettled(owners.map(work));
        expect(outcomes.map(({ status }) => status)).toEqual(
          owners.map((_, index) => (index % 3 === 0 ? "rejected" : "fulfilled")),
        );
        for (const each of ["a", "b", null]) {
          const own = begun.filter((index) => owners[index] === each);
          expect(own).toEqual(own.toSorted((left, right) => left - right));
        }
      }),
    );
  });

  it("gives owners turns", async () => {
    const queue = createWorkQueue({ running: 1, present: 10, message: "Busy" });
    const begun: string[] = [];
    const work = (owner: string) => queue(owner, async () => void begun.push(owner));
    await Promise.all(["a", "a", "a", "b"].map(work));
    expect(begun).toEqual(["a", "b", "a", "a"]);
  });
});
