import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const folder = new URL("../src/", import.meta.url);

/** What makes a binary fraction out of a number. Formatted code has spaces around a division, a pattern has none. */
const FLOATS = /[\w)\]] \/ [\w(]|\/=|\bparseFloat\b|\btoFixed\b|\btoPrecision\b|\bMath\.(?!abs|min|max)|\d\.\d|\de-?\d/;

/** The division of bigints, once: it leaves no fraction. */
const WHOLE_DIVISION = "  return (number - (number % divisor)) / divisor;";
/** Where `Number` reads digits or a bigint: never an amount with decimals. */
const READ_AS_INTEGERS = ["money.ts", "apportion.ts", "journal.ts", "period.ts", "fec-numbers.ts", "fec-year.ts"];

it.each(readdirSync(folder).sort())("%s computes with whole numbers only", (file) => {
  const code = withoutWords(readFileSync(new URL(file, folder), "utf8"));
  const floats = code
    .split("\n")
    .filter(
      (line) =>
        (FLOATS.test(line) && line !== WHOLE_DIVISION) || (/\bNumber\(/.test(line) && !READ_AS_INTEGERS.includes(file)),
    );
  expect(floats).toEqual([]);
});

it("sees a float where there is one", () => {
  for (const line of ["total / 3", "Math.round(x)", "x.toFixed(2)", "0.2 * x", "1e-2", "x /= 2", "parseFloat(x)"])
    expect(FLOATS.test(line)).toBe(true);
});

/** Without comments and quoted text. */
function withoutWords(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\/|\/\/.*|"(?:[^"\\]|\\.)*"/g, "");
}
