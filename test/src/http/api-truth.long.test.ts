import { describe, it } from "vitest";
import { holdAgainstDescription } from "./api-truth.ts";

describe("The whole API description", { timeout: 900_000 }, () => {
  it("accepts what the server accepts, refuses what it refuses, and lacks no answer", () =>
    holdAgainstDescription({ attempts: Number.POSITIVE_INFINITY, randomRequests: 16_000, seed: 43 }));
});
