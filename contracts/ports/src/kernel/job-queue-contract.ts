import {
  type Clock,
  type Id,
  JOB_BATCH_MAX,
  type Job,
  type JobDefinition,
  type JobHandler,
  type JobRecordStores,
  type JobRunner,
  type JobStatus,
  type JobStores,
  LEASE_SECONDS,
  type LeaseStores,
  type NewJob,
  RETRY_SECONDS_MIN,
  recurringJob,
  retrySeconds,
  secondsAfter,
  type Timer,
  type Transact,
  throwIfCancelled,
} from "@cartulary/kernel";
import { createJobRunner } from "@cartulary/kernel/jobs";
import { eventually, withTimeout } from "../harness/eventually.ts";
import { describe, expect, it } from "../runner/runner.ts";

/** The stores of a queue. */
type QueueStores = JobStores & LeaseStores & JobRecordStores;

/** One database, with two hosts on it. */
export interface JobDatabase {
  readonly hosts: readonly [Transact<QueueStores>, Transact<QueueStores>];
  /** The clock of the queue. */
  readonly clock: Clock;
  /** Advances the time of the queue; resolves after the work that the queue does meanwhile without a call. */
  pass(seconds: number): Promise<void>;
  /** How much real time may pass during a test: one second with a fixed clock, otherwise the delay of a slow machine. */
  readonly slackSeconds: number;
}

export interface JobQueueHarness {
  /** A database with the queues of {@link JOB_QUEUES} and no job in them. Called once per test. */
  openDatabase(): Promise<JobDatabase>;
}

const QUEUE = "tests/letters";
const OTHER_QUEUE = "tests/parcels";
/** The queues that the suite works with. */
export const JOB_QUEUES: readonly string[] = [QUEUE, OTHER_QUEUE];

const HOUR_SECONDS = 3_600;
/** Longer than any wait for another attempt after the first few. */
const AFTER_ANY_RETRY_SECONDS = 600;

