import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bytesOf, goodRows, nameOf, type Origin, type OriginRow, origin, remarksOn } from "./fec-origins.ts";
import { findings } from "./rent-book.ts";

const rulesOf = (found: readonly string[]) => found.map((line) => line.replace(/^line \d+: ([a-z_]+): .*$/s, "$1"));

/** An entry in the middle of a journal and a month, so that there is one before it and one after it in either. */
const middle = (rows: readonly OriginRow[], at: number): readonly OriginRow[] => {
  const firsts = rows.filter((row, index) => row.place === 1 && row.month > (rows[0]?.month ?? "") && index % 2 === 0);
  const first = firsts[at % firsts.length] as OriginRow;
  return rows.filter((row) => isOf(row, first));
};

const isOf = (row: OriginRow, other: OriginRow) =>
  row.JournalCode === other.JournalCode && row.EcritureNum === other.EcritureNum && row.month === other.month;

type Change = Partial<OriginRow> | ((row: OriginRow) => Partial<OriginRow>);

/** The rows of an entry changed: all of them, or the last one alone. */
const changed =
  (change: Change, which: "all" | "last" = "all") =>
  (rows: readonly OriginRow[], at: number) => {
    const entry = middle(rows, at);
    const chosen = which === "all" ? entry : entry.slice(-1);
    return rows.map((row) =>
      chosen.includes(row) ? { ...row, ...(typeof change === "function" ? change(row) : change) } : row,
    );
  };

const years = (date: string, by: number) => String(Number(date) + by * 10_000);

/** One fault each, planted anywhere, and the rule that names it. */
const FAULTS: readonly (readonly [string, string, (rows: readonly OriginRow[], at: number) => readonly OriginRow[]])[] =
  [
    [
      "an entry that is missing",
      "sequence",
      (rows, at) => {
        const entry = middle(rows, at);
        return rows.filter((row) => !entry.includes(row));
      },
    ],
    [
      "another prefix that closes a gap",
      "sequence",
      changed(({ EcritureNum }) => ({ EcritureNum: `X${EcritureNum}` })),
    ],
    ["no number at the end", "sequence", changed(({ EcritureNum }) => ({ EcritureNum: `${EcritureNum}A` }))],
    [
      "a number of the entry before the last",
      "order",
      (rows, at) => {
        const [first] = middle(rows, at) as [OriginRow];
        const next = rows.find(
          (row) => row.month === first.month && row.JournalCode === first.JournalCode && row.place === 2,
        );
        const before = rows.find(
          (row) => row.month === first.month && row.JournalCode === first.JournalCode && row.place === 0,
        );
        return rows.map((row) => (next && isOf(row, next) ? { ...row, EcritureNum: before?.EcritureNum ?? "" } : row));
      },
    ],
    [
      "entries in another order",
      "order",
      (rows, at) => {
        const entry = middle(rows, at);
        const start = rows.indexOf(entry[0] as OriginRow);
        return [...rows.slice(0, start - 2), ...entry, ...rows.slice(start - 2, start), ...rows.slice(start + 2)];
      },
    ],
    ["an entry validated before others that stand before it", "order", changed({ ValidDate: "20250630" })],
    [
      "two validation dates",
      "date",
      changed(({ ValidDate }) => ({ ValidDate: String(Number(ValidDate) - 1) }), "last"),
    ],
    ["two dates", "date", changed(({ EcritureDate }) => ({ EcritureDate: String(Number(EcritureDate) + 9) }), "last")],
    ["a date of the year after", "year", changed(({ EcritureDate }) => ({ EcritureDate: years(EcritureDate, 2) }))],
    ["a date of years before", "year", changed(({ EcritureDate }) => ({ EcritureDate: years(EcritureDate, -2) }))],
    ["a space in an account", "account", changed({ CompteNum: "512 100" }, "last")],
    ["an account of class 9", "account", changed({ CompteNum: "901000" }, "last")],
    ["a cent too much", "balance", changed(({ cents }) => ({ cents: cents - 1 }), "last")],
    ["a currency amount without a currency", "amount", changed({ Montantdevise: "-12,5", Idevise: "" }, "last")],
    ["a currency amount with a point", "amount", changed({ Montantdevise: "12.50" }, "last")],
    [
      "a letter that is another's",
      "lettering",
      changed({ EcritureLet: "ZZ", DateLet: "20260101", CompAuxNum: "C", CompAuxLib: "C" }),
    ],
    ["a date without a letter", "lettering", changed({ EcritureLet: "", DateLet: "20260101" }, "last")],
    ["an auxiliary without a name", "auxiliary", changed({ CompAuxNum: "C1", CompAuxLib: "" }, "last")],
    ["no voucher", "required", changed({ PieceRef: "" }, "last")],
    ["a day that is none", "date", changed({ PieceDate: "20260230" }, "last")],
    ["a control character", "control_character", changed({ EcritureLib: "a\u0000b" }, "last")],
  ];

