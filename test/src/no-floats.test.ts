import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** Everywhere that amounts come by. */
const FOLDERS = ["core/ledger/src", "core/rental/src", "adapters/sql/src/ledger", "contracts/wire/src/rental"];
/** Texts of Typst, with lengths of a page. */
const TEMPLATES = "/printing/templates/";
const files = FOLDERS.flatMap(filesIn)
  .filter((file) => !file.includes(TEMPLATES))
  .concat("contracts/wire/src/decimal.ts");

/** Code that computes a binary fraction. Formatted code has spaces around a division, a pattern has none. */
const FLOATS = /[\w)\]] \/ [\w(]|\/=|\bparseFloat\b|\btoFixed\b|\btoPrecision\b|\bMath\.(?!abs|min|max)|\d\.\d|\de-?\d/;

/** The division of bigints, once: it leaves no fraction. */
const WHOLE_DIVISION = "  return (number - (number % divisor)) / divisor;";
/** Files in which `Number` reads digits, a bigint, a count, or a cell as JSON would: never an amount with decimals. */
const READ_AS_INTEGERS =
  /(?:ledger\/src\/(?:accounts\/(?:money|apportion|journal)|entries\/period|fec-check\/(?:numbering-rules|fiscal-year-rules))|mandataire|entry-store|decimal|rental\/src\/(?:agency\/(?:accounting-retention|printing\/letter-texts)|property\/people\/accounting-codes|imports\/(?:import-kinds|lease-row)|money\/money-in\/bank-file-import)|rental\/imports)\.ts$/;

it.each(files)("%s computes with whole numbers only", (file) => {
  const code = withoutWords(readFileSync(fileOf(file), "utf8"));
  const floats = code
    .split("\n")
    .filter(
      (line) =>
        (FLOATS.test(line) && line !== WHOLE_DIVISION) || (/\bNumber\(/.test(line) && !READ_AS_INTEGERS.test(file)),
    );
  expect(floats).toEqual([]);
});

it("sees a float where there is one", () => {
  for (const line of ["total / 3", "Math.round(x)", "x.toFixed(2)", "0.2 * x", "1e-2", "x /= 2", "parseFloat(x)"])
    expect(FLOATS.test(line)).toBe(true);
});

/** Those of its rooms too. */
function filesIn(folder: string): readonly string[] {
  const names = readdirSync(fileOf(folder), { recursive: true }).map(String);
  return names.filter((name) => name.endsWith(".ts")).map((name) => `${folder}/${name}`);
}

/** By its path from the root. */
function fileOf(path: string): URL {
  return new URL(`../../${path}`, import.meta.url);
}

/** Without comments and quoted text. */
function withoutWords(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\/|\/\/.*|"(?:[^"\\]|\\.)*"/g, "");
}