/** Contract of job queues and their runners. */
export function jobQueueContract(name: string, { openDatabase }: JobQueueHarness): void {
  const open = async () => hostsOn(await openDatabase());

  describe(`${name} keeps jobs`, () => {
    it("hands a job over as it was enqueued, once", async () => {
      const { one, two } = await open();
      await one.enqueue({ queue: QUEUE, payload: { words: ["é", 1, null], deep: { aB: true } } });
      expect(await two.drain()).toBe(1);
      expect(await one.drain()).toBe(0);
      expect(two.attempts).toEqual([
        { ...JOB, payload: { words: ["é", 1, null], deep: { aB: true } }, attemptsMax: 10 },
      ]);
    });

    it("never runs a job of a transaction that was rolled back", async () => {
      const { one, two } = await open();
      const failing = one.transact.write(async ({ jobs }) => {
        await jobs.enqueue({ queue: QUEUE, dedupeKey: "a" });
        throw new Error("changed my mind");
      });
      await expect(failing).rejects.toThrow("changed my mind");
      expect(await two.drain()).toBe(0);
      expect(await two.enqueue({ queue: QUEUE, dedupeKey: "a" })).toBe(true);
    });

    it("starts a job only after its transaction has committed", async () => {
      const { one, two } = await open();
      const draining = Promise.withResolvers<number>();
      await one.transact.write(async ({ jobs }) => {
        await jobs.enqueue({ queue: QUEUE });
        // On SQLite the other host waits for this transaction before it looks.
        two.drain().then(draining.resolve, draining.reject);
      });
      const seen = await draining.promise;
      expect(seen + (await two.drain())).toBe(1);
    });

    it("runs each of many jobs once, though several runners take them", async () => {
      const { one, two } = await open();
      const numbers = Array.from({ length: 40 }, (_, number) => number);
      await one.transact.write(async ({ jobs }) => {
        for (const number of numbers) {
          await jobs.enqueue({ queue: number % 2 ? QUEUE : OTHER_QUEUE, payload: { number } });
        }
      });
      const drained = await Promise.all([one.drain(), two.drain(), one.drain(), two.drain()]);
      expect(drained.reduce((sum, count) => sum + count)).toBe(numbers.length);
      const done = [...one.attempts, ...two.attempts].map(({ payload }) => payload.number as number);
      expect(done.toSorted((left, right) => left - right)).toEqual(numbers);
    });

    it("lets queues take turns, so that a full one keeps no other waiting", async () => {
      const { one } = await open();
      for (const queue of [QUEUE, QUEUE, QUEUE, OTHER_QUEUE, OTHER_QUEUE]) await one.enqueue({ queue });
      await one.drain();
      expect(one.attempts.map(({ queue }) => queue)).toEqual([QUEUE, OTHER_QUEUE, QUEUE, OTHER_QUEUE, QUEUE]);
    });

    it("lets owners take turns, so that many jobs of one keep no other waiting", async () => {
      const { one } = await open();
      await enqueueAll(one, [...Array(50).fill("A"), "B", "C"]);
      await one.drain();
      const owners = ownersOf(one);
      expect(owners).toHaveLength(52);
      expect(owners.slice(0, 3).toSorted()).toEqual(["A", "B", "C"]);
    });

    it("lets owners take turns who come while many jobs of another one are done", async () => {
      const { one } = await open();
      await enqueueAll(one, Array(10).fill("A"));
      one.handle = async () => {
        if (one.attempts.length === 4) await enqueueAll(one, ["B", null, "B", null]);
      };
      await one.drain();
      const owners = ownersOf(one);
      expect(owners.slice(0, 4)).toEqual(Array(4).fill("A"));
      for (const [from, to] of [
        [4, 7],
        [7, 10],
      ] as const) {
        expect(owners.slice(from, to)).toEqual(expect.arrayContaining(["A", "B", null]));
      }
      expect(owners.slice(10)).toEqual(Array(4).fill("A"));
    });

    it("does the jobs of one owner in their order", async () => {
      const { one } = await open();
      for (const number of [1, 2, 3]) await one.enqueue({ queue: QUEUE, owner: "A", payload: { number } });
      await one.drain();
      expect(one.attempts.map(({ payload }) => payload.number)).toEqual([1, 2, 3]);
    });

    it("gives no turn to owners whose jobs wait for their time", async () => {
      const { one, clock, pass } = await open();
      const later = { queue: QUEUE, runAt: secondsAfter(clock.now(), HOUR_SECONDS) };
      for (const owner of ["C", "D", "E", "F", "G", "H", "I", "J", null]) await one.enqueue({ ...later, owner });
      await enqueueAll(one, [...Array(5).fill("A"), "B"]);
      expect(await one.drain()).toBe(6);
      expect(ownersOf(one).slice(0, 2)).toContain("B");
      await pass(HOUR_SECONDS);
      expect(await one.drain()).toBe(9);
    });

    it("lets an owner's failed jobs take no turn from other owners", async () => {
      const { one, pass } = await open();
      one.handle = async ({ payload }) => {
        if (payload.owner === "A") throw new Error("the printer is on fire");
      };
      await enqueueAll(one, Array(10).fill("A"));
      expect(await one.drain()).toBe(10);
      await pass(AFTER_ANY_RETRY_SECONDS);
      await enqueueAll(one, ["B"]);
      await one.drain();
      expect(ownersOf(one).slice(10, 12)).toContain("B");
    });

    it("runs a job when its time has come, and not before", async () => {
      const { one, clock, pass } = await open();
      await one.enqueue({ queue: QUEUE, runAt: secondsAfter(clock.now(), HOUR_SECONDS) });
      await pass(HOUR_SECONDS - 60);
      expect(await one.drain()).toBe(0);
      await pass(60);
      expect(await one.drain()).toBe(1);
    });

    it("keeps a waiting job for months", async () => {
      const { one, pass } = await open();
      await one.enqueue({ queue: QUEUE });
      await pass(60 * 24 * HOUR_SECONDS);
      expect(await one.drain()).toBe(1);
    });

    it("refuses a queue that it was not opened with", async () => {
      const { one } = await open();
      await expect(one.enqueue({ queue: "tests/unheard-of" })).rejects.toThrow(/tests\/unheard-of/);
    });

    it("counts waiting, running and failed jobs, in every queue", async () => {
      const { one, two, clock } = await open();
      const empty = { waiting: 0, running: 0, failed: 0 };
      expect(await one.counts()).toEqual([
        { queue: QUEUE, ...empty },
        { queue: OTHER_QUEUE, ...empty },
      ]);
      for (const attemptsMax of [1, 2, 3]) await one.enqueue({ queue: QUEUE, attemptsMax });
      await one.enqueue({ queue: QUEUE, runAt: secondsAfter(clock.now(), HOUR_SECONDS) });
      two.handle = async ({ attemptsMax }) => {
        if (attemptsMax < 3) throw new Error("the printer is on fire");
      };
      await two.drain();
      await one.enqueue({ queue: QUEUE });
      await one.claim();
      expect(await two.counts()).toEqual([
        { queue: QUEUE, waiting: 2, running: 1, failed: 1 },
        { queue: OTHER_QUEUE, ...empty },
      ]);
    });
  });

  describe(`${name} shows administrators`, () => {
    const listed = ({ transact }: Host, status: JobStatus, limit = 10) =>
      transact.read(({ jobRecords }) => jobRecords.list(status, limit));
    const found = ({ transact }: Host, id: string) =>
      transact.read(({ jobRecords }) => jobRecords.find(id as Id<"Job">));
    const retried = ({ transact }: Host, id: string) =>
      transact.write(({ jobRecords }) => jobRecords.retry(id as Id<"Job">));
    const refuse = async () => {
      throw new Error("the printer is on fire");
    };

    it("nothing of an empty queue, nor of completed jobs", async () => {
      const { one } = await open();
      await one.enqueue({ queue: QUEUE });
      const [waiting] = await listed(one, "waiting");
      expect(await one.drain()).toBe(1);
      for (const status of ["waiting", "running", "failed"] as const) expect(await listed(one, status)).toEqual([]);
      expect(await found(one, waiting?.id ?? "")).toBeNull();
      expect(await retried(one, waiting?.id ?? "")).toBe(false);
    });

    it("waiting jobs of all queues by due time, up to a limit", async () => {
      const { one, two, clock } = await open();
      const later = (hours: number) => secondsAfter(clock.now(), hours * HOUR_SECONDS);
      await one.enqueue({ queue: QUEUE, runAt: later(3), owner: "A" });
      await one.enqueue({ queue: OTHER_QUEUE, runAt: later(2), owner: "B" });
      await one.enqueue({ queue: QUEUE, runAt: later(1), attemptsMax: 4 });
      const jobs = await listed(two, "waiting");
      expect(jobs.map(({ queue }) => queue)).toEqual([QUEUE, OTHER_QUEUE, QUEUE]);
      const idle = { status: "waiting", attempts: 0, failedAt: null, reason: null };
      expect(jobs[0]).toMatchObject({ ...idle, attemptsMax: 4 });
      expect(jobs.map(({ dueAt }) => dueAt ?? "")).toEqual(jobs.map(({ dueAt }) => dueAt ?? "").toSorted());
      expect(await listed(two, "waiting", 2)).toEqual(jobs.slice(0, 2));
      expect(await found(two, jobs[0]?.id ?? "")).toEqual(jobs[0]);
      expect([await listed(two, "running"), await listed(two, "failed")]).toEqual([[], []]);
    });

    it("the running attempt of a job, and the error of its last one while it waits for another", async () => {
      const { one, two, pass } = await open();
      one.handle = refuse;
      await one.enqueue({ queue: QUEUE });
      expect(await one.drain()).toBe(1);
      expect(await listed(two, "waiting")).toMatchObject([{ attempts: 1, reason: "the printer is on fire" }]);
      await pass(AFTER_ANY_RETRY_SECONDS);
      const { id } = await one.claim();
      expect(await listed(two, "running")).toMatchObject([{ id, queue: QUEUE, attempts: 2, dueAt: null }]);
      expect(await listed(two, "waiting")).toEqual([]);
      expect(await retried(two, id)).toBe(false);
    });

    it("failed jobs, latest first, and retries one of them once more", async () => {
      const { one, two, pass } = await open();
      one.handle = refuse;
      await one.enqueue({ queue: QUEUE, attemptsMax: 1, payload: { number: 1 } });
      expect(await one.drain()).toBe(1);
      await pass(60);
      await one.enqueue({ queue: OTHER_QUEUE, attemptsMax: 1 });
      expect(await one.drain()).toBe(1);
      const jobs = await listed(two, "failed");
      expect(jobs.map(({ queue }) => queue)).toEqual([OTHER_QUEUE, QUEUE]);
      const [, first] = jobs;
      expect(first).toMatchObject({ status: "failed", attempts: 1, attemptsMax: 1, reason: "the printer is on fire" });
      expect(first?.failedAt).toMatch(/^\d{4}-\d\d-\d\dT/);
      expect(await listed(two, "failed", 1)).toEqual(jobs.slice(0, 1));

      const id = first?.id ?? "";
      expect(await retried(two, id)).toBe(true);
      expect(await retried(two, id)).toBe(false);
      expect(await found(two, id)).toMatchObject({ status: "waiting", attempts: 1, attemptsMax: 2, failedAt: null });
      expect(await two.drain()).toBe(1);
      expect(two.attempts).toMatchObject([{ id, attempt: 2, attemptsMax: 2, payload: { number: 1 } }]);
      expect(await found(two, id)).toBeNull();
      expect(await listed(two, "failed")).toEqual(jobs.slice(0, 1));
    });

    it("a retried job that fails again", async () => {
      const { one } = await open();
      one.handle = refuse;
      await one.enqueue({ queue: QUEUE, attemptsMax: 1 });
      expect(await one.drain()).toBe(1);
      const [job] = await listed(one, "failed");
      expect(await retried(one, job?.id ?? "")).toBe(true);
      expect(await one.drain()).toBe(1);
      expect(await listed(one, "failed")).toMatchObject([{ id: job?.id, attempts: 2, attemptsMax: 2 }]);
    });

    it("nothing of an unknown job", async () => {
      const { one } = await open();
      expect(await found(one, "01900000-0000-7000-8000-00000000ffff")).toBeNull();
      expect(await retried(one, "01900000-0000-7000-8000-00000000ffff")).toBe(false);
    });
  });

  describe(`${name} keeps one job for a key`, () => {
    it("that waits, in one queue", async () => {
      const { one, two } = await open();
      expect(await one.enqueue({ queue: QUEUE, dedupeKey: "a", payload: { first: true } })).toBe(true);
      expect(await two.enqueue({ queue: QUEUE, dedupeKey: "a" })).toBe(false);
      expect(await one.enqueue({ queue: QUEUE, dedupeKey: "b" })).toBe(true);
      expect(await one.enqueue({ queue: OTHER_QUEUE, dedupeKey: "a" })).toBe(true);
      expect(await one.enqueue({ queue: QUEUE })).toBe(true);
      expect(await one.enqueue({ queue: QUEUE })).toBe(true);
      expect(await two.drain()).toBe(5);
      expect(two.attempts.filter(({ payload }) => payload.first)).toHaveLength(1);
    });

    it("when two hosts ask at the same time", async () => {
      const { one, two } = await open();
      const enqueued = [one, two, one, two].map((host) => host.enqueue({ queue: QUEUE, dedupeKey: "a" }));
      expect((await Promise.all(enqueued)).filter(Boolean)).toHaveLength(1);
      expect(await one.drain()).toBe(1);
    });

    it("without failing the transaction that enqueued the duplicate", async () => {
      const { one } = await open();
      await one.enqueue({ queue: QUEUE, dedupeKey: "a" });
      await one.transact.write(async ({ jobs }) => {
        expect(await jobs.enqueue({ queue: QUEUE, dedupeKey: "a" })).toBe(false);
        expect(await jobs.enqueue({ queue: QUEUE, dedupeKey: "b" })).toBe(true);
      });
      expect(await one.drain()).toBe(2);
    });

    it("until it begins: then another one may wait, and after it the next", async () => {
      const { one, two } = await open();
      await one.enqueue({ queue: QUEUE, dedupeKey: "a" });
      one.handle = async () => {
        const added = await two.enqueue({ queue: QUEUE, dedupeKey: "a" });
        const again = await two.enqueue({ queue: QUEUE, dedupeKey: "a" });
        expect([added, again]).toEqual([true, false]);
        one.handle = async () => {};
      };
      expect(await one.drain()).toBe(2);
      expect(one.failures).toEqual([]);
    });
  });

  describe(`${name} tries again`, () => {
    it("failed jobs, with growing delays, until they have failed for good", async () => {
      const { one, two, pass, slackSeconds } = await open();
      await one.enqueue({ queue: QUEUE, attemptsMax: 5, payload: { a: 1 } });
      one.handle = two.handle = async () => {
        throw new Error("the printer is on fire");
      };
      expect(await one.drain()).toBe(1);
      for (const attempt of [1, 2, 3, 4]) {
        const early = Math.max(0, retrySeconds(attempt) - slackSeconds);
        await pass(early);
        if (early > 0) expect(await two.drain()).toBe(0);
        // In all, more than twice the least wait, which is the most.
        await pass(2 * retrySeconds(attempt) - early + 1);
        expect(await two.drain()).toBe(1);
      }
      await pass(AFTER_ANY_RETRY_SECONDS);
      expect(await one.drain()).toBe(0);
      const seen = [...one.attempts, ...two.attempts];
      expect(seen.map(({ attempt, payload }) => [attempt, payload])).toEqual(
        [1, 2, 3, 4, 5].map((each) => [each, { a: 1 }]),
      );
      expect([...one.failures, ...two.failures]).toEqual([false, false, false, false, true]);
      expect((await one.counts())[0]).toEqual({ queue: QUEUE, waiting: 0, running: 0, failed: 1 });
    });

    it("failed jobs, until they succeed", async () => {
      const { one, pass } = await open();
      await one.enqueue({ queue: QUEUE });
      one.handle = async ({ attempt }) => {
        if (attempt === 1) throw new Error("the printer is on fire");
      };
      expect(await one.drain()).toBe(1);
      await pass(AFTER_ANY_RETRY_SECONDS);
      expect(await one.drain()).toBe(1);
      await pass(AFTER_ANY_RETRY_SECONDS);
      expect(await one.drain()).toBe(0);
      expect((await one.counts())[0]).toEqual({ queue: QUEUE, waiting: 0, running: 0, failed: 0 });
    });

    it("the jobs of a lost runner, once the lease has expired", async () => {
      const { one, two, pass, slackSeconds } = await open();
      await one.enqueue({ queue: QUEUE });
      expect(await one.claim()).toMatchObject({ attempt: 1 });
      await pass(LEASE_SECONDS - slackSeconds);
      expect(await two.drain()).toBe(0);
      await pass(slackSeconds + 1);
      await pass(AFTER_ANY_RETRY_SECONDS);
      expect(await two.drain()).toBe(1);
      expect(two.attempts).toMatchObject([{ attempt: 2 }]);
    });

    it("nothing whose last attempt was lost: that has failed", async () => {
      const { one, two, pass } = await open();
      await one.enqueue({ queue: QUEUE, attemptsMax: 1 });
      await one.claim();
      await pass(LEASE_SECONDS + 1);
      await pass(AFTER_ANY_RETRY_SECONDS);
      expect(await two.drain()).toBe(0);
      expect((await two.counts())[0]).toMatchObject({ waiting: 0, running: 0, failed: 1 });
    });
  });

  describe(`${name} hands jobs over together`, () => {
    const MORE_THAN_TOGETHER = Array.from({ length: JOB_BATCH_MAX + 2 }, (_, number) => number + 100);
    const numbered = (number: number) => ({ queue: QUEUE, payload: { number } });

    /** Hosts that do the jobs of one queue together. */
    async function sociable() {
      const together: number[][] = [];
      const place = hostsOn(await openDatabase(), (_transact, handle) => [
        {
          queue: QUEUE,
          handle,
          async handleBatch(jobs) {
            together.push(jobs.map(({ payload }) => payload.number as number).toSorted((a, b) => a - b));
            if (jobs.some(({ payload }) => payload.number === 13)) throw new Error("the printer is on fire");
          },
        },
        { queue: OTHER_QUEUE, handle },
      ]);
      const enqueue = (numbers: readonly number[]) =>
        place.one.transact.write(async ({ jobs }) => {
          for (const number of numbers) await jobs.enqueue(numbered(number));
          await jobs.enqueue({ queue: OTHER_QUEUE, payload: { number: 0 } });
        });
      return { ...place, together, enqueue };
    }

    it("that wait in one queue, as many as it may, each once", async () => {
      const { one, two, together, enqueue } = await sociable();
      await enqueue(MORE_THAN_TOGETHER);
      expect(await one.drain()).toBe(MORE_THAN_TOGETHER.length + 1);
      expect(together.map(({ length }) => length)).toEqual([JOB_BATCH_MAX, 2]);
      expect(together.flat().toSorted((a, b) => a - b)).toEqual(MORE_THAN_TOGETHER);
      expect(one.attempts).toMatchObject([{ queue: OTHER_QUEUE }]);
      expect(await two.drain()).toBe(0);
      for (const counted of await one.counts()) expect(counted).toMatchObject({ waiting: 0, running: 0, failed: 0 });
    });

    // Which host gets how many is a matter of luck, and what is left for one of them may be a single job.
    it("each once to one of two hosts that take them at the same time", async () => {
      const { one, two, together, enqueue } = await sociable();
      await enqueue(MORE_THAN_TOGETHER);
      const drained = await Promise.all([one.drain(), two.drain()]);
      expect(drained[0] + drained[1]).toBe(MORE_THAN_TOGETHER.length + 1);
      const single = [...one.attempts, ...two.attempts].map(({ payload }) => payload.number as number);
      expect([...together.flat(), ...single].toSorted((a, b) => a - b)).toEqual([0, ...MORE_THAN_TOGETHER]);
      expect(together).not.toEqual([]);
      for (const { length } of together) expect(length).toBeLessThanOrEqual(JOB_BATCH_MAX);
      for (const counted of await one.counts()) expect(counted).toMatchObject({ waiting: 0, running: 0, failed: 0 });
    });

    it("those of one owner first, and those of the next owner after them", async () => {
      const { one, together } = await sociable();
      const jobs = [
        ...Array.from({ length: 3 * JOB_BATCH_MAX }, (_, number) => ({ owner: "A", payload: { number } })),
        ...[1_000, 1_001].map((number) => ({ owner: "B", payload: { number } })),
      ];
      await one.transact.write(async (stores) => {
        for (const job of jobs) await stores.jobs.enqueue({ queue: QUEUE, ...job });
      });
      expect(await one.drain()).toBe(jobs.length);
      const [mine, theirs] = [together.slice(0, 2).flat(), [1_000, 1_001]];
      expect(mine).toEqual(expect.arrayContaining(theirs));
      expect(mine).toHaveLength(2 * JOB_BATCH_MAX);
    });

    it("and does them one by one when that fails: only the one at fault is tried again", async () => {
      const { one, together, enqueue, pass } = await sociable();
      await enqueue([12, 13, 14]);
      one.handle = async ({ payload }) => {
        if (payload.number === 13) throw new Error("the printer is on fire");
      };
      expect(await one.drain()).toBe(4);
      expect(together).toEqual([[12, 13, 14]]);
      expect(one.failures).toEqual([false]);
      expect((await one.counts())[0]).toEqual({ queue: QUEUE, waiting: 1, running: 0, failed: 0 });
      await pass(AFTER_ANY_RETRY_SECONDS);
      expect(await one.drain()).toBe(1);
      expect(one.attempts.at(-1)).toMatchObject({ payload: { number: 13 }, attempt: 2 });
    });

    it("and gives none back that others took when the lease ran out", async () => {
      const { one, two, enqueue, pass } = await sociable();
      await enqueue([1, 2]);
      const lost = await one.transact.write(({ leases }) => leases.claimBatch(JOB, 3));
      expect(lost).toHaveLength(2);
      expect(await two.transact.write(({ leases }) => leases.claimBatch(JOB, 3))).toEqual([]);
      await pass(LEASE_SECONDS + 1);
      await pass(AFTER_ANY_RETRY_SECONDS);
      const taken = await two.claim();
      expect(taken).toMatchObject({ attempt: 2 });
      await one.transact.write(({ leases }) => leases.complete(...lost));
      expect((await one.counts())[0]).toMatchObject({ running: 1 });
      expect(await two.transact.write(({ leases }) => leases.renew(taken))).toBe(true);
    });
  });

  describe(`${name} leases`, () => {
    it("a job for longer to a runner that renews", async () => {
      const { one, two, pass, slackSeconds } = await open();
      await one.enqueue({ queue: QUEUE });
      const job = await one.claim();
      for (let times = 0; times < 3; times += 1) {
        await pass(LEASE_SECONDS - slackSeconds);
        expect(await one.transact.write(({ leases }) => leases.renew(job))).toBe(true);
      }
      expect(await two.drain()).toBe(0);
      await one.transact.write(({ leases }) => leases.complete(job));
      await pass(HOUR_SECONDS);
      expect(await two.drain()).toBe(0);
    });

    it("nothing to who lost it: neither renewing, completing nor failing touches the next attempt", async () => {
      const { one, two, pass } = await open();
      await one.enqueue({ queue: QUEUE });
      const lost = await one.claim();
      await pass(LEASE_SECONDS + 1);
      await pass(AFTER_ANY_RETRY_SECONDS);
      const taken = await two.claim();
      expect(taken).toMatchObject({ id: lost.id, attempt: 2 });
      await one.transact.write(async ({ leases }) => {
        expect(await leases.renew(lost)).toBe(false);
        await leases.complete(lost);
        await leases.fail(lost, "too late");
      });
      expect((await one.counts())[0]).toMatchObject({ waiting: 0, running: 1 });
      expect(await two.transact.write(({ leases }) => leases.renew(taken))).toBe(true);
      await two.transact.write(({ leases }) => leases.complete(taken));
      expect((await one.counts())[0]).toMatchObject({ waiting: 0, running: 0, failed: 0 });
    });

    it("a job as long as its handler takes", async () => {
      const { one, two, pass, slackSeconds } = await open();
      await one.enqueue({ queue: QUEUE });
      const work = blocked(one);
      one.runner.start();
      await withTimeout(work.begun);
      await settled(one, { running: 1 });
      for (let times = 0; times < 3; times += 1) {
        await pass(LEASE_SECONDS - slackSeconds);
        one.timer.fire();
        await settled(one, { running: 1 });
      }
      expect(await two.drain()).toBe(0);
      work.finish();
      await withTimeout(one.runner.stop(10));
      await pass(HOUR_SECONDS);
      expect(await two.drain()).toBe(0);
      expect((await two.counts())[0]).toMatchObject({ waiting: 0, running: 0, failed: 0 });
    });

    it("tells a handler to stop whose lease was lost", async () => {
      const { one, two, pass } = await open();
      await one.enqueue({ queue: QUEUE });
      const work = blocked(one);
      one.runner.start();
      await withTimeout(work.begun);
      await settled(one, { running: 1 });
      await pass(LEASE_SECONDS + 1);
      await pass(AFTER_ANY_RETRY_SECONDS);
      await two.claim();
      one.timer.fire();
      await eventually(() => expect(work.hasEnded()).toBe(true));
      work.finish();
      await withTimeout(one.runner.stop(10));
      expect((await two.counts())[0]).toMatchObject({ running: 1 });
    });
  });

  describe(`A runner on ${name}`, () => {
    it("finds a job that is enqueued after its last look", async () => {
      const { one, two } = await open();
      one.runner.start();
      await settled(one, { running: 0 });
      await two.enqueue({ queue: QUEUE });
      one.timer.fire();
      await eventually(() => expect(one.attempts).toHaveLength(1));
      await withTimeout(one.runner.stop(10));
      expect((await two.counts())[0]).toMatchObject({ waiting: 0, running: 0 });
    });

    it("waits for running jobs when it stops, and starts no other", async () => {
      const { one, two } = await open();
      await one.enqueue({ queue: QUEUE });
      const work = blocked(one);
      one.runner.start();
      await withTimeout(work.begun);
      await settled(one, { running: 1 });
      await two.enqueue({ queue: QUEUE });
      const stopping = one.runner.stop(10);
      expect(work.hasEnded()).toBe(true);
      work.finish();
      await withTimeout(stopping);
      expect(one.attempts).toHaveLength(1);
      expect((await two.counts())[0]).toEqual({ queue: QUEUE, waiting: 1, running: 0, failed: 0 });
    });

    it("gives jobs back that run beyond the grace period when it stops, for another runner", async () => {
      const { one, two, pass } = await open();
      await one.enqueue({ queue: QUEUE });
      const work = blocked(one);
      one.runner.start();
      await withTimeout(work.begun);
      const stopping = one.runner.stop(10);
      one.timer.fire();
      await withTimeout(stopping);
      expect((await two.counts())[0]).toEqual({ queue: QUEUE, waiting: 1, running: 0, failed: 0 });
      await pass(2 * RETRY_SECONDS_MIN + 1);
      expect(await two.drain()).toBe(1);
      work.finish();
    });

    it("retries jobs that end early because it stops", async () => {
      const { one, two, pass } = await open();
      await one.enqueue({ queue: QUEUE });
      const work = blocked(one);
      one.runner.start();
      await withTimeout(work.begun);
      const stopping = one.runner.stop(10);
      work.finish({ heeding: true });
      await withTimeout(stopping);
      await pass(2 * RETRY_SECONDS_MIN + 1);
      expect(await two.drain()).toBe(1);
    });

    it("runs no more jobs at once than its concurrency, and starts the next when one ends", async () => {
      const { one } = await open();
      for (const queue of [QUEUE, OTHER_QUEUE, QUEUE, OTHER_QUEUE]) await one.enqueue({ queue });
      const finish = Promise.withResolvers<void>();
      one.handle = () => finish.promise;
      one.runner.start();
      await settled(one, { running: CONCURRENCY });
      expect(one.attempts).toHaveLength(CONCURRENCY);
      finish.resolve();
      await eventually(() => expect(one.attempts).toHaveLength(4));
      await withTimeout(one.runner.stop(10));
    });

    it("leaves one slot to other queues when one queue has many jobs", async () => {
      const { one, two } = await open();
      for (let times = 0; times < 3; times += 1) await one.enqueue({ queue: QUEUE });
      const finish = Promise.withResolvers<void>();
      one.handle = ({ queue }) => (queue === QUEUE ? finish.promise : Promise.resolve());
      one.runner.start();
      await settled(one, { running: CONCURRENCY - 1 });
      await two.enqueue({ queue: OTHER_QUEUE });
      one.timer.fire();
      await eventually(() => expect(one.attempts.map(({ queue }) => queue)).toContain(OTHER_QUEUE));
      expect(one.attempts).toHaveLength(CONCURRENCY);
      finish.resolve();
      await eventually(() => expect(one.attempts).toHaveLength(4));
      await withTimeout(one.runner.stop(10));
    });

    it("does no more jobs of one queue at the same time than its definition says", async () => {
      const { one } = hostsOn(await openDatabase(), sparing, 4);
      for (const queue of [QUEUE, QUEUE, QUEUE, OTHER_QUEUE, OTHER_QUEUE]) await one.enqueue({ queue });
      const finish = Promise.withResolvers<void>();
      one.handle = () => finish.promise;
      one.runner.start();
      await settled(one, { running: 3 });
      expect(one.attempts.map(({ queue }) => queue).toSorted()).toEqual([QUEUE, OTHER_QUEUE, OTHER_QUEUE].toSorted());
      finish.resolve();
      await eventually(() => expect(one.attempts).toHaveLength(5));
      await withTimeout(one.runner.stop(10));
    });

    it("may start again", async () => {
      const { one } = await open();
      one.runner.start();
      await withTimeout(one.runner.stop(10));
      await one.enqueue({ queue: QUEUE });
      one.runner.start();
      await eventually(() => expect(one.attempts).toHaveLength(1));
      await withTimeout(one.runner.stop(10));
    });
  });

  describe(`Recurring jobs on ${name}`, () => {
    it("runs once on many hosts, then once every time", async () => {
      const { one, two, pass } = await recurring();
      await Promise.all([one.runner.seed(), two.runner.seed()]);
      expect((await one.drain()) + (await two.drain())).toBe(1);
      for (let times = 0; times < 2; times += 1) {
        await Promise.all([one.runner.seed(), two.runner.seed()]);
        await pass(HOUR_SECONDS - 60);
        expect((await one.drain()) + (await two.drain())).toBe(0);
        await pass(60);
        expect((await one.drain()) + (await two.drain())).toBe(1);
      }
    });

    it("comes round after the crash of the host that had it, and only once", async () => {
      const { one, two, pass } = await recurring();
      await one.runner.seed();
      await one.claim();
      await pass(LEASE_SECONDS + 1);
      await pass(AFTER_ANY_RETRY_SECONDS);
      expect(await two.drain()).toBe(1);
      expect((await two.counts())[0]).toEqual({ queue: QUEUE, waiting: 1, running: 0, failed: 0 });
      await pass(HOUR_SECONDS);
      expect(await two.drain()).toBe(1);
    });

    it("comes round after it has failed, however often", async () => {
      const { one, pass } = await recurring();
      one.handle = async () => {
        throw new Error("the bucket has a hole");
      };
      await one.runner.seed();
      expect(await one.drain()).toBe(1);
      // The next run, and the next attempt at this one.
      expect((await one.counts())[0]).toEqual({ queue: QUEUE, waiting: 2, running: 0, failed: 0 });
      one.handle = async () => {};
      await pass(AFTER_ANY_RETRY_SECONDS);
      expect(await one.drain()).toBe(1);
      expect((await one.counts())[0]).toEqual({ queue: QUEUE, waiting: 1, running: 0, failed: 0 });
      await pass(HOUR_SECONDS);
      expect(await one.drain()).toBe(1);
    });

    it("runs at every start when it says so, once for hosts that start together, and recurs once", async () => {
      const { one, two, pass } = await recurring({ runsAtStart: true });
      for (let times = 0; times < 2; times += 1) {
        await Promise.all([one.runner.seed(), two.runner.seed()]);
        expect((await one.drain()) + (await two.drain())).toBe(1);
        expect((await one.counts())[0]).toEqual({ queue: QUEUE, waiting: 1, running: 0, failed: 0 });
        await pass(60);
      }
      await pass(HOUR_SECONDS - 121);
      expect((await one.drain()) + (await two.drain())).toBe(0);
      await pass(1);
      expect((await one.drain()) + (await two.drain())).toBe(1);
    });

    async function recurring({ runsAtStart = false } = {}) {
      const place = await openDatabase();
      return hostsOn(place, (transact, work) => [
        recurringJob({
          queue: QUEUE,
          everySeconds: HOUR_SECONDS,
          runsAtStart,
          transact,
          clock: place.clock,
          work: (stop) => work(JOB, stop),
        }),
      ]);
    }
  });
}

