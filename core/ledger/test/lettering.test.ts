import type { Day, Instant } from "@cartulary/kernel";
import { createLedger, type LetteringId, type LineId, ledgerBatchWriter } from "@cartulary/ledger";
import { emptyModel, entry, modelTransact, rentPlan } from "@cartulary/ledger/testkit";
import { describe, expect, it } from "vitest";
import { letterRunsOf } from "../src/bookkeeping/letter-lines.ts";
import {
  balancedRuns,
  type FecLettering,
  type LetterableLine,
  type Lettering,
  letter,
  NO_LETTERING,
  passedThroughZero,
  withLettering,
} from "../src/lettering/lettering.ts";
import { caller, rentBook, sha256 } from "./rent-book.ts";

const TENANT = { accountCode: "411000", auxiliaryCode: "LOC0001" };
const series = { ...TENANT, last: "AAF" };
const group = "group" as LetteringId;

/** A line of so many cents, debits above zero. */
const line = (amount: number, changes: Partial<LetterableLine> = {}): LetterableLine => ({
  ...TENANT,
  ...{ id: `line of ${amount}` as LineId, entryId: "entry" as never, societyCode: "1" },
  ...{ accountingDate: "2026-03-01" as Day, validatedAt: "2026-03-05T09:00:00.000Z" as Instant },
  ...{ debitCents: Math.max(amount, 0) as never, creditCents: Math.max(-amount, 0) as never },
  ...{ lettering: NO_LETTERING, fecLettering: null },
  ...changes,
});
const full = (inOneFile: boolean): Lettering => ({
  ...{ status: "full", groupId: group, code: "AAA", day: "2026-03-01" as Day, inOneFile },
});

describe("A group of lines", () => {
  const lettered = (
    lines: readonly LetterableLine[],
    { partial = false, closedThrough = null as string | null, mates = [] as readonly LetterableLine[] } = {},
  ) => letter(lines, mates, { series, groupId: group, partial, book: { closedThrough } as never });

  it("has the next letters where it sums to zero, and those that come last are not used up otherwise", () => {
    expect(lettered([line(5), line(-5)])).toEqual({
      lettering: { status: "full", groupId: group, code: "AAG", day: "2026-03-01", inOneFile: true },
      series: { ...TENANT, last: "AAG" },
    });
    expect(lettered([line(5), line(-4)], { partial: true })).toEqual({
      lettering: { status: "partial", groupId: group, code: null, day: null, inOneFile: false },
      series,
    });
  });

  const at = (validatedAt: string, accountingDate: string) => ({
    validatedAt: `2026-03-${validatedAt}T09:00:00.000Z` as Instant,
    accountingDate: accountingDate as Day,
  });
  it.each([
    ["the first", [line(5, at("09", "2026-03-01")), line(-5, at("05", "2026-03-02"))], "2026-03-01"],
    ["the last", [line(5, at("05", "2026-03-02")), line(-5, at("09", "2026-03-01"))], "2026-03-01"],
    ["one of two at once", [line(5, at("05", "2026-03-03")), line(-5, at("05", "2026-03-02"))], "2026-03-03"],
  ])("has the day of the entry that was validated last: %s", (_, lines, day) => {
    expect(lettered(lines).lettering).toMatchObject({ day });
  });

  it.each<[string, LetterableLine, string | null, boolean]>([
    ["of one year and society", line(-5), null, true],
    ["of two years", line(-5, { accountingDate: "2027-03-01" as Day }), null, false],
    ["of two societies", line(-5, { societyCode: "2" }), null, false],
    ["of a year whose November is closed", line(-5), "2026-11", true],
    ["of a closed year", line(-5), "2026-12", false],
  ])("is in one file or not: %s", (_, other, closedThrough, inOneFile) => {
    expect(lettered([line(5), other], { closedThrough }).lettering).toMatchObject({ inOneFile });
  });

  const partial: Lettering = { status: "partial", groupId: group, code: null, day: null, inOneFile: false };
  it.each<[string, readonly LetterableLine[], readonly LetterableLine[], string]>([
    ["without a line", [], [], "lettering_empty"],
    ["of two auxiliaries", [line(5), line(-5, { auxiliaryCode: "LOC0002" })], [], "lettering_mixed"],
    ["of two accounts", [line(5), line(-5, { accountCode: "467000" })], [], "lettering_mixed"],
    ["with a line that has letters", [line(5), line(-5, { lettering: full(true) })], [], "already_lettered"],
    [
      "with a part of another one",
      [line(5, { lettering: partial }), line(-5)],
      [line(5), line(7)],
      "lettering_partial",
    ],
    ["that does not sum to zero", [line(5), line(-4)], [], "lettering_unbalanced"],
  ])("is none %s", (_, lines, mates, code) => {
    expect(() => lettered(lines, { mates })).toThrow(expect.objectContaining({ code }));
  });
});

