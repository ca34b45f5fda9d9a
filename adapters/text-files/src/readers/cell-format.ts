/** The display format of a number in a cell, as far as search needs it. */
export type CellFormat =
  | { readonly kind: "general" }
  | { readonly kind: "date" }
  | { readonly kind: "time" }
  | { readonly kind: "number"; readonly decimals: number; readonly isPercentage: boolean };

const GENERAL: CellFormat = { kind: "general" };
const DECIMALS_MAX = 15;
const MINUTES_PER_DAY = 1_440;
const MILLISECONDS_PER_MINUTE = 60_000;
/** Day 0 of cell dates. Excel counts a 29 February 1900, its day 60, which did not exist. */
const DAY_ZERO = Date.UTC(1899, 11, 30);
const DAY_ZERO_1904 = Date.UTC(1904, 0, 1);
const LEAP_DAY_OF_1900 = 60;
/** 31 December 9999. */
const DAYS_MAX = 2_958_465;

/** Returns the format of a format id, or of its code if the file defines one (ECMA-376 part 1, 18.8.30). */
export function cellFormatOf(id: number, code: string | null): CellFormat {
  if (code !== null) return formatOf(code);
  if (DATES.some(([first, last]) => id >= first && id <= last)) return { kind: "date" };
  if ((id >= 18 && id <= 21) || (id >= 45 && id <= 47)) return { kind: "time" };
  const decimals = DECIMALS.get(id);
  return decimals === undefined ? GENERAL : { kind: "number", decimals, isPercentage: id === 9 || id === 10 };
}

/** Built-in formats, some of them for East Asia. */
const DATES = [
  [14, 17],
  [22, 22],
  [27, 36],
  [50, 58],
] as const;

const DECIMALS: ReadonlyMap<number, number> = new Map([
  ...[1, 3, 5, 6, 9, 37, 38, 41, 42].map((id) => [id, 0] as const),
  ...[2, 4, 7, 8, 10, 39, 40, 43, 44].map((id) => [id, 2] as const),
]);

const CODE_LENGTH_MAX = 255;

function formatOf(wholeCode: string): CellFormat {
  // Quoted, escaped and bracketed text is literal; the part after a semicolon is for negative numbers.
  const code = wholeCode
    .slice(0, CODE_LENGTH_MAX)
    .replace(/"[^"]*"|\\.|\[[^\]]*\]|[_*]./g, "")
    .split(";")[0];
  if (code === undefined || /general|standard|@|E[+-]|\?\/|#\/|\/\d/i.test(code)) return GENERAL;
  // Years and days; in French `a` and `j`.
  if (/[ydja]/i.test(code.replace(/am\/pm|a\/p/gi, ""))) return { kind: "date" };
  if (/[hs]/i.test(code)) return { kind: "time" };
  if (/m/i.test(code)) return { kind: "date" };
  const [, decimals = ""] = /[0#?][.]([0#?]*)/.exec(code) ?? [];
  // A comma after the last digit scales by a thousand; the cell's own number is more useful.
  if (!/0/.test(code) || /[#?]/.test(decimals) || /[0#?],+[^0#?]*$/.test(code)) return GENERAL;
  return { kind: "number", decimals: Math.min(decimals.length, DECIMALS_MAX), isPercentage: code.includes("%") };
}

/** Formats a number as displayed, with a decimal point and without spaces; dates as in ISO 8601. */
export function formatNumber(value: string, format: CellFormat = GENERAL, isFrom1904 = false): string {
  const number = value.trim() === "" ? Number.NaN : Number(value);
  if (!Number.isFinite(number)) return value;
  if (format.kind === "number") {
    const scaled = format.isPercentage ? 100 * number : number;
    return Math.abs(scaled) < 1e15
      ? `${roundTo(scaled, format.decimals)}${format.isPercentage ? "%" : ""}`
      : String(scaled);
  }
  if (format.kind === "general" || number < 0 || number > DAYS_MAX) return String(Number(number.toPrecision(15)));
  return formatTime(number, format.kind, isFrom1904);
}

/** Rounds half up on the decimal digits: 1.005 becomes 1.01. */
function roundTo(number: number, decimals: number): string {
  return Number(number.toPrecision(15))
    .toFixed(decimals)
    .replace(/^-(?=0\.?0*$)/, "");
}

function formatTime(days: number, kind: "date" | "time", isFrom1904: boolean): string {
  const minutes = Math.round(days * MINUTES_PER_DAY);
  const dayZero = isFrom1904 ? DAY_ZERO_1904 : DAY_ZERO;
  const leapDayOffset = !isFrom1904 && days < LEAP_DAY_OF_1900 ? MINUTES_PER_DAY : 0;
  const [day = "", time = ""] = new Date(dayZero + (minutes + leapDayOffset) * MILLISECONDS_PER_MINUTE)
    .toISOString()
    .split("T");
  const clock = time.slice(0, 5);
  if (kind === "time" && days < 1) return clock;
  return minutes % MINUTES_PER_DAY === 0 ? day : `${day} ${clock}`;
}
