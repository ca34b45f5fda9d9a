import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { codePoints, fold, jsonObjectError, lineError, parseId, utf8Length } from "../src/index.ts";

const required = { max: 255, required: true };

it("counts the UTF-8 bytes of a text, lone surrogates included", () => {
  const units = fc.array(fc.constantFrom("a", "\u007f", "\u0080", "\u07ff", "\u0800", "\ud83d", "\ude00", "\uffff"));
  fc.assert(
    fc.property(
      fc.oneof(
        units.map((each) => each.join("")),
        fc.string({ unit: "binary" }),
      ),
      (text) => {
        expect(utf8Length(text)).toBe(Buffer.byteLength(text));
      },
    ),
  );
});

describe("a line", () => {
  it.each([
    ["", "blank"],
    ["   ", "blank"],
    ["\u200b\u200d\ufeff", "blank"],
    ["\ufe0f\u034f\u3164", "blank"],
    ["a\u0000", "invalid"],
    ["\ud800", "invalid"],
    ["a\r\nSet-Cookie: b", "invalid"],
    ["x".repeat(256), "too_long"],
    [`${"x".repeat(255)}${" ".repeat(1000)}`, "too_long"],
    ["\u0000".repeat(2000), "too_long"],
    ["a\u2028b", "invalid"],
    ["a\u2029b", "invalid"],
    ["fdp\u202e.exe", "invalid"],
    ["\u202aa", "invalid"],
    ["a\u2066b\u2069", "invalid"],
    ["a\u2028", "invalid"],
    ["\u2029 a", "invalid"],
  ])("%j is %s", (text, code) => {
    expect(lineError("name", text, required)?.code).toBe(code);
  });

  it("is measured in code points after composition and trimming", () => {
    expect(lineError("name", ` ${"😀".repeat(255)} `, required)).toBeNull();
    expect(lineError("name", "e\u0301".repeat(255), required)).toBeNull();
  });

  it("may be in any script, with its marks and joiners", () => {
    for (const name of ["שלום\u200f", "می\u200cخواهم", "👩\u200d👧"]) {
      expect(lineError("name", name, required)).toBeNull();
    }
  });

  it("may look like a path", () => {
    for (const name of ["../../etc/passwd", "CON", "a/b"]) expect(lineError("name", name, required)).toBeNull();
  });
});

describe("folded text", () => {
  it("ignores case and compatibility forms, and keeps marks", () => {
    expect(fold("École ﬁ")).toBe("école fi");
    expect(fold("ÉCOLE")).toBe(fold("école"));
    expect(fold("ecole")).not.toBe(fold("école"));
  });

  it("is stable", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        expect(fold(fold(text))).toBe(fold(text));
      }),
    );
  });
});

describe("a free-form object", () => {
  const nested = (levels: number): Record<string, unknown> => (levels === 1 ? {} : { a: nested(levels - 1) });

  it("may have ten levels, itself included", () => {
    expect(jsonObjectError("settings", nested(10))).toBeNull();
    expect(jsonObjectError("settings", nested(11))?.code).toBe("invalid");
  });

  it("is rejected at any greater depth, without stack overflow", () => {
    const deep = JSON.parse(`${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}`) as Record<string, unknown>;
    expect(jsonObjectError("settings", deep)?.code).toBe("invalid");
  });

  it("may have 64 KiB of UTF-8", () => {
    const room = 65_536 - '{"k":""}'.length;
    expect(jsonObjectError("settings", { k: "é".repeat(room / 2) })).toBeNull();
    expect(jsonObjectError("settings", { k: `${"é".repeat(room / 2)}x` })?.code).toBe("too_long");
  });

  it("rejects numbers that JSON cannot represent", () => {
    const sent = JSON.parse('{"a":[1e400]}') as Record<string, unknown>;
    expect(jsonObjectError("settings", sent)?.code).toBe("invalid");
  });

  it("rejects keys and texts that cannot be stored", () => {
    expect(jsonObjectError("settings", { "a\u0000": 1 })?.code).toBe("invalid");
    expect(jsonObjectError("settings", { a: ["\ud800"] })?.code).toBe("invalid");
  });
});

it("an id is a UUID in lower case", () => {
  expect(parseId("AAAAAAAA-BBBB-4CCC-8DDD-000000000000")).toBe("aaaaaaaa-bbbb-4ccc-8ddd-000000000000");
  for (const text of ["", "not-a-uuid", "aaaaaaaa-bbbb-4ccc-8ddd-00000000000", "aaaaaaaabbbb4ccc8ddd000000000000"]) {
    expect(parseId(text)).toBeNull();
  }
});

it("length is counted in code points", () => {
  expect(codePoints("😀é")).toBe(2);
});
