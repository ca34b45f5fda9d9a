/** How the number in a cell is shown, as far as it matters for who looks for it. */
export type CellFormat =
  | { readonly kind: "general" }
  | { readonly kind: "date" }
  | { readonly kind: "time" }
  | { readonly kind: "number"; readonly decimals: number; readonly isPercentage: boolean };

const GENERAL: CellFormat = { kind: "general" };
const DECIMALS_MOST = 15;
const MINUTES_PER_DAY = 1_440;
const MILLISECONDS_PER_MINUTE = 60_000;
/** Days of a cell, from the one that counts as 0; Excel believes in the 29th of February 1900, its day 60. */
const DAY_ZERO = Date.UTC(1899, 11, 30);
const DAY_ZERO_1904 = Date.UTC(1904, 0, 1);
const LEAP_DAY_OF_1900 = 60;
/** The 31st of December 9999. */
const DAYS_MOST = 2_958_465;

/** By the number of a format, or by its code where the file brings one (ECMA-376 part 1, 18.8.30). */
export function cellFormatOf(id: number, code: string | null): CellFormat {
  if (code !== null) return formatOf(code);
  if (DATES.some(([first, last]) => id >= first && id <= last)) return { kind: "date" };
  if ((id >= 18 && id <= 21) || (id >= 45 && id <= 47)) return { kind: "time" };
  const decimals = DECIMALS.get(id);
  return decimals === undefined ? GENERAL : { kind: "number", decimals, isPercentage: id === 9 || id === 10 };
}

/** Formats that every program knows, some of them in East Asia. */
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
  // What is quoted, escaped or in brackets is no sign of the format; what follows a semicolon is for negative numbers.
  const code = wholeCode
    .slice(0, CODE_LENGTH_MAX)
    .replace(/"[^"]*"|\\.|\[[^\]]*\]|[_*]./g, "")
    .split(";")[0];
  if (code === undefined || /general|standard|@|E[+-]|\?\/|#\/|\/\d/i.test(code)) return GENERAL;
  // Years and days; `j` and `a` stand for them in French.
  if (/[ydja]/i.test(code.replace(/am\/pm|a\/p/gi, ""))) return { kind: "date" };
  if (/[hs]/i.test(code)) return { kind: "time" };
  if (/m/i.test(code)) return { kind: "date" };
  const [, decimals = ""] = /[0#?][.]([0#?]*)/.exec(code) ?? [];
  // Thousands and millions, which a comma behind the last digit makes, are not what is in the cell.
  if (!/0/.test(code) || /[#?]/.test(decimals) || /[0#?],+[^0#?]*$/.test(code)) return GENERAL;
  return { kind: "number", decimals: Math.min(decimals.length, DECIMALS_MOST), isPercentage: code.includes("%") };
}

/** The number as it is shown, with a point and without spaces; a date as in ISO 8601. */
export function shownNumber(value: string, format: CellFormat = GENERAL, isFrom1904 = false): string {
  const number = value.trim() === "" ? Number.NaN : Number(value);
  if (!Number.isFinite(number)) return value;
  if (format.kind === "number") {
    const shown = format.isPercentage ? 100 * number : number;
    return Math.abs(shown) < 1e15
      ? `${rounded(shown, format.decimals)}${format.isPercentage ? "%" : ""}`
      : String(shown);
  }
  if (format.kind === "general" || number < 0 || number > DAYS_MOST) return String(Number(number.toPrecision(15)));
  return shownTime(number, format.kind, isFrom1904);
}

/** Half of a unit goes up, as it is in decimals: 1.005 is shown as 1.01. */
function rounded(number: number, decimals: number): string {
  return Number(number.toPrecision(15))
    .toFixed(decimals)
    .replace(/^-(?=0\.?0*$)/, "");
}

function shownTime(days: number, kind: "date" | "time", isFrom1904: boolean): string {
  const minutes = Math.round(days * MINUTES_PER_DAY);
  const dayZero = isFrom1904 ? DAY_ZERO_1904 : DAY_ZERO;
  const missing = !isFrom1904 && days < LEAP_DAY_OF_1900 ? MINUTES_PER_DAY : 0;
  const [day = "", time = ""] = new Date(dayZero + (minutes + missing) * MILLISECONDS_PER_MINUTE)
    .toISOString()
    .split("T");
  const clock = time.slice(0, 5);
  if (kind === "time" && days < 1) return clock;
  return minutes % MINUTES_PER_DAY === 0 ? day : `${day} ${clock}`;
}
