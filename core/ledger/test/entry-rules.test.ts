import type { Day, Instant, Month, UserId } from "@cartulary/kernel";
import { CENTS_MAX, LINE_CENTS_MAX, type NewEntry, type NewLine } from "@cartulary/ledger";
import { entry, parseLineText, rentAuxiliaries, rentPlan } from "@cartulary/ledger/testkit";
import { describe, expect, it } from "vitest";
import { validatePlan } from "../src/accounts/ledger-plan.ts";
import type { EntryContent, Line } from "../src/entries/entry.ts";
import { ENTRY_LINES_MAX, entryErrors, reversalErrors } from "../src/entries/entry-input.ts";
import { openingEntry } from "../src/entries/opening.ts";
import { balanceStartDay, firstOpenDay, periodsOf, requireNext } from "../src/entries/period.ts";
import { sealEntry } from "../src/entries/seal-entry.ts";
import { sha256 } from "./rent-book.ts";

const plan = validatePlan(rentPlan);
const auxiliaries = new Map(rentAuxiliaries.map((each) => [each.code, each]));
const rent = entry("LOYERS", "2026-03-01", "AL-1", "D 411000 LOC0001 10.00 Loyer", "C 706100 10.00 Loyer");
const errorsOf = (changes: Partial<NewEntry>) =>
  entryErrors({ ...rent, ...changes }, plan, auxiliaries).map(({ field, message }) => `${field} ${message}`);
const day = (text: string) => text as Day;

describe("The input of an entry", () => {
  it.each<[string, Partial<NewEntry>, readonly string[]]>([
    ["a whole period", { periodStart: day("2026-03-01"), periodEnd: day("2026-03-31") }, []],
    ["a period of one day", { periodStart: day("2026-03-01"), periodEnd: day("2026-03-01") }, []],
    ["no period", { periodStart: null, periodEnd: null }, []],
    ["a period without an end", { periodStart: day("2026-03-01") }, ["periodEnd is missing"]],
    ["a period without a start", { periodEnd: day("2026-03-01") }, ["periodStart is missing"]],
    [
      "a period of no days of the calendar",
      { periodStart: day("2026-03-32"), periodEnd: day("2026-02-30") },
      ["periodStart is not a day of the calendar", "periodEnd is not a day of the calendar"],
    ],
    [
      "a period that ends before it starts",
      { periodStart: day("2026-03-02"), periodEnd: day("2026-03-01") },
      ["periodEnd is before the period's start"],
    ],
    ["the first day of all", { accountingDate: day("1900-01-01") }, []],
    ["the day before", { accountingDate: day("1899-12-31") }, ["accountingDate must be 1900-01-01 or later"]],
  ])("may have %s or not", (_, changes, expected) => {
    expect(errorsOf(changes)).toEqual(expected);
  });

  it.each<[string, NewLine, readonly string[]]>([
    [
      "an auxiliary where none is used",
      { ...parseLineText("D 512000 LOC0001 1.00 x") },
      ["is not used by this account"],
    ],
    [
      "an unknown auxiliary where none is used",
      parseLineText("D 512000 LOC0009 1.00 x"),
      ["is not used by this account"],
    ],
    ["no auxiliary where one is used", parseLineText("D 411000 1.00 x"), ["can't be blank"]],
    ["an unknown auxiliary", parseLineText("D 411000 LOC0009 1.00 x"), ["does not exist"]],
    ["an auxiliary of another kind", parseLineText("D 411000 PRO0001 1.00 x"), ["is of another kind"]],
    ["an auxiliary of its kind", parseLineText("D 411000 LOC0001 1.00 x"), []],
  ])("has lines with %s or not", (_, line, expected) => {
    expect(errorsOf({ lines: [line] })).toEqual(expected.map((message) => `lines[0].auxiliaryCode ${message}`));
  });

  it("sums to the largest amount at most, on each side", () => {
    const largest = (side: "debitCents" | "creditCents") => {
      const whole = Math.floor(CENTS_MAX / LINE_CENTS_MAX);
      const rest = CENTS_MAX - whole * LINE_CENTS_MAX;
      return [...Array<number>(whole).fill(LINE_CENTS_MAX), rest].map(
        (amount): NewLine => ({ accountCode: "512000", label: "x", [side]: amount }),
      );
    };
    const cent: NewLine = { accountCode: "512000", label: "x", creditCents: 1 as never };
    const both = [...largest("debitCents"), ...largest("creditCents")];
    expect(errorsOf({ lines: both })).toEqual([]);
    expect(errorsOf({ lines: [...both, cent] })).toEqual(["lines sum to more than can be counted"]);
  });

  it("has a hundred thousand lines at most", () => {
    const line = parseLineText("D 512000 0.01 x");
    expect(errorsOf({ lines: Array<NewLine>(ENTRY_LINES_MAX).fill(line) })).toEqual([]);
    expect(errorsOf({ lines: Array<NewLine>(ENTRY_LINES_MAX + 1).fill(line) })).toEqual(["lines are more than 100000"]);
  });
});

