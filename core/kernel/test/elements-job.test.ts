import { describe, expect, it } from "vitest";
import { type Clock, elementsJob, type Instant, type Job } from "../src/index.ts";
import { forEachConcurrently } from "../src/jobs/bounded-concurrency.ts";

describe("lanes", () => {
  it("work on this many at once, in their order", async () => {
    const [begunWith, running] = [[] as number[], { now: 0, most: 0 }];
    await forEachConcurrently([1, 2, 3, 4, 5, 6, 7], 3, async (element) => {
      begunWith.push(element);
      running.now += 1;
      running.most = Math.max(running.most, running.now);
      await Promise.resolve();
      running.now -= 1;
    });
    expect(begunWith).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(running).toEqual({ now: 0, most: 3 });
  });

  it("begin nothing more after a failure, which is thrown once all have ended", async () => {
    const ended: number[] = [];
    const work = forEachConcurrently([1, 2, 3, 4, 5], 2, async (element) => {
      if (element === 1) throw new Error("one");
      await Promise.resolve();
      await Promise.resolve();
      ended.push(element);
    });
    await expect(work).rejects.toThrow("one");
    expect(ended).toEqual([2]);
  });
});

describe("the job of a work of many elements", () => {
  const MORNING = "2026-03-01T08:00:00.000Z" as Instant;

  function workOf(waiting: number[], clock: Clock) {
    const continued: (Instant | null)[] = [];
    const definition = elementsJob<string, number>({
      queue: "test/letters",
      clock,
      workIn: ({ id }) => String(id),
      begin: async () =>
        waiting.length === 0
          ? null
          : {
              elements: [...waiting],
              make: async (element) => {
                if (element < 0) throw new Error("refused");
                waiting.splice(waiting.indexOf(element), 1);
              },
            },
      continueAt: async (_work, runAt) => {
        continued.push(runAt);
      },
    });
    const handle = (attempt: number, stop = { aborted: false }) => definition.handle({ ...JOB, attempt }, stop);
    return { continued, handle };
  }

  const JOB: Job = { id: "1", queue: "test/letters", turn: 0, payload: { id: "one" }, attempt: 1, attemptsMax: 3 };
  const still: Clock = { now: () => MORNING };

  it("makes all elements of a turn and continues until none is waiting", async () => {
    const waiting = [1, 2, 3, 4, 5, 6];
    const { continued, handle } = workOf(waiting, still);
    await handle(1);
    expect([waiting, continued]).toEqual([[], [null]]);
    await handle(1);
    expect(continued).toEqual([null]);
  });

  it("starts no more elements once its time is over", async () => {
    let seconds = 0;
    const waiting = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    const clock: Clock = { now: () => `2026-03-01T08:00:0${Math.min(seconds++, 9)}.000Z` as Instant };
    const { continued, handle } = workOf(waiting, clock);
    await handle(1);
    expect(waiting).toEqual([5, 6, 7, 8, 9]);
    expect(continued).toEqual([null]);
  });

  it("is tried again after a failure, an hour after the last attempt", async () => {
    const { continued, handle } = workOf([-1], still);
    await expect(handle(1)).rejects.toThrow("refused");
    expect(continued).toEqual([]);
    await expect(handle(3)).rejects.toThrow("refused");
    expect(continued).toEqual(["2026-03-01T09:00:00.000Z"]);
  });

  it("stops when the host stops", async () => {
    const waiting = [1, 2];
    const { continued, handle } = workOf(waiting, still);
    await expect(handle(1, { aborted: true })).rejects.toThrow("The work was cancelled");
    expect([waiting, continued]).toEqual([[1, 2], []]);
  });
});
