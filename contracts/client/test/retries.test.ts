import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Client } from "../src/index.ts";
import { clientOf, type Reply, refused } from "./server.ts";

const ID = "aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee";
const lost = () => new TypeError("fetch failed");
const found = () => Response.json({ id: ID });

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse("2026-01-01T00:00:00Z") });
  vi.spyOn(Math, "random").mockReturnValue(0.5);
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Lets all timers run; resolves to what became of the call and how long it took. */
async function outcome(call: Promise<unknown>): Promise<{ readonly result: unknown; readonly ms: number }> {
  const begun = Date.now();
  let ended = begun;
  const settled = call
    .then(
      () => "done",
      (error) => error,
    )
    .finally(() => {
      ended = Date.now();
    });
  await vi.runAllTimersAsync();
  return { result: await settled, ms: ended - begun };
}

/** A server that replies with each of these in turn, then with a record. */
const inTurn =
  (...replies: readonly (() => Reply)[]) =>
  (_: Request, before: number) =>
    (replies[before] ?? found)();

describe("a call is tried again", () => {
  it.each([429, 503])("after %d, when the server sends Retry-After", async (status) => {
    const { client, requests } = clientOf(inTurn(() => refused(status, { "retry-after": "7" })));
    expect(await outcome(client.updateFolder({ id: ID, name: "a" }))).toEqual({ result: "done", ms: 7000 });
    expect(requests).toHaveLength(2);
  });

  it("a tenth sooner or later, by chance", async () => {
    const waits: number[] = [];
    for (const chance of [0, 0.999_999]) {
      vi.mocked(Math.random).mockReturnValue(chance);
      const { client } = clientOf(inTurn(() => refused(503, { "retry-after": "10" })));
      waits.push((await outcome(client.getFolder({ id: ID }))).ms);
    }
    expect(waits).toEqual([9000, 10_999]);
  });

  it("at the date of Retry-After", async () => {
    const { client } = clientOf(inTurn(() => refused(503, { "retry-after": "Thu, 01 Jan 2026 00:00:30 GMT" })));
    expect((await outcome(client.getFolder({ id: ID }))).ms).toBe(30_000);
  });

  it("twice at most, then it rejects with the last answer", async () => {
    const { client, requests } = clientOf(() => refused(503, { "retry-after": "1" }));
    const { result } = await outcome(client.getFolder({ id: ID }));
    expect([result, requests.length]).toEqual([expect.objectContaining({ status: 503, retryAfterMs: 1000 }), 3]);
    const never = clientOf(() => refused(503), { retries: 0 });
    await outcome(never.client.getFolder({ id: ID }));
    expect(never.requests).toHaveLength(1);
  });

  it("not after more than a minute, which the error reports", async () => {
    const { client, requests } = clientOf(() => refused(429, { "retry-after": "61" }));
    const { result } = await outcome(client.getFolder({ id: ID }));
    expect([result, requests.length]).toEqual([expect.objectContaining({ retryAfterMs: 61_000 }), 1]);
  });

  it.each([400, 404, 409, 422, 500, 502, 504])("not after %d", async (status) => {
    const { client, requests } = clientOf(() => refused(status, { "retry-after": "1" }));
    await outcome(client.getFolder({ id: ID }));
    expect(requests).toHaveLength(1);
  });

  const calls: readonly (readonly [string, number, (client: Client) => Promise<unknown>])[] = [
    ["GET", 3, (client) => client.getFolder({ id: ID })],
    ["DELETE", 3, (client) => client.deleteFolder({ id: ID })],
    ["POST with a key", 3, (client) => client.createFolder({ name: "a" })],
    ["POST without a key", 1, (client) => client.applyBillingRun({ id: ID } as never)],
    ["PATCH", 1, (client) => client.updateFolder({ id: ID, name: "a" })],
  ];

  it.each(calls)("%s is sent %d times where the connection is lost", async (_, times, call) => {
    const { client, requests } = clientOf(lost);
    const { result } = await outcome(call(client));
    expect([result, requests.length]).toEqual([expect.objectContaining({ message: "fetch failed" }), times]);
    expect(new Set(requests.map(({ headers }) => headers.get("idempotency-key"))).size).toBe(1);
  });

  it("where the connection is lost within an answer", async () => {
    const cut = () =>
      new Response(new ReadableStream({ pull: (controller) => controller.error(lost()) }), {
        headers: { "content-type": "application/json" },
      });
    const { client, requests } = clientOf(inTurn(cut));
    expect(await outcome(client.getFolder({ id: ID }))).toMatchObject({ result: "done" });
    expect(requests).toHaveLength(2);
  });
});

describe("a time limit and a signal", () => {
  const never = () => new Promise<Response>(() => {});

  it("ends an attempt with the platform's error, which is not tried again", async () => {
    const { client, requests } = clientOf(never, { timeoutMs: 5000 });
    const first = await outcome(client.getFolder({ id: ID }));
    expect(first).toEqual({ result: expect.objectContaining({ name: "TimeoutError" }), ms: 5000 });
    expect((await outcome(client.getFolder({ id: ID }, { timeoutMs: 10 }))).ms).toBe(10);
    expect(requests).toHaveLength(2);
  });

  it("is sixty seconds, for each attempt", async () => {
    const { client } = clientOf(inTurn(() => refused(503, { "retry-after": "60" }), never));
    expect((await outcome(client.getFolder({ id: ID }))).ms).toBe(120_000);
  });

  it("rejects with the reason of the signal: before, meanwhile, and between two attempts", async () => {
    const reason = new Error("enough");
    const before = clientOf(found);
    expect((await outcome(before.client.getFolder({ id: ID }, { signal: AbortSignal.abort(reason) }))).result).toBe(
      reason,
    );
    expect(before.requests).toEqual([]);
    for (const reply of [never, () => refused(503, { "retry-after": "50" })]) {
      const controller = new AbortController();
      setTimeout(() => controller.abort(reason), 20);
      const { client } = clientOf(reply);
      expect(await outcome(client.getFolder({ id: ID }, { signal: controller.signal }))).toEqual({
        result: reason,
        ms: 20,
      });
    }
  });
});
