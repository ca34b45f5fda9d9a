import { expect, it } from "vitest";
import { normalTags, tagErrors } from "../src/tags/tag.ts";

it("drops blanks, trims, and keeps the first of tags that differ only in case", () => {
  expect(normalTags(["Bail", "bail", " ", "loyer ", "ÉTÉ", "été"])).toEqual(["Bail", "loyer", "ÉTÉ"]);
});

it("accepts fifty tags of a hundred code points", () => {
  const tags = Array.from({ length: 50 }, (_, index) => `${index}`.padEnd(100, "é"));
  expect(tagErrors("tagList", tags)).toEqual([]);
});

it("rejects a fifty-first tag, a tag of 101 characters, and one with an invalid character", () => {
  const many = Array.from({ length: 51 }, (_, index) => `t${index}`);
  expect(tagErrors("tagList", many)).toMatchObject([{ field: "tagList", code: "too_long" }]);
  expect(tagErrors("tagList", ["x".repeat(101)])).toMatchObject([{ code: "too_long" }]);
  expect(tagErrors("tagList", ["a\u0000"])).toMatchObject([{ code: "invalid" }]);
});

it("counts tags after merging them", () => {
  const many = Array.from({ length: 60 }, (_, index) => (index % 2 ? "same" : "SAME"));
  expect(tagErrors("tagList", many)).toEqual([]);
});
