import { canonical, chainStart, type Line, type SealedEntry } from "@cartulary/ledger";
import { modelTransact } from "@cartulary/ledger/testkit";
import { ledgerCheck } from "@cartulary/ledger/verification";
import { describe, expect, it } from "vitest";
import { type RentBook, sha256, workedExample } from "./rent-book.ts";

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
