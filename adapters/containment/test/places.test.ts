import { setImmediate as turn } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type ConcurrencyLimiter,
  createConcurrencyLimiter,
  QUEUE_LIMITS,
  type QueueLimits,
} from "../src/concurrency-limiter.ts";

const OWNERS = ["ana", "bob", "cleo", "dan"] as const;
type Owner = (typeof OWNERS)[number];

/** A job that ends when the test says so. */
interface Work {
  readonly owner: Owner;
  readonly inBackground: boolean;
  state: "waiting" | "running" | "refused" | "over";
  reason: unknown;
  end(): void;
  readonly abort: AbortController;
}

/** Places and all jobs in the order in which they began. */
function worksite(places: number, limits: Partial<QueueLimits> = {}) {
  const entered: ConcurrencyLimiter = createConcurrencyLimiter(places, { ...QUEUE_LIMITS, ...limits });
  const begun: Work[] = [];
  const all: Work[] = [];

  /** Resolves when the job waits, runs or was rejected. */
  async function bring(owner: Owner, inBackground = false): Promise<Work> {
    const abort = new AbortController();
    const work: Work = { owner, inBackground, state: "waiting", reason: null, end: () => {}, abort };
    all.push(work);
    entered.acquire({ onBehalfOf: owner, inBackground, signal: abort.signal }).then(
      (leave) => {
        begun.push(work);
        work.state = "running";
        work.end = () => {
          work.state = "over";
          leave();
        };
      },
      (error: unknown) => {
        work.state = "refused";
        work.reason = error;
      },
    );
    await turn();
    return work;
  }

  async function end(work: Work | undefined): Promise<void> {
    work?.end();
    await turn();
  }

  const inState = (state: Work["state"]) => all.filter((work) => work.state === state);
  return { bring, end, begun, inState, close: (error: Error) => entered.close(error) };
}

const bringMany = async (site: ReturnType<typeof worksite>, count: number, owner: Owner) => {
  const works: Work[] = [];
  for (let number = 0; number < count; number += 1) works.push(await site.bring(owner));
  return works;
};

describe("places", () => {
  it("serve an owner after one job of another, however many wait", async () => {
    const site = worksite(1);
    const [first] = await bringMany(site, 30, "ana");
    const late = await site.bring("bob");
    await site.end(first);
    expect(late.state).toBe("running");
    await site.end(late);
    expect(site.begun.map(({ owner }) => owner)).toEqual(["ana", "bob", "ana"]);
  });

  it("run one foreground job per owner although places are free, and several background jobs", async () => {
    const site = worksite(3);
    await bringMany(site, 2, "ana");
    await site.bring("bob");
    expect(site.inState("running").map(({ owner }) => owner)).toEqual(["ana", "bob"]);
    const background = worksite(3);
    await background.bring("ana", true);
    await background.bring("ana", true);
    await background.bring("ana", true);
    expect(background.inState("running")).toHaveLength(2);
    expect((await background.bring("ana")).state).toBe("running");
  });

  it("let 32 jobs of an owner wait, reject one more of that owner only, and accept it once there is room", async () => {
    const site = worksite(1);
    const [first, second] = await bringMany(site, 33, "ana");
    const refused = await site.bring("ana");
    expect(refused).toMatchObject({ state: "refused", reason: { reason: "rate_limited" } });
    expect((await site.bring("bob")).state).toBe("waiting");
    second?.abort.abort();
    await turn();
    expect((await site.bring("ana")).state).toBe("waiting");
    await site.end(first);
    expect(site.begun.at(-1)?.owner).toBe("bob");
  });

  it("do not count background jobs towards those 32", async () => {
    const site = worksite(1);
    await site.bring("bob");
    for (let number = 0; number < 40; number += 1) expect((await site.bring("ana", true)).state).toBe("waiting");
    expect((await site.bring("ana")).state).toBe("waiting");
  });

  it("limit the total number of waiting jobs", async () => {
    const site = worksite(1, { waiting: 3 });
    for (const owner of OWNERS) await site.bring(owner);
    expect(await site.bring("ana")).toMatchObject({ state: "refused", reason: { reason: "busy" } });
    expect(await site.bring("ana", true)).toMatchObject({ state: "refused", reason: { reason: "busy" } });
  });

  it("reject a job that waited too long, and serve the next", async () => {
    const site = worksite(1, { waitMilliseconds: 1 });
    const first = await site.bring("ana");
    const late = await site.bring("bob");
    while (late.state === "waiting") await turn();
    expect(late).toMatchObject({ state: "refused", reason: { reason: "busy" } });
    const background = await site.bring("cleo", true);
    await site.end(first);
    expect(background.state).toBe("running");
  });

  it("reject waiting and later jobs once closed", async () => {
    const site = worksite(1);
    await site.bring("ana");
    const waiting = [await site.bring("ana"), await site.bring("bob", true)];
    site.close(new Error("closed"));
    await turn();
    waiting.push(await site.bring("bob"));
    expect(waiting.map(({ state, reason }) => [state, String(reason)])).toEqual(
      waiting.map(() => ["refused", "Error: closed"]),
    );
  });
});

