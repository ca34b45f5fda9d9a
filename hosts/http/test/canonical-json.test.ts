import fc from "fast-check";
import { expect, it } from "vitest";
import { canonicalJson } from "../src/guards/canonical-json.ts";

/** Reverses the order of fields in every object. */
function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, each]) => [name, turned(each)]),
  );
}

it("is the same for any order of fields", () => {
  fc.assert(
    fc.property(fc.json(), (json) => canonicalJson(JSON.parse(json)) === canonicalJson(turned(JSON.parse(json)))),
  );
});

it("is another one for every other value", () => {
  const values = [
    '["{"]',
    "{}",
    "[]",
    '{"a":[]}',
    '{"a":{}}',
    '["a",[]]',
    '{"__proto__":1}',
    '{"a":null}',
    '"a"',
    "null",
  ];
  expect(new Set(values.map((json) => canonicalJson(JSON.parse(json)))).size).toBe(values.length);
});

it("is written as it was before: keys that clients sent yesterday are known today", () => {
  expect(canonicalJson(JSON.parse('{"b":[1,"x",null,{}],"a":{"2":true,"10":-0.5},"__proto__":[]}'))).toBe(
    '["{","__proto__",["["],"a",["{","10",-0.5,"2",true],"b",["[",1,"x",null,["{"]]]',
  );
  expect(canonicalJson(["op", { id: "1" }, undefined])).toBe('["[","op",["{","id","1"],null]');
});
