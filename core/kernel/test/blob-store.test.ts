import { blobKey, parseBlobKey } from "@cartulary/kernel";
import { describe, expect, it } from "vitest";

const NO_SEGMENTS = ["", ".", "..", ".hidden", "-x", "A", "a b", "é", "a\\b", "a\0", "a".repeat(129)];

describe("A blob key", () => {
  it("is segments joined by slashes", () => {
    expect(blobKey("ab", "cd", "0d9f7c1e-4b1f.x_1")).toBe("ab/cd/0d9f7c1e-4b1f.x_1");
    expect(parseBlobKey("ab/cd/0d9f7c1e-4b1f.x_1")).toBe("ab/cd/0d9f7c1e-4b1f.x_1");
    expect(parseBlobKey("a".repeat(128))).toBe("a".repeat(128));
  });

  it.each(NO_SEGMENTS)("rejects the segment %j", (segment) => {
    expect(() => blobKey("a", segment)).toThrow(TypeError);
    expect(parseBlobKey(`a/${segment}`)).toBeNull();
    expect(parseBlobKey(`${segment}/a`)).toBeNull();
  });

  it("rejects a slash inside a segment", () => {
    expect(() => blobKey("a/b")).toThrow(TypeError);
  });
});
