import { describe, expect, it } from "vitest";
import { normalisedPassword, passwordError } from "../src/index.ts";

describe("a password", () => {
  it.each([
    ["secret", null],
    ["fünf5", "too_short"],
    ["🦊".repeat(5), "too_short"],
    ["🦊".repeat(6), null],
    ["e\u0301".repeat(5), "too_short"],
    ["      ", null],
    ["\u0000".repeat(6), null],
    ["a".repeat(1024), null],
    ["a".repeat(1025), "too_long"],
    ["é".repeat(513), "too_long"],
    ["e\u0301".repeat(512), null],
    ["\u1100\u1161\u11a8".repeat(2000), "too_long"],
    ["\ud800".repeat(4097), "too_long"],
    ["abcdef\ud800", "invalid"],
  ])("%j is validated by code points and bytes of its composed form", (password, code) => {
    expect(passwordError(password)?.code ?? null).toBe(code);
  });

  it("is composed and otherwise unchanged", () => {
    expect(normalisedPassword(" e\u0301 \u0000 ")).toBe(" é \u0000 ");
  });
});
