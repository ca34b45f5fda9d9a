/**
 * A number with four decimals at most (a rate, an area, a percentage), as a whole number of ten-thousandths: 5.5 is 55000.
 * No binary fraction ever stands for it.
 */
export type Decimal = number & { readonly unit: "ten-thousandths" };

/** Ten-thousandths in one. */
export const DECIMAL_ONE = 10_000;

/** The decimal that `text` writes: four places at most, eleven digits before them; `null` for whatever else. */
export function parseDecimal(text: string): Decimal | null {
  const [, sign, whole, places = ""] = /^(-?)(\d{1,11})(?:\.(\d{1,4}))?$/.exec(text) ?? [];
  if (whole === undefined) return null;
  // Minus zero is a zero that compares as another one.
  return (Number(`${sign}${whole}${places.padEnd(4, "0")}`) + 0) as Decimal;
}

/** The shortest text that {@link parseDecimal} reads as it: 5.5, not 5.5000. */
export function decimalText(decimal: Decimal): string {
  const digits = String(Math.abs(decimal)).padStart(5, "0");
  const places = digits.slice(-4).replace(/0+$/, "");
  return `${decimal < 0 ? "-" : ""}${digits.slice(0, -4)}${places === "" ? "" : `.${places}`}`;
}
