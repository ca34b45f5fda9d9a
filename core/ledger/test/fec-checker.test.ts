import type { Day, Instant } from "@cartulary/kernel";
import { type Cents, FEC_COLUMNS, type FecColumn, type FileLine, writeFec } from "@cartulary/ledger";
import { rentPlan } from "@cartulary/ledger/testkit";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { anyText, fileOf, findings, workedExample } from "./rent-book.ts";

let good: readonly (readonly string[])[];
beforeAll(async () => {
  const text = (await fileOf(await workedExample())).toString("utf8");
  good = text
    .slice(0, -1)
    .split("\n")
    .map((line) => line.split("\t"));
});

const column = (name: FecColumn): number => FEC_COLUMNS.indexOf(name);
const written = (rows: readonly (readonly string[])[], separator = "\t", end = "\n"): string =>
  rows.map((row) => `${row.join(separator)}${end}`).join("");

/** The good file with one field of one line changed; line 2 is the first after the header. */
const with_ = (line: number, name: FecColumn, value: string | ((old: string) => string)) => (rows: typeof good) =>
  rows.map((row, index) =>
    index === line - 1
      ? row.map((old, at) => (at === column(name) ? (typeof value === "string" ? value : value(old)) : old))
      : row,
  );
const without =
  (...lines: readonly number[]) =>
  (rows: typeof good) =>
    rows.filter((_, index) => !lines.includes(index + 1));
const inOrder =
  (...lines: readonly number[]) =>
  (rows: typeof good) => {
    const moved = lines.map((line) => rows[line - 1] as readonly string[]);
    return rows.map((row, index) =>
      index + 1 >= Math.min(...lines) && index + 1 <= Math.max(...lines)
        ? (moved[index + 1 - Math.min(...lines)] ?? row)
        : row,
    );
  };

