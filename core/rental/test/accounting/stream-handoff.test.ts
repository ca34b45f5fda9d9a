import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { handOffStream } from "../../src/accounting/fec/stream-handoff.ts";

type Hand = (items: AsyncIterable<number>) => Promise<void>;

/** Counts up from 1; logs every item and its end. */
async function* counted(count: number, log: string[] = []): AsyncGenerator<number> {
  try {
    for (let item = 1; item <= count; item += 1) {
      log.push(`gave ${item}`);
      yield item;
    }
  } finally {
    log.push("closed");
  }
}

async function taken(items: AsyncIterable<number>, atMost = Number.POSITIVE_INFINITY): Promise<number[]> {
  const all: number[] = [];
  if (atMost === 0) return all;
  for await (const item of items) {
    all.push(item);
    if (all.length === atMost) break;
  }
  return all;
}

describe("A stream handoff", () => {
  it("delivers all items in order and returns both results", async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: 20 }), async (count) => {
        const give = async (hand: Hand) => {
          await hand(counted(count));
          return "given";
        };
        const all = Array.from({ length: count }, (_, index) => index + 1);
        expect(await handOffStream(give, taken)).toEqual(["given", all]);
      }),
      { numRuns: 30 },
    );
  });

  it("starts the producer at the first request", async () => {
    const log: string[] = [];
    const take = async (items: AsyncIterable<number>) => {
      log.push("ready");
      for await (const item of items) log.push(`took ${item}`);
    };
    await handOffStream(async (hand: Hand) => {
      log.push("began");
      await hand(counted(2, log));
    }, take);
    expect(log.slice(0, 3)).toEqual(["ready", "began", "gave 1"]);
    expect(log.filter((word) => word.startsWith("took"))).toEqual(["took 1", "took 2"]);
  });

  it("has at most one item in transit", async () => {
    let [input, received] = [0, 0];
    const ahead: number[] = [];
    const give = (hand: Hand) =>
      hand(
        (async function* () {
          for await (const item of counted(20)) {
            input = item;
            ahead.push(input - received);
            yield item;
          }
        })(),
      );
    await handOffStream(give, async (items) => {
      for await (const item of items) received = item;
    });
    expect(Math.max(...ahead)).toBeLessThanOrEqual(2);
  });

  it("ends when the consumer stops, at any item", async () => {
    for (const atMost of [0, 1, 3]) {
      const log: string[] = [];
      const give = (hand: Hand) => hand(counted(5, log));
      const [, all] = await handOffStream(give, (items) => taken(items, atMost));
      expect(all).toHaveLength(atMost);
      expect(log.at(-1)).toBe("closed");
    }
  });

  it("fails with the producer's error, before the first item, midway and after the last", async () => {
    for (const after of [0, 2, 5]) {
      const met: unknown[] = [];
      const give = async (hand: Hand) => {
        await hand(
          (async function* () {
            yield* counted(after);
            if (after < 5) throw new Error("the books burn");
          })(),
        );
        throw new Error("the books burn");
      };
      const take = (items: AsyncIterable<number>) =>
        taken(items).catch((error: unknown) => {
          met.push(error);
          throw error;
        });
      await expect(handOffStream(give, take)).rejects.toThrow("the books burn");
      expect(met).toHaveLength(after < 5 ? 1 : 0);
    }
  });

  it("does not restart after items were consumed", async () => {
    const give = async (hand: Hand) => {
      await hand(counted(2)).then(() => hand(counted(2)));
    };
    await expect(handOffStream(give, taken)).rejects.toMatchObject({ kind: "unavailable" });
  });

  it("fails with the consumer's error and lets the producer end", async () => {
    for (const atMost of [0, 2]) {
      const log: string[] = [];
      const take = async (items: AsyncIterable<number>) => {
        await taken(items, atMost);
        throw new Error("the disk is full");
      };
      await expect(handOffStream((hand: Hand) => hand(counted(5, log)), take)).rejects.toThrow("the disk is full");
      expect(log.at(-1)).toBe("closed");
    }
  });
});