const JOB: Job = {
  // When a suite is loaded, there is no runner yet.
  get id() {
    return expect.any(String);
  },
  ...{ queue: QUEUE, turn: 0, payload: {}, attempt: 1, attemptsMax: 10 },
};
const CONCURRENCY = 2;

/** A host that notes what it does. */
interface Host {
  readonly transact: Transact<QueueStores>;
  readonly runner: JobRunner;
  readonly timer: HandTimer;
  /** In the order in which they began. */
  readonly attempts: readonly Job[];
  /** Of each failure, whether it was the last. */
  readonly failures: readonly boolean[];
  /** The handler of each job. */
  handle: JobHandler;
  enqueue(job: NewJob): Promise<boolean>;
  drain(): Promise<number>;
  /** Takes a job, and does nothing with it: what a crash leaves behind. */
  claim(): Promise<Job>;
  counts(): ReturnType<LeaseStores["leases"]["counts"]>;
}

type Definitions = (transact: Transact<JobStores>, work: JobHandler) => readonly JobDefinition[];

const plain: Definitions = (_transact, handle) => [
  { queue: QUEUE, handle },
  { queue: OTHER_QUEUE, handle },
];

/** One job of the first queue at the same time, on each host. */
const sparing: Definitions = (_transact, handle) => [
  { queue: QUEUE, handle, atOnceMax: 1 },
  { queue: OTHER_QUEUE, handle },
];