/** One corruption each, and every finding it makes as `line: rule`. */
const CORRUPTIONS: readonly (readonly [string, (rows: typeof good) => typeof good | string, readonly string[]])[] = [
  ["a semicolon for a separator", (rows) => written(rows, ";"), ["1: separator"]],
  ["a comma for a separator", (rows) => written(rows, ","), ["1: separator"]],
  ["no header", without(1), ["1: header"]],
  ["a column missing", (rows) => rows.map((row) => row.slice(0, 17)), ["1: header"]],
  ["a column too many", (rows) => rows.map((row) => [...row, "more"]), ["1: header"]],
  ["a column misspelt", with_(1, "Montantdevise", "Montant_devise"), ["1: header", "1: header"]],
  ["a name of a column between blanks", with_(1, "Montantdevise", "Montantdevise "), ["1: header"]],
  ["a column twice", (rows) => rows.map((row) => [...row, row[0] ?? ""]), ["1: header"]],
  [
    "a column of another regime before the last of the 18",
    (rows) => rows.map((row) => row.toSpliced(17, 0, "NatOp")),
    ["1: header", "1: warning"],
  ],
  [
    "a column of another regime twice",
    (rows) => rows.map((row) => [...row, "NatOp", "natop"]),
    ["1: header", "1: warning", "1: warning"],
  ],
  ["two separators after the last field", (rows) => rows.map((row) => [...row, "", ""]), ["1: header", "1: warning"]],
  [
    "columns in another order",
    (rows) => rows.map(([first = "", second = "", ...rest]) => [second, first, ...rest]),
    ["1: header"],
  ],
  ["a tab in a label", with_(3, "EcritureLib", "Loyer\tmars"), ["3: fields", "4: lettering"]],
  ["a tab in the first label of an entry", with_(7, "EcritureLib", "Charges\tmars"), ["2: lettering", "7: fields"]],
  [
    "a line cut short",
    (rows) => rows.map((row, at) => (at === 4 ? row.slice(0, 10) : row)),
    ["5: fields", "6: lettering"],
  ],
  ["an empty line", (rows) => written(rows).replace("\nCHARGES", "\n\nCHARGES"), ["7: fields"]],
  [
    "an empty line before an entry that does not balance",
    (rows) => written(with_(13, "Credit", "18,83")(rows)).replace("\nPROPRIO", "\n\nPROPRIO"),
    ["12: fields", "13: balance"],
  ],
  ...(["JournalLib", "CompteLib", "PieceRef", "EcritureLib"] as const).map(
    (name) => [`an empty ${name}`, with_(4, name, ""), ["4: required"]] as const,
  ),
  ["a blank label", with_(4, "EcritureLib", "  "), ["4: required"]],
  ["an empty EcritureNum on the first line of an entry", with_(12, "EcritureNum", ""), ["12: required"]],
  ["an empty EcritureDate", with_(4, "EcritureDate", ""), ["4: required"]],
  ["an empty EcritureDate on the first line of an entry", with_(12, "EcritureDate", ""), ["12: required"]],
  ["an empty JournalCode", with_(4, "JournalCode", ""), ["4: required"]],
  ["an empty EcritureNum", with_(4, "EcritureNum", ""), ["4: required"]],
  ["an empty CompteNum", with_(13, "CompteNum", ""), ["13: required"]],
  ["an empty PieceDate", with_(4, "PieceDate", ""), ["4: required"]],
  ["an empty ValidDate", with_(4, "ValidDate", ""), ["4: required"]],
  ["the 31st of February", with_(4, "PieceDate", "20260231"), ["4: date"]],
  ["a 13th month", with_(4, "PieceDate", "20261301"), ["4: date"]],
  ["a date with dashes", with_(4, "ValidDate", "2026-03-05"), ["4: date"]],
  ["no date in DateLet", with_(4, "DateLet", "mars"), ["4: date"]],
  ["two dates under one number", with_(4, "EcritureDate", "20260302"), ["4: date"]],
  [
    "a date of the year before",
    (rows) => with_(27, "EcritureDate", "20251231")(with_(28, "EcritureDate", "20251231")(rows)),
    ["27: year", "28: year"],
  ],
  [
    "a date of the year after",
    (rows) => with_(27, "EcritureDate", "20270101")(with_(28, "EcritureDate", "20270101")(rows)),
    ["27: year", "28: year"],
  ],
  ["a point in an amount", with_(2, "Debit", "967.74"), ["2: amount"]],
  ["a thousands separator", with_(22, "Debit", "1 083,86"), ["22: amount"]],
  ["words in an amount", with_(2, "Credit", "zéro"), ["2: amount"]],
  ["a third decimal", with_(2, "Debit", "967,741"), ["2: amount"]],
  ["words in a foreign amount", with_(2, "Montantdevise", "12 $"), ["2: amount"]],
  [
    "both sides on one line",
    (rows) => with_(27, "Credit", "1,00")(with_(28, "Debit", "1,00")(rows)),
    ["27: side", "28: side"],
  ],
  ["a foreign amount of no currency", with_(2, "Montantdevise", "12,00"), ["2: amount"]],
  ["an account of two digits", with_(13, "CompteNum", "70"), ["13: account"]],
  ["a space in an account", with_(2, "CompteNum", "411 000"), ["2: account", "2: lettering", "7: lettering"]],
  ["two validation dates under one number", with_(4, "ValidDate", "20260306"), ["4: date"]],
  ["an account of class 9", with_(13, "CompteNum", "906100"), ["13: account"]],
  ["an auxiliary without a name", with_(2, "CompAuxLib", ""), ["2: auxiliary"]],
  ["a name without an auxiliary", with_(13, "CompAuxLib", "Anne"), ["13: auxiliary"]],
  ["one cent off", with_(13, "Credit", "18,83"), ["12: balance"]],
  ["a line left out", without(14), ["12: balance"]],
  ["a number left out", without(15, 16, 17), ["15: sequence", "5: lettering"]],
  ["a number that is none", with_(27, "EcritureNum", "OD-A"), ["27: balance", "27: sequence", "28: balance"]],
  [
    "a number used twice",
    (rows) => with_(18, "EcritureNum", "PRO-2026-000002")(with_(19, "EcritureNum", "PRO-2026-000002")(rows)),
    ["20: sequence"],
  ],
  ["entries in another order", inOrder(20, 21, 18, 19), ["20: order"]],
  [
    "entries in another order, and a number left out of another journal",
    (rows) =>
      inOrder(20, 21, 18, 19)(rows).map((row) => row.map((field) => field.replace("BQ-2026-000002", "BQ-2026-000003"))),
    ["20: order", "24: sequence"],
  ],
  [
    "lines of an entry apart",
    inOrder(13, 15, 14),
    ["12: balance", "14: balance", "15: balance", "15: order", "16: balance", "16: order"],
  ],
  [
    "validated before a lower number",
    (rows) =>
      with_(24, "ValidDate", "20260301")(with_(25, "ValidDate", "20260301")(with_(26, "ValidDate", "20260301")(rows))),
    ["24: order"],
  ],
  [
    "another letter on one line, without a date",
    (rows) => with_(2, "EcritureLet", "AAB")(with_(2, "DateLet", "")(rows)),
    ["2: lettering", "2: warning", "7: lettering"],
  ],
  ["a date without a letter", with_(13, "DateLet", "20260301"), ["13: lettering"]],
  ["another letter on one line", with_(2, "EcritureLet", "AAB"), ["2: lettering", "7: lettering"]],
  ["a NUL in a label", with_(2, "EcritureLib", "a\u0000b"), ["2: control_character"]],
  ["a C1 control in a label", with_(2, "EcritureLib", "a\u0085b"), ["2: control_character"]],
];

