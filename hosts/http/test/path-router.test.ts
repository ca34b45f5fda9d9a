import { allOperations } from "@cartulary/wire";
import fc from "fast-check";
import { UnsupportedPathError } from "hono/router";
import { TrieRouter } from "hono/router/trie-router";
import { expect, it } from "vitest";
import { spellingsOf } from "../src/exchange/implement.ts";
import { createPathRouter } from "../src/exchange/path-router.ts";

const segment = fc.constantFrom("a", "b", "", ":x", ":y");
const route = fc.record({
  method: fc.constantFrom("ALL", "GET", "POST"),
  path: fc
    .tuple(fc.array(segment, { maxLength: 4 }), fc.boolean())
    .map(([segments, isOpen]) => `/${[...segments, ...(isOpen ? ["*"] : [])].join("/")}`),
});
const asked = fc
  .array(fc.constantFrom("a", "b", "c", "", "%41"), { maxLength: 5 })
  .map((segments) => `/${segments.join("/")}`);

it("finds what Hono's own router finds, in its order", () => {
  fc.assert(
    fc.property(fc.array(route, { maxLength: 8 }), fc.array(asked, { minLength: 1, maxLength: 5 }), (routes, paths) => {
      const [ours, theirs] = [createPathRouter<string>(() => false), new TrieRouter<string>()];
      routes.forEach(({ method, path }, index) => {
        for (const router of [ours, theirs]) router.add(method, path, `${index} ${path}`);
      });
      for (const path of paths) expect(ours.match("GET", path)).toEqual(theirs.match("GET", path));
    }),
    { numRuns: 300 },
  );
});

it("names nothing behind an answer, and whatever stands before it", () => {
  const router = createPathRouter<string>((handler) => handler === "answer");
  for (const [path, handler] of [
    ["/*", "before"],
    ["/a/:x", "answer"],
    ["/a/*", "behind"],
    ["/b/*", "other"],
  ] as const) {
    router.add("ALL", path, handler);
  }
  const found = (path: string) => router.match("GET", path)[0].map(([handler]) => handler);
  expect([found("/a/1"), found("/a/1/2"), found("/b")]).toEqual([
    ["before", "answer"],
    ["before", "behind"],
    ["before", "other"],
  ]);
});

it("takes every path that we serve, and says of what it does not take that another router has to", () => {
  const router = createPathRouter<string>(() => true);
  for (const { path, id } of Object.values(allOperations)) {
    for (const spelling of spellingsOf(path)) router.add("ALL", spelling, id);
  }
  for (const path of ["/:id{[0-9]+}", "/:id?", "/a/*/b"])
    expect(() => router.add("ALL", path, "")).toThrow(UnsupportedPathError);
});
