import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { type ChildPool, type ChildPoolOptions, createChildPool, type Job } from "../src/index.ts";
import type { TestJob } from "./jobs.child.ts";

/** `npm test` leaves these to `npm run test:long`. */
const slowIt = process.env.CARTULARY_TEST_SPARING ? () => {} : it;

const MIB = 1_048_576;
const OPTIONS: ChildPoolOptions = {
  entry: new URL("./jobs.child.ts", import.meta.url),
  children: 1,
  queue: { waiting: 2 },
  cpuMilliseconds: 30_000,
  memoryBytes: 300 * MIB,
  retirement: { jobs: 100, memoryBytes: 250 * MIB },
};
/** Shorter than any job except an endless one. */
const SOON_MS = 300;
/** On a busy machine a child may wait this long, but not at every attempt. */
const BUSY = { timeout: 60_000, interval: 1 };

const pools: ChildPool[] = [];
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});

function poolOf(options: Partial<ChildPoolOptions>): ChildPool {
  const pool = createChildPool({ ...OPTIONS, ...options });
  pools.push(pool);
  return pool;
}

/** Shared by tests that leave a working child: starting a child is their main cost. */
const sharedPool = createChildPool({ ...OPTIONS, memoryBytes: 150 * MIB });
afterAll(() => sharedPool.close());

let people = 0;

/** Runs each call for another owner, unless the job names one. */
const run = (pool: ChildPool, input: TestJob, job: Partial<Omit<Job<TestJob>, "input">> = {}) =>
  pool.run<unknown>({ onBehalfOf: String(++people), ...job, input });
const pidIn = (pool: ChildPool) => run(pool, { do: "pid" }) as Promise<number>;

