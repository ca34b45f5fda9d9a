import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseCsv } from "../src/text/csv.ts";

const fieldsOf = (text: string) => parseCsv(text).map(({ fields }) => fields);

/** A field, and whether it is written with quotes although nothing asks for them. */
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
  it("is what was printed, whatever the fields hold and however the lines end", () => {
    fc.assert(
      fc.property(fc.array(row, { maxLength: 5 }), fc.constantFrom("\n", "\r\n"), (rows, end) => {
        const expected = rows.map((fields) => ({
          fields: fields.map((field) => field.value),
          sound: true,
          line: expect.any(Number),
        }));
        expect(parseCsv(print(rows, end))).toEqual(expected);
      }),
    );
  });

  it("needs no end after its last line", () => {
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
    expect(rows.filter(({ sound }) => !sound)).toHaveLength(1);
    expect(rows.filter(({ sound }) => sound)).toEqual([{ fields: ["d", "e"], sound: true, line: expect.any(Number) }]);
  });

  it("is read to its end whatever it is", () => {
    fc.assert(
      fc.property(value, (text) => {
        for (const { fields } of parseCsv(text)) expect(fields.length).toBeGreaterThan(0);
      }),
    );
  });

  it("takes no longer for being full of quotes", () => {
    expect(parseCsv('"'.repeat(1_000_000))).toHaveLength(1);
    expect(parseCsv(`"${'""'.repeat(500_000)}"`)).toEqual([{ fields: ['"'.repeat(500_000)], sound: true, line: 1 }]);
  });
});
