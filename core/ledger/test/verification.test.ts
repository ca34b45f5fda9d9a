import { type CheckStep, DomainError, type Instant, type Month, monthAfter, unprocessable } from "@cartulary/kernel";
import { canonical, chainStart, type Line, type SealedEntry } from "@cartulary/ledger";
import { entry, modelTransact } from "@cartulary/ledger/testkit";
import { ledgerCheck } from "@cartulary/ledger/verification";
import { describe, expect, it } from "vitest";
import { stopAtOverflow } from "../src/verification/verification.ts";
import { caller, type RentBook, rentBook, sha256, workedExample } from "./rent-book.ts";

const verified = async ({ model }: RentBook): Promise<readonly string[]> => {
  const found: string[] = [];
  for await (const { findings } of ledgerCheck({ transact: modelTransact(model), digests: sha256 }).run())
    found.push(...findings.map(({ area, id, message }) => `${area} ${id} ${message.slice(0, 11)}`));
  return found;
};

/** The third entry of PROPRIO, tampered with behind the ledger's back. */
const THIRD = "PRO-2026-000003";
const changed = (book: RentBook, change: (entry: SealedEntry) => SealedEntry) => {
  book.model.sealed = book.model.sealed.map((each) => (each.reference === THIRD ? change(each) : each));
};

describe("Verification", () => {
  it("has no findings on entries that the ledger wrote, lettered and posted", async () => {
    const book = await workedExample();
    expect(await verified(book)).toEqual([]);
    changed(book, (entry) => ({ ...entry, status: "posted" }));
    expect(await verified(book)).toEqual(["period 2026-03 is open, an"]);
  });

  it.each<[string, (entry: SealedEntry) => SealedEntry]>([
    ["a label", (entry) => ({ ...entry, lines: entry.lines.map((line) => ({ ...line, label: "x" })) })],
    ["a date", (entry) => ({ ...entry, accountingDate: "2026-03-02" as never })],
    [
      "an amount on both sides",
      (entry) => ({
        ...entry,
        totalCents: 100 as never,
        lines: entry.lines.map((line) => ({
          ...line,
          debitCents: (line.debitCents && 100) as never,
          creditCents: (line.creditCents && 100) as never,
        })),
      }),
    ],
    ["the order of lines", (entry) => ({ ...entry, lines: [...entry.lines].reverse() })],
    ["the validating user", (entry) => ({ ...entry, validatedBy: "another" as never })],
  ])("sees that %s was changed", async (_, change) => {
    const book = await workedExample();
    changed(book, change);
    expect(await verified(book)).toEqual([`entry ${THIRD} was changed`]);
  });

  it("finds a change of any field of an entry or a line, except for fields that change after sealing", async () => {
    const { model } = await workedExample();
    const { status, updatedAt, hash, lines, ...entry } = model.sealed[0] as SealedEntry;
    const [line] = lines as [Line];
    const other = (value: unknown) =>
      typeof value === "boolean" ? !value : typeof value === "number" ? value + 1 : `${value} `;
    const sealed = canonical({ ...entry, status, updatedAt, lines: [line] });
    for (const [field, value] of Object.entries(entry))
      expect(canonical({ ...entry, status, updatedAt, lines: [line], [field]: other(value) })).not.toBe(sealed);
    for (const [field, value] of Object.entries(line))
      expect(canonical({ ...entry, status, updatedAt, lines: [{ ...line, [field]: other(value) }] })).not.toBe(sealed);
    expect(canonical({ ...entry, status: "posted", updatedAt: "" as never, lines: [line] })).toBe(sealed);
    expect(hash).not.toBe("");
  });

  it("sees a rehashed entry by the one that follows, and by the series when it is the last", async () => {
    const book = await workedExample();
    changed(book, (entry) => ({ ...entry, hash: sha256.sha256("forged") }));
    expect(await verified(book)).toEqual([`entry ${THIRD} was changed`, "entry PRO-2026-000004 was changed"]);
    const last = await workedExample();
    last.model.sealed = last.model.sealed.filter(({ reference }) => reference !== "PRO-2026-000004");
    expect(await verified(last)).toEqual(["numbering 1 PROPRIO 2026 ends with 4"]);
  });

  it("sees an entry before the first number", async () => {
    const book = await workedExample();
    const first = book.model.sealed.find(({ journal }) => journal === "OD") as SealedEntry;
    book.model.sealed.push({ ...first, id: "another" as never, number: 0, reference: "OD-2026-000000" });
    expect(await verified(book)).toEqual(["entry OD-2026-000000 follows num", "entry OD-2026-000001 was changed"]);
  });

  it("sees an entry that was dropped, one that does not balance, and a series of another book", async () => {
    const dropped = await workedExample();
    dropped.model.sealed = dropped.model.sealed.filter(({ reference }) => reference !== THIRD);
    expect(await verified(dropped)).toEqual(["entry PRO-2026-000004 follows num"]);
    const unbalanced = await workedExample();
    changed(unbalanced, (entry) => ({ ...entry, lines: entry.lines.slice(1) }));
    expect(await verified(unbalanced)).toEqual([`entry ${THIRD} was changed`, `entry ${THIRD} does not ba`]);
    const series = { societyCode: "1", journal: "OD", year: 2026 };
    const starts = ["b0" as never, "b1" as never].map((book) => chainStart(book, series, sha256));
    expect(new Set([...starts, chainStart("b0" as never, { ...series, year: 2027 }, sha256)]).size).toBe(3);
  });
});

