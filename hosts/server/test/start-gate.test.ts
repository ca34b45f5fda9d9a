import { expect, it } from "vitest";
import { startGate } from "../src/run/start-gate.ts";

const app = { fetch: () => new Response("ready") };

it("requests wait for the application of a host that starts", async () => {
  const gate = startGate();
  const waiting = gate.passed();
  gate.open(app);
  expect(await waiting).toBe(app);
  expect(await gate.passed()).toBe(app);
});

it("requests are refused while a host migrates, or for a start that takes too long", async () => {
  const migrating = startGate();
  const waiting = migrating.passed();
  migrating.refuse();
  expect([await waiting, await migrating.passed()]).toEqual([null, null]);
  migrating.open(app);
  expect(await migrating.passed()).toBe(app);
  expect(await startGate(0).passed()).toBeNull();
});