/** True if the process exists and is not a zombie: the adopting process may reap it late. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  const status = `/proc/${pid}/status`;
  try {
    return !existsSync(status) || !/^State:\s+[ZX]/m.test(readFileSync(status, "utf8"));
  } catch {
    return false;
  }
}

async function isGone(pid: number): Promise<boolean> {
  for (let look = 0; look < 1_000 && isRunning(pid); look += 1) await wait(20);
  return !isRunning(pid);
}

describe("a child", () => {
  it("answers with JSON and byte arrays, and does the next job too", async () => {
    const value = {
      text: "é\0",
      list: [1.5, null, true],
      bytes: Buffer.from([1, 2]),
      more: { bytes: Buffer.alloc(0) },
    };
    expect(await run(sharedPool, { do: "echo", value })).toEqual(value);
    expect(await pidIn(sharedPool)).toBe(await pidIn(sharedPool));
  });

  it("inherits no variables, no folder and no terminal", async () => {
    const found = (await run(poolOf({ env: { ONLY: "this" } }), { do: "environment" })) as object;
    expect(found).toEqual({ env: { ONLY: "this" }, cwd: "/", words: 4 });
  });

  it("reads no file but its code, writes none and starts no process", async () => {
    const inCode = new URL("../package.json", import.meta.url).pathname;
    expect(await run(sharedPool, { do: "read file", path: inCode })).toContain("containment");
    const forbidden: TestJob[] = [
      { do: "read file", path: "/etc/hosts" },
      { do: "read file", path: new URL("../../../package.json", import.meta.url).pathname },
      { do: "write file", path: join(tmpdir(), "contained") },
      { do: "start a process" },
    ];
    for (const job of forbidden) {
      const refused = await run(sharedPool, job).catch((error: unknown) => error);
      expect(refused).toMatchObject({ reason: "crash", stderr: expect.stringContaining("has been restricted") });
    }
  });

  it.each(["connect", "listen", "fetch", "send"] as const)("opens no socket by %s", async (act) => {
    const server = createServer().listen(0, "127.0.0.1");
    onTestFinished(() => void server.close());
    await once(server, "listening");
    let connections = 0;
    server.on("connection", () => (connections += 1));
    const { port } = server.address() as AddressInfo;
    const refused = await run(sharedPool, { do: act, port: act === "listen" ? 0 : port }).catch(
      (error: unknown) => error,
    );
    expect(refused).toMatchObject({ reason: "crash" });
    expect(connections).toBe(0);
  });

  it("makes no DNS query", async () => {
    const refused = run(sharedPool, { do: "resolve" });
    await expect(refused).rejects.toMatchObject({ stderr: expect.stringContaining("network has been restricted") });
  });

  it("prints nothing into its answers", async () => {
    expect(await run(sharedPool, { do: "print" })).toBe("printed");
  });

  it.each([
    ["an endless loop", "spin", "timeout"],
    ["memory without end", "allocate", "memory"],
    ["an abort", "abort", "crash"],
    ["an uncaught error", "throw", "crash"],
    ["an exit without an answer", "exit", "crash"],
  ] as const)("ends by %s, and the next job works", async (_, act, reason) => {
    const before = await pidIn(sharedPool);
    const limit = reason === "timeout" ? { cpuMilliseconds: SOON_MS } : {};
    await expect(run(sharedPool, { do: act }, limit)).rejects.toMatchObject({ name: "ContainmentError", reason });
    expect(await isGone(before)).toBe(true);
    expect(await run(sharedPool, { do: "echo", value: act })).toBe(act);
  });

  it("that sleeps ends at its elapsed time limit, and the next job works", async () => {
    const pool = poolOf({ wallMilliseconds: SOON_MS });
    await expect(run(pool, { do: "sleep" })).rejects.toMatchObject({ reason: "timeout" });
    await vi.waitFor(async () => expect(await run(pool, { do: "echo", value: 1 })).toBe(1), BUSY);
  });

  slowIt("that waits for the CPU loses nothing of its time", async () => {
    const pool = poolOf({ cpuMilliseconds: SOON_MS });
    expect(await run(pool, { do: "wait", milliseconds: 2 * SOON_MS })).toBe("waited");
  });

  slowIt("has its full time for each job", async () => {
    const pool = poolOf({ cpuMilliseconds: SOON_MS });
    const take = () => run(pool, { do: "take", cpuMilliseconds: SOON_MS / 2 });
    expect([await take(), await take(), await take()]).toEqual(["taken", "taken", "taken"]);
  });

  it("that does not load is a crash, with the reason in stderr only", async () => {
    const entry = new URL("./not-there.child.ts", import.meta.url);
    await expect(run(poolOf({ entry }), { do: "pid" })).rejects.toMatchObject({ code: "ENOENT" });
    const broken = poolOf({ entry: new URL("./child-pool.test.ts", import.meta.url) });
    const error = await run(broken, { do: "pid" }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ reason: "crash", message: "The job ended its process" });
    expect((error as { stderr: string }).stderr).not.toBe("");
  });

  slowIt("is replaced after its number of jobs, and when it holds too much", async () => {
    const counted = poolOf({ retirement: { jobs: 2, memoryBytes: 250 * MIB } });
    const pids = [await pidIn(counted), await pidIn(counted), await pidIn(counted)];
    expect(new Set(pids).size).toBe(2);
    const weighed = poolOf({ retirement: { jobs: 100, memoryBytes: 120 * MIB } });
    expect(await pidIn(weighed)).toBe(await run(weighed, { do: "grow" }));
    expect(new Set([await run(weighed, { do: "grow" }), await pidIn(weighed)]).size).toBe(2);
  });

  it("ends after its idle time", async () => {
    expect(await isGone(await pidIn(poolOf({ idleMilliseconds: 1 })))).toBe(true);
  });
});

describe("the queue", () => {
  it("serves in order of arrival and rejects one too many", async () => {
    const order: unknown[] = [];
    const jobs = [1, 2, 3].map((value) => run(sharedPool, { do: "echo", value }).then((each) => order.push(each)));
    await expect(run(sharedPool, { do: "pid" })).rejects.toMatchObject({ reason: "busy" });
    await Promise.all(jobs);
    expect(order).toEqual([1, 2, 3]);
    expect(await pidIn(sharedPool)).toBeGreaterThan(0);
  });

  it("runs as many jobs as there are children", async () => {
    const pool = poolOf({ children: 2, queue: {} });
    const pids = await Promise.all(Array.from({ length: 6 }, () => pidIn(pool)));
    expect(new Set(pids).size).toBe(2);
  });

  it("keeps a child free for foreground jobs and serves them first", async () => {
    const pool = poolOf({ children: 2, queue: {} });
    const unwanted = new AbortController();
    const background = { inBackground: true, signal: unwanted.signal } as const;
    let ended = 0;
    const end = () => (ended += 1);
    const endless = [1, 2].map(() => run(pool, { do: "sleep" }, background).catch(end));
    expect(await run(pool, { do: "echo", value: "a person" })).toBe("a person");
    expect(ended).toBe(0);
    unwanted.abort();
    await Promise.all(endless);
    const lone = sharedPool;
    const order: unknown[] = [];
    const queued = (value: string, inBackground: boolean) =>
      run(lone, { do: "echo", value }, { inBackground }).then((each) => order.push(each));
    await Promise.all([queued("b1", true), queued("b2", true), queued("f1", false)]);
    expect(order).toEqual(["b1", "f1", "b2"]);
  });

  it("drops aborted waiting jobs and kills aborted running ones", async () => {
    const pid = await pidIn(sharedPool);
    const [running, waiting] = [new AbortController(), new AbortController()];
    const first = run(sharedPool, { do: "sleep" }, { signal: running.signal });
    const second = run(sharedPool, { do: "pid" }, { signal: waiting.signal });
    waiting.abort(new Error("too late"));
    await expect(second).rejects.toThrow("too late");
    running.abort(new Error("gone"));
    await expect(first).rejects.toThrow("gone");
    await expect(run(sharedPool, { do: "pid" }, { signal: running.signal })).rejects.toThrow("gone");
    expect(await isGone(pid)).toBe(true);
    expect(await pidIn(sharedPool)).not.toBe(pid);
  });

  it("is rejected when the pool closes, which leaves no process", async () => {
    const pool = poolOf({});
    const pid = await pidIn(pool);
    const jobs = [run(pool, { do: "sleep" }), run(pool, { do: "pid" })];
    const refused = expect(Promise.allSettled(jobs)).resolves.toEqual(
      jobs.map(() => ({ status: "rejected", reason: expect.objectContaining({ reason: "closed" }) })),
    );
    await pool.close();
    expect(isRunning(pid)).toBe(false);
    await refused;
    await expect(pidIn(pool)).rejects.toMatchObject({ reason: "closed" });
  });
});

/** Yields `count` pieces of 64 KiB and calls `taken` for each. */
async function* pieces(count: number, taken: (piece: number) => void = () => {}): AsyncIterable<Uint8Array> {
  for (let piece = 0; piece < count; piece += 1) {
    taken(piece);
    yield Buffer.alloc(65_536, piece);
  }
}

