import { describe, expect, it } from "vitest";
import type { FecFinding } from "../src/fec-check/finding.ts";
import { createSequenceCheck, type EntryNumber } from "../src/fec-check/number-sequence.ts";
import { entry, fileOfLines } from "./fec-lines.ts";
import { findings } from "./rent-book.ts";

const MONTHS: Readonly<Record<string, string>> = { Jan: "202601", Feb: "202602", Mar: "202603" };

/** Reads `Jan 1 2, Feb 1`, with `?` for an unreadable date, and `opening` for entries at the head of the file. */
const numbersOf = (text: string): readonly EntryNumber[] =>
  text
    .split(", ")
    .flatMap((part) => {
      const [name = "", ...numbers] = part.split(" ");
      return numbers.map((number) => ({ name, number }));
    })
    .map(({ name, number }, index) => ({
      ...{ number: BigInt(number), month: MONTHS[name] ?? null, isOpening: name === "opening" },
      ...{ line: index + 1, journal: "AC", text: number },
    }));

const short = ({ line, message }: FecFinding): string =>
  `${line}: ${message.replace(/ (?:in|of) journal ".*$/, "").replace("the numbers ", "")}`;

interface Verdict {
  /** At once, with the number. */
  readonly reported?: readonly string[];
  readonly gaps?: readonly string[];
  readonly decreases?: readonly string[];
  readonly restarts?: number;
}

function verdictOn(isOrdered: boolean, numbers: readonly EntryNumber[]): Verdict {
  const check = createSequenceCheck(isOrdered);
  const reported = numbers.map(check.see).filter((each) => each !== null);
  const { gaps, decreases, restarts } = check.end();
  expect([gaps.count, decreases.count]).toEqual([gaps.findings().length, decreases.findings().length]);
  return {
    reported: reported.map(short),
    gaps: gaps.findings().map(short),
    decreases: decreases.findings().map(short),
    restarts,
  };
}

const NONE: Verdict = { reported: [], gaps: [], decreases: [], restarts: 0 };

describe("The numbers of a journal", () => {
  it.each<[string, Verdict]>([
    ["Jan 7 8, Feb 9", {}],
    ["Jan 1 2 4, Feb 5 8", { gaps: ['3: jump from 2 to "4"', '5: jump from 5 to "8"'] }],
    ["Jan 1 4 2 3", { reported: ['3: entry "2" comes after number 4', '4: entry "3" comes after number 4'] }],
    ["Jan 1 2 1", { reported: ['3: entry "1" comes after number 2'] }],
    ["opening 3, Jan 1 2 4", {}],
    ["opening 2, Jan 2 3", { reported: ['2: entry "2" comes after number 2'] }],
  ])("rise from any first one, each once, none missing: %s", (text, expected) => {
    expect(verdictOn(true, numbersOf(text))).toEqual({ ...NONE, ...expected });
  });

  it.each<[string, Verdict]>([
    ["Jan 1 2, Feb 1 2 3, Mar 1", { restarts: 2 }],
    ["Jan 5 6, Feb 5, Mar 5", { restarts: 2 }],
    ["Jan 1 3, Feb 1", { restarts: 1, gaps: ['2: jump from 1 to "3"'] }],
    ["Jan 1 2 3, Feb 1 3", { restarts: 1, gaps: ['5: jump from 1 to "3"'] }],
    ["Jan 5 6, Feb 1 2", { restarts: 1, gaps: ['1: begin again at "5"'] }],
    ["Jan 1 2, Feb 1 2, Mar 2 3", { restarts: 2, gaps: ['5: begin again at "2"'] }],
    ["Jan 1 2, Feb 1 2, Mar 5 6", { restarts: 2, gaps: ['5: begin again at "5"'] }],
    ["Jan 1 2, Feb 1, Jan 3, Feb 2", { restarts: 1 }],
    [
      "Jan 1 2, Feb 1 2 1 2",
      { restarts: 1, reported: ['5: entry "1" comes after number 2', '6: entry "2" comes after number 2'] },
    ],
    // Neither reading has fewer findings: that of the year counts.
    ["Jan 1 2, Feb 2 3", { decreases: ['3: entry "2" comes after number 2'] }],
  ])("may begin again with each month: %s", (text, expected) => {
    expect(verdictOn(true, numbersOf(text))).toEqual({ ...NONE, ...expected });
  });

  it.each<[string, Verdict]>([
    ["Jan 1, Feb 2, Mar 1", { reported: ['3: entry "1" comes after number 2'] }],
    ["Jan 1 2, Feb 4 5, Mar 1", { reported: ['5: entry "1" comes after number 5'], gaps: ['3: jump from 2 to "4"'] }],
  ])("do not begin again after two months that count on: %s", (text, expected) => {
    expect(verdictOn(true, numbersOf(text))).toEqual({ ...NONE, ...expected });
  });

  it.each<[string, Verdict]>([
    ["Jan 202601001 202601002, Feb 202602001 202602002, Mar 202603000", { restarts: 2 }],
    ["Jan 26011 26012, Feb 26021", { restarts: 1 }],
    ["Jan 5 6, Feb 202602001, Mar 5", { restarts: 2 }],
    ["Jan 202601001, Feb 202602002", { gaps: ['2: jump from 202601001 to "202602002"'] }],
    ["Jan 202601001, Feb 202603001", { gaps: ['2: jump from 202601001 to "202603001"'] }],
    ["Jan 1 2, Feb 20260200", { restarts: 1 }],
    // The next number is no new beginning, although it reads like one.
    [
      "Jan 26019 26020, Feb 26021 26022, Mar 1",
      { reported: ['5: entry "1" comes after number 26022'], gaps: ['1: jump from 1 to "26019"'] },
    ],
  ])("may be spelt with their month: %s", (text, expected) => {
    expect(verdictOn(true, numbersOf(text))).toEqual({ ...NONE, ...expected });
  });

  it.each<[string, Verdict]>([
    ["? 1, Jan 2, Feb 1", { restarts: 1 }],
    [
      "Jan 1 2 3, Feb 1, ? 2, Feb 3",
      { restarts: 1, reported: ['5: entry "2" comes after number 3'], gaps: ['6: jump from 1 to "3"'] },
    ],
    [
      "? 5, Jan 1, Feb 1 2",
      { restarts: 1, reported: ['2: entry "1" comes after number 5'], gaps: ['1: jump from 1 to "5"'] },
    ],
  ])("are of no month without a readable date: %s", (text, expected) => {
    expect(verdictOn(true, numbersOf(text))).toEqual({ ...NONE, ...expected });
  });

  it("do not begin again with a month in which thousands are missing", () => {
    const odd = Array.from({ length: 2001 }, (_, at) => 2 * at + 1);
    const check = createSequenceCheck(true);
    const reported = numbersOf(`Jan 1, Feb ${odd.join(" ")}, Mar 1`).map(check.see);
    expect(reported.filter((each) => each !== null).map(short)).toEqual(['2003: entry "1" comes after number 4001']);
    const { gaps, decreases, restarts } = check.end();
    expect([gaps.count, decreases.findings().map(short), restarts]).toEqual([
      2000,
      ['2: entry "1" comes after number 1'],
      0,
    ]);
    expect(gaps.findings().length).toBe(1001);
    expect(gaps.findings().slice(-2).map(short)).toEqual([
      '1002: jump from 1999 to "2001"',
      "1002: 1000 more of the same kind follow",
    ]);
  });
});

