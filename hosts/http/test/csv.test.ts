import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Cell, csvOf } from "../src/operations/csv.ts";

const written = (header: readonly string[], rows: readonly (readonly Cell[])[]) => [...csvOf(header, rows)].join("");

/** RFC 4180 section 2, read character by character. */
function parsed(csv: string): readonly (readonly string[])[] {
  const rows: string[][] = [];
  for (let at = 0; at < csv.length; ) {
    const row: string[] = [];
    for (;;) {
      const quoted = /^"((?:[^"]|"")*)"/.exec(csv.slice(at));
      const [match = "", text = match] = quoted ?? /^[^",\r\n]*/.exec(csv.slice(at)) ?? [];
      row.push(quoted ? text.replaceAll('""', '"') : match);
      at += match.length;
      if (csv[at] !== ",") break;
      at += 1;
    }
    expect(csv.slice(at, at + 2)).toBe("\r\n");
    at += 2;
    rows.push(row);
  }
  return rows;
}

describe("CSV", () => {
  it("quotes a field only where it must", () => {
    expect(
      written(
        ["a", "b"],
        [
          ['x "y"', "1,5"],
          [null, "two\nlines"],
          ["plain", " kept "],
        ],
      ),
    ).toBe('a,b\r\n"x ""y""","1,5"\r\n,"two\nlines"\r\nplain," kept "\r\n');
  });

  it.each(["=1+1", "+1+1", "-1+1", "@SUM(A1)", "\t=1", "\r=1", "＝1", "-", "--1"])(
    "is no formula to any spreadsheet: %j",
    (text) => {
      expect(parsed(written(["a"], [[text]]))).toEqual([["a"], [`'${text}`]]);
    },
  );

  it.each(["-12.34", "0.00", "-5", "12.34"])("leaves the number %s one", (text) => {
    expect(written(["a"], [[text]])).toBe(`a\r\n${text}\r\n`);
  });

  it("is read as it was meant, however many rows there are", () => {
    const cell = fc.string({ unit: "binary", maxLength: 12 }).filter((text) => !/^[=+\-@\t\r\n＝＋－＠]/.test(text));
    const row = fc.array(cell, { minLength: 2, maxLength: 2 });
    fc.assert(
      fc.property(fc.array(row, { maxLength: 20 }), (rows) => {
        expect(parsed(written(["a", "b"], rows))).toEqual([["a", "b"], ...rows]);
      }),
    );
    const many = Array.from({ length: 1234 }, (_, index) => [String(index), "x"]);
    expect(parsed(written(["a", "b"], many))).toEqual([["a", "b"], ...many]);
    expect([...csvOf(["a", "b"], many)]).toHaveLength(3);
  });
});
