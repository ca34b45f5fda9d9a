import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nextReference, nextReferences, referencesIn, referenceText, useReference } from "../../src/index.ts";

/** A counter in a map. */
function counters() {
  const last = new Map<string, number>();
  return {
    lock: async (kind: string) => last.get(kind) ?? 0,
    set: async (kind: string, number: number) => void last.set(kind, number),
    findRetired: async () => [],
    retire: async () => {},
    removeAll: async () => last.clear(),
  };
}

describe("References", () => {
  it("are gap-free per series and year, and advance only when used", async () => {
    const codes = counters();
    const texts = async (series: "AP" | "QT", year: string, count: number) =>
      (await nextReferences(codes, series, year, count)).map(({ text }) => text);
    expect(await texts("AP", "2026", 2)).toEqual(["AP-2026-000001", "AP-2026-000002"]);
    const next = await nextReference(codes, "AP", "2026");
    expect(await nextReference(codes, "AP", "2026")).toEqual(next);
    await useReference(codes, "AP", next);
    expect(await texts("AP", "2026", 1)).toEqual(["AP-2026-000004"]);
    expect(await texts("AP", "2027", 1)).toEqual(["AP-2027-000001"]);
    expect(await texts("QT", "2026", 1)).toEqual(["QT-2026-0001"]);
  });

  it.each([
    ["VIR LOYER AP-2026-000001 MERCI", ["AP-2026-000001"]],
    ["vir ap 2026 000 001 de m. x", ["AP-2026-000001"]],
    ["AP2026000001", ["AP-2026-000001"]],
    ["AP–2026–000001/AP-2026-000001", ["AP-2026-000001"]],
    ["AP-2026-000001 AP-2026-000002", ["AP-2026-000001", "AP-2026-000002"]],
    ["AP-2026-0000012", []],
    ["AP-2026-00001", []],
    ["AP-2026-1000001", ["AP-2026-1000001"]],
    ["RV-2026-000001", []],
    ["AP-2026-000001 2026-03", ["AP-2026-000001"]],
    ["", []],
  ])("are found in %j", (label, found) => {
    expect(referencesIn(label, "AP")).toEqual(found);
  });

  it("are found with any spacing and case, but not in labels that are too long", () => {
    const digits = fc.tuple(fc.integer({ min: 1900, max: 9999 }), fc.integer({ min: 1, max: 9_999_999 }));
    const between = fc.array(fc.constantFrom(" ", "-", "\u2013", ""), { minLength: 40, maxLength: 40 });
    fc.assert(
      fc.property(digits, between, fc.boolean(), ([year, number], gaps, isLower) => {
        const text = referenceText("AP", String(year), number);
        const spread = [...text.replace(/-/g, "")].map((letter, index) => letter + (gaps[index] ?? "")).join("");
        const written = isLower ? spread.toLowerCase() : spread;
        expect(referencesIn(`virement ${written}. merci`, "AP")).toEqual([text]);
        expect(referencesIn(written.padEnd(1001, "x"), "AP")).toEqual([]);
      }),
    );
  });
});
