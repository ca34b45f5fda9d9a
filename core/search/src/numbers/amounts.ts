import type { NumberSpan } from "./number-span.ts";

const BEFORE = "(?<![\\p{L}\\p{N}]|\\d[.,])";
const AFTER = "(?![\\p{L}\\p{N}])(?![.,]\\d)";
/** Digits in groups of three with one separator, then decimals after another. */
const GROUPED = "[1-9]\\d{0,2}([ .,'\u2019])\\d{3}(?:\\1\\d{3}){0,8}(?:(?!\\1)[.,]\\d{1,8})?";
const DECIMAL = "\\d{1,18}[.,]\\d{1,8}";
const UNIT = "(?= ?(?:[€$£%]|(?:eur|euros?|usd|gbp|chf|m2)(?![\\p{L}\\p{N}])))";
const AMOUNT = new RegExp(`${BEFORE}(?:eur|usd|gbp|chf)?(?:${GROUPED}|${DECIMAL})(?:${AFTER}|${UNIT})`, "gu");
const UNIT_AFTER = new RegExp(UNIT, "uy");
const UNIT_BEFORE = /[€$£] ?$/;

/** Finds numbers with decimals or in groups of three digits, in a folded text. */
export function* amountsIn(text: string): Iterable<NumberSpan> {
  for (const found of text.matchAll(AMOUNT)) {
    const written = found[0].replace(/^[a-z]+/, "");
    const start = found.index;
    const end = start + found[0].length;
    UNIT_AFTER.lastIndex = end;
    const isCertain =
      (/[.,]\d\d$/.test(written) && !isBetweenCommas(text, start, end)) ||
      UNIT_AFTER.test(text) ||
      written !== found[0] ||
      UNIT_BEFORE.test(text.slice(Math.max(0, start - 2), start));
    yield { start, end, exact: readingsOf(written).map((number) => `#${number}`), wider: [], hidesPieces: isCertain };
  }
}

/** True when the comma may separate columns of a table. */
const isBetweenCommas = (text: string, start: number, end: number): boolean =>
  text[start - 1] === "," || /^,\S/.test(text.slice(end, end + 2));

/** Returns both readings when the only separator precedes three digits: of thousands or of decimals. */
function readingsOf(written: string): readonly string[] {
  const signs = written.replace(/\d/g, "");
  const last = written.search(/[.,]\d+$/);
  const isGrouped = /^[1-9]\d{0,2}([ .,'\u2019])\d{3}(?:\1\d{3})*$/.test(written);
  const whole = written.replace(/\D/g, "");
  if (isGrouped && (signs.length > 1 || last === -1)) return [whole];
  const decimal = shortest(written.slice(0, last).replace(/\D/g, ""), written.slice(last + 1));
  return isGrouped ? [whole, decimal] : [decimal];
}

/** Returns the shortest form of a decimal number. */
function shortest(whole: string, decimals: string): string {
  const [least, rest] = [whole.replace(/^0+(?=\d)/, ""), decimals.replace(/0+$/, "")];
  return rest === "" ? least : `${least}.${rest}`;
}