it("The input of a reversal names each of its faults", () => {
  const id = "none" as never;
  expect(reversalErrors({ id }, plan)).toEqual([]);
  expect(
    reversalErrors(
      {
        ...{ id, accountingDate: day("2026-02-30"), documentDate: day("2026-13-01"), documentReference: " " },
        ...{ journal: "VT", description: "a\nb" },
      },
      plan,
    ).map(({ field, code }) => `${field} ${code}`),
  ).toEqual([
    "accountingDate invalid",
    "documentDate invalid",
    "documentReference blank",
    "journal inclusion",
    "description invalid",
  ]);
});

describe("A sealed entry", () => {
  const sealed = (lines: readonly (readonly [debit: number, credit: number])[], now = "2026-03-05T09:00:00.000Z") => {
    const content = {
      ...rent,
      lines: lines.map(([debitCents, creditCents]) => ({ debitCents, creditCents })),
    };
    const journal = { code: "LOYERS", name: "Loyers", prefix: "LOY" };
    const series = { societyCode: "1", journal: "LOYERS", year: 2026, number: 6, hash: "0", validatedAt: NOON };
    return sealEntry(content as unknown as EntryContent, series, {
      ...{ bookId: "b" as never, journal, validatedBy: "u" as UserId, now: now as Instant, digests: sha256 },
    });
  };
  const NOON = "2026-03-05T12:00:00.000Z" as Instant;

  it("has the next number of its series, and is not validated before the entry with the previous number", () => {
    const { entry: early, series } = sealed([
      [5, 0],
      [0, 3],
      [0, 2],
    ]);
    expect(early).toMatchObject({ number: 7, reference: "LOY-2026-000007", validatedAt: NOON, totalCents: 5 });
    expect(series).toEqual({
      ...{ societyCode: "1", journal: "LOYERS", year: 2026, number: 7, hash: early.hash, validatedAt: NOON },
    });
    const later = "2026-03-06T09:00:00.000Z";
    expect(
      sealed(
        [
          [5, 0],
          [0, 5],
        ],
        later,
      ).entry,
    ).toMatchObject({ validatedAt: later, updatedAt: later });
  });

  it.each<[string, readonly (readonly [number, number])[], string]>([
    ["of no line", [], "entry_too_short"],
    ["of one line", [[5, 0]], "entry_too_short"],
    [
      "with a line of nothing",
      [
        [5, 0],
        [0, 5],
        [0, 0],
      ],
      "line_one_sided",
    ],
    [
      "with a line of both sides",
      [
        [5, 5],
        [5, 5],
      ],
      "line_one_sided",
    ],
    [
      "with a debit below zero",
      [
        [5, 0],
        [-5, 0],
      ],
      "line_one_sided",
    ],
    [
      "with a credit below zero",
      [
        [0, 5],
        [0, -5],
      ],
      "line_one_sided",
    ],
    [
      "with a debit below zero and a credit",
      [
        [5, 0],
        [-5, 5],
      ],
      "line_one_sided",
    ],
    [
      "with a credit below zero and a debit",
      [
        [0, 5],
        [5, -5],
      ],
      "line_one_sided",
    ],
    [
      "with other debits than credits",
      [
        [5, 0],
        [0, 4],
      ],
      "entry_unbalanced",
    ],
  ])("is none %s", (_, lines, code) => {
    expect(() => sealed(lines)).toThrow(expect.objectContaining({ code }));
  });
});

