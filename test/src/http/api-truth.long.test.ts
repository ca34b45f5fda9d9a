import { describe, it } from "vitest";
import { holdAgainstDescription } from "./api-truth.ts";

describe("The whole API description", { timeout: 900_000 }, () => {
  it("matches the server: accepts and refuses the same requests, and describes every answer", () =>
    holdAgainstDescription({ attempts: Number.POSITIVE_INFINITY, randomRequests: 16_000, seed: 43 }));
});