/** An event; its number selects one of the jobs that it applies to. */
type Event =
  | { readonly do: "bring"; readonly owner: Owner; readonly inBackground: boolean }
  | { readonly do: "end" | "abort"; readonly which: number };

const event = (): fc.Arbitrary<Event> =>
  fc.oneof(
    { weight: 5, arbitrary: bringing() },
    { weight: 4, arbitrary: fc.record({ do: fc.constant("end" as const), which: fc.nat(100) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("abort" as const), which: fc.nat(100) }) },
  );

const bringing = () =>
  fc.record({
    do: fc.constant("bring" as const),
    // Most jobs belong to one owner.
    owner: fc.oneof({ weight: 3, arbitrary: fc.constant("ana" as const) }, fc.constantFrom(...OWNERS)),
    inBackground: fc.boolean(),
  });

it("places are assigned in turns, never left empty and never exceeded", async () => {
  const programs = fc.tuple(fc.integer({ min: 1, max: 3 }), fc.array(event(), { maxLength: 60 }));
  await fc.assert(
    fc.asyncProperty(programs, async ([places, events]) => {
      const site = worksite(places, { waitingEach: 5, waiting: 12 });
      const rounds = fairRounds();
      for (const each of events) {
        const before = site.begun.length;
        if (each.do === "bring") {
          rounds.arrived(each, site.inState("waiting"), site.inState("running"));
          expectAdmission(await site.bring(each.owner, each.inBackground), site);
        } else {
          const work = pick(site.inState(each.do === "end" ? "running" : "waiting"), each.which);
          if (!work) continue;
          if (each.do === "end") {
            rounds.ended(work);
            await site.end(work);
          } else {
            work.abort.abort();
            await turn();
          }
        }
        for (const work of site.begun.slice(before)) rounds.began(work, [...site.inState("waiting"), work]);
        expectWellFilled(places, site.inState("running"), site.inState("waiting"));
      }
      // All waiting jobs are served in the end, in the order of each owner.
      for (let work = site.inState("running")[0]; work; work = site.inState("running")[0]) await site.end(work);
      expect(site.inState("waiting")).toEqual([]);
    }),
    { numRuns: 150 },
  );
});

const pick = (works: readonly Work[], which: number): Work | undefined => works[which % Math.max(works.length, 1)];

/** Jobs are rejected only if 5 of the owner or 12 in total wait. */
function expectAdmission(work: Work, { inState }: ReturnType<typeof worksite>): void {
  const waiting = inState("waiting").filter((each) => each !== work);
  const own = waiting.filter(({ owner, inBackground }) => owner === work.owner && !inBackground);
  if (work.state !== "refused") return;
  const reason = !work.inBackground && own.length >= 5 ? "rate_limited" : "busy";
  expect(work.reason).toMatchObject({ reason });
  if (reason === "busy") expect(waiting).toHaveLength(12);
}

/** No place is free for a waiting job that may begin, and no owner has more than allowed. */
function expectWellFilled(places: number, running: readonly Work[], waiting: readonly Work[]): void {
  const background = running.filter(({ inBackground }) => inBackground).length;
  expect(running.length).toBeLessThanOrEqual(places);
  expect(background).toBeLessThanOrEqual(Math.max(places - 1, 1));
  const busy = running.filter(({ inBackground }) => !inBackground).map(({ owner }) => owner);
  expect(new Set(busy).size).toBe(busy.length);
  if (running.length === places) return;
  expect(waiting.filter(({ owner, inBackground }) => !inBackground && !busy.includes(owner))).toEqual([]);
  if (background < Math.max(places - 1, 1)) expect(waiting.filter(({ inBackground }) => inBackground)).toEqual([]);
}

/** Counts, for each waiting owner, the jobs of each other owner that began since: never two. Background separately. */
function fairRounds() {
  const counts = new Map<string, Map<Owner, number>>();
  const keyOf = ({ owner, inBackground }: Pick<Work, "owner" | "inBackground">) => `${owner} ${inBackground}`;
  const restart = (work: Pick<Work, "owner" | "inBackground">) => void counts.delete(keyOf(work));
  return {
    arrived(work: Pick<Work, "owner" | "inBackground">, waiting: readonly Work[], running: readonly Work[]) {
      const isAwaited = [...waiting, ...running].some((each) => keyOf(each) === keyOf(work));
      if (!isAwaited) restart(work);
    },
    ended: restart,
    began(work: Work, waiting: readonly Work[]) {
      restart(work);
      const others = new Set(waiting.filter((each) => each.inBackground === work.inBackground).map(keyOf));
      others.delete(keyOf(work));
      for (const other of others) {
        const count = counts.get(other) ?? new Map<Owner, number>();
        counts.set(other, count.set(work.owner, (count.get(work.owner) ?? 0) + 1));
        expect(count.get(work.owner)).toBeLessThanOrEqual(1);
      }
    },
  };
}