function hostsOn({ hosts, ...place }: JobDatabase, definitions: Definitions = plain, concurrency = CONCURRENCY) {
  const [one, two] = hosts.map((host) => hostOn(host, definitions, concurrency)) as [Host, Host];
  return { ...place, one, two };
}

function hostOn(transact: Transact<QueueStores>, definitions: Definitions, concurrency: number): Host {
  const attempts: Job[] = [];
  const failures: boolean[] = [];
  const timer = handTimer();
  const runner = createJobRunner({
    transact,
    timer,
    definitions: definitions(transact, (job, stop) => {
      attempts.push(job);
      return host.handle(job, stop);
    }),
    observer: {
      failed: ({ final }) => failures.push(final),
      unreachable(error) {
        throw error;
      },
    },
    concurrency,
  });
  const host: Host = {
    transact,
    runner,
    timer,
    attempts,
    failures,
    handle: async () => {},
    enqueue: (job) => transact.write(({ jobs }) => jobs.enqueue(job)),
    drain: () => runner.drain(),
    async claim() {
      const job = await transact.write(({ leases }) => leases.claim([QUEUE]));
      if (!job) throw new Error("There is no job");
      return job;
    },
    counts: () => transact.read(({ leases }) => leases.counts()),
  };
  return host;
}

/** Enqueues a job for each of these owners; its payload names him. */
function enqueueAll({ transact }: Host, owners: readonly (string | null)[]): Promise<void> {
  return transact.write(async ({ jobs }) => {
    for (const owner of owners) await jobs.enqueue({ queue: QUEUE, owner, payload: { owner } });
  });
}

