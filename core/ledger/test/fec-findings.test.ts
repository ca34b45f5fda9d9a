import { FEC_COLUMNS } from "@cartulary/ledger";
import { describe, expect, it } from "vitest";
import { entry, type Fields, fileOfLines } from "./fec-lines.ts";
import { findings } from "./rent-book.ts";

type Lines = readonly Fields[];
type Example = readonly [title: string, lines: Lines, expected: readonly string[]];

const NAME = "123456782FEC20261231.txt";
const found = (lines: Lines, name = NAME) => findings(fileOfLines(lines), name);
const each = (examples: readonly Example[]) =>
  it.each(examples)("%s", async (_, lines, expected) => {
    expect(await found(lines)).toEqual(expected);
  });

/** An entry of purchases whose two lines differ from a good one. */
const lines = (debit: Partial<Fields>, credit: Partial<Fields> = {}, number = "1", date = "20260301"): Lines => {
  const [one, other] = entry("AC", number, date);
  return [
    { ...one, ...debit },
    { ...other, ...credit },
  ];
};
/** The same change on both lines. */
const both = (changes: Partial<Fields>, number = "1", date = "20260301"): Lines =>
  lines(changes, changes, number, date);

describe("The first line of a file", () => {
  const NO_NAMES = "line 1: header: the first line is not the names of the 18 columns";
  const wrong = (separator: string) =>
    `line 1: separator: fields are separated by "${separator}"; only a tab or "|" is accepted`;
  it.each<[string, readonly string[]]>([
    [FEC_COLUMNS.join(";"), [wrong(";")]],
    [FEC_COLUMNS.join(","), [wrong(",")]],
    ["a;b,c", [wrong(";")]],
    [FEC_COLUMNS.join(" "), ['line 1: separator: fields are separated by neither a tab nor "|"']],
    ["JournalCode", ['line 1: separator: fields are separated by neither a tab nor "|"']],
    ["Journal of 2026", [NO_NAMES]],
    ["Journal\t2026", [NO_NAMES]],
  ])("has the names of the columns: %s", async (header, expected) => {
    expect(await findings(`${header}\n`)).toEqual(expected);
  });

  it.each<[string, readonly string[], readonly string[]]>([
    ["a tab as often as a pipe", ["JournalCode", "JournalLib|EcritureNum"], ["JournalLib|EcritureNum"]],
    ["a pipe more often", ["JournalCode\tJournalLib|EcritureNum|PieceRef"], ["JournalCode\tJournalLib"]],
  ])("is separated by what it has most: %s", async (_, names, unknown) => {
    const file = names.join("\t");
    expect((await findings(file)).filter((line) => line.includes("is none of the 18"))).toEqual(
      unknown.map(
        (name) => `line 1: header: "${name.replace("\t", "?")}" is none of the 18 columns of article A47 A-1`,
      ),
    );
  });

  it.each<[string, (names: readonly string[]) => readonly string[], readonly string[]]>([
    [
      "all of them and Montant",
      (names) => [...names, "Montant"],
      ['"Montant" is none of the 18 columns of article A47 A-1'],
    ],
    [
      "Montant for Debit alone",
      (names) => names.map((name) => (name === "Debit" ? "Montant" : name)),
      ["the column Debit is missing", '"Montant" is none of the 18 columns of article A47 A-1'],
    ],
    [
      "Montant for Credit alone",
      (names) => names.map((name) => (name === "Credit" ? "Montant" : name)),
      ["the column Credit is missing", '"Montant" is none of the 18 columns of article A47 A-1'],
    ],
    [
      "neither amounts nor sides",
      (names) => names.filter((name) => name !== "Debit" && name !== "Credit"),
      ["the column Debit is missing", "the column Credit is missing"],
    ],
    [
      "Montant without Sens",
      (names) => names.flatMap((name) => (name === "Debit" ? ["Montant"] : name === "Credit" ? [] : [name])),
      ["the column Sens is missing"],
    ],
  ])("has debits and credits, or amounts and sides: %s", async (_, change, expected) => {
    expect(await findings(`${change(FEC_COLUMNS).join("\t")}\n`)).toEqual(
      expected
        .map((message) => `line 1: header: ${message}`)
        .concat(change(FEC_COLUMNS).length > 18 ? ["line 1: warning: the file has a header and no line"] : []),
    );
  });
});