it.each([
  ["2026-03-05T08:00:00.000Z", []],
  ["2026-03-05T07:59:59.999Z", ["period 2026-02 was not clo"]],
  ["2026-03-05T11:00:00.000Z", []],
  ["2026-03-05T11:00:00.001Z", ["period 2026-02 was not clo"]],
])("Verification allows an hour between the clocks that validate and close: %s", async (closedAt, expected) => {
  const book = await rentBook();
  const lines = ["D 512000 1.00 x", "C 512100 1.00 x"];
  await book.ledger.post(caller, [entry("OD", "2026-02-01", "P", ...lines)]);
  book.clock.set("2026-03-05T10:00:00.000Z");
  await book.ledger.closeMonth(caller, "2026-02" as Month);
  book.model.closed = book.model.closed.map((each) => ({ ...each, closedAt: closedAt as Instant }));
  expect(await verified(book)).toEqual(expected);
});

describe("Verification of what closed years carry forward", () => {
  const findings = async ({ model }: RentBook): Promise<readonly string[]> => {
    const found: string[] = [];
    for await (const step of ledgerCheck({ transact: modelTransact(model), digests: sha256 }).run())
      for (const { area, id, message } of step.findings) if (area === "opening") found.push(`${id} ${message}`);
    return found;
  };
  /** A book with these entries, closed up to a month. */
  const closed = async (
    closedThrough: string,
    ...entries: readonly (readonly [date: string, ...lines: string[]])[]
  ) => {
    const book = await rentBook();
    book.clock.set("2028-02-01T09:00:00.000Z");
    await book.ledger.post(
      caller,
      entries.map(([date, ...lines]) => entry("OD", date, "P", ...lines)),
    );
    const first = entries[0]?.[0].slice(0, 7) as Month;
    for (let month = first; month <= closedThrough; month = monthAfter(month))
      await book.ledger.closeMonth(caller, month);
    return book;
  };
  const MOVED = ["2026-12-05", "D 512000 9.00 x", "C 512100 9.00 x"] as const;
  const EARNED = ["2026-12-05", "D 512000 30.00 x", "C 706100 30.00 x"] as const;
  const SPENT = ["2027-12-05", "D 706100 10.00 x", "C 512000 10.00 x"] as const;

  it("finds nothing in years that were closed one after the other", async () => {
    const book = await closed("2027-12", EARNED, SPENT);
    expect(book.model.sealed.map(({ reference }) => reference)).toEqual([
      "OD-2026-000001",
      "OD-2027-000001",
      "OD-2027-000002",
      "OD-2028-000001",
    ]);
    expect(await findings(book)).toEqual([]);
  });

  it.each([
    ["with a result", [EARNED], ["1 2027 is missing: 2026 is closed and ended with balances"]],
    [
      "without a result, where an account is at zero",
      [
        MOVED,
        ["2026-12-06", "D 512000 1.00 x", "C 411000 LOC0001 1.00 x", "C 512000 1.00 x", "D 411000 LOC0001 1.00 x"],
      ],
      ["1 2027 is missing: 2026 is closed and ended with balances"],
    ],
    ["without balances", [MOVED, ["2026-12-06", "C 512000 9.00 x", "D 512100 9.00 x"]], []],
  ] as const)("finds the opening that is missing after a year %s", async (_, entries, expected) => {
    const book = await closed("2026-12", ...entries);
    book.model.sealed = book.model.sealed.filter(({ carriesForward }) => !carriesForward);
    expect(await findings(book)).toEqual(expected);
  });

  it("counts the years before a missing opening in the next one", async () => {
    const book = await closed("2027-12", MOVED);
    book.model.sealed = book.model.sealed.filter(({ reference }) => reference !== "OD-2027-000001");
    expect(await findings(book)).toEqual(["1 2027 is missing: 2026 is closed and ended with balances"]);
  });

  it("finds an opening with other balances, or after a year that is open", async () => {
    const book = await closed("2026-12", EARNED, MOVED);
    book.model.sealed = book.model.sealed.map((each) =>
      each.carriesForward ? { ...each, lines: each.lines.slice(1) } : each,
    );
    expect(await findings(book)).toEqual(["OD-2027-000001 differs from the balances at the end of the previous year"]);
    const open = await closed("2026-12", EARNED);
    open.model.book = { ...open.model.book, closedThrough: "2026-11" } as never;
    expect(await findings(open)).toEqual(["OD-2027-000001 carries forward 2026, which is open"]);
  });
});

describe("A check", () => {
  const stepsUntil = async (error: Error) => {
    async function* steps(): AsyncGenerator<CheckStep> {
      yield { count: 3, findings: [] };
      throw error;
    }
    const found: CheckStep[] = [];
    for await (const step of stopAtOverflow("book", "b1", steps())) found.push(step);
    return found;
  };

  it.each([
    ["a number that is none of cents", new RangeError("Not a whole number")],
    ["a sum that is too large", unprocessable("amount_too_large", "too large")],
  ])("stops with a finding at %s", async (_, error) => {
    const message = "contains a number that is too large; the check stopped. Restore the database from a backup";
    expect(await stepsUntil(error)).toEqual([
      { count: 3, findings: [] },
      { count: 0, findings: [{ severity: "error", area: "book", id: "b1", message }] },
    ]);
  });

  it("fails with every other error", async () => {
    await expect(stepsUntil(unprocessable("period_closed", "closed"))).rejects.toThrow(DomainError);
    const other = Object.assign(new TypeError("other"), { code: "amount_too_large" });
    await expect(stepsUntil(other)).rejects.toThrow(other);
  });
});
