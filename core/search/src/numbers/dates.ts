import type { NumberSpan } from "./number-span.ts";

/**
 * Finds dates in a folded text. A full date has the term `#2026-03-12` and, additionally, `#-03-12`, the term of a date
 * without a year.
 */
export function* datesIn(text: string): Iterable<NumberSpan> {
  for (const [pattern, read] of PATTERNS)
    for (const found of text.matchAll(pattern)) {
      const date = read(found);
      if (date === null || !isDay(date)) continue;
      const start = found.index;
      yield { start, end: start + found[0].length, ...termsOf(date) };
    }
}

interface DayOfYear {
  readonly year: number | null;
  readonly month: number;
  readonly day: number;
}

function termsOf({ year, month, day }: DayOfYear): Pick<NumberSpan, "exact" | "wider" | "hidesPieces"> {
  const anyYear = `#-${twoDigits(month)}-${twoDigits(day)}`;
  if (year === null) return { exact: [anyYear], wider: [], hidesPieces: false };
  return { exact: [`#${String(year).padStart(4, "0")}${anyYear.slice(1)}`], wider: [anyYear], hidesPieces: false };
}

const twoDigits = (count: number): string => String(count).padStart(2, "0");

const DAYS_OF_MONTHS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const isDay = ({ month, day }: DayOfYear): boolean => day >= 1 && day <= (DAYS_OF_MONTHS[month - 1] ?? 0);

/** French and English month names and abbreviations, folded. */
const MONTHS: ReadonlyMap<string, number> = new Map(
  [
    "janvier janv january jan",
    "fevrier fevr fev february feb",
    "mars march mar",
    "avril avr april apr",
    "mai may",
    "juin june jun",
    "juillet juil july jul",
    "aout august aug",
    "septembre september sept sep",
    "octobre october oct",
    "novembre november nov",
    "decembre december dec",
  ].flatMap((names, index) => names.split(" ").map((name) => [name, index + 1] as const)),
);

const MONTH = `(${[...MONTHS.keys()].sort((one, other) => other.length - one.length).join("|")})\\.?`;
const BEFORE = "(?<![\\p{L}\\p{N}])";
const AFTER = "(?![\\p{L}\\p{N}])";
const DAY = "(\\d{1,2})(?:er|st|nd|rd|th|e)?";
const YEAR = "(\\d{4})";

type Reader = (found: RegExpMatchArray) => DayOfYear | null;

/** Most specific first; a match hides its text from the next patterns. */
const PATTERNS: readonly (readonly [RegExp, Reader])[] = [
  [
    new RegExp(`${BEFORE}${YEAR}([-./])(\\d{1,2})\\2(\\d{1,2})(?!\\d)`, "gu"),
    ([, year, , month, day]) => dateOf(year, Number(month), day),
  ],
  [
    new RegExp(
      `${BEFORE}(\\d{1,2})([-./ ])(\\d{1,2})\\2(?:(\\d{4})(?!(?! )\\2\\d)|(\\d{2})(?![-./]\\d))(?!\\p{N})`,
      "gu",
    ),
    ([, first, separator, second, year, short]) =>
      numericDate(Number(first), Number(second), year ?? short ?? "", separator ?? ""),
  ],
  [
    new RegExp(`${BEFORE}${DAY}(?: (?:of )?${MONTH},? |([-./])${MONTH}\\3)${YEAR}${AFTER}`, "gu"),
    ([, day, month, , otherMonth, year]) => dateOf(year, MONTHS.get(month ?? otherMonth ?? "") ?? 0, day),
  ],
  [
    new RegExp(`${BEFORE}${MONTH} ${DAY},? ${YEAR}${AFTER}`, "gu"),
    ([, month, day, year]) => dateOf(year, MONTHS.get(month ?? "") ?? 0, day),
  ],
  [
    new RegExp(`${BEFORE}${DAY} (?:of )?${MONTH}${AFTER}`, "gu"),
    ([, day, month]) => dateOf(null, MONTHS.get(month ?? "") ?? 0, day),
  ],
  [
    new RegExp(`${BEFORE}${MONTH} ${DAY}(?![\\p{L}\\p{N}]|[.,:]\\d)`, "gu"),
    ([, month, day]) => dateOf(null, MONTHS.get(month ?? "") ?? 0, day),
  ],
];

const dateOf = (year: string | null | undefined, month: number, day: string | undefined): DayOfYear => ({
  ...{ year: year ? Number(year) : null, month, day: Number(day) },
});

/** Reads the day first if possible. Two-digit years are 1970 to 2069, but not after blanks. */
function numericDate(first: number, second: number, year: string, separator: string): DayOfYear | null {
  if (separator === " " && year.length === 2) return null;
  const short = Number(year);
  const fullYear = year.length === 4 ? short : short + (short < 70 ? 2000 : 1900);
  const dayFirst = { year: fullYear, month: second, day: first };
  return isDay(dayFirst) ? dayFirst : { year: fullYear, month: first, day: second };
}
