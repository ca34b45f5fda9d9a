import { FEC_COLUMNS, type FecColumn } from "@cartulary/ledger";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bytesOf, goodRows, nameOf, type Origin, origin } from "./fec-origins.ts";
import { fileOf, findings, workedExample } from "./rent-book.ts";

/** In a run of all tests chance has fewer tries. */
const SPARING = process.env.CARTULARY_TEST_SPARING !== undefined;

/** A file as its fields, header first. */
type Table = readonly (readonly string[])[];

/** A change of a good file, with the findings that it must add, as `line: rule`. */
interface Change {
  readonly name: string;
  /** The changed file; `null` where this one has no place for the change. */
  readonly of: (table: Table, at: number, input: Origin) => Changed | null;
}
type Changed = readonly [table: Table, found: readonly string[]];

const column = (name: FecColumn): number => FEC_COLUMNS.indexOf(name);

/** A field of a line that passes the test, changed; `found` is the rule of the one finding on that line. */
const field =
  (name: FecColumn, value: (old: string) => string, found: string | null, fits: (row: readonly string[]) => boolean) =>
  (table: Table, at: number): Changed | null => {
    const fitting = table.map((_, index) => index).filter((index) => index > 0 && fits(table[index] ?? []));
    const line = fitting[at % fitting.length];
    if (line === undefined) return null;
    const changed = table.map((row, index) =>
      index === line ? row.with(column(name), value(row[column(name)] ?? "")) : row,
    );
    return [changed, found === null ? [] : [`${line + 1}: ${found}`]];
  };

const is = (name: FecColumn, value: string) => (row: readonly string[]) => row[column(name)] === value;
const isNot = (name: FecColumn, value: string) => (row: readonly string[]) => row[column(name)] !== value;
const any = () => true;
const sides = ({ amounts }: Origin, change: Changed | null) => (amounts === "sides" ? change : null);
const append = (table: Table, ...cells: readonly (readonly [header: string, field: string])[]): Table =>
  table.map((row, index) => [...row, ...cells.map(([header, own]) => (index === 0 ? header : own))]);

/** Accepted without a word. */
const SILENT: readonly Change[] = [
  { name: "an unused date of blanks", of: field("DateLet", () => "        ", null, is("DateLet", "")) },
  { name: "an unused letter of blanks", of: field("EcritureLet", () => "   ", null, is("EcritureLet", "")) },
  { name: "an unused auxiliary of blanks", of: field("CompAuxNum", () => " ", null, is("CompAuxNum", "")) },
  {
    name: "an unused amount of blanks",
    of: (table, at, input) => sides(input, field("Credit", () => "   ", null, is("Credit", "0,00"))(table, at)),
  },
  { name: "an unused amount in a currency of blanks", of: field("Montantdevise", () => "     ", null, any) },
  { name: "a currency of blanks", of: field("Idevise", () => "   ", null, any) },
  { name: "an amount after blanks", of: field("Debit", (old) => `   ${old}`, null, any) },
  { name: "an amount before blanks", of: field("Debit", (old) => `${old}     `, null, any) },
  { name: "an amount in a currency between blanks", of: field("Montantdevise", () => "  -12,5 ", null, any) },
];

/** Accepted with one warning each. */
const REMARKED: readonly Change[] = [
  {
    name: "a name of a column in capitals",
    of: (table, at) => {
      const [header = [], ...rows] = table;
      const place = at % header.length;
      return [[header.with(place, (header[place] ?? "").toUpperCase()), ...rows], ["1: warning"]];
    },
  },
  { name: "a letter without a date", of: field("DateLet", () => "", "warning", isNot("EcritureLet", "")) },
  { name: "a letter with a date of blanks", of: field("DateLet", () => "  ", "warning", isNot("EcritureLet", "")) },
  ...[["DateRglt"], ["DateRglt", "ModeRglt", "NatOp"], ["DateRglt", "ModeRglt", "NatOp", "IdClient"]].map(
    (names): Change => ({
      name: `the columns ${names.join(", ")}`,
      of: (table) => [append(table, ...names.map((each) => [each, "x"] as const)), ["1: warning"]],
    }),
  ),
  {
    name: "a separator after the last field of every line",
    of: (table) => [append(table, ["", ""]), ["1: warning"]],
  },
  {
    name: "a separator after the last name",
    of: ([header = [], ...rows]) => [[[...header, ""], ...rows], ["1: warning"]],
  },
  {
    name: "a separator after the last field of every line but the header",
    of: ([header = [], ...rows]) => [[header, ...rows.map((row) => [...row, ""])], ["2: warning"]],
  },
  {
    name: "a separator after the last field of one line",
    of: (table, at) => {
      const line = 1 + (at % (table.length - 1));
      return [table.map((row, index) => (index === line ? [...row, ""] : row)), [`${line + 1}: warning`]];
    },
  },
  {
    name: "a line without an amount",
    of: (table, at, { amounts }) => {
      const [nothing = "", other = ""] =
        [
          ["", ""],
          ["0,00", "0,00"],
          ["  ", "0"],
          ["", "0,00"],
        ][at % 4] ?? [];
      const last = table.at(-1) ?? [];
      const line = last
        .with(column("Debit"), nothing)
        .with(column("Credit"), amounts === "sides" ? other : (last[column("Credit")] ?? ""))
        .with(column("EcritureLet"), "")
        .with(column("DateLet"), "");
      return [[...table, line], [`${table.length + 1}: warning`]];
    },
  },
];

