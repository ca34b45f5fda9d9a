import { describe, it } from "vitest";
import { holdAgainstDescription } from "./api-truth.ts";

describe("The API description", () => {
  it("matches the server: accepts and refuses the same requests, and describes every answer", () =>
    holdAgainstDescription({ attempts: 150, randomRequests: 300, seed: 43 }));
});