describe("The numbers of a whole file", () => {
  it.each<[string, Verdict]>([
    ["Jan 3 1 2", {}],
    ["Jan 1 2 1", { decreases: ['3: entry "1" comes after number 2'] }],
    ["Jan 3 1", { gaps: ['1: jump from 1 to "3"'] }],
    ["Jan 2 1 3, Feb 2 1", { restarts: 1 }],
    ["Jan 1 2, Feb 1 2 1", { restarts: 1, decreases: ['5: entry "1" comes after number 1'] }],
    ["Jan 1 2, Feb 2 3 3", { decreases: ['3: entry "2" comes after number 2', '5: entry "3" comes after number 3'] }],
  ])("come in any order, each once: %s", (text, expected) => {
    expect(verdictOn(false, numbersOf(text))).toEqual({ ...NONE, ...expected });
  });
});

/** Reads `AC Jan 1, VE Feb F-1` as entries of two lines each, from line 2. */
const entriesOf = (text: string) =>
  text.split(", ").flatMap((words) => {
    const [journal = "", month = "", number = ""] = words.split(" ");
    return entry(journal, number, month in MONTHS ? `${MONTHS[month]}15` : month);
  });
const found = (text: string) => findings(fileOfLines(entriesOf(text)));

const jump = (line: number, from: number, to: string, journal = "AC") =>
  `line ${line}: sequence: the numbers jump from ${from} to "${to}" in journal "${journal}": every entry takes the next one`;
const late = (line: number, number: string, journal = "AC") =>
  `line ${line}: sequence: the numbers begin again at "${number}" in journal "${journal}": the ones before it are missing`;
const fall = (line: number, number: string, last: number, journal = "AC") =>
  `line ${line}: order: entry "${number}" comes after number ${last} of journal "${journal}": a number is used once, its lines stand together, and numbers rise`;
const again = (of: string, often: string) =>
  `line 1: warning: the numbers ${of} begin again ${often}, each time without a gap; one sequence a year is easier to defend`;
