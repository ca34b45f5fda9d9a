import { expect, it } from "vitest";
import type { Instant } from "../src/index.ts";
import { dayInParis } from "../src/index.ts";

it("days are counted as in Paris, in summer and in winter", () => {
  const day = (instant: string) => dayInParis(instant as Instant);
  expect([day("2026-01-31T22:59:59.999Z"), day("2026-01-31T23:00:00.000Z")]).toEqual(["2026-01-31", "2026-02-01"]);
  expect([day("2026-07-31T21:59:59.999Z"), day("2026-07-31T22:00:00.000Z")]).toEqual(["2026-07-31", "2026-08-01"]);
});
