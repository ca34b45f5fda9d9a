import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { createGate } from "../src/engine/gate.ts";

const late = () => new Error("late");

/** A gate whose entries are noted in their order. */
function watched(places: number, waitMilliseconds: number | null = null) {
  const gate = createGate({ places, waitMilliseconds });
  const entered: (string | null)[] = [];
  const leaves: (() => void)[] = [];
  return {
    entered,
    async enter(owner: string | null) {
      const leave = await gate.enter(owner, late);
      entered.push(owner);
      leaves.push(leave);
    },
    async leaveFirst() {
      leaves.shift()?.();
      await new Promise<void>((resolve) => setImmediate(resolve));
    },
    inside: () => leaves.length,
  };
}

describe("a gate of transactions", () => {
  it("admits another owner after one transaction of the first owner", async () => {
    const { enter, entered, leaveFirst } = watched(1);
    for (const owner of ["ann", "ann", "ann", "bob"]) void enter(owner);
    await new Promise<void>((resolve) => setImmediate(resolve));
    await leaveFirst();
    await leaveFirst();
    expect(entered).toEqual(["ann", "bob", "ann"]);
  });

  it("gives one owner at most half of the places", async () => {
    const { enter, entered, leaveFirst } = watched(4);
    for (const owner of ["ann", "ann", "ann", "bob", null]) void enter(owner);
    await new Promise<void>((resolve) => setImmediate(resolve));
    expect(entered).toEqual(["ann", "ann", "bob", null]);
    await leaveFirst();
    expect(entered.at(-1)).toBe("ann");
  });

  it("gives work without an owner all places", async () => {
    const { enter, entered } = watched(4);
    for (let count = 0; count < 5; count += 1) void enter(null);
    await new Promise<void>((resolve) => setImmediate(resolve));
    expect(entered).toHaveLength(4);
  });

  it("rejects after the time limit, and admits the others", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const { enter, entered, leaveFirst } = watched(1, 5_000);
      void enter("ann");
      const refused = enter("bob").catch((error: unknown) => error);
      await vi.advanceTimersByTimeAsync(3_000);
      void enter("cleo");
      await vi.advanceTimersByTimeAsync(2_000);
      expect(await refused).toEqual(new Error("late"));
      await leaveFirst();
      expect(entered).toEqual(["ann", "cleo"]);
    } finally {
      vi.useRealTimers();
    }
  });

  it("never admits more than it has places, and leaves no place empty that a waiting owner may use", async () => {
    const owners = fc.constantFrom("ann", "bob", "cleo", null);
    const moves = fc.array(
      fc.oneof(
        owners.map((owner) => ({ owner })),
        fc.constant("leave" as const),
      ),
      {
        maxLength: 60,
      },
    );
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 5 }), moves, async (places, program) => {
        const { enter, entered, leaveFirst, inside } = watched(places);
        let entriesRequested = 0;
        for (const move of program) {
          if (move === "leave") await leaveFirst();
          else {
            entriesRequested += 1;
            void enter(move.owner);
            await new Promise<void>((resolve) => setImmediate(resolve));
          }
          expect(inside()).toBeLessThanOrEqual(places);
        }
        while (inside() > 0) await leaveFirst();
        expect(entered).toHaveLength(entriesRequested);
      }),
    );
  });
});
