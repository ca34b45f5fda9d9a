import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readEntries, readPlanCsv } from "../src/classification/entries.ts";

const HEADER = "code,label,parent_code,keywords\n";

const wrongs = (csv: string) => readPlanCsv(csv).errors.map(({ field, code }) => `${field} ${code}`);

describe("a plan's CSV", () => {
  it("is read in its order, with or without a byte order mark", () => {
    const csv = `${HEADER}A1,"Bail, habitation",A, bail ;;location;BAIL\r\n\r\nA,Baux,,\n`;
    const entries = [
      { code: "A1", label: "Bail, habitation", parentCode: "A", keywords: ["bail", "location"] },
      { code: "A", label: "Baux", parentCode: null, keywords: [] },
    ];
    expect(readPlanCsv(csv)).toEqual({ entries, errors: [] });
    expect(readPlanCsv(`\ufeff${csv}`)).toEqual({ entries, errors: [] });
    expect(readPlanCsv(HEADER)).toEqual({ entries: [], errors: [] });
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

  it("is refused with all that is wrong, by the rows that a spreadsheet shows", () => {
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

  it("is refused where entries stand under themselves, in every row of the circle and in no other", () => {
    const csv = `${HEADER}A,a,C,\nB,b,A,\nC,c,B,\nD,d,A,\nE,e,E,\nF,f,,\n`;
    expect(wrongs(csv)).toEqual(["row 2 invalid", "row 3 invalid", "row 4 invalid", "row 6 invalid"]);
  });

  it("has five thousand rows at most, and is refused in the one too many", () => {
    const rows = Array.from({ length: 5001 }, (_, index) => `c${index},x,${index === 0 ? "" : `c${index - 1}`},\n`);
    expect(readPlanCsv(HEADER + rows.slice(0, 5000).join(""))).toMatchObject({ errors: [] });
    expect(wrongs(HEADER + rows.join(""))).toEqual(["row 5002 too_long"]);
  });

  it("is refused with a hundred faults at most", () => {
    expect(wrongs(HEADER + ",x,,\n".repeat(5000))).toHaveLength(100);
  });

  it("means the same as its entries written as JSON", () => {
    const word = fc.constantFrom("A", "B", " C ", "É", "e\u0301", "", "\u0000", "x".repeat(300));
    const entry = fc.record({ code: word, label: word, parentCode: fc.option(word), keywords: fc.array(word) });
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 6 }), (inputs) => {
        const csv = inputs.map(
          ({ code, label, parentCode, keywords }) => `${code},${label},${parentCode ?? ""},${keywords.join(";")}\n`,
        );
        const [read, spelt] = [readEntries(inputs), readPlanCsv(HEADER + csv.join(""))];
        const rows = (field: string) => field.replace(/^entries\[(\d+)\]$/, (_, index) => `row ${Number(index) + 2}`);
        expect(spelt.entries).toEqual(read.entries);
        expect(spelt.errors.map(({ field, code }) => [field, code])).toEqual(
          read.errors.map(({ field, code }) => [rows(field), code]),
        );
      }),
    );
  });
});