describe("Files of all origins", () => {
  it("conform without violations, with remarks on unusual content, under any name", async () => {
    await fc.assert(
      fc.asyncProperty(origin(), fc.integer({ min: 1, max: 9000 }), async (input, size) => {
        const file = bytesOf(goodRows(input), input);
        const found = await findings(file, nameOf(input), size);
        expect(rulesOf(found)).toEqual(Array(remarksOn(input)).fill("warning"));
        const unnamed = rulesOf(await findings(file, "export.txt", size));
        expect(unnamed).toEqual(Array(remarksOn(input) + 1).fill("warning"));
      }),
      { numRuns: 60 },
    );
  });

  it.each(FAULTS)("are not with %s", async (_, rule, plant) => {
    await fc.assert(
      fc.asyncProperty(origin(), fc.nat(200), async (input, at) => {
        const found = await findings(bytesOf(plant(goodRows(input), at), input), nameOf(input));
        expect(rulesOf(found)).toContain(rule);
      }),
      { numRuns: 8 },
    );
  });

  it("are refused with lines in two encodings, in any order", async () => {
    const input = { ...PLAIN, encoding: "utf-8" as const };
    const rows = goodRows(input);
    const [one, other] = [rows.slice(0, 20), rows.slice(20)].map((part) => bytesOf(part, input)) as [Buffer, Buffer];
    const rest = other.subarray(other.indexOf("\n") + 1);
    const latin = (bytes: Buffer) => Buffer.from(bytes.toString("utf8"), "latin1");
    const located = async (...parts: readonly Buffer[]) =>
      (await findings(Buffer.concat(parts), nameOf(input))).map((line) => line.split(":", 2).join());
    expect(await located(one, latin(rest))).toEqual(["line 22, control_character"]);
    expect(await located(latin(one), rest)).toEqual(["line 22, control_character"]);
    expect(await located(Buffer.from("\uFEFF"), latin(one), rest)).toEqual(["line 2, control_character"]);
  });
});

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

/** Rows of `[journal, number, date, cents, more]`, two lines each, validated in their order. */
const entries = (...overrides: readonly (readonly [string, string, string, Partial<OriginRow>?])[]) =>
  overrides.flatMap(([JournalCode, EcritureNum, EcritureDate, more], index) =>
    [1, -1].map((side) => ({
      ...(goodRows(PLAIN)[0] as OriginRow),
      ...{ JournalCode, EcritureNum, EcritureDate, PieceDate: EcritureDate, cents: side * 1000 },
      ValidDate: `202612${String(index + 1)
        .padStart(2, "0")
        .slice(-2)}`,
      ...more,
    })),
  );

const judged = async (rows: readonly OriginRow[], name = "123456782FEC20261231.txt") =>
  (await findings(bytesOf(rows, PLAIN), name)).map((line) => line.replace(/^line (\d+): ([a-z_]+): .*$/s, "$1 $2"));

describe("Numbers", () => {
  it("are found missing although duplicates have the same sums", async () => {
    const bought = Array.from({ length: 20 }, (_, at) => at + 1).filter((each) => ![6, 7, 9, 12].includes(each));
    const file = [
      ...bought.map((each) => ["AC", String(each), "20260301"] as const),
      ...[5, 8, 10, 11].map((each) => ["VE", String(each), "20260301"] as const),
    ];
    expect(await judged(entries(...file))).toContain("12 sequence");
  });

  it("are compared digit by digit, however long they are", async () => {
    const long = (last: string) => `9007199254740993000${last}`;
    const of = (...numbers: readonly string[]) =>
      entries(...numbers.map((each) => ["AC", long(each), "20260301"] as const));
    expect(await judged(of("1", "2", "3"))).toEqual([]);
    expect(await judged(of("1", "3"))).toEqual(["4 sequence"]);
    const spread = ["1000000000000000001", "2000000000000000002"];
    expect(await judged(entries(...spread.map((each) => ["AC", each, "20260301"] as const)))).toEqual(["4 sequence"]);
    expect(await judged(entries(["AC", "1".repeat(31), "20260301"]))).toEqual(["2 sequence"]);
  });

  it("of a further prefix count by themselves, from 1", async () => {
    const of = (...numbers: readonly string[]) => entries(...numbers.map((each) => ["VE", each, "20260301"] as const));
    expect(await judged(of("F-7", "F-8", "A-1", "F-9", "A-2"))).toEqual(["1 warning"]);
    expect(await judged(of("F-1", "F-2", "X-3"))).toEqual(["6 sequence", "1 warning"]);
    expect(await judged(of("F-1", "X-1", "X-3"))).toContain("6 sequence");
  });

  it("may begin again with each month, where none is missing within it", async () => {
    const months = (...numbers: readonly string[]) =>
      entries(...numbers.map((each, at) => ["OD", each, `20260${at + 1}15`] as const));
    expect(await judged(months("1", "1", "1"))).toEqual(["1 warning"]);
    expect(await judged(months("1", "1", "2"))).toEqual(["4 order"]);
    expect(await judged(months("1", "2", "1"))).toEqual(["6 order"]);
  });
});

