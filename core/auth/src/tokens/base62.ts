export const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Encodes bytes as one number in base 62, padded with zeros to `length` digits. */
export function base62(bytes: Uint8Array, length: number): string {
  let text = "";
  for (let rest = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n); rest > 0n; rest /= 62n) {
    text = DIGITS.charAt(Number(rest % 62n)) + text;
  }
  return text.padStart(length, "0");
}