describe("A line of a file", () => {
  const [good = ""] = fileOfLines(lines({})).split("\n").slice(1);
  const header = FEC_COLUMNS.join("\t");
  it.each<[string, string, string]>([
    ["empty", "", "the line is empty"],
    ["too long", `${good}${"x".repeat(65_536)}`, "the line is longer than 65536 bytes"],
    ["short", good.split("\t").slice(0, 5).join("\t"), "the line has 5 fields, the header 18"],
    ["one field too long", `${good}\tEUR`, "the line has 19 fields, the header 18"],
    ["two empty fields too long", `${good}\t\t`, "the line has 20 fields, the header 18"],
  ])("has as many fields as the header, not when it is %s", async (_, line, message) => {
    expect(await findings(`${header}\n${line}\n`)).toEqual([`line 2: fields: ${message}`]);
  });

  const trailing = (changes: Partial<Fields>) =>
    fileOfLines(both({ Debit: "1,00", Credit: "0,00", ...changes })).replaceAll(/(?<!Idevise)\n/g, "\t\n");
  it("may end with a separator where its dates and amounts are in their columns", async () => {
    const remark =
      "line 2: warning: a separator stands after the last field; the article has them between fields alone";
    const balance = 'line 2: balance: entry "1" does not balance: debits exceed credits by 2,00';
    expect(await findings(trailing({}))).toEqual([remark, balance]);
    expect(await findings(trailing({ EcritureLet: "A", DateLet: "20260301" }))).toContain(remark);
    const shifted = [2, 3].map((line) => `line ${line}: fields: the line has 19 fields, the header 18`);
    expect(await findings(trailing({ Debit: "x" }))).toEqual(shifted);
    expect(await findings(trailing({ Credit: "x" }))).toEqual(shifted);
    expect(await findings(trailing({ PieceDate: "" }))).toEqual(shifted);
    expect(await findings(trailing({ DateLet: "A" }))).toEqual(shifted);
  });

  each([
    [
      "has a name with each auxiliary account",
      lines({ CompAuxNum: "F1" }, { CompAuxLib: "Fournisseur" }),
      [
        "line 2: auxiliary: CompAuxNum stands without the other one",
        "line 3: auxiliary: CompAuxLib stands without the other one",
      ],
    ],
    [
      "has an account of class 8 with a remark",
      both({ CompteNum: "801800" }),
      [2, 3].map((line) => `line ${line}: warning: CompteNum "801800" is of class 8, which counts in no result`),
    ],
    [
      "is quoted up to forty characters, without control characters",
      lines({ PieceDate: `\u0007${"2026".repeat(10)}` }),
      [
        "line 2: control_character: the line holds the control character U+0007",
        `line 2: date: PieceDate "?${"2026".repeat(10).slice(0, 39)}" is not a day of the calendar written AAAAMMJJ`,
      ],
    ],
    ["has an account that ends with 8", both({ CompteNum: "401008" }), []],
    ["has more decimals that are zero", lines({ Debit: "10,0000" }, { Credit: "10,0" }), []],
    [
      "has no fraction of a cent",
      lines({ Debit: "10,001" }),
      [
        'line 2: amount: Debit "10,001" is no amount: digits, at most two decimals after a comma, no space and no thousands separator',
      ],
    ],
  ]);
});

describe("A line with an amount and a side", () => {
  const signed = (debit: Partial<Fields>, credit: Partial<Fields> = {}) =>
    findings(
      fileOfLines(lines({ Debit: "10,00", Credit: "D", ...debit }, { Debit: "10,00", Credit: "C", ...credit }))
        .replace("Debit", "Montant")
        .replace("Credit", "Sens"),
    );
  it("is a debit with D and a credit with C, or by its sign", async () => {
    expect(await signed({})).toEqual([]);
    expect(await signed({ Credit: "+1" }, { Credit: "-1" })).toEqual([]);
    expect(await signed({ Credit: "1", Debit: "10,01" }, { Credit: "-1" })).toEqual([
      'line 2: balance: entry "1" does not balance: debits exceed credits by 0,01',
    ]);
    expect(await signed({}, { Debit: "12,00" })).toEqual([
      'line 2: balance: entry "1" does not balance: credits exceed debits by 2,00',
    ]);
  });

  it("is judged no further without a side or an amount", async () => {
    expect(await signed({ Credit: "X" })).toEqual(['line 2: side: Sens "X" is no side: D or C, +1 or -1']);
    expect(await signed({ Debit: "x" })).toEqual([expect.stringContaining('line 2: amount: Montant "x" is no amount')]);
  });
});