describe("The letters of a closed year's file", () => {
  const filed: FecLettering = { code: "AAC", day: "2026-02-01" as Day };
  const shown: FecLettering = { code: "AAA", day: "2026-03-01" as Day };
  it.each<[string, Lettering, FecLettering | null, string | null, FecLettering | null]>([
    ["stay those that it had", full(true), null, "2026-12", shown],
    ["stay those that it had before others", full(true), filed, "2026-12", filed],
    ["are none of a group in two files", full(false), null, "2026-12", null],
    ["are none without letters", NO_LETTERING, null, "2026-12", null],
    ["change while the year is open", full(true), null, "2026-11", null],
  ])("%s", (_, lettering, fecLettering, closedThrough, expected) => {
    const lettered = line(5, { lettering, fecLettering });
    expect(withLettering(lettered, NO_LETTERING, { closedThrough } as never)).toEqual({
      ...{ lineId: lettered.id, lettering: NO_LETTERING, fecLettering: expected },
    });
  });
});

describe("Lines one after the other", () => {
  it.each<[readonly number[], readonly (readonly number[])[]]>([
    [[], []],
    [[5, -5], [[5, -5]]],
    [
      [5, -2, -3, 4, -4, 7],
      [
        [5, -2, -3],
        [4, -4],
      ],
    ],
    [[5, -2], []],
  ])("%j have letters as often as they sum to zero", (amounts, runs) => {
    const found = balancedRuns(amounts.map((amount) => line(amount)));
    expect(found.map((run) => run.map(({ debitCents, creditCents }) => debitCents - creditCents))).toEqual(runs);
  });

  it.each<[number, readonly number[], boolean]>([
    [0, [5], true],
    [3, [5, 3], true],
    [3, [-5, 7, -5], false],
    [5, [5], false],
    [-1, [4, -4, 2, -1], true],
  ])("that leave a balance of %i after %j passed through zero or not", (balance, amounts, expected) => {
    expect(
      passedThroughZero(
        balance as never,
        amounts.map((amount) => line(amount)),
      ),
    ).toBe(expected);
  });

  it("have the letters of each run in the order of the runs", () => {
    let count = 0;
    const newId = () => {
      count += 1;
      return `group ${count}` as never;
    };
    const context = { newId, book: { closedThrough: null } as never };
    const owner = { accountCode: "467000", auxiliaryCode: "PRO0001", last: null };
    const ofOwner = { accountCode: "467000", auxiliaryCode: "PRO0001" };
    const { lines, series: last } = letterRunsOf(context, [
      { series, lines: [line(5), line(-5)] },
      { series: owner, lines: [line(7, ofOwner), line(-7, ofOwner)] },
      { series, lines: [line(6), line(-6)] },
    ]);
    expect(lines.map(({ lineId, lettering: { groupId, code } }) => `${lineId}, ${groupId}, ${code}`)).toEqual([
      "line of 5, group 1, AAG",
      "line of -5, group 1, AAG",
      "line of 7, group 2, AAA",
      "line of -7, group 2, AAA",
      "line of 6, group 3, AAH",
      "line of -6, group 3, AAH",
    ]);
    expect(last).toEqual([
      { ...TENANT, last: "AAH" },
      { ...owner, last: "AAA" },
    ]);
    expect(() => letterRunsOf(context, [{ series, lines: [line(5)] }])).toThrow(
      expect.objectContaining({ code: "lettering_unbalanced" }),
    );
  });
});

