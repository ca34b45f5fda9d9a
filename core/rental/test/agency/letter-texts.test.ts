import type { Cents } from "@cartulary/ledger";
import { describe, expect, it } from "vitest";
import { euros, onBehalfOf, periodInWords, withDaysInWords } from "../../src/agency/printing/letter-texts.ts";

describe("the texts of letters", () => {
  it("write amounts with no-break spaces and a minus sign", () => {
    expect(euros(108_386 as Cents)).toBe("1\u202f083,86\u00a0€");
    expect(euros(-50_000 as Cents)).toBe("\u2212500,00\u00a0€");
  });

  it("write days and periods of stored labels in words", () => {
    expect(withDaysInWords("Loyer du 01/03/2026 au 31/03/2026")).toBe("Loyer du 1er au 31\u00a0mars\u00a02026");
    expect(withDaysInWords("Avoir du 01/12/2026, lot 3/4")).toBe("Avoir du 1er\u00a0décembre\u00a02026, lot 3/4");
    expect(periodInWords("2025-12-15" as never, "2026-01-14" as never)).toBe(
      "du 15\u00a0décembre\u00a02025 au 14\u00a0janvier\u00a02026",
    );
  });

  it("elide before vowels, and name companies with their article", () => {
    expect(onBehalfOf(["Anne Aubry", "Luc Bertin"])).toBe("pour le compte d’Anne Aubry et de Luc Bertin");
    expect(onBehalfOf(["Élise", "Hervé"])).toBe("pour le compte d’Élise et d’Hervé");
    expect(onBehalfOf(["SCI du Port", "Société Martin"])).toBe(
      "pour le compte de la SCI du Port et de la Société Martin",
    );
    expect(onBehalfOf(["Sam"])).toBe("pour le compte de Sam");
  });
});