describe("An entry", () => {
  const unbalanced = (line: number, number: string, how: string) =>
    `line ${line}: balance: entry "${number}" does not balance: ${how}`;
  each([
    ["has debits above its credits", lines({ Debit: "11,00" }), [unbalanced(2, "1", "debits exceed credits by 1,00")]],
    ["has credits above its debits", lines({ Debit: "9,95" }), [unbalanced(2, "1", "credits exceed debits by 0,05")]],
    [
      "has debits far above its credits",
      lines({ Debit: "12355,67" }),
      [unbalanced(2, "1", "debits exceed credits by 12345,67")],
    ],
    [
      "without a journal or a number is judged no further",
      [...lines({ JournalCode: " " }), ...lines({ EcritureNum: " " }), ...lines({ Debit: "20,00" })],
      ["line 2: required: JournalCode is empty", "line 4: required: EcritureNum is empty"],
    ],
    [
      "with the number of another month is another one after a whole entry",
      [...lines({}), ...lines({ Debit: "20,00" }, {}, "1", "20260401")],
      [
        unbalanced(4, "1", "debits exceed credits by 10,00"),
        'line 1: warning: the numbers of journal "AC" begin again once, each time without a gap; one sequence a year is easier to defend',
      ],
    ],
    [
      "goes on with another day of its month",
      [...lines({}), ...lines({}, {}, "1", "20260302")],
      [4, 5].map(
        (line) => `line ${line}: date: entry "1" has two dates in EcritureDate: "20260301" on line 2, "20260302" here`,
      ),
    ],
    [
      "goes on with another month until it balances",
      [...lines({ Debit: "20,00" }), ...lines({ Debit: "0", Credit: "10" }, {}, "1", "20260401").slice(0, 1)],
      ['line 4: date: entry "1" has two dates in EcritureDate: "20260301" on line 2, "20260401" here'],
    ],
    [
      "with an amount that is none goes on with another month",
      [...lines({ Debit: "x" }, { Credit: "0", Debit: "0" }), ...lines({}, {}, "1", "20260401")],
      [
        'line 2: amount: Debit "x" is no amount: digits, at most two decimals after a comma, no space and no thousands separator',
        "line 3: warning: the line has an amount of zero on both sides, and says nothing",
        ...[4, 5].map(
          (line) =>
            `line ${line}: date: entry "1" has two dates in EcritureDate: "20260301" on line 2, "20260401" here`,
        ),
      ],
    ],
    [
      "goes on without a readable date",
      [...lines({}), ...lines({}, {}, "1", "2026")],
      [4, 5].map((line) => `line ${line}: date: EcritureDate "2026" is not a day of the calendar written AAAAMMJJ`),
    ],
    [
      "goes on after a line without a readable date",
      [...lines({}, {}, "1", "2026"), ...lines({})],
      [2, 3].map((line) => `line ${line}: date: EcritureDate "2026" is not a day of the calendar written AAAAMMJJ`),
    ],
  ]);
});

describe("An opening comes first in any order of numbers:", () => {
  const opening = (journal: string, changes: Partial<Fields> = {}) =>
    ["3", "2", "1"].flatMap((number) => entry(journal, number, "20260101", changes));
  it.each<[string, Partial<Fields>?]>([
    ["AN"],
    ["RAN"],
    ["ano"],
    ["OUV26"],
    ["AN123456"],
    ["OD", { PieceRef: "AN-2026" }],
  ])("in journal %s", async (journal, changes) => {
    expect(await found(opening(journal, changes))).toEqual([]);
  });

  it.each<[string, Partial<Fields>?]>([
    ["AC"],
    ["BAN"],
    ["AN1234567"],
    ["OD", { PieceRef: "P1" }],
    ["OD", { PieceRef: "AN-2026", EcritureDate: "20260102" }],
    ["AC", { PieceRef: "AN-2026" }],
  ])("not in journal %s with %j", async (journal, changes) => {
    expect(await found(opening(journal, changes))).toEqual([
      expect.stringContaining(`line 4: order: entry "2" comes after number 3 of journal "${journal}"`),
      expect.stringContaining(`line 6: order: entry "1" comes after number 3 of journal "${journal}"`),
    ]);
  });
});