describe("An opening entry", () => {
  const opening = (...balances: readonly (readonly [accountCode: string, balanceCents: number])[]) =>
    openingEntry(
      balances.map(([accountCode, balanceCents]) => ({
        ...{ accountCode, accountName: `Account ${accountCode}`, auxiliaryCode: null, auxiliaryName: null },
        balanceCents: balanceCents as never,
      })),
      { plan, societyCode: "1", day: day("2027-01-01"), now: "" as Instant, newId: () => "id" as never },
    );
  const lineTexts = ({ lines }: EntryContent) =>
    lines.map(
      (line: Line) =>
        `${line.lineNumber} ${line.accountCode} ${line.debitCents} ${line.creditCents} ${line.accountName}`,
    );

  it("carries the balances of classes 1 to 5 forward, and the result of the others", () => {
    const entered = opening(["512000", 700], ["120000", -200], ["706100", -600], ["601000", 100], ["411000", 0]);
    expect(entered && lineTexts(entered)).toEqual([
      "1 512000 700 0 Account 512000",
      "2 120000 0 200 Account 120000",
      "3 120000 0 500 Résultat de l'exercice (bénéfice)",
    ]);
    const lost = opening(["512000", -700], ["706100", 700]);
    expect(lost && lineTexts(lost)).toEqual([
      "1 512000 0 700 Account 512000",
      "2 129000 700 0 Résultat de l'exercice (perte)",
    ]);
  });

  it("is none without balances", () => {
    expect(opening(["512000", 0], ["706100", -5], ["706200", 5])).toBeNull();
    expect(opening()).toBeNull();
  });
});

describe("The periods of a book", () => {
  const closed = (...months: readonly string[]) =>
    months.map((period) => ({
      period: period as Month,
      entriesPosted: 2,
      closedAt: "2026-05-01T00:00:00.000Z" as Instant,
    }));
  const months = (first: string | null, today: string, ...closedMonths: readonly string[]) =>
    periodsOf(first as Day | null, day(today), closed(...closedMonths)).map(
      ({ period, status, entriesPosted }) => `${period} ${status} ${entriesPosted}`,
    );
  it("go from the first entry to the current month, or as far as months are closed", () => {
    expect(months(null, "2026-03-05")).toEqual([]);
    expect(months("2026-03-05", "2026-03-05")).toEqual(["2026-03 open 0"]);
    expect(months("2026-01-31", "2026-03-05", "2026-01")).toEqual([
      "2026-01 closed 2",
      "2026-02 open 0",
      "2026-03 open 0",
    ]);
    expect(months("2026-02-01", "2026-03-05", "2026-01", "2026-02")).toEqual([
      "2026-01 closed 2",
      "2026-02 closed 2",
      "2026-03 open 0",
    ]);
    expect(months("2026-01-31", "2026-01-05", "2026-01", "2026-02")).toEqual(["2026-01 closed 2", "2026-02 closed 2"]);
    expect(months(null, "2026-02-05", "2026-01")).toEqual(["2026-01 closed 2", "2026-02 open 0"]);
  });

  it("close one after the other once they are over", () => {
    const next = (closedThrough: string | null, first: string | null, month: string) => () =>
      requireNext({ closedThrough } as never, first as Day | null, day("2026-04-01"), month as Month);
    const refused = (message: string) => expect.objectContaining({ code: "invalid_transition", message });
    expect(next(null, null, "2026-03")).toThrow(refused("The book has no entry, hence no month to close"));
    expect(next(null, "2026-03-31", "2026-02")).toThrow(refused("2026-02 is closed already, or has nothing to close"));
    expect(next("2026-02", "2026-01-31", "2026-02")).toThrow(
      refused("2026-02 is closed already, or has nothing to close"),
    );
    expect(next("2026-01", "2026-01-31", "2026-03")).toThrow(refused("2026-02 has to be closed before 2026-03"));
    expect(next("2026-03", "2026-01-31", "2026-04")).toThrow(refused("2026-04 is not over yet"));
    expect(next("2026-02", "2026-01-31", "2026-03")()).toBeUndefined();
    expect(next(null, "2026-03-31", "2026-03")()).toBeUndefined();
  });

  it("leave the first open day, and the day from which balances are counted", () => {
    const open = (closedThrough: string | null, date: string) => firstOpenDay({ closedThrough } as never, day(date));
    expect([open(null, "2026-02-10"), open("2026-01", "2026-02-10"), open("2026-02", "2026-02-10")]).toEqual([
      ...["2026-02-10", "2026-02-10", "2026-03-01"],
    ]);
    const start = (closedThrough: string | null, date: string) =>
      balanceStartDay({ closedThrough } as never, day(date));
    expect(start(null, "2026-02-10")).toBeNull();
    expect(start("2026-11", "2027-02-10")).toBe("2026-01-01");
    expect(start("2026-12", "2027-02-10")).toBe("2027-01-01");
    expect(start("2026-12", "2026-02-10")).toBe("2026-01-01");
  });
});