it("Validation runs on through journals that do not stand in blocks", async () => {
  const validated = (JournalCode: string, number: string, ValidDate: string) =>
    entries([JournalCode, number, "20260301", { ValidDate }]);
  const mixed = [validated("VE", "1", "20260301"), validated("BQ", "1", "20260310"), validated("VE", "2", "20260305")];
  expect(await judged(mixed.flat())).toEqual(["6 order"]);
});

describe("A year", () => {
  const dated = (...dates: readonly string[]) =>
    entries(...dates.map((date, at) => ["OD", String(at + 1), date] as const));

  it("may have up to twenty-four months where its first ones begin the file", async () => {
    expect(await judged(dated("20250105", "20250301", "20250601", "20250901", "20251201", "20260201"))).toEqual([
      "1 warning",
    ]);
    expect(await judged(dated("20241231", "20250301", "20250601", "20260201"))).toContain("2 year");
    expect(await judged(dated("20250301", "20260201"))).toEqual(["2 year", "3 year"]);
    expect(await judged(dated("20260201", "20251231"))).toEqual(["4 year", "5 year"]);
    expect(await judged(dated("20260115", "20251215", "20251220"))).toContain("4 year");
  });

  it("may have entries on its first day and on its closing alone, up to twenty-four months apart", async () => {
    expect(await judged(dated("20250101", "20261231"))).toEqual(["1 warning"]);
    expect(await judged(dated("20250101", "20250101", "20261231"))).toEqual(["1 warning"]);
    expect(await judged(dated("20250101", "20261231"), "export.txt")).toEqual(["1 warning", "1 warning"]);
    expect(await judged(dated("20241231", "20261231"))).toEqual(["2 year", "3 year"]);
    expect(await judged(dated("20261231", "20250101"))).toEqual(["4 year", "5 year"]);
    expect(await judged(dated("20250101", "20260105", "20261231"))).toEqual(["2 year", "3 year"]);
    expect(await judged(dated("20250101", "20261230"))).toEqual(["2 year", "3 year"]);
  });

  it("ends on the last date unless its name has another closing date", async () => {
    const broken = dated("20250705", "20251001", "20251231", "20260201", "20260630");
    expect(await judged(broken, "export.txt")).toEqual(["1 warning"]);
    expect(await judged(broken, "123456782FEC20260630.txt")).toEqual([]);
  });
});

describe("A remark and no more is", () => {
  const lettered = (cents: number, DateLet: string) =>
    entries(["OD", "1", "20260301"]).map((row, index) =>
      index === 0 ? { ...row, cents: 1000 } : { ...row, EcritureLet: "A", DateLet, CompteNum: "411000", cents },
    );
  it.each<[string, readonly OriginRow[], readonly string[]]>([
    ["a letter whose partner is in the next year", lettered(-1000, "20270115"), ["3 warning"]],
    [
      "a letter that is off by less than 1,00",
      [
        ...lettered(-1000, "20260301"),
        ...lettered(1099, "20260301").map((row) => ({
          ...row,
          EcritureNum: "2",
          cents: row.EcritureLet ? 1099 : -1099,
        })),
      ],
      ["3 warning"],
    ],
    ["a line of zero", entries(["OD", "1", "20260301", { cents: 0 }]), ["2 warning", "3 warning"]],
    ["an account of class 8", entries(["OD", "1", "20260301", { CompteNum: "870000" }]), ["2 warning", "3 warning"]],
  ])("%s", async (_, rows, expected) => {
    expect(await judged(rows)).toEqual(expected);
  });

  it("not a letter that is off by 1,00, nor an amount on no side", async () => {
    const off = [
      ...lettered(-1000, "20260301"),
      ...lettered(1100, "20260301").map((row) => ({ ...row, EcritureNum: "2", cents: row.EcritureLet ? 1100 : -1100 })),
    ];
    expect(await judged(off)).toEqual(["3 lettering"]);
    const signed = { ...PLAIN, amounts: "letters" as const };
    const file = bytesOf(entries(["OD", "1", "20260301"]), signed)
      .toString()
      .replace("\tC\t", "\tX\t");
    expect(rulesOf(await findings(file))).toEqual(["side"]);
  });
});
