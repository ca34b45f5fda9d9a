/**
 * Cents as the wire writes amounts: a decimal with two places, never a binary fraction. Both directions are text work,
 * so that no amount within the safe integers is approximated.
 */
export function decimalOf(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, "0");
  return `${cents < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** `1234.5` as 123450; `null` for what is no amount, or one beyond the safe integers. Two places at most. */
export function centsOf(decimal: string): number | null {
  const [, sign, euros, cents = ""] = /^(-?)(\d{1,14})(?:\.(\d{1,2}))?$/.exec(decimal) ?? [];
  if (euros === undefined) return null;
  const amount = Number(`${sign}${euros}${cents.padEnd(2, "0")}`);
  // Minus zero is a zero that compares as another one.
  return Number.isSafeInteger(amount) ? amount + 0 : null;
}
