/** Formats cents as a decimal with two places. Works on text, so that no safe integer is approximated. */
export function decimalOf(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, "0");
  return `${cents < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Parses `1234.5` as 123450; `null` for invalid amounts, more than two places, and unsafe integers. */
export function centsOf(decimal: string): number | null {
  const [, sign, euros, cents = ""] = /^(-?)(\d{1,14})(?:\.(\d{1,2}))?$/.exec(decimal) ?? [];
  if (euros === undefined) return null;
  const amount = Number(`${sign}${euros}${cents.padEnd(2, "0")}`);
  // Converts minus zero to zero.
  return Number.isSafeInteger(amount) ? amount + 0 : null;
}
