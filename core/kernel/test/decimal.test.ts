import fc from "fast-check";
import { expect, it } from "vitest";
import { type Decimal, decimalText, parseDecimal } from "../src/decimal.ts";

it("parses a decimal exactly, up to four places", () => {
  expect(["5.5", "0.0001", "-1.25", "10", "99999999999.9999", "-0"].map(parseDecimal)).toEqual([
    55_000, 1, -12_500, 100_000, 999_999_999_999_999, 0,
  ]);
  for (const text of ["1.23456", "1e3", ".5", "5.", "", "1,5", " 1", "999999999999"])
    expect(parseDecimal(text)).toBeNull();
});

it("formats a decimal in its shortest form, as a JSON number", () => {
  const decimals = fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 }).filter((each) => each !== 0);
  fc.assert(
    fc.property(decimals, (decimal) => {
      const text = decimalText(decimal as Decimal);
      expect(parseDecimal(text)).toBe(decimal);
      expect(parseDecimal(String(Number(text)))).toBe(decimal);
      expect(text).not.toMatch(/\.\d*0$/);
    }),
  );
});