/** An entry on an owner's account: `2/OD C 5 D 5`, of society 2, has two lines on it, each with its counterpart. */
const onOwner = (text: string) => {
  const [name = "", ...words] = text.split(" ");
  const [journal = "", societyCode = "1"] = name.split("/").toReversed();
  const lines = words.flatMap((word, at) => {
    if (at % 2 === 1) return [];
    const amount = `${words[at + 1]}.00`;
    return [`${word} 467000 PRO0001 ${amount} x`, `${word === "D" ? "C" : "D"} 512000 ${amount} x`];
  });
  return { ...entry(journal, "2026-03-01", "P", ...lines), societyCode };
};

describe("The lines of an owner's account that are posted in batches", () => {
  it.each<[string, readonly string[], readonly string[], readonly string[]]>([
    ["in their order", [], ["OD C 5", "OD D 5", "OD C 1"], ["AAA", "AAA", "-"]],
    ["in the order of their references", [], ["OD C 5", "OD D 5", "BANQUE C 2"], ["-", "-", "-"]],
    ["in that order where they came in it", [], ["BANQUE C 5", "OD D 5", "OD C 2"], ["AAA", "AAA", "-"]],
    ["in the order of the lines of an entry", [], ["OD C 5 D 5 C 1"], ["AAA", "AAA", "-"]],
    ["in the order of references, not of their lines", [], ["BANQUE C 5 C 2", "OD D 5"], ["-", "-", "-"]],
    [
      "in the order of lines where societies have the same reference",
      [],
      ["OD C 5 D 4", "2/OD D 5"],
      ["AAA", "-", "AAA"],
    ],
    ["after all that waited before", ["OD C 5"], ["OD C 2", "OD D 2", "OD D 5"], ["AAA", "AAA", "AAA", "AAA"]],
    ["with what waited before", ["OD C 5"], ["OD D 5", "OD C 2", "OD D 2"], ["AAA", "AAA", "AAB", "AAB"]],
  ])("get letters %s", async (_, before, batch, expected) => {
    const { ledger, model, clock } = await rentBook();
    if (before.length > 0) await ledger.post(caller, before.map(onOwner));
    let count = 0;
    const newId = () => {
      count += 1;
      return `00000000-0000-7000-8100-${String(count).padStart(12, "0")}` as never;
    };
    const writer = ledgerBatchWriter({ ...rentPlan, clock, newId, digests: sha256 });
    await modelTransact(model).write(async (stores) => {
      const batches = writer(stores, caller);
      for (const text of batch) await batches.post([onOwner(text)]);
      await batches.finish();
    });
    const letterings = model.sealed
      .flatMap(({ lines }) => lines.filter(({ accountCode }) => accountCode === "467000"))
      .map(({ id }) => model.letterings.get(id) ?? NO_LETTERING);
    expect(letterings.map(({ code }) => code ?? "-")).toEqual(expected);
    // Each group has letters of its own.
    const groups = new Set(letterings.map(({ groupId, code }) => `${groupId} ${code}`));
    expect(groups.size).toBe(new Set(expected).size);
  });
});

it("Nothing is lettered, unlettered or reversed where nothing is named, and no book is needed for it", async () => {
  const settings = { transact: modelTransact(emptyModel()), clock: { now: () => "" as never }, digests: sha256 };
  const ledger = createLedger({ ...rentPlan, ...settings, newId: () => "" as never });
  expect(await ledger.letterAll(caller, [])).toEqual([]);
  expect(await ledger.unletter(caller, [])).toBeUndefined();
  expect(await ledger.reverseAll(caller, [])).toEqual([]);
});
