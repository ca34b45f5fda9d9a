import type { NumberSpan } from "./number-span.ts";

/** Minimum digits and maximum characters of a code written in groups. */
const CODE_LEAST = 6;
const CODE_MOST = 34;
/** Minimum characters of an account number's beginning that finds it. */
const BEGINNING_LEAST = 8;

const BEFORE = "(?<![\\p{L}\\p{N}])";
const AFTER = "(?![\\p{L}\\p{N}])";

/**
 * An international account number, possibly incomplete: a country and two digits, then groups of four, with the separator
 * of the first groups between all, or everything else in one.
 */
const ACCOUNT = new RegExp(
  `${BEFORE}[a-z]{2}\\d{2}(?:([ .-])[a-z0-9]{4}(?:\\1[a-z0-9]{4}){1,6}(?:\\1[a-z0-9]{1,3})?|[a-z0-9]{8,30}|[ .-][a-z0-9]{11,30})${AFTER}`,
  "gu",
);

const WORDS_BEHIND = /(?:[ .-][a-z]+)+$/;

/** The number of a French establishment: the firm's number and five digits. */
const ESTABLISHMENT = new RegExp(`${BEFORE}\\d{3} \\d{3} \\d{3} \\d{5}${AFTER}(?![.,]\\d)`, "gu");

/** The separators between groups; a code uses only one of them. */
const GAP = "[ ./-]";
/** Separators of phone numbers: dashes of any width, and a parenthesis around the first group. */
const PHONE_GAP = "(?:[ ./\\u2010-\\u2013-]|\\) ?)";
const FRENCH_PHONE = `0[1-9](?:${PHONE_GAP}?\\d{2}){4}`;
const OTHER_PHONE = `0\\d{1,4}(?:${PHONE_GAP}\\d{2,8}){1,4}`;
const WITH_COUNTRY = `(?:\\+ ?|00 ?)[1-9]\\d{0,2}(?:${PHONE_GAP}?\\(0\\))?(?:${PHONE_GAP}?\\d){6,14}`;
const PHONE = new RegExp(
  `(?<![\\p{L}\\p{N}+]|\\d[.,])(?:${WITH_COUNTRY}|${FRENCH_PHONE}|${OTHER_PHONE})${AFTER}(?![.,]\\d)`,
  "gu",
);
const PHONE_DIGITS = { least: 9, most: 15 };

/** A group of a code; it contains a digit. */
const GROUP = "(?:[a-z]{0,4}\\d[a-z0-9]{0,15})";
const GROUPS = new RegExp(`${BEFORE}${GROUP}(?:${GAP}${GROUP}){1,11}${AFTER}`, "gu");

export function* accountsIn(text: string): Iterable<NumberSpan> {
  for (const found of text.matchAll(ACCOUNT)) {
    // Excludes following words of up to four letters.
    const written = found[0].replace(WORDS_BEHIND, "");
    const code = written.replace(/[ .-]/g, "");
    if (code.length < BEGINNING_LEAST || 2 * code.replace(/\D/g, "").length < code.length) continue;
    const beginnings: string[] = [];
    for (let length = BEGINNING_LEAST; length < code.length; length += 1) beginnings.push(`#${code.slice(0, length)}`);
    yield { ...spanOf(found, [`#${code}`], { wider: beginnings }), end: found.index + written.length };
  }
  for (const found of text.matchAll(ESTABLISHMENT)) yield spanOf(found, [`#${found[0].replaceAll(" ", "")}`]);
}

export function* phonesIn(text: string): Iterable<NumberSpan> {
  for (const found of text.matchAll(PHONE)) {
    const number = phoneOf(found[0]);
    const { length } = number;
    if (length >= PHONE_DIGITS.least && length <= PHONE_DIGITS.most) yield spanOf(found, [`#${number}`]);
  }
}

/** Country codes (ITU-T E.164). */
const COUNTRY = /^(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/;

/** Returns the national digits, with the leading zero where the country has one. */
function phoneOf(written: string): string {
  if (!/^(?:\+|00)/.test(written)) return written.replace(/\D/g, "");
  const digits = written.replace("(0)", "").replace(/\D/g, "").replace(/^00/, "");
  const [country = ""] = COUNTRY.exec(digits) ?? [];
  const rest = digits.slice(country.length);
  return country === "1" || country === "7" || rest.startsWith("0") ? rest : `0${rest}`;
}

/** Finds other codes in groups. It is uncertain whether the groups form one code. */
export function* groupsIn(text: string): Iterable<NumberSpan> {
  for (const found of text.matchAll(GROUPS)) {
    const code = found[0].replace(/[^a-z0-9]/g, "");
    if (code.length >= CODE_LEAST && code.length <= CODE_MOST) yield spanOf(found, [`#${code}`], { isGuess: true });
  }
}

function spanOf(
  found: RegExpExecArray,
  exact: readonly string[],
  more: { readonly wider?: readonly string[]; readonly isGuess?: boolean } = {},
): NumberSpan {
  const { wider = [], isGuess = false } = more;
  return { start: found.index, end: found.index + found[0].length, exact, wider, hidesPieces: false, isGuess };
}