/** Refused, each by one finding. */
const REFUSED: readonly Change[] = [
  { name: "blanks for a date", of: field("PieceDate", () => "        ", "required", any) },
  { name: "blanks for a label", of: field("EcritureLib", () => "  ", "required", any) },
  { name: "a date before blanks", of: field("PieceDate", (old) => `${old} `, "date", any) },
  { name: "an amount after a space that does not break", of: field("Debit", (old) => `\u00a0${old}`, "amount", any) },
  { name: "blanks within an amount", of: field("Montantdevise", () => "1 000,00", "amount", any) },
  { name: "a sign before blanks", of: field("Montantdevise", () => "- 12,00", "amount", any) },
  { name: "a date without a letter", of: field("DateLet", () => "20260101", "lettering", is("EcritureLet", "")) },
  {
    name: "a date with a letter of blanks",
    of: (table, at) => {
      const dated = field("DateLet", () => "20260101", "lettering", is("EcritureLet", ""))(table, at);
      if (!dated) return null;
      const [changed, found] = dated;
      const blank = column("EcritureLet");
      return [changed.map((row) => (row[blank] === "" ? row.with(blank, "  ") : row)), found];
    },
  },
  {
    name: "a currency of blanks for an amount",
    of: (table, at) => {
      const blank = table.map((row, index) => (index === 0 ? row : row.with(column("Idevise"), "   ")));
      return field("Montantdevise", () => "12,00", "amount", any)(blank, at);
    },
  },
  { name: "an unknown column", of: (table) => [append(table, ["DateLimitReglmt", ""]), ["1: header"]] },
];

describe("A file of another software", () => {
  it.each(SILENT)("is accepted without a word with $name", accepts);
  it.each(REMARKED)("is accepted with a warning with $name", accepts);
  it.each(REFUSED)("is refused with $name", accepts);

  it("is accepted without a word where every unused field is of blanks", async () => {
    await fc.assert(
      fc.asyncProperty(origin(), async (input) => {
        const padded = tableOf(input).map((row, index) =>
          index === 0
            ? row
            : row.map((each, at) => {
                if (each === "") return " ".repeat(1 + (at % 8));
                return at === column("Debit") ? each.padStart(12) : each;
              }),
        );
        expect(await places(padded, input)).toEqual(await places(tableOf(input), input));
      }),
      { numRuns: SPARING ? 4 : 10 },
    );
  });

  it.each([
    [
      ["DateRglt", "ModeRglt", "NatOp"],
      "DateRglt, ModeRglt, NatOp are of article A47 A-1 VIII: the file looks like one of BA",
    ],
    [
      ["DateRglt", "ModeRglt", "NatOp", "IdClient"],
      "ModeRglt, NatOp, IdClient are of article A47 A-1 VIII: the file looks like one of BNC (",
    ],
    [["NatOp"], "NatOp is of article A47 A-1 VIII: the file looks like one of BNC or BA,"],
  ])("is reported with the regime that the columns %j suggest", async (names, words) => {
    const table = append(tableOf(PLAIN), ...names.map((each) => [each, ""] as const));
    expect(await findingsOf(table, PLAIN)).toEqual([expect.stringContaining(words)]);
    const withoutLib = table.map((row) => row.toSpliced(column("JournalLib"), 1));
    expect(await findingsOf(withoutLib, PLAIN)).toEqual([
      expect.stringContaining("JournalLib is missing"),
      expect.stringContaining(words),
    ]);
  });

  it("takes no separator within a field for the end of the line", async () => {
    const [header = [], ...rows] = tableOf(PLAIN).map((row) => row.slice(0, -1).concat(""));
    const columns = header.with(17, "Idevise");
    for (const name of ["JournalLib", "CompteNum", "CompteLib", "PieceRef", "EcritureLib"] as const) {
      const cut = rows.map((row, index) => (index === 4 ? row.toSpliced(column(name), 1, "a", "b") : row));
      expect(await places([columns, ...cut], PLAIN)).toContain("6: fields");
    }
  });
});

it("has no findings on files that this ledger writes", async () => {
  for (const separator of ["tab", "pipe"] as const) {
    for (const encoding of ["utf-8", "iso-8859-15"] as const) {
      const file = await fileOf(await workedExample(), { separator, encoding });
      expect(await findings(file, undefined, undefined, encoding)).toEqual([]);
    }
  }
});

/** The findings of a changed file are those of the good file, and those listed with the change. */
async function accepts({ of }: Change): Promise<void> {
  await fc.assert(
    fc.asyncProperty(origin(), fc.nat(500), async (input, at) => {
      const table = tableOf(input);
      const change = of(table, at, input);
      fc.pre(change !== null);
      const [changed, found] = change as Changed;
      expect((await places(changed, input)).toSorted()).toEqual([...(await places(table, input)), ...found].toSorted());
    }),
    { numRuns: SPARING ? 2 : 6 },
  );
}

const PLAIN: Origin = {
  separator: "\t",
  end: "\n",
  encoding: "utf-8",
  marked: false,
  amounts: "sides",
  numbers: "journal",
  blocks: false,
  year: ["2026-01", 12],
};

const tableOf = (input: Origin): Table =>
  bytesOf(goodRows(input), { ...input, encoding: "utf-8", marked: false })
    .toString("utf8")
    .split(input.end)
    .slice(0, -1)
    .map((line) => line.split(input.separator));

async function findingsOf(table: Table, input: Origin): Promise<readonly string[]> {
  const text = table.map((row) => row.join(input.separator) + input.end).join("");
  return findings(Buffer.from(text, input.encoding === "utf-8" ? "utf8" : "latin1"), nameOf(input));
}

const places = async (table: Table, input: Origin): Promise<readonly string[]> =>
  (await findingsOf(table, input)).map((line) => line.replace(/^line (\d+): ([a-z_]+): .*$/s, "$1: $2"));
