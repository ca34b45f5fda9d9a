import { afterEach, expect, it, vi } from "vitest";
import { hostApi } from "../src/host-api.ts";

afterEach(() => {
  vi.useRealTimers();
});

it.each(["database", "blobs"])("A host reports within two seconds that its %s does not answer", async (part) => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const app = hostApi({
    app: { routes: [] },
    authentication: { authenticate: () => Promise.reject(new Error("No caller is authenticated")) },
    baseUrl: () => "http://host.test",
    log: { info: () => {}, error: () => {} },
    maxDirectUploadBytes: 1,
    readiness: { database: async () => {}, blobs: async () => {}, [part]: () => new Promise(() => {}) },
    referenceScript: async () => new Uint8Array(),
    signIn: { token: () => Promise.reject(new Error("No user signs in")) },
  });
  const answered = Promise.resolve(app.fetch(new Request("http://host.test/readyz")));
  const first = Promise.race([answered, new Promise<null>((late) => setTimeout(() => late(null), 2000))]);
  await vi.advanceTimersByTimeAsync(2000);
  const answer = await first;
  expect(answer?.status).toBe(503);
  expect(await answer?.json()).toEqual({
    status: "unavailable",
    checks: { database: "ok", blobs: "ok", [part]: "down" },
  });
});