/** Found by `line: rule`, in order. */
const places = (lines: readonly string[]): readonly string[] =>
  lines.map((line) => line.replace(/^line (\d+): ([a-z_]+): .*$/s, "$1: $2"));

describe("The strict checker finds", () => {
  it.each(CORRUPTIONS)("%s", async (_, corrupt, expected) => {
    const corrupted = corrupt(good);
    const found = places(await findings(typeof corrupted === "string" ? corrupted : written(corrupted)));
    expect([...found].sort()).toEqual([...expected].sort());
  });
});

describe("The strict checker accepts", () => {
  it.each([
    ["CRLF", "\r\n"],
    ["CR", "\r"],
    ["LF", "\n"],
  ])("lines that end with %s, with a byte order mark or without, however the bytes are cut", async (_, end) => {
    const text = written(good, "\t", end);
    for (const file of [text, `\uFEFF${text}`, text.slice(0, -end.length)]) {
      for (const size of [1, 7, 4096]) expect(await findings(Buffer.from(file), undefined, size)).toEqual([]);
    }
  });

  it("numbers that run through the whole file, in the order of the file or not", async () => {
    const numbers = new Map<string, number>();
    const numbered = good.map((row, index) => {
      const key = row[column("EcritureNum")] ?? "";
      if (index > 0 && !numbers.has(key)) numbers.set(key, numbers.size + 41);
      return index === 0 ? row : row.map((old, at) => (at === column("EcritureNum") ? String(numbers.get(key)) : old));
    });
    expect(await findings(written(numbered))).toEqual([]);
    const [header = [], ...rows] = numbered;
    const byJournal = [...rows].sort(([one = ""], [other = ""]) => (one < other ? -1 : one > other ? 1 : 0));
    expect(places(await findings(written([header, ...byJournal])))).toEqual(["7: warning"]);
    const holed = numbered.filter((_, at) => ![15, 16, 17].includes(at + 1));
    expect(places(await findings(written(holed)))).toContain("15: sequence");
  });

  it("an opening entry in first place with a later number of its journal", async () => {
    const opening = (number: string) =>
      ["512000 1,00 0,00", "401000 0,00 1,00"].map((text) => {
        const [account = "", debit = "", credit = ""] = text.split(" ");
        return [
          "OD",
          "Opérations diverses",
          number,
          "20260101",
          account,
          "x",
          "",
          "",
          "AN-2026",
          "20260101",
          "À-nouveaux",
          debit,
          credit,
          "",
          "",
          "20260401",
          "",
          "",
        ];
      });
    const [header = [], ...rows] = good;
    expect(await findings(written([header, ...opening("OD-2026-000002"), ...rows]))).toEqual([]);
    expect(places(await findings(written([header, ...opening("OD-2026-000003"), ...rows])))).toEqual(["2: sequence"]);
    const third = rows.slice(-2).map((row) => row.map((field) => field.replace("OD-2026-000001", "OD-2026-000003")));
    expect(await findings(written([header, ...opening("OD-2026-000002"), ...rows, ...third]))).toEqual([]);
  });

  it.each([
    ["a file with a header alone", (rows: typeof good) => written(rows.slice(0, 1)), undefined, "1: warning"],
    ["a file by another name", (rows: typeof good) => written(rows), "export.txt", "1: warning"],
    [
      "a negative amount",
      (rows: typeof good) => written(with_(13, "Debit", "-18,82")(with_(13, "Credit", "")(rows))),
      undefined,
      "13: warning",
    ],
    [
      "a pipe in a label of a file with tabs",
      (rows: typeof good) => written(with_(3, "EcritureLib", "a|b")(rows)),
      undefined,
      "3: warning",
    ],
    [
      "a ValidDate more than six months after the closing",
      (rows: typeof good) => written(with_(27, "ValidDate", "20270701")(with_(28, "ValidDate", "20270701")(rows))),
      undefined,
      "27: warning",
    ],
  ])("%s, with a warning", async (_, corrupt, name, place) => {
    expect(places(await findings(corrupt(good), name))).toEqual([place]);
  });

  it("another closing date by its name, or the year of the last date by default", async () => {
    const july = good.map((row) => row.map((field) => field.replace(/^2026(\d{4})$/, "2025$1")));
    expect(await findings(written(july), "123456782FEC20260228.txt")).toEqual([]);
    const strays = written(with_(27, "EcritureDate", "20251231")(with_(28, "EcritureDate", "20251231")(good)));
    expect(places(await findings(strays, "export.txt"))).toEqual(["1: warning", "27: year", "28: year"]);
  });
});

