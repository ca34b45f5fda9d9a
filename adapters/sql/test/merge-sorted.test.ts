import { expect, it } from "vitest";
import { prefetch } from "../src/ledger/merge-iterables.ts";

/** Numbers, with a note of each request, each result and the end. */
function counted(count: number, failsAt?: number) {
  const notes: string[] = [];
  async function* source() {
    try {
      for (let number = 0; number < count; number += 1) {
        notes.push(`requested ${number}`);
        await new Promise((resolve) => setImmediate(resolve));
        if (number === failsAt) throw new Error("The database went away");
        notes.push(`has ${number}`);
        yield number;
      }
    } finally {
      notes.push("over");
    }
  }
  return { source: source(), notes };
}

it("yields all items in order, each while it requests the next one", async () => {
  const { source, notes } = counted(3);
  const seen: (readonly [number, string | undefined])[] = [];
  for await (const item of prefetch(source)) seen.push([item, notes.at(-1)]);
  expect(seen).toEqual([
    [0, "requested 1"],
    [1, "requested 2"],
    [2, "over"],
  ]);
  const none: number[] = [];
  for await (const item of prefetch(counted(0).source)) none.push(item);
  expect(none).toEqual([]);
});

it("throws the error of its source, after all previous items", async () => {
  const { source } = counted(3, 1);
  const seen: number[] = [];
  const reading = async () => {
    for await (const item of prefetch(source)) {
      // The next one has failed before it is requested.
      await new Promise((resolve) => setImmediate(resolve));
      seen.push(item);
    }
  };
  await expect(reading()).rejects.toThrow("The database went away");
  expect(seen).toEqual([0]);
});

it("requests nothing after the consumer has stopped", async () => {
  const { source, notes } = counted(3);
  for await (const _ of prefetch(source)) break;
  expect(notes).toEqual(["requested 0", "has 0", "requested 1", "has 1", "over"]);
});