describe("The lines with one letter", () => {
  /** One entry whose lines are lettered on an account, with these amounts on the debit side. */
  const lettered = (...amounts: readonly (readonly [amount: string, changes?: Partial<Fields>])[]): Lines =>
    amounts.flatMap(([amount, changes], at) => {
      const other = amount.startsWith("-") ? { Credit: amount.slice(1), Debit: "0" } : { Debit: amount, Credit: "0" };
      const own = { ...other, CompteNum: "411000", EcritureLet: "A", DateLet: "20260301", ...changes };
      return lines({ Debit: other.Credit, Credit: other.Debit }, own, String(at + 1));
    });
  const open = (rule: string, account = "411000", line = 3) =>
    `line ${line}: ${rule}: the lines lettered "A" on account "${account}" do not sum to zero`;
  each([
    ["sum to zero", lettered(["10"], ["-4"], ["-6"]), []],
    ["sum to zero although blanks follow a letter", lettered(["10"], ["-10", { EcritureLet: "A " }]), []],
    ["are 0,99 above", lettered(["10,99"], ["-10"]), [open("warning")]],
    ["are 0,99 below", lettered(["10"], ["-10,99"]), [open("warning")]],
    ["are 1,00 above", lettered(["11"], ["-10"]), [open("lettering")]],
    ["are 1,00 below", lettered(["10"], ["-11"]), [open("lettering")]],
    [
      "are of one auxiliary account each",
      lettered(["10", { CompAuxNum: "C1", CompAuxLib: "x" }], ["-10", { CompAuxNum: "C2", CompAuxLib: "y" }]),
      [open("lettering", "411000 C1"), open("lettering", "411000 C2", 5)],
    ],
    ["are dated on the closing", lettered(["10", { DateLet: "20261231" }]), [open("lettering")]],
    ["are dated after the closing", lettered(["10", { DateLet: "20270101" }]), [open("warning")]],
    [
      "are dated after the closing, and before",
      lettered(["10", { DateLet: "20270101" }], ["10", { DateLet: "20260301" }]),
      [open("warning")],
    ],
  ]);
});

describe("Validation", () => {
  const validated = (...entries: readonly (readonly [journal: string, number: string, day: string])[]) =>
    entries.flatMap(([journal, number, day]) => entry(journal, number, "20260301", { ValidDate: `202604${day}` }));
  const back = (line: number, day: string, than: string) =>
    `line ${line}: order: ValidDate 202604${day} is before 202604${than}: entries stand as validated`;
  each([
    [
      "never goes back within a journal",
      validated(["AC", "1", "10"], ["AC", "2", "05"], ["AC", "3", "07"], ["AC", "4", "10"], ["AC", "5", "11"]),
      [
        back(4, "05", '10, that of an entry before it in journal "AC"'),
        back(6, "07", '10, that of an entry before it in journal "AC"'),
      ],
    ],
    [
      "begins again with each journal that stands in one block",
      validated(["AC", "1", "10"], ["AC", "2", "11"], ["VE", "1", "05"]),
      [
        "line 6: warning: journals stand one after the other, so that validation dates begin again with each; the article asks for one order",
      ],
    ],
    [
      "goes back between journals of one entry each",
      validated(["AC", "1", "10"], ["VE", "1", "05"]),
      [back(4, "05", "10, that of an entry before it")],
    ],
    [
      "goes back between journals that do not stand in blocks",
      validated(["AC", "1", "10"], ["VE", "1", "05"], ["AC", "2", "11"]),
      [back(4, "05", "10, that of an entry before it")],
    ],
  ]);
});

