/**
 * A number with at most four decimals (a rate, an area, a percentage) as an integer of ten-thousandths: 5.5 is 55000.
 * Integers avoid rounding errors of binary fractions.
 */
export type Decimal = number & { readonly unit: "ten-thousandths" };

/** Ten-thousandths in one. */
export const DECIMAL_ONE = 10_000;

/** Parses a decimal: at most eleven digits and four decimals; `null` for other text. */
export function parseDecimal(text: string): Decimal | null {
  const [, sign, whole, places = ""] = /^(-?)(\d{1,11})(?:\.(\d{1,4}))?$/.exec(text) ?? [];
  if (whole === undefined) return null;
  // Adding 0 turns minus zero into zero.
  return (Number(`${sign}${whole}${places.padEnd(4, "0")}`) + 0) as Decimal;
}

/** Formats as the shortest text that {@link parseDecimal} reads: 5.5, not 5.5000. */
export function decimalText(decimal: Decimal): string {
  const digits = String(Math.abs(decimal)).padStart(5, "0");
  const places = digits.slice(-4).replace(/0+$/, "");
  return `${decimal < 0 ? "-" : ""}${digits.slice(0, -4)}${places === "" ? "" : `.${places}`}`;
}
