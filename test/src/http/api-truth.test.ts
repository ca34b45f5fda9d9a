import { describe, it } from "vitest";
import { holdAgainstDescription } from "./api-truth.ts";

describe("The API description", () => {
  it("accepts what the server accepts, refuses what it refuses, and lacks no answer", () =>
    holdAgainstDescription({ attempts: 150, randomRequests: 300, seed: 43 }));
});
