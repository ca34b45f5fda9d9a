import fc from "fast-check";
import { expect, it } from "vitest";
import { transliterated } from "../src/index.ts";

it("converts a name to ASCII, without diacritics", () => {
  expect(transliterated("Règlement été.txt")).toBe("Reglement ete.txt");
  expect(transliterated("Œuvre, cœur, Straße, Łódź")).toBe("OEuvre, coeur, Strasse, Lodz");
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (name) => {
      expect(transliterated(name)).toMatch(/^[ -~]*$/);
    }),
  );
});

it("truncates a long name before converting it", () => {
  expect(transliterated("é".repeat(3_000_000))).toBe("e".repeat(1024));
});