it("reaches the end of any bytes, and prints nothing but findings", async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 2000 }), fc.boolean(), async (bytes, headed) => {
      const file = Buffer.concat([Buffer.from(headed ? written(good.slice(0, 3)) : ""), bytes]);
      for (const finding of await findings(file)) expect(finding).toMatch(/^line \d+: [a-z_]+: [^\n]+$/u);
    }),
  );
  expect(places(await findings(""))).toEqual(["1: header"]);
  expect(places(await findings(`${written(good.slice(0, 1))}${"x".repeat(200_000)}\n`))).toEqual(["2: fields"]);
});

it("accepts every file of the writer, with all labels [R-30, R-31]", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(label(), label(), fc.integer({ min: 1, max: 10 ** 14 })), {
        minLength: 1,
        maxLength: 8,
      }),
      fc.constantFrom("tab" as const, "pipe" as const),
      fc.constantFrom("utf-8" as const, "iso-8859-15" as const),
      async (entries, separator, encoding) => {
        const chunks: Uint8Array[] = [];
        const lines = entries.flatMap(([text, name, amount], at) => pair(text, name, amount as Cents, at + 1));
        for await (const chunk of writeFec(single(lines), rentPlan.journals, { separator, encoding }))
          chunks.push(chunk);
        const file = Buffer.concat(chunks);
        expect(await findings(file, undefined, undefined, encoding)).toEqual([]);
        const rows = file.toString(encoding === "utf-8" ? "utf8" : "latin1").split("\n");
        expect(rows.at(-1)).toBe("");
        const fields = rows.slice(1, -1).map((row) => row.split(separator === "tab" ? "\t" : "|"));
        expect(fields.map((row) => [row.length, row[2], row[11], row[12]])).toEqual(
          lines.map((line) => [18, line.reference, spelt(line.debitCents), spelt(line.creditCents)]),
        );
      },
    ),
    { numRuns: 200 },
  );
});

const label = () =>
  fc.oneof(
    anyText(300),
    fc.string({
      unit: fc.constantFrom(
        "\t",
        "\r",
        "\n",
        "|",
        "\u0000",
        "\u0085",
        "\u2028",
        "｜",
        "é",
        "Œ",
        "€",
        "½",
        "😀",
        "\u202e",
        "\u0301",
        "\ud800",
        " ",
        "a",
      ),
      maxLength: 20,
    }),
  );

const spelt = (amount: number): string =>
  String(amount)
    .padStart(3, "0")
    .replace(/(\d\d)$/, ",$1");

const pair = (text: string, name: string, amount: Cents, number: number): readonly FileLine[] => {
  const line: FileLine = {
    societyCode: "1",
    journal: "OD",
    reference: `OD-2026-${String(number).padStart(6, "0")}`,
    accountingDate: "2026-05-01" as Day,
    documentDate: "2026-05-01" as Day,
    documentReference: text,
    validatedAt: "2026-05-02T10:00:00.000Z" as Instant,
    carriesForward: false,
    accountCode: "411000",
    accountName: name,
    auxiliaryCode: "LOC0001",
    auxiliaryName: name,
    label: text,
    debitCents: amount,
    creditCents: 0 as Cents,
    letteringCode: null,
    letteringDay: null,
  };
  return [line, { ...line, debitCents: 0 as Cents, creditCents: amount }];
};

async function* single<Item>(item: Item) {
  yield item;
}
