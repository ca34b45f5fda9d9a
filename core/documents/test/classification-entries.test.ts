import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseEntries, parsePlanCsv } from "../src/classification/plan-entries-parser.ts";

const HEADER = "code,label,parent_code,keywords\n";

const wrongs = (csv: string) => parsePlanCsv(csv).errors.map(({ field, code }) => `${field} ${code}`);

describe("a plan's CSV", () => {
  it("is parsed in order, with or without a byte order mark", () => {
    const csv = `${HEADER}A1,"Bail, habitation",A, bail ;;location;BAIL\r\n\r\nA,Baux,,\n`;
    const entries = [
      { code: "A1", label: "Bail, habitation", parentCode: "A", keywords: ["bail", "location"] },
      { code: "A", label: "Baux", parentCode: null, keywords: [] },
    ];
    expect(parsePlanCsv(csv)).toEqual({ entries, errors: [] });
    expect(parsePlanCsv(`\ufeff${csv}`)).toEqual({ entries, errors: [] });
    expect(parsePlanCsv(HEADER)).toEqual({ entries: [], errors: [] });
  });

  it.each([
    ["nothing", ""],
    ["no header", "A,Baux,,\n"],
    ["another header", "code;label;parent_code;keywords\n"],
    ["a column less", "code,label,parent_code\n"],
    ["a column more", "code,label,parent_code,keywords,more\n"],
  ])("is refused in row 1 with %s", (_what, csv) => {
    expect(wrongs(csv)).toEqual(["row 1 invalid"]);
  });

  it("is rejected with all errors, by spreadsheet row numbers", () => {
    const rows = ["A,Baux,,", "A,Again,,", ",No code,,", "B,,,", "C,x,Z,", "D,a\u0000b,,", `${"e".repeat(101)},x,,`];
    expect(wrongs(`${HEADER}${rows.join("\n")}\n`).sort()).toEqual([
      "row 3 taken",
      "row 4 blank",
      "row 5 blank",
      "row 6 not_found",
      "row 7 invalid",
      "row 8 too_long",
    ]);
    expect(wrongs(`${HEADER}A,"two\nlines",,\nA,x,,\n\nA,x,,\n`)).toEqual([
      "row 2 invalid",
      "row 3 taken",
      "row 5 taken",
    ]);
    expect(wrongs(`${HEADER}A,x\nB,"x"y,,\nC,x,A,\n`)).toEqual(["row 2 invalid", "row 3 invalid"]);
  });

  it("is rejected for cycles of entries, in each row of the cycle and no other", () => {
    const csv = `${HEADER}A,a,C,\nB,b,A,\nC,c,B,\nD,d,A,\nE,e,E,\nF,f,,\n`;
    expect(wrongs(csv)).toEqual(["row 2 invalid", "row 3 invalid", "row 4 invalid", "row 6 invalid"]);
  });

  it("is rejected at the row after five thousand", () => {
    const rows = Array.from({ length: 5001 }, (_, index) => `c${index},x,${index === 0 ? "" : `c${index - 1}`},\n`);
    expect(parsePlanCsv(HEADER + rows.slice(0, 5000).join(""))).toMatchObject({ errors: [] });
    expect(wrongs(HEADER + rows.join(""))).toEqual(["row 5002 too_long"]);
  });

  it("reports a hundred errors at most", () => {
    expect(wrongs(HEADER + ",x,,\n".repeat(5000))).toHaveLength(100);
  });

  it("gives the same result as its entries in JSON", () => {
    const word = fc.constantFrom("A", "B", " C ", "É", "e\u0301", "", "\u0000", "x".repeat(300));
    const entry = fc.record({ code: word, label: word, parentCode: fc.option(word), keywords: fc.array(word) });
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 6 }), (inputs) => {
        const csv = inputs.map(
          ({ code, label, parentCode, keywords }) => `${code},${label},${parentCode ?? ""},${keywords.join(";")}\n`,
        );
        const [read, spelt] = [parseEntries(inputs), parsePlanCsv(HEADER + csv.join(""))];
        const rows = (field: string) => field.replace(/^entries\[(\d+)\]$/, (_, index) => `row ${Number(index) + 2}`);
        expect(spelt.entries).toEqual(read.entries);
        expect(spelt.errors.map(({ field, code }) => [field, code])).toEqual(
          read.errors.map(({ field, code }) => [rows(field), code]),
        );
      }),
    );
  });
});
