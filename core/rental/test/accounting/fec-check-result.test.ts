import type { FecFinding } from "@cartulary/ledger";
import { describe, expect, it } from "vitest";
import { caveatWarnings, collectFindings } from "../../src/accounting/fec/fec-check-result.ts";

async function* found(...findings: readonly FecFinding[]): AsyncGenerator<FecFinding> {
  yield* findings;
}

const finding = (line: number, rule: FecFinding["rule"]): FecFinding => ({ line, rule, message: `is ${rule}` });

describe("The check result of an accounting file", () => {
  it("is valid without findings", async () => {
    expect(await collectFindings(found())).toEqual({ rows: [], warnings: [] });
  });

  it("lists the first hundred invalid rows", async () => {
    const many = Array.from({ length: 150 }, (_, index) => finding(index + 2, "balance"));
    const { rows, warnings } = await collectFindings(found(finding(1, "warning"), ...many));
    expect(rows).toHaveLength(100);
    expect([rows[0], rows.at(-1)]).toEqual([
      { line: 2, code: "balance" },
      { line: 101, code: "balance" },
    ]);
    expect(warnings).toEqual([{ code: "warning", count: 1, sample: ["line 1: is warning"] }]);
  });

  it("counts all warnings and samples the first ones", async () => {
    const many = Array.from({ length: 9 }, (_, index) => finding(index + 2, "warning"));
    const { rows, warnings } = await collectFindings(found(...many));
    expect(rows).toEqual([]);
    expect(warnings.map(({ count, sample }) => [count, sample.length, sample[0]])).toEqual([
      [9, 5, "line 2: is warning"],
    ]);
  });

  it("names the year of a caveat", () => {
    expect(caveatWarnings(["year_open", "opening_missing"], 2026)).toEqual([
      { code: "year_open", count: 1, sample: ["2026"] },
      { code: "opening_missing", count: 1, sample: ["2025"] },
    ]);
  });
});
