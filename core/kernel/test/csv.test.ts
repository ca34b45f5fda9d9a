import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseCsv } from "../src/text/csv.ts";

const fieldsOf = (text: string) => parseCsv(text).map(({ fields }) => fields);

/** A field, and whether it is quoted without need. */
interface Input {
  readonly value: string;
  readonly quoted: boolean;
}

function print(rows: readonly (readonly Input[])[], end: string): string {
  return rows.map((row) => row.map(printField).join(",") + end).join("");
}

const printField = ({ value, quoted }: Input): string =>
  quoted || /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;

const value = fc
  .array(fc.oneof(fc.constantFrom('"', '""', ",", "\n", "\r\n", "\r", ";", " ", "a", "é", "🏡"), fc.string()), {
    maxLength: 5,
  })
  .map((pieces) => pieces.join(""));
const row = fc.array(fc.record({ value, quoted: fc.boolean() }), { minLength: 1, maxLength: 4 });

describe("a CSV text", () => {
  it("parses to the printed fields, for any content and line ends", () => {
    fc.assert(
      fc.property(fc.array(row, { maxLength: 5 }), fc.constantFrom("\n", "\r\n"), (rows, end) => {
        const expected = rows.map((fields) => ({
          fields: fields.map((field) => field.value),
          isWellFormed: true,
          line: expect.any(Number),
        }));
        expect(parseCsv(print(rows, end))).toEqual(expected);
      }),
    );
  });

  it("may end without a line break", () => {
    expect(fieldsOf("a,b\nc,d")).toEqual(fieldsOf("a,b\r\nc,d\r\n"));
    expect(fieldsOf("a,")).toEqual([["a", ""]]);
    expect(fieldsOf('"a"')).toEqual([["a"]]);
    expect(fieldsOf("")).toEqual([]);
  });

  it("may have empty lines, each with one empty field", () => {
    expect(fieldsOf("a\n\nb\n")).toEqual([["a"], [""], ["b"]]);
  });

  it.each([
    ["a quote in a bare field", 'a"b,c\nd,e'],
    ["something after a closing quote", '"a"b,c\nd,e'],
    ["a quote that is never closed", 'd,e\n"a,b\nc'],
  ])("is unsound in the line that has %s, and in no other", (_what, text) => {
    const rows = parseCsv(text);
    expect(rows.filter(({ isWellFormed }) => !isWellFormed)).toHaveLength(1);
    expect(rows.filter(({ isWellFormed }) => isWellFormed)).toEqual([
      { fields: ["d", "e"], isWellFormed: true, line: expect.any(Number) },
    ]);
  });

  it("is read to its end, even if malformed", () => {
    fc.assert(
      fc.property(value, (text) => {
        for (const { fields } of parseCsv(text)) expect(fields.length).toBeGreaterThan(0);
      }),
    );
  });

  it("parses in linear time when it is full of quotes", () => {
    expect(parseCsv('"'.repeat(1_000_000))).toHaveLength(1);
    expect(parseCsv(`"${'""'.repeat(500_000)}"`)).toEqual([
      { fields: ['"'.repeat(500_000)], isWellFormed: true, line: 1 },
    ]);
  });
});
