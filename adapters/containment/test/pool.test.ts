import { afterEach, describe, expect, it } from "vitest";
import { createPool, type JobResult, type Pool, type PoolWorker } from "../src/pool.ts";

/** Ends a job of a worker. */
type End = (memoryBytes: number) => void;

const pools: Pool<string>[] = [];
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.close();
});

/** A pool whose jobs end when the test says so. */
function poolOf(places: number) {
  const started: { readonly ends: End[] }[] = [];
  const pool = createPool<string>({
    start() {
      const worker = { ends: [] as End[] };
      started.push(worker);
      const gone = Promise.withResolvers<void>();
      let alive = true;
      const contained: PoolWorker<string> = {
        run: (job) =>
          new Promise<JobResult>((resolve) => worker.ends.push((memoryBytes) => resolve({ output: job, memoryBytes }))),
        isAlive: () => alive,
        keepAwake: () => {},
        exited: gone.promise,
        async kill() {
          alive = false;
          gone.resolve();
        },
      };
      return contained;
    },
    places,
    retirement: { jobs: 100, memoryBytes: 100 },
  });
  pools.push(pool);
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
  return {
    pool,
    /** Number of jobs of each worker. */
    jobs: () => started.map(({ ends }) => ends.length),
    begin(owner: string) {
      // Jobs that still run or wait at the end of a test are rejected.
      pool.run(owner, { onBehalfOf: owner }).catch(() => {});
      return { begun: settled() };
    },
    async end(worker: number, memoryBytes = 1) {
      started[worker]?.ends.at(-1)?.(memoryBytes);
      await settled();
    },
  };
}

describe("a pool", () => {
  it("starts a spare when an owner waits although a place is free, and assigns it to the next owner", async () => {
    const { begin, jobs, end } = poolOf(2);
    await begin("ann").begun;
    expect(jobs()).toEqual([1]);
    await begin("ann").begun;
    expect(jobs()).toEqual([1, 0]);
    await begin("bob").begun;
    expect(jobs()).toEqual([1, 1]);
    await end(0);
    expect(jobs()).toEqual([2, 1]);
  });

  it("starts no more than there are places", async () => {
    const { begin, jobs } = poolOf(1);
    await begin("ann").begun;
    await begin("ann").begun;
    await begin("bob").begun;
    expect(jobs()).toEqual([1]);
  });

  it("leaves the last spare to other owners while an owner uses up workers", async () => {
    const { begin, jobs, end } = poolOf(2);
    await begin("ann").begun;
    await begin("ann").begun;
    await end(0, 1_000);
    // The second job of Ann has a worker of its own; the spare still waits.
    expect(jobs()).toEqual([1, 0, 1]);
    await begin("bob").begun;
    expect(jobs()).toEqual([1, 1, 1]);
    await end(2);
    await begin("ann").begun;
    expect(jobs()).toEqual([1, 1, 2]);
  });
});