/** For whom a host worked, in the order in which it did. */
const ownersOf = ({ attempts }: Host) => attempts.map(({ payload }) => payload.owner);

/** A timer whose time comes when a test says so. */
interface HandTimer extends Timer {
  /** Calls all that waits, once. */
  fire(): void;
  waiting(): number;
}

function handTimer(): HandTimer {
  const waiting = new Set<() => void>();
  return {
    after(_milliseconds, work) {
      const call = () => work();
      waiting.add(call);
      return () => waiting.delete(call);
    },
    fire() {
      const due = [...waiting];
      waiting.clear();
      for (const call of due) call();
    },
    waiting: () => waiting.size,
  };
}

/** A host has nothing to do until it looks at the queue again, but to renew the lease of each job that runs. */
async function settled({ timer }: Host, { running }: { readonly running: number }): Promise<void> {
  await eventually(() => expect(timer.waiting()).toBe(running + 1));
}

/** Makes a host's next job last until a test says so. */
function blocked(host: Host) {
  const begun = Promise.withResolvers<void>();
  const finish = Promise.withResolvers<{ readonly heeding?: boolean }>();
  let hasEnded = () => false;
  host.handle = async (_job, stop) => {
    hasEnded = () => stop.aborted;
    begun.resolve();
    if ((await finish.promise).heeding) throwIfCancelled(stop);
  };
  return {
    begun: begun.promise,
    hasEnded: () => hasEnded(),
    finish: (how: { readonly heeding?: boolean } = {}) => finish.resolve(how),
  };
}