const stray = (line: number, number: string, prefix: string, journal = "AC") =>
  `line ${line}: sequence: EcritureNum "${number}" has another prefix than "${prefix}", which the numbers of journal "${journal}" begin with, and its own do not begin at 1`;
const notNumber = (line: number, text: string) =>
  `line ${line}: sequence: EcritureNum "${text}" does not end in a number of at most 30 digits`;

describe("The numbers of a file", () => {
  it.each<[string, string, readonly string[]]>([
    ["are missing in one journal", "AC Jan 1, VE Jan 1, AC Jan 3", [jump(6, 1, "3")]],
    ["fall before another fault", "AC Jan 1, AC Jan 3, AC Jan 2, AC Jan A", [fall(6, "2", 3), notNumber(8, "A")]],
    ["begin again with one month", "AC Jan 1, AC Feb 1", [again('of journal "AC"', "once")]],
    ["begin again with two months", "AC Jan 1, AC Feb 1, AC Mar 1", [again('of journal "AC"', "2 times")]],
    ["begin again later in one month", "AC Jan 1, AC Jan 2, AC Feb 1, AC Feb 2, AC Mar 2", [late(10, "2")]],
    [
      "are of no month without a readable date",
      "AC Jan 1, AC Feb 1, AC 2026-02-16 2",
      [
        'line 6: date: EcritureDate "2026-02-16" is not a day of the calendar written AAAAMMJJ',
        'line 7: date: EcritureDate "2026-02-16" is not a day of the calendar written AAAAMMJJ',
        again('of journal "AC"', "once"),
      ],
    ],
    [
      "begin again in a file that counts through all journals",
      "AC Jan 1, VE Jan 2, AC Jan 3, AC Feb 1, VE Feb 2, AC Feb 3",
      [again("of the file", "once")],
    ],
    ["count through all journals", "AC Jan 1, VE Jan 2, AC Jan 3, VE Jan 4", []],
    [
      "are missing in a file that counts through",
      "AC Jan 1, VE Jan 2, AC Jan 3, VE Jan 4, AC Jan 6",
      [jump(10, 4, "6")],
    ],
    [
      "are as wrong for the file as for its journals",
      "AC Jan 1, VE Jan 2, AC Jan 3, VE Jan 2",
      [fall(8, "2", 2, "VE"), jump(6, 1, "3")],
    ],
    [
      "begin again in some journals, and once in the month of another",
      "AC Jan 1, AC Feb 1, VE Jan 1, VE Feb 1, VE Mar 1, OD Jan 1",
      [again('of journal "AC"', "once"), again('of journal "VE"', "2 times")],
    ],
    ["have 30 digits", `AC Jan ${"1".repeat(30)}`, []],
    ["have 31 digits", `AC Jan ${"1".repeat(31)}`, [notNumber(2, "1".repeat(31))]],
    ["have no digits", "AC Jan F-", [notNumber(2, "F-")]],
    ["stand before blanks", "AC Jan 1, AC Jan 2\u00a0", []],
  ])("%s", async (_, text, expected) => {
    expect(await found(text)).toEqual(expected);
  });

  it.each<[string, string, readonly string[]]>([
    ["begin at 1", "AC Jan F-1, AC Jan X-1, AC Jan X-2, AC Jan F-2", [again('of journal "AC"', "once")]],
    [
      "begin again, as do the others",
      "AC Jan F-1, AC Jan X-1, AC Feb F-1, AC Feb X-1, AC Feb Y-1",
      [again('of journal "AC"', "4 times")],
    ],
    [
      "do not begin at 1",
      "AC Jan F-1, AC Jan X-2, AC Jan X-3",
      [stray(4, "X-2", "F-"), again('of journal "AC"', "once")],
    ],
    ["begin at 0", "AC Jan F-1, AC Jan X-0, AC Jan X-1", [again('of journal "AC"', "once")]],
    [
      "are missing, and fall",
      "AC Jan F-1, AC Jan X-1, AC Jan X-4, AC Jan X-3",
      [fall(8, "X-3", 4), jump(8, 1, "X-3"), again('of journal "AC"', "once")],
    ],
    ["are none of those of the file", "AC Jan 1, VE Jan 2, AC Jan X-1, AC Jan 3", []],
  ])("with a further prefix %s", async (_, text, expected) => {
    expect(await found(text)).toEqual(expected);
  });

  it("are followed for a hundred further prefixes of a journal", async () => {
    const prefixes = Array.from({ length: 101 }, (_, at) => `AC Jan P${at + 1}-1`);
    const text = ["AC Jan F-1", ...prefixes, "AC Jan P100-3", "AC Jan P101-1", "AC Jan P101-3"].join(", ");
    expect(await found(text)).toEqual([
      stray(210, "P101-3", "F-"),
      jump(206, 1, "P100-3"),
      again('of journal "AC"', "100 times"),
    ]);
  });
});