describe("A year", () => {
  const dated = (...dates: readonly string[]) =>
    dates.flatMap((date, at) => {
      const [journal = "", day = ""] = date.includes(" ") ? date.split(" ") : ["AC", date];
      const number = dates.slice(0, at).filter((each) => each.split(" ").at(-2) === date.split(" ").at(-2)).length + 1;
      return entry(journal, String(number), day);
    });
  const outside = (date: string, ...lines: readonly number[]) =>
    lines.map(
      (line) =>
        `line ${line}: year: EcritureDate "${date}" is outside the year that ends on 20261231, as the file's name says`,
    );
  const unnamed = (date: string, ...lines: readonly number[]) =>
    lines.map(
      (line) =>
        `line ${line}: year: EcritureDate "${date}" is outside the year of the last date; a name <SIREN>FEC<AAAAMMJJ>.txt would tell another closing date`,
    );
  const long = (from: string, to = "20261231") =>
    `line 1: warning: the year has more than twelve months, from ${from} to ${to}, which only a first or a last one may have`;
  const NOT_NAMED = "line 1: warning: the file is not named <SIREN>FEC<closing date AAAAMMJJ>.txt";

  each([
    ["has twelve months", dated("20260101", "20261231"), []],
    [
      "has a date in its last twelve months",
      dated("20251215", "20251216"),
      [...outside("20251215", 2, 3), ...outside("20251216", 4, 5)],
    ],
    ["has no later date", dated("20260101", "20270101"), outside("20270101", 4, 5)],
    [
      "has no date of twenty-four months before",
      dated("20241231", "20250101", "20250301", "20250601", "20250901", "20251201", "20260201"),
      [...outside("20241231", 2, 3), long("20250101")],
    ],
    ["may begin a quarter before its last twelve months", dated("20251001", "20260101"), [long("20251001")]],
    ["does not begin more than a quarter before them", dated("20250930", "20260101"), outside("20250930", 2, 3)],
    [
      "may begin earlier where later entries have such pauses",
      dated("20250601", "20260101", "20260901"),
      [long("20250601")],
    ],
    [
      "may begin earlier where earlier entries have such pauses",
      dated("20250101", "20250901", "20260401"),
      [long("20250101")],
    ],
    [
      "does not begin with one entry after another journal",
      dated("VE 20260115", "AC 20251215", "AC 20260120"),
      outside("20251215", 4, 5),
    ],
    [
      "may begin with two entries after another journal",
      dated("VE 20260115", "AC 20251215", "AC 20251216", "AC 20260120"),
      [long("20251215")],
    ],
    [
      "may begin with an entry of each of two journals after another one",
      dated("VE 20260115", "AC 20251215", "OD 20251215", "AC 20260120"),
      [long("20251215")],
    ],
    [
      "does not begin with entries that follow later ones of their journal",
      dated("AC 20260115", "AC 20251215", "AC 20251216"),
      [...outside("20251215", 4, 5), ...outside("20251216", 6, 7)],
    ],
  ]);

  it("ends on its last date without the name", async () => {
    expect(await found(dated("20241231", "20250115", "20250601", "20260201", "20261231"), "x")).toEqual([
      NOT_NAMED,
      ...unnamed("20241231", 2, 3),
      long("20250115"),
    ]);
    expect(await found(dated("20250301", "20260901", "20261001"), "x")).toEqual([
      NOT_NAMED,
      ...unnamed("20250301", 2, 3),
    ]);
  });

  it.each(["123456782FEC20260431.txt", "FEC20261231.txt", "12345678FEC20261231.txt", "123456782FEC20261231.csv"])(
    "does not end as a file says that is named %s",
    async (name) => {
      expect(await found(dated("20260901"), name)).toEqual([NOT_NAMED]);
    },
  );

  it.each<[string, string, boolean]>([
    ["20260331", "20260930", false],
    ["20260331", "20261001", true],
    ["20260630", "20261230", false],
    ["20260630", "20261231", true],
    ["20260731", "20270131", false],
    ["20260731", "20270201", true],
    ["20261231", "20270701", true],
  ])("that ends on %s is validated within six months: %s", async (closing, ValidDate, isLate) => {
    const remark = `line 2: warning: ValidDate ${ValidDate} is more than six months after the closing`;
    const [one, other] = entry("AC", "1", "20260301", { ValidDate });
    expect(await found([one, other], `123456782FEC${closing}.txt`)).toEqual(isLate ? [remark] : []);
  });

  it("without the name is validated within six months of its last date", async () => {
    const rows = [
      ...entry("AC", "1", "20260301", { ValidDate: "20260830" }),
      ...entry("VE", "1", "20260110", { ValidDate: "20260830" }),
    ];
    expect(await found(rows, "x")).toEqual([NOT_NAMED]);
  });
});