describe("bytes", () => {
  it("flow from several sources to the reader", async () => {
    const stream = sharedPool.stream({
      onBehalfOf: null,
      input: { do: "copy" },
      sources: [() => pieces(3), async () => pieces(2)],
    });
    expect(await bytesOf(stream)).toEqual(Buffer.concat([await bytesOf(pieces(3)), await bytesOf(pieces(2))]));
  });

  it("end with the error of `judge`", async () => {
    const judge = (output: unknown) => {
      throw new Error(`judged: ${output}`);
    };
    const stream = sharedPool.stream({ onBehalfOf: null, input: { do: "copy" }, sources: [() => pieces(3)] }, judge);
    await expect(bytesOf(stream)).rejects.toThrow("judged: copied");
  });

  it("are pulled on demand and not buffered", async () => {
    let read = 0;
    const source = () => pieces(1_000, () => (read += 1));
    const stream = sharedPool
      .stream({ onBehalfOf: null, input: { do: "copy" }, sources: [source] })
      [Symbol.asyncIterator]();
    await wait(10);
    expect(read).toBe(0);
    await stream.next();
    await wait(SOON_MS);
    expect(read).toBeGreaterThan(0);
    expect(read).toBeLessThan(10);
    await stream.return?.();
  });

  it("kill the child and close its sources when the reader stops", async () => {
    const pid = await pidIn(sharedPool);
    const closed = Promise.withResolvers<void>();
    async function* endless() {
      try {
        for (;;) yield Buffer.alloc(65_536);
      } finally {
        closed.resolve();
      }
    }
    for await (const _ of sharedPool.stream({ onBehalfOf: null, input: { do: "copy" }, sources: [endless] })) break;
    await closed.promise;
    expect(await isGone(pid)).toBe(true);
    expect(await pidIn(sharedPool)).toBeGreaterThan(0);
  });

  it("that cannot be read or written reject with the original error", async () => {
    async function* broken() {
      yield Buffer.alloc(1);
      throw new Error("the store is down");
    }
    await expect(run(sharedPool, { do: "count" }, { sources: [broken] })).rejects.toThrow("the store is down");
    const full = async () => Promise.reject(new Error("the disk is full"));
    await expect(run(sharedPool, { do: "write", pieces: 2 }, { write: full })).rejects.toThrow("the disk is full");
    expect(await run(sharedPool, { do: "count" }, { sources: [() => pieces(2)] })).toBe(131_072);
  });

  slowIt("that come late do not count towards the child's time, unless they stall", async () => {
    async function* slow(milliseconds: number) {
      yield Buffer.alloc(1);
      await wait(milliseconds);
      yield Buffer.alloc(1);
    }
    const pool = poolOf({ stallMilliseconds: 5 * SOON_MS, wallMilliseconds: SOON_MS });
    const limits = { sources: [() => slow(2 * SOON_MS)] };
    await vi.waitFor(async () => expect(await run(pool, { do: "count" }, limits)).toBe(2), BUSY);
    const stalled = run(pool, { do: "count" }, { sources: [() => slow(60_000)] });
    await expect(stalled).rejects.toMatchObject({ reason: "timeout" });
  });
});

async function bytesOf(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const read: Uint8Array[] = [];
  for await (const bytes of source) read.push(bytes);
  return Buffer.concat(read);
}

describe("a host that has ended or is stuck", () => {
  /** Starts a program with a pool that prints the process id of its endless job. */
  async function hostWith(act: string): Promise<{ host: ChildProcess; pid: number }> {
    const program = new URL("./lost-host.ts", import.meta.url).pathname;
    const host = spawn(process.execPath, ["--conditions=@cartulary/source", program, act], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [line] = await once(host.stdout, "data");
    return { host, pid: Number(line) };
  }

  it.each(["spin", "sleep"])("leaves no child behind that does %s, even when it is killed", async (act) => {
    const { host, pid } = await hostWith(act);
    expect(isRunning(pid)).toBe(true);
    host.kill("SIGKILL");
    expect(await isGone(pid)).toBe(true);
  });

  slowIt("has children that enforce their CPU time", async () => {
    const { host, pid } = await hostWith("stuck");
    expect(await isGone(pid)).toBe(true);
    host.kill("SIGKILL");
  });

  it.each(["idle", "closed"])("ends although a child is %s", async (act) => {
    const { host } = await hostWith(act);
    if (host.exitCode === null) await once(host, "exit");
    expect(host.exitCode).toBe(0);
  });
});
