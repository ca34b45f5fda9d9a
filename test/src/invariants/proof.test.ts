import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { PAGE, proofPage, proofs, TAGS } from "../../proof/page.ts";

const found = proofs();
const tagged = new Set(found.flatMap(({ tags }) => tags));

describe("The invariants of the specification", () => {
  it("have a test each", () => {
    expect(TAGS.filter((tag) => !tagged.has(tag))).toEqual([]);
  });

  it("are the only ones that tests name", () => {
    expect([...tagged].filter((tag) => !TAGS.includes(tag))).toEqual([]);
  });

  it("are listed with their tests in the guide, as `npm run proof` writes it", () => {
    expect(readFileSync(join(resolve(import.meta.dirname, "../../.."), PAGE), "utf8")).toBe(proofPage(found));
  });
});
